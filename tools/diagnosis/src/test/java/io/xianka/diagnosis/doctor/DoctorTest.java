package io.xianka.diagnosis.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.Severity;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DoctorTest {

    static List<FixtureReport> healthy() {
        return FixtureReport.healthy();
    }

    static List<FixtureReport> sick() {
        return FixtureReport.sick();
    }

    @ParameterizedTest
    @MethodSource("healthy")
    void aHealthyMachineHasNoFindings(FixtureReport fixture) {
        var diagnosis = Doctor.judge(fixture.facts());
        assertEquals(List.of(), diagnosis.findings());
        assertEquals(List.of(), diagnosis.consequences());
        assertTrue(diagnosis.isHealthy());
    }

    @ParameterizedTest
    @MethodSource("sick")
    void aSickMachineHasTheFindingExpectedAndNoOther(FixtureReport fixture) {
        var diagnosis = Doctor.judge(fixture.facts());
        assertEquals(
                new TreeSet<>(fixture.expected()),
                diagnosis.findings().stream().map(Finding::rule).collect(Collectors.toCollection(TreeSet::new)),
                () -> fixture.name() + ": " + diagnosis);
        var explained = diagnosis.consequences().stream()
                .map(consequence -> consequence.finding().rule())
                .collect(Collectors.toSet());
        assertTrue(
                explained.containsAll(fixture.explained()),
                () -> fixture.name() + ": expected as consequences " + fixture.explained() + ", there are "
                        + explained);
    }

    @ParameterizedTest
    @MethodSource("sick")
    void aFindingSaysWhatWhyAndWhatToDo(FixtureReport fixture) {
        for (var finding : Doctor.judge(fixture.facts()).findings()) {
            assertFalse(finding.what().isBlank() || finding.what().contains("\n"), finding.rule());
            assertFalse(finding.cause().isBlank() || finding.source().isBlank(), finding.rule());
            assertFalse(finding.evidence().isEmpty() || finding.fix().isEmpty(), finding.rule() + ": " + finding);
            for (String line : finding.evidence()) {
                assertFalse(
                        line.contains("unknown_because") || line.contains("Optional"), finding.rule() + ": " + line);
            }
            for (String line : finding.fix()) {
                assertFalse(
                        line.isBlank() || line.contains("null") || line.contains("Optional"),
                        finding.rule() + ": " + line);
            }
        }
    }

    @Test
    void everyRuleHasAReportThatItFindsTheCauseOf() {
        Set<String> covered =
                sick().stream().flatMap(fixture -> fixture.expected().stream()).collect(Collectors.toSet());
        Set<String> missing = new TreeSet<>();
        RuleTable.RULES.stream()
                .map(Rule::id)
                .filter(id -> !covered.contains(id))
                .forEach(missing::add);
        assertEquals(Set.of(), missing);
        assertTrue(RuleTable.RULES.size() >= 45, "rules: " + RuleTable.RULES.size());
    }

    @Test
    void rulesAreTableRowsThatAgree() {
        Set<String> ids = new HashSet<>();
        for (Rule rule : RuleTable.RULES) {
            assertTrue(rule.id().matches("[a-z0-9-]+") && ids.add(rule.id()), rule.id());
            assertFalse(rule.cause().isBlank() || rule.source().isBlank(), rule.id());
            assertTrue(
                    rule.what().length() <= 100, rule.id() + ": " + rule.what().length() + " characters");
        }
        for (Rule rule : RuleTable.RULES) {
            assertTrue(ids.containsAll(rule.explains()), () -> rule.id() + " explains " + rule.explains());
            assertFalse(rule.explains().contains(rule.id()), rule.id() + " explains itself");
            for (Rule other : RuleTable.RULES) {
                assertFalse(
                        rule.explains().contains(other.id()) && other.explains().contains(rule.id()),
                        rule.id() + " and " + other.id() + " explain each other");
            }
        }
    }

    @Test
    void noFixtureContradictsItself() {
        for (var fixture : FixtureReport.all()) {
            assertEquals(List.of(), Contradictions.of(fixture.facts()), fixture.name());
        }
    }

    @Test
    void notesLeaveAMachineHealthy() {
        var diagnosis = Doctor.judge(sick().stream()
                .filter(fixture -> fixture.name().equals("jit-cache-disabled"))
                .findFirst()
                .orElseThrow()
                .facts());
        assertEquals(Severity.NOTE, diagnosis.findings().getFirst().severity());
        assertTrue(diagnosis.isHealthy());
    }
}
