package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
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

    private static void assertRefuses(String why, Executable what) {
        var refused = assertThrows(RuntimeException.class, what);
        assertTrue(refused instanceof ShapeMismatch || refused instanceof IllegalArgumentException, refused.toString());
        assertEquals(why, refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated", "meta"})
    void refusesFoldsThatNoDeviceEnds(String name) {
        Tensor vast =
                Tensor.ones(Shape.of(1, 1), DType.FLOAT64, Device.of(name)).expand(Shape.of(1L << 30, 1L << 31));
        String end =
                " over 2305843009213693952 elements: more than 2^48, with which no device comes to an end; fold before"
                        + " elements are repeated (expand, repeat, products of axes), or a part of them";
        assertRefuses("sum" + end, () -> vast.sum().realise());
        assertRefuses("max" + end, () -> vast.amax().realise());
        assertRefuses(
                "sum" + end.replace("2305843009213693952", "" + Long.MAX_VALUE),
                () -> Tensor.arange(Long.MAX_VALUE, Device.of(name)).sum().realise());
    }

    /** Known without going over them. */
    @Test
    void sumsOuterProductsOfManyElements() {
        Tensor many = Tensor.ones(Shape.of(1), DType.FLOAT32, Device.cpu()).expand(Shape.of(1L << 32));
        assertEquals(0x1p64, Tensor.einsum("i,j->", many, many).item());
    }

    @Test
    void refusesSizesThatNoLongCounts() {
        Tensor one = Tensor.ones(Shape.of(1), DType.FLOAT32, Device.cpu());
        Tensor half = one.expand(Shape.of(1L << 62));
        String beyond = " has more than 2^63 - 1 elements";
        String fewer = "; use fewer or smaller axes";
        assertRefuses("shape (4, 4611686018427387904)" + beyond + fewer, () -> Tensor.stack(0, half, half, half, half));
        assertRefuses(
                "shape (4611686018427387904, 2)" + beyond + fewer,
                () -> half.unsqueeze(1).expand(Shape.of(1L << 62, 2)));
        for (int count = 2; count < 6; count++) {
            var tensors = Collections.nCopies(count, half).toArray(Tensor[]::new);
            assertRefuses(
                    "cat: along axis 0 there would be more than 2^63 - 1 elements, of " + count
                            + " tensors, (4611686018427387904,) the first",
                    () -> Tensor.cat(0, tensors));
        }
        assertRefuses(
                "pad: 9223372036854775807 and 5 elements around axis 0 of shape (1,) make more than 2^63 - 1",
                () -> one.pad(0, Long.MAX_VALUE, 5));
        Tensor line = one.reshape(1, 1, 1).expand(Shape.of(1, 1, 5));
        Tensor kernel = one.reshape(1, 1, 1).expand(Shape.of(1, 1, 3));
        assertRefuses(
                "convTranspose: 5 windows of 3 elements, 4611686018427387904 apart, cover more than 2^63 - 1; take a"
                        + " smaller stride or dilation",
                () -> line.convTranspose(kernel, null, Windows.DEFAULT.withStride(1L << 62)));
        assertRefuses(
                "windows of 3 elements 9223372036854775807 apart, every 1, over axis 2 of shape (1, 1, 5)",
                () -> line.conv(kernel, null, Windows.DEFAULT.withDilation(Long.MAX_VALUE)));
    }

    /** As safetensors have them: beside an empty axis sizes may be any. */
    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated", "plain"})
    void computesNothingBesideAnEmptyAxis(String name) {
        Shape shape = Shape.of(1L << 32, 0, 1L << 32, 1L << 32);
        Tensor none = Tensor.zeros(shape, DType.FLOAT32, Device.of(name));
        assertEquals(shape, none.add(1).realise().shape());
        assertRefuses(
                "shape (4294967296, 1, 4294967296, 4294967296) has more than 2^63 - 1 elements; use fewer or smaller axes",
                () -> none.sum(1));
    }

    @Test
    void refusesRandomIntegersThatATypeDoesNotHold() {
        Generator random = Generator.seeded(3);
        Shape shape = Shape.of(100);
        assertRefuses(
                "random integers from 0 to below 257: uint8 does not hold them all; take a narrower range, or int64",
                () -> random.integers(0, 257, shape, DType.UINT8, Device.cpu()));
        assertRefuses(
                "random integers from 0 to below 1099511627776: int32 does not hold them all; take a narrower range, or"
                        + " int64",
                () -> random.integers(0, 1L << 40, shape, DType.INT32, Device.cpu()));
        int[] all = random.integers(0, 256, shape, DType.UINT8, Device.cpu()).toIntArray();
        assertTrue(Arrays.stream(all).allMatch(number -> number >= 0 && number < 256), Arrays.toString(all));
        assertTrue(Arrays.stream(all).anyMatch(number -> number > 127), Arrays.toString(all));
        assertRefuses(
                "random integers from 5 to below 5: there are none; the second is beyond the last",
                () -> random.integers(5, 5, shape, DType.INT64, Device.cpu()));
        assertRefuses(
                "random integers from -2 to below 9223372036854775807: that are more than 2^63 - 1 numbers; take a"
                        + " narrower range",
                () -> random.integers(-2, Long.MAX_VALUE, shape, DType.INT64, Device.cpu()));
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
