package io.xianka.emulator.check;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is ordered before what, seen from the threads of one block.
 *
 * <p>The block has a time, which goes on at each synchronisation of any of its threads. An access is stamped with the time of its
 * thread's last one. A barrier of the block orders all stamps up to its time ({@code floor}), one of a warp those of the
 * warp ({@code warpFloors}); masks of fewer lanes, named barriers of fewer threads, and what was acquired need more than a
 * number, and are rare: tables of a warp ({@code lanes}) and {@link Clocks}.
 *
 * <p>Fences and releases. A fence notes what its thread knows ({@code fenced}); a later atomic or volatile write of the
 * thread, or of one that it synchronised with in between, leaves that at the address; whoever reads it there with an acquire,
 * an atomic operation, or volatile and then a fence or barrier, knows it too.
 */
final class BlockOrder {
    private static final int LANES = 32;

    /** Instead of the stamp of a wait that did not happen: later than all that barriers order. */
    private static final long NEVER = -1L & ~3L;

    private final int threads;
    private final long firstBlock;
    private final int[] warpFloors;
    private final int[][] lanes;
    private final int[] times;

    /** The stamp of each thread's accesses now, without how. */
    final long[] stamps;

    private long block;
    private int time;
    private int floor;
    private int barriers;

    /** Who the block is, and when, in {@link Claims}. */
    private long claimant;

    /** Of each thread, and of all; null for nothing, as is usual. */
    private final Clocks[] known;

    private Clocks knownToAll;

    /** What was seen by reads that are no acquires yet. */
    private final Clocks[] seen;

    /** What is known of the asynchronous copies of each thread; null for those that made none. */
    private final Copies[] copies;

    private final Clocks[] fenced;
    private Clocks fencedByAll;
    private final Clocks[] fencedNarrowly;
    private Clocks fencedNarrowlyByAll;

    /** Whether any of these is there. */
    private boolean isIntricate;

    /** Whether lanes of a warp may have different times. */
    private boolean isUneven;

    private final AtomicInteger spans;
    private int span;

    /**
     * The order of a block's threads.
     *
     * @param firstBlock the lowest number of the launch's blocks; what has lower ones is of launches before
     * @param spans numbers the spans of time between barriers of all blocks of the device
     */
    BlockOrder(int threads, long firstBlock, AtomicInteger spans) {
        this.threads = threads;
        this.firstBlock = firstBlock;
        this.spans = spans;
        int warps = (threads + LANES - 1) / LANES;
        this.warpFloors = new int[warps];
        this.lanes = new int[warps][];
        this.times = new int[threads];
        this.stamps = new long[threads];
        this.known = new Clocks[threads];
        this.seen = new Clocks[threads];
        this.copies = new Copies[threads];
        this.fenced = new Clocks[threads];
        this.fencedNarrowly = new Clocks[threads];
    }

    void start(long blockIndex) {
        block = blockIndex;
        time = 1;
        floor = 0;
        barriers = 0;
        claimant = Claims.claimant(block, barriers);
        Arrays.fill(warpFloors, 0);
        Arrays.fill(lanes, null);
        Arrays.fill(copies, null);
        if (isIntricate) {
            forget();
            isIntricate = false;
        }
        restampAll();
    }

    private void forget() {
        for (Clocks[] each : new Clocks[][] {known, seen, fenced, fencedNarrowly}) {
            Arrays.fill(each, null);
        }
        knownToAll = null;
        fencedByAll = null;
        fencedNarrowlyByAll = null;
    }

    private void restampAll() {
        span = spans.incrementAndGet();
        isUneven = false;
        Arrays.fill(times, time);
        for (int thread = 0; thread < threads; thread++) {
            stamps[thread] = Stamp.of(block, thread, time);
        }
    }

    private void restamp(int thread) {
        times[thread] = time;
        stamps[thread] = Stamp.of(block, thread, time);
    }

    /** Whether the access that made the stamp is ordered before what the thread does now. */
    boolean isOrdered(long stamp, int thread) {
        if (isOfEarlierLaunch(stamp)) {
            return true;
        }
        if (Stamp.isCopy(stamp)) {
            return isCopyOrdered(stamp, thread);
        }
        int other = Stamp.thread(stamp);
        int at = Stamp.time(stamp);
        if (Stamp.block(stamp) == block) {
            if (at <= floor || other == thread) {
                return true;
            }
            int warp = thread / LANES;
            if (other / LANES == warp) {
                if (at <= warpFloors[warp]) {
                    return true;
                }
                int[] table = lanes[warp];
                if (table != null && at <= table[(thread % LANES) * LANES + other % LANES]) {
                    return true;
                }
            }
        }
        return isIntricate && isKnown(stamp, thread);
    }

