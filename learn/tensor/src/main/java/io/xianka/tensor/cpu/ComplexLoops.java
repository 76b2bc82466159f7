package io.xianka.tensor.cpu;

import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.UnaryOp;

/** Operations on complex lanes, real and imaginary parts in arrays of their own, computed in double. */
final class ComplexLoops {
    /** Real and imaginary parts; an operand that is the same for all lanes has one element. */
    record In(float[] re, float[] im, int mask) {}

    private ComplexLoops() {}

    static void unary(UnaryOp op, In x, float[] re, float[] im, int n) {
        for (int i = 0; i < n; i++) {
            double a = x.re[i & x.mask];
            double b = x.im[i & x.mask];
            double real = 0;
            double imaginary = 0;
            switch (op) {
                case NEG -> {
                    real = -a;
                    imaginary = -b;
                }
                case CONJUGATE -> {
                    real = a;
                    imaginary = -b;
                }
                case RECIPROCAL -> {
                    double square = a * a + b * b;
                    real = a / square;
                    imaginary = -b / square;
                }
                case EXP -> {
                    double size = Math.exp(a);
                    real = size * Math.cos(b);
                    imaginary = size * Math.sin(b);
                }
                case LOG -> {
                    real = Math.log(Math.hypot(a, b));
                    imaginary = Math.atan2(b, a);
                }
                case SQRT -> {
                    // The larger part by the sum of two sizes; the other one, whose difference would cancel, from it.
                    double larger = Math.sqrt((Math.hypot(a, b) + Math.abs(a)) / 2);
                    double smaller = larger == 0 ? 0 : Math.abs(b) / 2 / larger;
                    real = a < 0 ? smaller : larger;
                    imaginary = Math.copySign(a < 0 ? larger : smaller, b);
                }
                case SIN -> {
                    real = Math.sin(a) * Math.cosh(b);
                    imaginary = Math.cos(a) * Math.sinh(b);
                }
                case COS -> {
                    real = Math.cos(a) * Math.cosh(b);
                    imaginary = -Math.sin(a) * Math.sinh(b);
                }
                case ABS,
                        SIGN,
                        EXPM1,
                        LOG1P,
                        RSQRT,
                        TAN,
                        ASIN,
                        ACOS,
                        ATAN,
                        SINH,
                        COSH,
                        TANH,
                        SIGMOID,
                        ERF,
                        FLOOR,
                        CEIL,
                        ROUND,
                        TRUNC,
                        NOT,
                        IS_NAN,
                        IS_INFINITE,
                        REAL,
                        IMAGINARY -> throw new IllegalStateException(op + " of complex values gives none");
            }
            re[i] = (float) real;
            im[i] = (float) imaginary;
        }
    }

    static void absolute(In x, float[] z, int n) {
        for (int i = 0; i < n; i++) {
            z[i] = (float) Math.hypot(x.re[i & x.mask], x.im[i & x.mask]);
        }
    }

    static void binary(BinaryOp op, In x, In y, float[] re, float[] im, int n) {
        for (int i = 0; i < n; i++) {
            double a = x.re[i & x.mask];
            double b = x.im[i & x.mask];
            double c = y.re[i & y.mask];
            double d = y.im[i & y.mask];
            switch (op) {
                case ADD -> {
                    re[i] = (float) (a + c);
                    im[i] = (float) (b + d);
                }
                case SUB -> {
                    re[i] = (float) (a - c);
                    im[i] = (float) (b - d);
                }
                case MUL -> {
                    re[i] = (float) (a * c - b * d);
                    im[i] = (float) (a * d + b * c);
                }
                case DIV -> {
                    double square = c * c + d * d;
                    re[i] = (float) ((a * c + b * d) / square);
                    im[i] = (float) ((b * c - a * d) / square);
                }
                case FLOOR_DIV,
                        MOD,
                        POW,
                        ATAN2,
                        MAX,
                        MIN,
                        EQ,
                        NE,
                        LT,
                        LE,
                        GT,
                        GE,
                        AND,
                        OR,
                        XOR,
                        SHIFT_LEFT,
                        SHIFT_RIGHT,
                        COMPLEX -> throw new IllegalStateException(op + " of complex values gives none");
            }
        }
    }

    static void compare(boolean equal, In x, In y, int[] z, int n) {
        for (int i = 0; i < n; i++) {
            boolean same = x.re[i & x.mask] == y.re[i & y.mask] && x.im[i & x.mask] == y.im[i & y.mask];
            z[i] = same == equal ? 1 : 0;
        }
    }
}
