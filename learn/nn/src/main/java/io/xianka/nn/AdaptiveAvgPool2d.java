package io.xianka.nn;

import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.Tensor;

/**
 * Images {@code (batch, channels, height, width)} of any size brought to one size by means of windows, as torch.nn.AdaptiveAvgPool2d:
 * window i of n over a length goes from floor(i length / n) to ceil((i + 1) length / n), so windows overlap where n does not divide it.
 */
public final class AdaptiveAvgPool2d extends Layer {
    private final long height;
    private final long width;

    /** To a square. */
    public AdaptiveAvgPool2d(long size) {
        this(size, size);
    }

    /** To a size. */
    public AdaptiveAvgPool2d(long height, long width) {
        if (height < 1 || width < 1) {
            throw new IllegalArgumentException(
                    "AdaptiveAvgPool2d: to height " + height + " and width " + width + "; both are at least 1");
        }
        this.height = height;
        this.width = width;
    }

    @Override
    public Tensor forward(Tensor x) {
        if (x.shape().rank() != 4) {
            throw new ShapeMismatch(
                    "AdaptiveAvgPool2d: shape " + x.shape() + " is not (batch, channels, height, width)");
        }
        if (height == 1 && width == 1) {
            return x.mean(new int[] {2, 3}, true);
        }
        Tensor rows = means(x.shape().size(2), height, x.device()).to(x.dtype());
        Tensor columns = means(x.shape().size(3), width, x.device()).to(x.dtype());
        return rows.matmul(x.matmul(columns.transpose()));
    }

    /** The means of windows as a product: {@code (windows, length)}, in each row 1 / its members where they are, else 0. */
    private static Tensor means(long length, long windows, Device device) {
        int columns = Math.toIntExact(length);
        float[] shares = new float[Math.toIntExact(windows * length)];
        for (int i = 0; i < windows; i++) {
            int from = (int) (i * length / windows);
            int to = (int) Math.ceilDiv((i + 1) * length, windows);
            for (int place = from; place < to; place++) {
                shares[i * columns + place] = 1f / (to - from);
            }
        }
        return Tensor.of(shares, Shape.of(windows, length), device);
    }
}
