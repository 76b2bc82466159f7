package io.xianka.emulator.semantics;

/**
 * The rounding of floating-point results ({@code .rn .rz .rm .rp}).
 *
 * <p>Single and half precision results are first computed in {@code double} <em>rounded to odd</em>: where bits were
 * lost, the last bit kept is 1. Rounding such a value once more to at most 51 bits, in any direction, gives what rounding
 * the exact value would have given.
 */
public enum Rounding {
    NEAREST_EVEN,
    TOWARD_ZERO,
    DOWN,
    UP;

    /** {@code a + b} rounded to odd. */
    static double oddSum(double a, double b) {
        double sum = a + b;
        if (!Double.isFinite(sum)) {
            return sum;
        }
        double bPart = sum - a;
        double error = (a - (sum - bPart)) + (b - bPart);
        return toOdd(sum, (int) Math.signum(error));
    }

    /** Makes a result rounded to nearest into one rounded to odd; {@code exactCompared} is the sign of exact minus it. */
    static double toOdd(double nearest, int exactCompared) {
        long bits = Double.doubleToRawLongBits(nearest);
        if (exactCompared == 0 || (bits & 1) != 0) {
            return nearest;
        }
        return Double.longBitsToDouble((exactCompared > 0) == (nearest > 0) ? bits + 1 : bits - 1);
    }

    /** Moves a double rounded to nearest to where this mode puts it; {@code exactCompared} is the sign of exact minus it. */
    double adjust(double nearest, int exactCompared) {
        boolean down = switch (this) {
            case NEAREST_EVEN, UP -> false;
            case TOWARD_ZERO -> exactCompared < 0 && nearest > 0;
            case DOWN -> exactCompared < 0;
        };
        boolean up = switch (this) {
            case NEAREST_EVEN, DOWN -> false;
            case TOWARD_ZERO -> exactCompared > 0 && nearest < 0;
            case UP -> exactCompared > 0;
        };
        return down ? Math.nextDown(nearest) : up ? Math.nextUp(nearest) : nearest;
    }

    /** The sign that rounding down gives to a sum that cancels exactly: minus, unless both summands are plus zero. */
    double signedZero(double sum, double a, double b) {
        boolean bothPlusZero = Double.doubleToRawLongBits(a) == 0 && Double.doubleToRawLongBits(b) == 0;
        return this == DOWN && sum == 0 && !bothPlusZero ? -0.0 : sum;
    }

    /** The single-precision number next to an exact or rounded-to-odd value. */
    float toFloat(double value) {
        float nearest = (float) value;
        return switch (this) {
            case NEAREST_EVEN -> nearest;
            case TOWARD_ZERO ->
                Math.abs((double) nearest) > Math.abs(value)
                        ? (value > 0 ? Math.nextDown(nearest) : Math.nextUp(nearest))
                        : nearest;
            case DOWN -> nearest > value ? Math.nextDown(nearest) : nearest;
            case UP -> nearest < value ? Math.nextUp(nearest) : nearest;
        };
    }

    /**
     * Rounds to a binary format of fewer bits, as its bits.
     *
     * @param value exact or rounded to odd, not NaN
     * @param fraction stored bits of the significand
     * @param exponentBits bits of the exponent
     */
    int toBits(double value, int fraction, int exponentBits) {
        int sign = Double.doubleToRawLongBits(value) < 0 ? 1 << (fraction + exponentBits) : 0;
        int infinity = ((1 << exponentBits) - 1) << fraction;
        double magnitude = Math.abs(value);
        if (Double.isInfinite(magnitude)) {
            return sign | infinity;
        }
        int bias = (1 << (exponentBits - 1)) - 1;
        int exponent = magnitude == 0 ? 1 - bias : Math.max(Math.getExponent(magnitude), 1 - bias);
        double scaled = Math.scalb(magnitude, fraction - exponent);
        double whole = Math.floor(scaled);
        double rest = scaled - whole;
        boolean away = switch (this) {
            case NEAREST_EVEN -> rest > 0.5 || (rest == 0.5 && ((long) whole & 1) != 0);
            case TOWARD_ZERO -> false;
            case DOWN -> rest > 0 && sign != 0;
            case UP -> rest > 0 && sign == 0;
        };
        // The fraction carries into the exponent, and the largest number into infinity.
        long bits = ((long) (exponent + bias - 1) << fraction) + (long) whole + (away ? 1 : 0);
        if (bits < infinity) {
            return sign | (int) bits;
        }
        boolean toInfinity = switch (this) {
            case NEAREST_EVEN -> true;
            case TOWARD_ZERO -> false;
            case DOWN -> sign != 0;
            case UP -> sign == 0;
        };
        return sign | (toInfinity ? infinity : infinity - 1);
    }

    /** An integral value: {@code .rni .rzi .rmi .rpi}. */
    double toIntegral(double value) {
        return switch (this) {
            case NEAREST_EVEN -> Math.rint(value);
            case TOWARD_ZERO -> value < 0 ? Math.ceil(value) : Math.floor(value);
            case DOWN -> Math.floor(value);
            case UP -> Math.ceil(value);
        };
    }
}
