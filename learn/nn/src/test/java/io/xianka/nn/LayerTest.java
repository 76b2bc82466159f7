package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LayerTest {
    private static final Placement PLAIN = new Placement(Device.plain(), DType.FLOAT32, Generator.seeded(1));

    private static Tensor floats(Shape shape, float... values) {
        return Tensor.of(values, shape, Device.plain());
    }

    private static final class Pair extends Layer {
        final Linear inner = child("inner", new Linear(2, 3, true, PLAIN));
        final Dropout drop = child("drop", new Dropout(0.5, Generator.seeded(2)));

        Pair() {
            buffer("count", PLAIN.full(7));
        }

        @Override
        public Tensor forward(Tensor x) {
            return drop.forward(inner.forward(x));
        }

        void register(String name) {
            child(name, drop);
        }
    }

    @Test
    void namesAreJoinedByDots() {
        var pair = new Pair();
        assertEquals(
                List.of("inner.weight", "inner.bias"),
                List.copyOf(pair.namedParameters().keySet()));
        assertEquals(
                List.of("count", "inner.weight", "inner.bias"),
                List.copyOf(pair.stateDict().keySet()));
        assertEquals(9, pair.parameterCount());
        assertThrows(IllegalArgumentException.class, () -> pair.register("count"));
    }

    @Test
    void aStateIsLoadedIntoTheParametersThatAnOptimizerHolds() {
        var pair = new Pair();
        Tensor bias = pair.namedParameters().get("inner.bias");
        Map<String, Tensor> state = new LinkedHashMap<>(pair.stateDict());
        state.put("inner.bias", floats(Shape.of(3), 1, 2, 3).to(DType.FLOAT64));
        pair.loadStateDict(state);
        assertSame(bias, pair.namedParameters().get("inner.bias"));
        assertArrayEquals(new float[] {1, 2, 3}, bias.toFloatArray());
        pair.inner.forward(floats(Shape.of(1, 2), 1, 1)).sum().backward();
        assertArrayEquals(new float[] {1, 1, 1}, bias.grad().toFloatArray());
        pair.zeroGrad();
        assertEquals(null, bias.grad());
    }

    @Test
    void aStateThatDoesNotFitIsListedAndChangesNothing() {
        var pair = new Pair();
        float[] before = pair.namedParameters().get("inner.bias").toFloatArray();
        Map<String, Tensor> state = new LinkedHashMap<>();
        state.put("inner.bias", floats(Shape.of(3), 1, 2, 3));
        state.put("inner.weight", floats(Shape.of(2), 1, 2));
        state.put("outer", floats(Shape.of(1), 1));
        assertEquals(
                "Pair: the state does not fit: missing count (); inner.weight is (2,), not (3, 2); unexpected outer (1,)",
                assertThrows(IllegalArgumentException.class, () -> pair.loadStateDict(state))
                        .getMessage());
        assertArrayEquals(before, pair.namedParameters().get("inner.bias").toFloatArray());
    }

    @Test
    void linearMultipliesByTheTransposeAndAdds() {
        var linear = new Linear(2, 3, true, PLAIN);
        linear.loadStateDict(
                Map.of("weight", floats(Shape.of(3, 2), 1, 2, 3, 4, 5, 6), "bias", floats(Shape.of(3), 10, 20, 30)));
        Tensor y = linear.forward(floats(Shape.of(1, 2), 1, -1));
        assertArrayEquals(new float[] {9, 19, 29}, y.toFloatArray());
        assertEquals(
                List.of("weight"),
                List.copyOf(new Linear(2, 3, false, PLAIN).stateDict().keySet()));
    }

    @Test
    void firstValuesSpreadAsTheyShould() {
        double bound = 1 / Math.sqrt(50);
        Map<String, Tensor> linear = new Linear(50, 80, true, PLAIN).stateDict();
        for (Tensor tensor : linear.values()) {
            assertTrue(tensor.abs().max().item() <= bound);
            assertEquals(bound / Math.sqrt(3), tensor.std().item(), bound / 5);
        }
        Tensor table = new Embedding(100, 40, 0.5, PLAIN).weight();
        assertEquals(0.5, table.std().item(), 0.05);
        assertEquals(0, table.mean().item(), 0.05);
    }

    @Test
    void embeddingTakesRowsAndAddsUpTheirGradients() {
        var embedding = new Embedding(3, 2, 1, PLAIN);
        embedding.loadStateDict(Map.of("weight", floats(Shape.of(3, 2), 1, 2, 3, 4, 5, 6)));
        Tensor indices = Tensor.of(new long[] {2, 0, 2}, Shape.of(1, 3), Device.plain());
        Tensor rows = embedding.forward(indices);
        assertEquals(Shape.of(1, 3, 2), rows.shape());
        assertArrayEquals(new float[] {5, 6, 1, 2, 5, 6}, rows.toFloatArray());
        rows.sum().backward();
        assertArrayEquals(
                new float[] {1, 1, 0, 0, 2, 2}, embedding.weight().grad().toFloatArray());
    }

    @Test
    void normsStartAsPlainNorms() {
        Tensor x = floats(Shape.of(1, 2), 3, 5);
        assertArrayEquals(
                new float[] {-1, 1}, new LayerNorm(2, 0, PLAIN).forward(x).toFloatArray(), 1e-6f);
        float root = (float) Math.sqrt(17);
        assertArrayEquals(
                new float[] {3 / root, 5 / root},
                new RmsNorm(2, 0, PLAIN).forward(x).toFloatArray(),
                1e-6f);
    }

    @Test
    void dropoutDropsInTrainingOnly() {
        var pair = new Pair();
        Tensor ones = Tensor.ones(Shape.of(10_000), DType.FLOAT32, Device.plain());
        Tensor dropped = pair.drop.forward(ones).realise();
        assertEquals(0.5, dropped.eq(0.0).to(DType.FLOAT32).mean().item(), 0.03);
        assertEquals(2, dropped.max().item());
        pair.train(false);
        assertEquals(false, pair.drop.isTraining());
        assertSame(ones, pair.drop.forward(ones));
        assertThrows(IllegalArgumentException.class, () -> new Dropout(1.5));
    }
}
