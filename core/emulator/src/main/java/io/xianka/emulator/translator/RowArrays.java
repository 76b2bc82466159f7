package io.xianka.emulator.translator;

import io.xianka.emulator.semantics.FloatArithmetic;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Arrays that rows of memory go through, because HotSpot makes vectors of loops over arrays: for each number one of each kind, with some
 * elements for each lane, made when it is first asked for. And what is to be told of the NaNs in them. For generated code.
 */
final class RowArrays {
    private final int lanes;
    private int[][] ints = new int[0][];
    private long[][] longs = new long[0][];
    private float[][] floats = new float[0][];

    /** The same memory, to be read as integers. */
    private MemorySegment[] floatBits = new MemorySegment[0];

    private double[][] doubles = new double[0][];

    RowArrays(int lanes) {
        this.lanes = lanes;
    }

    int[] ints(int number, int width) {
        if (number >= ints.length) {
            ints = Arrays.copyOf(ints, number + 1);
        }
        if (ints[number] == null || ints[number].length < width * lanes) {
            ints[number] = new int[width * lanes];
        }
        return ints[number];
    }

    long[] longs(int number, int width) {
        if (number >= longs.length) {
            longs = Arrays.copyOf(longs, number + 1);
        }
        if (longs[number] == null || longs[number].length < width * lanes) {
            longs[number] = new long[width * lanes];
        }
        return longs[number];
    }

    float[] floats(int number, int width) {
        if (number >= floats.length) {
            floats = Arrays.copyOf(floats, number + 1);
            floatBits = Arrays.copyOf(floatBits, number + 1);
        }
        if (floats[number] == null || floats[number].length < width * lanes) {
            floats[number] = new float[width * lanes];
            floatBits[number] = MemorySegment.ofArray(floats[number]);
        }
        return floats[number];
    }

    double[] doubles(int number, int width) {
        if (number >= doubles.length) {
            doubles = Arrays.copyOf(doubles, number + 1);
        }
        if (doubles[number] == null || doubles[number].length < width * lanes) {
            doubles[number] = new double[width * lanes];
        }
        return doubles[number];
    }

    /** Gives NaNs their canonical bits. Whether there are any is asked of integers, which HotSpot does in vectors. */
    void makeNansCanonical(float[] values, int from, int to) {
        if (hasNans(values, from, to)) {
            for (int i = from; i < to; i++) {
                values[i] = Float.intBitsToFloat(FloatArithmetic.bits(values[i]));
            }
        }
    }

    /** Whether an array that a row goes through holds a NaN. */
    boolean hasNans(float[] array, int from, int to) {
        return hasNans(bitsOf(array), from, to);
    }

    /** Whether floats, seen as integers, hold a NaN. */
    static boolean hasNans(MemorySegment bits, int from, int to) {
        int signs = 0;
        for (int i = from; i < to; i++) {
            // Negative where the magnitude is beyond infinity's.
            signs |= 0x7f80_0000 - (bits.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i) & 0x7fff_ffff);
        }
        return signs < 0;
    }

    /** Kept, because making a segment for each row shows in profiles. */
    private MemorySegment bitsOf(float[] array) {
        for (int i = 0; i < floats.length; i++) {
            if (floats[i] == array) {
                return floatBits[i];
            }
        }
        return MemorySegment.ofArray(array);
    }
}
