package io.xianka.emulator.semantics;

/** Shifts, bit fields, permutations and other operations on bits. Shift amounts are unsigned and clamp at the width. */
public final class BitOperations {
    private BitOperations() {}

    /** {@code shl.b32}. */
    public static int shiftLeft(int a, int amount) {
        return atLeast(amount, 32) ? 0 : a << amount;
    }

    /** {@code shl.b64}; the amount is a 32-bit register. */
    public static long shiftLeft(long a, int amount) {
        return atLeast(amount, 64) ? 0 : a << amount;
    }

    /** {@code shr.u32} and {@code shr.b32}. */
    public static int shiftRightUnsigned(int a, int amount) {
        return atLeast(amount, 32) ? 0 : a >>> amount;
    }

    /** {@code shr.u64} and {@code shr.b64}. */
    public static long shiftRightUnsigned(long a, int amount) {
        return atLeast(amount, 64) ? 0 : a >>> amount;
    }

    /** {@code shr.s32}. */
    public static int shiftRight(int a, int amount) {
        return atLeast(amount, 32) ? a >> 31 : a >> amount;
    }

    /** {@code shr.s64}. */
    public static long shiftRight(long a, int amount) {
        return atLeast(amount, 64) ? a >> 63 : a >> amount;
    }

    /** {@code shl.b16}: operand and result in the low half. */
    public static int shiftLeft16(int a, int amount) {
        return atLeast(amount, 16) ? 0 : (a << amount) & 0xffff;
    }

    /** {@code shr.u16} and {@code shr.b16}. */
    public static int shiftRightUnsigned16(int a, int amount) {
        return atLeast(amount, 16) ? 0 : (a & 0xffff) >>> amount;
    }

    /** {@code shr.s16}; the result is the low half. */
    public static int shiftRight16(int a, int amount) {
        return ((short) a >> (atLeast(amount, 16) ? 15 : amount)) & 0xffff;
    }

    /** {@code shf.l.wrap.b32}: the high word of {@code (b:a) << (amount mod 32)}. */
    public static int funnelLeftWrap(int a, int b, int amount) {
        return funnelLeft(a, b, amount & 31);
    }

    /** {@code shf.l.clamp.b32}: the high word of {@code (b:a) << min(amount, 32)}. */
    public static int funnelLeftClamp(int a, int b, int amount) {
        return funnelLeft(a, b, clampTo32(amount));
    }

    /** {@code shf.r.wrap.b32}: the low word of {@code (b:a) >> (amount mod 32)}. */
    public static int funnelRightWrap(int a, int b, int amount) {
        return funnelRight(a, b, amount & 31);
    }

    /** {@code shf.r.clamp.b32}: the low word of {@code (b:a) >> min(amount, 32)}. */
    public static int funnelRightClamp(int a, int b, int amount) {
        return funnelRight(a, b, clampTo32(amount));
    }

    private static int funnelLeft(int a, int b, int amount) {
        return (int) (pair(a, b) >>> (32 - amount));
    }

    private static int funnelRight(int a, int b, int amount) {
        return (int) (pair(a, b) >>> amount);
    }

    private static long pair(int low, int high) {
        return (long) high << 32 | (low & 0xffff_ffffL);
    }

    private static int clampTo32(int amount) {
        return atLeast(amount, 32) ? 32 : amount;
    }

    private static boolean atLeast(int amount, int width) {
        return Integer.compareUnsigned(amount, width) >= 0;
    }

    /** {@code bfe.u32}: {@code length} bits from {@code position}; only the low byte of either counts. */
    public static int extractUnsigned(int a, int position, int length) {
        int from = position & 0xff;
        int count = length & 0xff;
        int shifted = from >= 32 ? 0 : a >>> from;
        return count >= 32 ? shifted : shifted & ((1 << count) - 1);
    }

    /** {@code bfe.u64}. */
    public static long extractUnsigned(long a, int position, int length) {
        int from = position & 0xff;
        int count = length & 0xff;
        long shifted = from >= 64 ? 0 : a >>> from;
        return count >= 64 ? shifted : shifted & ((1L << count) - 1);
    }

    /** {@code bfe.s32}: the field is extended by its highest bit, or by bit 31 where it reaches past the word. */
    public static int extract(int a, int position, int length) {
        int from = position & 0xff;
        int count = length & 0xff;
        if (count == 0) {
            return 0;
        }
        int shifted = a >> Math.min(from, 31);
        int unused = 32 - Math.min(count, 32);
        return shifted << unused >> unused;
    }

    /** {@code bfe.s64}. */
    public static long extract(long a, int position, int length) {
        int from = position & 0xff;
        int count = length & 0xff;
        if (count == 0) {
            return 0;
        }
        long shifted = a >> Math.min(from, 63);
        int unused = 64 - Math.min(count, 64);
        return shifted << unused >> unused;
    }

    /** {@code bfi.b32}: the low {@code length} bits of {@code a} laid over {@code b} at {@code position}. */
    public static int insert(int a, int b, int position, int length) {
        int from = position & 0xff;
        int count = length & 0xff;
        if (from >= 32 || count == 0) {
            return b;
        }
        int mask = (count >= 32 ? -1 : (1 << count) - 1) << from;
        return (b & ~mask) | (a << from & mask);
    }

