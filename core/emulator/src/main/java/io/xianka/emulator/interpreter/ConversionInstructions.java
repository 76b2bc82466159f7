package io.xianka.emulator.interpreter;

import static io.xianka.emulator.interpreter.RegisterBits.extend;
import static io.xianka.emulator.interpreter.RegisterBits.ofReal;
import static io.xianka.emulator.interpreter.RegisterBits.ofSingle;
import static io.xianka.emulator.interpreter.RegisterBits.real;
import static io.xianka.emulator.interpreter.RegisterBits.single;

import io.xianka.emulator.semantics.Conversions;
import io.xianka.emulator.semantics.DoubleArithmetic;
import io.xianka.emulator.semantics.FloatArithmetic;
import io.xianka.emulator.semantics.HalfArithmetic;
import io.xianka.emulator.semantics.PackedConversions;
import io.xianka.emulator.semantics.Rounding;
import io.xianka.ptx.Modifier;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;

/** {@code cvt}; answers null for types that it does not know. */
final class ConversionInstructions {
    private ConversionInstructions() {}

    static LaneFunction of(Operation operation) {
        if (operation.types().size() != 2) {
            return null;
        }
        PtxType to = operation.type();
        PtxType from = operation.sourceType();
        Rounding rounding = FloatInstructions.rounding(operation);
        if (operation.rounding() == Modifier.Rounding.RNA) {
            return to == PtxType.TF32 && from == PtxType.F32 ? (a, b, c) -> Conversions.toTf32((int) a) : null;
        }
        if (to == PtxType.TF32 && from == PtxType.F32) {
            boolean relu = operation.has(Keyword.RELU);
            return (a, b, c) -> PackedConversions.toTf32((int) a, rounding, relu);
        }
        LaneFunction narrow = narrow(operation, from, to);
        if (narrow != null) {
            return narrow;
        }
        if (to == PtxType.F16X2 || to == PtxType.BF16X2) {
            if (from != PtxType.F32) {
                return null;
            }
            LaneFunction half = toHalf(to == PtxType.BF16X2, rounding, operation.has(Keyword.RELU));
            // The first operand becomes the high half.
            return (a, b, c) -> (half.apply(b, 0, 0) & 0xffff) | half.apply(a, 0, 0) << 16;
        }
        if (to.isInteger() && from.isInteger()) {
            return operation.sat()
                    ? (a, b, c) -> Conversions.saturate(extend(from, a), from.isSigned(), to.bits(), to.isSigned())
                    : (a, b, c) -> extend(to, extend(from, a));
        }
        if (!isConvertible(to) || !isConvertible(from)) {
            return null;
        }
        if (to.isInteger()) {
            boolean flush = operation.ftz();
            return (a, b, c) -> Conversions.toInteger(
                    value(from, a, flush), rounding, to.bits(), to.isSigned(), from == PtxType.F64);
        }
        if (from.isInteger()) {
            return fromInteger(from, to, rounding, operation.sat());
        }
        return betweenFloats(operation, from, to, rounding);
    }

    /** To and from pairs of 8-bit floats; null for other types. */
    private static LaneFunction narrow(Operation operation, PtxType from, PtxType to) {
        boolean relu = operation.has(Keyword.RELU);
        if (to == PtxType.E4M3X2 || to == PtxType.E5M2X2) {
            boolean isE5m2 = to == PtxType.E5M2X2;
            return switch (from) {
                case F32 -> (a, b, c) -> PackedConversions.toNarrowPair(single(a), single(b), isE5m2, relu);
                case F16X2 ->
                    (a, b, c) -> PackedConversions.toNarrowPair(
                            HalfArithmetic.fromHalf((int) a >>> 16), HalfArithmetic.fromHalf((int) a), isE5m2, relu);
                default -> null;
            };
        }
        return to == PtxType.F16X2 && (from == PtxType.E4M3X2 || from == PtxType.E5M2X2)
                ? (a, b, c) -> PackedConversions.toHalfPair((int) a, from == PtxType.E5M2X2, relu)
                : null;
    }

    /** {@code cvt.pack}; null for types that it does not know. */
    static LaneFunction pack(Operation operation) {
        PtxType to = operation.type();
        int width = to.bits();
        boolean signed = to.isSigned();
        return to.isInteger() && width <= 16
                ? (a, b, c) -> PackedConversions.pack((int) a, (int) b, (int) c, width, signed)
                : null;
    }

