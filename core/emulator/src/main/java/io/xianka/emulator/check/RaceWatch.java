package io.xianka.emulator.check;

import io.xianka.emulator.machine.RawMemory;
import io.xianka.emulator.machine.WatchPoint;
import io.xianka.emulator.machine.WatchPoint.Kind;

/**
 * Compares each access with those before it at the same place. Two writes race only if they write different values, which is known
 * only when the second is done: so they are kept until the next access.
 */
final class RaceWatch {
    private static final int MOST_PENDING = 16;

    private final WatchedBlock watched;
    private final WatchedLaunch launch;
    private final BlockOrder order;

    /** Writes after writes, to be compared. */
    private int pending;

    private final long[] pendingHosts = new long[MOST_PENDING];
    private final long[] pendingValues = new long[MOST_PENDING];
    private final long[] pendingStamps = new long[MOST_PENDING];
    private final int[] pendingPoints = new int[MOST_PENDING];
    private int pendingBytes;
    private long pendingStamp;
    private int pendingPoint;
    private Space pendingSpace;
    private long pendingAddress;

    RaceWatch(WatchedBlock watched) {
        this.watched = watched;
        this.launch = watched.launch;
        this.order = watched.order;
    }

    /**
     * @param address for messages
     * @param host where offset 0 lies in this process
     */
    void access(
            Shadow shadow,
            long offset,
            int bytes,
            int thread,
            int point,
            WatchPoint at,
            Space space,
            long address,
            long host) {
        if (bytes < 1 << shadow.shift) {
            shadow.refine(bytes);
        }
        long stamp = order.stamps[thread];
        if (at.isStrong()) {
            stamp |= at.kind() == Kind.ATOMIC || at.kind() == Kind.MEETING ? Stamp.ATOMIC : Stamp.STRONG;
        } else if (at.isAsynchronous()) {
            stamp |= Stamp.COPY;
        }
        long last = offset + bytes - 1 >> shadow.shift;
        for (long granule = offset >> shadow.shift; granule <= last; granule++) {
            int row = (int) (granule >> Track.ROW_SHIFT);
            int i = (int) granule & Track.ROW - 1;
            if (at.kind() == Kind.READ) {
                read(shadow, row, i, stamp, thread, point, space, address);
            } else {
                write(shadow, row, i, stamp, thread, point, space, address, host + (granule << shadow.shift));
            }
        }
    }

    private void read(Shadow shadow, int row, int i, long stamp, int thread, int point, Space space, long address) {
        long before = shadow.writes.stamp(row, i);
        if (isUnordered(before, stamp, thread, space)) {
            race(before, shadow.writes.point(row, i), true, stamp, point, false, space, address);
        }
        noteRead(shadow, row, i, stamp, thread, point, space);
    }

    /**
     * Keeps two reads that nothing orders, of different warps if there are such: whoever writes next races with one of them, if
     * with any. Then no more need be kept until the block's next barrier.
     */
    void noteRead(Shadow shadow, int row, int i, long stamp, int thread, int point, Space space) {
        long first = shadow.reads.stamp(row, i);
        if (first == stamp) {
            return;
        }
        if (!isUnordered(first, stamp, thread, space)) {
            shadow.reads.set(row, i, stamp, point);
            return;
        }
        long second = shadow.otherReads.stamp(row, i);
        if (second == stamp) {
            return;
        }
        boolean isKept = isUnordered(second, stamp, thread, space);
        if (!isKept || (Stamp.isSameWarp(first, second) && !Stamp.isSameWarp(first, stamp))) {
            shadow.otherReads.set(row, i, stamp, point);
        } else if (!Stamp.isSameWarp(first, second)) {
            shadow.settle(row, i, i + 1, order.span());
        }
    }

    private void write(
            Shadow shadow, int row, int i, long stamp, int thread, int point, Space space, long address, long host) {
        Track writes = shadow.writes;
        long before = writes.stamp(row, i);
        if (isUnordered(before, stamp, thread, space)) {
            if (Stamp.isAtomic(before) || Stamp.isAtomic(stamp)) {
                race(before, writes.point(row, i), true, stamp, point, true, space, address);
            } else {
                await(before, writes.point(row, i), stamp, point, space, address, host, shadow);
            }
        }
        writes.set(row, i, stamp, point);
        compareWithRead(shadow.reads, row, i, stamp, thread, point, space, address);
        compareWithRead(shadow.otherReads, row, i, stamp, thread, point, space, address);
        shadow.forgetReads(row, i, i + 1);
    }

    private void compareWithRead(
            Track reads, int row, int i, long stamp, int thread, int point, Space space, long address) {
        long before = reads.stamp(row, i);
        if (isUnordered(before, stamp, thread, space)) {
            race(before, reads.point(row, i), false, stamp, point, true, space, address);
        }
    }

    boolean isUnordered(long before, long stamp, int thread, Space space) {
        if (before == 0 || (Stamp.isSameThread(before, stamp) && !Stamp.isCopy(before))) {
            return false;
        }
        if (space == Space.SHARED && before >>> 36 != stamp >>> 36) {
            // Of a block that had this memory before.
            return false;
        }
        return !order.isOrdered(before, thread);
    }

