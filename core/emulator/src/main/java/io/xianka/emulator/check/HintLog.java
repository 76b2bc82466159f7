package io.xianka.emulator.check;

import io.xianka.emulator.machine.WatchPoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Adds up what launches cost, by kernel and line, and says what is worth saying. Safe for use by several threads. */
final class HintLog {
    /** Of what is fetched, a fifth must be in vain. */
    private static final double WORTH_SAYING = 0.2;

    private static final double LOW_EFFICIENCY = 0.9;
    private static final int FEW_REQUESTS = 4;

    private final Map<Key, Sum> sums = new TreeMap<>();

    private record Key(String kernel, String file, int line, int ptxLine, HintKind kind) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int order = kernel.compareTo(other.kernel);
            order = order != 0 ? order : file.compareTo(other.file);
            order = order != 0 ? order : Integer.compare(line, other.line);
            order = order != 0 ? order : Integer.compare(ptxLine, other.ptxLine);
            return order != 0 ? order : kind.compareTo(other.kind);
        }
    }

    private static final class Sum {
        private final SourcePlace place;
        private long requests;
        private long actual;
        private long ideal;
        private long usedBytes;
        private int worst;

        Sum(SourcePlace place) {
            this.place = place;
        }
    }

    synchronized void add(String kernel, HintCounts counts, IntFunction<SourcePlace> places) {
        counts.settle();
        for (int i = 0; i < counts.points(); i++) {
            HintCounts.Requests requests = counts.requests(i);
            if (requests != null && requests.requests > 0) {
                add(kernel, counts.point(i), requests, places.apply(i));
            }
            if (counts.branches(i) > 0) {
                Sum sum = sum(kernel, places.apply(i), HintKind.DIVERGENT_BRANCH);
                sum.requests += counts.branches(i);
                sum.actual += counts.divergent(i);
            }
        }
    }

    private void add(String kernel, WatchPoint point, HintCounts.Requests requests, SourcePlace place) {
        HintKind kind = switch (requests.space) {
            case GLOBAL ->
                point.kind() == WatchPoint.Kind.READ ? HintKind.UNCOALESCED_LOAD : HintKind.UNCOALESCED_STORE;
            case SHARED -> HintKind.BANK_CONFLICT;
            case LOCAL -> HintKind.LOCAL_TRAFFIC;
            case CONSTANT, PARAMETER -> null;
        };
        boolean isAtomic = point.kind() == WatchPoint.Kind.ATOMIC || point.kind() == WatchPoint.Kind.MEETING;
        if (kind == null || isAtomic) {
            return;
        }
        Sum sum = sum(kernel, place, kind);
        sum.requests += requests.requests;
        boolean isShared = kind == HintKind.BANK_CONFLICT;
        sum.actual += isShared ? requests.wavefronts : requests.sectors;
        sum.ideal += isShared ? requests.idealWavefronts : requests.idealSectors;
        sum.usedBytes += kind == HintKind.LOCAL_TRAFFIC ? requests.threads * requests.bytes : requests.usedBytes;
        sum.worst = Math.max(sum.worst, requests.worstWays);
    }

    private Sum sum(String kernel, SourcePlace place, HintKind kind) {
        Key key = new Key(
                kernel,
                place.file() == null ? "" : place.file(),
                place.line(),
                place.line() > 0 ? 0 : place.ptxLine(),
                kind);
        return sums.computeIfAbsent(key, _ -> new Sum(place));
    }

    synchronized List<Hint> hints() {
        List<Hint> hints = new ArrayList<>();
        sums.forEach((key, sum) -> {
            Hint hint = hint(key, sum);
            if (hint != null) {
                hints.add(hint);
            }
        });
        return hints;
    }

    private static Hint hint(Key key, Sum sum) {
        Map<String, Double> figures = new LinkedHashMap<>();
        long excess = sum.actual - sum.ideal;
        String message;
        switch (key.kind) {
            case UNCOALESCED_LOAD, UNCOALESCED_STORE -> {
                if (sum.requests < FEW_REQUESTS || excess < sum.actual * WORTH_SAYING) {
                    return null;
                }
                double perRequest = (double) sum.actual / sum.requests;
                double used = (double) sum.usedBytes / sum.actual;
                figures.put("requests", (double) sum.requests);
                figures.put("sectors", (double) sum.actual);
                figures.put("idealSectors", (double) sum.ideal);
                figures.put("excessSectors", (double) excess);
                figures.put("sectorsPerRequest", perRequest);
                figures.put("bytesUsedPerSector", used);
                message = format(
                        "uncoalesced global %s: %d excessive sectors (%.0f%% of %d); %.1f sectors/request,"
                                + " %.1f of 32 bytes used per sector",
                        key.kind == HintKind.UNCOALESCED_LOAD ? "loads" : "stores",
                        excess,
                        100.0 * excess / sum.actual,
                        sum.actual,
                        perRequest,
                        used);
            }
            case BANK_CONFLICT -> {
                if (excess < sum.actual * WORTH_SAYING) {
                    return null;
                }
                figures.put("requests", (double) sum.requests);
                figures.put("wavefronts", (double) sum.actual);
                figures.put("excessWavefronts", (double) excess);
                figures.put("ways", (double) sum.worst);
                message = format(
                        "shared memory bank conflicts: up to %d-way; %d excessive wavefronts (%.0f%% of %d) in %d requests",
                        sum.worst, excess, 100.0 * excess / sum.actual, sum.actual, sum.requests);
            }
            case DIVERGENT_BRANCH -> {
                double efficiency = 1 - (double) sum.actual / sum.requests;
                if (efficiency >= LOW_EFFICIENCY || sum.requests < FEW_REQUESTS) {
                    return null;
                }
                figures.put("branches", (double) sum.requests);
                figures.put("divergentBranches", (double) sum.actual);
                figures.put("branchEfficiencyPercent", 100 * efficiency);
                message = format(
                        "branch efficiency %.1f%%: %d divergent branches of %d",
                        100 * efficiency, sum.actual, sum.requests);
            }
            case LOCAL_TRAFFIC -> {
                figures.put("requests", (double) sum.requests);
                figures.put("sectors", (double) sum.actual);
                figures.put("bytes", (double) sum.usedBytes);
                message = format(
                        "local memory: %d requests, %d sectors, %d bytes", sum.requests, sum.actual, sum.usedBytes);
            }
            default -> throw new AssertionError(key.kind);
        }
        return new Hint(key.kind, sum.place, key.kernel, message, figures);
    }

    private static String format(String pattern, Object... figures) {
        return String.format(Locale.ROOT, pattern, figures);
    }
}
