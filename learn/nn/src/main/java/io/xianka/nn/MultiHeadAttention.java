package io.xianka.nn;

import io.xianka.tensor.Attention;
import io.xianka.tensor.Tensor;

/**
 * Attention of several heads: {@code (batch, length, width)} to the same. Where there are fewer heads of keys and values than of
 * queries, each serves as many in a row (grouped-query attention). Parameters are named {@code q_proj}, {@code k_proj}, {@code v_proj}
 * and {@code o_proj}, as LLaMA's are, each a {@link Linear}.
 */
public final class MultiHeadAttention extends SelfAttention {
    /**
     * How it attends.
     *
     * @param width of what comes in and goes out
     * @param heads of queries
     * @param groups heads of keys and values, of which {@code heads} is a multiple
     * @param headSize elements of a head; heads need not share the width
     * @param bias whether the four products have one
     * @param causal whether a place sees no later one
     * @param rotary turns queries and keys by their places, or null
     */
    public record Options(
            long width, long heads, long groups, long headSize, boolean bias, boolean causal, RotaryEmbedding rotary) {
        /** Checks the sizes. */
        public Options {
            if (width < 1 || heads < 1 || groups < 1 || headSize < 1 || heads % groups != 0) {
                throw new IllegalArgumentException("attention: width " + width + ", " + heads + " heads of queries, "
                        + groups + " of keys, each of " + headSize
                        + "; there is at least one of each, and queries' heads are a multiple of keys'");
            }
            if (rotary != null && rotary.size() != headSize) {
                throw new IllegalArgumentException(
                        "attention: rotary positions for heads of " + rotary.size() + ", not of " + headSize);
            }
        }

        /** {@return causal, without bias or positions, heads sharing the width} */
        public static Options of(long width, long heads) {
            if (heads < 1 || width % heads != 0) {
                throw new IllegalArgumentException(
                        "attention: a width of " + width + " is no multiple of " + heads + " heads");
            }
            return new Options(width, heads, heads, width / heads, false, true, null);
        }

        /** {@return with so many heads of keys and values} */
        public Options withGroups(long groups) {
            return new Options(width, heads, groups, headSize, bias, causal, rotary);
        }

        /** {@return with heads of this size} */
        public Options withHeadSize(long headSize) {
            return new Options(width, heads, groups, headSize, bias, causal, rotary);
        }

        /** {@return with a bias in each product, or without} */
        public Options withBias(boolean bias) {
            return new Options(width, heads, groups, headSize, bias, causal, rotary);
        }

        /** {@return with or without sight of later places} */
        public Options withCausal(boolean causal) {
            return new Options(width, heads, groups, headSize, bias, causal, rotary);
        }

        /** {@return with queries and keys turned by their places} */
        public Options withRotary(RotaryEmbedding rotary) {
            return new Options(width, heads, groups, headSize, bias, causal, rotary);
        }
    }

    private final Options options;
    private final Linear queries;
    private final Linear keys;
    private final Linear values;
    private final Linear out;

    /** Causal, heads sharing the width, on the current device. */
    public MultiHeadAttention(long width, long heads) {
        this(Options.of(width, heads), Placement.current());
    }

    /** With options. */
    public MultiHeadAttention(Options options, Placement placement) {
        this.options = options;
        long outer = options.heads() * options.headSize();
        long inner = options.groups() * options.headSize();
        queries = child("q_proj", new Linear(options.width(), outer, options.bias(), placement));
        keys = child("k_proj", new Linear(options.width(), inner, options.bias(), placement));
        values = child("v_proj", new Linear(options.width(), inner, options.bias(), placement));
        out = child("o_proj", new Linear(outer, options.width(), options.bias(), placement));
    }

    @Override
    Tensor forward(Tensor x, KeyValueCache.Part past) {
        Tensor q = turned(apart(queries.forward(x), options.heads()), past);
        Tensor k = turned(apart(keys.forward(x), options.groups()), past);
        Tensor v = apart(values.forward(x), options.groups());
        Tensor mixed =
                options.causal() ? KeyValueCache.attend(past, q, k, v) : Tensor.attention(q, k, v, Attention.DEFAULT);
        return out.forward(together(mixed));
    }

    private Tensor turned(Tensor x, KeyValueCache.Part past) {
        if (options.rotary() == null) {
            return x;
        }
        return past == null ? options.rotary().rotate(x) : options.rotary().rotate(x, past.positions());
    }
}
