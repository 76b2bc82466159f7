package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.UnaryOp;
import io.xianka.tensor.plain.Scalars;

/**
 * Operations over lanes that have no instruction of their own in vector code: all of doubles and integers, and the functions of
 * floats that are computed in double. Masks as in {@link FloatLoops}.
 */
final class LaneLoops {
    private LaneLoops() {}

    // ------------------------------------------------------------------ floats

    static void unary(UnaryOp op, float[] x, float[] z, int n) {
        switch (op) {
            case SIN -> {
                for (int i = 0; i < n; i++) {
                    z[i] = (float) Math.sin(x[i]);
                }
            }
            case COS -> {
                for (int i = 0; i < n; i++) {
                    z[i] = (float) Math.cos(x[i]);
                }
            }
            case FLOOR -> {
                for (int i = 0; i < n; i++) {
                    z[i] = (float) Math.floor(x[i]);
                }
            }
            case ROUND -> {
                for (int i = 0; i < n; i++) {
                    z[i] = (float) Math.rint(x[i]);
                }
            }
            case SIGN -> {
                for (int i = 0; i < n; i++) {
                    z[i] = Math.signum(x[i]);
                }
            }
            case NEG,
                    ABS,
                    EXP,
                    EXPM1,
                    LOG,
                    LOG1P,
                    SQRT,
                    RSQRT,
                    RECIPROCAL,
                    TAN,
                    ASIN,
                    ACOS,
                    ATAN,
                    SINH,
                    COSH,
                    TANH,
                    SIGMOID,
                    ERF,
                    CEIL,
                    TRUNC,
                    NOT,
                    IS_NAN,
                    IS_INFINITE,
                    REAL,
                    IMAGINARY,
                    CONJUGATE -> {
                for (int i = 0; i < n; i++) {
                    z[i] = (float) function(op, x[i]);
                }
            }
        }
    }

    /** As {@link Scalars}, by the JVM's faster functions. */
    private static double function(UnaryOp op, double x) {
        return switch (op) {
            case EXP -> Math.exp(x);
            case LOG -> Math.log(x);
            case SIN -> Math.sin(x);
            case COS -> Math.cos(x);
            case TAN -> Math.tan(x);
            case SIGMOID -> 1 / (1 + Math.exp(-x));
            case TANH -> Math.tanh(x);
            case NEG,
                    ABS,
                    SIGN,
                    EXPM1,
                    LOG1P,
                    SQRT,
                    RSQRT,
                    RECIPROCAL,
                    ASIN,
                    ACOS,
                    ATAN,
                    SINH,
                    COSH,
                    ERF,
                    FLOOR,
                    CEIL,
                    ROUND,
                    TRUNC,
                    NOT,
                    IS_NAN,
                    IS_INFINITE,
                    REAL,
                    IMAGINARY,
                    CONJUGATE -> Scalars.unary(op, x);
        };
    }

