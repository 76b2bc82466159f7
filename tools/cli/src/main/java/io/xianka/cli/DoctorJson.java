package io.xianka.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.diagnosis.compatibility.Verdict;
import io.xianka.diagnosis.doctor.Diagnosis;
import io.xianka.diagnosis.doctor.Finding;
import io.xianka.diagnosis.doctor.Trial;
import io.xianka.diagnosis.errors.Explanation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the doctor says, for programs. */
final class DoctorJson {
    private DoctorJson() {}

    /** {@code {"healthy", "findings": [...], "consequences": [...], "trial"}}; trial is null where none was run. */
    static ObjectNode of(Diagnosis diagnosis, Optional<Trial> trial, String failure) {
        var root = JsonNodeFactory.instance.objectNode();
        root.put(
                "healthy",
                diagnosis.isHealthy()
                        && failure == null
                        && trial.map(Trial::isRight).orElse(true));
        var findings = root.putArray("findings");
        diagnosis.findings().forEach(finding -> put(findings.addObject(), finding));
        var consequences = root.putArray("consequences");
        diagnosis.consequences().forEach(consequence -> {
            var node = consequences.addObject();
            put(node, consequence.finding());
            node.put("explained_by", consequence.explainedBy());
        });
        root.putNull("trial");
        trial.ifPresent(ran -> {
            var node = root.putObject("trial");
            node.put("device", ran.device());
            node.put("elements", ran.elements());
            node.put("wrong", ran.wrong());
            node.put("copy_bytes", ran.copyBytes());
            node.put("device_copy_bytes_per_second", ran.deviceBytesPerSecond());
            node.put("host_to_device_bytes_per_second", ran.hostBytesPerSecond());
        });
        if (failure != null) {
            root.put("trial_error", failure);
        }
        return root;
    }

    private static void put(ObjectNode node, Finding finding) {
        node.put("rule", finding.rule());
        node.put("severity", finding.severity().name().toLowerCase(Locale.ROOT));
        node.put("what", finding.what());
        var evidence = node.putArray("evidence");
        finding.evidence().forEach(evidence::add);
        node.put("cause", finding.cause());
        var fix = node.putArray("fix");
        finding.fix().forEach(fix::add);
        node.put("advice_basis", finding.basis().text());
        node.put("source", finding.source());
    }

    static ObjectNode of(List<Explanation> explanations) {
        var root = JsonNodeFactory.instance.objectNode();
        var list = root.putArray("errors");
        for (Explanation explanation : explanations) {
            var error = explanation.error();
            var node = list.addObject();
            node.put("api", error.api());
            node.put("name", error.name());
            if (error.code().isPresent()) {
                node.put("code", error.code().getAsInt());
            } else {
                node.putNull("code");
            }
            node.put("message", error.message());
            node.put("line", explanation.line());
            node.put("count", explanation.count());
            node.put("cause", explanation.cause());
            node.put("checks", error.checks());
            node.put("fix", explanation.fix());
            node.put("process_must_restart", error.processMustRestart());
            node.put("advice_basis", error.basis().text());
            node.put("source", error.source());
        }
        return root;
    }

    static ObjectNode of(Verdict verdict) {
        var root = JsonNodeFactory.instance.objectNode();
        root.put("answer", verdict.answer().map(DoctorJson::word).orElse(null));
        var reasons = root.putArray("reasons");
        for (Verdict.Reason reason : verdict.reasons()) {
            var node = reasons.addObject();
            node.put("answer", word(reason.answer()));
            node.put("text", reason.text());
            node.put("source", reason.source());
        }
        var steps = root.putArray("steps");
        verdict.steps().forEach(steps::add);
        return root;
    }

    private static String word(Verdict.Answer answer) {
        return answer.name().toLowerCase(Locale.ROOT);
    }
}
