package io.xianka.emulator.check;

import io.xianka.emulator.machine.Warp;
import io.xianka.emulator.machine.WatchPoint;
import java.util.Arrays;

/**
 * Counts what the accesses of warps cost, by point. Lanes report one after another; a request is what the lanes of a warp do until
 * one of them does it again.
 */
final class HintCounts {
    private static final int SECTOR_BYTES = 32;
    private static final int LANES = 32;
    private static final int BANKS = 32;
    private static final int BANK_BYTES = 4;

    private final WatchPoint[] points;
    private final Requests[] requests;
    private final long[] branches;
    private final long[] divergent;

    /** What is known of one point. */
    static final class Requests {
        final Space space;
        final int bytes;
        private final long[] addresses = new long[LANES];
        private final long[] wordOfBank = new long[BANKS];
        private int count;
        private int lastLane;
        private Warp warp;

        long requests;
        long threads;
        long sectors;
        long idealSectors;

        /** Distinct bytes, counted once a request. */
        long usedBytes;

        long wavefronts;
        long idealWavefronts;
        int worstWays;

        Requests(Space space, int bytes) {
            this.space = space;
            this.bytes = bytes;
        }

        void add(Warp byWarp, int lane, long address) {
            if (count > 0 && (lane <= lastLane || warp != byWarp)) {
                settle();
            }
            addresses[count++] = address;
            lastLane = lane;
            warp = byWarp;
        }

        void addRow(int lanes, long address) {
            settle();
            requests++;
            threads += lanes;
            long whole = (long) lanes * bytes;
            if (space == Space.SHARED) {
                int parts = (int) ((whole + LANES * BANK_BYTES - 1) / (LANES * BANK_BYTES));
                wavefronts += parts;
                idealWavefronts += parts;
                worstWays = Math.max(worstWays, 1);
            } else {
                sectors += (address + whole - 1) / SECTOR_BYTES - address / SECTOR_BYTES + 1;
                usedBytes += whole;
                idealSectors += ideal(whole);
            }
        }

        void settle() {
            if (count == 0) {
                return;
            }
            requests++;
            threads += count;
            switch (space) {
                case GLOBAL -> settleGlobal();
                case SHARED -> settleShared();
                case LOCAL -> sectors += ((long) count * bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
                case CONSTANT, PARAMETER -> {}
            }
            count = 0;
            warp = null;
        }

        private void settleGlobal() {
            boolean isRow = true;
            for (int i = 1; i < count && isRow; i++) {
                isRow = addresses[i] - addresses[i - 1] == bytes;
            }
            if (isRow) {
                long first = addresses[0] / SECTOR_BYTES;
                long last = (addresses[count - 1] + bytes - 1) / SECTOR_BYTES;
                sectors += last - first + 1;
                usedBytes += (long) count * bytes;
                idealSectors += ideal((long) count * bytes);
                return;
            }
            Arrays.sort(addresses, 0, count);
            long distinct = 0;
            long lastSector = -1;
            for (int i = 0; i < count; i++) {
                if (i == 0 || addresses[i] != addresses[i - 1]) {
                    distinct += i == 0 ? bytes : Math.min(bytes, addresses[i] - addresses[i - 1]);
                }
                long first = addresses[i] / SECTOR_BYTES;
                long last = (addresses[i] + bytes - 1) / SECTOR_BYTES;
                sectors += last - Math.max(first - 1, Math.min(last, lastSector));
                lastSector = Math.max(lastSector, last);
            }
            usedBytes += distinct;
            idealSectors += ideal(distinct);
        }

        private static long ideal(long distinctBytes) {
            return (distinctBytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
        }

        /** Wide accesses are made by parts of the warp, 128 bytes at most in each. */
        private void settleShared() {
            int atOnce = bytes <= BANK_BYTES ? LANES : Math.max(1, LANES * BANK_BYTES / bytes);
            for (int from = 0; from < count; from += atOnce) {
                int to = Math.min(count, from + atOnce);
                int ways = isRow(from, to) ? 1 : ways(from, to);
                wavefronts += ways;
                idealWavefronts++;
                worstWays = Math.max(worstWays, ways);
            }
        }

        private boolean isRow(int from, int to) {
            for (int i = from + 1; i < to; i++) {
                if (addresses[i] - addresses[i - 1] != bytes) {
                    return false;
                }
            }
            return true;
        }

        /** Whether no two lanes need different words of a bank: the usual case, found without sorting. */
        private boolean isConflictFree(int from, int to, int words) {
            Arrays.fill(wordOfBank, -1);
            for (int i = from; i < to; i++) {
                for (int w = 0; w < words; w++) {
                    long word = addresses[i] / BANK_BYTES + w;
                    int bank = (int) word & (BANKS - 1);
                    if (wordOfBank[bank] != word && wordOfBank[bank] >= 0) {
                        return false;
                    }
                    wordOfBank[bank] = word;
                }
            }
            return true;
        }

        private int ways(int from, int to) {
            int words = Math.max(1, bytes / BANK_BYTES);
            if (isConflictFree(from, to, words)) {
                return 1;
            }
            int[] inBank = new int[BANKS];
            long[] seen = new long[(to - from) * words];
            int count = 0;
            int most = 1;
            for (int i = from; i < to; i++) {
                for (int w = 0; w < words; w++) {
                    seen[count++] = addresses[i] / BANK_BYTES + w;
                }
            }
            Arrays.sort(seen);
            for (int i = 0; i < seen.length; i++) {
                if (i == 0 || seen[i] != seen[i - 1]) {
                    most = Math.max(most, ++inBank[(int) (seen[i] & (BANKS - 1))]);
                }
            }
            return most;
        }
    }

    HintCounts(WatchPoint[] points) {
        this.points = points;
        this.requests = new Requests[points.length];
        this.branches = new long[points.length];
        this.divergent = new long[points.length];
    }

    private Requests at(int point, Space space, int bytes) {
        Requests known = requests[point];
        if (known == null) {
            known = new Requests(space, bytes);
            requests[point] = known;
        }
        return known;
    }

    void global(Warp warp, int lane, long address, int bytes, int point) {
        at(point, Space.GLOBAL, bytes).add(warp, lane, address);
    }

    /** Lanes access places side by side. */
    void row(Space space, int lanes, long address, int bytes, int point) {
        at(point, space, bytes).addRow(lanes, address);
    }

    void shared(Warp warp, int lane, long offset, int bytes, int point) {
        at(point, Space.SHARED, bytes).add(warp, lane, offset);
    }

    void local(Warp warp, int lane, int bytes, int point) {
        at(point, Space.LOCAL, bytes).add(warp, lane, 0);
    }

    void branch(boolean isDivergent, int point) {
        branches[point]++;
        if (isDivergent) {
            divergent[point]++;
        }
    }

    void settle() {
        for (Requests each : requests) {
            if (each != null) {
                each.settle();
            }
        }
    }

    int points() {
        return points.length;
    }

    WatchPoint point(int number) {
        return points[number];
    }

    /** Null where nothing was accessed. */
    Requests requests(int point) {
        return requests[point];
    }

    long branches(int point) {
        return branches[point];
    }

    long divergent(int point) {
        return divergent[point];
    }
}