    /** Keeps what is there, to see whether the write changes it. */
    private void await(
            long before, int beforePoint, long stamp, int point, Space space, long address, long host, Shadow shadow) {
        if (pending == MOST_PENDING) {
            return;
        }
        pendingHosts[pending] = host;
        pendingValues[pending] = value(host, 1 << shadow.shift);
        pendingStamps[pending] = before;
        pendingPoints[pending] = beforePoint;
        pending++;
        pendingBytes = 1 << shadow.shift;
        pendingStamp = stamp;
        pendingPoint = point;
        pendingSpace = space;
        pendingAddress = address;
    }

    private static long value(long host, int bytes) {
        return switch (bytes) {
            case 1 -> RawMemory.getByte(host);
            case 2 -> RawMemory.getShort(host);
            case 4 -> RawMemory.getInt(host);
            case 8 -> RawMemory.getLong(host);
            default -> RawMemory.getLong(host) * 31 + RawMemory.getLong(host + 8);
        };
    }

    /** The write that was kept is done. */
    void settle() {
        if (pending > 0) {
            int count = pending;
            pending = 0;
            for (int i = 0; i < count; i++) {
                if (value(pendingHosts[i], pendingBytes) != pendingValues[i]) {
                    race(
                            pendingStamps[i],
                            pendingPoints[i],
                            true,
                            pendingStamp,
                            pendingPoint,
                            true,
                            pendingSpace,
                            pendingAddress);
                }
            }
        }
    }

    private void race(
            long before,
            int beforePoint,
            boolean isBeforeWrite,
            long now,
            int nowPoint,
            boolean isNowWrite,
            Space space,
            long address) {
        WatchPoint first = launch.point(beforePoint);
        WatchPoint second = launch.point(nowPoint);
        if (isAllowed(before, first, now, second, space)) {
            return;
        }
        boolean isSwapped = isMeantTheOtherWay(first, second);
        int earlierPoint = isSwapped ? nowPoint : beforePoint;
        int laterPoint = isSwapped ? beforePoint : nowPoint;
        long key = (long) earlierPoint << 24 ^ laterPoint;
        if (watched.isCounted(FindingKind.RACE, key)) {
            return;
        }
        boolean isEarlierWrite = isSwapped ? isNowWrite : isBeforeWrite;
        boolean isLaterWrite = isSwapped ? isBeforeWrite : isNowWrite;
        Hazard hazard = !isLaterWrite ? Hazard.RAW : isEarlierWrite ? Hazard.WAW : Hazard.WAR;
        ThreadPlace earlierThread = launch.threadOf(isSwapped ? now : before);
        ThreadPlace laterThread = launch.threadOf(isSwapped ? before : now);
        SourcePlace earlierPlace = launch.place(earlierPoint);
        Access earlierAccess = MemoryFaults.what(launch.point(earlierPoint));
        Access laterAccess = MemoryFaults.what(launch.point(laterPoint));
        boolean isCopy = Stamp.isCopy(before) || Stamp.isCopy(now);
        String message =
                "%s race on %s memory at 0x%x: %s of %d bytes, and %s at %s by %s, which nothing orders before it%s"
                        .formatted(
                                hazard,
                                space.text(),
                                address,
                                laterAccess.text(),
                                launch.point(laterPoint).bytes(),
                                earlierAccess.text(),
                                earlierPlace,
                                earlierThread,
                                isCopy ? "; an asynchronous copy goes on until its thread waits for it" : "");
        watched.add(
                key,
                new Finding(
                        FindingKind.RACE,
                        space,
                        laterAccess,
                        launch.point(laterPoint).bytes(),
                        address,
                        launch.place(laterPoint),
                        new EarlierAccess(hazard, earlierAccess, earlierPlace, earlierThread),
                        launch.kernel(),
                        laterThread,
                        watched.nearest(space, address),
                        message,
                        1));
    }

    /** Accesses that may meet, however they are ordered. */
    private static boolean isAllowed(long before, WatchPoint first, long now, WatchPoint second, Space space) {
        boolean isInScope = Stamp.block(before) == Stamp.block(now) || (first.wideScope() && second.wideScope());
        if (Stamp.isAtomic(before) && Stamp.isAtomic(now)) {
            return isInScope;
        }
        if (Stamp.isStrong(before) && Stamp.isStrong(now)) {
            if (!isInScope) {
                return false;
            }
            boolean isOldStyle =
                    space == Space.SHARED && first.isVolatile() && second.isVolatile() && Stamp.isSameWarp(before, now);
            return !isOldStyle;
        }
        // A first guess for a loop of compare-and-swap.
        return (first.isOptimistic() && Stamp.isAtomic(now)) || (second.isOptimistic() && Stamp.isAtomic(before));
    }

    /**
     * Whether the program does the second access first: which of two unordered accesses comes first in the emulator is chance.
     */
    private static boolean isMeantTheOtherWay(WatchPoint first, WatchPoint second) {
        if (first.flow() != second.flow() || first.index() == second.index()) {
            return false;
        }
        if (isSameLine(first, second)) {
            return false;
        }
        boolean forth = first.flow().reaches(first.index(), second.index());
        boolean back = first.flow().reaches(second.index(), first.index());
        return forth == back ? second.index() < first.index() : back;
    }

    private static boolean isSameLine(WatchPoint first, WatchPoint second) {
        String line = first.place().source();
        return line != null && line.equals(second.place().source());
    }
}
