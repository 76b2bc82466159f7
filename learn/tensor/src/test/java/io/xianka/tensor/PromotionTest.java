package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** The table of the array API standard 2024.12, with the mixed kinds that it leaves open as in PyTorch. */
class PromotionTest {
    private static final DType[] TYPES = {
        DType.BOOL,
        DType.UINT8,
        DType.INT8,
        DType.INT16,
        DType.INT32,
        DType.INT64,
        DType.FLOAT16,
        DType.BFLOAT16,
        DType.FLOAT32,
        DType.FLOAT64,
        DType.COMPLEX64
    };

    /** A row and a column for each of {@link #TYPES}; b, u1, i1 and so on; - where there is none. */
    private static final String[] TABLE = {
        "b  u1 i1 i2 i4 i8 f2 bf f4 f8 c8",
        "u1 u1 i2 i2 i4 i8 f2 bf f4 f8 c8",
        "i1 i2 i1 i2 i4 i8 f2 bf f4 f8 c8",
        "i2 i2 i2 i2 i4 i8 f2 bf f4 f8 c8",
        "i4 i4 i4 i4 i4 i8 f2 bf f4 f8 c8",
        "i8 i8 i8 i8 i8 i8 f2 bf f4 f8 c8",
        "f2 f2 f2 f2 f2 f2 f2 f4 f4 f8 c8",
        "bf bf bf bf bf bf f4 bf f4 f8 c8",
        "f4 f4 f4 f4 f4 f4 f4 f4 f4 f8 c8",
        "f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 -",
        "c8 c8 c8 c8 c8 c8 c8 c8 c8 -  c8"
    };

    private static final String[] SHORT = {"b", "u1", "i1", "i2", "i4", "i8", "f2", "bf", "f4", "f8", "c8"};

    @Test
    void followsTheTable() {
        for (int row = 0; row < TYPES.length; row++) {
            String[] cells = TABLE[row].split(" +");
            for (int column = 0; column < TYPES.length; column++) {
                assertEquals(cells[column], met(TYPES[row], TYPES[column]), TYPES[row] + " with " + TYPES[column]);
            }
        }
    }

    private static String met(DType left, DType right) {
        Tensor a = Tensor.ones(Shape.of(2), left, Device.plain());
        Tensor b = Tensor.ones(Shape.of(2), right, Device.plain());
        try {
            return SHORT[java.util.Arrays.asList(TYPES).indexOf(a.mul(b).dtype())];
        } catch (DTypeMismatch none) {
            return "-";
        }
    }

    @Test
    void namesWhatHasNoCommonType() {
        Tensor a = Tensor.ones(Shape.of(2), DType.FLOAT64, Device.plain());
        Tensor b = Tensor.ones(Shape.of(2), DType.COMPLEX64, Device.plain());
        assertEquals(
                "add: complex64 and float64 would need complex128; use to(DType.FLOAT32) on one",
                assertThrows(DTypeMismatch.class, () -> a.add(b)).getMessage());
    }

    @Test
    void javaNumbersTakeTheTensorsType() {
        for (DType dtype : TYPES) {
            Tensor x = Tensor.ones(Shape.of(2), dtype, Device.plain());
            assertEquals(dtype == DType.BOOL ? DType.INT64 : dtype, x.mul(2).dtype());
            assertEquals(dtype.hasGradient() ? dtype : DType.FLOAT32, x.mul(0.5).dtype());
            assertEquals(DType.BOOL, x.eq(0.5).dtype());
        }
    }

    @Test
    void keepsIntegersThatADoubleCannotHold() {
        long big = (1L << 53) + 1;
        Tensor x = Tensor.of(new long[] {big, big - 1}, Shape.of(2), Device.plain());
        assertArrayEquals(new boolean[] {true, false}, x.eq(big).toBooleanArray());
        assertArrayEquals(new boolean[] {false, true}, x.lt(big).toBooleanArray());
        assertArrayEquals(new long[] {big + 1, big}, x.add(1).toLongArray());
    }

    @Test
    void refusesAJavaNumberThatTheTypeDoesNotHold() {
        Tensor x = Tensor.ones(Shape.of(2), DType.UINT8, Device.plain());
        assertEquals(
                "300 is no uint8; use to(DType.INT64) on the tensor first",
                assertThrows(DTypeMismatch.class, () -> x.add(300)).getMessage());
    }

    @Test
    void dividesIntegersIntoFractions() {
        Tensor x = Tensor.of(new int[] {1, -7}, Shape.of(2), Device.plain());
        assertArrayEquals(new float[] {0.5f, -3.5f}, x.div(2).toFloatArray());
        assertArrayEquals(new long[] {0, -4}, x.floorDiv(2).toLongArray());
        assertArrayEquals(new long[] {1, 1}, x.remainder(2).toLongArray());
        assertEquals(DType.FLOAT32, x.exp().dtype());
        assertEquals(DType.INT64, x.sum().dtype());
    }
}
