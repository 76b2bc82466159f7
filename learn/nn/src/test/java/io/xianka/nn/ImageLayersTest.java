package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.Windows;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImageLayersTest {
    private final Placement placement = new Placement(Device.plain(), DType.FLOAT32, Generator.seeded(5));

    private static Tensor floats(Shape shape, float... values) {
        return Tensor.of(values, shape, Device.plain());
    }

    @Test
    void aConvolutionWithItsTransposeComesBackToTheSize() {
        Windows windows = Windows.DEFAULT.withStride(2).withPadding(1).withGroups(2);
        var down = new Conv2d(4, 6, 4, windows, true, placement);
        var up = new ConvTranspose2d(6, 4, 4, windows, false, placement);
        Tensor image = Tensor.ones(Shape.of(1, 4, 8, 8), DType.FLOAT32, Device.plain());
        assertEquals(Shape.of(1, 6, 4, 4), down.forward(image).shape());
        assertEquals(image.shape(), up.forward(down.forward(image)).shape());
        assertEquals(Shape.of(6, 2, 4, 4), down.stateDict().get("weight").shape());
        assertEquals(Shape.of(6, 2, 4, 4), up.stateDict().get("weight").shape());
        assertTrue(down.stateDict().get("weight").abs().max().item() <= 1 / Math.sqrt(32));
        assertThrows(IllegalArgumentException.class, () -> new Conv2d(3, 6, 4, windows, true, placement));
        assertThrows(IllegalArgumentException.class, () -> new ConvTranspose2d(6, 3, 4, windows, true, placement));
    }

    @Test
    void groupsOfChannelsAreNormalisedTogether() {
        Tensor x = floats(Shape.of(1, 4, 1, 1), 1, 3, 10, 30);
        float[] y = new GroupNorm(2, 4, 0, placement).forward(x).toFloatArray();
        assertArrayEquals(new float[] {-1, 1, -1, 1}, y, 1e-6f);
        assertThrows(IllegalArgumentException.class, () -> new GroupNorm(3, 4, 0, placement));
    }

    @Test
    void aSmallNetworkTellsBarsFromColumns() {
        var net = new Sequential(
                new Conv2d(1, 4, 3, Windows.DEFAULT.withPadding(1), true, placement),
                Sequential.of(Tensor::relu),
                Sequential.of(x -> x.maxPool2d(2).flatten(1, 3)),
                new Linear(16, 2, true, placement));
        assertEquals(
                List.of("0.weight", "0.bias", "3.weight", "3.bias"),
                List.copyOf(net.stateDict().keySet()));
        Tensor images = floats(
                Shape.of(2, 1, 4, 4),
                1,
                1,
                1,
                1,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                1,
                0,
                0,
                0,
                1,
                0,
                0,
                0,
                1,
                0,
                0,
                0,
                1,
                0,
                0,
                0);
        Tensor kinds = Tensor.of(new long[] {0, 1}, Shape.of(2), Device.plain());
        var optimizer = new Optimizer(Sgd.DEFAULT.withMomentum(0.9), 0.1, net.parameters());
        for (int step = 0; step < 30; step++) {
            optimizer.zeroGrad();
            Tensor loss = net.forward(images).crossEntropy(kinds);
            loss.backward();
            optimizer.step();
        }
        assertArrayEquals(new long[] {0, 1}, net.forward(images).argmax(1).toLongArray());
    }
}
