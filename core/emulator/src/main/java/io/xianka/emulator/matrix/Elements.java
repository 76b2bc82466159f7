package io.xianka.emulator.matrix;

import io.xianka.emulator.semantics.FloatArithmetic;
import io.xianka.emulator.semantics.HalfArithmetic;
import io.xianka.emulator.semantics.NarrowFloats;
import io.xianka.emulator.semantics.Rounding;
import io.xianka.ptx.PtxType;

/** The elements of matrices as numbers. Every type but {@code .f64} converts to {@code double} exactly. */
public final class Elements {
    private Elements() {}

    /** Bits of an element in memory and in registers; {@code .tf32} and {@code .f32} have 32. */
    public static int bits(PtxType type) {
        return type.bits();
    }

    /** The value of the low bits of {@code raw}. */
    static double value(PtxType type, long raw) {
        return switch (type) {
            case F16 -> HalfArithmetic.fromHalf((int) raw);
            case BF16 -> HalfArithmetic.fromBfloat((int) raw);
            // The low 13 bits do not count.
            case TF32 -> Float.intBitsToFloat((int) raw & 0xffff_e000);
            case F32 -> Float.intBitsToFloat((int) raw);
            case F64 -> Double.longBitsToDouble(raw);
            case E4M3 -> NarrowFloats.fromE4m3((int) raw);
            case E5M2 -> NarrowFloats.fromE5m2((int) raw);
            case B1, U4, U8, S4, S8, S32 -> {
                int unused = 64 - type.bits();
                yield type.isSigned() ? raw << unused >> unused : raw << unused >>> unused;
            }
            default -> throw new IllegalArgumentException("a matrix of ." + type.text());
        };
    }

    /** The bits of a result. Sums of integers wrap around, or with {@code satfinite} stop at the ends of the range. */
    static long raw(PtxType type, double value, boolean satfinite) {
        return switch (type) {
            case F16 -> HalfArithmetic.toHalf(value, Rounding.NEAREST_EVEN);
            case F32 -> FloatArithmetic.bits((float) value) & 0xffff_ffffL;
            case F64 -> Double.doubleToRawLongBits(value);
            case S32 -> (satfinite ? (long) (int) value : (long) value) & 0xffff_ffffL;
            default -> throw new IllegalArgumentException("a result of ." + type.text());
        };
    }

    /** Whether a type may stand in a matrix. */
    static boolean isKnown(PtxType type) {
        return switch (type) {
            case F16, BF16, TF32, F32, F64, E4M3, E5M2, B1, U4, U8, S4, S8, S32 -> true;
            default -> false;
        };
    }
}
