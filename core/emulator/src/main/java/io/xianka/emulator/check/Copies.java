package io.xianka.emulator.check;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;

/** The asynchronous copies of a thread, by times of its block: those of a group were begun up to some time, and a wait ended them. */
final class Copies {
    /** The last times of groups that nobody waited for, oldest first. */
    private final ArrayDeque<Integer> groups = new ArrayDeque<>();

    /** When copies that were begun up to a time were waited for. */
    private final TreeMap<Integer, Integer> ends = new TreeMap<>();

    /** What was begun up to now is a group. */
    void group(int now) {
        groups.add(now);
    }

    /**
     * Waits for all groups but the last ones; for all copies where {@code left} is negative.
     *
     * @param forgotten waits up to this time are ordered before all that will be asked for
     * @return whether any are over by that
     */
    boolean await(int left, int now, int forgotten) {
        int begun = left < 0 ? now : -1;
        while (groups.size() > Math.max(0, left)) {
            begun = Math.max(begun, groups.poll());
        }
        if (begun < 0) {
            return false;
        }
        ends.put(begun, now);
        // What an earlier wait ended is then answered by a later one.
        while (ends.size() > 1 && ends.higherEntry(ends.firstKey()).getValue() <= forgotten) {
            ends.pollFirstEntry();
        }
        return true;
    }

    /** When a copy that was begun at this time was waited for; -1 if it was not. */
    int endOf(int begun) {
        Map.Entry<Integer, Integer> end = ends.ceilingEntry(begun);
        return end == null ? -1 : end.getValue();
    }
}
