package io.xianka.nn;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.Tensor;

/**
 * Channels of images, axis 1 of {@code (batch, channels, height, width)}, brought to mean 0 and variance 1 over the batch, times {@code
 * weight}, plus {@code bias}, as torch.nn.BatchNorm2d. In training the batch's own mean and variance count, and move {@code
 * running_mean} and {@code running_var}; in evaluation those count.
 *
 * <p>The running values are computed with the optimizer's step, or with the next forward pass where there was none, so that nothing of
 * a batch is kept longer.
 */
public final class BatchNorm2d extends Layer {
    private static final int[] ALL_BUT_CHANNELS = {0, 2, 3};

    private final long channels;
    private final double eps;
    private final double momentum;
    private final Tensor weight;
    private final Tensor bias;
    private final Tensor mean;
    private final Tensor variance;
    private final Tensor batches;

    /** With an epsilon of 1e-5 and a momentum of 0.1. */
    public BatchNorm2d(long channels) {
        this(channels, 1e-5, 0.1, Placement.current());
    }

    /**
     * With options.
     *
     * @param eps added to the variance
     * @param momentum the share of a batch in the running values, 0 to 1
     */
    public BatchNorm2d(long channels, double eps, double momentum, Placement placement) {
        if (!(momentum >= 0 && momentum <= 1)) {
            throw new IllegalArgumentException("BatchNorm2d: momentum " + momentum + " is not from 0 to 1");
        }
        this.channels = channels;
        this.eps = eps;
        this.momentum = momentum;
        weight = parameter("weight", placement.full(1, channels));
        bias = parameter("bias", placement.full(0, channels));
        mean = buffer("running_mean", placement.full(0, channels));
        variance = buffer("running_var", placement.full(1, channels));
        batches = buffer("num_batches_tracked", Tensor.zeros(Shape.SCALAR, DType.INT64, placement.device()));
    }

    @Override
    public Tensor forward(Tensor x) {
        Shape shape = x.shape();
        if (shape.rank() != 4 || shape.size(1) != channels) {
            throw new ShapeMismatch("BatchNorm2d: shape " + shape + " is not (batch, " + channels + ", height, width)");
        }
        if (!isTraining()) {
            return x.batchNorm(mean, variance, weight, bias, eps);
        }
        long each = shape.elements() / channels;
        if (each < 2) {
            throw new ShapeMismatch("BatchNorm2d: shape " + shape
                    + " has one element a channel, which has no variance; train on larger batches");
        }
        Tensor.noGrad(() -> {
            Tensor constant = x.detach();
            Tensor center = constant.mean(ALL_BUT_CHANNELS, true);
            Tensor spread = constant.sub(center).square().mean(ALL_BUT_CHANNELS, false);
            // The running variance is that of all images, of which the batch is a sample.
            moved(mean, center.flatten());
            moved(variance, spread.mul(each / (each - 1.0)));
            BufferUpdates.record(batches, count -> count.add(1));
        });
        return x.batchNorm(weight, bias, eps);
    }

    private void moved(Tensor running, Tensor batch) {
        Tensor share = batch.to(running.dtype()).mul(momentum);
        BufferUpdates.record(running, old -> old.mul(1 - momentum).add(share));
    }
}
