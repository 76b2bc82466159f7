package io.xianka.nn;

import io.xianka.tensor.Tensor;

/**
 * Groups of channels, axis 1, brought to mean 0 and variance 1 together, then scaled and shifted by channel, as torch.nn.GroupNorm.
 */
public final class GroupNorm extends Layer {
    private final int groups;
    private final double eps;
    private final Tensor weight;
    private final Tensor bias;

    /** With an epsilon of 1e-5. */
    public GroupNorm(int groups, long channels) {
        this(groups, channels, 1e-5, Placement.current());
    }

    /** With an epsilon, which is added to the variance. */
    public GroupNorm(int groups, long channels, double eps, Placement placement) {
        if (groups < 1 || channels % groups != 0) {
            throw new IllegalArgumentException(
                    "GroupNorm: " + channels + " channels are no multiple of " + groups + " groups");
        }
        this.groups = groups;
        this.eps = eps;
        weight = parameter("weight", placement.full(1, channels));
        bias = parameter("bias", placement.full(0, channels));
    }

    @Override
    public Tensor forward(Tensor x) {
        return x.groupNorm(groups, weight, bias, eps);
    }
}
