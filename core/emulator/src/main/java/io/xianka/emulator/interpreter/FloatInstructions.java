package io.xianka.emulator.interpreter;

import static io.xianka.emulator.interpreter.RegisterBits.high;
import static io.xianka.emulator.interpreter.RegisterBits.low;
import static io.xianka.emulator.interpreter.RegisterBits.ofReal;
import static io.xianka.emulator.interpreter.RegisterBits.ofSingle;
import static io.xianka.emulator.interpreter.RegisterBits.pack;
import static io.xianka.emulator.interpreter.RegisterBits.real;
import static io.xianka.emulator.interpreter.RegisterBits.single;

import io.xianka.emulator.semantics.DoubleArithmetic;
import io.xianka.emulator.semantics.FloatArithmetic;
import io.xianka.emulator.semantics.HalfArithmetic;
import io.xianka.emulator.semantics.Rounding;
import io.xianka.ptx.Modifier;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;

/** Floating-point arithmetic of all widths. Answers null for an operation that is not of its family. */
final class FloatInstructions {
    private FloatInstructions() {}

    @FunctionalInterface
    private interface SingleFunction {
        float apply(float a, float b, float c);
    }

    @FunctionalInterface
    private interface DoubleFunction {
        double apply(double a, double b, double c);
    }

    /** On the bits of 16-bit values. */
    @FunctionalInterface
    private interface HalfFunction {
        int apply(int a, int b, int c);
    }

    static LaneFunction of(Operation operation) {
        if (!operation.hasType()) {
            return null;
        }
        return switch (operation.type()) {
            case F32 -> onRawSingle(operation);
            case F64 -> onRawDouble(operation);
            case F16, BF16 -> {
                HalfFunction function = half(operation, operation.type() == PtxType.BF16);
                yield function == null ? null : (a, b, c) -> function.apply(low(a), low(b), low(c));
            }
            case F16X2, BF16X2 -> {
                HalfFunction function = half(operation, operation.type() == PtxType.BF16X2);
                yield function == null
                        ? null
                        : (a, b, c) ->
                                pack(function.apply(low(a), low(b), low(c)), function.apply(high(a), high(b), high(c)));
            }
            default -> null;
        };
    }

    /** The direction of a modifier; to nearest where none is written. */
    static Rounding rounding(Operation operation) {
        Modifier.Rounding written = operation.rounding();
        return written == null
                ? Rounding.NEAREST_EVEN
                : switch (written) {
                    case RZ, RZI -> Rounding.TOWARD_ZERO;
                    case RM, RMI -> Rounding.DOWN;
                    case RP, RPI -> Rounding.UP;
                    case RN, RNI, RNA, RS -> Rounding.NEAREST_EVEN;
                };
    }

    private static LaneFunction onRawSingle(Operation operation) {
        switch (operation.opcode()) {
            case TESTP -> {
                return singleTest(operation);
            }
            // These keep the bits of a NaN.
            case COPYSIGN -> {
                return (a, b, c) -> (a & 0x8000_0000L) | (b & 0x7fff_ffffL);
            }
            case ABS -> {
                return operation.ftz()
                        ? (a, b, c) ->
                                Float.floatToRawIntBits(FloatArithmetic.flush(FloatArithmetic.absolute(single(a))))
                        : (a, b, c) -> a & 0x7fff_ffffL;
            }
            case NEG -> {
                return operation.ftz()
                        ? (a, b, c) -> Float.floatToRawIntBits(FloatArithmetic.flush(single(a ^ 0x8000_0000L)))
                        : (a, b, c) -> a ^ 0x8000_0000L;
            }
            default -> {}
        }
        SingleFunction function = function32(operation);
        if (function == null) {
            return null;
        }
        boolean flush = operation.ftz();
        boolean saturate = operation.sat();
        if (!flush && !saturate) {
            return (a, b, c) -> ofSingle(function.apply(single(a), single(b), single(c)));
        }
        return (a, b, c) -> {
            float x = single(a);
            float y = single(b);
            float z = single(c);
            float result = flush
                    ? FloatArithmetic.flush(function.apply(
                            FloatArithmetic.flush(x), FloatArithmetic.flush(y), FloatArithmetic.flush(z)))
                    : function.apply(x, y, z);
            return ofSingle(saturate ? FloatArithmetic.saturate(result) : result);
        };
    }

