package io.xianka.emulator.semantics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Operations against the definitions of the PTX ISA, written out bit by bit. */
class SemanticsTest {
    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);

    private int anyInt() {
        return switch (random.nextInt(3)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextInt(-40, 300);
            default -> 1 << random.nextInt(32);
        };
    }

    @Test
    void bitFieldsFollowTheLoopsOfTheIsa() {
        for (int i = 0; i < 50_000; i++) {
            int a = random.nextInt();
            int b = random.nextInt();
            int position = anyInt();
            int length = anyInt();
            String what = "%08x %08x %d %d seed %d".formatted(a, b, position, length, seed);
            assertEquals(
                    (int) field(a, position, length, 32, false),
                    BitOperations.extractUnsigned(a, position, length),
                    what);
            assertEquals((int) field(a, position, length, 32, true), BitOperations.extract(a, position, length), what);
            long wide = (long) a << 32 | (b & 0xffff_ffffL);
            assertEquals(
                    field(wide, position, length, 64, false), BitOperations.extractUnsigned(wide, position, length));
            assertEquals(field(wide, position, length, 64, true), BitOperations.extract(wide, position, length), what);
            int inserted = b;
            int pos = position & 0xff;
            int len = length & 0xff;
            for (int k = 0; k < len && pos + k < 32; k++) {
                inserted = (inserted & ~(1 << (pos + k))) | (k < 32 ? a >>> k & 1 : 0) << (pos + k);
            }
            assertEquals(inserted, BitOperations.insert(a, b, position, length), what);
        }
    }

    private static long field(long a, int position, int length, int width, boolean signed) {
        int pos = position & 0xff;
        int len = length & 0xff;
        int msb = width - 1;
        long sign = !signed || len == 0 ? 0 : a >>> Math.min(pos + len - 1, msb) & 1;
        long result = 0;
        for (int i = 0; i <= msb; i++) {
            result |= (i < len && pos + i <= msb ? a >>> (pos + i) & 1 : sign) << i;
        }
        return result;
    }

    @Test
    void shiftsClampAtTheWidth() {
        for (int amount : new int[] {0, 1, 15, 16, 31, 32, 33, 63, 64, 65, 1 << 20, -1}) {
            int clamped = amount < 0 || amount > 64 ? 64 : amount;
            BigInteger a = BigInteger.valueOf(0x8765_4321L);
            assertEquals(a.shiftLeft(clamped).intValue(), BitOperations.shiftLeft(0x8765_4321, amount));
            assertEquals(a.shiftRight(clamped).intValue(), BitOperations.shiftRightUnsigned(0x8765_4321, amount));
            assertEquals(
                    BigInteger.valueOf(0x8765_4321).shiftRight(clamped).intValue(),
                    BitOperations.shiftRight(0x8765_4321, amount));
            long wide = 0x8765_4321_0fed_cba9L;
            assertEquals(
                    BigInteger.valueOf(wide).shiftLeft(clamped).longValue(), BitOperations.shiftLeft(wide, amount));
            assertEquals(
                    BigInteger.valueOf(wide).shiftRight(clamped).longValue(), BitOperations.shiftRight(wide, amount));
            assertEquals(
                    (short) BigInteger.valueOf((short) 0x8765)
                            .shiftRight(clamped)
                            .intValue(),
                    (short) BitOperations.shiftRight16(0x8765, amount));
        }
        assertEquals(0x8765_4321, BitOperations.shiftRightUnsigned(0x8765_4321, 0));
    }

    @Test
    void funnelShiftsTakeOneWordOfThePair() {
        assertEquals(0x2222_2222, BitOperations.funnelLeftWrap(0x1111_1111, 0x2222_2222, 32));
        assertEquals(0x1111_1111, BitOperations.funnelLeftClamp(0x1111_1111, 0x2222_2222, 32));
        assertEquals(0x2222_2221, BitOperations.funnelLeftClamp(0x1111_1111, 0x2222_2222, 4));
        assertEquals(0x2222_2222, BitOperations.funnelRightClamp(0x1111_1111, 0x2222_2222, 99));
        assertEquals(0x1111_1111, BitOperations.funnelRightWrap(0x1111_1111, 0x2222_2222, 64));
        assertEquals(0x2111_1111, BitOperations.funnelRightWrap(0x1111_1111, 0x2222_2222, 4));
    }

    @Test
    void findsBits() {
        assertEquals(-1, BitOperations.findUnsigned(0));
        assertEquals(31, BitOperations.findUnsigned(-1));
        assertEquals(-1, BitOperations.find(-1));
        assertEquals(30, BitOperations.find(Integer.MIN_VALUE));
        assertEquals(63, BitOperations.findUnsigned(-1L));
        assertEquals(31, BitOperations.shiftAmount(0, 32));
        assertEquals(-1, BitOperations.shiftAmount(-1, 32));
        assertEquals(4, BitOperations.findNthSet(0b1_0110, 0, 3));
        assertEquals(1, BitOperations.findNthSet(0b1_0110, 3, -2));
        assertEquals(-1, BitOperations.findNthSet(0b1_0110, 3, 0));
    }

    @Test
    void permutesBytes() {
        int a = 0x7685_3421;
        int b = 0xf0e1_d2c3;
        assertEquals(a, BitOperations.permute(a, b, 0x3210));
        assertEquals(b, BitOperations.permute(a, b, 0x7654));
        assertEquals(0x0000_ff00, BitOperations.permute(a, b, 0x88a8) & 0xff00);
        assertEquals(0xffff_ffff, BitOperations.permute(a, b, 0xffff));
        assertEquals(0x0000_0000, BitOperations.permute(a, b, 0xbbbb));
        assertEquals(0xc376_8534, BitOperations.permuteForward(a, b, 1));
        assertEquals(0xe1f0_2134, BitOperations.permuteBackward(a, b, 1));
        assertEquals(0x3434_3434, BitOperations.permuteReplicate8(a, b, 1));
        assertEquals(0x7685_7685, BitOperations.permuteReplicate16(a, b, 1));
        assertEquals(0x7685_8585, BitOperations.permuteEdgeLeft(a, b, 2));
        assertEquals(0x8585_3421, BitOperations.permuteEdgeRight(a, b, 2));
    }

    @Test
    void logicOfThreeIsTheTable() {
        for (int table = 0; table < 256; table++) {
            int result = BitOperations.logic3(0xf0, 0xcc, 0xaa, table) & 0xff;
            assertEquals(table, result);
        }
    }

    @Test
    void carriesAndBorrows() {
        for (int i = 0; i < 20_000; i++) {
            long a = random.nextBoolean() ? random.nextLong() : random.nextLong(-3, 3);
            long b = random.nextBoolean() ? random.nextLong() : random.nextLong(-3, 3);
            int carry = random.nextInt(2);
            BigInteger x = new BigInteger(Long.toUnsignedString(a));
            BigInteger y = new BigInteger(Long.toUnsignedString(b));
            BigInteger c = BigInteger.valueOf(carry);
            String what = a + " " + b + " " + carry + " seed " + seed;
            assertEquals(x.add(y).add(c).bitLength() > 64 ? 1 : 0, IntegerArithmetic.carryOut(a, b, carry), what);
            assertEquals(
                    x.subtract(y).subtract(c).signum() < 0 ? 1 : 0, IntegerArithmetic.borrowOut(a, b, carry), what);
            long u = a & 0xffff_ffffL;
            long v = b & 0xffff_ffffL;
            assertEquals(
                    u + v + carry > 0xffff_ffffL ? 1 : 0, IntegerArithmetic.carryOut((int) a, (int) b, carry), what);
            assertEquals(u - v - carry < 0 ? 1 : 0, IntegerArithmetic.borrowOut((int) a, (int) b, carry), what);
        }
    }

    @Test
    void productsKeepTheirUpperBits() {
        assertEquals(-1, IntegerArithmetic.multiplyHigh(-1, 1));
        assertEquals(0xffff_fffe, IntegerArithmetic.multiplyHighUnsigned(-1, -1));
        assertEquals(0xffff_fffe_0000_0001L, IntegerArithmetic.multiplyWideUnsigned(-1, -1));
        assertEquals(1, IntegerArithmetic.multiply24Low(0xff_ffff, 0xff_ffff));
        assertEquals(0xfe00_0001, IntegerArithmetic.multiply24LowUnsigned(0xff_ffff, 0xff_ffff));
        assertEquals(0xffff_fe00, IntegerArithmetic.multiply24HighUnsigned(0xff_ffff, 0xff_ffff));
        assertEquals(0, IntegerArithmetic.multiply24High(0xff_ffff, 0xff_ffff));
        assertEquals(
                1 * 5 + 2 * 6 + 3 * 7 - 4 * 8 + 100,
                IntegerArithmetic.dotProduct4(0xfc03_0201, true, 0x0807_0605, false, 100));
        assertEquals(-1 * 7 + 2 * 8, IntegerArithmetic.dotProduct2(0x0002_ffff, true, 0x0807_0605, false, true, 0));
    }

    @Test
    void divisionByZeroSetsEveryBit() {
        assertEquals(-1, IntegerArithmetic.divide(5, 0));
        assertEquals(-1, IntegerArithmetic.remainderUnsigned(5L, 0L));
        assertEquals(Integer.MIN_VALUE, IntegerArithmetic.divide(Integer.MIN_VALUE, -1));
        assertEquals(0, IntegerArithmetic.remainder(Integer.MIN_VALUE, -1));
    }

    @Test
    void nanLosesToANumberInMinAndMax() {
        assertEquals(1f, FloatArithmetic.min(Float.NaN, 1f));
        assertEquals(1f, FloatArithmetic.max(1f, Float.NaN));
        assertEquals(0x8000_0000, Float.floatToRawIntBits(FloatArithmetic.min(0f, -0f)));
        assertEquals(0, Float.floatToRawIntBits(FloatArithmetic.max(-0f, 0f)));
        assertEquals(0x7fff_ffff, FloatArithmetic.bits(FloatArithmetic.minOrNan(1f, Float.NaN)));
        assertEquals(0f, FloatArithmetic.saturate(Float.NaN));
        assertEquals(0, Float.floatToRawIntBits(FloatArithmetic.saturate(-0f)));
        assertEquals(0x7fff, HalfArithmetic.addHalf(0x7c00, 0xfc00));
    }

    @Test
    void conversionsClampAndNameNan() {
        assertEquals(0, Conversions.toInteger(Double.NaN, Rounding.TOWARD_ZERO, 32, true, false));
        assertEquals(Integer.MIN_VALUE, Conversions.toInteger(Double.NaN, Rounding.TOWARD_ZERO, 32, true, true));
        assertEquals(0x8000_0000L, Conversions.toInteger(Double.NaN, Rounding.TOWARD_ZERO, 32, false, true));
        assertEquals(Long.MIN_VALUE, Conversions.toInteger(Double.NaN, Rounding.TOWARD_ZERO, 64, true, false));
        assertEquals(Long.MIN_VALUE, Conversions.toInteger(Double.NaN, Rounding.TOWARD_ZERO, 64, false, false));
        assertEquals(0, Conversions.toInteger(-3.7, Rounding.NEAREST_EVEN, 32, false, false));
        assertEquals(-4, Conversions.toInteger(-3.7, Rounding.NEAREST_EVEN, 32, true, false));
        assertEquals(2, Conversions.toInteger(2.5, Rounding.NEAREST_EVEN, 32, true, false));
        assertEquals(-3, Conversions.toInteger(-2.5, Rounding.DOWN, 32, true, false));
        assertEquals(127, Conversions.toInteger(1e9, Rounding.TOWARD_ZERO, 8, true, false));
        assertEquals(-1L, Conversions.toInteger(1e30, Rounding.TOWARD_ZERO, 64, false, false));
        assertEquals(0xc000_0000_0000_0000L, Conversions.toInteger(0x1.8p63, Rounding.TOWARD_ZERO, 64, false, true));
        assertEquals(-1, Conversions.toUnsignedInt(5e9f));
        assertEquals(0, Conversions.toUnsignedInt(-5f));
        assertEquals(0x7f, Conversions.saturate(200, true, 8, true));
        assertEquals(0, Conversions.saturate(-5, true, 32, false));
        assertEquals(Integer.MAX_VALUE, Conversions.saturate(-1L, false, 32, true));
        assertEquals(0x3f80_2000, Conversions.toTf32(0x3f80_1000));
    }

    @Test
    void functionsStayWithinTheirBounds() {
        for (int i = 0; i < 20_000; i++) {
            float x = (float) random.nextDouble(-140, 127);
            double two = StrictMath.pow(2, x);
            assertTrue(
                    Math.abs(FloatArithmetic.exponential2(x) - two) <= Math.max(two * 0x1p-23, 0x1p-149),
                    x + " seed " + seed);
            float y = Float.intBitsToFloat(random.nextInt(1, 0x7f80_0000));
            double log = StrictMath.log(y) / StrictMath.log(2);
            assertTrue(Math.abs(FloatArithmetic.logarithm2(y) - log) <= Math.abs(log) * 0x1p-23, y + " seed " + seed);
        }
        assertEquals(8f, FloatArithmetic.exponential2(3f));
        assertEquals(Float.MIN_VALUE, FloatArithmetic.exponential2(-149f));
        assertEquals(-149f, FloatArithmetic.logarithm2(Float.MIN_VALUE));
        assertEquals(Float.NEGATIVE_INFINITY, FloatArithmetic.logarithm2(-0f));
        assertEquals(Float.NEGATIVE_INFINITY, FloatArithmetic.reciprocalSquareRoot(-0f));
        assertEquals(0.5, DoubleArithmetic.reciprocalGross(2.0 + 0x1p-40));
    }
}
