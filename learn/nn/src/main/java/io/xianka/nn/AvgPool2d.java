package io.xianka.nn;

import io.xianka.tensor.Tensor;

/** The mean of each square window of images {@code (batch, channels, height, width)}, as torch.nn.AvgPool2d. */
public final class AvgPool2d extends Layer {
    private final long size;
    private final long stride;
    private final long padding;

    /** Windows side by side. */
    public AvgPool2d(long size) {
        this(size, size, 0);
    }

    /** Windows that begin every {@code stride} places, with a border of {@code padding} zeros that count. */
    public AvgPool2d(long size, long stride, long padding) {
        this.size = size;
        this.stride = stride;
        this.padding = padding;
    }

    @Override
    public Tensor forward(Tensor x) {
        return x.avgPool2d(size, stride, padding);
    }
}
