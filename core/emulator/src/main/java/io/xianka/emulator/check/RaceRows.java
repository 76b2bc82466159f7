package io.xianka.emulator.check;

/**
 * Weak loads and stores of lanes side by side, as long as nothing is wrong with them: whole rows of memory are compared and noted by one
 * stamp. Where a pair of accesses may race it leaves the row to {@link RaceWatch}, which looks at each lane.
 */
final class RaceRows {
    /** Down to the block, and to the warp, of a stamp. */
    private static final int BLOCK_SHIFT = 36;

    private static final int WARP_SHIFT = 31;
    private static final int LANES = 32;

    private final RaceWatch races;
    private final BlockOrder order;

    RaceRows(RaceWatch races, BlockOrder order) {
        this.races = races;
        this.order = order;
    }

    /**
     * Notes accesses of neighbouring lanes, warp by warp.
     *
     * @param thread of the first
     * @return false where one of them may race; those before it are noted
     */
    boolean note(
            Shadow shadow, long offset, int bytes, int lanes, int thread, int point, boolean isWrite, Space space) {
        if (bytes < 1 << shadow.shift) {
            shadow.refine(bytes);
        }
        if ((offset & (bytes - 1)) != 0 || !order.areEven(thread, lanes)) {
            return false;
        }
        int lanesShift = Integer.numberOfTrailingZeros(bytes) - shadow.shift;
        long granule = offset >> shadow.shift;
        int row = (int) (granule >> Track.ROW_SHIFT);
        int from = (int) granule & Track.ROW - 1;
        int left = lanes << lanesShift;
        for (int who = thread; left > 0; ) {
            int ofWarp = LANES - (who & LANES - 1) << lanesShift;
            int to = Math.min(Math.min(Track.ROW, from + left), from + ofWarp);
            boolean isDone = isWrite
                    ? write(shadow, row, from, to, who, lanesShift, point, space)
                    : read(shadow, row, from, to, who, lanesShift, point, space);
            if (!isDone) {
                return false;
            }
            who += to - from >> lanesShift;
            left -= to - from;
            row += to >> Track.ROW_SHIFT;
            from = to & Track.ROW - 1;
        }
        return true;
    }

    /**
     * Notes atomic operations on shared memory, of the lanes of a mask.
     *
     * @param addresses of the lanes, in order; {@code distance} from their offsets in the shadow
     * @return false where one of them may race; then none is noted
     */
    boolean noteAtomics(
            Shadow shadow, long[] addresses, long distance, int bytes, int firstThread, int mask, int point) {
        if (bytes < 1 << shadow.shift) {
            shadow.refine(bytes);
        }
        int granules = bytes >>> shadow.shift;
        int i = 0;
        for (int left = mask; left != 0; left &= left - 1, i++) {
            int thread = firstThread + Integer.numberOfTrailingZeros(left);
            long granule = addresses[i] + distance >>> shadow.shift;
            for (long each = granule; each < granule + granules; each++) {
                if (!isQuietForAtomic(shadow, each, thread)) {
                    return false;
                }
            }
        }
        i = 0;
        for (int left = mask; left != 0; left &= left - 1, i++) {
            long stamp = order.stamps[firstThread + Integer.numberOfTrailingZeros(left)] | Stamp.ATOMIC;
            long granule = addresses[i] + distance >>> shadow.shift;
            for (long each = granule; each < granule + granules; each++) {
                int row = (int) (each >>> Track.ROW_SHIFT);
                int at = (int) each & Track.ROW - 1;
                shadow.writes.set(row, at, stamp, point);
                shadow.forgetReads(row, at, at + 1);
            }
        }
        return true;
    }

    private boolean isQuietForAtomic(Shadow shadow, long granule, int thread) {
        int row = (int) (granule >>> Track.ROW_SHIFT);
        int at = (int) granule & Track.ROW - 1;
        long stamp = order.stamps[thread];
        long write = shadow.writes.stamp(row, at);
        // Atomic operations of one block are in each other's scope, whatever that is.
        return (Stamp.isAtomic(write) || !races.isUnordered(write, stamp, thread, Space.SHARED))
                && !races.isUnordered(shadow.reads.stamp(row, at), stamp, thread, Space.SHARED)
                && !races.isUnordered(shadow.otherReads.stamp(row, at), stamp, thread, Space.SHARED);
    }

    private boolean read(Shadow shadow, int row, int from, int to, int thread, int lanesShift, int point, Space space) {
        if (!isOrdered(shadow.writes, row, from, to, thread, lanesShift, space)) {
            return false;
        }
        if (shadow.isSettled(row, from, to, order.span()) && !order.isIntricate()) {
            return true;
        }
        noteReads(shadow, row, from, to, thread, lanesShift, point, space);
        return true;
    }

