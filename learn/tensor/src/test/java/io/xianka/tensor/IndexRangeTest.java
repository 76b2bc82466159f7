package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Indices out of range are refused on every device, at the latest when a result is read. */
class IndexRangeTest {
    private static void refused(String message, Supplier<Tensor> tensor) {
        var failure = assertThrows(IndexOutOfRange.class, () -> tensor.get().toDoubleArray());
        assertEquals(message + "; replace it by where() first", failure.getMessage());
    }

    private static Tensor x(Device device) {
        float[] elements = new float[12];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = i;
        }
        return Tensor.of(elements, Shape.of(3, 4), device);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated", "plain"})
    void refusesIndicesOutsideOfTheAxis(String name) {
        Device device = Device.of(name);
        Tensor x = x(device);
        Tensor rows = Tensor.of(new long[] {0, 3, 1}, Shape.of(3), device);
        Tensor below = Tensor.of(new int[] {2, -1}, Shape.of(2), device);
        refused("embedding: index 3 of an axis of size 3, whose places are 0 to 2", () -> x.embedding(rows));
        refused("take: index -1 of an axis of size 4, whose places are 0 to 3", () -> x.take(1, below));
        refused("indexSelect: index -1 of an axis of size 3, whose places are 0 to 2", () -> x.indexSelect(0, below));
        Tensor beside = Tensor.of(new long[] {0, 1, 9, 2}, Shape.of(1, 4), device);
        refused("gather: index 9 of an axis of size 3, whose places are 0 to 2", () -> x.gather(0, beside));
        refused(
                "scatterAdd: index 9 of an axis of size 3, whose places are 0 to 2",
                () -> x.scatterAdd(0, beside, beside.to(DType.FLOAT32)));
        refused("indexAdd: index 3 of an axis of size 3, whose places are 0 to 2", () -> x.indexAdd(0, rows, x));
        Tensor far = Tensor.of(new long[] {-3, -4}, Shape.of(2), device);
        refused("index: index -4 of an axis of size 3, whose places are -3 to 2", () -> x.get(Index.of(far)));
        Tensor first = Tensor.of(new long[] {0, 0}, Shape.of(2), device);
        Tensor tooFar = Tensor.of(new long[] {3, 5}, Shape.of(2), device);
        refused(
                "index: index 5 of an axis of size 4, whose places are -4 to 3",
                () -> x.get(Index.of(first), Index.of(tooFar)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated", "plain"})
    void refusesThemAlsoWhereAllPlacesHoldTheSame(String name) {
        Device device = Device.of(name);
        Tensor row = Tensor.of(new float[] {1, 2, 3, 4}, Shape.of(1, 4), device);
        Tensor repeated = row.expand(3, 4);
        Tensor bad = Tensor.of(new long[] {1, 5}, Shape.of(2), device);
        Tensor beside = Tensor.of(new long[] {0, 5, 1, 1}, Shape.of(1, 4), device);
        refused("take: index 5 of an axis of size 3, whose places are 0 to 2", () -> repeated.take(0, bad));
        refused(
                "take: index 5 of an axis of size 3, whose places are 0 to 2",
                () -> repeated.take(0, bad).mul(2).sum(1));
        refused("gather: index 5 of an axis of size 3, whose places are 0 to 2", () -> repeated.gather(0, beside));
        refused("index: index 5 of an axis of size 3, whose places are -3 to 2", () -> repeated.get(Index.of(bad)));
        refused(
                "take: index 5 of an axis of size 3, whose places are 0 to 2",
                () -> Tensor.zeros(Shape.of(3, 4), DType.FLOAT32, device).take(0, bad));
        Tensor single = Tensor.of(new long[] {0, 0, 1, 0}, Shape.of(1, 4), device);
        refused("gather: index 1 of an axis of size 1, whose places are 0 to 0", () -> row.gather(0, single));
        assertArrayEquals(
                new float[] {1, 2, 3, 4, 1, 2, 3, 4},
                repeated.take(0, Tensor.of(new long[] {2, 0}, Shape.of(2), device))
                        .toFloatArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated", "plain"})
    void refusesATargetThatIsNoClass(String name) {
        Device device = Device.of(name);
        Tensor scores = x(device).requiresGrad();
        Tensor targets = Tensor.of(new long[] {1, -100, 4}, Shape.of(3), device);
        String message = "crossEntropy: index 4 of an axis of size 4, whose places are 0 to 3";
        refused(message, () -> scores.crossEntropy(targets));
        refused(message, () -> {
            scores.crossEntropy(targets).backward();
            return scores.grad();
        });
        Tensor fitting = Tensor.of(new long[] {1, -100, 3}, Shape.of(3), device);
        // The mean of log(1 + e + e^2 + e^3) less 1 and less 3.
        assertEquals(1.4401897, scores.crossEntropy(fitting).item(), 1e-5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated", "plain"})
    void goesOnAfterARefusal(String name) {
        Device device = Device.of(name);
        Tensor x = x(device);
        Tensor bad = Tensor.of(new long[] {7}, Shape.of(1), device);
        assertThrows(IndexOutOfRange.class, () -> x.embedding(bad).toFloatArray());
        assertArrayEquals(new float[] {8, 9, 10, 11}, x.embedding(bad.sub(5)).toFloatArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated", "plain"})
    void anEmptyAxisHasNoPlaces(String name) {
        Device device = Device.of(name);
        Tensor none = Tensor.zeros(Shape.of(0, 4), DType.FLOAT32, device);
        Tensor index = Tensor.of(new long[] {0}, Shape.of(1), device);
        assertThrows(IndexOutOfRange.class, () -> none.embedding(index));
        Tensor nothing = Tensor.of(new long[0], Shape.of(0), device);
        assertEquals(Shape.of(0, 4), none.embedding(nothing).realise().shape());
    }

    @ParameterizedTest
    @ValueSource(strings = {"emulated"})
    void isFoundByAWaitOnADeviceThatRunsBehind(String name) {
        Device device = Device.of(name);
        Tensor bad = Tensor.of(new long[] {3}, Shape.of(1), device);
        x(device).embedding(bad).realise();
        assertThrows(IndexOutOfRange.class, device::synchronize);
        device.synchronize();
    }
}
