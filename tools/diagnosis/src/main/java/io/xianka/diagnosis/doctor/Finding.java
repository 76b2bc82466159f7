package io.xianka.diagnosis.doctor;

import io.xianka.diagnosis.Severity;
import io.xianka.diagnosis.errors.AdviceBasis;
import java.util.List;

/**
 * What is wrong with a machine.
 *
 * @param rule the rule that found it: {@code nouveau-loaded}
 * @param what is wrong, in one line
 * @param evidence the facts that show it, at least one
 * @param cause why it is so
 * @param fix what to do, in order; most lines are commands for this machine's distribution
 * @param basis of the advice
 * @param source title of what can be looked up
 */
public record Finding(
        String rule,
        Severity severity,
        String what,
        List<String> evidence,
        String cause,
        List<String> fix,
        AdviceBasis basis,
        String source) {

    public Finding {
        evidence = List.copyOf(evidence);
        fix = List.copyOf(fix);
    }
}
