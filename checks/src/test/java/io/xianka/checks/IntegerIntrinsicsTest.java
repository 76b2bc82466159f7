package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.Device;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The integer intrinsics of the device library on the emulator, against Java's own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IntegerIntrinsicsTest {
    private Device device;
    private int[] a;
    private int[] b;
    private long[] la;
    private long[] lb;

    Device device() {
        return Device.emulated();
    }

    @BeforeAll
    void open() {
        device = device();
        long seed = new Random().nextLong();
        System.out.println("IntegerIntrinsicsTest seed " + seed);
        Random random = new Random(seed);
        int[] edges = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x80, 0x7f, 0x8000, 0x7fff, 0x01010101};
        a = random.ints(400).toArray();
        b = random.ints(400).toArray();
        for (int i = 0; i < edges.length * edges.length; i++) {
            a[i] = edges[i / edges.length];
            b[i] = edges[i % edges.length];
        }
        la = random.longs(400).toArray();
        lb = random.longs(400).toArray();
        for (int i = 0; i < 100; i++) {
            la[i] = a[i];
            lb[i] = (long) b[i] << 32;
        }
    }

    @AfterAll
    void close() {
        device.close();
    }

    @Test
    void countsAndReversesBits() {
        ints("__popc(a)", (x, y) -> Integer.bitCount(x));
        ints("__clz(a)", (x, y) -> Integer.numberOfLeadingZeros(x));
        ints("__ffs(a)", (x, y) -> x == 0 ? 0 : Integer.numberOfTrailingZeros(x) + 1);
        ints("__brev(a)", (x, y) -> Integer.reverse(x));
        longs("__popcll(a)", (x, y) -> Long.bitCount(x));
        longs("__clzll(a)", (x, y) -> Long.numberOfLeadingZeros(x));
        longs("__ffsll(a)", (x, y) -> x == 0 ? 0 : Long.numberOfTrailingZeros(x) + 1);
        longs("__brevll(a)", (x, y) -> Long.reverse(x));
    }

    @Test
    void permutesBytesAndShiftsThroughTwoWords() {
        ints("__byte_perm(a, b, 0x3210)", (x, y) -> x);
        ints("__byte_perm(a, b, 0x0123)", (x, y) -> Integer.reverseBytes(x));
        ints("__byte_perm(a, b, 0xfedc)", (x, y) -> y);
        ints("__funnelshift_l(a, b, a)", (x, y) -> (int) ((pair(x, y) << (x & 31)) >>> 32));
        ints("__funnelshift_r(a, b, a)", (x, y) -> (int) (pair(x, y) >>> (x & 31)));
        ints("__funnelshift_lc(a, b, 40)", (x, y) -> x);
        ints("__funnelshift_rc(a, b, 40)", (x, y) -> y);
    }

    @Test
    void multipliesToTheUpperHalf() {
        ints("__mulhi(a, b)", (x, y) -> (int) (((long) x * y) >> 32));
        ints("__umulhi(a, b)", (x, y) -> (int) ((Integer.toUnsignedLong(x) * Integer.toUnsignedLong(y)) >>> 32));
        longs("__mul64hi(a, b)", Math::multiplyHigh);
        longs("__umul64hi(a, b)", Math::unsignedMultiplyHigh);
        ints("__mul24(a, b)", (x, y) -> ((x << 8) >> 8) * ((y << 8) >> 8));
        ints("__umul24(a, b)", (x, y) -> (x & 0xffffff) * (y & 0xffffff));
    }

    @Test
    void averagesWithoutOverflow() {
        ints("__hadd(a, b)", (x, y) -> (int) (((long) x + y) >> 1));
        ints("__rhadd(a, b)", (x, y) -> (int) (((long) x + y + 1) >> 1));
        ints("__uhadd(a, b)", (x, y) -> (int) ((Integer.toUnsignedLong(x) + Integer.toUnsignedLong(y)) >>> 1));
        ints("__urhadd(a, b)", (x, y) -> (int) ((Integer.toUnsignedLong(x) + Integer.toUnsignedLong(y) + 1) >>> 1));
        ints("(int)__sad(a, b, 7u)", (x, y) -> (int) Math.abs((long) x - y) + 7);
    }

    @Test
    void findsExtremesOfSignedAndUnsigned() {
        ints("min(a, b)", Math::min);
        ints("max(a, b)", Math::max);
        ints("(int)min((unsigned int)a, b)", (x, y) -> Integer.compareUnsigned(x, y) < 0 ? x : y);
        ints("(int)umax(a, b)", (x, y) -> Integer.compareUnsigned(x, y) < 0 ? y : x);
        ints("abs(a)", (x, y) -> Math.abs(x));
        longs("min(a, b)", Math::min);
        longs("llmax(a, b)", Math::max);
        longs("llabs(a)", (x, y) -> Math.abs(x));
    }

    @Test
    void worksOnPackedBytesAndHalves() {
        ints("__dp4a(a, b, 5)", (x, y) -> {
            int sum = 5;
            for (int at = 0; at < 32; at += 8) {
                sum += (byte) (x >> at) * (byte) (y >> at);
            }
            return sum;
        });
        ints("__vadd4(a, b)", (x, y) -> lanes(x, y, 8, Integer::sum));
        ints("__vaddss2(a, b)", (x, y) -> lanes(x, y, 16, (p, q) -> Math.clamp(p + q, -0x8000, 0x7fff)));
        ints("__vabsdiffs4(a, b)", (x, y) -> lanes(x, y, 8, (p, q) -> Math.abs(p - q)));
        ints("__vcmpgts2(a, b)", (x, y) -> lanes(x, y, 16, (p, q) -> p > q ? -1 : 0));
        ints("__viaddmax_s32(a, b, 0)", (x, y) -> Math.max(x + y, 0));
    }

    private static long pair(int low, int high) {
        return ((long) high << 32) | Integer.toUnsignedLong(low);
    }

    /** An operator on each pair of signed lanes. */
    private static int lanes(int x, int y, int bits, IntBinaryOperator operator) {
        int result = 0;
        int mask = (1 << bits) - 1;
        for (int at = 0; at < 32; at += bits) {
            int p = ((x >> at) << (32 - bits)) >> (32 - bits);
            int q = ((y >> at) << (32 - bits)) >> (32 - bits);
            result |= (operator.applyAsInt(p, q) & mask) << at;
        }
        return result;
    }

    private void ints(String expression, IntBinaryOperator java) {
        int[] got = new LibraryKernel(device).ints(expression, a, b);
        for (int i = 0; i < got.length; i++) {
            int x = a[i];
            int y = b[i];
            assertEquals(java.applyAsInt(x, y), got[i], () -> expression + " with a = " + x + ", b = " + y);
        }
    }

    private void longs(String expression, LongBinaryOperator java) {
        long[] got = new LibraryKernel(device).longs(expression, la, lb);
        for (int i = 0; i < got.length; i++) {
            long x = la[i];
            long y = lb[i];
            assertEquals(java.applyAsLong(x, y), got[i], () -> expression + " with a = " + x + ", b = " + y);
        }
    }
}
