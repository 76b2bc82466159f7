package io.xianka.emulator.semantics;

/**
 * Arithmetic of {@code .f32}. To nearest, Java's operators and {@link Math#fma} already are the instruction; the methods
 * here are the other directions, the modifiers and the functions. Approximations are computed in {@code double} and
 * rounded once, so they lie within every bound that the PTX ISA gives; they are not the bits of any one GPU.
 */
public final class FloatArithmetic {
    /** The NaN that single-precision instructions of a GPU return. */
    public static final int CANONICAL_NAN = 0x7fff_ffff;

    private FloatArithmetic() {}

    /** The register bits of a result: every NaN becomes the canonical one. */
    public static int bits(float value) {
        return Float.isNaN(value) ? CANONICAL_NAN : Float.floatToRawIntBits(value);
    }

    /** The same as a number. */
    public static float canonical(float value) {
        return Float.isNaN(value) ? Float.intBitsToFloat(CANONICAL_NAN) : value;
    }

    /** {@code .ftz}: a subnormal number becomes a zero of its sign. Applies to operands and result. */
    public static float flush(float value) {
        return Math.abs(value) < Float.MIN_NORMAL ? Math.copySign(0f, value) : value;
    }

    /** {@code .sat}: into 0..1, NaN to +0. */
    public static float saturate(float value) {
        return value > 0 ? Math.min(value, 1f) : 0f;
    }

    /** {@code add} in any direction. */
    public static float add(float a, float b, Rounding rounding) {
        if (rounding == Rounding.NEAREST_EVEN) {
            return a + b;
        }
        return rounding.toFloat(rounding.signedZero(Rounding.oddSum(a, b), a, b));
    }

    /** {@code sub} in any direction. */
    public static float subtract(float a, float b, Rounding rounding) {
        return add(a, -b, rounding);
    }

    /** {@code mul} in any direction. */
    public static float multiply(float a, float b, Rounding rounding) {
        return rounding == Rounding.NEAREST_EVEN ? a * b : rounding.toFloat((double) a * b);
    }

    /** {@code fma} and {@code mad} in any direction, rounded once. */
    public static float fma(float a, float b, float c, Rounding rounding) {
        if (rounding == Rounding.NEAREST_EVEN) {
            return Math.fma(a, b, c);
        }
        double product = (double) a * b;
        return rounding.toFloat(rounding.signedZero(Rounding.oddSum(product, c), product, c));
    }

    /** {@code div} in any direction. */
    public static float divide(float a, float b, Rounding rounding) {
        if (rounding == Rounding.NEAREST_EVEN) {
            return a / b;
        }
        double quotient = (double) a / b;
        if (!Double.isFinite(quotient) || Float.isInfinite(b)) {
            return (float) quotient;
        }
        double rest = Math.fma(-quotient, b, a);
        return rounding.toFloat(Rounding.toOdd(quotient, (int) (Math.signum(rest) * Math.signum(b))));
    }

    /** {@code div.approx}: as {@code div.rn}, but zero (or NaN) where the divisor is above 2^126. */
    public static float divideApproximately(float a, float b) {
        if (Math.abs(b) > 0x1p126f && Float.isFinite(b)) {
            return Float.isInfinite(a) ? Float.NaN : Math.copySign(0f, a) * Math.signum(b);
        }
        return a / b;
    }

    /** {@code rcp} in any direction; {@code rcp.approx} is {@link Rounding#NEAREST_EVEN}. */
    public static float reciprocal(float a, Rounding rounding) {
        return divide(1f, a, rounding);
    }

    /** {@code sqrt} in any direction; {@code sqrt.approx} is {@link Rounding#NEAREST_EVEN}. */
    public static float squareRoot(float a, Rounding rounding) {
        double root = Math.sqrt((double) a);
        if (rounding == Rounding.NEAREST_EVEN || !Double.isFinite(root)) {
            return (float) root;
        }
        return rounding.toFloat(Rounding.toOdd(root, (int) Math.signum(Math.fma(-root, root, (double) a))));
    }

