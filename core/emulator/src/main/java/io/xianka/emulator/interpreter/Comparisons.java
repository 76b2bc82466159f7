package io.xianka.emulator.interpreter;

import static io.xianka.emulator.interpreter.RegisterBits.extend;

import io.xianka.emulator.semantics.FloatArithmetic;
import io.xianka.emulator.semantics.HalfArithmetic;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.Comparison;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;

/** The comparisons of set and setp: 1 where they hold. */
final class Comparisons {
    private Comparisons() {}

    /**
     * {@code setp}: bit 0 of the result is the first predicate, bit 1 the second. Operand c is the predicate that the
     * comparison is combined with. Null for a type that is not compared.
     */
    static LaneFunction toPredicates(Operation operation) {
        PtxType type = operation.sourceType();
        Combiner combiner = operation.combiner();
        boolean packed = type == PtxType.F16X2 || type == PtxType.BF16X2;
        LaneFunction compare = of(operation.comparison(), elementType(type), operation.ftz());
        if (compare == null) {
            return null;
        }
        if (packed) {
            return (a, b, c) -> combine(combiner, compare.apply(a & 0xffff, b & 0xffff, 0), c & 1)
                    | combine(combiner, compare.apply(a >>> 16 & 0xffff, b >>> 16 & 0xffff, 0), c & 1) << 1;
        }
        return (a, b, c) -> {
            long holds = compare.apply(a, b, 0);
            return combine(combiner, holds, c & 1) | combine(combiner, holds ^ 1, c & 1) << 1;
        };
    }

    /** {@code set}: operand c is the predicate that the comparison is combined with. Null for types that do not go together. */
    static LaneFunction toValue(Operation operation) {
        PtxType type = operation.sourceType();
        PtxType result = operation.type();
        Combiner combiner = operation.combiner();
        boolean packed = type == PtxType.F16X2 || type == PtxType.BF16X2;
        LaneFunction compare = of(operation.comparison(), elementType(type), operation.ftz());
        if (compare == null) {
            return null;
        }
        long yes = switch (result) {
            case F32 -> Float.floatToRawIntBits(1f);
            case F16, F16X2 -> 0x3c00;
            case BF16, BF16X2 -> 0x3f80;
            default -> packed ? 0xffff : result.bits() == 16 ? 0xffff : 0xffff_ffffL;
        };
        return packed
                ? (a, b, c) -> yes * combine(combiner, compare.apply(a & 0xffff, b & 0xffff, 0), c & 1)
                        | (yes * combine(combiner, compare.apply(a >>> 16 & 0xffff, b >>> 16 & 0xffff, 0), c & 1)) << 16
                : (a, b, c) -> yes * combine(combiner, compare.apply(a, b, 0), c & 1);
    }

    private static PtxType elementType(PtxType type) {
        return switch (type) {
            case F16X2 -> PtxType.F16;
            case BF16X2 -> PtxType.BF16;
            default -> type;
        };
    }

    private static long combine(Combiner combiner, long holds, long other) {
        return switch (combiner) {
            case null -> holds;
            case AND -> holds & other;
            case OR -> holds | other;
            case XOR -> holds ^ other;
            case ADD, MIN, MAX, INC, DEC, EXCH, CAS, POPC -> throw new AssertionError(combiner);
        };
    }

    /** Null for a type that is not compared as one value. */
    private static LaneFunction of(Comparison comparison, PtxType type, boolean flush) {
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
