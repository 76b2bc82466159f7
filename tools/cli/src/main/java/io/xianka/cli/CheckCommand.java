package io.xianka.cli;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceUnavailableException;
import io.xianka.driver.Kernel;
import io.xianka.driver.api.CudaException;
import io.xianka.emulator.check.CheckReport;
import io.xianka.emulator.check.CheckSettings;
import io.xianka.emulator.check.CheckTool;
import io.xianka.emulator.check.CheckedDevice;
import io.xianka.emulator.check.SourcePlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code xianka check}: a kernel on the emulator as sanitizer; status 1 when something was found. Writes no arrays. */
@Command(name = "check")
final class CheckCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--tool", paramLabel = "TOOL", split = ",", descriptionKey = "check.tool")
    private List<String> tools = new ArrayList<>();

    @Option(names = "--arithmetic", descriptionKey = "check.arithmetic")
    private boolean arithmetic;

    @Option(names = "--no-hints", descriptionKey = "check.noHints")
    private boolean noHints;

    @Option(names = "--against", paramLabel = "cuda[:N]", descriptionKey = "check.against")
    private String against;

    @Option(names = "--ulps", paramLabel = "N", descriptionKey = "check.ulps")
    private Long ulps;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "1", descriptionKey = "check.repeat")
    private int repeat;

    @Option(names = "--device", paramLabel = "emulated", defaultValue = "emulated", hidden = true)
    private String device;

    @Option(names = "--json", descriptionKey = "json")
    private boolean json;

    @Mixin
    private KernelOption which;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private HelpOption help;

    @Override
    public Integer call() throws UsageException, IOException, FailureException {
        var settings = settings();
        var other = against == null ? null : place(against);
        var launch = which.launch();
        var timeout = which.timeout();
        var arguments = which.arguments();
        var file = which.file();
        var err = spec.commandLine().getErr();

        var checked = CheckedDevice.open(settings);
        List<RunArguments.Result> results = List.of();
        RunArguments placed = null;
        try {
            try (checked;
                    var _ = json ? KernelOutput.toStandardError() : KernelOutput.asItIs()) {
                var kernel = which.choose(which.load(checked.device(), err).module());
                placed = RunArguments.place(checked.device(), kernel, arguments, false);
                try (var _ = TimeLimit.start(timeout, kernel.name(), err, () -> print(checked.soFar(), null, file))) {
                    for (int i = 0; i < repeat; i++) {
                        if (i > 0) {
                            placed.reset();
                        }
                        kernel.launch(launch, placed.values());
                        checked.device().synchronize();
                    }
                } catch (CudaException failure) {
                    // A trap or a failed assertion ends the kernel; what was found before it may be why.
                    print(checked.soFar(), null, file);
                    throw failure;
                }
                results = placed.results();
                placed.freeDeviceMemory();
            }
            var report = checked.report();
            List<ArrayDifference> differences = null;
            try {
                differences = other == null ? null : compare(other, results);
            } finally {
                // Without a GPU to compare with, what was found is still worth reading.
                print(report, differences, file);
            }
            return report.isClean() && (differences == null || differences.isEmpty()) ? 0 : 1;
        } finally {
            if (placed != null) {
                placed.close();
            }
        }
    }

    private CheckSettings settings() throws UsageException {
        if (repeat < 1 || repeat > 1_000_000) {
            throw new UsageException("--repeat " + repeat + ": write a number from 1 to 1000000");
        }
        if (ulps != null && ulps < 0) {
            throw new UsageException("--ulps " + ulps + ": write a number from 0 up");
        }
        if (ulps != null && against == null) {
            throw new UsageException(
                    "--ulps " + ulps + " is for comparing with a GPU: add --against cuda, or leave it out");
        }
        if (!device.equals("emulated") && !device.equals("auto")) {
            throw new UsageException("--device " + device
                    + ": check runs on the emulator; --against cuda compares its results with a GPU's");
        }
        Set<CheckTool> chosen = EnumSet.noneOf(CheckTool.class);
        for (String tool : tools) {
            chosen.add(tool(tool.strip()));
        }
        var settings = CheckSettings.all().withArithmetic(arithmetic).withHints(!noHints && chosen.isEmpty());
        return chosen.isEmpty() ? settings : settings.withTools(chosen);
    }

    private static CheckTool tool(String name) throws UsageException {
        for (CheckTool tool : CheckTool.values()) {
            if (tool.text().equals(name)) {
                return tool;
            }
        }
        throw new UsageException("--tool " + name + ": write memcheck, initcheck, racecheck or synccheck");
    }

    /** Which GPU; only its number is read here, so that a wrong one is known before the emulator runs. */
    private static int place(String text) throws UsageException {
        if (text.equals("cuda")) {
            return 0;
        }
        if (text.matches("cuda:[0-9]{1,4}")) {
            return Integer.parseInt(text.substring(5));
        }
        throw new UsageException("--against " + text + ": write cuda or cuda:N");
    }

    /** Runs the same on a GPU; what differs from the emulator's results. */
    private List<ArrayDifference> compare(int ordinal, List<RunArguments.Result> emulated)
            throws UsageException, IOException, FailureException {
        try (Device cuda = Device.cuda(ordinal)) {
            Kernel kernel =
                    which.choose(which.load(cuda, spec.commandLine().getErr()).module());
            try (var placed = RunArguments.place(cuda, kernel, which.arguments(), false)) {
                kernel.launch(which.launch(), placed.values());
                cuda.synchronize();
                var results = placed.results();
                var differences = new ArrayList<ArrayDifference>();
                for (int i = 0; i < results.size(); i++) {
                    ArrayDifference.between(results.get(i), emulated.get(i), ulps == null ? 0 : ulps)
                            .ifPresent(differences::add);
                }
                return differences;
            }
        } catch (DeviceUnavailableException unavailable) {
            throw new FailureException("--against " + against + ": " + unavailable.getMessage(), unavailable);
        }
    }

    private void print(CheckReport report, List<ArrayDifference> differences, Path file) {
        var out = spec.commandLine().getOut();
        if (json) {
            Json.print(out, CheckJson.of(report, differences));
            return;
        }
        out.print(report.text(lines(file)));
        if (differences != null) {
            if (differences.isEmpty()) {
                out.println(Messages.of("check.same", against));
            }
            differences.forEach(difference -> out.println(difference.text(against)));
        }
        out.flush();
    }

    /** The lines of the file that was checked, not of those that it includes. */
    private static Function<SourcePlace, String> lines(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException gone) {
            return place -> null;
        }
        String name = file.getFileName().toString();
        return place -> name.equals(place.file()) && place.line() >= 1 && place.line() <= lines.size()
                ? lines.get(place.line() - 1)
                : null;
    }
}
