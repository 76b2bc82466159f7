package io.xianka.emulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.api.LaunchParameters;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kernels that nvcc 13.0 compiled from the sources beside them ({@code nvcc -ptx -arch=sm_90 -std=c++17}), on both engines, against
 * what Java computes.
 */
class NvccFeaturesTest {
    private static String ptx(String name) {
        String path = "/io/xianka/emulator/features/" + name + ".ptx";
        try (InputStream stream = NvccFeaturesTest.class.getResourceAsStream(path)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Runs a kernel over copies of segments, which are read back, and ints. */
    private static void run(EmulatorSettings.Executor executor, String name, int blocks, int threads, Object... args) {
        try (PtxLab lab = new PtxLab(executor);
                Arena arena = Arena.ofConfined()) {
            int[] sizes = Arrays.stream(args)
                    .mapToInt(arg -> arg instanceof Integer ? 4 : 8)
                    .toArray();
            LaunchParameters parameters = new LaunchParameters(arena, sizes, sizes);
            List<Long> pointers = new ArrayList<>();
            for (int i = 0; i < args.length; i++) {
                long at = parameters.offsetBytes(i);
                if (args[i] instanceof MemorySegment segment) {
                    pointers.add(lab.copyOf(segment));
                    parameters.values().set(ValueLayout.JAVA_LONG_UNALIGNED, at, pointers.getLast());
                } else {
                    parameters.values().set(ValueLayout.JAVA_INT_UNALIGNED, at, (Integer) args[i]);
                }
            }
            lab.launch(lab.load(ptx(name)), blocks, threads, parameters);
            lab.driver().streamSynchronize(0);
            int next = 0;
            for (Object arg : args) {
                if (arg instanceof MemorySegment segment) {
                    lab.driver().memcpyDtoH(segment, pointers.get(next++), 0);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"INTERPRETER", "TRANSLATOR"})
    void callsFunctionsWithStructsThroughPointersAndRecursively(EmulatorSettings.Executor executor) {
        int threads = 96;
        int[] in = new Random(5).ints(threads, 0, 60).toArray();
        long[] out = new long[threads * 8];
        run(executor, "calls", 3, 32, MemorySegment.ofArray(out), MemorySegment.ofArray(in), threads);
        for (int t = 0; t < threads; t++) {
            assertArrayEquals(called(t, in[t]), Arrays.copyOfRange(out, t * 8, t * 8 + 8), "thread " + t);
        }
    }

    private static long[] called(int t, int value) {
        float d0 = (float) (value + 2);
        float d1 = (float) (value + 1) * 2;
        float d2 = (float) value * 3;
        int[] v = new int[16];
        for (int i = 0; i < 16; i++) {
            v[i] = (value * 7919 + i * (t * 31 + 17)) % 101;
        }
        Arrays.sort(v);
        long hash = 0;
        for (int element : v) {
            hash = hash * 131 + element;
        }
        float x = value;
        float applied = t % 3 == 0 ? x * 0.5f : t % 3 == 1 ? x * x : x + 1.0f;
        return new long[] {
            Double.doubleToRawLongBits(value * 3 * 0.5 + (t - 5)),
            value + (t & 7),
            (byte) (value + (t & 7)),
            (long) (d0 + 10 * d1 + 100 * d2),
            ackermann(value & 1, value & 3) + (t % 3 == 0 ? ackermann(2, value & 3) : 0),
            (value & 31) % 2 == 0 ? 1 : 0,
            (long) (applied * 8),
            hash
        };
    }

    private static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    @ParameterizedTest
    @EnumSource(names = {"INTERPRETER", "TRANSLATOR"})
    void addsAtomicallyToHalvesVectorsAnd128Bits(EmulatorSettings.Executor executor) {
        int threads = 128;
        short[] halves = new short[2];
        short[] bfloats = new short[2];
        float[] quads = new float[4];
        float[] pairs = new float[2];
        short[] locks = {0, 1, 9, 3, 0, 0, 0, 0};
        long[] wide = new long[2];
        short[] one = new short[2];
        int[] marks = {0, 0, 5, 0};
        run(
                executor,
                "atomics",
                4,
                32,
                MemorySegment.ofArray(halves),
                MemorySegment.ofArray(bfloats),
                MemorySegment.ofArray(quads),
                MemorySegment.ofArray(pairs),
                MemorySegment.ofArray(locks),
                MemorySegment.ofArray(wide),
                MemorySegment.ofArray(one),
                MemorySegment.ofArray(marks));
        assertEquals(128f, Float.float16ToFloat(halves[0]));
        assertEquals(64f, Float.float16ToFloat(halves[1]));
        assertEquals(128f, Float.intBitsToFloat(bfloats[0] << 16));
        assertEquals(256f, Float.intBitsToFloat(bfloats[1] << 16));
        assertArrayEquals(new float[] {128, 256, 384, 512}, quads);
        assertArrayEquals(new float[] {128, -128}, pairs);
        assertArrayEquals(new short[] {100, 101, 9, 103, 0, 1, 9, 3}, locks);
        assertArrayEquals(new long[] {threads, threads * (threads - 1) / 2}, wide);
        assertEquals(32f, Float.float16ToFloat(one[0]));
        assertArrayEquals(new int[] {127, 128 % 10, countedDown(5, threads), 0}, marks);
    }

    private static int countedDown(int from, int times) {
        int value = from;
        for (int i = 0; i < times; i++) {
            value = value == 0 || value > 9 ? 9 : value - 1;
        }
        return value;
    }

    @ParameterizedTest
    @EnumSource(names = {"INTERPRETER", "TRANSLATOR"})
    void waitsForCopiesAtABarrierInSharedMemory(EmulatorSettings.Executor executor) {
        int tiles = 5;
        int blocks = 3;
        float[] in = new float[blocks * tiles * 256];
        for (int i = 0; i < in.length; i++) {
            in[i] = i * 31 % 97;
        }
        float[] out = new float[blocks * 64];
        run(executor, "pipeline", blocks, 64, MemorySegment.ofArray(out), MemorySegment.ofArray(in), tiles);
        for (int i = 0; i < out.length; i++) {
            float sum = 0;
            for (int tile = 0; tile < tiles; tile++) {
                for (int k = 0; k < 4; k++) {
                    sum += in[(i / 64 * tiles + tile) * 256 + (i % 64 + k * 64 & 255)];
                }
            }
            assertEquals(sum, out[i], "thread " + i);
        }
    }

    /** Small whole numbers, whose sums of products every type holds exactly. */
    private static int small(int i) {
        return i * 7 % 9 - 4;
    }

    private static short[] halves(int count, int seed) {
        short[] values = new short[count];
        for (int i = 0; i < count; i++) {
            values[i] = Float.floatToFloat16(small(i + seed));
        }
        return values;
    }

    private static double product(int m, int n, int k, int row, int column, int seedA, int seedB, boolean[] majors) {
        double sum = 0;
        for (int i = 0; i < k; i++) {
            int a = majors[0] ? row * k + i : i * m + row;
            int b = majors[1] ? i * n + column : column * k + i;
            sum += small(a + seedA) * small(b + seedB);
        }
        return sum;
    }

    @ParameterizedTest
    @EnumSource(names = {"INTERPRETER", "TRANSLATOR"})
    void multipliesMatricesOfEveryType(EmulatorSettings.Executor executor) {
        short[] bfloatA = new short[32 * 16];
        short[] bfloatB = new short[16 * 8];
        float[] tf32A = new float[16 * 8];
        float[] tf32B = new float[8 * 16];
        byte[] bytesA = new byte[8 * 16];
        byte[] bytesB = new byte[16 * 32];
        double[] doubleA = new double[8 * 4];
        double[] doubleB = new double[4 * 8];
        float[] c = new float[256];
        for (int i = 0; i < bfloatA.length; i++) {
            bfloatA[i] = (short) (Float.floatToRawIntBits(small(i + 3)) >>> 16);
            bytesB[i] = (byte) small(i + 8);
        }
        for (int i = 0; i < bfloatB.length; i++) {
            bfloatB[i] = (short) (Float.floatToRawIntBits(small(i + 4)) >>> 16);
            tf32A[i] = small(i + 5);
            tf32B[i] = small(i + 6);
            bytesA[i] = (byte) small(i + 7);
        }
        for (int i = 0; i < doubleA.length; i++) {
            doubleA[i] = small(i + 9);
            doubleB[i] = small(i + 10);
        }
        for (int i = 0; i < 256; i++) {
            c[i] = i * 0.5f;
        }
        float[] half = new float[256];
        float[] bfloat = new float[256];
        float[] tf32 = new float[256];
        int[] bytes = new int[256];
        double[] real = new double[64];
        float[] mma = new float[128];
        short[] narrow = new short[256];
        run(
                executor,
                "matrices",
                1,
                32,
                MemorySegment.ofArray(half),
                MemorySegment.ofArray(bfloat),
                MemorySegment.ofArray(tf32),
                MemorySegment.ofArray(bytes),
                MemorySegment.ofArray(real),
                MemorySegment.ofArray(mma),
                MemorySegment.ofArray(narrow),
                MemorySegment.ofArray(halves(256, 1)),
                MemorySegment.ofArray(halves(256, 2)),
                MemorySegment.ofArray(bfloatA),
                MemorySegment.ofArray(bfloatB),
                MemorySegment.ofArray(tf32A),
                MemorySegment.ofArray(tf32B),
                MemorySegment.ofArray(bytesA),
                MemorySegment.ofArray(bytesB),
                MemorySegment.ofArray(doubleA),
                MemorySegment.ofArray(doubleB),
                MemorySegment.ofArray(c));
        boolean[] rowByColumn = {true, false};
        for (int i = 0; i < 256; i++) {
            int row = i / 16;
            int column = i % 16;
            double ofHalves = product(16, 16, 16, row, column, 1, 2, rowByColumn);
            String place = "element " + i;
            assertEquals((float) (2 * (ofHalves + c[i])), half[i], place);
            assertEquals((float) (ofHalves + 0.5), Float.float16ToFloat(narrow[column * 16 + row]), place);
            if (column < 8) {
                assertEquals((float) ofHalves, mma[row * 8 + column], place);
            }
            assertEquals(
                    (float) (1 + product(32, 8, 16, i % 32, i / 32, 3, 4, new boolean[] {false, true})),
                    bfloat[i],
                    place);
            assertEquals((float) product(16, 16, 8, row, column, 5, 6, new boolean[] {true, true}), tf32[i], place);
            assertEquals(7 + (int) product(8, 32, 16, i / 32, i % 32, 7, 8, rowByColumn), bytes[i], place);
            if (i < 64) {
                assertEquals(0.125 + product(8, 8, 4, i / 8, i % 8, 9, 10, rowByColumn), real[i], place);
            }
        }
    }
}
