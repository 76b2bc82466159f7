package io.xianka.emulator.check;

import java.util.HashMap;
import java.util.Map;

/**
 * What somebody knows to be over, as far as barriers of a block do not say it: for threads, warps and blocks the time up to which
 * their accesses are ordered before. Times count the synchronisations of a block.
 */
final class Clocks {
    private static final int BLOCK = 1024;
    private static final int WARP = BLOCK + 1;
    private static final int COPIES = 2048;
    private static final long STRIDE = 4096;

    private final Map<Long, Integer> times = new HashMap<>();

    void knowThread(long block, int thread, int time) {
        times.merge(block * STRIDE + thread, time, Math::max);
    }

    void knowWarp(long block, int warp, int time) {
        times.merge(block * STRIDE + WARP + warp, time, Math::max);
    }

    void knowBlock(long block, int time) {
        times.merge(block * STRIDE + BLOCK, time, Math::max);
    }

    /** That the asynchronous copies of a thread are over, which it began up to a time. */
    void knowCopies(long block, int thread, int time) {
        times.merge(block * STRIDE + COPIES + thread, time, Math::max);
    }

    boolean knowsCopies(long block, int thread, int time) {
        return time <= times.getOrDefault(block * STRIDE + COPIES + thread, 0);
    }

    void join(Clocks other) {
        other.times.forEach((key, time) -> times.merge(key, time, Math::max));
    }

    boolean knows(long block, int thread, int time) {
        long key = block * STRIDE;
        return time <= times.getOrDefault(key + BLOCK, 0)
                || time <= times.getOrDefault(key + WARP + (thread >> 5), 0)
                || time <= times.getOrDefault(key + thread, 0);
    }

    /** Joins two, either of which may be null, and leaves both alone. */
    static Clocks joined(Clocks a, Clocks b) {
        if (a == null || b == null || a == b) {
            return a == null ? b : a;
        }
        Clocks sum = new Clocks();
        sum.join(a);
        sum.join(b);
        return sum;
    }

    /** Joins many, any of which may be null, and leaves all alone. */
    static Clocks gathered(Clocks first, Clocks[]... more) {
        Clocks sum = null;
        for (Clocks[] some : more) {
            for (Clocks one : some) {
                if (one != null && sum == null) {
                    sum = new Clocks();
                }
                if (one != null) {
                    sum.join(one);
                }
            }
        }
        if (sum == null) {
            return first;
        }
        if (first != null) {
            sum.join(first);
        }
        return sum;
    }
}
