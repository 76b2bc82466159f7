package io.xianka.emulator.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The findings of a device, by kind and line, in {@link FindingOrder}. Safe for use by several threads. */
final class FindingLog {
    /** Distinct findings beyond these are not even remembered. */
    private static final int MOST_REMEMBERED = 1 << 14;

    private final int most;
    private final Map<Key, Entry> entries = new HashMap<>();
    private long forgotten;

    private record Key(
            FindingKind kind, Space space, String kernel, String file, int line, int earlierLine, long apart) {}

    /** A finding that is counted on. */
    static final class Entry {
        private Finding shown;
        private FindingOrder shownOrder;
        private FindingOrder order;
        private long count;

        private Entry(Finding first, FindingOrder order) {
            this.shown = first;
            this.shownOrder = order;
            this.order = order;
        }

        private void add(Finding finding, FindingOrder at) {
            boolean isClearer = isClearer(finding, shown);
            if (isClearer || (!isClearer(shown, finding) && at.compareTo(shownOrder) < 0)) {
                shown = finding;
                shownOrder = at;
            }
            if (at.compareTo(order) < 0) {
                order = at;
            }
        }
    }

    FindingLog(int most) {
        this.most = most;
    }

    /**
     * Notes a finding; the same kind at the same line is counted.
     *
     * @return what to {@link #count} the next time; null where no more are remembered
     */
    synchronized Entry add(Finding finding, FindingOrder order) {
        SourcePlace place = finding.place();
        SourcePlace earlier = finding.earlier() == null
                ? SourcePlace.UNKNOWN
                : finding.earlier().place();
        boolean hasLine = place.line() > 0;
        // What has no line at all, such as a leak, is told apart by its address.
        long apart = hasLine || place.ptxLine() > 0 ? 0 : finding.address();
        Key key = new Key(
                finding.kind(),
                finding.space(),
                finding.kernel(),
                place.file(),
                hasLine ? place.line() : -place.ptxLine(),
                hasLine ? earlier.line() : -earlier.ptxLine(),
                apart);
        Entry known = entries.get(key);
        if (known == null) {
            if (entries.size() >= MOST_REMEMBERED) {
                forgotten++;
                return null;
            }
            known = new Entry(finding, order);
            entries.put(key, known);
        } else {
            known.add(finding, order);
        }
        known.count += finding.count();
        return known;
    }

    /** Notes all that another log has. */
    void addAll(FindingLog other) {
        synchronized (other) {
            other.entries.forEach(this::add);
            addForgotten(other.forgotten);
        }
    }

    private synchronized void addForgotten(long more) {
        forgotten += more;
    }

    private synchronized void add(Key key, Entry found) {
        Entry known = entries.get(key);
        if (known == null && entries.size() >= MOST_REMEMBERED) {
            forgotten++;
            return;
        }
        if (known == null) {
            known = new Entry(found.shown, found.shownOrder);
            entries.put(key, known);
        } else {
            known.add(found.shown, found.shownOrder);
        }
        if (found.order.compareTo(known.order) < 0) {
            known.order = found.order;
        }
        known.count += found.count;
    }

    /** A read of what was written says more of a race within one line than what else happens there. */
    private static boolean isClearer(Finding finding, Finding known) {
        return finding.earlier() != null
                && finding.earlier().hazard() == Hazard.RAW
                && known.earlier().hazard() != Hazard.RAW;
    }

    /** Counts one more, of an entry that may be null. */
    synchronized void count(Entry entry) {
        if (entry != null) {
            entry.count++;
        }
    }

    synchronized List<Finding> findings() {
        List<Entry> inOrder = new ArrayList<>(entries.values());
        inOrder.sort(Comparator.comparing(entry -> entry.order));
        List<Finding> all = new ArrayList<>();
        for (Entry entry : inOrder.subList(0, Math.min(most, inOrder.size()))) {
            Finding f = entry.shown;
            all.add(new Finding(
                    f.kind(),
                    f.space(),
                    f.access(),
                    f.size(),
                    f.address(),
                    f.place(),
                    f.earlier(),
                    f.kernel(),
                    f.thread(),
                    f.nearest(),
                    f.message(),
                    entry.count));
        }
        return all;
    }

    synchronized long omitted() {
        return Math.max(0, entries.size() - most) + forgotten;
    }
}
