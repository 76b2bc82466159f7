package io.xianka.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.cli.npy.NpyFile;
import io.xianka.driver.Device;
import io.xianka.driver.Dim3;
import io.xianka.driver.Kernel;
import io.xianka.driver.Launch;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code xianka run}: one kernel of a file, over arrays from files. */
@Command(name = "run")
final class RunCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "1", descriptionKey = "run.repeat")
    private int repeat;

    @Option(names = "--json", descriptionKey = "json")
    private boolean json;

    @Mixin
    private DeviceOption deviceOption;

    @Mixin
    private KernelOption which;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private HelpOption help;

    /** What a run took. */
    private record Timing(long compileNanos, long loadNanos, String compiler, double[] launchMillis) {
        double median() {
            double[] sorted = launchMillis.clone();
            Arrays.sort(sorted);
            return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        }
    }

    @Override
    public Integer call() throws UsageException, IOException, FailureException {
        if (repeat < 1 || repeat > 1_000_000) {
            throw new UsageException("--repeat " + repeat + ": write a number from 1 to 1000000");
        }
        var launch = which.launch();
        var arguments = which.arguments();
        which.file();
        var err = spec.commandLine().getErr();
        try (var device = deviceOption.open()) {
            var loaded = which.load(device, err);
            var kernel = which.choose(loaded.module());
            try (var placed = RunArguments.place(device, kernel, arguments, true)) {
                double[] times;
                try (var _ = TimeLimit.start(which.timeout(), kernel.name(), err);
                        var _ = json ? KernelOutput.toStandardError() : KernelOutput.asItIs()) {
                    times = run(device, kernel, launch, placed);
                }
                var results = placed.results();
                for (var result : results) {
                    NpyFile.write(result.file(), result.header(), result.data());
                }
                var timing = new Timing(loaded.compileNanos(), loaded.loadNanos(), loaded.compiler(), times);
                report(device, kernel, launch, timing, results);
            }
        }
        return 0;
    }

    private double[] run(Device device, Kernel kernel, Launch launch, RunArguments placed) {
        var times = new double[repeat];
        try (var start = device.event();
                var end = device.event()) {
            for (int i = 0; i < repeat; i++) {
                if (i > 0) {
                    placed.reset();
                }
                start.record();
                kernel.launch(launch, placed.values());
                end.record();
                device.synchronize();
                times[i] = end.millisSince(start);
            }
        }
        return times;
    }

    private void report(Device device, Kernel kernel, Launch launch, Timing timing, List<RunArguments.Result> results)
            throws IOException {
        var out = spec.commandLine().getOut();
        if (json) {
            Json.print(out, json(device, kernel, launch, timing, results));
            return;
        }
        out.println(Messages.of("run.device", device));
        out.println(Messages.of(
                "run.launch", kernel.name(), text(launch.grid()), text(launch.block()), launch.sharedBytes()));
        if (timing.compiler.isEmpty()) {
            out.println(Messages.of("run.loaded", Times.millis(timing.loadNanos)));
        } else {
            out.println(Messages.of(
                    "run.compiled",
                    timing.compiler,
                    Times.millis(timing.compileNanos),
                    Times.millis(timing.loadNanos)));
        }
        if (repeat == 1) {
            out.println(Messages.of("run.time", Times.millis(timing.launchMillis[0])));
        } else {
            out.println(Messages.of(
                    "run.times",
                    repeat,
                    Times.millis(timing.median()),
                    Times.millis(Arrays.stream(timing.launchMillis).min().orElseThrow()),
                    Times.millis(Arrays.stream(timing.launchMillis).max().orElseThrow())));
        }
        for (var result : results) {
            print(out, result);
        }
    }

    private static void print(PrintWriter out, RunArguments.Result result) throws IOException {
        var statistics = ArrayStatistics.of(result.header(), result.data());
        String about = result.file() + ": " + result.header().type() + " "
                + result.header().shapeText();
        out.println(
                statistics.known()
                        ? Messages.of(
                                "run.result",
                                about,
                                shortest(statistics.minimum()),
                                shortest(statistics.maximum()),
                                shortest(statistics.mean()))
                        : about);
    }

    private ObjectNode json(
            Device device, Kernel kernel, Launch launch, Timing timing, List<RunArguments.Result> results)
            throws IOException {
        var root = JsonNodeFactory.instance.objectNode();
        root.put("device", device.place());
        root.put("device_name", device.name());
        root.put("kernel", kernel.name());
        sizes(root, "grid", launch.grid());
        sizes(root, "block", launch.block());
        root.put("shared_bytes", launch.sharedBytes());
        root.put("compiler", timing.compiler);
        root.put("compile_ms", timing.compileNanos / 1e6);
        root.put("load_ms", timing.loadNanos / 1e6);
        root.put("time_ms", timing.median());
        var times = root.putArray("times_ms");
        Arrays.stream(timing.launchMillis).forEach(times::add);
        var outputs = root.putArray("outputs");
        for (var result : results) {
            var statistics = ArrayStatistics.of(result.header(), result.data());
            var node = outputs.addObject();
            node.put("file", result.file().toString());
            node.put("dtype", result.header().type().displayName());
            var shape = node.putArray("shape");
            result.header().shape().forEach(shape::add);
            if (statistics.known()) {
                Json.put(node, "min", statistics.minimum());
                Json.put(node, "max", statistics.maximum());
                Json.put(node, "mean", statistics.mean());
            }
        }
        return root;
    }

    private static void sizes(ObjectNode node, String key, Dim3 sizes) {
        node.putArray(key).add(sizes.x()).add(sizes.y()).add(sizes.z());
    }

    private static String text(Dim3 sizes) {
        return sizes.x() + "," + sizes.y() + "," + sizes.z();
    }

    private static String shortest(double value) {
        String text = Float.toString((float) value);
        return (float) value == value && !text.contains("E") && text.endsWith(".0")
                ? text.substring(0, text.length() - 2)
                : text;
    }
}
