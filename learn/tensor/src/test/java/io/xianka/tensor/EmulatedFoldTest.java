package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Folds of integers by a warp, whose lanes must exchange all together whatever they hold. */
class EmulatedFoldTest {
    @Test
    void lanesThatHoldDifferentIntegersFindTheirExtremes() {
        Tensor here = Generator.seeded(11).integers(-90, 90, Shape.of(3, 25), DType.INT32, Device.plain());
        Tensor there = here.to(Device.emulated());
        assertArrayEquals(here.amax(1).toLongArray(), there.amax(1).toLongArray());
        assertArrayEquals(here.amin(1).toLongArray(), there.amin(1).toLongArray());
        Tensor bytes = there.abs().to(DType.UINT8);
        assertArrayEquals(here.abs().amax(1).toLongArray(), bytes.amax(1).toLongArray());
    }

    /** What a bias's gradient is made with: an activation's gradient is stored while its columns are added up, a part of them in each block. */
    @Test
    void storesWhatItFoldsDownColumnsInParts() {
        Tensor here = Generator.seeded(12).normal(Shape.of(4_100, 50), DType.FLOAT32, Device.plain());
        Tensor bias = Generator.seeded(13).normal(Shape.of(50), DType.FLOAT32, Device.plain());
        Tensor there = here.to(Device.emulated()).realise();
        Tensor expected = here.add(bias).tanh();
        Tensor actual = there.add(bias.to(Device.emulated()).realise()).tanh();
        Tensor sum = actual.sum(0);
        assertTrue(
                Plan.of(actual, sum).explain().contains("\n1 steps;"),
                Plan.of(actual, sum).explain());
        Tensor.realise(actual, sum);
        assertArrayEquals(expected.toFloatArray(), actual.toFloatArray(), 1e-6f);
        assertArrayEquals(expected.sum(0).toFloatArray(), sum.toFloatArray(), 1e-3f);
    }

    /** A kernel that keeps a mask of one byte each beside its sums, one that does not, and one whose rows begin between two vectors. */
    @Test
    void sumsHaveTheSameBitsWhateverElseAKernelKeeps() {
        for (int[] axis : List.of(new int[] {1}, new int[] {0})) {
            Shape shape = axis[0] == 1 ? Shape.of(40, 384) : Shape.of(1_100, 64);
            Tensor x = Generator.seeded(14)
                    .normal(shape, DType.FLOAT32, Device.emulated())
                    .realise();
            Tensor wide = Tensor.cat(1, x.narrow(1, 0, 1), x).realise();
            Tensor mask = x.gt(0.1);
            Tensor sum = Tensor.where(mask, x.exp(), x).sum(axis);
            Tensor.realise(sum, mask);
            float[] expected = sum.toFloatArray();
            UnaryOperator<Tensor> again =
                    y -> Tensor.where(y.gt(0.1), y.exp(), y).sum(axis);
            assertArrayEquals(expected, again.apply(x).toFloatArray());
            assertArrayEquals(
                    expected, again.apply(wide.narrow(1, 1, shape.size(1))).toFloatArray());
        }
    }

    private static void assertFoldsDownColumns(Tensor here, UnaryOperator<Tensor> made, String what) {
        Tensor expected = made.apply(here);
        Tensor actual = made.apply(here.to(Device.emulated()).realise());
        int outer = expected.shape().rank() - 1;
        int[] reduced = IntStream.range(0, outer).toArray();
        Tensor expectedSum = expected.sum(reduced);
        Tensor sum = actual.sum(reduced);
        Tensor most = actual.amax(reduced);
        Tensor.realise(actual, sum, most);
        assertArrayEquals(expected.toDoubleArray(), actual.toDoubleArray(), 1e-6, what);
        assertArrayEquals(expected.amax(reduced).toDoubleArray(), most.toDoubleArray(), 1e-6, what);
        double[] sums = expectedSum.toDoubleArray();
        double[] found = sum.toDoubleArray();
        // Near the last bit of 16-bit sums the order of additions decides.
        double unit = expected.dtype().bytes() == 2 ? 0.008 : 1e-5;
        for (int i = 0; i < sums.length; i++) {
            assertEquals(sums[i], found[i], unit * Math.max(1, Math.abs(sums[i])), what + ", column " + i);
        }
    }

    @Test
    void foldsDownColumnsOfAllTypesAndSizes() {
        DType[] types = {
            DType.BFLOAT16,
            DType.FLOAT16,
            DType.FLOAT32,
            DType.FLOAT64,
            DType.INT8,
            DType.INT16,
            DType.INT32,
            DType.INT64
        };
        int seed = 0;
        for (DType dtype : types) {
            for (Shape shape : List.of(Shape.of(7, 36), Shape.of(45, 264), Shape.of(530, 50))) {
                Tensor here = Generator.seeded(seed++)
                        .integers(-9, 10, shape, DType.INT32, Device.plain())
                        .to(dtype)
                        .realise();
                assertFoldsDownColumns(here, x -> x.mul(x), dtype + " " + shape);
            }
        }
    }

