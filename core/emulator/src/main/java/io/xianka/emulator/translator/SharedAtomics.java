package io.xianka.emulator.translator;

import io.xianka.emulator.machine.RawMemory;
import io.xianka.emulator.semantics.FloatArithmetic;

/**
 * As {@link Atomics}, for shared memory. Only the threads of one block reach that, and one worker runs them all, so
 * reading and then writing is enough.
 */
final class SharedAtomics {
    private SharedAtomics() {}

    private static int replace(long host, int old, int value) {
        RawMemory.putInt(host, value);
        return old;
    }

    private static long replace(long host, long old, long value) {
        RawMemory.putLong(host, value);
        return old;
    }

    static int addInt(long host, int value) {
        int old = RawMemory.getInt(host);
        return replace(host, old, old + value);
    }

    static long addLong(long host, long value) {
        long old = RawMemory.getLong(host);
        return replace(host, old, old + value);
    }

    static int exchangeInt(long host, int value) {
        return replace(host, RawMemory.getInt(host), value);
    }

    static long exchangeLong(long host, long value) {
        return replace(host, RawMemory.getLong(host), value);
    }

    static int compareAndExchangeInt(long host, int expected, int value) {
        int old = RawMemory.getInt(host);
        return old == expected ? replace(host, old, value) : old;
    }

    static long compareAndExchangeLong(long host, long expected, long value) {
        long old = RawMemory.getLong(host);
        return old == expected ? replace(host, old, value) : old;
    }

    static float addFloat(long host, float value) {
        int old = RawMemory.getInt(host);
        return Float.intBitsToFloat(replace(host, old, FloatArithmetic.bits(Float.intBitsToFloat(old) + value)));
    }

    static double addDouble(long host, double value) {
        long old = RawMemory.getLong(host);
        return Double.longBitsToDouble(
                replace(host, old, Double.doubleToRawLongBits(Double.longBitsToDouble(old) + value)));
    }

    static int andInt(long host, int value) {
        int old = RawMemory.getInt(host);
        return replace(host, old, old & value);
    }

    static long andLong(long host, long value) {
        long old = RawMemory.getLong(host);
        return replace(host, old, old & value);
    }

    static int orInt(long host, int value) {
        int old = RawMemory.getInt(host);
        return replace(host, old, old | value);
    }

    static long orLong(long host, long value) {
        long old = RawMemory.getLong(host);
        return replace(host, old, old | value);
    }

    static int xorInt(long host, int value) {
        int old = RawMemory.getInt(host);
        return replace(host, old, old ^ value);
    }

    static long xorLong(long host, long value) {
        long old = RawMemory.getLong(host);
        return replace(host, old, old ^ value);
    }

    static int minInt(long host, int value) {
        int old = RawMemory.getInt(host);
        return replace(host, old, Math.min(old, value));
    }

    static long minLong(long host, long value) {
        long old = RawMemory.getLong(host);
        return replace(host, old, Math.min(old, value));
    }

    static int maxInt(long host, int value) {
        int old = RawMemory.getInt(host);
        return replace(host, old, Math.max(old, value));
    }

    static long maxLong(long host, long value) {
        long old = RawMemory.getLong(host);
        return replace(host, old, Math.max(old, value));
    }

    static int minUnsignedInt(long host, int value) {
        int old = RawMemory.getInt(host);
        return replace(host, old, Integer.compareUnsigned(old, value) < 0 ? old : value);
    }

    static long minUnsignedLong(long host, long value) {
        long old = RawMemory.getLong(host);
        return replace(host, old, Long.compareUnsigned(old, value) < 0 ? old : value);
    }

    static int maxUnsignedInt(long host, int value) {
        int old = RawMemory.getInt(host);
        return replace(host, old, Integer.compareUnsigned(old, value) > 0 ? old : value);
    }

    static long maxUnsignedLong(long host, long value) {
        long old = RawMemory.getLong(host);
        return replace(host, old, Long.compareUnsigned(old, value) > 0 ? old : value);
    }

    static int increment(long host, int limit) {
        int old = RawMemory.getInt(host);
        return replace(host, old, Integer.compareUnsigned(old, limit) >= 0 ? 0 : old + 1);
    }

    static int decrement(long host, int limit) {
        int old = RawMemory.getInt(host);
        return replace(host, old, old == 0 || Integer.compareUnsigned(old, limit) > 0 ? limit : old - 1);
    }
}
