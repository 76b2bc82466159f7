package io.xianka.tensor.cpu;

/**
 * Float instructions over lanes. Loops over whole arrays, which HotSpot turns into vector code; an operand of one value for all lanes
 * is a number. What is rare in kernels reads {@code a[i & mask]}, with mask 0 for such an operand.
 */
final class FloatLoops {
    /** An operand: an array, and whether each lane has its own element of it. */
    record In(float[] array, boolean lanes) {
        int mask() {
            return lanes ? -1 : 0;
        }
    }

    private FloatLoops() {}

    static void run(FloatOp op, In a, In b, In c, In d, float[] z, int n) {
        switch (op) {
            case ADD -> {
                if (a.lanes && b.lanes) {
                    add(a.array, b.array, z, n);
                } else if (a.lanes) {
                    add(a.array, b.array[0], z, n);
                } else if (b.lanes) {
                    add(b.array, a.array[0], z, n);
                } else {
                    z[0] = a.array[0] + b.array[0];
                }
            }
            case SUB -> {
                if (a.lanes && b.lanes) {
                    subtract(a.array, b.array, z, n);
                } else if (a.lanes) {
                    add(a.array, -b.array[0], z, n);
                } else if (b.lanes) {
                    subtract(a.array[0], b.array, z, n);
                } else {
                    z[0] = a.array[0] - b.array[0];
                }
            }
            case MUL -> {
                if (a.lanes && b.lanes) {
                    multiply(a.array, b.array, z, n);
                } else if (a.lanes) {
                    multiply(a.array, b.array[0], z, n);
                } else if (b.lanes) {
                    multiply(b.array, a.array[0], z, n);
                } else {
                    z[0] = a.array[0] * b.array[0];
                }
            }
            case DIV -> {
                if (a.lanes && b.lanes) {
                    divide(a.array, b.array, z, n);
                } else if (a.lanes) {
                    divide(a.array, b.array[0], z, n);
                } else if (b.lanes) {
                    divide(a.array[0], b.array, z, n);
                } else {
                    z[0] = a.array[0] / b.array[0];
                }
            }
            case MIN -> {
                if (a.lanes && b.lanes) {
                    least(a.array, b.array, z, n);
                } else if (a.lanes || b.lanes) {
                    least(a.lanes ? a.array : b.array, a.lanes ? b.array[0] : a.array[0], z, n);
                } else {
                    z[0] = Math.min(a.array[0], b.array[0]);
                }
            }
            case MAX -> {
                if (a.lanes && b.lanes) {
                    greatest(a.array, b.array, z, n);
                } else if (a.lanes || b.lanes) {
                    greatest(a.lanes ? a.array : b.array, a.lanes ? b.array[0] : a.array[0], z, n);
                } else {
                    z[0] = Math.max(a.array[0], b.array[0]);
                }
            }
            case FMA -> {
                if (a.lanes && b.lanes && c.lanes) {
                    fuse(a.array, b.array, c.array, z, n);
                } else if (a.lanes && b.lanes) {
                    fuse(a.array, b.array, c.array[0], z, n);
                } else if (a.lanes && c.lanes) {
                    fuse(a.array, b.array[0], c.array, z, n);
                } else if (a.lanes) {
                    fuse(a.array, b.array[0], c.array[0], z, n);
                } else {
                    fuse(a.array, a.mask(), b.array, b.mask(), c.array, c.mask(), z, n);
                }
            }
            case NEG -> negate(a.array, z, n);
            case ABS -> absolute(a.array, z, n);
            case SQRT -> root(a.array, z, n);
            case COPY_SIGN -> copySign(a.array, a.mask(), b.array, b.mask(), z, n);
            case SCALE -> scale(a.array, a.mask(), b.array, b.mask(), z, n);
            case EXPONENT -> exponent(a.array, z, n);
            case MANTISSA -> mantissa(a.array, z, n);
            case IF_LESS -> ifLess(a.array, a.mask(), b.array, b.mask(), c.array, c.mask(), d.array, d.mask(), z, n);
            case IF_AT_MOST ->
                ifAtMost(a.array, a.mask(), b.array, b.mask(), c.array, c.mask(), d.array, d.mask(), z, n);
            case IF_EQUAL -> ifEqual(a.array, a.mask(), b.array, b.mask(), c.array, c.mask(), d.array, d.mask(), z, n);
        }
    }