    /** Notes reads as {@link RaceWatch#noteRead} does, many at once where they are alike. */
    private void noteReads(
            Shadow shadow, int row, int from, int to, int thread, int lanesShift, int point, Space space) {
        long stamp = order.stamps[thread];
        Track reads = shadow.reads;
        Track others = shadow.otherReads;
        if (isOrdered(reads, row, from, to, thread, lanesShift, space)) {
            reads.setAll(row, from, to, stamp, point, lanesShift);
            return;
        }
        if (areElsewhere(reads, row, from, to, stamp)) {
            others.setAll(row, from, to, stamp, point, lanesShift);
            shadow.settle(row, from, to, order.span());
            return;
        }
        if (areOfWarp(reads, row, from, to, stamp)) {
            if (areElsewhere(others, row, from, to, stamp)) {
                shadow.settle(row, from, to, order.span());
                return;
            }
            if (isOrdered(others, row, from, to, thread, lanesShift, space)) {
                others.setAll(row, from, to, stamp, point, lanesShift);
                return;
            }
            if (areOfWarp(others, row, from, to, stamp)) {
                return;
            }
        }
        for (int i = from; i < to; i++) {
            int who = thread + (i - from >> lanesShift);
            races.noteRead(shadow, row, i, order.stamps[who], who, point, space);
        }
    }

    /** Whether all of a part of a track is by other warps than this one, and not ordered before what it does now. */
    private boolean areElsewhere(Track track, int row, int from, int to, long stamp) {
        if (track.isEmpty(row) || order.isIntricate()) {
            return false;
        }
        long warp = stamp >>> WARP_SHIFT;
        long block = stamp >>> BLOCK_SHIFT;
        if (track.isWhole(row)) {
            long first = track.wholeStamp(row, from);
            if (first >>> BLOCK_SHIFT != block) {
                return !order.isOfEarlierLaunch(first);
            }
            boolean isOther = warp < first >>> WARP_SHIFT || warp > track.wholeStamp(row, to - 1) >>> WARP_SHIFT;
            return isOther && !order.isBeforeAll(first);
        }
        long[] stamps = track.singleStamps(row);
        for (int i = from; i < to; i++) {
            long before = stamps[i];
            if (order.isOfEarlierLaunch(before)
                    || before >>> WARP_SHIFT == warp
                    || (before >>> BLOCK_SHIFT == block && order.isBeforeAll(before))) {
                return false;
            }
        }
        return true;
    }

    /** Whether all of a part of a track is by one warp. */
    private static boolean areOfWarp(Track track, int row, int from, int to, long stamp) {
        if (track.isEmpty(row)) {
            return false;
        }
        long warp = stamp >>> WARP_SHIFT;
        if (track.isWhole(row)) {
            return track.wholeStamp(row, from) >>> WARP_SHIFT == warp
                    && track.wholeStamp(row, to - 1) >>> WARP_SHIFT == warp;
        }
        long[] stamps = track.singleStamps(row);
        for (int i = from; i < to; i++) {
            if (stamps[i] >>> WARP_SHIFT != warp) {
                return false;
            }
        }
        return true;
    }

    private boolean write(
            Shadow shadow, int row, int from, int to, int thread, int lanesShift, int point, Space space) {
        if (!isOrdered(shadow.writes, row, from, to, thread, lanesShift, space)
                || !isOrdered(shadow.reads, row, from, to, thread, lanesShift, space)
                || !isOrdered(shadow.otherReads, row, from, to, thread, lanesShift, space)) {
            return false;
        }
        shadow.writes.setAll(row, from, to, order.stamps[thread], point, lanesShift);
        shadow.forgetReads(row, from, to);
        return true;
    }

    /** Whether what a track holds is ordered before what the lanes do now. */
    private boolean isOrdered(Track track, int row, int from, int to, int thread, int lanesShift, Space space) {
        if (track.isEmpty(row)) {
            return true;
        }
        long stamp = order.stamps[thread];
        if (track.isWhole(row)) {
            long first = track.wholeStamp(row, from);
            if (first >>> BLOCK_SHIFT != stamp >>> BLOCK_SHIFT) {
                if (space == Space.SHARED || order.isOfEarlierLaunch(first)) {
                    return true;
                }
            } else if (order.isBeforeAll(first)
                    || (Stamp.isSameThread(first, stamp) && track.lanesShift(row) == lanesShift)
                    || (order.isBeforeWarp(first, thread)
                            && Stamp.isSameWarp(first, stamp)
                            && Stamp.isSameWarp(track.wholeStamp(row, to - 1), stamp))) {
                return true;
            }
            for (int i = from; i < to; i++) {
                int who = thread + (i - from >> lanesShift);
                if (races.isUnordered(track.wholeStamp(row, i), order.stamps[who], who, space)) {
                    return false;
                }
            }
            return true;
        }
        long[] stamps = track.singleStamps(row);
        long block = stamp >>> BLOCK_SHIFT;
        for (int i = from; i < to; i++) {
            long before = stamps[i];
            if (before == 0 || (before >>> BLOCK_SHIFT == block && order.isBeforeAll(before))) {
                continue;
            }
            if (Stamp.isCopy(before) && before >>> BLOCK_SHIFT == block && order.isBeforeAll(order.endOfCopy(before))) {
                stamps[i] = order.endOfCopy(before);
                continue;
            }
            int who = thread + (i - from >> lanesShift);
            if (races.isUnordered(before, order.stamps[who], who, space)) {
                return false;
            }
        }
        return true;
    }
}
