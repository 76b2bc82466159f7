package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shapes of more than 2^31 elements, of which few are in memory: places are right, or refused, and never wrapped. */
class LargeShapesTest {
    private static final long LARGE = (1L << 33) + 12;

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void countsFarPlaces(String name) {
        Device device = Device.of(name);
        Tensor far = Tensor.arange(LARGE, device);
        assertArrayEquals(
                new long[] {LARGE - 3, LARGE - 2, LARGE - 1},
                far.get(Index.from(-3)).toLongArray());
        assertArrayEquals(
                new long[] {LARGE - 1, (1L << 32) + 5},
                far.get(Index.range(LARGE - 1, 0, -(1L << 32) - 6)).toLongArray());
    }

    /** No tensor is large here but the one that is looked at through others. */
    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void countsPlacesThatOnlyLieBetween(String name) {
        Device device = Device.of(name);
        long side = 1L << 17;
        Tensor corner = Tensor.arange(side * side, device).reshape(side, side).slice("-2:, -3:");
        long last = side * side - 1;
        assertArrayEquals(
                new long[] {last - side - 2, last - side - 1, last - side, last - 2, last - 1, last},
                corner.toLongArray());
        Tensor turned = Tensor.arange(side * side, device)
                .reshape(side / 2, 2 * side)
                .transpose(0, 1)
                .reshape(side, side);
        long row = side - 1;
        // Place (row, 7) of the square is place row * side + 7 of the turned one, (p / (side / 2), p % (side / 2))
        // there.
        long place = row * side + 7;
        assertEquals(
                place % (side / 2) * (2 * side) + place / (side / 2),
                turned.get(row, 7).itemLong());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void readsOneElementAsMany(String name) {
        Device device = Device.of(name);
        Tensor table = Tensor.of(new float[] {3, 4}, Shape.of(2, 1), device).expand(Shape.of(2, LARGE));
        Tensor index = Tensor.of(new long[] {LARGE - 1, 1L << 32}, Shape.of(2), device);
        assertArrayEquals(new float[] {3, 3, 4, 4}, table.take(1, index).toFloatArray());
        Tensor beyond = Tensor.of(new long[] {LARGE}, Shape.of(1), device);
        Tensor numbers = Tensor.arange(LARGE, device);
        assertArrayEquals(
                new long[] {LARGE - 1, 1L << 32}, numbers.take(0, index).toLongArray());
        assertThrows(IndexOutOfRange.class, () -> numbers.take(0, beyond).toLongArray());
        assertEquals(8, table.reshape(2 * LARGE).get(Index.from(-2)).sum().item());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void refusesWhatNoMemoryHolds(String name) {
        Tensor vast = Tensor.zeros(Shape.of(1L << 31, 1L << 31), DType.FLOAT32, Device.of(name));
        var refused = assertThrows(ShapeMismatch.class, vast::realise);
        assertEquals(
                "float32(2147483648, 2147483648) needs more than 2^63 - 1 bytes; compute in smaller pieces",
                refused.getMessage());
    }

    @Test
    void refusesWhatNoArrayHolds() {
        var refused = assertThrows(
                ShapeMismatch.class, () -> Tensor.arange(LARGE, Device.cpu()).toLongArray());
        assertTrue(refused.getMessage().contains(" does not hold " + LARGE + " elements"), refused.getMessage());
        assertThrows(
                ShapeMismatch.class, () -> Tensor.arange(1L << 40, Device.cpu()).expand(Shape.of(1L << 30, 1L << 40)));
    }

    @Test
    @Tag("slow")
    void foldsMoreElementsThanAnIntCounts() {
        long count = (1L << 31) + 5;
        Tensor ones = Tensor.of(new int[] {1}, Shape.of(1), Device.cpu()).expand(Shape.of(count));
        assertEquals(count, ones.sum().itemLong());
        // 0, 1, ..., modulo 2^31 + 4: the last but one is the largest, and 0 follows.
        Tensor places = Tensor.arange(count, Device.cpu());
        assertEquals(count - 1, places.amax().itemLong());
    }

    /** Two GiB of bytes: the last of them lie beyond what an int addresses. */
    @Test
    @Tag("slow")
    void addressesBytesBeyondAnInt() {
        long count = (1L << 31) + 40;
        try (Tensor bytes = Tensor.arange(count, Device.cpu())
                .remainder(128)
                .to(DType.UINT8)
                .realise()) {
            assertArrayEquals(
                    new int[] {36, 37, 38, 39}, bytes.get(Index.from(-4)).toIntArray());
            assertEquals(39 + 127, bytes.get(count - 1).add(bytes.get(127)).itemLong());
        }
    }
}
