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

    /** Rows and patterns that were counted last, so that they can be taken back. */
    private static final int REMEMBERED = 128;

    private final Counted[] lastCounted = new Counted[REMEMBERED];
    private int last;

    /** Requests that are alike, of one row or pattern. */
    private static final class Counted {
        private Requests at;
        private Figures figures;
        private int lanes;
        private int times;

        /** Whether more of the same row or pattern were counted before. */
        private boolean isContinued;
    }

    /** What one request costs. */
    record Figures(long sectors, long idealSectors, long usedBytes, long wavefronts, long idealWavefronts, int ways) {
        static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0);
    }

    /** What is known of one point. */
    static final class Requests {
        final Space space;
        final int bytes;
        private final long[] addresses = new long[LANES];
        private final long[] wordOfBank = new long[BANKS];
        private int count;
        private int lastLane;
        private Warp warp;

        private Figures row;
        private int rowLanes;
        private long rowStart;

        /** Requests that are alike and not added up yet. */
        private Figures repeated = Figures.NONE;

        private int repeatedLanes;
        private int repeats;

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
            boolean isSameWarp = warp == byWarp && lane / LANES == lastLane / LANES;
            if (count > 0 && (lane <= lastLane || !isSameWarp)) {
                settle();
            }
            addresses[count++] = address;
            lastLane = lane;
            warp = byWarp;
        }

        void settle() {
            if (count > 0) {
                add(figures(), count, 1);
                count = 0;
                warp = null;
            }
        }

        /** More requests that are alike. */
        void repeat(Figures figures, int lanes, int times) {
            if (figures != repeated || lanes != repeatedLanes) {
                addRepeated();
                repeated = figures;
                repeatedLanes = lanes;
            }
            repeats += times;
        }

        void addRepeated() {
            if (repeats != 0) {
                add(repeated, repeatedLanes, repeats);
                repeats = 0;
            }
        }

        private void add(Figures figures, int lanes, int times) {
            requests += times;
            threads += (long) times * lanes;
            sectors += times * figures.sectors;
            idealSectors += times * figures.idealSectors;
            usedBytes += times * figures.usedBytes;
            wavefronts += times * figures.wavefronts;
            idealWavefronts += times * figures.idealWavefronts;
            worstWays = Math.max(worstWays, figures.ways);
        }

        /** Of a row of lanes side by side. */
        Figures rowFigures(int lanes, long address) {
            if (row != null && lanes == rowLanes && (address & (SECTOR_BYTES - 1)) == rowStart) {
                return row;
            }
            long whole = (long) lanes * bytes;
            if (space == Space.SHARED) {
                int parts = (int) ((whole + LANES * BANK_BYTES - 1) / (LANES * BANK_BYTES));
                row = new Figures(0, 0, 0, parts, parts, 1);
            } else {
                row = new Figures(sectors(address, whole), ideal(whole), whole, 0, 0, 0);
            }
            rowLanes = lanes;
            rowStart = address & (SECTOR_BYTES - 1);
            return row;
        }

        /** Of the lanes of a pattern. */
        Figures figures(AccessPattern pattern, long first) {
            // Banks and sectors do not care where a pattern begins beyond that.
            long key = first & (space == Space.SHARED ? BANK_BYTES - 1 : SECTOR_BYTES - 1);
            Figures known = pattern.figures(key);
            if (known == null) {
                count = pattern.addresses(first, addresses);
                known = figures();
                count = 0;
                pattern.setFigures(key, known);
            }
            return known;
        }

        /** Of the addresses that are gathered. */
        private Figures figures() {
            return switch (space) {
                case GLOBAL -> globalFigures();
                case SHARED -> sharedFigures();
                case LOCAL -> new Figures(ideal((long) count * bytes), 0, 0, 0, 0, 0);
                case CONSTANT, PARAMETER -> Figures.NONE;
            };
        }

        private Figures globalFigures() {
            if (isRow(0, count)) {
                long whole = (long) count * bytes;
                return new Figures(sectors(addresses[0], whole), ideal(whole), whole, 0, 0, 0);
            }
            Arrays.sort(addresses, 0, count);
            long distinct = 0;
            long all = 0;
            long lastSector = -1;
            for (int i = 0; i < count; i++) {
                if (i == 0 || addresses[i] != addresses[i - 1]) {
                    distinct += i == 0 ? bytes : Math.min(bytes, addresses[i] - addresses[i - 1]);
                }
                long first = addresses[i] / SECTOR_BYTES;
                long last = (addresses[i] + bytes - 1) / SECTOR_BYTES;
                all += last - Math.max(first - 1, Math.min(last, lastSector));
                lastSector = Math.max(lastSector, last);
            }
            return new Figures(all, ideal(distinct), distinct, 0, 0, 0);
        }

        private static long sectors(long address, long bytes) {
            return (address + bytes - 1) / SECTOR_BYTES - address / SECTOR_BYTES + 1;
        }

        private static long ideal(long distinctBytes) {
            return (distinctBytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
        }

        /** Wide accesses are made by parts of the warp, 128 bytes at most in each. */
        private Figures sharedFigures() {
            int atOnce = bytes <= BANK_BYTES ? LANES : Math.max(1, LANES * BANK_BYTES / bytes);
            long all = 0;
            int parts = 0;
            int worst = 0;
            for (int from = 0; from < count; from += atOnce) {
                int to = Math.min(count, from + atOnce);
                int ways = isRow(from, to) ? 1 : ways(from, to);
                all += ways;
                parts++;
                worst = Math.max(worst, ways);
            }
            return new Figures(0, 0, 0, all, parts, worst);
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
        Arrays.setAll(lastCounted, _ -> new Counted());
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

    /** Lanes access places side by side, {@code thread} the first; each warp of theirs makes a request. */
    void row(Space space, int thread, int lanes, long address, int bytes, int point) {
        Requests at = at(point, space, bytes);
        at.settle();
        int begun = Math.min(lanes, -thread & LANES - 1);
        int left = lanes - begun;
        long next = address + (long) begun * bytes;
        if (begun > 0) {
            note(at, at.rowFigures(begun, address), begun, 1, false);
        }
        if (left >= LANES) {
            note(at, at.rowFigures(LANES, next), LANES, left / LANES, begun > 0);
        }
        int rest = left % LANES;
        if (rest > 0) {
            note(at, at.rowFigures(rest, next + (long) (left - rest) * bytes), rest, 1, lanes > rest);
        }
    }

    /** Lanes access the places of a pattern. */
    void together(Space space, AccessPattern pattern, long first, int bytes, int point) {
        Requests at = at(point, space, bytes);
        at.settle();
        note(at, at.figures(pattern, first), pattern.count(), 1, false);
    }

    /** Atomic operations, of which no hint is given. */
    void atomics(int point, int bytes) {
        Requests at = at(point, Space.SHARED, bytes);
        at.settle();
        note(at, Figures.NONE, 0, 1, false);
    }

    private void note(Requests at, Figures figures, int lanes, int times, boolean isContinued) {
        at.repeat(figures, lanes, times);
        Counted counted = lastCounted[last++ & REMEMBERED - 1];
        counted.at = at;
        counted.figures = figures;
        counted.lanes = lanes;
        counted.times = times;
        counted.isContinued = isContinued;
    }

    /** So many rows or patterns were no accesses yet: their lanes go on to say each what they do. */
    void takeBack(int count) {
        int left = count;
        for (int i = 0; i < REMEMBERED && left > 0; i++) {
            Counted counted = lastCounted[--last & REMEMBERED - 1];
            counted.at.add(counted.figures, counted.lanes, -counted.times);
            left -= counted.isContinued ? 0 : 1;
        }
    }

    void shared(Warp warp, int lane, long offset, int bytes, int point) {
        at(point, Space.SHARED, bytes).add(warp, lane, offset);
    }

    void local(Warp warp, int lane, int bytes, int point) {
        at(point, Space.LOCAL, bytes).add(warp, lane, 0);
    }

    void branch(int warps, int divergentWarps, int point) {
        branches[point] += warps;
        divergent[point] += divergentWarps;
    }

    void settle() {
        for (Requests each : requests) {
            if (each != null) {
                each.settle();
                each.addRepeated();
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
