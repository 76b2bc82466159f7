package io.xianka.emulator.semantics;

import java.math.BigDecimal;

/**
 * Arithmetic of {@code .f64}. To nearest, Java's operators and {@link Math#fma} already are the instruction. The other
 * directions are rare and settled by exact decimals: plainly right rather than fast.
 */
public final class DoubleArithmetic {
    private DoubleArithmetic() {}

    /** {@code .sat}: into 0..1, NaN to +0. */
    public static double saturate(double value) {
        return value > 0 ? Math.min(value, 1.0) : 0.0;
    }

    /** {@code add} in any direction. */
    public static double add(double a, double b, Rounding rounding) {
        double nearest = a + b;
        if (rounding == Rounding.NEAREST_EVEN || !Double.isFinite(a) || !Double.isFinite(b)) {
            return nearest;
        }
        double result = rounding.adjust(nearest, compare(exact(a).add(exact(b)), nearest));
        return rounding.signedZero(result, a, b);
    }

    /** {@code sub} in any direction. */
    public static double subtract(double a, double b, Rounding rounding) {
        return add(a, -b, rounding);
    }

    /** {@code mul} in any direction. */
    public static double multiply(double a, double b, Rounding rounding) {
        double nearest = a * b;
        if (rounding == Rounding.NEAREST_EVEN || !Double.isFinite(a) || !Double.isFinite(b)) {
            return nearest;
        }
        return rounding.adjust(nearest, compare(exact(a).multiply(exact(b)), nearest));
    }

    /** {@code fma} and {@code mad} in any direction, rounded once. */
    public static double fma(double a, double b, double c, Rounding rounding) {
        double nearest = Math.fma(a, b, c);
        if (rounding == Rounding.NEAREST_EVEN || !Double.isFinite(a) || !Double.isFinite(b) || !Double.isFinite(c)) {
            return nearest;
        }
        BigDecimal sum = exact(a).multiply(exact(b)).add(exact(c));
        if (sum.signum() == 0) {
            double productZeroOrNot = a == 0 || b == 0 ? a * b : -c;
            return rounding.signedZero(nearest, productZeroOrNot, c);
        }
        return rounding.adjust(nearest, compare(sum, nearest));
    }

    /** {@code div} in any direction. */
    public static double divide(double a, double b, Rounding rounding) {
        double nearest = a / b;
        if (rounding == Rounding.NEAREST_EVEN || !Double.isFinite(a) || !Double.isFinite(b) || b == 0) {
            return nearest;
        }
        int compared = Double.isInfinite(nearest)
                ? (nearest > 0 ? -1 : 1)
                : exact(a).subtract(exact(nearest).multiply(exact(b))).signum() * (int) Math.signum(b);
        return rounding.adjust(nearest, compared);
    }

    /** {@code rcp} in any direction. */
    public static double reciprocal(double a, Rounding rounding) {
        return divide(1.0, a, rounding);
    }

    /** {@code sqrt} in any direction. */
    public static double squareRoot(double a, Rounding rounding) {
        double nearest = Math.sqrt(a);
        if (rounding == Rounding.NEAREST_EVEN || !Double.isFinite(nearest)) {
            return nearest;
        }
        BigDecimal root = exact(nearest);
        return rounding.adjust(nearest, exact(a).subtract(root.multiply(root)).signum());
    }

    /** {@code rcp.approx.ftz.f64}: the upper words of operand and result count, subnormals are zeros. */
    public static double reciprocalGross(double a) {
        return upperWord(1.0 / upperWord(a));
    }

    /** {@code rsqrt.approx.ftz.f64}: the upper words of operand and result count, subnormals are zeros. */
    public static double reciprocalSquareRootGross(double a) {
        return upperWord(1.0 / Math.sqrt(upperWord(a)));
    }

    /** {@code rsqrt.approx.f64}. */
    public static double reciprocalSquareRoot(double a) {
        return 1.0 / Math.sqrt(a);
    }

    /** {@code min}: a number rather than a NaN, and -0 below +0. */
    public static double min(double a, double b) {
        return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b);
    }

    /** {@code max}: a number rather than a NaN, and -0 below +0. */
    public static double max(double a, double b) {
        return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
    }

    /** {@code abs}: clears the sign, of a NaN too. */
    public static double absolute(double a) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(a) & Long.MAX_VALUE);
    }

    /** {@code copysign}: the magnitude of {@code b} with the sign of {@code a}. */
    public static double copySign(double a, double b) {
        return Double.longBitsToDouble(
                (Double.doubleToRawLongBits(a) & Long.MIN_VALUE) | (Double.doubleToRawLongBits(b) & Long.MAX_VALUE));
    }

    /** {@code testp.normal}. */
    public static boolean isNormal(double a) {
        return Double.isFinite(a) && Math.abs(a) >= Double.MIN_NORMAL;
    }

    /** {@code testp.subnormal}: in this test a zero counts as subnormal, as the PTX ISA has it. */
    public static boolean isSubnormal(double a) {
        return Math.abs(a) < Double.MIN_NORMAL;
    }

    private static BigDecimal exact(double value) {
        return new BigDecimal(value);
    }

    /** The sign of exact minus nearest. */
    private static int compare(BigDecimal exact, double nearest) {
        return Double.isInfinite(nearest) ? (nearest > 0 ? -1 : 1) : exact.compareTo(exact(nearest));
    }

    private static double upperWord(double value) {
        if (Double.isNaN(value)) {
            return Double.longBitsToDouble(0x7fff_ffff_0000_0000L);
        }
        if (Math.abs(value) < Double.MIN_NORMAL) {
            return Math.copySign(0.0, value);
        }
        return Double.longBitsToDouble(Double.doubleToRawLongBits(value) & 0xffff_ffff_0000_0000L);
    }
}
