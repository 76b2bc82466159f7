package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;

/** Lanes of one type to lanes of another, as {@code Op.Cast} defines it. */
final class Conversion {
    private Conversion() {}

    static void run(Frame f, DType from, Operand.Register x, DType to, Operand.Register z, int n) {
        switch (Kind.of(to)) {
            case FLOAT -> {
                toFloats(f, x, f.floats[z.number()], n);
                round(to, f.floats[z.number()], n);
            }
            case COMPLEX -> {
                toFloats(f, x, f.floats[z.number()], n);
                float[] imaginary = f.floats[z.imaginary()];
                if (x.kind() == Kind.COMPLEX) {
                    System.arraycopy(f.floats[x.imaginary()], 0, imaginary, 0, n);
                } else {
                    java.util.Arrays.fill(imaginary, 0, n, 0);
                }
            }
            case DOUBLE -> toDoubles(f, x, f.doubles[z.number()], n);
            case LONG -> toLongs(f, x, f.longs[z.number()], n);
            case INT -> toInts(f, x, to, f.ints[z.number()], n);
        }
    }

    private static void toFloats(Frame f, Operand.Register x, float[] z, int n) {
        switch (x.kind()) {
            case FLOAT, COMPLEX -> System.arraycopy(f.floats[x.number()], 0, z, 0, n);
            case DOUBLE -> {
                double[] a = f.doubles[x.number()];
                for (int i = 0; i < n; i++) {
                    z[i] = (float) a[i];
                }
            }
            case INT -> {
                int[] a = f.ints[x.number()];
                for (int i = 0; i < n; i++) {
                    z[i] = a[i];
                }
            }
            case LONG -> {
                long[] a = f.longs[x.number()];
                for (int i = 0; i < n; i++) {
                    z[i] = a[i];
                }
            }
        }
    }

    /** To what a 16-bit type can hold. */
    static void round(DType dtype, float[] z, int n) {
        if (dtype == DType.FLOAT16) {
            for (int i = 0; i < n; i++) {
                z[i] = Float.float16ToFloat(Float.floatToFloat16(z[i]));
            }
        } else if (dtype == DType.BFLOAT16) {
            for (int i = 0; i < n; i++) {
                z[i] = Float.intBitsToFloat(bfloat16(z[i]) << 16);
            }
        }
    }

    static int bfloat16(float value) {
        int bits = Float.floatToRawIntBits(value);
        int rounded = (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16;
        return Float.isNaN(value) ? (bits >>> 16) | 0x40 : rounded;
    }

    private static void toDoubles(Frame f, Operand.Register x, double[] z, int n) {
        switch (x.kind()) {
            case FLOAT, COMPLEX -> {
                float[] a = f.floats[x.number()];
                for (int i = 0; i < n; i++) {
                    z[i] = a[i];
                }
            }
            case DOUBLE -> System.arraycopy(f.doubles[x.number()], 0, z, 0, n);
            case INT -> {
                int[] a = f.ints[x.number()];
                for (int i = 0; i < n; i++) {
                    z[i] = a[i];
                }
            }
            case LONG -> {
                long[] a = f.longs[x.number()];
                for (int i = 0; i < n; i++) {
                    z[i] = a[i];
                }
            }
        }
    }

    private static void toLongs(Frame f, Operand.Register x, long[] z, int n) {
        switch (x.kind()) {
            case FLOAT, COMPLEX -> {
                float[] a = f.floats[x.number()];
                for (int i = 0; i < n; i++) {
                    z[i] = (long) a[i];
                }
            }
            case DOUBLE -> {
                double[] a = f.doubles[x.number()];
                for (int i = 0; i < n; i++) {
                    z[i] = (long) a[i];
                }
            }
            case INT -> {
                int[] a = f.ints[x.number()];
                for (int i = 0; i < n; i++) {
                    z[i] = a[i];
                }
            }
            case LONG -> System.arraycopy(f.longs[x.number()], 0, z, 0, n);
        }
    }

    private static void toInts(Frame f, Operand.Register x, DType to, int[] z, int n) {
        boolean toBool = to == DType.BOOL;
        switch (x.kind()) {
            case FLOAT -> {
                float[] a = f.floats[x.number()];
                for (int i = 0; i < n; i++) {
                    z[i] = toBool ? (a[i] != 0 ? 1 : 0) : (int) a[i];
                }
                saturate(to, z, n);
            }
            case COMPLEX -> {
                float[] a = f.floats[x.number()];
                float[] b = f.floats[x.imaginary()];
                for (int i = 0; i < n; i++) {
                    z[i] = toBool ? (a[i] != 0 || b[i] != 0 ? 1 : 0) : (int) a[i];
                }
                saturate(to, z, n);
            }
            case DOUBLE -> {
                double[] a = f.doubles[x.number()];
                for (int i = 0; i < n; i++) {
                    z[i] = toBool ? (a[i] != 0 ? 1 : 0) : (int) a[i];
                }
                saturate(to, z, n);
            }
            case INT -> {
                System.arraycopy(f.ints[x.number()], 0, z, 0, n);
                LaneLoops.wrap(to, z, n);
            }
            case LONG -> {
                long[] a = f.longs[x.number()];
                for (int i = 0; i < n; i++) {
                    z[i] = toBool ? (a[i] != 0 ? 1 : 0) : (int) a[i];
                }
                LaneLoops.wrap(to, z, n);
            }
        }
    }

    /** From floating values: what is outside the range becomes its nearest bound. */
    private static void saturate(DType to, int[] z, int n) {
        int low = to == DType.INT8 ? Byte.MIN_VALUE : to == DType.INT16 ? Short.MIN_VALUE : 0;
        int high = to == DType.INT8 ? Byte.MAX_VALUE : to == DType.INT16 ? Short.MAX_VALUE : 255;
        if (to == DType.INT8 || to == DType.INT16 || to == DType.UINT8) {
            for (int i = 0; i < n; i++) {
                z[i] = Math.min(Math.max(z[i], low), high);
            }
        }
    }
}
