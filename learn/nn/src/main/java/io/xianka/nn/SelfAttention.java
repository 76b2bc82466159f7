package io.xianka.nn;

import io.xianka.tensor.Tensor;

/** Attention of the places of a row to each other: {@code (batch, length, width)} to the same. */
public abstract sealed class SelfAttention extends Layer permits MultiHeadAttention, PackedAttention {
    SelfAttention() {}

    /**
     * The layer's value for places that come after others.
     *
     * @param past what was read before, or null for nothing
     */
    abstract Tensor forward(Tensor x, KeyValueCache.Part past);

    @Override
    public final Tensor forward(Tensor x) {
        return forward(x, null);
    }

    /** {@code (batch, length, heads size)} to {@code (batch, heads, length, size)}. */
    static Tensor apart(Tensor x, long heads) {
        return x.unflatten(-1, heads, x.shape().size(-1) / heads).transpose(1, 2);
    }

    /** The opposite of {@link #apart}. */
    static Tensor together(Tensor x) {
        return x.transpose(1, 2).flatten(2, 3);
    }
}
