package io.xianka.checks;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.inOut;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Intrinsics, atomics, cached loads and stores, shuffles and votes, each against NVIDIA's compiler. */
class IntrinsicsTest extends NvidiaTwin {
    /** Whole warps and blocks. */
    private static final int THREADS = 128 * 40;

    @ParameterizedTest
    @ValueSource(strings = {"packed", "integers", "floats"})
    void thoseOfNumbersAgree(String kernel) throws IOException {
        int[] ints = ints();
        long[] longs = longs();
        float[] floats = floats();
        double[] doubles = doubles();
        compare("intrinsics", kernel, THREADS, () -> List.of(in(ints), in(longs), in(floats), in(doubles)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"atomics", "shared_atomics", "narrow_atomics", "caches", "read_only", "lanes"})
    void thoseOfMemoryAndLanesAgree(String kernel) throws IOException {
        int[] ints = ints();
        long[] longs = longs();
        float[] floats = floats();
        compare("memory", kernel, THREADS, () -> List.of(in(ints), in(longs), in(floats), inOut(new int[THREADS * 4])));
    }

    @Test
    void atomicsOfVectorsAnd128BitsAgree() throws IOException {
        int[] ints = ints();
        long[] longs = longs();
        float[] floats = floats();
        compare(
                "wide-atomics",
                "wide_atomics",
                THREADS,
                () -> List.of(in(ints), in(longs), in(floats), inOut(new int[THREADS * 4])));
    }

    @Test
    void singlePrecisionUnderFastMathAgrees() throws IOException {
        float[] floats = floats();
        double[] doubles = doubles();
        compare("fast", "fast", THREADS, () -> List.of(in(floats), in(doubles)));
    }

    private int[] ints() {
        int[] special = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x7FFF, 0x8000, 0x80, 0x01010101, 0xFF00FF00};
        int[] ints = new int[THREADS + 2];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = i % 3 == 0
                    ? special[random.nextInt(special.length)]
                    : random.nextInt() >> (i % 2 == 0 ? random.nextInt(32) : 0);
        }
        return ints;
    }

    private long[] longs() {
        long[] longs = new long[THREADS + 2];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = random.nextLong() >> random.nextInt(64);
        }
        return longs;
    }

    /** NaN in its plain form only: of two forms, the one in a sum is not fixed. */
    private float[] floats() {
        float[] special = {
            0, -0f, 1, -1, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 1e-40f, 2.5f, 1e38f
        };
        float[] floats = new float[THREADS + 2];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = switch (i % 4) {
                case 0 -> special[random.nextInt(special.length)];
                case 1 -> Float.intBitsToFloat(Float.floatToIntBits(Float.intBitsToFloat(random.nextInt())));
                case 2 -> (random.nextInt(1 << 20) - (1 << 19)) / 16f;
                default -> (float) random.nextGaussian() * 10;
            };
        }
        return floats;
    }

    private double[] doubles() {
        double[] special = {0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e-310, 2.5, 1e308, 0x1p63, -0x1p31};
        double[] doubles = new double[THREADS + 2];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = switch (i % 4) {
                case 0 -> special[random.nextInt(special.length)];
                case 1 -> Double.longBitsToDouble(Double.doubleToLongBits(Double.longBitsToDouble(random.nextLong())));
                case 2 -> (random.nextLong() >> random.nextInt(64)) / 4.0;
                default -> random.nextGaussian() * 10;
            };
        }
        return doubles;
    }
}
