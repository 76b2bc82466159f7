package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attention reads queries, keys and values where they lie, forward and backward, and copies what lies in a way that it does not read. */
class AttentionViewsTest {
    private static final int HEADS = 2;
    private static final int SIZE = 8;

    private static Tensor random(Device device, long seed, long... sizes) {
        var random = new SplittableRandom(seed);
        float[] values = new float[Math.toIntExact(Shape.of(sizes).elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return Tensor.of(values, Shape.of(sizes), device);
    }

    private static Tensor heads(Tensor qkv, long from) {
        return qkv.narrow(2, from, HEADS * SIZE).reshape(2, 5, HEADS, SIZE).transpose(1, 2);
    }

    private static Tensor gradient(Device device, long width, Function<Tensor, List<Tensor>> parts) {
        Tensor qkv = random(device, 1, 2, 5, width).requiresGrad();
        List<Tensor> qkvs = parts.apply(qkv);
        Tensor mixed = Tensor.attention(qkvs.get(0), qkvs.get(1), qkvs.get(2), Attention.CAUSAL);
        Tensor upstream = random(device, 2, 2, HEADS, 5, SIZE);
        return Gradients.of(List.of(mixed), List.of(upstream), List.of(qkv)).getFirst();
    }

    private static void compare(String device, long width, Function<Tensor, List<Tensor>> parts) {
        float[] expected = gradient(Device.plain(), width, parts).toFloatArray();
        float[] actual = gradient(Device.of(device), width, parts).toFloatArray();
        assertArrayEquals(expected, actual, 2e-5f);
    }

    private static List<Tensor> slices(Tensor qkv) {
        return List.of(heads(qkv, 0), heads(qkv, HEADS * SIZE), heads(qkv, 2 * HEADS * SIZE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void readsSlicesOfOneProductBackwardToo(String device) {
        compare(device, 3 * HEADS * SIZE, AttentionViewsTest::slices);
        // Attention, its gradient, and one kernel that puts the three gradients side by side: nothing is copied.
        Plan plan = Plan.of(gradient(Device.of(device), 3 * HEADS * SIZE, AttentionViewsTest::slices));
        assertEquals(3, plan.steps(), plan.explain());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void copiesRowsThatLieBackwards(String device) {
        compare(
                device,
                3 * HEADS * SIZE,
                qkv -> slices(qkv).stream()
                        .map(part -> part.slice(":, :, ::-1, :"))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void copiesRowsThatBeginBetweenWords(String device) {
        compare(
                device,
                3 * HEADS * SIZE + 2,
                qkv -> List.of(heads(qkv, 0), heads(qkv, HEADS * SIZE + 1), heads(qkv, 2 * HEADS * SIZE + 2)));
    }
}
