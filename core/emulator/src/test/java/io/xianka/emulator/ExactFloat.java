package io.xianka.emulator;

import java.math.BigInteger;

/**
 * Floating-point formats over exact fractions of whole numbers: what arithmetic gives when it rounds once. Slow, and of one
 * idea: the value is exact, the format has the nearest numbers on both sides, the direction chooses.
 */
final class ExactFloat {
    /** A binary format: digits of the significand with the leading one, and the exponent's bits. */
    enum Format {
        F16(11, 5, "b16", "f16"),
        BF16(8, 8, "b16", "bf16"),
        F32(24, 8, "b32", "f32"),
        F64(53, 11, "b64", "f64");

        final int digits;
        final int exponentBits;
        final String register;
        final String type;

        Format(int digits, int exponentBits, String register, String type) {
            this.digits = digits;
            this.exponentBits = exponentBits;
            this.register = register;
            this.type = type;
        }

        int bits() {
            return digits + exponentBits;
        }

        int bias() {
            return (1 << (exponentBits - 1)) - 1;
        }

        long infinity() {
            return ((1L << exponentBits) - 1) << (digits - 1);
        }

        long sign() {
            return 1L << (bits() - 1);
        }

        /** What a NaN result has in its register; of .f64 any NaN will do. */
        long nan() {
            return this == F64 ? 0x7ff8_0000_0000_0000L : sign() - 1;
        }

        long one() {
            return (long) bias() << (digits - 1);
        }

        boolean isNan(long raw) {
            return (raw & (sign() - 1)) > infinity();
        }

        boolean isInfinite(long raw) {
            return (raw & (sign() - 1)) == infinity();
        }

        boolean isZero(long raw) {
            return (raw & (sign() - 1)) == 0;
        }

        boolean isNegative(long raw) {
            return (raw & sign()) != 0;
        }

        long flush(long raw) {
            return (raw & infinity()) == 0 ? raw & sign() : raw;
        }
    }

    /** A finite number, {@code numerator / denominator}. */
    record Fraction(BigInteger numerator, BigInteger denominator) {
        static Fraction of(Format format, long raw) {
            int exponent = (int) (raw >>> (format.digits - 1) & ((1L << format.exponentBits) - 1));
            long digits = raw & ((1L << (format.digits - 1)) - 1);
            if (exponent > 0) {
                digits |= 1L << (format.digits - 1);
            }
            int power = Math.max(exponent, 1) - format.bias() - (format.digits - 1);
            BigInteger whole = BigInteger.valueOf(format.isNegative(raw) ? -digits : digits);
            return power >= 0
                    ? new Fraction(whole.shiftLeft(power), BigInteger.ONE)
                    : new Fraction(whole, BigInteger.ONE.shiftLeft(-power));
        }

        static Fraction of(BigInteger whole) {
            return new Fraction(whole, BigInteger.ONE);
        }

        Fraction plus(Fraction other) {
            return new Fraction(
                    numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                    denominator.multiply(other.denominator));
        }

        Fraction times(Fraction other) {
            return new Fraction(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
        }

        Fraction over(Fraction other) {
            BigInteger n = numerator.multiply(other.denominator);
            BigInteger d = denominator.multiply(other.numerator);
            return d.signum() < 0 ? new Fraction(n.negate(), d.negate()) : new Fraction(n, d);
        }

        Fraction scaled(int power) {
            return power >= 0
                    ? new Fraction(numerator.shiftLeft(power), denominator)
                    : new Fraction(numerator, denominator.shiftLeft(-power));
        }

        int signum() {
            return numerator.signum();
        }

        int compareTo(Fraction other) {
            return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
        }

        /** To a whole number in a direction: n, z, m, p; n with ties to even. */
        BigInteger whole(char direction) {
            BigInteger[] parts = numerator.divideAndRemainder(denominator);
            BigInteger down = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
            BigInteger rest = numerator.subtract(down.multiply(denominator));
            boolean up = switch (direction) {
                case 'n' -> {
                    int half = rest.shiftLeft(1).compareTo(denominator);
                    yield half > 0 || (half == 0 && down.testBit(0));
                }
                case 'z' -> rest.signum() != 0 && numerator.signum() < 0;
                case 'm' -> false;
                default -> rest.signum() != 0;
            };
            return up ? down.add(BigInteger.ONE) : down;
        }
    }

    private ExactFloat() {}

    /** The nearest number of a format in a direction: n, z, m (down), p (up). */
    static long round(Format format, Fraction value, boolean isRoot, char direction) {
        boolean negative = value.signum() < 0;
        char ofMagnitude =
                direction == 'm' ? (negative ? 'p' : 'z') : direction == 'p' ? (negative ? 'z' : 'p') : direction;
        Fraction magnitude = negative ? new Fraction(value.numerator().negate(), value.denominator()) : value;
        int exponent = exponent(magnitude);
        if (isRoot) {
            exponent = Math.floorDiv(exponent, 2);
        }
        if (exponent > format.bias()) {
            long beyond = ofMagnitude == 'z' ? format.infinity() - 1 : format.infinity();
            return negative ? beyond | format.sign() : beyond;
        }
        int power = Math.max(exponent, 1 - format.bias()) - (format.digits - 1);
        BigInteger digits = isRoot
                ? rootDigits(magnitude.scaled(-2 * power), ofMagnitude)
                : magnitude.scaled(-power).whole(ofMagnitude);
        long raw = digits.longValueExact() + ((long) Math.max(exponent + format.bias() - 1, 0) << (format.digits - 1));
        if (raw >= format.infinity()) {
            raw = ofMagnitude == 'z' ? format.infinity() - 1 : format.infinity();
        }
        return negative ? raw | format.sign() : raw;
    }

