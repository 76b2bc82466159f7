package io.xianka.emulator.check;

import java.util.Arrays;

/**
 * One access of each granule of a memory, as a {@link Stamp} and a point. 32 granules are a row; where lanes accessed a whole row side
 * by side, as they mostly do, one stamp says so for all of it.
 */
final class Track {
    static final int ROW_SHIFT = 5;
    static final int ROW = 1 << ROW_SHIFT;

    /** Of a row whose granules have stamps of their own; no stamp, because there are fewer blocks. */
    private static final long SINGLY = -1;

    private static final int THREAD_SHIFT = 26;

    private final ShadowRows rows;
    private final int number;
    private final long[][] stamps;
    private final int[][] points;

    /** @param number which of the tracks of the rows it is */
    Track(ShadowRows rows, int number) {
        this.rows = rows;
        this.number = number;
        this.stamps = new long[rows.count()][];
        this.points = new int[rows.count()][];
    }

    boolean isEmpty(int row) {
        return rows.stamp(row, number) == 0;
    }

    boolean isWhole(int row) {
        return rows.stamp(row, number) != SINGLY;
    }

    /** The stamp of a granule of a whole row, which is not empty. */
    long wholeStamp(int row, int granule) {
        return rows.stamp(row, number) + ((long) (granule >> lanesShift(row)) << THREAD_SHIFT);
    }

    /** How many granules each lane accessed of a whole row, as a power of two. */
    int lanesShift(int row) {
        return rows.note(row, number) & 7;
    }

    /** The stamps of the granules of a row that is not whole. */
    long[] singleStamps(int row) {
        return stamps[row];
    }

    long stamp(int row, int granule) {
        long whole = rows.stamp(row, number);
        if (whole == SINGLY) {
            return stamps[row][granule];
        }
        return whole == 0 ? 0 : wholeStamp(row, granule);
    }

    int point(int row, int granule) {
        return isWhole(row) ? rows.note(row, number) >>> 3 : points[row][granule];
    }

    /**
     * Lanes access a row, or a part of it, side by side.
     *
     * @param stamp of the lane that accesses the first of these granules
     * @param lanesShift how many granules each lane accesses, as a power of two
     */
    void setAll(int row, int from, int to, long stamp, int point, int lanesShift) {
        if (to - from == ROW) {
            rows.set(row, number, stamp, point << 3 | lanesShift);
            return;
        }
        spread(row);
        long[] into = stamps[row];
        for (int i = from; i < to; i++) {
            into[i] = stamp + ((long) (i - from >> lanesShift) << THREAD_SHIFT);
        }
        Arrays.fill(points[row], from, to, point);
    }

    void set(int row, int granule, long stamp, int point) {
        spread(row);
        stamps[row][granule] = stamp;
        points[row][granule] = point;
    }

    void clearRow(int row) {
        rows.set(row, number, 0, 0);
    }

    void clear(int row, int from, int to) {
        if (!isEmpty(row)) {
            spread(row);
            Arrays.fill(stamps[row], from, to, 0);
        }
    }

    private void spread(int row) {
        long whole = rows.stamp(row, number);
        if (whole == SINGLY) {
            return;
        }
        if (stamps[row] == null) {
            stamps[row] = new long[ROW];
            points[row] = new int[ROW];
        }
        if (whole == 0) {
            Arrays.fill(stamps[row], 0);
        } else {
            for (int i = 0; i < ROW; i++) {
                stamps[row][i] = wholeStamp(row, i);
            }
            Arrays.fill(points[row], rows.note(row, number) >>> 3);
        }
        rows.set(row, number, SINGLY, 0);
    }
}
