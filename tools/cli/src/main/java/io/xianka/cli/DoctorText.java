package io.xianka.cli;

import io.xianka.diagnosis.Severity;
import io.xianka.diagnosis.advise.GpuCatalogue;
import io.xianka.diagnosis.compatibility.Verdict;
import io.xianka.diagnosis.doctor.Diagnosis;
import io.xianka.diagnosis.doctor.Finding;
import io.xianka.diagnosis.doctor.Trial;
import io.xianka.diagnosis.errors.AdviceBasis;
import io.xianka.diagnosis.errors.Explanation;
import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.Gpu;
import io.xianka.diagnosis.facts.MachineFacts;
import io.xianka.diagnosis.facts.Platform;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What the doctor says, in lines for people. */
final class DoctorText {
    private static final int LABEL_WIDTH = 8;

    private final List<String> lines = new ArrayList<>();

    private DoctorText() {}

    // ------------------------------------------------------------------ a machine

    static List<String> diagnosis(MachineFacts facts, Diagnosis diagnosis) {
        var text = new DoctorText();
        text.lines.add(machine(facts));
        text.notLookedAt(facts);
        for (Finding finding : diagnosis.findings()) {
            text.finding(finding, diagnosis);
        }
        text.lines.add("");
        text.lines.add(summary(diagnosis));
        return text.lines;
    }

    /** {@code 2 problems, 1 note}, or that nothing is wrong. */
    static String summary(Diagnosis diagnosis) {
        long notes = diagnosis.findings().stream()
                .filter(finding -> finding.severity() == Severity.NOTE)
                .count();
        long problems = diagnosis.findings().size() - notes;
        String healthy = problems == 0 ? Messages.of("doctor.healthy") : Messages.of("doctor.problems", problems);
        return notes == 0 ? healthy : healthy + Messages.of("doctor.notes", notes);
    }

    private static String machine(MachineFacts facts) {
        List<String> parts = new ArrayList<>();
        facts.platform()
                .jetson()
                .orElse(Optional.empty())
                .map(Platform.Jetson::model)
                .ifPresent(parts::add);
        facts.platform().distribution().map(Platform.Distribution::name).known().ifPresent(parts::add);
        facts.platform()
                .wsl()
                .orElse(Optional.empty())
                .map(wsl -> "WSL " + wsl.version())
                .ifPresent(parts::add);
        facts.platform()
                .container()
                .orElse(Optional.empty())
                .map(container -> Messages.of("info.container", container.kind()))
                .ifPresent(parts::add);
        facts.platform()
                .kernelRelease()
                .map(release -> Messages.of("info.kernel", release))
                .known()
                .ifPresent(parts::add);
        facts.nvml()
                .driverVersion()
                .known()
                .or(() -> facts.modules().nvidiaVersion().orElse(Optional.empty()))
                .map(version -> Messages.of("doctor.driver.version", version))
                .ifPresent(parts::add);
        Map<String, Long> cards = facts.gpus().orElse(List.of()).stream()
                .flatMap(gpu -> gpu.name().known().stream())
                .collect(Collectors.groupingBy(name -> name, LinkedHashMap::new, Collectors.counting()));
        cards.forEach((name, count) -> parts.add(count == 1 ? name : count + " x " + name));
        return String.join(", ", parts);
    }

    /** What a finding may hide behind: facts that matter most and could not be read. */
    private void notLookedAt(MachineFacts facts) {
        unread(Messages.of("doctor.unread.log"), facts.kernelLog());
        unread(Messages.of("doctor.unread.modules"), facts.modules().loaded());
        unread(Messages.of("doctor.unread.bus"), facts.pciDevices());
        unread(Messages.of("doctor.unread.nodes"), facts.nodes());
    }

    private void unread(String what, Fact<?> fact) {
        fact.whyUnknown().ifPresent(reason -> lines.add(Messages.of("doctor.unread", what, reason)));
    }

    private void finding(Finding finding, Diagnosis diagnosis) {
        lines.add("");
        lines.add(switch (finding.severity()) {
                    case ERROR -> Messages.of("doctor.severity.error");
                    case WARNING -> Messages.of("doctor.severity.warning");
                    case NOTE -> Messages.of("doctor.severity.note");
                }
                + ": " + finding.what() + "  [" + finding.rule() + "]");
        labelled("doctor.label.seen", finding.evidence());
        labelled("doctor.label.cause", List.of(finding.cause()));
        labelled("doctor.label.fix", finding.fix());
        labelled("doctor.label.source", List.of(source(finding.source(), finding.basis())));
        String explained = diagnosis.consequences().stream()
                .filter(consequence -> consequence.explainedBy().equals(finding.rule()))
                .map(consequence -> consequence.finding().what())
                .collect(Collectors.joining("; "));
        if (!explained.isEmpty()) {
            labelled("doctor.label.explains", List.of(explained));
        }
    }

