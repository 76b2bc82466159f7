package io.xianka.diagnosis.doctor;

import io.xianka.diagnosis.Severity;
import java.util.List;

/**
 * What the doctor found.
 *
 * @param findings root causes, worst first
 * @param consequences what also is wrong, but only because of one of the findings
 */
public record Diagnosis(List<Finding> findings, List<Consequence> consequences) {

    /** A finding that another explains. */
    public record Consequence(Finding finding, String explainedBy) {}

    public Diagnosis {
        findings = List.copyOf(findings);
        consequences = List.copyOf(consequences);
    }

    /** Whether nothing is wrong; notes do not count. */
    public boolean isHealthy() {
        return findings.stream().allMatch(finding -> finding.severity() == Severity.NOTE);
    }
}
