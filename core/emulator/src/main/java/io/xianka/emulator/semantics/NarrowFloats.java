package io.xianka.emulator.semantics;

/**
 * Floating point in 8 bits: {@code e4m3}, which has no infinity and one NaN of either sign, and {@code e5m2}. Conversions to
 * them round to nearest and stop at the largest number ({@code .rn.satfinite}).
 */
public final class NarrowFloats {
    /** The NaN that conversions to either format give. */
    public static final int CANONICAL_NAN = 0x7f;

    private static final int LARGEST_E4M3 = 0x7e;
    private static final int LARGEST_E5M2 = 0x7b;

    private NarrowFloats() {}

    /** The value of {@code e4m3} bits; bits above the low 8 are ignored. */
    public static float fromE4m3(int bits) {
        return (bits & 0x7f) == 0x7f ? Float.NaN : value(bits, 3, 7);
    }

    /** The value of {@code e5m2} bits; bits above the low 8 are ignored. */
    public static float fromE5m2(int bits) {
        int magnitude = bits & 0x7f;
        if (magnitude >= 0x7c) {
            return magnitude > 0x7c
                    ? Float.NaN
                    : (bits & 0x80) != 0 ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
        }
        return value(bits, 2, 15);
    }

    private static float value(int bits, int fraction, int bias) {
        int exponent = (bits & 0x7f) >> fraction;
        int digits = bits & ((1 << fraction) - 1);
        float magnitude = exponent == 0
                ? Math.scalb((float) digits, 1 - bias - fraction)
                : Math.scalb((float) (digits | 1 << fraction), exponent - bias - fraction);
        return (bits & 0x80) != 0 ? -magnitude : magnitude;
    }

    /** {@code cvt.rn.satfinite.e4m3x2}, one element. */
    public static int toE4m3(float value) {
        return nearest(value, 3, 7, LARGEST_E4M3);
    }

    /** {@code cvt.rn.satfinite.e5m2x2}, one element. */
    public static int toE5m2(float value) {
        return nearest(value, 2, 15, LARGEST_E5M2);
    }

    /** {@code .relu} of either format: negative numbers become +0. */
    public static int relu(int bits) {
        return (bits & 0x7f) == CANONICAL_NAN ? CANONICAL_NAN : (bits & 0x80) != 0 ? 0 : bits;
    }

    private static int nearest(float value, int fraction, int bias, int largest) {
        if (Float.isNaN(value)) {
            return CANONICAL_NAN;
        }
        int sign = Float.floatToRawIntBits(value) < 0 ? 0x80 : 0;
        double magnitude = Math.abs((double) value);
        if (Double.isInfinite(magnitude)) {
            return sign | largest;
        }
        int exponent = Math.max(magnitude == 0 ? 1 - bias : Math.getExponent(magnitude), 1 - bias);
        double digits = Math.rint(Math.scalb(magnitude, fraction - exponent));
        // The digits carry into the exponent.
        long bits = ((long) (exponent + bias - 1) << fraction) + (long) digits;
        return sign | (int) Math.min(bits, largest);
    }
}
