package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.xianka.driver.Launch;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UserKernelsTest {
    private final Device device = device();

    Device device() {
        return Device.emulated();
    }

    private Tensor random(long seed, long... sizes) {
        var random = new SplittableRandom(seed);
        float[] values = new float[Math.toIntExact(Shape.of(sizes).elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(-8, 9);
        }
        return Tensor.of(values, Shape.of(sizes), device);
    }

    @Test
    void runsAnElementwiseKernelOverStretchedArguments() {
        var kernel = new ElementwiseKernel("float32 x, float32 y", "float32 z", "z = x * y + 1");
        Tensor column = random(1, 3, 1);
        Tensor row = random(2, 5);
        float[] z = kernel.call(column, row).toFloatArray();
        float[] a = column.toFloatArray();
        float[] b = row.toFloatArray();
        for (int i = 0; i < 15; i++) {
            assertEquals(a[i / 5] * b[i % 5] + 1, z[i]);
        }
    }

    @Test
    void takesTheTypeOfALetterFromTheArguments() {
        var kernel =
                new ElementwiseKernel("T x, raw T all", "T y, bool large", "y = x + all[n - 1 - i]; large = x > 2");
        Tensor x = random(3, 10).to(DType.INT32).realise();
        List<Tensor> results = kernel.callAll(x, x);
        int[] values = x.toIntArray();
        int[] y = results.getFirst().toIntArray();
        boolean[] large = results.getLast().toBooleanArray();
        for (int i = 0; i < 10; i++) {
            assertEquals(values[i] + values[9 - i], y[i]);
            assertEquals(values[i] > 2, large[i]);
        }
        var refused = assertThrows(DTypeMismatch.class, () -> kernel.call(x, x.to(DType.FLOAT32)));
        assertEquals(
                "elementwise: argument all is float32, not int32; all.to(DType.INT32) would fit", refused.getMessage());
    }

    @Test
    void readsAPermutedArgumentInItsOwnOrder() {
        var kernel = new ElementwiseKernel("float32 x", "float32 y", "y = x * 2 + i");
        Tensor x = random(4, 3, 4);
        float[] expected = new float[12];
        float[] values = x.toFloatArray();
        for (int i = 0; i < 12; i++) {
            expected[i] = values[i % 3 * 4 + i / 3] * 2 + i;
        }
        assertArrayEquals(expected, kernel.call(x.transpose(0, 1)).toFloatArray());
    }

    @Test
    void foldsRowsColumnsAndAll() {
        var kernel = new ReductionKernel("T x", "T y", "x * x", "a + b", "y = a + 1", "0", "squares");
        Tensor x = random(5, 4, 9_001);
        float[] values = x.toFloatArray();
        float[] rows = new float[4];
        float[] columns = new float[9_001];
        float all = 0;
        for (int i = 0; i < values.length; i++) {
            float square = values[i] * values[i];
            rows[i / 9_001] += square;
            columns[i % 9_001] += square;
            all += square;
        }
        for (int i = 0; i < rows.length; i++) {
            rows[i]++;
        }
        for (int i = 0; i < columns.length; i++) {
            columns[i]++;
        }
        assertArrayEquals(rows, kernel.call(-1, x).toFloatArray());
        assertArrayEquals(columns, kernel.call(0, x).toFloatArray());
        assertEquals(all + 1, (float) kernel.call(x).item());
    }

    @Test
    void scansLongLines() {
        var kernel = new ScanKernel(DType.FLOAT32, "a + b", "0", "running_sum");
        Tensor x = random(6, 2, 5_003);
        float[] values = x.toFloatArray();
        float[] expected = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            expected[i] = values[i] + (i % 5_003 == 0 ? 0 : expected[i - 1]);
        }
        assertArrayEquals(expected, kernel.call(x).toFloatArray());
    }

    @Test
    void launchesARawKernelOnTheMemoryOfTensors() {
        var kernel = new RawKernel("""
                extern "C" __global__ void scale(float* x, float by, int n) {
                    int i = blockIdx.x * blockDim.x + threadIdx.x;
                    if (i < n) x[i] *= by;
                }
                """, "scale");
        Tensor x = random(7, 2, 50);
        float[] before = x.toFloatArray();
        kernel.launch(Launch.covering(100, 64), x, 3.0f, 100);
        float[] after = x.toFloatArray();
        for (int i = 0; i < 100; i++) {
            assertEquals(before[i] * 3, after[i]);
        }
        var view = assertThrows(
                IllegalArgumentException.class,
                () -> kernel.launch(Launch.covering(100, 64), x.transpose(0, 1), 3.0f, 100));
        assertEquals(
                "scale: argument 0 is a permuted view of shape (50, 2), whose elements do not lie as a kernel would read them;"
                        + " pass x.realise(), a copy that lies row-major",
                view.getMessage());
        var type = assertThrows(
                DTypeMismatch.class, () -> kernel.launch(Launch.covering(100, 64), x.to(DType.FLOAT64), 3.0f, 100));
        assertEquals(
                "scale: argument 0 is a tensor of float64, 8 bytes an element; the kernel's parameter x points to elements of 4",
                type.getMessage());
    }

    @Test
    void handsTheSameMemoryOverOnce() {
        var kernel = new RawKernel("""
                extern "C" __global__ void turn(const float* from, float* to, int n) {
                    int i = threadIdx.x;
                    float x = from[n - 1 - i];
                    __syncthreads();
                    to[i] = x;
                }
                """, "turn");
        Tensor x = Tensor.of(new float[] {1, 2, 3}, Shape.of(3), device);
        kernel.launch(Launch.of(1, 3), x, x, 3);
        assertArrayEquals(new float[] {3, 2, 1}, x.toFloatArray());
    }

    @Test
    void refusesParametersThatCannotBeRead() {
        assertThrows(IllegalArgumentException.class, () -> new ElementwiseKernel("float x", "float32 y", "y = x"));
        assertThrows(IllegalArgumentException.class, () -> new ElementwiseKernel("float32 i", "float32 y", "y = i"));
        assertThrows(
                IllegalArgumentException.class, () -> new ElementwiseKernel("raw float32 x", "float32 y", "y = x[0]"));
        assertThrows(IllegalArgumentException.class, () -> new ElementwiseKernel("float32 x", "", ""));
    }

    @Test
    void closesAViewWithoutHarmToItsOperand() {
        Tensor x = random(8, 6);
        Tensor reshaped = x.reshape(2, 3).realise();
        reshaped.close();
        assertEquals(6, x.toFloatArray().length);
    }
}