    /** What the threads of a column hand each other must fit in a block's shared memory, however many folds there are. */
    @Test
    void foldsDownColumnsInManyWaysAtOnce() {
        Tensor here = Generator.seeded(20)
                .integers(-9, 10, Shape.of(700, 40), DType.INT8, Device.plain())
                .realise();
        List<Tensor> expected = extremesAndSums(here);
        List<Tensor> actual = extremesAndSums(here.to(Device.emulated()).realise());
        Tensor.realise(actual.toArray(Tensor[]::new));
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i).toLongArray(), actual.get(i).toLongArray(), "fold " + i);
        }
    }

    private static List<Tensor> extremesAndSums(Tensor x) {
        List<Tensor> folds = new ArrayList<>(List.of(x.amax(0), x.amin(0)));
        for (int i = 1; i < 14; i++) {
            folds.add(x.add((long) i).sum(0));
        }
        return folds;
    }

    /** A row too long for registers is loaded once where shared memory holds it, and three times where it does not. */
    @Test
    void foldsLongRowsThatItKeeps() {
        for (DType dtype : List.of(DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64)) {
            for (long width : new long[] {20_000, 20_003}) {
                Tensor here = Generator.seeded(17)
                        .normal(Shape.of(3, width), DType.FLOAT32, Device.plain())
                        .to(dtype)
                        .realise();
                Tensor there = here.to(Device.emulated()).realise();
                double tolerance = dtype == DType.BFLOAT16 ? 1e-5 : 1e-8;
                assertArrayEquals(
                        here.to(DType.FLOAT64).softmax(1).toDoubleArray(),
                        there.softmax(1).toDoubleArray(),
                        tolerance,
                        dtype + " " + width);
            }
        }
    }

    @Test
    void foldsDownColumnsOfComplexNumbers() {
        Tensor real = Generator.seeded(19).integers(-9, 10, Shape.of(530, 36), DType.FLOAT32, Device.plain());
        Tensor imaginary = Generator.seeded(18).integers(-9, 10, Shape.of(530, 36), DType.FLOAT32, Device.plain());
        Tensor there = real.complex(imaginary).to(Device.emulated()).realise();
        Tensor sum = there.sum(0);
        assertArrayEquals(real.sum(0).toFloatArray(), sum.real().toFloatArray());
        assertArrayEquals(imaginary.sum(0).toFloatArray(), sum.imag().toFloatArray());
    }

    @Test
    void foldsDownColumnsOfViewsThatBeginAnywhere() {
        Tensor here = Generator.seeded(21)
                .normal(Shape.of(530, 96), DType.FLOAT32, Device.plain())
                .to(DType.BFLOAT16)
                .realise();
        for (long start : new long[] {0, 1, 2, 4, 8}) {
            assertFoldsDownColumns(here, x -> x.narrow(1, start, 64).tanh(), "from " + start);
        }
    }

    /** As attention's gradients are laid beside each other: what lies between bounds is loaded together too. */
    @Test
    void foldsDownColumnsOfWhatWasPutSideBySide() {
        for (long size : new long[] {16, 8, 4, 6, 3}) {
            Tensor here = Generator.seeded(22)
                    .normal(Shape.of(2, 3, 260, size), DType.FLOAT32, Device.plain())
                    .to(DType.BFLOAT16)
                    .realise();
            assertFoldsDownColumns(
                    here,
                    x -> {
                        Tensor heads = x.transpose(1, 2).reshape(2, 260, 3 * size);
                        Tensor zero = heads.pad(0, 0, 6 * size);
                        return zero.add(heads.neg().pad(0, 3 * size, 3 * size))
                                .add(heads.exp().pad(0, 6 * size, 0));
                    },
                    "heads of " + size);
        }
    }

    @Test
    void storesWhatWasPutSideBySide() {
        for (long size : new long[] {16, 12, 10, 5}) {
            Tensor here = Generator.seeded(23)
                    .normal(Shape.of(9, size), DType.FLOAT32, Device.plain())
                    .to(DType.BFLOAT16)
                    .realise();
            Tensor there = here.to(Device.emulated()).realise();
            assertArrayEquals(
                    Tensor.cat(1, here, here.exp(), here.neg()).toFloatArray(),
                    Tensor.cat(1, there, there.exp(), there.neg()).toFloatArray(),
                    1e-6f,
                    "parts of " + size);
        }
    }
}
