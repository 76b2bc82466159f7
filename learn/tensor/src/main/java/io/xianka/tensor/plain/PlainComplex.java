package io.xianka.tensor.plain;

import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.UnaryOp;

/** The elementwise operations on complex values. */
final class PlainComplex {
    private PlainComplex() {}

    static void unary(UnaryOp op, double re, double im, Elements result, int at) {
        switch (op) {
            case NEG -> result.put(at, -re, -im);
            case CONJUGATE -> result.put(at, re, -im);
            case REAL -> result.put(at, re);
            case IMAGINARY -> result.put(at, im);
            case ABS -> result.put(at, Math.hypot(re, im));
            case RECIPROCAL -> {
                double square = re * re + im * im;
                result.put(at, re / square, -im / square);
            }
            case EXP -> {
                double size = StrictMath.exp(re);
                result.put(at, size * StrictMath.cos(im), size * StrictMath.sin(im));
            }
            case LOG -> result.put(at, StrictMath.log(Math.hypot(re, im)), StrictMath.atan2(im, re));
            case SQRT -> {
                // The larger part by the sum of two sizes; the other one, whose difference would cancel, from it.
                double larger = Math.sqrt((Math.hypot(re, im) + Math.abs(re)) / 2);
                double smaller = larger == 0 ? 0 : Math.abs(im) / 2 / larger;
                result.put(at, re < 0 ? smaller : larger, Math.copySign(re < 0 ? larger : smaller, im));
            }
            case SIN ->
                result.put(at, StrictMath.sin(re) * StrictMath.cosh(im), StrictMath.cos(re) * StrictMath.sinh(im));
            case COS ->
                result.put(at, StrictMath.cos(re) * StrictMath.cosh(im), -StrictMath.sin(re) * StrictMath.sinh(im));
            case SIGN,
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
                    IS_INFINITE -> throw new IllegalStateException(op + " of a complex value");
        }
    }

    static void binary(BinaryOp op, Elements a, Elements b, Elements result, int at) {
        double re = a.reals[at];
        double im = a.imaginaries[at];
        double re2 = b.reals[at];
        double im2 = b.imaginaries[at];
        switch (op) {
            case ADD -> result.put(at, re + re2, im + im2);
            case SUB -> result.put(at, re - re2, im - im2);
            case MUL -> result.put(at, re * re2 - im * im2, re * im2 + im * re2);
            case DIV -> {
                double square = re2 * re2 + im2 * im2;
                result.put(at, (re * re2 + im * im2) / square, (im * re2 - re * im2) / square);
            }
            case EQ -> result.put(at, re == re2 && im == im2 ? 1L : 0L);
            case NE -> result.put(at, re != re2 || im != im2 ? 1L : 0L);
            case FLOOR_DIV, MOD, POW, ATAN2, MAX, MIN, LT, LE, GT, GE, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT, COMPLEX ->
                throw new IllegalStateException(op + " of complex values");
        }
    }
}
