package io.xianka.emulator.semantics;

/**
 * {@code cvt}. A conversion to an integer clamps to its range; NaN becomes 0, but {@code 1 << (width - 1)} where the
 * source is {@code .f64} or the destination has 64 bits.
 */
public final class Conversions {
    private Conversions() {}

    /**
     * Floating point to integer.
     *
     * @param value the source; {@code .f16}, {@code .bf16} and {@code .f32} widen to it exactly
     * @param width bits of the destination: 8, 16, 32 or 64
     * @param doubleSource whether the source was {@code .f64}
     * @return the destination, extended to 64 bits as its signedness says
     */
    public static long toInteger(double value, Rounding rounding, int width, boolean signed, boolean doubleSource) {
        if (Double.isNaN(value)) {
            long highestBit = 1L << (width - 1);
            return doubleSource || width == 64 ? (signed ? -highestBit : highestBit) : 0;
        }
        double whole = rounding.toIntegral(value);
        if (width == 64) {
            return signed ? (long) whole : toUnsignedLong(whole);
        }
        long clamped = (long) whole;
        return signed
                ? Math.clamp(clamped, -1L << (width - 1), (1L << (width - 1)) - 1)
                : Math.clamp(clamped, 0, (1L << width) - 1);
    }

    private static long toUnsignedLong(double whole) {
        if (whole < 0x1p63) {
            return Math.max(0, (long) whole);
        }
        return whole >= 0x1p64 ? -1 : (long) (whole - 0x1p63) ^ Long.MIN_VALUE;
    }

    /** {@code cvt.rzi.s32.f32}. */
    public static int toInt(float value) {
        return (int) value;
    }

    /** {@code cvt.rzi.s32.f64}. */
    public static int toInt(double value) {
        return Double.isNaN(value) ? Integer.MIN_VALUE : (int) value;
    }

    /** {@code cvt.rzi.u32.f32}. */
    public static int toUnsignedInt(float value) {
        return (int) Math.clamp((long) value, 0, 0xffff_ffffL);
    }

    /** {@code cvt.rzi.u32.f64}. */
    public static int toUnsignedInt(double value) {
        return Double.isNaN(value) ? Integer.MIN_VALUE : (int) Math.clamp((long) value, 0, 0xffff_ffffL);
    }

    /** A signed integer to {@code .f32}. */
    public static float toFloat(long value, Rounding rounding) {
        return rounding == Rounding.NEAREST_EVEN ? (float) value : rounding.toFloat(toOdd(value));
    }

    /** A {@code .u64} to {@code .f32}. */
    public static float unsignedToFloat(long value, Rounding rounding) {
        return rounding.toFloat(unsignedToOdd(value));
    }

    /** A signed integer to {@code .f64}. */
    public static double toDouble(long value, Rounding rounding) {
        double nearest = (double) value;
        // 2^63 is the one nearest double that a long cannot hold; every long lies below it.
        int compared = nearest == 0x1p63 ? -1 : Long.compare(value, (long) nearest);
        return rounding.adjust(nearest, compared);
    }

    /** A {@code .u64} to {@code .f64}. */
    public static double unsignedToDouble(long value, Rounding rounding) {
        if (value >= 0) {
            return toDouble(value, rounding);
        }
        double nearest = (double) ((value >>> 1) | (value & 1)) * 2;
        int compared = nearest == 0x1p64 ? -1 : Long.compareUnsigned(value, toUnsignedLong(nearest));
        return rounding.adjust(nearest, compared);
    }

    /** A signed integer to {@code .f16} bits. */
    public static int toHalf(long value, Rounding rounding) {
        return HalfArithmetic.toHalf(toOdd(value), rounding);
    }

    /** A {@code .u64} to {@code .f16} bits. */
    public static int unsignedToHalf(long value, Rounding rounding) {
        return HalfArithmetic.toHalf(unsignedToOdd(value), rounding);
    }

    /** A signed integer to {@code .bf16} bits. */
    public static int toBfloat(long value, Rounding rounding) {
        return HalfArithmetic.toBfloat(toOdd(value), rounding);
    }

    /** A {@code .u64} to {@code .bf16} bits. */
    public static int unsignedToBfloat(long value, Rounding rounding) {
        return HalfArithmetic.toBfloat(unsignedToOdd(value), rounding);
    }

    /** {@code .f64} to {@code .f32}. */
    public static float toFloat(double value, Rounding rounding) {
        return rounding.toFloat(value);
    }

    /** {@code cvt.rna.tf32.f32}: to nearest, ties away from zero, 10 bits of fraction kept; on register bits. */
    public static int toTf32(int bits) {
        boolean finite = (bits & 0x7f80_0000) != 0x7f80_0000;
        return finite ? bits + 0x1000 & 0xffff_e000 : (bits & 0x7f_ffff) == 0 ? bits : FloatArithmetic.CANONICAL_NAN;
    }

    /** {@code cvt.rni.f32.f32} and its like: an integral value of the same type. */
    public static float toIntegral(float value, Rounding rounding) {
        return (float) rounding.toIntegral(value);
    }

    /** {@code cvt.rni.f64.f64} and its like. */
    public static double toIntegral(double value, Rounding rounding) {
        return rounding.toIntegral(value);
    }

    /**
     * {@code cvt.sat} between integers.
     *
     * @param value the source, extended to 64 bits as its own signedness says
     * @param width bits of the destination
     */
    public static long saturate(long value, boolean sourceSigned, int width, boolean signed) {
        if (!sourceSigned && value < 0) {
            return signed ? (1L << (width - 1)) - 1 : width == 64 ? value : (1L << width) - 1;
        }
        if (signed) {
            return Math.clamp(value, -1L << (width - 1), (1L << (width - 1)) - 1);
        }
        return width == 64 ? Math.max(value, 0) : Math.clamp(value, 0, (1L << width) - 1);
    }

    private static double toOdd(long value) {
        long low = value & 0x7ff;
        return Rounding.oddSum((double) (value - low), (double) low);
    }

    private static double unsignedToOdd(long value) {
        long low = value & 0x7ff;
        double high = (double) (value >>> 11) * 0x1p11;
        return Rounding.oddSum(high, (double) low);
    }
}
