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
    void addsAResidualAndABiasWhileTheProductIsStored() {
        compare(
                1,
                device -> random(device, 1, 6, 5)
                        .matmul(random(device, 2, 5, 8))
                        .add(random(device, 4, 6, 8))
                        .add(random(device, 3, 8)));
    }

    /** A product adds its bias last; what was asked for in another order would have other bits than a kernel gives. */
    @Test
    void leavesABiasThatIsAddedBeforeAResidualToAKernel() {
        compare(
                2,
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

    private static void compareClosely(int steps, DType dtype, float tolerance, Function<Tensor, Tensor> activation) {
        Function<Device, Tensor> graph = device -> activation.apply(random(device, 1, 6, 5)
                .mul(0.25)
                .to(dtype)
                .realise()
                .matmul(random(device, 2, 5, 8).to(dtype).realise())
                .add(random(device, 3, 8).to(dtype).realise()));
        Tensor emulated = graph.apply(Device.emulated());
        String plan = emulated.explain();
        assertTrue(("\n" + plan).contains("\n" + steps + " steps;"), plan);
        assertArrayEquals(graph.apply(Device.plain()).toFloatArray(), emulated.toFloatArray(), tolerance);
    }

    @Test
    void appliesAnActivationWhileTheProductIsStored() {
        compareClosely(1, DType.FLOAT32, 1e-5f, Tensor::gelu);
        compareClosely(1, DType.FLOAT32, 1e-5f, Tensor::geluTanh);
        compareClosely(1, DType.FLOAT32, 1e-5f, Tensor::relu);
        compareClosely(2, DType.FLOAT32, 1e-5f, Tensor::silu);
        compareClosely(1, DType.BFLOAT16, 0.2f, Tensor::geluTanh);
        compareClosely(1, DType.FLOAT16, 0.03f, Tensor::gelu);
        compareClosely(1, DType.FLOAT16, 0.03f, Tensor::relu);
        compare(
                1,
                device ->
                        random(device, 1, 6, 5).matmul(random(device, 2, 5, 8)).relu());
        compare(
                1,
                device -> random(device, 1, 6, 5)
                        .matmul(random(device, 2, 5, 8))
                        .add(random(device, 4, 6, 8))
                        .relu());
        String plan = random(Device.emulated(), 1, 6, 5)
                .matmul(random(Device.emulated(), 2, 5, 8))
                .add(random(Device.emulated(), 3, 8))
                .geluTanh()
                .explain();
        assertTrue(plan.contains("x (5, 8), bias, gelu by tanh"), plan);
    }

    @Test
    void keepsWhatAnActivationIsTakenOfWhenItIsAskedFor() {
        Device device = Device.emulated();
        Tensor sum = random(device, 1, 6, 5).matmul(random(device, 2, 5, 8)).add(random(device, 3, 8));
        Tensor activated = sum.relu();
        Tensor.realise(sum, activated);
        float[] before = sum.toFloatArray();
        float[] after = activated.toFloatArray();
        for (int i = 0; i < before.length; i++) {
            assertEquals(Math.max(before[i], 0), after[i]);
        }
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
