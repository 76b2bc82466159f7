package io.xianka.nn;

import io.xianka.tensor.Tensor;

/**
 * x weight<sup>T</sup> + bias over the last axis, as torch.nn.Linear: {@code weight} is {@code (out, in)}, {@code bias} {@code (out,)}.
 * Both start uniform within one over the square root of {@code in}.
 */
public final class Linear extends Layer {
    private final Tensor weight;
    private final Tensor bias;

    /** With a bias. */
    public Linear(long in, long out) {
        this(in, out, true, Placement.current());
    }

    /** With a bias or without. */
    public Linear(long in, long out, boolean hasBias, Placement placement) {
        double bound = 1 / Math.sqrt((double) in);
        weight = parameter("weight", placement.uniform(bound, out, in));
        bias = hasBias ? parameter("bias", placement.uniform(bound, out)) : null;
    }

    @Override
    public Tensor forward(Tensor x) {
        return bias == null ? x.linear(weight) : x.linear(weight, bias);
    }
}
