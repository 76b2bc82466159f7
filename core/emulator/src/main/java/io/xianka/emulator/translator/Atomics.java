package io.xianka.emulator.translator;

import io.xianka.emulator.machine.RawMemory;

/** Atomic operations beyond those of {@link RawMemory}, at checked addresses of this process; each returns what was there. */
final class Atomics {
    private Atomics() {}

    @FunctionalInterface
    private interface IntStep {
        int apply(int old, int value);
    }

    @FunctionalInterface
    private interface LongStep {
        long apply(long old, long value);
    }

    private static int updateInt(long host, int value, IntStep step) {
        int old = RawMemory.getIntVolatile(host);
        while (true) {
            int seen = RawMemory.compareAndExchangeInt(host, old, step.apply(old, value));
            if (seen == old) {
                return old;
            }
            old = seen;
        }
    }

    private static long updateLong(long host, long value, LongStep step) {
        long old = RawMemory.getLongVolatile(host);
        while (true) {
            long seen = RawMemory.compareAndExchangeLong(host, old, step.apply(old, value));
            if (seen == old) {
                return old;
            }
            old = seen;
        }
    }

    static float addFloat(long host, float value) {
        int old = RawMemory.getIntVolatile(host);
        while (true) {
            int sum = io.xianka.emulator.semantics.FloatArithmetic.bits(Float.intBitsToFloat(old) + value);
            int seen = RawMemory.compareAndExchangeInt(host, old, sum);
            if (seen == old) {
                return Float.intBitsToFloat(old);
            }
            old = seen;
        }
    }

    static double addDouble(long host, double value) {
        long old = RawMemory.getLongVolatile(host);
        while (true) {
            long sum = Double.doubleToRawLongBits(Double.longBitsToDouble(old) + value);
            long seen = RawMemory.compareAndExchangeLong(host, old, sum);
            if (seen == old) {
                return Double.longBitsToDouble(old);
            }
            old = seen;
        }
    }

    static int andInt(long host, int value) {
        return updateInt(host, value, (a, b) -> a & b);
    }

    static long andLong(long host, long value) {
        return updateLong(host, value, (a, b) -> a & b);
    }

    static int orInt(long host, int value) {
        return updateInt(host, value, (a, b) -> a | b);
    }

    static long orLong(long host, long value) {
        return updateLong(host, value, (a, b) -> a | b);
    }

    static int xorInt(long host, int value) {
        return updateInt(host, value, (a, b) -> a ^ b);
    }

    static long xorLong(long host, long value) {
        return updateLong(host, value, (a, b) -> a ^ b);
    }

    static int minInt(long host, int value) {
        return updateInt(host, value, Math::min);
    }

    static long minLong(long host, long value) {
        return updateLong(host, value, Math::min);
    }

    static int maxInt(long host, int value) {
        return updateInt(host, value, Math::max);
    }

    static long maxLong(long host, long value) {
        return updateLong(host, value, Math::max);
    }

    static int minUnsignedInt(long host, int value) {
        return updateInt(host, value, (a, b) -> Integer.compareUnsigned(a, b) < 0 ? a : b);
    }

    static long minUnsignedLong(long host, long value) {
        return updateLong(host, value, (a, b) -> Long.compareUnsigned(a, b) < 0 ? a : b);
    }

    static int maxUnsignedInt(long host, int value) {
        return updateInt(host, value, (a, b) -> Integer.compareUnsigned(a, b) > 0 ? a : b);
    }

    static long maxUnsignedLong(long host, long value) {
        return updateLong(host, value, (a, b) -> Long.compareUnsigned(a, b) > 0 ? a : b);
    }

    static int increment(long host, int limit) {
        return updateInt(host, limit, (old, b) -> Integer.compareUnsigned(old, b) >= 0 ? 0 : old + 1);
    }

    static int decrement(long host, int limit) {
        return updateInt(host, limit, (old, b) -> old == 0 || Integer.compareUnsigned(old, b) > 0 ? b : old - 1);
    }
}
