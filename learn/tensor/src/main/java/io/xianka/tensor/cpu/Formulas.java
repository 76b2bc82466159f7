package io.xianka.tensor.cpu;

import static io.xianka.tensor.cpu.FloatOp.ABS;
import static io.xianka.tensor.cpu.FloatOp.ADD;
import static io.xianka.tensor.cpu.FloatOp.COPY_SIGN;
import static io.xianka.tensor.cpu.FloatOp.DIV;
import static io.xianka.tensor.cpu.FloatOp.EXPONENT;
import static io.xianka.tensor.cpu.FloatOp.FMA;
import static io.xianka.tensor.cpu.FloatOp.IF_EQUAL;
import static io.xianka.tensor.cpu.FloatOp.IF_LESS;
import static io.xianka.tensor.cpu.FloatOp.MANTISSA;
import static io.xianka.tensor.cpu.FloatOp.MAX;
import static io.xianka.tensor.cpu.FloatOp.MIN;
import static io.xianka.tensor.cpu.FloatOp.MUL;
import static io.xianka.tensor.cpu.FloatOp.NEG;
import static io.xianka.tensor.cpu.FloatOp.SCALE;
import static io.xianka.tensor.cpu.FloatOp.SQRT;
import static io.xianka.tensor.cpu.FloatOp.SUB;

import io.xianka.tensor.graph.UnaryOp;

/**
 * Functions of a float as instructions that processors have: said once, so that every way of running them gives the same bits. Each
 * is within 2 units of the last place. The polynomials are fitted for the least greatest relative error, coefficients rounded to
 * float from the lowest on.
 */
final class Formulas {
    /** Where instructions go. */
    interface Code {
        Operand add(FloatOp op, Operand... operands);
    }

    /** To a whole number and back: floats from here on have no fraction. */
    private static final float WHOLE = 0x1.8p23f;

    private static final float LN2_HIGH = 0x1.62e400p-1f;
    private static final float LN2_LOW = 0x1.7f7d1cp-20f;

    private static final float[] EXP = {0.5f, 0.16666666f, 0.041666463f, 0.008333571f, 0.0013935097f, 0.00019739558f};
    private static final float[] LOG = {
        0.33333313f,
        -0.2500001f,
        0.20002072f,
        -0.16667989f,
        0.14220358f,
        -0.12406234f,
        0.11883549f,
        -0.11670099f,
        0.067492716f
    };
    private static final float[] TANH = {-0.3333328f, 0.13331406f, -0.053736515f, 0.020628167f, -0.005692296f};
    private static final float[] ERF = {
        0.12837915f, -0.3761249f, 0.11281731f, -0.026762964f, 0.0049873474f, -0.00059595495f
    };

    /** Of log(erfc(x)) / x + 1. */
    private static final float[] LOG_ERFC = {
        -0.12855175f,
        -0.63562524f,
        -0.10526278f,
        0.022674242f,
        -0.0029302326f,
        4.9617025e-05f,
        4.5574812e-05f,
        -4.9376717e-06f
    };

    private final Code code;

    Formulas(Code code) {
        this.code = code;
    }

    static Operand literal(float value) {
        return new Operand.Literal(value);
    }

    private Operand op(FloatOp op, Operand... operands) {
        return code.add(op, operands);
    }

    private Operand op(FloatOp op, Operand a, float b) {
        return code.add(op, a, literal(b));
    }

    /** The function of an operand, or null when it has no formula here. */
    Operand of(UnaryOp op, Operand x) {
        return switch (op) {
            case NEG -> op(NEG, x);
            case ABS -> op(ABS, x);
            case SQRT -> op(SQRT, x);
            case RSQRT -> op(DIV, literal(1), op(SQRT, x));
            case RECIPROCAL -> op(DIV, literal(1), x);
            case EXP -> exp(x);
            case EXPM1 -> expm1(x);
            case LOG -> log(x);
            case LOG1P -> log1p(x);
            case TANH -> tanh(x);
            case SIGMOID -> sigmoid(x);
            case ERF -> erf(x);
            case REAL, CONJUGATE -> x;
            case SIGN,
                    SIN,
                    COS,
                    TAN,
                    ASIN,
                    ACOS,
                    ATAN,
                    SINH,
                    COSH,
                    FLOOR,
                    CEIL,
                    ROUND,
                    TRUNC,
                    NOT,
                    IS_NAN,
                    IS_INFINITE,
                    IMAGINARY -> null;
        };
    }

