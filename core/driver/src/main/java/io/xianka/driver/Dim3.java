package io.xianka.driver;

/** Sizes of a grid, a block or a cluster, each at least 1. */
public record Dim3(int x, int y, int z) {

    public Dim3 {
        if (x < 1 || y < 1 || z < 1) {
            throw new IllegalArgumentException("sizes " + x + " x " + y + " x " + z + ": each must be at least 1");
        }
    }

    /** A line of {@code x}. */
    public static Dim3 of(int x) {
        return new Dim3(x, 1, 1);
    }

    /** A plane. */
    public static Dim3 of(int x, int y) {
        return new Dim3(x, y, 1);
    }

    /** A box. */
    public static Dim3 of(int x, int y, int z) {
        return new Dim3(x, y, z);
    }

    /** Product of the sizes. */
    public long count() {
        return Math.multiplyExact((long) x * y, (long) z);
    }

    /** {@code 4 x 2}: without trailing ones. */
    @Override
    public String toString() {
        return z > 1 ? x + " x " + y + " x " + z : y > 1 ? x + " x " + y : Integer.toString(x);
    }
}
