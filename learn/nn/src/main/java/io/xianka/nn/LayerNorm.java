package io.xianka.nn;

import io.xianka.tensor.Tensor;

/** The last axis brought to mean 0 and variance 1, times {@code weight}, plus {@code bias}, as torch.nn.LayerNorm. */
public final class LayerNorm extends Layer {
    private final Tensor weight;
    private final Tensor bias;
    private final double eps;

    /** With an epsilon of 1e-5. */
    public LayerNorm(long width) {
        this(width, 1e-5, Placement.current());
    }

    /** With an epsilon, which is added to the variance. */
    public LayerNorm(long width, double eps, Placement placement) {
        this.eps = eps;
        weight = parameter("weight", placement.full(1, width));
        bias = parameter("bias", placement.full(0, width));
    }

    @Override
    public Tensor forward(Tensor x) {
        return x.layerNorm(weight, bias, eps);
    }
}