    /** {@code rsqrt.approx}. */
    public static float reciprocalSquareRoot(float a) {
        return (float) (1.0 / Math.sqrt((double) a));
    }

    /** {@code ex2.approx}: two to the power of {@code a}. */
    public static float exponential2(float a) {
        if (!(a > -152f)) {
            return Float.isNaN(a) ? Float.NaN : 0f;
        }
        if (a >= 128f) {
            return Float.POSITIVE_INFINITY;
        }
        double whole = Math.rint((double) a);
        double x = (a - whole) * 0.6931471805599453;
        // The terms of the series 1 / n!, up to n = 11.
        double sum = 2.505210838544172E-8;
        sum = sum * x + 2.755731922398589E-7;
        sum = sum * x + 2.7557319223985893E-6;
        sum = sum * x + 2.48015873015873E-5;
        sum = sum * x + 1.984126984126984E-4;
        sum = sum * x + 0.001388888888888889;
        sum = sum * x + 0.008333333333333333;
        sum = sum * x + 0.041666666666666664;
        sum = sum * x + 0.16666666666666666;
        sum = sum * x + 0.5;
        sum = sum * x + 1;
        sum = sum * x + 1;
        return (float) (sum * Double.longBitsToDouble((long) (whole + 1023) << 52));
    }

    /** {@code lg2.approx}: the logarithm to base two. */
    public static float logarithm2(float a) {
        if (!(a > 0) || Float.isInfinite(a)) {
            return a == 0 ? Float.NEGATIVE_INFINITY : a > 0 ? a : Float.NaN;
        }
        int exponent = Math.getExponent((double) a);
        return (float) (exponent + StrictMath.log(Math.scalb((double) a, -exponent)) * 1.4426950408889634);
    }

    /** {@code sin.approx}. */
    public static float sine(float a) {
        return (float) StrictMath.sin(a);
    }

    /** {@code cos.approx}. */
    public static float cosine(float a) {
        return (float) StrictMath.cos(a);
    }

    /** {@code tanh.approx}. */
    public static float hyperbolicTangent(float a) {
        return (float) StrictMath.tanh(a);
    }

    /** {@code min}: a number rather than a NaN, and -0 below +0. */
    public static float min(float a, float b) {
        return Float.isNaN(a) ? b : Float.isNaN(b) ? a : Math.min(a, b);
    }

    /** {@code max}: a number rather than a NaN, and -0 below +0. */
    public static float max(float a, float b) {
        return Float.isNaN(a) ? b : Float.isNaN(b) ? a : Math.max(a, b);
    }

    /** {@code min.NaN}: NaN where either is. */
    public static float minOrNan(float a, float b) {
        return Math.min(a, b);
    }

    /** {@code max.NaN}: NaN where either is. */
    public static float maxOrNan(float a, float b) {
        return Math.max(a, b);
    }

    /** {@code .xorsign.abs}: gives a minimum or maximum of absolute values the product's sign. */
    public static float withProductSign(float magnitude, float a, float b) {
        int sign = (Float.floatToRawIntBits(a) ^ Float.floatToRawIntBits(b)) & 0x8000_0000;
        return Float.intBitsToFloat((Float.floatToRawIntBits(magnitude) & 0x7fff_ffff) | sign);
    }

    /** {@code abs}: clears the sign, of a NaN too. */
    public static float absolute(float a) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(a) & 0x7fff_ffff);
    }

    /** {@code copysign}: the magnitude of {@code b} with the sign of {@code a}. */
    public static float copySign(float a, float b) {
        return Float.intBitsToFloat(
                (Float.floatToRawIntBits(a) & 0x8000_0000) | (Float.floatToRawIntBits(b) & 0x7fff_ffff));
    }

    /** {@code testp.normal}. */
    public static boolean isNormal(float a) {
        return Float.isFinite(a) && Math.abs(a) >= Float.MIN_NORMAL;
    }

    /** {@code testp.subnormal}: in this test a zero counts as subnormal, as the PTX ISA has it. */
    public static boolean isSubnormal(float a) {
        return Math.abs(a) < Float.MIN_NORMAL;
    }
}
