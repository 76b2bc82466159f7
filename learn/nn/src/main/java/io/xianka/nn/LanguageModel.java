package io.xianka.nn;

import io.xianka.tensor.CrossEntropy;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.Tensor;

/**
 * A model that scores the next token after each of a row of tokens: {@link Gpt}, {@link Llama}. A stream of vectors goes from the
 * tokens through blocks; a head turns it to scores.
 *
 * <p>To train, ask for the {@link #loss}. To write, ask for what comes {@link #next}, with a {@link KeyValueCache} that spares
 * computing the past again.
 */
public abstract sealed class LanguageModel extends Layer permits Gpt, Llama {
    private volatile Checkpointing checkpointing = Checkpointing.NONE;

    LanguageModel() {}

    /** {@return the number of tokens that it scores} */
    public abstract long vocabulary();

    /** {@return the longest row of tokens} */
    public abstract long block();

    /** {@return where it is} */
    public final Device device() {
        return parameters().getFirst().device();
    }

    /**
     * What the head reads.
     *
     * @param tokens numbers {@code (batch, length)}, checked
     * @param past the tokens before, or null for none
     * @return {@code (batch, length, width)}
     */
    abstract Tensor stream(Tensor tokens, KeyValueCache past);

    /** The scores, {@code (..., width)} to {@code (..., n)}: the first {@link #vocabulary} of n are tokens. */
    abstract Tensor head(Tensor stream);

    /** What a block makes of the stream, keeping for its backward pass what was asked for. */
    final Tensor through(TransformerBlock block, Tensor stream, KeyValueCache.Part past) {
        return past == null ? checkpointing.apply(block::forward, stream) : block.forward(stream, past);
    }

    /** Says what each block keeps for its backward pass, from the next forward pass on; {@return this} */
    public LanguageModel checkpointing(Checkpointing checkpointing) {
        this.checkpointing = checkpointing;
        return this;
    }

    /** As {@link #cache}, of checked sizes. */
    abstract KeyValueCache newCache(long batch, long capacity);

    /**
     * An empty past.
     *
     * @param batch rows of tokens
     * @param capacity the most tokens of a row, no more than the {@link #block}
     */
    public final KeyValueCache cache(long batch, long capacity) {
        if (batch < 1 || capacity < 1 || capacity > block()) {
            throw new IllegalArgumentException("cache: " + batch + " rows of " + capacity
                    + " tokens; there is at least one of each, and a row has at most the " + block() + " of the model");
        }
        return newCache(batch, capacity);
    }

    // ------------------------------------------------------------------ scores

    /**
     * The scores of each next token.
     *
     * @param tokens numbers {@code (batch, length)}, no longer than the block
     * @return {@code (batch, length, vocabulary)}
     */
    @Override
    public final Tensor forward(Tensor tokens) {
        return withoutPadding(head(stream(checked(tokens, block()), null)));
    }

    /**
     * The mean cross-entropy of the next tokens, in nats.
     *
     * @param tokens numbers {@code (batch, length)}
     * @param next those one place further, of the same shape; -100 does not count
     */
    public final Tensor loss(Tensor tokens, Tensor next) {
        return loss(tokens, next, CrossEntropy.DEFAULT);
    }

    /** As {@link #loss(Tensor, Tensor)}, counted in another way. */
    public final Tensor loss(Tensor tokens, Tensor next, CrossEntropy options) {
        Tensor scores = head(stream(checked(tokens, block()), null));
        // Smoothing spreads over all classes, so these must be the true ones; else a mask is cheaper than a cut.
        boolean cut = options.labelSmoothing() > 0 || options.weight() != null;
        Tensor classes = cut ? withoutPadding(scores) : impossiblePadding(scores);
        return classes.flatten(0, 1).crossEntropy(next.flatten(), options);
    }

    /**
     * The scores of the token after the first {@code count} of these, which come after those of the past; the past then has them, too.
     * One plan serves every past, so that a token costs no compilation. What is returned is computed.
     *
     * @param tokens numbers {@code (batch, length)}; what comes after the first {@code count}, which fills up a length that has a plan,
     *     is not heeded
     * @return {@code (batch, vocabulary)}
     * @throws IllegalArgumentException when the past has no room for them
     */
    public final Tensor next(Tensor tokens, long count, KeyValueCache past) {
        long length = checked(tokens, past.capacity()).shape().size(1);
        if (count < 1 || count > length) {
            throw new IllegalArgumentException(
                    "next: the first " + count + " of tokens " + tokens.shape() + "; they are 1 to " + length);
        }
        past.checkRoom(tokens.shape().size(0), count);
        return Tensor.noGrad(() -> {
            past.begin(length);
            Tensor stream = stream(tokens, past);
            Tensor scores = withoutPadding(head(length == 1 ? stream.squeeze(1) : at(stream, count - 1)));
            past.commit(count, scores);
            return scores;
        });
    }

    /** One place of each row, which plans read when they run. */
    private static Tensor at(Tensor stream, long place) {
        return stream.take(1, Tensor.runtimeScalar((double) place, DType.INT64, stream.device()));
    }

    private Tensor checked(Tensor tokens, long longest) {
        Shape shape = tokens.shape();
        if (shape.rank() != 2 || shape.size(1) < 1 || shape.size(1) > longest) {
            throw new ShapeMismatch(getClass().getSimpleName() + ": tokens " + shape
                    + " are not (batch, length) with a length from 1 to " + longest);
        }
        return tokens;
    }

    private Tensor withoutPadding(Tensor scores) {
        return scores.shape().size(-1) == vocabulary() ? scores : scores.narrow(-1, 0, vocabulary());
    }

    private Tensor impossiblePadding(Tensor scores) {
        if (scores.shape().size(-1) == vocabulary()) {
            return scores;
        }
        Tensor number = Tensor.arange(scores.shape().size(-1), scores.device());
        return Tensor.where(number.lt(vocabulary()), scores, scores.fullLike(Double.NEGATIVE_INFINITY));
    }
}
