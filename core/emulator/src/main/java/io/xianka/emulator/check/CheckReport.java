package io.xianka.emulator.check;

import java.util.List;
import java.util.function.Function;

/**
 * What a checked device found so far.
 *
 * @param findings in the order in which they were first seen; the same in every run
 * @param omitted how many distinct findings came after {@link CheckSettings#mostFindings} were kept
 * @param hints by kernel and line
 */
public record CheckReport(List<Finding> findings, long omitted, List<Hint> hints) {
    public CheckReport {
        findings = List.copyOf(findings);
        hints = List.copyOf(hints);
    }

    /** Whether nothing is wrong. Hints are no findings. */
    public boolean isClean() {
        return findings.isEmpty();
    }

    /** How often something was wrong, summed over the findings. */
    public long errors() {
        return findings.stream().mapToLong(Finding::count).sum();
    }

    /** The report as lines, in compute-sanitizer's order and words. */
    public String text() {
        return text(place -> null);
    }

    /**
     * The same with the lines of source that it speaks of.
     *
     * @param sourceLine the text of a line; null where there is none
     */
    public String text(Function<SourcePlace, String> sourceLine) {
        return ReportText.of(this, sourceLine);
    }
}
