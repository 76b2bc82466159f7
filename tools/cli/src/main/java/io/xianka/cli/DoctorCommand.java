package io.xianka.cli;

import io.xianka.cli.npy.WholeFile;
import io.xianka.diagnosis.Machine;
import io.xianka.diagnosis.compatibility.Card;
import io.xianka.diagnosis.compatibility.Compatibility;
import io.xianka.diagnosis.compatibility.CompatibilityTable;
import io.xianka.diagnosis.compatibility.DriverVersion;
import io.xianka.diagnosis.compatibility.Question;
import io.xianka.diagnosis.compatibility.ToolkitRelease;
import io.xianka.diagnosis.compatibility.Verdict;
import io.xianka.diagnosis.doctor.Contradictions;
import io.xianka.diagnosis.doctor.Diagnosis;
import io.xianka.diagnosis.doctor.Doctor;
import io.xianka.diagnosis.doctor.Trial;
import io.xianka.diagnosis.errors.LogReader;
import io.xianka.diagnosis.facts.FactsFormatException;
import io.xianka.diagnosis.facts.FactsJson;
import io.xianka.diagnosis.facts.MachineFacts;
import io.xianka.driver.Device;
import io.xianka.driver.DeviceUnavailableException;
import io.xianka.driver.api.CudaException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code xianka doctor}: why CUDA does not work here or on the machine of a report, what an error means, and what goes
 * together. Status 1 when something is wrong.
 */