    static void binary(BinaryOp op, float[] a, int ma, float[] b, int mb, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = (float) function(op, a[i & ma], b[i & mb]);
        }
    }

    private static double function(BinaryOp op, double a, double b) {
        return op == BinaryOp.POW && !Scalars.isOneToAPower(a, b) ? Math.pow(a, b) : Scalars.binary(op, a, b);
    }

    static void compare(BinaryOp op, float[] a, int ma, float[] b, int mb, int[] z, int n) {
        switch (op) {
            case EQ -> {
                for (int i = 0; i < n; i++) {
                    z[i] = a[i & ma] == b[i & mb] ? 1 : 0;
                }
            }
            case NE -> {
                for (int i = 0; i < n; i++) {
                    z[i] = a[i & ma] != b[i & mb] ? 1 : 0;
                }
            }
            case LT -> {
                for (int i = 0; i < n; i++) {
                    z[i] = a[i & ma] < b[i & mb] ? 1 : 0;
                }
            }
            case LE -> {
                for (int i = 0; i < n; i++) {
                    z[i] = a[i & ma] <= b[i & mb] ? 1 : 0;
                }
            }
            case GT -> compare(BinaryOp.LT, b, mb, a, ma, z, n);
            case GE -> compare(BinaryOp.LE, b, mb, a, ma, z, n);
            case ADD,
                    SUB,
                    MUL,
                    DIV,
                    FLOOR_DIV,
                    MOD,
                    POW,
                    ATAN2,
                    MAX,
                    MIN,
                    AND,
                    OR,
                    XOR,
                    SHIFT_LEFT,
                    SHIFT_RIGHT,
                    COMPLEX -> throw new IllegalStateException(op + " compares nothing");
        }
    }

    // ------------------------------------------------------------------ doubles

    static void unary(UnaryOp op, double[] x, double[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = function(op, x[i]);
        }
    }

    static void binary(BinaryOp op, double[] a, int ma, double[] b, int mb, double[] z, int n) {
        boolean lanes = (ma & mb) != 0;
        if (lanes && op == BinaryOp.ADD) {
            for (int i = 0; i < n; i++) {
                z[i] = a[i] + b[i];
            }
        } else if (lanes && op == BinaryOp.SUB) {
            for (int i = 0; i < n; i++) {
                z[i] = a[i] - b[i];
            }
        } else if (lanes && op == BinaryOp.MUL) {
            for (int i = 0; i < n; i++) {
                z[i] = a[i] * b[i];
            }
        } else if (lanes && op == BinaryOp.DIV) {
            for (int i = 0; i < n; i++) {
                z[i] = a[i] / b[i];
            }
        } else if (lanes && op == BinaryOp.MAX) {
            for (int i = 0; i < n; i++) {
                z[i] = Math.max(a[i], b[i]);
            }
        } else if (lanes && op == BinaryOp.MIN) {
            for (int i = 0; i < n; i++) {
                z[i] = Math.min(a[i], b[i]);
            }
        } else {
            for (int i = 0; i < n; i++) {
                z[i] = function(op, a[i & ma], b[i & mb]);
            }
        }
    }

    static void compare(BinaryOp op, double[] a, int ma, double[] b, int mb, int[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = (int) Scalars.binary(op, a[i & ma], b[i & mb]);
        }
    }

    // ------------------------------------------------------------------ integers

    static void unary(UnaryOp op, DType dtype, int[] x, int[] z, int n) {
        if (op == UnaryOp.NOT && dtype == DType.BOOL) {
            for (int i = 0; i < n; i++) {
                z[i] = 1 - x[i];
            }
        } else {
            for (int i = 0; i < n; i++) {
                z[i] = (int) Scalars.unary(op, x[i]);
            }
            wrap(dtype, z, n);
        }
    }

    static void unary(UnaryOp op, long[] x, long[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = Scalars.unary(op, x[i]);
        }
    }

    static void binary(BinaryOp op, DType dtype, int[] a, int ma, int[] b, int mb, int[] z, int n) {
        boolean lanes = (ma & mb) != 0;
        if (lanes && op == BinaryOp.ADD) {
            for (int i = 0; i < n; i++) {
                z[i] = a[i] + b[i];
            }
        } else if (lanes && op == BinaryOp.MUL) {
            for (int i = 0; i < n; i++) {
                z[i] = a[i] * b[i];
            }
        } else if (lanes && op == BinaryOp.AND) {
            for (int i = 0; i < n; i++) {
                z[i] = a[i] & b[i];
            }
        } else if (lanes && op == BinaryOp.OR) {
            for (int i = 0; i < n; i++) {
                z[i] = a[i] | b[i];
            }
        } else {
            for (int i = 0; i < n; i++) {
                z[i] = (int) Scalars.binary(op, (long) a[i & ma], (long) b[i & mb]);
            }
        }
        if (!op.isComparison()) {
            wrap(dtype, z, n);
        }
    }

    static void binary(BinaryOp op, long[] a, int ma, long[] b, int mb, long[] z, int n) {
        boolean lanes = (ma & mb) != 0;
        if (lanes && op == BinaryOp.ADD) {
            for (int i = 0; i < n; i++) {
                z[i] = a[i] + b[i];
            }
        } else if (lanes && op == BinaryOp.MUL) {
            for (int i = 0; i < n; i++) {
                z[i] = a[i] * b[i];
            }
        } else {
            for (int i = 0; i < n; i++) {
                z[i] = Scalars.binary(op, a[i & ma], b[i & mb]);
            }
        }
    }

    static void compare(BinaryOp op, long[] a, int ma, long[] b, int mb, int[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = (int) Scalars.binary(op, a[i & ma], b[i & mb]);
        }
    }

    /** Back into the type's range. */
    static void wrap(DType dtype, int[] z, int n) {
        switch (dtype) {
            case BOOL -> {
                for (int i = 0; i < n; i++) {
                    z[i] = z[i] != 0 ? 1 : 0;
                }
            }
            case UINT8 -> {
                for (int i = 0; i < n; i++) {
                    z[i] &= 0xff;
                }
            }
            case INT8 -> {
                for (int i = 0; i < n; i++) {
                    z[i] = (byte) z[i];
                }
            }
            case INT16 -> {
                for (int i = 0; i < n; i++) {
                    z[i] = (short) z[i];
                }
            }
            case INT32, INT64, FLOAT16, BFLOAT16, FLOAT32, FLOAT64, COMPLEX64 -> {}
        }
    }

    // ------------------------------------------------------------------ either

    static void select(int[] c, int mc, float[] a, int ma, float[] b, int mb, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = c[i & mc] != 0 ? a[i & ma] : b[i & mb];
        }
    }

    static void select(int[] c, int mc, double[] a, int ma, double[] b, int mb, double[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = c[i & mc] != 0 ? a[i & ma] : b[i & mb];
        }
    }

    static void select(int[] c, int mc, int[] a, int ma, int[] b, int mb, int[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = c[i & mc] != 0 ? a[i & ma] : b[i & mb];
        }
    }

    static void select(int[] c, int mc, long[] a, int ma, long[] b, int mb, long[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = c[i & mc] != 0 ? a[i & ma] : b[i & mb];
        }
    }
}