    static void add(float[] a, float[] b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = a[i] + b[i];
        }
    }

    private static void add(float[] a, float b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = a[i] + b;
        }
    }

    private static void subtract(float[] a, float[] b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = a[i] - b[i];
        }
    }

    private static void subtract(float a, float[] b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = a - b[i];
        }
    }

    static void multiply(float[] a, float[] b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = a[i] * b[i];
        }
    }

    private static void multiply(float[] a, float b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = a[i] * b;
        }
    }

    private static void divide(float[] a, float[] b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = a[i] / b[i];
        }
    }

    private static void divide(float[] a, float b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = a[i] / b;
        }
    }

    private static void divide(float a, float[] b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = a / b[i];
        }
    }

    static void least(float[] a, float[] b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = Math.min(a[i], b[i]);
        }
    }

    private static void least(float[] a, float b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = Math.min(a[i], b);
        }
    }

    static void greatest(float[] a, float[] b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = Math.max(a[i], b[i]);
        }
    }

    private static void greatest(float[] a, float b, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = Math.max(a[i], b);
        }
    }

    private static void fuse(float[] a, float[] b, float[] c, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = Math.fma(a[i], b[i], c[i]);
        }
    }

    private static void fuse(float[] a, float[] b, float c, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = Math.fma(a[i], b[i], c);
        }
    }

    private static void fuse(float[] a, float b, float[] c, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = Math.fma(a[i], b, c[i]);
        }
    }

    private static void fuse(float[] a, float b, float c, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = Math.fma(a[i], b, c);
        }
    }

    private static void fuse(float[] a, int ma, float[] b, int mb, float[] c, int mc, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = Math.fma(a[i & ma], b[i & mb], c[i & mc]);
        }
    }

    private static void negate(float[] a, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = -a[i];
        }
    }

    private static void absolute(float[] a, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = Math.abs(a[i]);
        }
    }

    private static void root(float[] a, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = (float) Math.sqrt(a[i]);
        }
    }

    private static void copySign(float[] a, int ma, float[] b, int mb, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            int size = Float.floatToRawIntBits(a[i & ma]) & 0x7fffffff;
            z[i] = Float.intBitsToFloat(size | (Float.floatToRawIntBits(b[i & mb]) & 0x80000000));
        }
    }

    /** In two steps, as a power may be beyond what a float holds. */
    private static void scale(float[] a, int ma, float[] b, int mb, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            int power = (int) b[i & mb];
            int half = power >> 1;
            float first = Float.intBitsToFloat((half + 127) << 23);
            float second = Float.intBitsToFloat((power - half + 127) << 23);
            z[i] = a[i & ma] * first * second;
        }
    }

    /** The bits of sqrt(1/2): what lies above counts to the next power. */
    static final int ROOT_OF_HALF = 0x3f3504f3;

    private static void exponent(float[] a, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = (Float.floatToRawIntBits(a[i]) - ROOT_OF_HALF) >> 23;
        }
    }

    private static void mantissa(float[] a, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            int bits = Float.floatToRawIntBits(a[i]);
            z[i] = Float.intBitsToFloat(bits - ((bits - ROOT_OF_HALF) & 0xff800000));
        }
    }

    private static void ifLess(
            float[] a, int ma, float[] b, int mb, float[] c, int mc, float[] d, int md, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = a[i & ma] < b[i & mb] ? c[i & mc] : d[i & md];
        }
    }

    private static void ifAtMost(
            float[] a, int ma, float[] b, int mb, float[] c, int mc, float[] d, int md, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = a[i & ma] <= b[i & mb] ? c[i & mc] : d[i & md];
        }
    }

    private static void ifEqual(
            float[] a, int ma, float[] b, int mb, float[] c, int mc, float[] d, int md, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = a[i & ma] == b[i & mb] ? c[i & mc] : d[i & md];
        }
    }
}