    private static SingleFunction function32(Operation operation) {
        Rounding rounding = rounding(operation);
        boolean orNan = operation.has(Keyword.NAN);
        boolean productSign = operation.has(Keyword.XORSIGN);
        return switch (operation.opcode()) {
            case ADD -> (a, b, c) -> FloatArithmetic.add(a, b, rounding);
            case SUB -> (a, b, c) -> FloatArithmetic.subtract(a, b, rounding);
            case MUL -> (a, b, c) -> FloatArithmetic.multiply(a, b, rounding);
            case FMA, MAD -> (a, b, c) -> FloatArithmetic.fma(a, b, c, rounding);
            case DIV ->
                operation.has(Keyword.APPROX)
                        ? (a, b, c) -> FloatArithmetic.divideApproximately(a, b)
                        : (a, b, c) -> FloatArithmetic.divide(a, b, rounding);
            case RCP -> (a, b, c) -> FloatArithmetic.reciprocal(a, rounding);
            case SQRT -> (a, b, c) -> FloatArithmetic.squareRoot(a, rounding);
            case RSQRT -> (a, b, c) -> FloatArithmetic.reciprocalSquareRoot(a);
            case SIN -> (a, b, c) -> FloatArithmetic.sine(a);
            case COS -> (a, b, c) -> FloatArithmetic.cosine(a);
            case LG2 -> (a, b, c) -> FloatArithmetic.logarithm2(a);
            case EX2 -> (a, b, c) -> FloatArithmetic.exponential2(a);
            case TANH -> (a, b, c) -> FloatArithmetic.hyperbolicTangent(a);
            case MIN ->
                extreme(
                        orNan ? (a, b, c) -> FloatArithmetic.minOrNan(a, b) : (a, b, c) -> FloatArithmetic.min(a, b),
                        productSign);
            case MAX ->
                extreme(
                        orNan ? (a, b, c) -> FloatArithmetic.maxOrNan(a, b) : (a, b, c) -> FloatArithmetic.max(a, b),
                        productSign);
            default -> null;
        };
    }

    private static SingleFunction extreme(SingleFunction plain, boolean productSign) {
        return productSign
                ? (a, b, c) -> FloatArithmetic.withProductSign(plain.apply(Math.abs(a), Math.abs(b), 0), a, b)
                : plain;
    }

    private static LaneFunction singleTest(Operation operation) {
        if (operation.has(Keyword.FINITE)) {
            return (a, b, c) -> Float.isFinite(single(a)) ? 1 : 0;
        }
        if (operation.has(Keyword.INFINITE)) {
            return (a, b, c) -> Float.isInfinite(single(a)) ? 1 : 0;
        }
        if (operation.has(Keyword.NUMBER)) {
            return (a, b, c) -> Float.isNaN(single(a)) ? 0 : 1;
        }
        if (operation.has(Keyword.NOTANUMBER)) {
            return (a, b, c) -> Float.isNaN(single(a)) ? 1 : 0;
        }
        if (operation.has(Keyword.NORMAL)) {
            return (a, b, c) -> FloatArithmetic.isNormal(single(a)) ? 1 : 0;
        }
        return operation.has(Keyword.SUBNORMAL) ? (a, b, c) -> FloatArithmetic.isSubnormal(single(a)) ? 1 : 0 : null;
    }

    private static LaneFunction onRawDouble(Operation operation) {
        switch (operation.opcode()) {
            case TESTP -> {
                return doubleTest(operation);
            }
            case COPYSIGN -> {
                return (a, b, c) -> (a & Long.MIN_VALUE) | (b & Long.MAX_VALUE);
            }
            case ABS -> {
                return (a, b, c) -> a & Long.MAX_VALUE;
            }
            case NEG -> {
                return (a, b, c) -> a ^ Long.MIN_VALUE;
            }
            default -> {}
        }
        DoubleFunction function = function64(operation);
        if (function == null) {
            return null;
        }
        return operation.sat()
                ? (a, b, c) -> ofReal(DoubleArithmetic.saturate(function.apply(real(a), real(b), real(c))))
                : (a, b, c) -> ofReal(function.apply(real(a), real(b), real(c)));
    }

    private static DoubleFunction function64(Operation operation) {
        Rounding rounding = rounding(operation);
        boolean approximate = operation.has(Keyword.APPROX);
        return switch (operation.opcode()) {
            case ADD -> (a, b, c) -> DoubleArithmetic.add(a, b, rounding);
            case SUB -> (a, b, c) -> DoubleArithmetic.subtract(a, b, rounding);
            case MUL -> (a, b, c) -> DoubleArithmetic.multiply(a, b, rounding);
            case FMA, MAD -> (a, b, c) -> DoubleArithmetic.fma(a, b, c, rounding);
            case DIV -> (a, b, c) -> DoubleArithmetic.divide(a, b, rounding);
            case RCP ->
                approximate
                        ? (a, b, c) -> DoubleArithmetic.reciprocalGross(a)
                        : (a, b, c) -> DoubleArithmetic.reciprocal(a, rounding);
            case SQRT -> (a, b, c) -> DoubleArithmetic.squareRoot(a, rounding);
            case RSQRT ->
                operation.ftz()
                        ? (a, b, c) -> DoubleArithmetic.reciprocalSquareRootGross(a)
                        : (a, b, c) -> DoubleArithmetic.reciprocalSquareRoot(a);
            case MIN -> (a, b, c) -> DoubleArithmetic.min(a, b);
            case MAX -> (a, b, c) -> DoubleArithmetic.max(a, b);
            default -> null;
        };
    }

