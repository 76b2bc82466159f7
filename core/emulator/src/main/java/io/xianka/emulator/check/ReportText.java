package io.xianka.emulator.check;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A report as lines, in the order and the words of NVIDIA's compute-sanitizer, so that its readers know where to look. */
final class ReportText {
    private static final String PREFIX = "=========";

    /** The command's own lines tell its user nothing. */
    private static final String OWN_COMMAND = "io.xianka.cli.";

    private static final String INDENT = PREFIX + "     ";

    private final StringBuilder out = new StringBuilder();
    private final Function<SourcePlace, String> sourceLine;

    private ReportText(Function<SourcePlace, String> sourceLine) {
        this.sourceLine = sourceLine;
    }

    static String of(CheckReport report, Function<SourcePlace, String> sourceLine) {
        var text = new ReportText(sourceLine);
        text.line(PREFIX + " XIANKA CHECK");
        for (Finding finding : report.findings()) {
            text.finding(finding);
        }
        if (!report.hints().isEmpty()) {
            text.hints(report.hints());
        }
        text.summary(report);
        return text.out.toString();
    }

    private void finding(Finding finding) {
        line(PREFIX + " " + title(finding));
        if (finding.kind() == FindingKind.RACE) {
            race(finding);
        } else {
            if (finding.kernel() != null) {
                place("at " + where(finding.kernel(), finding.place()), finding.place());
            }
            if (finding.thread() != null) {
                line(INDENT + "by " + finding.thread());
            }
            address(finding);
        }
        if (isExplained(finding.kind())) {
            line(INDENT + finding.message());
        }
        if (finding.count() > 1 && finding.kind() != FindingKind.RACE) {
            line(INDENT + String.format(Locale.ROOT, "seen %,d times, described once", finding.count()));
        }
        line(PREFIX);
    }

    private static String title(Finding finding) {
        return switch (finding.kind()) {
            case OUT_OF_BOUNDS, MISALIGNED, USE_AFTER_FREE -> "Invalid " + accessed(finding);
            case FOREIGN_LOCAL -> "Invalid " + accessed(finding) + " of another thread";
            case DOUBLE_FREE -> "Invalid free: the memory is free already";
            case INVALID_FREE -> "Invalid free: not what an allocation gave";
            case LEAK -> String.format(Locale.ROOT, "Leaked %,d bytes at 0x%x", finding.size(), finding.address());
            case UNINITIALISED ->
                String.format(
                        Locale.ROOT,
                        "Uninitialized __%s__ memory read of size %d byte%s",
                        finding.space().text(),
                        finding.size(),
                        finding.size() == 1 ? "" : "s");
            case RACE ->
                "Error: Race reported between " + capital(finding.earlier().access()) + " access and "
                        + capital(finding.access()) + " access";
            case BARRIER -> "Barrier error detected. Divergent thread(s) in block";
            case MASK -> "Barrier error detected. Invalid mask";
            case ARITHMETIC -> "Arithmetic error detected";
        };
    }

    private static String accessed(Finding finding) {
        return String.format(
                Locale.ROOT,
                "__%s__ %s of size %d byte%s",
                finding.space().text(),
                finding.access().text(),
                finding.size(),
                finding.size() == 1 ? "" : "s");
    }

