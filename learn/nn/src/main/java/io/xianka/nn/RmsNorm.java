package io.xianka.nn;

import io.xianka.tensor.Tensor;

/** The last axis divided by the root of its mean square, times {@code weight}, as torch.nn.RMSNorm. */
public final class RmsNorm extends Layer {
    private final Tensor weight;
    private final double eps;

    /** With an epsilon of 1e-6. */
    public RmsNorm(long width) {
        this(width, 1e-6, Placement.current());
    }

    /** With an epsilon, which is added to the mean square. */
    public RmsNorm(long width, double eps, Placement placement) {
        this.eps = eps;
        weight = parameter("weight", placement.full(1, width));
    }

    @Override
    public Tensor forward(Tensor x) {
        return x.rmsNorm(weight, eps);
    }
}
