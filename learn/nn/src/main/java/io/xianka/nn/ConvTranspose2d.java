package io.xianka.nn;

import io.xianka.tensor.Tensor;
import io.xianka.tensor.Windows;

/**
 * The transpose of a convolution of images, as torch.nn.ConvTranspose2d: {@code (batch, in, height, width)} to {@code (batch, out,
 * ...)}. {@code weight} is {@code (in, out / groups, size, size)}, {@code bias} {@code (out,)}.
 */
public final class ConvTranspose2d extends Layer {
    private final Tensor weight;
    private final Tensor bias;
    private final Windows windows;

    /** With a bias and a stride of 1. */
    public ConvTranspose2d(long in, long out, long size) {
        this(in, out, size, Windows.DEFAULT, true, Placement.current());
    }

    /** With a stride, padding, dilation and groups. */
    public ConvTranspose2d(long in, long out, long size, Windows windows, boolean hasBias, Placement placement) {
        long groups = windows.groups();
        if (in % groups != 0 || out % groups != 0) {
            throw new IllegalArgumentException(
                    "ConvTranspose2d: " + in + " and " + out + " channels are no multiples of " + groups + " groups");
        }
        this.windows = windows;
        // By the second axis, as PyTorch counts also here.
        double bound = 1 / Math.sqrt((double) (out / groups * size * size));
        weight = parameter("weight", placement.uniform(bound, in, out / groups, size, size));
        bias = hasBias ? parameter("bias", placement.uniform(bound, out)) : null;
    }

    @Override
    public Tensor forward(Tensor x) {
        return x.convTranspose2d(weight, bias, windows);
    }
}
