package io.xianka.tensor.plain;

import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.UnaryOp;

/** The elementwise operations on single values, as their definitions say. */
public final class Scalars {
    private Scalars() {}

    /** Of a floating value. */
    public static double unary(UnaryOp op, double x) {
        return switch (op) {
            case NEG -> -x;
            case ABS -> Math.abs(x);
            case SIGN -> Math.signum(x);
            case EXP -> StrictMath.exp(x);
            case EXPM1 -> StrictMath.expm1(x);
            case LOG -> StrictMath.log(x);
            case LOG1P -> StrictMath.log1p(x);
            case SQRT -> Math.sqrt(x);
            case RSQRT -> 1 / Math.sqrt(x);
            case RECIPROCAL -> 1 / x;
            case SIN -> StrictMath.sin(x);
            case COS -> StrictMath.cos(x);
            case TAN -> StrictMath.tan(x);
            case ASIN -> StrictMath.asin(x);
            case ACOS -> StrictMath.acos(x);
            case ATAN -> StrictMath.atan(x);
            case SINH -> StrictMath.sinh(x);
            case COSH -> StrictMath.cosh(x);
            case TANH -> StrictMath.tanh(x);
            case SIGMOID -> 1 / (1 + StrictMath.exp(-x));
            case ERF -> erf(x);
            case FLOOR -> Math.floor(x);
            case CEIL -> Math.ceil(x);
            case ROUND -> Math.rint(x);
            case TRUNC -> x < 0 ? Math.ceil(x) : Math.floor(x);
            case REAL, CONJUGATE -> x;
            case IMAGINARY -> 0;
            case NOT, IS_NAN, IS_INFINITE -> throw new IllegalStateException(op + " of a floating value");
        };
    }

    /** Of an integer, before it is cut to its type. */
    public static long unary(UnaryOp op, long x) {
        return switch (op) {
            case NEG -> -x;
            case ABS -> Math.abs(x);
            case SIGN -> Long.signum(x);
            case NOT -> ~x;
            case FLOOR, CEIL, ROUND, TRUNC, REAL, CONJUGATE -> x;
            case IS_NAN, IS_INFINITE, IMAGINARY -> 0;
            case EXP,
                    EXPM1,
                    LOG,
                    LOG1P,
                    SQRT,
                    RSQRT,
                    RECIPROCAL,
                    SIN,
                    COS,
                    TAN,
                    ASIN,
                    ACOS,
                    ATAN,
                    SINH,
                    COSH,
                    TANH,
                    SIGMOID,
                    ERF -> throw new IllegalStateException(op + " of an integer");
        };
    }

    /** Of two floating values; comparisons give 0 or 1. */
    public static double binary(BinaryOp op, double a, double b) {
        return switch (op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case FLOOR_DIV -> floorDivision(a, b);
            case MOD -> modulo(a, b);
            case POW -> isOneToAPower(a, b) ? 1 : StrictMath.pow(a, b);
            case ATAN2 -> StrictMath.atan2(a, b);
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case EQ -> a == b ? 1 : 0;
            case NE -> a != b ? 1 : 0;
            case LT -> a < b ? 1 : 0;
            case LE -> a <= b ? 1 : 0;
            case GT -> a > b ? 1 : 0;
            case GE -> a >= b ? 1 : 0;
            case AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT, COMPLEX ->
                throw new IllegalStateException(op + " of floating values");
        };
    }

    /** Of two integers, before the result is cut to its type; comparisons give 0 or 1. */
    public static long binary(BinaryOp op, long a, long b) {
        return switch (op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> b == 0 ? 0 : a / b;
            case FLOOR_DIV -> b == 0 ? 0 : Math.floorDiv(a, b);
            case MOD -> b == 0 ? 0 : Math.floorMod(a, b);
            case POW -> power(a, b);
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case EQ -> a == b ? 1 : 0;
            case NE -> a != b ? 1 : 0;
            case LT -> a < b ? 1 : 0;
            case LE -> a <= b ? 1 : 0;
            case GT -> a > b ? 1 : 0;
            case GE -> a >= b ? 1 : 0;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case SHIFT_LEFT -> b < 0 || b > 63 ? 0 : a << b;
            case SHIFT_RIGHT -> a >> (b < 0 || b > 63 ? 63 : b);
            case ATAN2, COMPLEX -> throw new IllegalStateException(op + " of integers");
        };
    }

    /** In IEEE 754 and C 1 to any power is 1, also to NaN, and so is -1 to an infinite one; Java says NaN. */
    public static boolean isOneToAPower(double a, double b) {
        return a == 1 || a == -1 && Double.isInfinite(b);
    }

    /** Python's: by the exact remainder, as a quotient just below an integer may be rounded up to it. */
    private static double floorDivision(double a, double b) {
        if (b == 0) {
            return a / b;
        }
        double rest = a % b;
        double quotient = (a - rest) / b;
        if (rest != 0 && (rest < 0) != (b < 0)) {
            quotient -= 1;
        }
        return quotient == 0 ? Math.copySign(0, a / b) : Math.rint(quotient);
    }

    /** Python's: the sign is the divisor's. */
    private static double modulo(double a, double b) {
        double rest = a % b;
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest == 0 ? Math.copySign(0, b) : rest;
    }

    /** Negative powers of integers are 0 but for 1 and -1. */
    private static long power(long base, long exponent) {
        if (exponent < 0) {
            return base == 1 ? 1 : base == -1 ? ((exponent & 1) == 0 ? 1 : -1) : 0;
        }
        long result = 1;
        long square = base;
        for (long rest = exponent; rest != 0; rest >>= 1) {
            if ((rest & 1) != 0) {
                result *= square;
            }
            square *= square;
        }
        return result;
    }

    /**
     * The error function to about 1e-15: its Taylor series where it converges fast, else the continued fraction of erfc
     * (Abramowitz and Stegun 7.1.5 and 7.1.14).
     */
    static double erf(double x) {
        double size = Math.abs(x);
        if (size < 2.5) {
            double term = x;
            double sum = x;
            for (int n = 1; n < 100 && Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
                term *= -x * x / n;
                sum += term / (2 * n + 1);
            }
            return sum * 2 / Math.sqrt(Math.PI);
        }
        if (size > 6.5) {
            return Math.signum(x);
        }
        double fraction = 0;
        for (int n = 120; n >= 1; n--) {
            fraction = n / 2.0 / (size + fraction);
        }
        double erfc = StrictMath.exp(-size * size) / Math.sqrt(Math.PI) / (size + fraction);
        return Math.signum(x) * (1 - erfc);
    }
}
