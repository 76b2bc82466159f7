package io.xianka.emulator.check;

/**
 * Who accessed memory, when, and how, in a {@code long}: block + 1 in 28 bits, thread in 10, time in 24, how in 2; 0 is nobody.
 * Time counts the synchronisations of the block.
 */
final class Stamp {
    static final int MOST_TIME = (1 << 24) - 1;

    /** How: volatile, relaxed or stronger. */
    static final int STRONG = 1;

    /** How: an atomic operation, which is strong, too. */
    static final int ATOMIC = 3;

    /** How: an asynchronous copy, which goes on until its thread waits for it. */
    static final int COPY = 2;

    private static final int HOW = 3;

    private Stamp() {}

    static long of(long block, int thread, int time) {
        return (block + 1) << 36 | (long) thread << 26 | (long) Math.min(time, MOST_TIME) << 2;
    }

    static long block(long stamp) {
        return (stamp >>> 36) - 1;
    }

    static int thread(long stamp) {
        return (int) (stamp >>> 26) & 1023;
    }

    static int time(long stamp) {
        return (int) (stamp >>> 2) & MOST_TIME;
    }

    static boolean isSameThread(long a, long b) {
        return (a ^ b) >>> 26 == 0;
    }

    static boolean isSameWarp(long a, long b) {
        return (a ^ b) >>> 31 == 0;
    }

    static boolean isStrong(long stamp) {
        return (stamp & STRONG) != 0;
    }

    static boolean isAtomic(long stamp) {
        return (stamp & HOW) == ATOMIC;
    }

    static boolean isCopy(long stamp) {
        return (stamp & HOW) == COPY;
    }
}
