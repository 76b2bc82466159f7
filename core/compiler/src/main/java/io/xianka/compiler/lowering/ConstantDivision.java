package io.xianka.compiler.lowering;

import java.math.BigInteger;

/**
 * Integer division by a constant as a multiplication of which the upper half counts: Granlund and Montgomery, "Division
 * by Invariant Integers using Multiplication", 1994. Divisors are neither 0 nor, in absolute value, a power of two.
 */
final class ConstantDivision {
    private final Builder builder;

    ConstantDivision(Builder builder) {
        this.builder = builder;
    }

    /** For dividends of some bits: {@code n / d == n * factor >> (width + shift)}. */
    private record Multiplier(BigInteger factor, int shift) {

        static Multiplier of(BigInteger divisor, int width, int dividendBits) {
            int shift = divisor.subtract(BigInteger.ONE).bitLength();
            BigInteger power = BigInteger.ONE.shiftLeft(width + shift);
            BigInteger low = power.divide(divisor);
            BigInteger high = power.add(BigInteger.ONE.shiftLeft(width + shift - dividendBits))
                    .divide(divisor);
            while (shift > 0 && low.shiftRight(1).compareTo(high.shiftRight(1)) < 0) {
                low = low.shiftRight(1);
                high = high.shiftRight(1);
                shift--;
            }
            return new Multiplier(high, shift);
        }
    }

    private static BigInteger magnitude(Kind kind, long divisor, boolean signed) {
        if (signed) {
            return BigInteger.valueOf(divisor).abs();
        }
        return kind == Kind.I32
                ? BigInteger.valueOf(divisor & 0xFFFF_FFFFL)
                : new BigInteger(Long.toUnsignedString(divisor));
    }

    /** {@code value / divisor}, towards zero. */
    Node signed(Kind kind, Node value, long divisor) {
        int width = kind.bits();
        Multiplier by = Multiplier.of(magnitude(kind, divisor, true), width, width - 1);
        Node product = builder.node(Op.MUL_HIGH, kind, value, constant(kind, by.factor));
        if (by.factor.bitLength() >= width) {
            // As a signed number the factor is too small by 2^width.
            product = builder.node(Op.ADD, kind, product, value);
        }
        Node quotient = shifted(Op.SHR, kind, product, by.shift);
        Node negative = shifted(Op.SHR_U, kind, value, width - 1);
        return divisor > 0
                ? builder.node(Op.ADD, kind, quotient, negative)
                : builder.node(Op.NEG, kind, builder.node(Op.ADD, kind, quotient, negative));
    }

    /** {@code value / divisor} of unsigned numbers. */
    Node unsigned(Kind kind, Node value, long divisor) {
        int width = kind.bits();
        BigInteger size = magnitude(kind, divisor, false);
        Multiplier by = Multiplier.of(size, width, width);
        if (by.factor.bitLength() <= width) {
            return shifted(Op.SHR_U, kind, high(kind, value, by), by.shift);
        }
        int zeros = size.getLowestSetBit();
        if (zeros > 0) {
            Multiplier odd = Multiplier.of(size.shiftRight(zeros), width, width - zeros);
            return shifted(Op.SHR_U, kind, high(kind, shifted(Op.SHR_U, kind, value, zeros), odd), odd.shift);
        }
        // The factor's top bit does not fit: value + high(value * rest), halved before it can overflow.
        Node high = high(kind, value, by);
        Node half = shifted(Op.SHR_U, kind, builder.node(Op.SUB, kind, value, high), 1);
        return shifted(Op.SHR_U, kind, builder.node(Op.ADD, kind, half, high), by.shift - 1);
    }

    private Node high(Kind kind, Node value, Multiplier by) {
        return builder.node(Op.MUL_HIGH_U, kind, value, constant(kind, by.factor));
    }

    private Node constant(Kind kind, BigInteger value) {
        return builder.constant(kind, value.longValue());
    }

    private Node shifted(Op op, Kind kind, Node value, int count) {
        return builder.node(op, kind, value, builder.constant(Kind.I32, count));
    }
}