    private static String source(String source, AdviceBasis basis) {
        return source
                + switch (basis) {
                    case CITED -> "";
                    case CITED_IN_PART -> Messages.of("doctor.basis.part");
                    case GENERAL -> Messages.of("doctor.basis.general");
                };
    }

    private void labelled(String key, List<String> values) {
        String label = Messages.of(key);
        for (String value : values) {
            lines.add("  " + label + " ".repeat(Math.max(1, LABEL_WIDTH - width(label))) + value);
            label = "";
        }
    }

    /** Columns of a terminal: Chinese characters take two. */
    private static int width(String text) {
        return text.codePoints().map(c -> c > 0x2E7F ? 2 : 1).sum();
    }

    static List<String> trial(MachineFacts facts, Trial trial) {
        List<String> lines = new ArrayList<>();
        lines.add(Messages.of(
                trial.isRight() ? "doctor.trial.kernel" : "doctor.trial.wrong",
                trial.device(),
                trial.elements(),
                trial.wrong()));
        OptionalDouble published = facts.gpus().orElse(List.of()).stream()
                .findFirst()
                .flatMap(gpu -> gpu.name().known().flatMap(name -> catalogued(gpu, name)))
                .map(OptionalDouble::of)
                .orElseGet(OptionalDouble::empty);
        double gigabytes = trial.deviceBytesPerSecond() / 1e9;
        String share = published.isPresent()
                ? Messages.of(
                        "doctor.trial.share",
                        rounded(100 * gigabytes / published.getAsDouble()),
                        rounded(published.getAsDouble()))
                : "";
        lines.add(
                Messages.of("doctor.trial.copy", rounded(gigabytes), share, rounded(trial.hostBytesPerSecond() / 1e9)));
        return lines;
    }

    private static Optional<Double> catalogued(Gpu gpu, String name) {
        return gpu.memory()
                .totalBytes()
                .known()
                .flatMap(bytes -> GpuCatalogue.builtIn().find(name, bytes))
                .flatMap(card -> card.bandwidthGBs().isPresent()
                        ? Optional.of(card.bandwidthGBs().getAsDouble())
                        : Optional.empty());
    }

    private static String rounded(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }

    // ------------------------------------------------------------------ an error

    static List<String> explanations(List<Explanation> explanations) {
        var text = new DoctorText();
        for (Explanation explanation : explanations) {
            if (!text.lines.isEmpty()) {
                text.lines.add("");
            }
            var error = explanation.error();
            String message =
                    error.message().isEmpty() || error.message().equals(error.name()) ? "" : ": " + error.message();
            text.lines.add(explanation.title()
                    + message
                    + (explanation.count() > 1 ? Messages.of("doctor.error.times", explanation.count()) : ""));
            text.labelled("doctor.label.seen", List.of(explanation.line()));
            text.labelled("doctor.label.cause", split(explanation.cause()));
            text.labelled("doctor.label.check", split(error.checks()));
            text.labelled("doctor.label.fix", split(explanation.fix()));
            if (error.processMustRestart()) {
                text.labelled("doctor.label.note", List.of(Messages.of("doctor.error.restart")));
            }
            text.labelled("doctor.label.source", List.of(source(error.source(), error.basis())));
        }
        return text.lines;
    }

    private static List<String> split(String list) {
        return List.of(list.split(";")).stream()
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    // ------------------------------------------------------------------ what goes together

    static List<String> verdict(Verdict verdict) {
        var text = new DoctorText();
        verdict.answer()
                .ifPresent(answer -> text.lines.add(
                        switch (answer) {
                            case WORKS -> Messages.of("doctor.answer.works");
                            case WORKS_WITH_LIMITS -> Messages.of("doctor.answer.limits");
                            case CANNOT_TELL -> Messages.of("doctor.answer.unknown");
                            case CANNOT -> Messages.of("doctor.answer.cannot");
                        }));
        for (Verdict.Reason reason : verdict.reasons()) {
            String mark = switch (reason.answer()) {
                case WORKS -> "+";
                case WORKS_WITH_LIMITS -> "~";
                case CANNOT_TELL -> "?";
                case CANNOT -> "-";
            };
            text.lines.add("  " + mark + " " + reason.text());
            if (!reason.source().isEmpty()) {
                text.lines.add("    (" + reason.source() + ")");
            }
        }
        text.labelled("doctor.label.fix", verdict.steps());
        return text.lines;
    }
}
