package io.xianka.emulator.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The findings of a device, by kind and line. Safe for use by several threads. */
final class FindingLog {
    private final int most;
    private final Map<Key, Entry> entries = new LinkedHashMap<>();
    private long omitted;

    private record Key(
            FindingKind kind, Space space, String kernel, String file, int line, int earlierLine, long apart) {}

    /** A finding that is counted on. */
    static final class Entry {
        private Finding first;
        private long count;

        private Entry(Finding first) {
            this.first = first;
        }

        Finding first() {
            return first;
        }
    }

    FindingLog(int most) {
        this.most = most;
    }

    /**
     * Notes a finding; the same kind at the same line is counted.
     *
     * @return what to {@link #count} the next time; null where no more are kept
     */
    synchronized Entry add(Finding finding) {
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
            if (entries.size() >= most) {
                omitted++;
                return null;
            }
            known = new Entry(finding);
            entries.put(key, known);
        } else if (isClearer(finding, known.first)) {
            known.first = finding;
        }
        known.count += finding.count();
        return known;
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
        List<Finding> all = new ArrayList<>(entries.size());
        for (Entry entry : entries.values()) {
            Finding f = entry.first;
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
        return omitted;
    }
}
