package io.xianka.diagnosis.doctor;

import io.xianka.diagnosis.Severity;
import io.xianka.diagnosis.doctor.Diagnosis.Consequence;
import io.xianka.diagnosis.errors.AdviceBasis;
import io.xianka.diagnosis.facts.MachineFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Judges facts about a machine, its own or another's. It is a function of the facts alone, and only of known ones: a fact
 * less is never a finding more.
 */
public final class Doctor {

    private Doctor() {}

    /** One cause that the doctor knows, for documents. */
    public record Cause(String rule, Severity severity, String what, String cause, AdviceBasis basis, String source) {}

    /** Every cause that the doctor knows. */
    public static List<Cause> causes() {
        return RuleTable.RULES.stream()
                .map(rule ->
                        new Cause(rule.id(), rule.severity(), rule.what(), rule.cause(), rule.basis(), rule.source()))
                .toList();
    }

    /** What is wrong with a machine; a root cause stands for what follows from it. */
    public static Diagnosis judge(MachineFacts facts) {
        Patient patient = Patient.of(facts);
        Map<String, Finding> found = new LinkedHashMap<>();
        for (Rule rule : RuleTable.RULES) {
            rule.judge(patient).ifPresent(finding -> found.put(rule.id(), finding));
        }
        List<Finding> roots = new ArrayList<>();
        List<Consequence> consequences = new ArrayList<>();
        for (Finding finding : found.values()) {
            explainer(finding.rule(), found)
                    .ifPresentOrElse(
                            root -> consequences.add(new Consequence(finding, root)), () -> roots.add(finding));
        }
        roots.sort(Comparator.comparing(Finding::severity));
        return new Diagnosis(roots, consequences);
    }

    private static Optional<String> explainer(String rule, Map<String, Finding> found) {
        return RuleTable.RULES.stream()
                .filter(other ->
                        found.containsKey(other.id()) && other.explains().contains(rule))
                .map(Rule::id)
                .findFirst();
    }
}
