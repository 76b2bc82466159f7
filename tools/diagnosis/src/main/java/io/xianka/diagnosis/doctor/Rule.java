package io.xianka.diagnosis.doctor;

import io.xianka.diagnosis.Severity;
import io.xianka.diagnosis.errors.AdviceBasis;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One cause that the doctor knows. It fires when its evidence is not empty. Evidence is drawn from known facts only, and
 * only from what they say, never from a fact's being unknown: so a fact less is never a finding more.
 *
 * @param id as {@code --json} names it
 * @param what is wrong, in one line
 * @param evidence the facts that show it; empty when it does not apply
 * @param explains rules whose findings are consequences of this one
 */
record Rule(
        String id,
        Severity severity,
        String what,
        String cause,
        AdviceBasis basis,
        String source,
        Function<Patient, List<String>> evidence,
        Function<Patient, List<String>> fix,
        Set<String> explains) {

    Optional<Finding> judge(Patient patient) {
        List<String> found = evidence.apply(patient);
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(new Finding(id, severity, what, found, cause, fix.apply(patient), basis, source));
    }

    static Builder error(String id, String what) {
        return new Builder(id, Severity.ERROR, what);
    }

    static Builder warning(String id, String what) {
        return new Builder(id, Severity.WARNING, what);
    }

    static Builder note(String id, String what) {
        return new Builder(id, Severity.NOTE, what);
    }

    /** A rule being written: when, why, what to do, and who says so. */
    static final class Builder {
        private final String id;
        private final Severity severity;
        private final String what;
        private Function<Patient, List<String>> evidence = _ -> List.of();
        private String cause = "";
        private Function<Patient, List<String>> fix = _ -> List.of();
        private Set<String> explains = Set.of();

        private Builder(String id, Severity severity, String what) {
            this.id = id;
            this.severity = severity;
            this.what = what;
        }

        Builder when(Function<Patient, List<String>> shows) {
            evidence = shows;
            return this;
        }

        Builder because(String why) {
            cause = why;
            return this;
        }

        Builder fix(Function<Patient, List<String>> steps) {
            fix = steps;
            return this;
        }

        Builder fix(String... steps) {
            return fix(_ -> List.of(steps));
        }

        Builder explains(String... rules) {
            explains = Set.of(rules);
            return this;
        }

        Builder explains(Set<String> rules) {
            explains = rules;
            return this;
        }

        /** The source establishes cause and fix. */
        Rule cited(String source) {
            return build(AdviceBasis.CITED, source);
        }

        /** The source establishes what it means; part of the advice is practice. */
        Rule citedInPart(String source) {
            return build(AdviceBasis.CITED_IN_PART, source);
        }

        /** Practice; the source only names the thing. */
        Rule practice(String source) {
            return build(AdviceBasis.GENERAL, source);
        }

        private Rule build(AdviceBasis basis, String source) {
            return new Rule(id, severity, what, cause, basis, source, evidence, fix, explains);
        }
    }
}
