package io.xianka.nn;

import io.xianka.tensor.Tensor;

/** Rows of a table by number, as torch.nn.Embedding: {@code weight} is {@code (count, width)} and starts normal. */
public final class Embedding extends Layer {
    private final Tensor weight;

    /** With rows of deviation 1. */
    public Embedding(long count, long width) {
        this(count, width, 1, Placement.current());
    }

    /** With rows of a deviation. */
    public Embedding(long count, long width, double deviation, Placement placement) {
        weight = parameter("weight", placement.normal(deviation, count, width));
    }

    /**
     * The rows.
     *
     * @param indices integers of any shape, each from 0 to below the count
     * @return {@code (indices..., width)}
     */
    @Override
    public Tensor forward(Tensor indices) {
        return weight.take(0, indices);
    }

    /** {@return the table, which a tied head multiplies by} */
    public Tensor weight() {
        return weight;
    }
}