    private static BigInteger rootDigits(Fraction square, char direction) {
        BigInteger root = square.whole('m').sqrt();
        boolean isExact = Fraction.of(root.multiply(root)).compareTo(square) == 0;
        BigInteger twice = root.shiftLeft(1).add(BigInteger.ONE);
        boolean up = switch (direction) {
            case 'n' -> Fraction.of(twice.multiply(twice)).compareTo(square.scaled(2)) < 0;
            case 'p' -> !isExact;
            default -> false;
        };
        return up ? root.add(BigInteger.ONE) : root;
    }

    /** The exponent of the highest power of two that is not above. */
    private static int exponent(Fraction magnitude) {
        int guess = magnitude.numerator().bitLength() - magnitude.denominator().bitLength();
        return Fraction.of(BigInteger.ONE).scaled(guess).compareTo(magnitude) <= 0 ? guess : guess - 1;
    }

    static long add(Format format, long a, long b, char direction) {
        if (format.isNan(a) || format.isNan(b) || (format.isInfinite(a) && format.isInfinite(b) && a != b)) {
            return format.nan();
        }
        if (format.isInfinite(a) || format.isInfinite(b)) {
            return format.isInfinite(a) ? a : b;
        }
        return roundedSum(format, Fraction.of(format, a), format.isNegative(a), Fraction.of(format, b), b, direction);
    }

    private static long roundedSum(
            Format format, Fraction a, boolean isNegativeA, Fraction b, long rawB, char direction) {
        Fraction sum = a.plus(b);
        if (sum.signum() != 0) {
            return round(format, sum, false, direction);
        }
        boolean bothZero = a.signum() == 0 && b.signum() == 0;
        boolean negative = bothZero && isNegativeA == format.isNegative(rawB) ? isNegativeA : direction == 'm';
        return negative ? format.sign() : 0;
    }

    static long multiply(Format format, long a, long b, char direction) {
        long sign = (a ^ b) & format.sign();
        if (format.isNan(a)
                || format.isNan(b)
                || (format.isInfinite(a) && format.isZero(b))
                || (format.isZero(a) && format.isInfinite(b))) {
            return format.nan();
        }
        if (format.isInfinite(a) || format.isInfinite(b)) {
            return format.infinity() | sign;
        }
        Fraction product = Fraction.of(format, a).times(Fraction.of(format, b));
        return product.signum() == 0 ? sign : round(format, product, false, direction);
    }

    static long fma(Format format, long a, long b, long c, char direction) {
        boolean isInfinite = format.isInfinite(a) || format.isInfinite(b);
        long sign = (a ^ b) & format.sign();
        if (format.isNan(a)
                || format.isNan(b)
                || format.isNan(c)
                || (isInfinite && (format.isZero(a) || format.isZero(b)))
                || (isInfinite && format.isInfinite(c) && (c & format.sign()) != sign)) {
            return format.nan();
        }
        if (isInfinite || format.isInfinite(c)) {
            return isInfinite ? format.infinity() | sign : c;
        }
        Fraction product = Fraction.of(format, a).times(Fraction.of(format, b));
        return roundedSum(format, product, sign != 0, Fraction.of(format, c), c, direction);
    }

    static long divide(Format format, long a, long b, char direction) {
        long sign = (a ^ b) & format.sign();
        if (format.isNan(a)
                || format.isNan(b)
                || (format.isInfinite(a) && format.isInfinite(b))
                || (format.isZero(a) && format.isZero(b))) {
            return format.nan();
        }
        if (format.isInfinite(a) || format.isZero(b)) {
            return format.infinity() | sign;
        }
        if (format.isInfinite(b) || format.isZero(a)) {
            return sign;
        }
        return round(format, Fraction.of(format, a).over(Fraction.of(format, b)), false, direction);
    }

    static long squareRoot(Format format, long a, char direction) {
        if (format.isNan(a) || (format.isNegative(a) && !format.isZero(a))) {
            return format.nan();
        }
        return format.isZero(a) || format.isInfinite(a) ? a : round(format, Fraction.of(format, a), true, direction);
    }

    /** The smaller, or the larger; -0 is below +0. */
    static long extreme(Format format, long a, long b, boolean smaller, boolean orNan) {
        if (format.isNan(a) || format.isNan(b)) {
            boolean isNan = orNan || (format.isNan(a) && format.isNan(b));
            return isNan ? format.nan() : format.isNan(a) ? b : a;
        }
        return order(format, a) <= order(format, b) == smaller ? a : b;
    }

    /** A number that grows with the value. */
    static long order(Format format, long raw) {
        long magnitude = raw & (format.sign() - 1);
        return format.isNegative(raw) ? -magnitude - 1 : magnitude;
    }

    static long saturate(Format format, long raw) {
        if (format.isNan(raw) || format.isNegative(raw)) {
            return 0;
        }
        return order(format, raw) > order(format, format.one()) ? format.one() : raw;
    }
}
