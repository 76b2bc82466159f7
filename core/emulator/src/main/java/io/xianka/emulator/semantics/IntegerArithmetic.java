package io.xianka.emulator.semantics;

/**
 * Integer arithmetic of PTX. Where Java's operator already is the instruction (add, sub, mul.lo, neg) there is no method
 * here. Division by zero does not trap: every bit of the result is set, quotient and remainder alike, as the code that
 * NVIDIA's assembler emits for a divisor of 32 bits; the PTX ISA leaves the value open.
 */
public final class IntegerArithmetic {
    private IntegerArithmetic() {}

    /** {@code add.sat.s32}. */
    public static int addSaturated(int a, int b) {
        return Math.clamp((long) a + b, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** {@code sub.sat.s32}. */
    public static int subtractSaturated(int a, int b) {
        return Math.clamp((long) a - b, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** {@code mad.hi.sat.s32}. */
    public static int multiplyHighAddSaturated(int a, int b, int c) {
        return addSaturated(multiplyHigh(a, b), c);
    }

    /** {@code mul.hi.s32}. */
    public static int multiplyHigh(int a, int b) {
        return (int) (((long) a * b) >> 32);
    }

    /** {@code mul.hi.u32}. */
    public static int multiplyHighUnsigned(int a, int b) {
        return (int) (((a & 0xffff_ffffL) * (b & 0xffff_ffffL)) >>> 32);
    }

    /** {@code mul.wide.u32}. */
    public static long multiplyWideUnsigned(int a, int b) {
        return (a & 0xffff_ffffL) * (b & 0xffff_ffffL);
    }

    /** {@code mul24.lo.s32}: the low 32 bits of the product of the low 24 bits. */
    public static int multiply24Low(int a, int b) {
        return (a << 8 >> 8) * (b << 8 >> 8);
    }

    /** {@code mul24.lo.u32}. */
    public static int multiply24LowUnsigned(int a, int b) {
        return (a & 0xff_ffff) * (b & 0xff_ffff);
    }

    /** {@code mul24.hi.s32}: bits 47 to 16 of the product of the low 24 bits. */
    public static int multiply24High(int a, int b) {
        return (int) (((long) (a << 8 >> 8) * (b << 8 >> 8)) >> 16);
    }

    /** {@code mul24.hi.u32}. */
    public static int multiply24HighUnsigned(int a, int b) {
        return (int) (((a & 0xff_ffffL) * (b & 0xff_ffffL)) >>> 16);
    }

    /** {@code div.s32}; the most negative number by -1 wraps to itself. */
    public static int divide(int a, int b) {
        return b == 0 ? -1 : a / b;
    }

    /** {@code div.u32}. */
    public static int divideUnsigned(int a, int b) {
        return b == 0 ? -1 : Integer.divideUnsigned(a, b);
    }

    /** {@code div.s64}. */
    public static long divide(long a, long b) {
        return b == 0 ? -1 : a / b;
    }

    /** {@code div.u64}. */
    public static long divideUnsigned(long a, long b) {
        return b == 0 ? -1 : Long.divideUnsigned(a, b);
    }

    /** {@code rem.s32}: the sign is that of the dividend. */
    public static int remainder(int a, int b) {
        return b == 0 ? -1 : a % b;
    }

    /** {@code rem.u32}. */
    public static int remainderUnsigned(int a, int b) {
        return b == 0 ? -1 : Integer.remainderUnsigned(a, b);
    }

    /** {@code rem.s64}. */
    public static long remainder(long a, long b) {
        return b == 0 ? -1 : a % b;
    }

    /** {@code rem.u64}. */
    public static long remainderUnsigned(long a, long b) {
        return b == 0 ? -1 : Long.remainderUnsigned(a, b);
    }

    /** {@code min.u32}. */
    public static int minUnsigned(int a, int b) {
        return Integer.compareUnsigned(a, b) <= 0 ? a : b;
    }

    /** {@code max.u32}. */
    public static int maxUnsigned(int a, int b) {
        return Integer.compareUnsigned(a, b) >= 0 ? a : b;
    }

    /** {@code min.u64}. */
    public static long minUnsigned(long a, long b) {
        return Long.compareUnsigned(a, b) <= 0 ? a : b;
    }

    /** {@code max.u64}. */
    public static long maxUnsigned(long a, long b) {
        return Long.compareUnsigned(a, b) >= 0 ? a : b;
    }

    /** {@code sad.s32}: {@code c + |a - b|}. */
    public static int sumOfAbsoluteDifference(int a, int b, int c) {
        return c + (a < b ? b - a : a - b);
    }

    /** {@code sad.u32}. */
    public static int sumOfAbsoluteDifferenceUnsigned(int a, int b, int c) {
        return c + (Integer.compareUnsigned(a, b) < 0 ? b - a : a - b);
    }

    /** {@code sad.s64}. */
    public static long sumOfAbsoluteDifference(long a, long b, long c) {
        return c + (a < b ? b - a : a - b);
    }

    /** {@code sad.u64}. */
    public static long sumOfAbsoluteDifferenceUnsigned(long a, long b, long c) {
        return c + (Long.compareUnsigned(a, b) < 0 ? b - a : a - b);
    }

    /** The carry out of {@code a + b + carry} in 32 bits, 0 or 1; {@code carry} is 0 or 1. */
    public static int carryOut(int a, int b, int carry) {
        return (int) (((a & 0xffff_ffffL) + (b & 0xffff_ffffL) + carry) >>> 32);
    }

    /** The carry out of {@code a + b + carry} in 64 bits, 0 or 1. */
    public static int carryOut(long a, long b, int carry) {
        long sum = a + b + carry;
        return (int) (((a & b) | ((a | b) & ~sum)) >>> 63);
    }

    /** The borrow out of {@code a - b - borrow} in 32 bits, 0 or 1; {@code borrow} is 0 or 1. */
    public static int borrowOut(int a, int b, int borrow) {
        return (int) (((a & 0xffff_ffffL) - (b & 0xffff_ffffL) - borrow) >>> 63);
    }

    /** The borrow out of {@code a - b - borrow} in 64 bits, 0 or 1. */
    public static int borrowOut(long a, long b, int borrow) {
        long difference = a - b - borrow;
        return (int) (((~a & b) | ((~a | b) & difference)) >>> 63);
    }

    /** {@code dp4a}: four products of bytes added to {@code c}; each operand signed or not. */
    public static int dotProduct4(int a, boolean aSigned, int b, boolean bSigned, int c) {
        int sum = c;
        for (int i = 0; i < 4; i++) {
            sum += byteOf(a, i, aSigned) * byteOf(b, i, bSigned);
        }
        return sum;
    }

    /** {@code dp2a}: the two halves of {@code a} by two bytes of {@code b}, the low pair or the high pair. */
    public static int dotProduct2(int a, boolean aSigned, int b, boolean bSigned, boolean high, int c) {
        int sum = c;
        for (int i = 0; i < 2; i++) {
            int half = aSigned ? (short) (a >> (16 * i)) : (a >> (16 * i)) & 0xffff;
            sum += half * byteOf(b, high ? i + 2 : i, bSigned);
        }
        return sum;
    }

    private static int byteOf(int word, int index, boolean signed) {
        int shifted = word >> (8 * index);
        return signed ? (byte) shifted : shifted & 0xff;
    }

    /** {@code vabsdiff2}, {@code vabsdiff4}: |a - b| in each element of so many bits. */
    public static int absoluteDifferences(int a, int b, int width, boolean signed) {
        int differences = 0;
        int mask = -1 >>> (32 - width);
        for (int at = 0; at < 32; at += width) {
            differences |= (absoluteDifference(a, b, at, width, signed) & mask) << at;
        }
        return differences;
    }

    /** What {@code vabsdiff2.add} and {@code vabsdiff4.add} add to c. */
    public static int sumOfAbsoluteDifferences(int a, int b, int width, boolean signed) {
        int sum = 0;
        for (int at = 0; at < 32; at += width) {
            sum += absoluteDifference(a, b, at, width, signed);
        }
        return sum;
    }

    private static int absoluteDifference(int a, int b, int at, int width, boolean signed) {
        int p = a << (32 - width - at);
        int q = b << (32 - width - at);
        return signed
                ? Math.abs((p >> (32 - width)) - (q >> (32 - width)))
                : Math.abs((p >>> (32 - width)) - (q >>> (32 - width)));
    }
}