    /** Whether a launch that is over did this. */
    boolean isOfEarlierLaunch(long stamp) {
        return Stamp.block(stamp) < firstBlock;
    }

    /** Whether an access of the block is ordered before what any of its threads does now, by a barrier of the block. */
    boolean isBeforeAll(long stamp) {
        return Stamp.time(stamp) <= floor && !Stamp.isCopy(stamp);
    }

    /** Whether an access of a thread's warp is ordered before what any lane of it does now. */
    boolean isBeforeWarp(long stamp, int thread) {
        return Stamp.time(stamp) <= warpFloors[thread / LANES] && !Stamp.isCopy(stamp);
    }

    /** Whether what is ordered goes beyond barriers of the block and of whole warps. */
    boolean isIntricate() {
        return isIntricate;
    }

    long claimant() {
        return claimant;
    }

    /** The span of time between two barriers of this block, by a number from 1 on. */
    int span() {
        return span;
    }

    /** Whether neighbouring threads of a warp have the same time. */
    boolean areEven(int first, int count) {
        if (!isUneven) {
            return true;
        }
        for (int i = 1; i < count; i++) {
            if (times[first + i] != times[first]) {
                return false;
            }
        }
        return true;
    }

    private boolean isCopyOrdered(long stamp, int thread) {
        long end = Stamp.block(stamp) == block ? endOfCopy(stamp) : NEVER;
        if (end != NEVER && (Stamp.thread(stamp) == thread || isOrdered(end, thread))) {
            return true;
        }
        return isIntricate && (knowsCopy(knownToAll, stamp) || knowsCopy(known[thread], stamp));
    }

    private static boolean knowsCopy(Clocks clocks, long stamp) {
        return clocks != null && clocks.knowsCopies(Stamp.block(stamp), Stamp.thread(stamp), Stamp.time(stamp));
    }

    // ---- asynchronous copies

    /** The stamp of its thread's wait for a copy of this block; {@link #NEVER} before there was one. */
    long endOfCopy(long stamp) {
        Copies own = copies[Stamp.thread(stamp)];
        int at = own == null ? -1 : own.endOf(Stamp.time(stamp));
        return at < 0 ? NEVER : Stamp.of(block, Stamp.thread(stamp), at);
    }

    private Copies copies(int thread) {
        if (copies[thread] == null) {
            copies[thread] = new Copies();
        }
        return copies[thread];
    }

    void groupCopies(int thread) {
        copies(thread).group(times[thread]);
        goOn(thread);
    }

    /** @param groupsLeft negative to wait for all, grouped or not */
    void awaitCopies(int thread, int groupsLeft) {
        if (copies(thread).await(groupsLeft, times[thread], floor)) {
            goOn(thread);
        }
    }

    private void goOn(int thread) {
        isUneven = true;
        time++;
        restamp(thread);
    }

    /** What a thread knows, and that its copies are over: for those that see that all of them are. */
    Clocks departWithCopies(int thread) {
        int until = times[thread];
        Clocks all = depart(thread);
        all.knowCopies(block, thread, until);
        return all;
    }

    private boolean isKnown(long stamp, int thread) {
        long of = Stamp.block(stamp);
        int other = Stamp.thread(stamp);
        int at = Stamp.time(stamp);
        return (knownToAll != null && knownToAll.knows(of, other, at))
                || (known[thread] != null && known[thread].knows(of, other, at));
    }

    // ---- barriers

    /** All threads of the block that have not ended synchronise. */
    void blockBarrier() {
        floor = time;
        time++;
        barriers++;
        claimant = Claims.claimant(block, barriers);
        if (isIntricate) {
            Clocks sum = Clocks.gathered(knownToAll, known, seen);
            Clocks out = Clocks.gathered(fencedByAll, fenced);
            Clocks narrow = Clocks.gathered(fencedNarrowlyByAll, fencedNarrowly);
            forget();
            knownToAll = sum;
            fencedByAll = out;
            fencedNarrowlyByAll = narrow;
        }
        restampAll();
    }