    private static boolean isConvertible(PtxType type) {
        return switch (type) {
            case F16, BF16, F32, F64 -> true;
            default -> type.isInteger();
        };
    }

    private static double value(PtxType type, long bits, boolean flush) {
        return switch (type) {
            case F64 -> real(bits);
            case F16 -> HalfArithmetic.fromHalf((int) bits);
            case BF16 -> HalfArithmetic.fromBfloat((int) bits);
            default -> flush ? FloatArithmetic.flush(single(bits)) : single(bits);
        };
    }

    private static LaneFunction fromInteger(PtxType from, PtxType to, Rounding rounding, boolean saturate) {
        boolean unsigned64 = from.bits() == 64 && !from.isSigned();
        LaneFunction plain = switch (to) {
            case F32 ->
                unsigned64
                        ? (a, b, c) -> ofSingle(Conversions.unsignedToFloat(a, rounding))
                        : (a, b, c) -> ofSingle(Conversions.toFloat(extend(from, a), rounding));
            case F64 ->
                unsigned64
                        ? (a, b, c) -> ofReal(Conversions.unsignedToDouble(a, rounding))
                        : (a, b, c) -> ofReal(Conversions.toDouble(extend(from, a), rounding));
            case F16 ->
                unsigned64
                        ? (a, b, c) -> Conversions.unsignedToHalf(a, rounding)
                        : (a, b, c) -> Conversions.toHalf(extend(from, a), rounding);
            default ->
                unsigned64
                        ? (a, b, c) -> Conversions.unsignedToBfloat(a, rounding)
                        : (a, b, c) -> Conversions.toBfloat(extend(from, a), rounding);
        };
        return saturate ? saturated(to, plain) : plain;
    }

    private static LaneFunction saturated(PtxType type, LaneFunction plain) {
        return switch (type) {
            case F32 -> (a, b, c) -> ofSingle(FloatArithmetic.saturate(single(plain.apply(a, b, c))));
            case F64 -> (a, b, c) -> ofReal(DoubleArithmetic.saturate(real(plain.apply(a, b, c))));
            case F16 -> (a, b, c) -> HalfArithmetic.saturateHalf((int) plain.apply(a, b, c));
            default -> null;
        };
    }

    private static LaneFunction betweenFloats(Operation operation, PtxType from, PtxType to, Rounding rounding) {
        boolean flush = operation.ftz();
        boolean integral = switch (operation.rounding()) {
            case RNI, RZI, RMI, RPI -> true;
            case RN, RZ, RM, RP, RNA, RS -> false;
            case null -> false;
        };
        LaneFunction plain;
        if (integral || from == to) {
            plain = (a, b, c) -> {
                double value = value(from, a, flush);
                return narrow(
                        to, integral ? Conversions.toIntegral(value, rounding) : value, Rounding.NEAREST_EVEN, flush);
            };
        } else if (to.bits() == 16 && operation.has(Keyword.RELU)) {
            LaneFunction half = toHalf(to == PtxType.BF16, rounding, true);
            plain = from == PtxType.F32 ? half : null;
        } else {
            plain = (a, b, c) -> narrow(to, value(from, a, flush), rounding, flush);
        }
        return plain != null && operation.sat() ? saturated(to, plain) : plain;
    }

    private static long narrow(PtxType to, double value, Rounding rounding, boolean flush) {
        return switch (to) {
            case F64 -> ofReal(value);
            case F16 -> HalfArithmetic.toHalf(value, rounding);
            case BF16 -> HalfArithmetic.toBfloat(value, rounding);
            default -> {
                float result = Conversions.toFloat(value, rounding);
                yield ofSingle(flush ? FloatArithmetic.flush(result) : result);
            }
        };
    }

    private static LaneFunction toHalf(boolean bfloat, Rounding rounding, boolean relu) {
        if (bfloat) {
            return (a, b, c) -> {
                int bits = HalfArithmetic.toBfloat(single(a), rounding);
                return relu ? HalfArithmetic.reluBfloat(bits) : bits;
            };
        }
        return (a, b, c) -> {
            int bits = HalfArithmetic.toHalf(single(a), rounding);
            return relu ? HalfArithmetic.reluHalf(bits) : bits;
        };
    }
}
