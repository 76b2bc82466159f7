package io.xianka.emulator.check;

import java.util.List;

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
}
