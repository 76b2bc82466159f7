package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Indices against what NumPy gives for {@code x = arange(120).reshape(2, 3, 4, 5)}: shape, and sum of elements times their number. */
class IndexingTest {
    private static final Device DEVICE = Device.plain();
    private final Tensor x = places(120).reshape(2, 3, 4, 5);
    private final Tensor i = longs(0, 2, -1);
    private final Tensor j = longs(1, 3).reshape(2, 1);
    private final Tensor k = longs(1, 0, 1);

    private static Tensor longs(long... values) {
        return Tensor.of(values, Shape.of(values.length), DEVICE);
    }

    private static Tensor places(int count) {
        long[] values = new long[count];
        for (int at = 0; at < count; at++) {
            values[at] = at;
        }
        return longs(values);
    }

    private static void has(String shape, long sum, Tensor found) {
        assertEquals(shape, found.shape().toString());
        Tensor number = places((int) found.shape().elements()).add(1);
        assertEquals(sum, found.flatten().mul(number).sum().itemLong());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | (3, 4, 5) | 181780",
                "1:2, ::-1 | (1, 3, 4, 5) | 149780",
                "..., 0 | (2, 3, 4) | 23000",
                "None, 1, ..., None | (1, 3, 4, 5, 1) | 181780",
                ":, 5:0:-2, -1 | (2, 1, 5) | 5555",
                "::2, ..., -2::-2 | (1, 3, 4, 2) | 11698",
                "1:1 | (0, 3, 4, 5) | 0",
                "-100:100, 2: | (2, 1, 4, 5) | 78520",
                "0, 1, 2, 3 | () | 33"
            })
    void slicesAsNumPy(String indices, String shape, long sum) {
        has(shape, sum, x.slice(indices));
    }

    @Test
    void gathersByIndexTensors() {
        Index all = Index.all();
        has("(2, 3, 4, 5)", 624360, x.get(all, Index.of(i)));
        has("(3, 3, 5)", 79260, x.get(Index.of(k), all, Index.of(i)));
        has("(3, 4)", 3458, x.get(Index.at(0), Index.of(i), all, Index.at(1)));
        has("(2, 2, 3, 5)", 159030, x.get(all, Index.of(i), Index.of(j)));
        has("(2, 3, 3, 5)", 311145, x.get(Index.of(k), all, Index.of(j)));
        has("(2, 1, 3, 5)", 45965, x.get(Index.at(1), all, Index.of(j)));
    }

    @Test
    void selectsByMasks() {
        Tensor mask = x.remainder(3).eq(0);
        Index all = Index.all();
        has("(40,)", 63960, x.get(Index.of(mask)));
        has("(40,)", 63960, x.maskedSelect(mask));
        has("(2, 2, 4, 5)", 259440, x.get(all, Index.of(longs(1, 0, 1).to(DType.BOOL))));
        has("(2, 4, 5)", 60520, x.get(all, Index.of(mask.slice("0, :, :, 0"))));
        has("(2, 2, 5)", 11460, x.get(Index.of(mask.slice(":, :, 0, 0")), Index.range(1, 3)));
    }

    @Test
    void findsWhatIsNotZero() {
        Tensor found = longs(0, 5, 0, 7).reshape(2, 2).nonzero();
        assertEquals(Shape.of(2, 2), found.shape());
        assertArrayEquals(new long[] {0, 1, 1, 1}, found.toLongArray());
    }

    @Test
    void replacesAPart() {
        Tensor y = places(6).reshape(2, 3).with(longs(10, 20), Index.all(), Index.every(-2));
        assertArrayEquals(new long[] {20, 1, 10, 20, 4, 10}, y.toLongArray());
    }

    @Test
    void refusesIndicesThatDoNotFit() {
        assertEquals(
                "index 3 of axis 1 of shape (2, 3, 4, 5): the places are -3 to 2",
                assertThrows(ShapeMismatch.class, () -> x.get(0, 3)).getMessage());
        assertEquals(
                "index: 5 indices for shape (2, 3, 4, 5), which has 4 axes",
                assertThrows(ShapeMismatch.class, () -> x.get(0, 0, 0, 0, 0)).getMessage());
        assertEquals(
                "index: a mask of shape (3,) for axes of sizes (2,)",
                assertThrows(ShapeMismatch.class, () -> x.get(Index.of(k.to(DType.BOOL))))
                        .getMessage());
        assertEquals(
                "index: the index is float32, not of integers",
                assertThrows(DTypeMismatch.class, () -> x.get(Index.of(k.to(DType.FLOAT32))))
                        .getMessage());
        assertEquals(
                "index \"a\": write a place, start:stop:step, ... or None",
                assertThrows(IllegalArgumentException.class, () -> x.slice("0, a"))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> x.slice("::0"));
        assertThrows(ShapeMismatch.class, () -> x.slice("..., ..., 0"));
    }
}