    private static LaneFunction doubleTest(Operation operation) {
        if (operation.has(Keyword.FINITE)) {
            return (a, b, c) -> Double.isFinite(real(a)) ? 1 : 0;
        }
        if (operation.has(Keyword.INFINITE)) {
            return (a, b, c) -> Double.isInfinite(real(a)) ? 1 : 0;
        }
        if (operation.has(Keyword.NUMBER)) {
            return (a, b, c) -> Double.isNaN(real(a)) ? 0 : 1;
        }
        if (operation.has(Keyword.NOTANUMBER)) {
            return (a, b, c) -> Double.isNaN(real(a)) ? 1 : 0;
        }
        if (operation.has(Keyword.NORMAL)) {
            return (a, b, c) -> DoubleArithmetic.isNormal(real(a)) ? 1 : 0;
        }
        return operation.has(Keyword.SUBNORMAL) ? (a, b, c) -> DoubleArithmetic.isSubnormal(real(a)) ? 1 : 0 : null;
    }

    private static HalfFunction half(Operation operation, boolean bfloat) {
        HalfFunction plain = plainHalf(operation, bfloat);
        if (plain == null || (bfloat && operation.sat())) {
            return null;
        }
        if (bfloat && operation.ftz()) {
            return (a, b, c) -> HalfArithmetic.flushBfloat(plain.apply(
                    HalfArithmetic.flushBfloat(a), HalfArithmetic.flushBfloat(b), HalfArithmetic.flushBfloat(c)));
        }
        HalfFunction flushed = operation.ftz()
                ? (a, b, c) -> HalfArithmetic.flushHalf(plain.apply(
                        HalfArithmetic.flushHalf(a), HalfArithmetic.flushHalf(b), HalfArithmetic.flushHalf(c)))
                : plain;
        if (operation.sat()) {
            return (a, b, c) -> HalfArithmetic.saturateHalf(flushed.apply(a, b, c));
        }
        if (operation.has(Keyword.RELU)) {
            return bfloat
                    ? (a, b, c) -> HalfArithmetic.reluBfloat(flushed.apply(a, b, c))
                    : (a, b, c) -> HalfArithmetic.reluHalf(flushed.apply(a, b, c));
        }
        return flushed;
    }

    private static HalfFunction plainHalf(Operation operation, boolean bfloat) {
        boolean orNan = operation.has(Keyword.NAN);
        if (operation.has(Keyword.XORSIGN)) {
            HalfFunction extreme = halfExtreme(operation, bfloat, orNan);
            return (a, b, c) -> HalfArithmetic.withProductSign(extreme.apply(a & 0x7fff, b & 0x7fff, 0), a, b);
        }
        return switch (operation.opcode()) {
            case ADD ->
                bfloat ? (a, b, c) -> HalfArithmetic.addBfloat(a, b) : (a, b, c) -> HalfArithmetic.addHalf(a, b);
            case SUB ->
                bfloat
                        ? (a, b, c) -> HalfArithmetic.subtractBfloat(a, b)
                        : (a, b, c) -> HalfArithmetic.subtractHalf(a, b);
            case MUL ->
                bfloat
                        ? (a, b, c) -> HalfArithmetic.multiplyBfloat(a, b)
                        : (a, b, c) -> HalfArithmetic.multiplyHalf(a, b);
            case FMA -> bfloat ? HalfArithmetic::fmaBfloat : HalfArithmetic::fmaHalf;
            case NEG -> (a, b, c) -> a ^ 0x8000;
            case ABS -> (a, b, c) -> a & 0x7fff;
            case MIN, MAX -> halfExtreme(operation, bfloat, orNan);
            case EX2 -> approximation(bfloat, (a, b, c) -> FloatArithmetic.exponential2(a));
            case TANH -> approximation(bfloat, (a, b, c) -> FloatArithmetic.hyperbolicTangent(a));
            default -> null;
        };
    }

    private static HalfFunction halfExtreme(Operation operation, boolean bfloat, boolean orNan) {
        boolean smaller = operation.opcode() == Opcode.MIN;
        if (bfloat) {
            return smaller
                    ? orNan
                            ? (a, b, c) -> HalfArithmetic.minOrNanBfloat(a, b)
                            : (a, b, c) -> HalfArithmetic.minBfloat(a, b)
                    : orNan
                            ? (a, b, c) -> HalfArithmetic.maxOrNanBfloat(a, b)
                            : (a, b, c) -> HalfArithmetic.maxBfloat(a, b);
        }
        return smaller
                ? orNan ? (a, b, c) -> HalfArithmetic.minOrNanHalf(a, b) : (a, b, c) -> HalfArithmetic.minHalf(a, b)
                : orNan ? (a, b, c) -> HalfArithmetic.maxOrNanHalf(a, b) : (a, b, c) -> HalfArithmetic.maxHalf(a, b);
    }

    private static HalfFunction approximation(boolean bfloat, SingleFunction function) {
        return bfloat
                ? (a, b, c) -> HalfArithmetic.toBfloat(
                        function.apply(HalfArithmetic.fromBfloat(a), 0, 0), Rounding.NEAREST_EVEN)
                : (a, b, c) ->
                        HalfArithmetic.toHalf(function.apply(HalfArithmetic.fromHalf(a), 0, 0), Rounding.NEAREST_EVEN);
    }
}
