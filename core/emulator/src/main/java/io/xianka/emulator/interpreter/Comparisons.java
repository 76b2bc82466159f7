package io.xianka.emulator.interpreter;

import static io.xianka.emulator.interpreter.RegisterBits.extend;

import io.xianka.emulator.semantics.FloatArithmetic;
import io.xianka.emulator.semantics.HalfArithmetic;
import io.xianka.ptx.Modifier.Comparison;
import io.xianka.ptx.PtxType;

/** The comparisons of set and setp: 1 where they hold. */
final class Comparisons {
    private Comparisons() {}

    /** Null for a type that is not compared as one value. */
    static LaneFunction of(Comparison comparison, PtxType type, boolean flush) {
        return switch (type.kind()) {
            case SIGNED -> (a, b, c) -> holds(comparison, Long.compare(extend(type, a), extend(type, b))) ? 1 : 0;
            case UNSIGNED, BITS ->
                (a, b, c) -> holds(comparison, Long.compareUnsigned(extend(type, a), extend(type, b))) ? 1 : 0;
            case FLOAT -> {
                if (type.bits() != 16 && type != PtxType.F32 && type != PtxType.F64) {
                    yield null;
                }
                yield (a, b, c) -> holds(comparison, value(type, a, flush), value(type, b, flush)) ? 1 : 0;
            }
            case PREDICATE, PACKED, OPAQUE -> null;
        };
    }

    private static double value(PtxType type, long bits, boolean flush) {
        return switch (type) {
            case F64 -> Double.longBitsToDouble(bits);
            case F16 -> HalfArithmetic.fromHalf(flush ? HalfArithmetic.flushHalf((int) bits) : (int) bits);
            case BF16 -> HalfArithmetic.fromBfloat((int) bits);
            default -> {
                float single = RegisterBits.single(bits);
                yield flush ? FloatArithmetic.flush(single) : single;
            }
        };
    }

    private static boolean holds(Comparison comparison, int order) {
        return switch (comparison) {
            case EQ, EQU -> order == 0;
            case NE, NEU -> order != 0;
            case LT, LO, LTU -> order < 0;
            case LE, LS, LEU -> order <= 0;
            case GT, HI, GTU -> order > 0;
            case GE, HS, GEU -> order >= 0;
            case NUM -> true;
            case NAN -> false;
        };
    }

    private static boolean holds(Comparison comparison, double a, double b) {
        boolean unordered = Double.isNaN(a) || Double.isNaN(b);
        return switch (comparison) {
            case EQ -> a == b;
            case NE -> !unordered && a != b;
            case LT, LO -> a < b;
            case LE, LS -> a <= b;
            case GT, HI -> a > b;
            case GE, HS -> a >= b;
            case EQU -> unordered || a == b;
            case NEU -> a != b;
            case LTU -> !(a >= b);
            case LEU -> !(a > b);
            case GTU -> !(a <= b);
            case GEU -> !(a < b);
            case NUM -> !unordered;
            case NAN -> unordered;
        };
    }
}