@Command(name = "doctor")
final class DoctorCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--frameworks", descriptionKey = "doctor.frameworks")
    private boolean frameworks;

    @Option(names = "--save", paramLabel = "FILE.json", descriptionKey = "doctor.save")
    private Path save;

    @Option(names = "--from", paramLabel = "FILE.json", descriptionKey = "doctor.from")
    private Path from;

    @Option(names = "--error", paramLabel = "TEXT", descriptionKey = "doctor.error")
    private String error;

    @Option(names = "--toolkit", paramLabel = "VERSION", descriptionKey = "doctor.toolkit")
    private String toolkit;

    @Option(names = "--driver", paramLabel = "VERSION", descriptionKey = "doctor.driver")
    private String driver;

    @Option(names = "--device", paramLabel = "CARD", descriptionKey = "doctor.device")
    private String card;

    @Option(names = "--windows", descriptionKey = "doctor.windows")
    private boolean windows;

    @Option(names = "--json", descriptionKey = "json")
    private boolean json;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private HelpOption help;

    @Override
    public Integer call() throws UsageException, IOException, FailureException {
        boolean compatibility = toolkit != null || driver != null || card != null;
        long modes = Stream.of(save != null, from != null, error != null, compatibility)
                .filter(given -> given)
                .count();
        if (modes > 1) {
            throw new UsageException("give one of --save, --from, --error, or --toolkit with --driver and --device");
        }
        if (windows && !compatibility) {
            throw new UsageException("--windows goes with --toolkit, --driver and --device");
        }
        if (frameworks && (from != null || error != null || compatibility)) {
            throw new UsageException("--frameworks asks this machine; it goes alone or with --save");
        }
        if (error != null) {
            return explain();
        }
        if (compatibility) {
            return compare();
        }
        if (save != null) {
            return save();
        }
        return from != null ? judge(report()) : judge();
    }

    private static DoctorText text() {
        return new DoctorText(OutputColumns.here());
    }

    // ------------------------------------------------------------------ a machine

    private MachineFacts look() {
        return frameworks ? Machine.lookWithFrameworks() : Machine.look();
    }

    private int judge() {
        var facts = look();
        var diagnosis = Doctor.judge(facts);
        var out = spec.commandLine().getOut();
        boolean tryIt = diagnosis.isHealthy()
                && facts.driver().initStatus().is(0)
                && facts.driver().deviceCount().holds(count -> count > 0);
        Optional<Trial> trial = Optional.empty();
        String failure = null;
        if (tryIt) {
            try (var device = Device.cuda(0)) {
                trial = Optional.of(Trial.run(device));
            } catch (DeviceUnavailableException | CudaException failed) {
                failure = failed.getMessage();
            }
        }
        if (json) {
            Json.print(out, DoctorJson.of(diagnosis, trial, failure));
        } else {
            text().diagnosis(facts, diagnosis).forEach(out::println);
            trial.ifPresent(ran -> text().trial(facts, ran).forEach(out::println));
            if (failure != null) {
                TextLayout.fit(Messages.of("doctor.trial.failed", failure), OutputColumns.here())
                        .forEach(out::println);
            }
        }
        boolean right = failure == null && trial.map(Trial::isRight).orElse(true);
        return diagnosis.isHealthy() && right ? 0 : 1;
    }

    private int judge(MachineFacts facts) {
        Diagnosis diagnosis = Doctor.judge(facts);
        var out = spec.commandLine().getOut();
        if (json) {
            Json.print(out, DoctorJson.of(diagnosis, Optional.empty(), null));
        } else {
            text().diagnosis(facts, diagnosis).forEach(out::println);
        }
        return diagnosis.isHealthy() ? 0 : 1;
    }

    private MachineFacts report() throws FailureException, IOException {
        MachineFacts facts;
        try {
            facts = FactsJson.read(from);
        } catch (FactsFormatException wrong) {
            throw new FailureException(from + ": " + wrong.getMessage(), wrong);
        }
        var contradictions = Contradictions.of(facts);
        if (!contradictions.isEmpty()) {
            throw new FailureException(from + ": the report contradicts itself: " + contradictions.getFirst()
                    + "; save it again on that machine: xianka doctor --save FILE.json");
        }
        return facts;
    }

    private int save() throws IOException, FailureException {
        String refusal = WholeFile.refusal(save);
        if (refusal != null) {
            throw new FailureException(refusal);
        }
        var facts = look();
        byte[] text = FactsJson.write(facts).getBytes(StandardCharsets.UTF_8);
        try {
            WholeFile.write(save, channel -> {
                var buffer = ByteBuffer.wrap(text);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            });
        } catch (NoSuchFileException noNewFiles) {
            throw new FailureException(save + ": its folder takes no new files; name a file elsewhere", noNewFiles);
        }
        var diagnosis = Doctor.judge(facts);
        var out = spec.commandLine().getOut();
        if (json) {
            Json.print(out, DoctorJson.of(diagnosis, Optional.empty(), null).put("saved", save.toString()));
        } else {
            out.println(Messages.of("doctor.saved", save, DoctorText.summary(diagnosis)));
        }
        return 0;
    }

    // ------------------------------------------------------------------ an error

    private int explain() throws IOException, UsageException {
        String text = error.equals("-") ? standardInput() : error;
        if (text.isBlank()) {
            throw new UsageException("--error: no text; give one in quotes, or - to read it from standard input");
        }
        var explanations = LogReader.explain(text);
        var out = spec.commandLine().getOut();
        if (json) {
            Json.print(out, DoctorJson.of(explanations));
        } else if (explanations.isEmpty()) {
            spec.commandLine().getErr().println(Messages.of("doctor.error.unknown"));
        } else {
            text().explanations(explanations).forEach(out::println);
        }
        return explanations.isEmpty() ? 1 : 0;
    }

    private static String standardInput() throws IOException {
        InputStream in = System.in;
        return new String(in.readNBytes(LogReader.TEXT_CHARACTERS_MAX), StandardCharsets.UTF_8);
    }

    // ------------------------------------------------------------------ what goes together

    private int compare() throws UsageException {
        Verdict verdict = Compatibility.of(new Question(release(), version(), named(), windows));
        var out = spec.commandLine().getOut();
        if (json) {
            Json.print(out, DoctorJson.of(verdict));
        } else {
            text().verdict(verdict).forEach(out::println);
        }
        return verdict.answer()
                        .map(answer -> answer.compareTo(Verdict.Answer.CANNOT_TELL) >= 0)
                        .orElse(false)
                ? 1
                : 0;
    }

    private Optional<ToolkitRelease> release() throws UsageException {
        if (toolkit == null) {
            return Optional.empty();
        }
        var known = CompatibilityTable.get().toolkit(toolkit);
        if (known.isEmpty()) {
            var all = CompatibilityTable.get().toolkits();
            throw new UsageException("--toolkit " + toolkit + ": no CUDA release of the table, which has "
                    + all.getFirst().version() + " to " + all.getLast().version() + "; write 12.8 or 12.8.1");
        }
        return known;
    }

    private Optional<DriverVersion> version() throws UsageException {
        if (driver == null) {
            return Optional.empty();
        }
        var version = DriverVersion.parse(driver);
        if (version.isEmpty()) {
            throw new UsageException(
                    "--driver " + driver + ": no driver version; write 535.104.05, as nvidia-smi shows it");
        }
        return version;
    }

    private Optional<Card> named() throws UsageException {
        return card == null ? Optional.empty() : Optional.of(NamedCard.of(card));
    }
}
