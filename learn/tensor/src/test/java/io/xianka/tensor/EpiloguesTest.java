package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class EpiloguesTest {
    private static Tensor random(Device device, long seed, long... sizes) {
        var random = new SplittableRandom(seed);
        float[] values = new float[Math.toIntExact(Shape.of(sizes).elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(-4, 5);
        }
        return Tensor.of(values, Shape.of(sizes), device);
    }

    private static void compare(int steps, Function<Device, Tensor> graph) {
        Tensor emulated = graph.apply(Device.emulated());
        String plan = emulated.explain();
        assertTrue(plan.contains("\n" + steps + " steps;"), plan);
        assertArrayEquals(graph.apply(Device.plain()).toFloatArray(), emulated.toFloatArray());
    }

    @Test
    void addsABiasAndAResidualWhileTheProductIsStored() {
        compare(
                1,
                device -> random(device, 1, 6, 5)
                        .matmul(random(device, 2, 5, 8))
                        .add(random(device, 3, 8))
                        .add(random(device, 4, 6, 8)));
    }

    @Test
    void addsABiasToABatchUnderAnotherShape() {
        compare(
                1,
                device -> random(device, 1, 6, 5)
                        .matmul(random(device, 2, 5, 8))
                        .reshape(2, 3, 8)
                        .add(random(device, 3, 8)));
    }

    @Test
    void addsOneProductToAnother() {
        compare(
                2,
                device -> random(device, 1, 6, 5)
                        .matmul(random(device, 2, 5, 8))
                        .add(random(device, 3, 6, 4).matmul(random(device, 4, 4, 8))));
    }

    @Test
    void leavesAKernelThatDoesMore() {
        compare(2, device -> {
            Tensor product = random(device, 1, 6, 5).matmul(random(device, 2, 5, 8));
            return product.add(random(device, 3, 8)).mul(product);
        });
        compare(
                2,
                device ->
                        random(device, 1, 6, 5).matmul(random(device, 2, 5, 8)).add(random(device, 3, 6, 1)));
    }

    @Test
    void keepsAProductThatIsAskedFor() {
        Device device = Device.emulated();
        Tensor product = random(device, 1, 6, 5).matmul(random(device, 2, 5, 8));
        Tensor sum = product.add(random(device, 3, 8));
        Tensor.realise(product, sum);
        assertEquals(48, product.toFloatArray().length);
        assertArrayEquals(
                random(Device.plain(), 1, 6, 5)
                        .matmul(random(Device.plain(), 2, 5, 8))
                        .toFloatArray(),
                product.toFloatArray());
    }
}
