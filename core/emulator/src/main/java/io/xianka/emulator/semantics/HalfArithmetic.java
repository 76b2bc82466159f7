package io.xianka.emulator.semantics;

/**
 * Arithmetic of {@code .f16} and {@code .bf16} on their bits, held in the low half of an {@code int} (a higher half is
 * ignored). Every result is exact in {@code double} or rounded to odd there, then rounded to nearest once. Packed forms
 * ({@code .f16x2}, {@code .bf16x2}) are two of these.
 */
public final class HalfArithmetic {
    /** The NaN of both 16-bit formats. */
    public static final int CANONICAL_NAN = 0x7fff;

    private HalfArithmetic() {}

    /** The value of {@code .f16} bits. */
    public static float fromHalf(int bits) {
        return Float.float16ToFloat((short) bits);
    }

    /** The value of {@code .bf16} bits. */
    public static float fromBfloat(int bits) {
        return Float.intBitsToFloat(bits << 16);
    }

    /** The {@code .f16} bits of a value that is exact or rounded to odd. */
    public static int toHalf(double value, Rounding rounding) {
        return Double.isNaN(value) ? CANONICAL_NAN : rounding.toBits(value, 10, 5);
    }

    /** The {@code .bf16} bits of a value that is exact or rounded to odd. */
    public static int toBfloat(double value, Rounding rounding) {
        return Double.isNaN(value) ? CANONICAL_NAN : rounding.toBits(value, 7, 8);
    }

    /** {@code add.f16}. */
    public static int addHalf(int a, int b) {
        return nearestHalf(Rounding.oddSum(fromHalf(a), fromHalf(b)));
    }

    /** {@code sub.f16}. */
    public static int subtractHalf(int a, int b) {
        return nearestHalf(Rounding.oddSum(fromHalf(a), -fromHalf(b)));
    }

    /** {@code mul.f16}. */
    public static int multiplyHalf(int a, int b) {
        return nearestHalf((double) fromHalf(a) * fromHalf(b));
    }

    /** {@code fma.f16}. */
    public static int fmaHalf(int a, int b, int c) {
        return nearestHalf(Rounding.oddSum((double) fromHalf(a) * fromHalf(b), fromHalf(c)));
    }

    /** {@code min.f16}. */
    public static int minHalf(int a, int b) {
        return nearestHalf(FloatArithmetic.min(fromHalf(a), fromHalf(b)));
    }

    /** {@code max.f16}. */
    public static int maxHalf(int a, int b) {
        return nearestHalf(FloatArithmetic.max(fromHalf(a), fromHalf(b)));
    }

    /** {@code min.NaN.f16}. */
    public static int minOrNanHalf(int a, int b) {
        return nearestHalf(Math.min(fromHalf(a), fromHalf(b)));
    }

    /** {@code max.NaN.f16}. */
    public static int maxOrNanHalf(int a, int b) {
        return nearestHalf(Math.max(fromHalf(a), fromHalf(b)));
    }

    /** {@code add.bf16}. */
    public static int addBfloat(int a, int b) {
        return nearestBfloat(Rounding.oddSum(fromBfloat(a), fromBfloat(b)));
    }

    /** {@code sub.bf16}. */
    public static int subtractBfloat(int a, int b) {
        return nearestBfloat(Rounding.oddSum(fromBfloat(a), -fromBfloat(b)));
    }

    /** {@code mul.bf16}. */
    public static int multiplyBfloat(int a, int b) {
        return nearestBfloat((double) fromBfloat(a) * fromBfloat(b));
    }

    /** {@code fma.bf16}. */
    public static int fmaBfloat(int a, int b, int c) {
        return nearestBfloat(Rounding.oddSum((double) fromBfloat(a) * fromBfloat(b), fromBfloat(c)));
    }

    /** {@code min.bf16}. */
    public static int minBfloat(int a, int b) {
        return nearestBfloat(FloatArithmetic.min(fromBfloat(a), fromBfloat(b)));
    }

    /** {@code max.bf16}. */
    public static int maxBfloat(int a, int b) {
        return nearestBfloat(FloatArithmetic.max(fromBfloat(a), fromBfloat(b)));
    }

    /** {@code min.NaN.bf16}. */
    public static int minOrNanBfloat(int a, int b) {
        return nearestBfloat(Math.min(fromBfloat(a), fromBfloat(b)));
    }

    /** {@code max.NaN.bf16}. */
    public static int maxOrNanBfloat(int a, int b) {
        return nearestBfloat(Math.max(fromBfloat(a), fromBfloat(b)));
    }

    /** {@code .ftz} of {@code .f16}: a subnormal becomes a zero of its sign. */
    public static int flushHalf(int bits) {
        return (bits & 0x7c00) == 0 ? bits & 0x8000 : bits;
    }

    /** {@code .ftz} of {@code .bf16}. */
    public static int flushBfloat(int bits) {
        return (bits & 0x7f80) == 0 ? bits & 0x8000 : bits;
    }

    /** {@code .xorsign.abs}: gives a minimum or maximum of absolute values the product's sign; a NaN stays. */
    public static int withProductSign(int magnitude, int a, int b) {
        return magnitude == CANONICAL_NAN ? magnitude : (magnitude & 0x7fff) | ((a ^ b) & 0x8000);
    }

    /** {@code .sat} of {@code .f16}: into 0..1, NaN to +0. */
    public static int saturateHalf(int bits) {
        return nearestHalf(FloatArithmetic.saturate(fromHalf(bits)));
    }

    /** {@code .relu}: negative numbers become +0, a NaN the canonical one. */
    public static int reluHalf(int bits) {
        float value = fromHalf(bits);
        return Float.isNaN(value) ? CANONICAL_NAN : value > 0 ? bits & 0xffff : 0;
    }

    /** {@code .relu} of {@code .bf16}. */
    public static int reluBfloat(int bits) {
        float value = fromBfloat(bits);
        return Float.isNaN(value) ? CANONICAL_NAN : value > 0 ? bits & 0xffff : 0;
    }

    private static int nearestHalf(double value) {
        return toHalf(value, Rounding.NEAREST_EVEN);
    }

    private static int nearestBfloat(double value) {
        return toBfloat(value, Rounding.NEAREST_EVEN);
    }
}
