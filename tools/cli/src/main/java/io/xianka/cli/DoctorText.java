package io.xianka.cli;

import io.xianka.diagnosis.Severity;
import io.xianka.diagnosis.advise.GpuCatalogue;
import io.xianka.diagnosis.compatibility.Verdict;
import io.xianka.diagnosis.doctor.Diagnosis;
import io.xianka.diagnosis.doctor.Finding;
import io.xianka.diagnosis.doctor.Translation;
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
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the doctor says, in lines for people. */
final class DoctorText {
    private static final int LABEL_WIDTH = 8;

    /** What a shell is meant to read, and so must stay one command when it is broken into lines. */
    private static final Pattern COMMAND = Pattern.compile(
            "(sudo|docker|podman|export|unset|kubectl|apptainer|nvidia-\\S+|\\S*python\\S*|pip|java|ldd|printf"
                    + "|grep|env|rm|kill|conda|xianka) (?!.*, )(?!.*[^$]\\().*");

    private final int columns;
    private final Translation words = Translation.into(Locale.getDefault());
    private final Translation errorWords = Translation.ofErrorsInto(Locale.getDefault());
    private final List<String> lines = new ArrayList<>();

    /** In lines of so many columns. */
    DoctorText(int columns) {
        this.columns = columns;
    }

    private void add(String line) {
        lines.addAll(TextLayout.fit(line, columns));
    }

    // ------------------------------------------------------------------ a machine

    List<String> diagnosis(MachineFacts facts, Diagnosis diagnosis) {
        add(machine(facts));
        notLookedAt(facts);
        for (Finding finding : diagnosis.findings()) {
            finding(finding, diagnosis);
        }
        add("");
        add(summary(diagnosis));
        return lines;
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
        fact.whyUnknown().ifPresent(reason -> add(Messages.of("doctor.unread", what, words.of(reason))));
    }

    private void finding(Finding finding, Diagnosis diagnosis) {
        add("");
        add(switch (finding.severity()) {
                    case ERROR -> Messages.of("doctor.severity.error");
                    case WARNING -> Messages.of("doctor.severity.warning");
                    case NOTE -> Messages.of("doctor.severity.note");
                }
                + ": " + words.of(finding.what()) + "  [" + finding.rule() + "]");
        labelled("doctor.label.seen", finding.evidence(), words::of);
        labelled("doctor.label.cause", List.of(finding.cause()), words::of);
        labelled("doctor.label.fix", finding.fix(), words::of);
        labelled("doctor.label.source", List.of(source(finding.source(), finding.basis())));
        String explained = diagnosis.consequences().stream()
                .filter(consequence -> consequence.explainedBy().equals(finding.rule()))
                .map(consequence -> words.of(consequence.finding().what()))
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

    private void labelled(String key, List<String> english, UnaryOperator<String> words) {
        labelled(key, english.stream().map(words).toList());
    }

    private void labelled(String key, List<String> values) {
        String label = Messages.of(key);
        for (String value : values) {
            String start = "  " + label + " ".repeat(Math.max(1, LABEL_WIDTH - TextLayout.width(label)));
            lines.addAll(
                    COMMAND.matcher(value).matches()
                            ? TextLayout.fitCommand(start, value, columns)
                            : TextLayout.fit(start + value, 2 + LABEL_WIDTH, columns));
            label = "";
        }
    }

    List<String> trial(MachineFacts facts, Trial trial) {
        add(Messages.of(
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
        add(Messages.of("doctor.trial.copy", rounded(gigabytes), share, rounded(trial.hostBytesPerSecond() / 1e9)));
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

    List<String> explanations(List<Explanation> explanations) {
        for (Explanation explanation : explanations) {
            if (!lines.isEmpty()) {
                add("");
            }
            var error = explanation.error();
            String message =
                    error.message().isEmpty() || error.message().equals(error.name()) ? "" : ": " + error.message();
            add(explanation.title()
                    + message
                    + (explanation.count() > 1 ? Messages.of("doctor.error.times", explanation.count()) : ""));
            labelled("doctor.label.seen", List.of(explanation.line()));
            labelled("doctor.label.cause", split(explanation.cause()), errorWords::of);
            labelled("doctor.label.check", split(error.checks()), errorWords::of);
            labelled("doctor.label.fix", split(explanation.fix()), errorWords::of);
            if (error.processMustRestart()) {
                labelled("doctor.label.note", List.of(Messages.of("doctor.error.restart")));
            }
            labelled("doctor.label.source", List.of(source(error.source(), error.basis())));
        }
        return lines;
    }

    private static List<String> split(String list) {
        return List.of(list.split(";")).stream()
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    // ------------------------------------------------------------------ what goes together

    List<String> verdict(Verdict verdict) {
        verdict.answer()
                .ifPresent(answer -> add(
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
            add("  " + mark + " " + words.of(reason.text()));
            if (!reason.source().isEmpty()) {
                add("    (" + reason.source() + ")");
            }
        }
        labelled("doctor.label.fix", verdict.steps(), words::of);
        return lines;
    }
}
