package io.xianka.checks;

import static io.xianka.driver.Arg.in;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Arguments for the kernels of numeric/half.cu and numeric/bfloat16.cu: special and random numbers. */
record NarrowInputs(Random random) {
    /** All that 16 bits can be. */
    static final int NUMBERS = 1 << 16;

    static final int PAIRS = 20_000;
    static final int CONVERSIONS = 20_000;

    /** Integers, floats and doubles. */
    Supplier<List<Object>> conversions() {
        long[] integers = new long[CONVERSIONS];
        float[] floats = new float[CONVERSIONS];
        double[] doubles = new double[CONVERSIONS];
        for (int i = 0; i < CONVERSIONS; i++) {
            integers[i] = random.nextLong() >> random.nextInt(64);
            floats[i] = i % 4 == 0 ? nearHalf() : Float.intBitsToFloat(random.nextInt());
            doubles[i] = i % 2 == 0 ? nearHalf() : (double) Float.intBitsToFloat(random.nextInt()) * 0.7;
        }
        return () -> List.of(in(integers), in(floats), in(doubles));
    }

    /** Three arrays of pairs. */
    Supplier<List<Object>> pairs(String file) {
        int[] a = pairsOf(file);
        int[] b = pairsOf(file);
        int[] c = pairsOf(file);
        return () -> List.of(in(a), in(b), in(c));
    }

    /** In the middle between two neighbours of 16 bits, or beside it. */
    private float nearHalf() {
        float half = Float.float16ToFloat((short) random.nextInt());
        int bits = Float.floatToRawIntBits(half) + (random.nextBoolean() ? 0x1000 : 0x8000) + random.nextInt(3) - 1;
        return Float.intBitsToFloat(bits);
    }

    private int[] pairsOf(String file) {
        int infinity = file.equals("half") ? 0x7C00 : 0x7F80;
        int one = file.equals("half") ? 0x3C00 : 0x3F80;
        int[] special = {0, 1, 2, infinity, infinity - 1, infinity + 1, 0x7FFF, one, one + 1, infinity >> 5, 0x0400};
        int[] pairs = new int[PAIRS];
        for (int i = 0; i < pairs.length; i++) {
            int low = random.nextInt();
            int high = random.nextInt();
            if (i % 4 == 0) {
                low = special[random.nextInt(special.length)] | random.nextInt(2) << 15;
            } else if (i % 4 == 1) {
                high = special[random.nextInt(special.length)] | random.nextInt(2) << 15;
            } else if (i % 4 == 2) {
                low = one + random.nextInt(1 << 12) - (1 << 11);
                high = one + random.nextInt(1 << 12) - (1 << 11);
            }
            pairs[i] = high << 16 | (low & 0xFFFF);
        }
        return pairs;
    }
}
