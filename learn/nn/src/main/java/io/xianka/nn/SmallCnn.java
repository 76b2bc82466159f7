package io.xianka.nn;

import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.Windows;

/**
 * A small network that sorts images into classes: twice a convolution, batch norm, ReLU and halving by the largest, then a hidden layer.
 * About 90% of Fashion-MNIST after a few epochs.
 */
public final class SmallCnn extends Layer {
    private final long channels;
    private final long side;
    private final Sequential layers;

    /** On the current device. */
    public SmallCnn(long channels, long side, long classes) {
        this(channels, side, classes, Placement.current());
    }

    /**
     * Somewhere.
     *
     * @param channels of an image: 1 for grey, 3 for colours
     * @param side height and width of an image, at least 4
     */
    public SmallCnn(long channels, long side, long classes, Placement placement) {
        if (channels < 1 || side < 4 || classes < 1) {
            throw new IllegalArgumentException("SmallCnn: " + channels + " channels of side " + side + " in " + classes
                    + " classes; sides are at least 4, there is one of the others at least");
        }
        this.channels = channels;
        this.side = side;
        long left = side / 2 / 2;
        layers = child(
                "layers",
                new Sequential(
                        convolution(channels, 16, placement),
                        new BatchNorm2d(16, 1e-5, 0.1, placement),
                        Sequential.of(Tensor::relu),
                        new MaxPool2d(2),
                        convolution(16, 32, placement),
                        new BatchNorm2d(32, 1e-5, 0.1, placement),
                        Sequential.of(Tensor::relu),
                        new MaxPool2d(2),
                        Sequential.of(x -> x.flatten(1, 3)),
                        new Linear(32 * left * left, 128, true, placement),
                        Sequential.of(Tensor::relu),
                        new Linear(128, classes, true, placement)));
    }

    /** Batch norm takes the mean away, so a bias would do nothing. */
    private static Conv2d convolution(long in, long out, Placement placement) {
        return new Conv2d(in, out, 3, Windows.DEFAULT.withPadding(1), false, placement);
    }

    /**
     * The scores of each class.
     *
     * @param x images {@code (batch, channels, side, side)}
     * @return {@code (batch, classes)}
     */
    @Override
    public Tensor forward(Tensor x) {
        if (x.shape().rank() != 4
                || x.shape().size(1) != channels
                || x.shape().size(2) != side
                || x.shape().size(3) != side) {
            throw new ShapeMismatch(
                    "SmallCnn: images " + x.shape() + " are not (batch, " + channels + ", " + side + ", " + side + ")");
        }
        return layers.forward(x);
    }
}
