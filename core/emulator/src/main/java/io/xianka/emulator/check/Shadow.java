package io.xianka.emulator.check;

import java.util.Arrays;

/**
 * Who wrote and read each granule of a memory last: the last write, and two reads that nothing orders. A granule has sixteen bytes
 * until a smaller access comes.
 */
final class Shadow {
    /** Beside the three tracks: whether, and in which span of time, reads of a row are settled. */
    private static final int SETTLED = 3;

    private static final long HAS_SETTLED_GRANULES = 1;

    private final long bytes;

    /** A granule has {@code 1 << shift} bytes. */
    int shift = 4;

    private ShadowRows rows;
    Track writes;
    Track reads;
    Track otherReads;

    /** By row and granule: the span of time in which the two reads say all that there is to say. */
    private int[][] settled;

    Shadow(long bytes) {
        this.bytes = bytes;
        clear();
    }

    private void clear() {
        int count = Math.toIntExact((bytes >>> shift >>> Track.ROW_SHIFT) + 1);
        rows = new ShadowRows(count);
        writes = new Track(rows, 0);
        reads = new Track(rows, 1);
        otherReads = new Track(rows, 2);
        settled = new int[count][];
    }

    /** Whether no more need be noted of reads of these granules of a row, until {@code span} is over. */
    boolean isSettled(int row, int from, int to, int span) {
        if (rows.note(row, SETTLED) == span) {
            return true;
        }
        if (rows.stamp(row, SETTLED) != HAS_SETTLED_GRANULES) {
            return false;
        }
        int[] known = settled[row];
        int different = 0;
        for (int i = from; i < to; i++) {
            different |= known[i] ^ span;
        }
        return different == 0;
    }

    /** No more need be noted. */
    void settle(int row, int from, int to, int span) {
        if (to - from == Track.ROW) {
            rows.set(row, SETTLED, rows.stamp(row, SETTLED), span);
            return;
        }
        if (settled[row] == null) {
            settled[row] = new int[Track.ROW];
        } else if (rows.stamp(row, SETTLED) != HAS_SETTLED_GRANULES) {
            Arrays.fill(settled[row], 0);
        }
        Arrays.fill(settled[row], from, to, span);
        rows.set(row, SETTLED, HAS_SETTLED_GRANULES, rows.note(row, SETTLED));
    }

    /** There are no reads from now on. */
    void forgetReads(int row, int from, int to) {
        if (reads.isEmpty(row) && otherReads.isEmpty(row) && rows.note(row, SETTLED) == 0) {
            return;
        }
        if (to - from == Track.ROW) {
            reads.clearRow(row);
            otherReads.clearRow(row);
            rows.set(row, SETTLED, 0, 0);
            return;
        }
        reads.clear(row, from, to);
        otherReads.clear(row, from, to);
        long hasGranules = rows.stamp(row, SETTLED);
        if (hasGranules == HAS_SETTLED_GRANULES) {
            Arrays.fill(settled[row], from, to, 0);
        }
        // Of the others in the row, too; they are noted again.
        rows.set(row, SETTLED, hasGranules, 0);
    }

    /** Makes granules smaller, so that each belongs to one access. */
    void refine(int accessBytes) {
        int finer = Integer.numberOfTrailingZeros(accessBytes);
        int factor = shift - finer;
        int oldRows = rows.count();
        Track[] old = {writes, reads, otherReads};
        shift = finer;
        clear();
        Track[] fine = {writes, reads, otherReads};
        for (int kind = 0; kind < old.length; kind++) {
            for (int row = 0; row < oldRows; row++) {
                if (!old[kind].isEmpty(row)) {
                    spread(old[kind], row, fine[kind], factor);
                }
            }
        }
    }

    private void spread(Track from, int row, Track to, int factor) {
        for (int i = 0; i < Track.ROW; i++) {
            long stamp = from.stamp(row, i);
            for (int part = 0; stamp != 0 && part < 1 << factor; part++) {
                long granule = (((long) row << Track.ROW_SHIFT) + i << factor) + part;
                if (granule >>> Track.ROW_SHIFT < rows.count()) {
                    to.set(
                            (int) (granule >>> Track.ROW_SHIFT),
                            (int) granule & Track.ROW - 1,
                            stamp,
                            from.point(row, i));
                }
            }
        }
    }
}
