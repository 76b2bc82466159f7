package io.xianka.tensor.product;

import io.xianka.tensor.DType;
import java.util.Objects;

/**
 * Scaled dot-product attention: {@code out = softmax(scale * q k^T) v} for each head of each sequence. A value without
 * addresses, and so the key of what is prepared once.
 *
 * <p>Queries and outputs are [batch, heads, queries, headSize]; keys and values are [batch, keyHeads, keys, headSize].
 * Gradients of q, k and v lie where {@code gradients} says, that of the output as the output.
 *
 * @param batch sequences
 * @param heads heads of the queries
 * @param keyHeads heads of keys and values; divides {@code heads}, and each serves {@code heads / keyHeads} in a row
 * @param queries length of the sequences of queries
 * @param keys length of the sequences of keys
 * @param headSize elements of a row: 1 to 256
 * @param arithmetic of the products, any but that of float64; operands are of its type, sums float32
 * @param scale of the scores, usually {@code 1 / sqrt(headSize)}; not negative
 * @param causal whether query i sees the keys up to i alone (aligned at the first, as PyTorch's {@code is_causal})
 * @param q layout of queries
 * @param k layout of keys
 * @param v layout of values
 * @param o layout of outputs
 * @param gradients layouts of what the backward pass writes
 */
public record Attention(
        int batch,
        int heads,
        int keyHeads,
        int queries,
        int keys,
        int headSize,
        Arithmetic arithmetic,
        double scale,
        boolean causal,
        Layout q,
        Layout k,
        Layout v,
        Layout o,
        Gradients gradients) {

    /** Layouts of the gradients of queries, keys and values. */
    public record Gradients(Layout q, Layout k, Layout v) {
        public Gradients {
            Objects.requireNonNull(q, "q");
            Objects.requireNonNull(k, "k");
            Objects.requireNonNull(v, "v");
        }

        boolean isMultipleOf(long elements) {
            return q.isMultipleOf(elements) && k.isMultipleOf(elements) && v.isMultipleOf(elements);
        }
    }

    /**
     * Where rows lie, from an address on: elements from one to the next. Elements of a row are neighbours.
     *
     * @param batchStride from a sequence to the next
     * @param headStride from a head to the next
     * @param rowStride from a row to the next
     */
    public record Layout(long batchStride, long headStride, long rowStride) {
        public Layout {
            if (batchStride < 0 || headStride < 0 || rowStride < 0) {
                throw new IllegalArgumentException("strides " + batchStride + ", " + headStride + ", " + rowStride
                        + ": none may be negative; copy the operand first");
            }
        }

        /** [batch, heads, length, headSize] without gaps. */
        public static Layout dense(int heads, int length, int headSize) {
            return new Layout((long) heads * length * headSize, (long) length * headSize, headSize);
        }

        /** [batch, length, heads, headSize] without gaps. */
        public static Layout byPosition(int heads, int length, int headSize) {
            return new Layout((long) length * heads * headSize, headSize, (long) heads * headSize);
        }

        boolean isMultipleOf(long elements) {
            return batchStride % elements == 0 && headStride % elements == 0 && rowStride % elements == 0;
        }
    }

    public Attention {
        Objects.requireNonNull(arithmetic, "arithmetic");
        Objects.requireNonNull(q, "q");
        Objects.requireNonNull(k, "k");
        Objects.requireNonNull(v, "v");
        Objects.requireNonNull(o, "o");
        Objects.requireNonNull(gradients, "gradients");
        if (batch < 1 || heads < 1 || keyHeads < 1 || queries < 1 || keys < 1) {
            throw new IllegalArgumentException("attention of " + batch + " x " + heads + " heads (" + keyHeads
                    + " of keys), " + queries + " queries, " + keys + " keys: each must be at least 1");
        }
        if (heads % keyHeads != 0) {
            throw new IllegalArgumentException(
                    heads + " heads cannot share " + keyHeads + " heads of keys: it must divide them");
        }
        if (headSize < 1 || headSize > 256) {
            throw new IllegalArgumentException("heads of " + headSize + " elements: must be 1 to 256");
        }
        if (!(scale >= 0 && scale < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("scores scaled by " + scale
                    + ": must be a finite number from 0 on; for a negative one negate the queries");
        }
        if (arithmetic == Arithmetic.FLOAT64) {
            throw new IllegalArgumentException(
                    "attention in float64: it is done in float32, float16 or bfloat16; cast first");
        }
    }

    /** Of dense operands [batch, heads, length, headSize], with the usual scale. */
    public static Attention of(Arithmetic arithmetic, int batch, int heads, int length, int headSize, boolean causal) {
        Layout dense = Layout.dense(heads, length, headSize);
        return new Attention(
                batch,
                heads,
                heads,
                length,
                length,
                headSize,
                arithmetic,
                1 / Math.sqrt(headSize),
                causal,
                dense,
                dense,
                dense,
                dense,
                new Gradients(dense, dense, dense));
    }

    /** {@return the type of all operands} */
    public DType type() {
        return arithmetic.factors();
    }

    /** {@return whether rows of all operands begin at multiples of this} */
    boolean isMultipleOf(long elements) {
        return q.isMultipleOf(elements)
                && k.isMultipleOf(elements)
                && v.isMultipleOf(elements)
                && o.isMultipleOf(elements)
                && gradients.isMultipleOf(elements);
    }

    /** {@return multiplications and additions of the forward pass, half of them when causal} */
    public double forwardFlops() {
        return 4.0 * batch * heads * queries * keys * headSize / (causal ? 2 : 1);
    }

    /** {@return how many log-sum-exps the forward pass leaves for the backward pass} */
    public long rows() {
        return (long) batch * heads * queries;
    }
}
