package io.xianka.emulator.semantics;

/** {@code cvt} to and from pairs of narrow numbers, {@code cvt.pack} and {@code cvt} to {@code .tf32}, on register bits. */
public final class PackedConversions {
    private PackedConversions() {}

    /** {@code cvt.rn.satfinite.e4m3x2.f32} or {@code e5m2x2}: the first number goes to the upper byte. */
    public static int toNarrowPair(float upper, float lower, boolean isE5m2, boolean relu) {
        return narrow(upper, isE5m2, relu) << 8 | narrow(lower, isE5m2, relu);
    }

    private static int narrow(float value, boolean isE5m2, boolean relu) {
        int bits = isE5m2 ? NarrowFloats.toE5m2(value) : NarrowFloats.toE4m3(value);
        return relu ? NarrowFloats.relu(bits) : bits;
    }

    /** {@code cvt.rn.f16x2.e4m3x2} or {@code e5m2x2}. */
    public static int toHalfPair(int pair, boolean isE5m2, boolean relu) {
        return half(pair >> 8, isE5m2, relu) << 16 | half(pair, isE5m2, relu);
    }

    private static int half(int narrow, boolean isE5m2, boolean relu) {
        float value = isE5m2 ? NarrowFloats.fromE5m2(narrow) : NarrowFloats.fromE4m3(narrow);
        int bits = HalfArithmetic.toHalf(value, Rounding.NEAREST_EVEN);
        return relu ? HalfArithmetic.reluHalf(bits) : bits;
    }

    /** {@code cvt.rn.tf32.f32} and {@code cvt.rz.tf32.f32}: 10 bits of fraction kept. */
    public static int toTf32(int bits, Rounding rounding, boolean relu) {
        float value = Float.intBitsToFloat(bits);
        if (Float.isNaN(value)) {
            return FloatArithmetic.CANONICAL_NAN;
        }
        if (relu && bits <= 0) {
            return 0;
        }
        if (Float.isInfinite(value)) {
            return bits;
        }
        int rest = bits & 0x1fff;
        int kept = bits & ~0x1fff;
        boolean away = rounding == Rounding.NEAREST_EVEN && (rest > 0x1000 || (rest == 0x1000 && (kept & 0x2000) != 0));
        return away ? kept + 0x2000 : kept;
    }

    /**
     * {@code cvt.pack.sat}: both numbers clamped to {@code width} bits, the first above the second, {@code c} shifted in above
     * both where the pair leaves room.
     */
    public static int pack(int a, int b, int c, int width, boolean signed) {
        int mask = (1 << width) - 1;
        int pair = (clamp(a, width, signed) & mask) << width | (clamp(b, width, signed) & mask);
        return width == 16 ? pair : c << (2 * width) | pair;
    }

    private static int clamp(int value, int width, boolean signed) {
        return signed
                ? Math.clamp(value, -(1 << (width - 1)), (1 << (width - 1)) - 1)
                : Math.clamp(value, 0, (1 << width) - 1);
    }
}
