package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointTest {
    private interface Kept {
        Tensor of(UnaryOperator<Tensor> segment, Tensor input);
    }

    private static final Map<String, Kept> WAYS = Map.of(
            "full",
            Checkpoint::full,
            "selective",
            Checkpoint::selective,
            "full in full",
            (segment, input) -> Checkpoint.full(x -> Checkpoint.full(segment, x), input),
            "selective in full",
            (segment, input) -> Checkpoint.full(x -> Checkpoint.selective(segment, x), input),
            "full in selective",
            (segment, input) -> Checkpoint.selective(x -> Checkpoint.full(segment, x), input));

    private static Tensor parameter(Device device, long seed, long... sizes) {
        return Generator.seeded(seed)
                .normal(Shape.of(sizes), DType.FLOAT32, device)
                .mul(0.3)
                .realise()
                .requiresGrad();
    }

    /** Norm, attention, dropout, perceptron: what a block of a transformer does. */
    private static List<float[]> valueAndGradients(Device device, Kept kept) {
        Tensor x = parameter(device, 1, 2, 2, 6, 8);
        Tensor w = parameter(device, 2, 8, 8);
        Tensor wide = parameter(device, 3, 8, 32);
        Tensor narrow = parameter(device, 4, 32, 8);
        Tensor scale = parameter(device, 5, 8);
        Tensor bias = parameter(device, 7, 32);
        Generator dropout = Generator.seeded(6);
        UnaryOperator<Tensor> block = in -> {
            Tensor normal = in.layerNorm(scale, null, 1e-5);
            Tensor q = normal.matmul(w);
            Tensor mixed = Tensor.attention(q, q.tanh(), normal, Attention.CAUSAL);
            Tensor stream = in.add(mixed.dropout(0.25, dropout));
            return stream.add(stream.linear(wide.transpose(), bias)
                    .geluTanh()
                    .matmul(narrow)
                    .dropout(0.25, dropout));
        };
        Tensor stream = x;
        for (int i = 0; i < 2; i++) {
            stream = kept.of(block, stream);
        }
        Tensor loss = stream.softmax(-1).square().sum();
        loss.backward();
        List<Tensor> all = new ArrayList<>(List.of(loss));
        List.of(x, w, wide, narrow, scale, bias).forEach(variable -> all.add(variable.grad()));
        Tensor.realise(all.toArray(Tensor[]::new));
        return all.stream().map(Tensor::toFloatArray).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "cpu", "emulated"})
    void changesNoBitOfValueAndGradients(String name) {
        changesNoBit(name, null);
    }

    /** What a kernel carries in 32 bits is rounded all the same, whichever values it stores. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "cpu", "emulated"})
    void changesNoBitUnderAutocast(String name) {
        changesNoBit(name, DType.BFLOAT16);
    }

    private static void changesNoBit(String name, DType type) {
        Device device = Device.of(name);
        List<float[]> expected = Autocast.in(type, () -> valueAndGradients(device, UnaryOperator::apply));
        assertTrue(expected.get(1)[0] != 0);
        // Each way compiles kernels of its own there.
        List<String> ways = name.equals("emulated") ? List.of("full", "selective in full") : List.copyOf(WAYS.keySet());
        ways.forEach(way -> {
            List<float[]> found = Autocast.in(type, () -> valueAndGradients(device, WAYS.get(way)));
            for (int i = 0; i < expected.size(); i++) {
                assertArrayEquals(expected.get(i), found.get(i), way + ", tensor " + i);
            }
        });
    }

    @Test
    void canBeDifferentiatedTwice() {
        Tensor x =
                Tensor.of(new double[] {0.3, -0.7}, Shape.of(2), Device.plain()).requiresGrad();
        UnaryOperator<Tensor> segment = in -> in.tanh().mul(in).exp();
        List<double[]> second = new ArrayList<>();
        for (Kept kept : List.<Kept>of(UnaryOperator::apply, Checkpoint::full)) {
            Tensor y = kept.of(segment, x).sum();
            Tensor first = Gradients.of(y, x);
            second.add(Gradients.of(first.square().sum(), x).toDoubleArray());
        }
        assertArrayEquals(second.get(0), second.get(1), 1e-12);
    }

    @Test
    void takesSeveralInputsAndLeavesIntegersAlone() {
        Tensor table = parameter(Device.plain(), 1, 5, 3);
        Tensor rows = Tensor.of(new long[] {4, 0, 4}, Shape.of(3), Device.plain());
        Tensor sum = Checkpoint.full(
                inputs -> inputs.get(0).take(0, inputs.get(1)).exp().sum(), List.of(table, rows));
        sum.backward();
        float[] gradient = table.grad().toFloatArray();
        float[] values = table.toFloatArray();
        assertEquals(2 * Math.exp(values[12]), gradient[12], 1e-5);
        assertEquals(0, gradient[3]);
    }

    @Test
    void computesNothingAgainWhenNoGradientIsAsked() {
        Tensor x = parameter(Device.plain(), 1, 4, 4);
        Tensor plain = Tensor.noGrad(() -> x.matmul(x).exp().matmul(x));
        Tensor checked =
                Tensor.noGrad(() -> Checkpoint.full(in -> in.matmul(in).exp().matmul(in), x));
        assertEquals(Plan.of(plain).steps(), Plan.of(checked).steps());
    }

    @Test
    void keepsProductsWhenAskedTo() {
        Tensor x = parameter(Device.plain(), 1, 4, 4);
        List<Integer> products = new ArrayList<>();
        for (Kept kept : List.<Kept>of(UnaryOperator::apply, Checkpoint::full, Checkpoint::selective)) {
            x.zeroGrad();
            Tensor loss =
                    kept.of(in -> in.matmul(x).exp().matmul(x).tanh(), x.exp()).sum();
            loss.backward();
            String plan = Plan.of(loss, x.grad()).explain();
            products.add(plan.split("matmul \\(", -1).length - 1);
        }
        // Forward two, backward four; in full the first is computed again for its exponential, the second for its tanh.
        assertEquals(List.of(6, 8, 6), products);
    }
}
