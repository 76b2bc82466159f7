package io.xianka.emulator.check;

import java.util.Arrays;

/**
 * How far apart the addresses are that lanes of a warp access at once, and in which runs: lanes side by side, or lanes at one place.
 * A point mostly has the same pattern time after time, so that it is looked at once.
 */
final class AccessPattern {
    private static final int LANES = 32;

    private final long[] distances = new long[LANES];
    private final int[] lanes = new int[LANES];
    private final int[] starts = new int[LANES];
    private final int[] lengths = new int[LANES];
    private final boolean[] areSame = new boolean[LANES];
    private int mask;
    private int count;
    private int bytes;
    private int runs;
    private long least;
    private long most;
    private boolean isAligned;

    /** What a request of this pattern costs, and for which first address; null where nobody asked. */
    private HintCounts.Figures figures;

    private long figuresFor;

    /** Whether these addresses, of the lanes of a mask, have this pattern. */
    boolean fits(long[] addresses, int newCount, int newMask) {
        if (newMask != mask) {
            return false;
        }
        long first = addresses[0];
        long different = 0;
        for (int i = 0; i < newCount; i++) {
            different |= addresses[i] - first - distances[i];
        }
        return different == 0;
    }

    /** Becomes the pattern of these addresses. */
    void learn(long[] addresses, int newCount, int newMask, int accessBytes) {
        mask = newMask;
        count = newCount;
        bytes = accessBytes;
        figures = null;
        least = 0;
        most = 0;
        long bits = 0;
        int left = mask;
        for (int i = 0; i < count; i++, left &= left - 1) {
            lanes[i] = Integer.numberOfTrailingZeros(left);
            distances[i] = addresses[i] - addresses[0];
            least = Math.min(least, distances[i]);
            most = Math.max(most, distances[i]);
            bits |= distances[i];
        }
        isAligned = (bits & (bytes - 1)) == 0;
        runs = 0;
        for (int start = 0; start < count; start += lengths[runs++]) {
            int length = rowLength(start);
            boolean isSame = length == 1;
            if (isSame) {
                length = sameLength(start);
            }
            starts[runs] = start;
            lengths[runs] = length;
            areSame[runs] = isSame && length > 1;
        }
    }

    private int rowLength(int start) {
        int length = 1;
        while (start + length < count
                && lanes[start + length] == lanes[start] + length
                && distances[start + length] - distances[start] == (long) length * bytes) {
            length++;
        }
        return length;
    }

    private int sameLength(int start) {
        int length = 1;
        while (start + length < count && distances[start + length] == distances[start]) {
            length++;
        }
        return length;
    }

    /** Whether all addresses are multiples of the access's size, if the first one is. */
    boolean isAligned() {
        return isAligned;
    }

    /** From the first address to the lowest; not above 0. */
    long least() {
        return least;
    }

    /** How many bytes lie from the lowest to the end of the highest; may have overflowed. */
    long bytes() {
        return most - least + bytes;
    }

    int runs() {
        return runs;
    }

    /** Whether the lanes of a run access one place; else they access places side by side. */
    boolean isSame(int run) {
        return areSame[run];
    }

    int lanes(int run) {
        return lengths[run];
    }

    /** From the first address to that of a run. */
    long distance(int run) {
        return distances[starts[run]];
    }

    /** The lane of a run, by its number in there. */
    int lane(int run, int number) {
        return lanes[starts[run] + number];
    }

    /** Fills in the addresses, of which this is the first; answers how many there are. */
    int addresses(long first, long[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = first + distances[i];
        }
        return count;
    }

    /** How many lanes there are. */
    int count() {
        return count;
    }

    /** Null where nobody said. */
    HintCounts.Figures figures(long key) {
        return figuresFor == key ? figures : null;
    }

    void setFigures(long key, HintCounts.Figures known) {
        figuresFor = key;
        figures = known;
    }

    @Override
    public String toString() {
        return "0x%08x %s".formatted(mask, Arrays.toString(Arrays.copyOf(distances, count)));
    }
}