    private Operand polynomial(Operand x, float[] coefficients) {
        int last = coefficients.length - 1;
        Operand sum = op(FMA, x, literal(coefficients[last]), literal(coefficients[last - 1]));
        for (int i = last - 2; i >= 0; i--) {
            sum = op(FMA, sum, x, literal(coefficients[i]));
        }
        return sum;
    }

    private record Reduced(Operand power, Operand rest) {}

    /** x is power * log(2) + rest, with the rest at most log(2) / 2. */
    private Reduced reduced(Operand x) {
        Operand power = op(SUB, op(FMA, x, literal(0x1.715476p0f), literal(WHOLE)), WHOLE);
        Operand rest = op(FMA, power, literal(-LN2_HIGH), x);
        return new Reduced(power, op(FMA, power, literal(-LN2_LOW), rest));
    }

    /** exp(rest) - 1. */
    private Operand smallExpm1(Operand rest) {
        return op(FMA, polynomial(rest, EXP), op(MUL, rest, rest), rest);
    }

    private Operand exp(Operand x) {
        Reduced reduced = reduced(op(MIN, op(MAX, x, -105), 89));
        return op(SCALE, op(ADD, smallExpm1(reduced.rest), 1), reduced.power);
    }

    private Operand expm1(Operand x) {
        Reduced reduced = reduced(op(MIN, op(MAX, x, -40), 88));
        Operand scale = op(SCALE, literal(1), reduced.power);
        Operand value = op(FMA, scale, smallExpm1(reduced.rest), op(SUB, scale, 1));
        Operand signed = op(IF_EQUAL, x, literal(0), x, value);
        return op(IF_LESS, literal(88), x, exp(x), signed);
    }

    private Operand log(Operand x) {
        Operand small = op(MUL, x, 0x1p23f);
        Operand normal = op(IF_LESS, x, literal(Float.MIN_NORMAL), small, x);
        Operand shift = op(IF_LESS, x, literal(Float.MIN_NORMAL), literal(-23), literal(0));
        Operand power = op(ADD, op(EXPONENT, normal), shift);
        Operand f = op(SUB, op(MANTISSA, normal), 1);
        Operand square = op(MUL, f, f);
        Operand tail = op(MUL, op(MUL, polynomial(f, LOG), square), f);
        tail = op(FMA, power, literal(LN2_LOW), tail);
        tail = op(FMA, square, literal(-0.5f), tail);
        Operand value = op(FMA, power, literal(LN2_HIGH), op(ADD, f, tail));
        // Infinity, and NaN of either kind, come out of these by themselves.
        Operand positive = op(IF_LESS, x, literal(Float.POSITIVE_INFINITY), value, x);
        Operand zero = op(IF_EQUAL, x, literal(0), literal(Float.NEGATIVE_INFINITY), positive);
        return op(IF_LESS, x, literal(0), literal(Float.NaN), zero);
    }

    /** log(1 + x), where 1 + x is rounded to u and what the rounding lost is put back. */
    private Operand log1p(Operand x) {
        Operand u = op(ADD, x, 1);
        Operand lost = op(SUB, x, op(SUB, u, 1));
        Operand value = op(ADD, log(u), op(DIV, lost, u));
        Operand finite = op(IF_LESS, x, literal(Float.POSITIVE_INFINITY), value, x);
        Operand pole = op(IF_EQUAL, x, literal(-1), literal(Float.NEGATIVE_INFINITY), finite);
        return op(IF_EQUAL, x, literal(0), x, pole);
    }

    private Operand tanh(Operand x) {
        Operand size = op(ABS, x);
        Operand square = op(MUL, x, x);
        Operand small = op(FMA, op(MUL, polynomial(square, TANH), square), x, x);
        Operand power = exp(op(ADD, size, size));
        Operand large = op(SUB, literal(1), op(DIV, literal(2), op(ADD, power, 1)));
        return op(COPY_SIGN, op(IF_LESS, size, literal(0.625f), small, large), x);
    }

    /** By the power that is at most 1, so that nothing overflows. */
    private Operand sigmoid(Operand x) {
        Operand power = exp(op(NEG, op(ABS, x)));
        return op(DIV, op(IF_LESS, x, literal(0), power, literal(1)), op(ADD, power, 1));
    }

    private Operand erf(Operand x) {
        Operand size = op(MIN, op(ABS, x), 4);
        Operand square = op(MUL, x, x);
        Operand small = op(FMA, polynomial(square, ERF), x, x);
        Operand exponent = op(FMA, polynomial(size, LOG_ERFC), size, op(NEG, size));
        Operand large = op(SUB, literal(1), exp(exponent));
        return op(IF_LESS, op(ABS, x), literal(0.92f), small, op(COPY_SIGN, large, x));
    }
}
