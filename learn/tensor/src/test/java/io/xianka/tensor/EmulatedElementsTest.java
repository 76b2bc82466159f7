package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

/** Elements that generated CUDA computes otherwise than it is written down, on the emulator against the plain twin. */
class EmulatedElementsTest {
    @Test
    void comparesPlacesWithIndicesOfAllSizes() {
        long[] indices = {0, 3, -1, 9, 10, Integer.MAX_VALUE, 1L << 32, (1L << 32) + 3, Long.MIN_VALUE, Long.MAX_VALUE};
        Tensor there = Tensor.of(indices).unsqueeze(1).to(Device.emulated()).realise();
        Tensor places = Tensor.arange(10, Device.emulated());
        long[] equal = new long[10 * indices.length];
        long[] other = new long[equal.length];
        for (int i = 0; i < equal.length; i++) {
            equal[i] = i % 10 == indices[i / 10] ? 1 : 0;
            other[i] = 1 - equal[i];
        }
        assertArrayEquals(equal, places.eq(there).to(DType.INT32).toLongArray());
        assertArrayEquals(other, places.ne(there).to(DType.INT32).toLongArray());
    }

    @Test
    void extremesKeepWhatIsNotANumber() {
        float[] some = {1, Float.NaN, -2, Float.NEGATIVE_INFINITY, Float.NaN, 3, Float.POSITIVE_INFINITY, 0};
        float[] others = {2, 1, Float.NaN, Float.NaN, Float.NaN, -3, 4, 5};
        Tensor a = Tensor.of(some).to(Device.emulated()).realise();
        Tensor b = Tensor.of(others).to(Device.emulated()).realise();
        float[] greatest = new float[some.length];
        float[] least = new float[some.length];
        for (int i = 0; i < some.length; i++) {
            greatest[i] = Math.max(some[i], others[i]);
            least[i] = Math.min(some[i], others[i]);
        }
        assertArrayEquals(greatest, a.maximum(b).toFloatArray());
        assertArrayEquals(least, a.minimum(b).toFloatArray());
        assertArrayEquals(new float[] {Float.NaN}, a.amax(0).reshape(1).toFloatArray());
    }

    /** So many that a thread takes several rows: what is the same for all of them is computed once. */
    @Test
    void addsANarrowBiasToManyRows() {
        int rows = 1_024;
        int width = 4_096;
        float[] elements = new float[rows * width];
        float[] bias = new float[width];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = i * 31 % 101 - 50;
            bias[i % width] = i % width % 77;
        }
        Tensor there = Tensor.of(elements, rows, width)
                .to(DType.BFLOAT16)
                .to(Device.emulated())
                .realise();
        Tensor added = Tensor.of(bias).to(Device.emulated()).realise().to(DType.BFLOAT16);
        float[] sums = there.add(added).toFloatArray();
        for (int i = 0; i < elements.length; i++) {
            elements[i] += bias[i % width];
        }
        assertArrayEquals(elements, sums);
    }

    /** Rounded two at a time, stored as they are, and read again as what was stored. */
    @Test
    void roundsNeighboursAsOneByOne() {
        for (DType dtype : new DType[] {DType.BFLOAT16, DType.FLOAT16}) {
            for (long size : new long[] {48, 47}) {
                Tensor here = Generator.seeded(31).normal(Shape.of(5, size), DType.FLOAT32, Device.plain());
                Tensor there = here.to(Device.emulated()).realise();
                Tensor narrow = there.to(dtype);
                Tensor square =
                        narrow.mul(narrow).sub(there.to(dtype).to(DType.FLOAT32).to(dtype));
                Tensor.realise(narrow, square);
                Tensor expected = here.to(dtype);
                assertArrayEquals(expected.toFloatArray(), narrow.toFloatArray(), dtype + " " + size);
                assertArrayEquals(expected.mul(expected).sub(expected).toFloatArray(), square.toFloatArray());
            }
        }
    }
}
