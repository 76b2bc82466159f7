package io.xianka.emulator.semantics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every rounded operation against exact decimals. */
class RoundingTest {
    private static final int ROUNDS = 20_000;

    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);

    /** What the neighbours of an exact value in binary32 say the result must be. */
    private static float expectedFloat(BigDecimal exact, Rounding rounding) {
        float nearest = exact.floatValue();
        int compared = Float.isInfinite(nearest) ? (nearest > 0 ? -1 : 1) : exact.compareTo(new BigDecimal(nearest));
        return switch (rounding) {
            case NEAREST_EVEN -> nearest;
            case TOWARD_ZERO -> compared * exact.signum() < 0 ? towardZero(nearest) : nearest;
            case DOWN -> compared < 0 ? Math.nextDown(nearest) : nearest;
            case UP -> compared > 0 ? Math.nextUp(nearest) : nearest;
        };
    }

    private static float towardZero(float value) {
        return value > 0 ? Math.nextDown(value) : Math.nextUp(value);
    }

    private float anyFloat() {
        return switch (random.nextInt(4)) {
            case 0 -> Float.intBitsToFloat(random.nextInt() & 0xbfff_ffff);
            case 1 -> random.nextInt(-50, 50);
            case 2 -> Math.scalb(1f + random.nextInt(16) * 0x1p-23f, random.nextInt(-149, 127));
            default -> (float) random.nextDouble(-2, 2);
        };
    }

    @ParameterizedTest
    @EnumSource
    void roundsFloatArithmeticOnceInEachDirection(Rounding rounding) {
        for (int i = 0; i < ROUNDS; i++) {
            float a = anyFloat();
            float b = anyFloat();
            float c = anyFloat();
            BigDecimal x = new BigDecimal(a);
            BigDecimal y = new BigDecimal(b);
            String inputs = rounding + " " + a + " " + b + " " + c + " seed " + seed;
            assertEquals(expectedFloat(x.add(y), rounding), FloatArithmetic.add(a, b, rounding) + 0f, "add " + inputs);
            assertEquals(
                    expectedFloat(x.multiply(y), rounding) + 0f,
                    FloatArithmetic.multiply(a, b, rounding) + 0f,
                    "mul " + inputs);
            assertEquals(
                    expectedFloat(x.multiply(y).add(new BigDecimal(c)), rounding) + 0f,
                    FloatArithmetic.fma(a, b, c, rounding) + 0f,
                    "fma " + inputs);
        }
    }

    @ParameterizedTest
    @EnumSource
    void dividesAndTakesRootsWithTheLastBitRight(Rounding rounding) {
        for (int i = 0; i < ROUNDS; i++) {
            float a = Math.abs(anyFloat());
            float b = anyFloat();
            if (b == 0 || a == 0) {
                continue;
            }
            BigDecimal exactA = new BigDecimal(a);
            BigDecimal exactB = new BigDecimal(b);
            float quotient = FloatArithmetic.divide(a, b, rounding);
            checkBracket(
                    quotient,
                    rounding,
                    v -> new BigDecimal(v).multiply(exactB).subtract(exactA).signum() * Math.signum(b),
                    "div " + a + " " + b + " seed " + seed);
            float root = FloatArithmetic.squareRoot(a, rounding);
            checkBracket(
                    root,
                    rounding,
                    v -> new BigDecimal(v)
                            .multiply(new BigDecimal(v))
                            .subtract(exactA)
                            .signum(),
                    "sqrt " + a + " seed " + seed);
        }
    }

    /** {@code signOfError} tells whether a candidate lies above (1) or below (-1) the exact result. */
    private static void checkBracket(float result, Rounding rounding, DoubleUnaryOperator signOfError, String what) {
        if (Float.isInfinite(result)) {
            return;
        }
        double error = signOfError.applyAsDouble(result);
        switch (rounding) {
            case DOWN -> assertEquals(true, error <= 0, what);
            case UP -> assertEquals(true, error >= 0, what);
            case TOWARD_ZERO -> assertEquals(true, error * Math.signum(result) <= 0, what);
            case NEAREST_EVEN -> {}
        }
        if (error == 0) {
            return;
        }
        float other = error > 0 ? Math.nextDown(result) : Math.nextUp(result);
        if (!Float.isInfinite(other)) {
            assertEquals(
                    true,
                    signOfError.applyAsDouble(other) * error < 0
                            || (signOfError.applyAsDouble(other) == 0 && rounding == Rounding.NEAREST_EVEN),
                    what);
        }
    }

    @ParameterizedTest
    @EnumSource
    void roundsDoublesByTheirExactValue(Rounding rounding) {
        for (int i = 0; i < 2_000; i++) {
            double a = Double.longBitsToDouble(random.nextLong() & 0xbfff_ffff_ffff_ffffL);
            double b = random.nextBoolean() ? random.nextDouble() : a * (1 + random.nextInt(9) * 0x1p-50);
            double sum = DoubleArithmetic.add(a, -b, rounding);
            BigDecimal exact = new BigDecimal(a).subtract(new BigDecimal(b));
            int error = Double.isInfinite(sum) ? 0 : new BigDecimal(sum).compareTo(exact);
            String what = rounding + " " + a + " - " + b + " seed " + seed;
            switch (rounding) {
                case NEAREST_EVEN -> assertEquals(a - b, sum, what);
                case TOWARD_ZERO -> assertEquals(true, error * exact.signum() <= 0, what);
                case DOWN -> assertEquals(true, error <= 0, what);
                case UP -> assertEquals(true, error >= 0, what);
            }
        }
    }

    @Test
    void roundsHalvesAsJavaDoes() {
        for (int i = 0; i < ROUNDS * 5; i++) {
            float value = i < 66_000 ? Float.float16ToFloat((short) i) * (1 + (i % 5) * 0x1p-12f) : anyFloat();
            int expected = Float.floatToFloat16(value) & 0xffff;
            if (!Float.isNaN(value)) {
                assertEquals(expected, HalfArithmetic.toHalf(value, Rounding.NEAREST_EVEN), value + " seed " + seed);
            }
        }
    }

    @Test
    void aDirectedHalfIsTheNeighbourOnThatSide() {
        for (int i = 0; i < ROUNDS; i++) {
            double value = random.nextDouble(-70_000, 70_000) * Math.scalb(1.0, -random.nextInt(40));
            float up = HalfArithmetic.fromHalf(HalfArithmetic.toHalf(value, Rounding.UP));
            float down = HalfArithmetic.fromHalf(HalfArithmetic.toHalf(value, Rounding.DOWN));
            float nearest = HalfArithmetic.fromHalf(HalfArithmetic.toHalf(value, Rounding.NEAREST_EVEN));
            float zero = HalfArithmetic.fromHalf(HalfArithmetic.toHalf(value, Rounding.TOWARD_ZERO));
            String what = value + " seed " + seed;
            assertEquals(true, down <= value && value <= up, what);
            assertEquals(true, nearest == up || nearest == down, what);
            assertEquals(value > 0 ? down : up, zero, what);
        }
    }

    @Test
    void exactCancellationRoundsDownToMinusZero() {
        assertEquals(0x8000_0000, Float.floatToRawIntBits(FloatArithmetic.add(1f, -1f, Rounding.DOWN)));
        assertEquals(0, Float.floatToRawIntBits(FloatArithmetic.add(1f, -1f, Rounding.UP)));
        assertEquals(0, Float.floatToRawIntBits(FloatArithmetic.add(0f, 0f, Rounding.DOWN)));
        assertEquals(0x8000_0000, Float.floatToRawIntBits(FloatArithmetic.fma(2f, 3f, -6f, Rounding.DOWN)));
    }

    @Test
    void overflowStopsAtTheLargestNumberTowardZero() {
        assertEquals(Float.MAX_VALUE, FloatArithmetic.multiply(1e30f, 1e30f, Rounding.TOWARD_ZERO));
        assertEquals(Float.POSITIVE_INFINITY, FloatArithmetic.multiply(1e30f, 1e30f, Rounding.UP));
        assertEquals(-Float.MAX_VALUE, FloatArithmetic.multiply(-1e30f, 1e30f, Rounding.UP));
        assertEquals(Double.MAX_VALUE, DoubleArithmetic.multiply(1e300, 1e300, Rounding.DOWN));
        assertEquals(0x7bff, HalfArithmetic.toHalf(1e6, Rounding.TOWARD_ZERO));
        assertEquals(0x7c00, HalfArithmetic.toHalf(65520, Rounding.NEAREST_EVEN));
        assertEquals(0x7bff, HalfArithmetic.toHalf(65519, Rounding.NEAREST_EVEN));
    }

    @Test
    void sixtyFourBitIntegersRoundOnce() {
        for (int i = 0; i < ROUNDS; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            BigDecimal exact = new BigDecimal(value);
            BigDecimal unsigned = new BigDecimal(Long.toUnsignedString(value));
            for (Rounding rounding : Rounding.values()) {
                String what = rounding + " " + value + " seed " + seed;
                assertEquals(expectedFloat(exact, rounding), Conversions.toFloat(value, rounding), what);
                assertEquals(expectedFloat(unsigned, rounding), Conversions.unsignedToFloat(value, rounding), what);
                double asDouble = Conversions.unsignedToDouble(value, rounding);
                int error = new BigDecimal(asDouble).compareTo(unsigned);
                switch (rounding) {
                    case NEAREST_EVEN -> assertEquals(unsigned.doubleValue(), asDouble, what);
                    case TOWARD_ZERO, DOWN -> assertEquals(true, error <= 0, what);
                    case UP -> assertEquals(true, error >= 0, what);
                }
            }
        }
    }
}