    private static String capital(Access access) {
        String text = access.text();
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private void race(Finding finding) {
        var earlier = finding.earlier();
        place(
                capital(earlier.access()) + " access at " + where(finding.kernel(), earlier.place()) + " by "
                        + earlier.thread(),
                earlier.place());
        place(
                "and " + capital(finding.access()) + " access at " + where(finding.kernel(), finding.place()) + " by "
                        + finding.thread(),
                finding.place());
        line(INDENT
                + String.format(
                        Locale.ROOT,
                        "%s hazard in __%s__ memory [%,d hazard%s]",
                        earlier.hazard(),
                        finding.space().text(),
                        finding.count(),
                        finding.count() == 1 ? "" : "s"));
        nearest(finding.nearest(), String.format(Locale.ROOT, "Address 0x%x is", finding.address()));
    }

    private void address(Finding finding) {
        String access = String.format(Locale.ROOT, "Access to 0x%x ", finding.address());
        switch (finding.kind()) {
            case OUT_OF_BOUNDS -> {
                line(INDENT
                        + access
                        + (MemoryFaults.isNull(finding.address()) ? "is by a null pointer" : "is out of bounds"));
                nearest(finding.nearest(), "and is");
            }
            case MISALIGNED -> {
                line(INDENT + access + "is misaligned");
                nearest(finding.nearest(), "and is");
            }
            case USE_AFTER_FREE -> {
                line(INDENT + access + "is to memory that was freed");
                nearest(finding.nearest(), "and is");
            }
            case FOREIGN_LOCAL, UNINITIALISED -> {
                line(INDENT + access.strip());
                nearest(finding.nearest(), "and is");
            }
            case DOUBLE_FREE, INVALID_FREE ->
                nearest(finding.nearest(), String.format(Locale.ROOT, "Address 0x%x is", finding.address()));
            case LEAK -> sites(finding.nearest());
            case RACE, BARRIER, MASK, ARITHMETIC -> {}
        }
    }

    /** Where the title and the address do not say it all already. */
    private static boolean isExplained(FindingKind kind) {
        return switch (kind) {
            case BARRIER, MASK, ARITHMETIC, FOREIGN_LOCAL, INVALID_FREE -> true;
            case OUT_OF_BOUNDS, MISALIGNED, USE_AFTER_FREE, DOUBLE_FREE, LEAK, UNINITIALISED, RACE -> false;
        };
    }

    private void nearest(Nearest nearest, String verb) {
        if (nearest == null) {
            return;
        }
        boolean variable = nearest.space() != Space.GLOBAL;
        String what = (variable ? "variable" : "allocation")
                + (nearest.name() == null ? "" : " '" + nearest.name() + "'")
                + String.format(Locale.ROOT, " at 0x%x of size %,d bytes", nearest.address(), nearest.bytes());
        String relation = switch (nearest.relation()) {
            case BEFORE -> bytes(nearest.distanceBytes()) + " before the nearest ";
            case AFTER -> bytes(nearest.distanceBytes() + 1) + " after the nearest ";
            case INSIDE -> bytes(nearest.distanceBytes()) + " inside the ";
        };
        line(INDENT + verb + " " + relation + what);
        sites(nearest);
    }

    private void sites(Nearest nearest) {
        if (nearest.allocatedAt() != null && !nearest.allocatedAt().contains(OWN_COMMAND)) {
            line(INDENT + "allocated at " + nearest.allocatedAt());
        }
        if (nearest.freedAt() != null && !nearest.freedAt().contains(OWN_COMMAND)) {
            line(INDENT + "freed at " + nearest.freedAt());
        }
    }

    private static String bytes(long count) {
        return String.format(Locale.ROOT, count == 1 ? "%,d byte" : "%,d bytes", count);
    }

    private static String where(String kernel, SourcePlace place) {
        return place.line() > 0 || place.ptxLine() > 0 ? kernel + " in " + place : kernel;
    }

    private void place(String text, SourcePlace place) {
        line(INDENT + text);
        String source = sourceLine.apply(place);
        if (source != null && !source.isBlank()) {
            line(INDENT + String.format(Locale.ROOT, "%5d | %s", place.line(), source.strip()));
        }
    }

    private void hints(List<Hint> hints) {
        line(PREFIX + " Performance hints, no errors");
        for (Hint hint : hints) {
            place("at " + where(hint.kernel(), hint.place()) + ": " + hint.message(), hint.place());
        }
        line(PREFIX);
    }

    private void summary(CheckReport report) {
        long leakedBytes = 0;
        long leaks = 0;
        for (Finding finding : report.findings()) {
            if (finding.kind() == FindingKind.LEAK) {
                leakedBytes += Math.multiplyExact((long) finding.size(), finding.count());
                leaks += finding.count();
            }
        }
        if (leaks > 0) {
            line(PREFIX
                    + String.format(
                            Locale.ROOT, " LEAK SUMMARY: %,d bytes leaked in %,d allocations", leakedBytes, leaks));
        }
        if (report.omitted() > 0) {
            line(PREFIX + String.format(Locale.ROOT, " %,d more distinct findings were not kept", report.omitted()));
        }
        int distinct = report.findings().size();
        if (distinct == 0) {
            line(PREFIX + " ERROR SUMMARY: 0 errors");
            return;
        }
        line(PREFIX
                + String.format(
                        Locale.ROOT,
                        " ERROR SUMMARY: %,d error%s at %,d place%s",
                        report.errors(),
                        report.errors() == 1 ? "" : "s",
                        distinct,
                        distinct == 1 ? "" : "s"));
    }

    private void line(String text) {
        out.append(text.stripTrailing()).append('\n');
    }
}
