package io.xianka.nn;

import io.xianka.tensor.Tensor;

/** x weight + bias, with a weight {@code (in, out)}: the transpose of {@link Linear}'s, which is how GPT-2's weights are published. */
final class Projection extends Layer {
    private final Tensor weight;
    private final Tensor bias;

    Projection(long in, long out, double deviation, Placement placement) {
        weight = parameter("weight", placement.normal(deviation, in, out));
        bias = parameter("bias", placement.full(0, out));
    }

    @Override
    public Tensor forward(Tensor x) {
        return x.linear(weight.transpose(), bias);
    }
}
