package io.xianka.tensor.cpu;

import java.util.Arrays;

/** What one thread computes with: registers of {@link #LANES} lanes, and where in the domain it is. */
final class Frame {
    /** As many lanes fit a register; a few registers fit the first-level cache. */
    static final int LANES = 1024;

    float[][] floats = {};
    double[][] doubles = {};
    int[][] ints = {};
    long[][] longs = {};

    /** Whole rows that a later pass reads again. */
    float[][] rows = {};

    /** The loop variables; that of the lanes is the first lane's. */
    long[] place = {};

    /** Of the first lane in the row: the sum of all inner blocks before. */
    long column;

    /** Addresses of the kernel's tensors. */
    long[] pointers;

    /** Values of the kernel's parameters. */
    Number[] parameters;

    final byte[] bytes = new byte[LANES];
    final short[] shorts = new short[LANES];
    final float[] pairs = new float[2 * LANES];
    private long[][] offsets = {};
    private int offsetDepth;

    void prepare(int floatCount, int doubleCount, int intCount, int longCount, int axes, int rowCount, int rowLength) {
        if (floats.length < floatCount) {
            int from = floats.length;
            floats = Arrays.copyOf(floats, floatCount);
            for (int i = from; i < floatCount; i++) {
                floats[i] = new float[LANES];
            }
        }
        if (doubles.length < doubleCount) {
            int from = doubles.length;
            doubles = Arrays.copyOf(doubles, doubleCount);
            for (int i = from; i < doubleCount; i++) {
                doubles[i] = new double[LANES];
            }
        }
        if (ints.length < intCount) {
            int from = ints.length;
            ints = Arrays.copyOf(ints, intCount);
            for (int i = from; i < intCount; i++) {
                ints[i] = new int[LANES];
            }
        }
        if (longs.length < longCount) {
            int from = longs.length;
            longs = Arrays.copyOf(longs, longCount);
            for (int i = from; i < longCount; i++) {
                longs[i] = new long[LANES];
            }
        }
        if (rows.length < rowCount) {
            rows = Arrays.copyOf(rows, rowCount);
        }
        for (int i = 0; i < rowCount; i++) {
            if (rows[i] == null || rows[i].length < rowLength) {
                rows[i] = new float[rowLength];
            }
        }
        if (place.length < axes) {
            place = new long[axes];
        }
        Arrays.fill(place, 0);
        column = 0;
    }

    /** An array for places of lanes; given back in the reverse order. */
    long[] takeOffsets() {
        if (offsetDepth == offsets.length) {
            offsets = Arrays.copyOf(offsets, offsetDepth + 1);
            offsets[offsetDepth] = new long[LANES];
        }
        return offsets[offsetDepth++];
    }

    void giveBackOffsets() {
        offsetDepth--;
    }
}
