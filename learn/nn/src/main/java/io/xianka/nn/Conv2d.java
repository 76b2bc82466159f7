package io.xianka.nn;

import io.xianka.tensor.Tensor;
import io.xianka.tensor.Windows;

/**
 * Convolution of images, as torch.nn.Conv2d: {@code (batch, in, height, width)} to {@code (batch, out, ...)}. {@code weight} is {@code
 * (out, in / groups, size, size)}, {@code bias} {@code (out,)}; both start uniform within one over the root of the elements that a
 * result sums.
 */
public final class Conv2d extends Layer {
    private final Tensor weight;
    private final Tensor bias;
    private final Windows windows;

    /** With a bias, every window, nothing around the image. */
    public Conv2d(long in, long out, long size) {
        this(in, out, size, Windows.DEFAULT, true, Placement.current());
    }

    /** With a stride, padding, dilation and groups. */
    public Conv2d(long in, long out, long size, Windows windows, boolean hasBias, Placement placement) {
        long groups = windows.groups();
        if (in % groups != 0 || out % groups != 0) {
            throw new IllegalArgumentException(
                    "Conv2d: " + in + " and " + out + " channels are no multiples of " + groups + " groups");
        }
        this.windows = windows;
        double bound = 1 / Math.sqrt((double) (in / groups * size * size));
        weight = parameter("weight", placement.uniform(bound, out, in / groups, size, size));
        bias = hasBias ? parameter("bias", placement.uniform(bound, out)) : null;
    }

    @Override
    public Tensor forward(Tensor x) {
        return x.conv2d(weight, bias, windows);
    }
}
