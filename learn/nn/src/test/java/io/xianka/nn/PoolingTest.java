package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.Tensor;
import org.junit.jupiter.api.Test;

class PoolingTest {
    /** Two channels of 5 by 7: the numbers from 0 to the power of 1.5. */
    private static Tensor image() {
        float[] values = new float[70];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) Math.pow(i, 1.5);
        }
        return Tensor.of(values, Shape.of(1, 2, 5, 7), Device.plain());
    }

    private static void assertFirstAndLast(Tensor y, Shape shape, float[] first, float last) {
        assertEquals(shape, y.shape());
        float[] all = y.toFloatArray();
        float[] start = java.util.Arrays.copyOf(all, first.length);
        assertArrayEquals(first, start, 1e-4f);
        assertEquals(last, all[all.length - 1], 1e-3f);
    }

    /** Results of torch 1.13. */
    @Test
    void windowsGiveWhatPyTorchGives() {
        assertFirstAndLast(
                new MaxPool2d(3, 2, 1).forward(image()),
                Shape.of(1, 2, 3, 4),
                new float[] {22.62742f, 31.62278f, 41.56922f, 46.87217f, 103.1891f},
                573.157f);
        assertFirstAndLast(
                new AvgPool2d(3, 2, 1).forward(image()),
                Shape.of(1, 2, 3, 4),
                new float[] {4.683075f, 10.03053f, 14.8946f, 12.70207f, 39.00543f},
                233.1681f);
        assertFirstAndLast(
                new AdaptiveAvgPool2d(3, 4).forward(image()),
                Shape.of(1, 2, 3, 4),
                new float[] {10.53692f, 15.0458f, 22.34189f, 28.57967f, 58.50814f, 67.1674f},
                524.6283f);
        assertEquals(Shape.of(1, 2, 2, 3), new MaxPool2d(2).forward(image()).shape());
        assertEquals(Shape.of(1, 2, 2, 3), new AvgPool2d(2).forward(image()).shape());
    }

    @Test
    void toOnePlaceIsTheMean() {
        Tensor one = new AdaptiveAvgPool2d(1).forward(image());
        assertEquals(Shape.of(1, 2, 1, 1), one.shape());
        assertArrayEquals(
                image().mean(new int[] {2, 3}, false).toFloatArray(),
                one.flatten().toFloatArray(),
                1e-3f);
        assertArrayEquals(
                image().toFloatArray(),
                new AdaptiveAvgPool2d(5, 7).forward(image()).toFloatArray(),
                1e-3f);
        assertThrows(IllegalArgumentException.class, () -> new AdaptiveAvgPool2d(0));
        assertThrows(ShapeMismatch.class, () -> new AdaptiveAvgPool2d(2).forward(image().flatten(0, 1)));
    }

    @Test
    void aSmallNetworkLearnsWhichHalfIsBright() {
        Device device = Device.cpu();
        var placement = new Placement(device, DType.FLOAT32, Generator.seeded(1));
        var net = new SmallCnn(1, 8, 2, placement);
        Generator random = Generator.seeded(2);
        Tensor noise = random.uniform(Shape.of(16, 1, 8, 8), DType.FLOAT32, device);
        Tensor kinds = Tensor.arange(16, device).remainder(2);
        Tensor place = Tensor.arange(8, device).ge(4).to(DType.INT64);
        Tensor bright = place.eq(kinds.reshape(16, 1, 1, 1)).to(DType.FLOAT32);
        Tensor images = noise.add(bright).realise();
        var optimizer = new Optimizer(AdamW.DEFAULT, 1e-2, net.parameters());
        for (int step = 0; step < 20; step++) {
            optimizer.zeroGrad();
            Tensor loss = net.forward(images).crossEntropy(kinds);
            loss.backward();
            optimizer.step(loss);
        }
        net.train(false);
        assertArrayEquals(kinds.toLongArray(), net.forward(images).argmax(1).toLongArray());
        assertTrue(net.stateDict().containsKey("layers.1.running_var"));
        assertThrows(ShapeMismatch.class, () -> net.forward(noise.flatten(0, 1)));
        assertThrows(IllegalArgumentException.class, () -> new SmallCnn(1, 3, 2, placement));
    }
}