    /** Lanes of a warp synchronise. */
    void warpBarrier(int warp, int mask, int alive) {
        int first = warp * LANES;
        if ((alive & ~mask) == 0) {
            warpFloors[warp] = time;
        } else {
            if (lanes[warp] == null) {
                lanes[warp] = new int[LANES * LANES];
            }
            isUneven = true;
            meet(lanes[warp], mask);
        }
        time++;
        if (isIntricate) {
            joinLanes(first, mask);
        }
        for (int left = mask; left != 0; left &= left - 1) {
            int thread = first + Integer.numberOfTrailingZeros(left);
            if (thread < threads) {
                restamp(thread);
            }
        }
    }

    private void meet(int[] table, int mask) {
        int[] sum = new int[LANES];
        for (int left = mask; left != 0; left &= left - 1) {
            int lane = Integer.numberOfTrailingZeros(left);
            for (int other = 0; other < LANES; other++) {
                sum[other] = Math.max(sum[other], table[lane * LANES + other]);
            }
            sum[lane] = time;
        }
        for (int left = mask; left != 0; left &= left - 1) {
            int lane = Integer.numberOfTrailingZeros(left);
            System.arraycopy(sum, 0, table, lane * LANES, LANES);
        }
    }

    private void joinLanes(int first, int mask) {
        Clocks sum = null;
        Clocks out = null;
        Clocks narrow = null;
        for (int left = mask; left != 0; left &= left - 1) {
            int thread = first + Integer.numberOfTrailingZeros(left);
            if (thread < threads) {
                sum = Clocks.joined(sum, Clocks.joined(known[thread], seen[thread]));
                out = Clocks.joined(out, fenced[thread]);
                narrow = Clocks.joined(narrow, fencedNarrowly[thread]);
            }
        }
        for (int left = mask; left != 0; left &= left - 1) {
            int thread = first + Integer.numberOfTrailingZeros(left);
            if (thread < threads) {
                known[thread] = sum;
                seen[thread] = null;
                fenced[thread] = out;
                fencedNarrowly[thread] = narrow;
            }
        }
    }

    /** What a thread knows now, itself included; its later accesses are not part of it. */
    Clocks depart(int thread) {
        Clocks all = new Clocks();
        int warp = thread / LANES;
        all.knowBlock(block, floor);
        all.knowWarp(block, warp, warpFloors[warp]);
        all.knowThread(block, thread, times[thread]);
        int[] table = lanes[warp];
        for (int other = 0; table != null && other < LANES; other++) {
            all.knowThread(block, warp * LANES + other, table[(thread % LANES) * LANES + other]);
        }
        if (knownToAll != null) {
            all.join(knownToAll);
        }
        if (known[thread] != null) {
            all.join(known[thread]);
        }
        isIntricate = true;
        goOn(thread);
        return all;
    }

    /** A thread learns what others knew. */
    void arrive(int thread, Clocks clocks) {
        isIntricate = true;
        known[thread] = Clocks.joined(known[thread], clocks);
    }

    // ---- fences, releases, acquires

    /** @param isWide whether the fence's scope is beyond the block */
    void fence(int thread, boolean isWide) {
        if (seen[thread] != null) {
            known[thread] = Clocks.joined(known[thread], seen[thread]);
            seen[thread] = null;
        }
        Clocks now = depart(thread);
        if (isWide) {
            fenced[thread] = now;
            fencedNarrowly[thread] = null;
        } else {
            fencedNarrowly[thread] = now;
        }
    }

    /** Whether a strong write of this thread releases anything. */
    boolean hasReleases(int thread) {
        return isIntricate
                && (fenced[thread] != null
                        || fencedByAll != null
                        || fencedNarrowly[thread] != null
                        || fencedNarrowlyByAll != null);
    }

    /** A strong write leaves at its address what was fenced before. */
    void release(int thread, Release at) {
        at.wide = Clocks.joined(at.wide, Clocks.joined(fenced[thread], fencedByAll));
        Clocks narrow = Clocks.joined(fencedNarrowly[thread], fencedNarrowlyByAll);
        if (narrow != null) {
            at.narrow = at.narrowBlock == block ? Clocks.joined(at.narrow, narrow) : narrow;
            at.narrowBlock = block;
        }
    }

    /** A strong read finds what was left at its address. */
    void acquire(int thread, Release at, boolean isAcquire) {
        Clocks found = at.narrowBlock == block ? Clocks.joined(at.wide, at.narrow) : at.wide;
        if (found == null) {
            return;
        }
        isIntricate = true;
        if (isAcquire) {
            known[thread] = Clocks.joined(known[thread], found);
        } else {
            seen[thread] = Clocks.joined(seen[thread], found);
        }
    }
}