    /** {@code bfi.b64}. */
    public static long insert(long a, long b, int position, int length) {
        int from = position & 0xff;
        int count = length & 0xff;
        if (from >= 64 || count == 0) {
            return b;
        }
        long mask = (count >= 64 ? -1L : (1L << count) - 1) << from;
        return (b & ~mask) | (a << from & mask);
    }

    /** {@code bfind.u32}: the place of the highest bit set, -1 where there is none. */
    public static int findUnsigned(int a) {
        return 31 - Integer.numberOfLeadingZeros(a);
    }

    /** {@code bfind.s32}: the place of the highest bit that differs from the sign. */
    public static int find(int a) {
        return findUnsigned(a < 0 ? ~a : a);
    }

    /** {@code bfind.u64}. */
    public static int findUnsigned(long a) {
        return 63 - Long.numberOfLeadingZeros(a);
    }

    /** {@code bfind.s64}. */
    public static int find(long a) {
        return findUnsigned(a < 0 ? ~a : a);
    }

    /** Turns the place that {@code bfind} found into the shift of {@code bfind.shiftamt}; -1 stays. */
    public static int shiftAmount(int place, int width) {
        return place < 0 ? place : width - 1 - place;
    }

    /** {@code fns.b32}: the place of the n-th bit set, counted from {@code base} up (or down), -1 where there is none. */
    public static int findNthSet(int mask, int base, int offset) {
        int start = base & 31;
        if (offset == 0) {
            return (mask >>> start & 1) != 0 ? start : -1;
        }
        int step = offset > 0 ? 1 : -1;
        int wanted = Math.abs(offset);
        for (int place = start; place >= 0 && place < 32; place += step) {
            if ((mask >>> place & 1) != 0 && --wanted == 0) {
                return place;
            }
        }
        return -1;
    }

    /** {@code bmsk.b32}: {@code width} bits set from {@code position}; clamp keeps large operands, wrap takes them mod 32. */
    public static int mask(int position, int width, boolean clamp) {
        int from = clamp ? clampTo32(position) : position & 31;
        int count = clamp ? clampTo32(width) : width & 31;
        long bits = ((1L << count) - 1) << from;
        return (int) bits;
    }

    /** {@code szext.u32} and {@code szext.s32}: the low {@code width} bits extended; clamp or mod 32. */
    public static int extend(int a, int width, boolean clamp, boolean signed) {
        int count = clamp ? clampTo32(width) : width & 31;
        if (count == 0) {
            return 0;
        }
        int unused = 32 - count;
        return signed ? a << unused >> unused : a << unused >>> unused;
    }

    /** {@code prmt.b32} in its default mode: each nibble of the selector names a byte of {@code b:a}, bit 3 its sign. */
    public static int permute(int a, int b, int selector) {
        int result = 0;
        for (int i = 0; i < 4; i++) {
            int nibble = selector >> (4 * i);
            int chosen = byteOfPair(a, b, nibble & 7);
            if ((nibble & 8) != 0) {
                chosen = (byte) chosen < 0 ? 0xff : 0;
            }
            result |= chosen << (8 * i);
        }
        return result;
    }

    /** {@code prmt.b32.f4e}: four bytes forward from the selected one. */
    public static int permuteForward(int a, int b, int selector) {
        int first = selector & 3;
        return bytes(a, b, first, first + 1, first + 2, first + 3);
    }

    /** {@code prmt.b32.b4e}: four bytes backward from the selected one. */
    public static int permuteBackward(int a, int b, int selector) {
        int first = selector & 3;
        return bytes(a, b, first, first - 1 & 7, first - 2 & 7, first - 3 & 7);
    }

    /** {@code prmt.b32.rc8}: the selected byte four times. */
    public static int permuteReplicate8(int a, int b, int selector) {
        int chosen = selector & 3;
        return bytes(a, b, chosen, chosen, chosen, chosen);
    }

    /** {@code prmt.b32.ecl}: edge clamp left. */
    public static int permuteEdgeLeft(int a, int b, int selector) {
        int edge = selector & 3;
        return bytes(a, b, Math.max(0, edge), Math.max(1, edge), Math.max(2, edge), 3);
    }

    /** {@code prmt.b32.ecr}: edge clamp right. */
    public static int permuteEdgeRight(int a, int b, int selector) {
        int edge = selector & 3;
        return bytes(a, b, 0, Math.min(1, edge), Math.min(2, edge), Math.min(3, edge));
    }

    /** {@code prmt.b32.rc16}: the selected half twice. */
    public static int permuteReplicate16(int a, int b, int selector) {
        int low = (selector & 1) * 2;
        return bytes(a, b, low, low + 1, low, low + 1);
    }

    private static int bytes(int a, int b, int i0, int i1, int i2, int i3) {
        return byteOfPair(a, b, i0)
                | byteOfPair(a, b, i1) << 8
                | byteOfPair(a, b, i2) << 16
                | byteOfPair(a, b, i3) << 24;
    }

    private static int byteOfPair(int a, int b, int index) {
        return (int) (pair(a, b) >>> (8 * index)) & 0xff;
    }

    /** {@code lop3.b32}: any function of three bits; bit {@code 4a + 2b + c} of the table is its value. */
    public static int logic3(int a, int b, int c, int table) {
        int result = 0;
        for (int row = 0; row < 8; row++) {
            if ((table >> row & 1) != 0) {
                result |= ((row & 4) != 0 ? a : ~a) & ((row & 2) != 0 ? b : ~b) & ((row & 1) != 0 ? c : ~c);
            }
        }
        return result;
    }
}
