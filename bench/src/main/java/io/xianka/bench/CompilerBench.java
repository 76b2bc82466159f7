package io.xianka.bench;

import io.xianka.driver.Device;
import io.xianka.driver.Event;
import io.xianka.driver.Kernel;
import io.xianka.driver.KernelModule;
import io.xianka.driver.Libraries;
import io.xianka.driver.PreparedLaunch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompileOptions.Compiler;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.KernelCompiler;
import io.xianka.driver.api.SourceText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;

/**
 * Compares the code of the own compiler with that of NVIDIA's, over the set of {@link BenchKernel}s: both are compiled
 * without any cache, their results must agree, and their run times are taken by events, turn and turn about. Prints a
 * table with the median run times, their ratios and what compiling cost.
 *
 * <p>NVIDIA's compiler is NVRTC; where that is not installed, what nvcc made of the same sources.
 *
 * <p>Arguments: {@code cuda} (the default) or {@code emulated}; {@code --small} does little, to see that it works.
 */
public final class CompilerBench {
    private static final int OWN_WARMUPS = 300;
    private static final int NVRTC_WARMUPS = 3;

    private final Device device;
    private final KernelCompiler compiler;
    private final boolean small;
    private final boolean nvrtc;

    private CompilerBench(Device device, boolean small) {
        this.device = device;
        this.small = small;
        this.compiler = ServiceLoader.load(KernelCompiler.class).findFirst().orElseThrow();
        this.nvrtc = !device.isEmulated() && Libraries.nvrtc().isPresent();
    }

    /** One line of the table; times are medians, in microseconds and milliseconds. */
    private record Line(
            double ownMicros,
            double otherMicros,
            int ownRegisters,
            int otherRegisters,
            double ownFirstMillis,
            double ownWarmMillis,
            double otherFirstMillis,
            double otherWarmMillis,
            double difference) {
        double ratio() {
            return ownMicros / otherMicros;
        }
    }

    /** Runs all measurements. */
    public static void main(String[] arguments) {
        List<String> given = Arrays.asList(arguments);
        try (Device device = given.contains("emulated") ? Device.emulated() : Device.cuda(0)) {
            System.out.print(new CompilerBench(device, given.contains("--small")).table());
        }
    }

    /**
     * The table, for a device that the caller opened and closes.
     *
     * @throws IllegalStateException when a result of the own compiler is not NVIDIA's, with the first element that differs
     */
    static String table(Device device, boolean small) {
        return new CompilerBench(device, small).table();
    }

    private String table() {
        String other = nvrtc ? "NVRTC" : "nvcc";
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%s, Java %s, own compiler against %s; times are medians%n%n",
                device.name(),
                Runtime.version(),
                other));
        text.append(String.format(
                Locale.ROOT,
                "%-14s %10s %10s %7s %10s %26s %18s %9s%n",
                "kernel",
                "own us",
                other + " us",
                "ratio",
                "registers",
                "own compiles ms first/warm",
                other + " first/warm",
                "differ"));
        double logs = 0;
        double worst = 0;
        double worstCompile = 0;
        for (BenchKernel kernel : BenchKernel.values()) {
            Line line = measure(kernel);
            logs += Math.log(line.ratio());
            worst = Math.max(worst, line.ratio());
            worstCompile = Math.max(worstCompile, line.ownWarmMillis / line.otherWarmMillis);
            text.append(String.format(
                    Locale.ROOT,
                    "%-14s %10.1f %10.1f %7.3f %10s %26s %18s %9.1e%n",
                    kernel.kernelName(),
                    line.ownMicros,
                    line.otherMicros,
                    line.ratio(),
                    line.ownRegisters + "/" + line.otherRegisters,
                    String.format(Locale.ROOT, "%.1f/%.2f", line.ownFirstMillis, line.ownWarmMillis),
                    String.format(Locale.ROOT, "%.1f/%.1f", line.otherFirstMillis, line.otherWarmMillis),
                    line.difference));
        }
        text.append(String.format(
                Locale.ROOT,
                "%ngeometric mean of the ratios %.3f, worst %.3f; compile time, worst ratio %.3f%n",
                Math.exp(logs / BenchKernel.values().length),
                worst,
                worstCompile));
        return text.toString();
    }

    private CompileOptions options(Compiler which) {
        return CompileOptions.DEFAULT
                .withCompiler(which)
                .withArchitecture(device.computeCapability().architecture())
                .withCache(false);
    }

    private Line measure(BenchKernel which) {
        SourceText source = SourceText.of(which.kernelName() + ".cu", which.source());
        CompiledSource own = compiler.compile(source, options(Compiler.OWN));
        double ownWarm = warmMillis(source, options(Compiler.OWN), small ? 1 : OWN_WARMUPS);
        CompiledSource other = nvrtc ? compiler.compile(source, options(Compiler.NVRTC)) : null;
        double otherWarm = nvrtc ? warmMillis(source, options(Compiler.NVRTC), NVRTC_WARMUPS) : Double.NaN;
        Workload workload = Workload.of(which, small ? Workload.Size.SMALL : Workload.Size.LARGE);
        try (KernelModule ownModule = device.load(own);
                KernelModule otherModule = nvrtc ? device.load(other) : device.load(which.referencePtx());
                PlacedWorkload placed = new PlacedWorkload(device, workload)) {
            Kernel ownKernel = ownModule.kernel(which.kernelName());
            Kernel otherKernel = otherModule.kernel(which.kernelName());
            PreparedLaunch ownLaunch = placed.prepare(ownKernel);
            PreparedLaunch otherLaunch = placed.prepare(otherKernel);
            double difference =
                    placed.compare(which.kernelName(), results(placed, ownLaunch), results(placed, otherLaunch));
            double[] micros = micros(ownLaunch, otherLaunch);
            return new Line(
                    micros[0],
                    micros[1],
                    ownKernel.attributes().registers(),
                    otherKernel.attributes().registers(),
                    own.compileNanos() / 1e6,
                    ownWarm,
                    nvrtc ? other.compileNanos() / 1e6 : Double.NaN,
                    otherWarm,
                    difference);
        }
    }

    private double warmMillis(SourceText source, CompileOptions options, int warmups) {
        double[] nanos = new double[small ? 1 : 11];
        for (int i = -warmups; i < nanos.length; i++) {
            double took = compiler.compile(source, options).compileNanos();
            if (i >= 0) {
                nanos[i] = took;
            }
        }
        return median(nanos) / 1e6;
    }

    private List<Object> results(PlacedWorkload placed, PreparedLaunch launch) {
        placed.reset();
        launch.launch();
        device.synchronize();
        return placed.results();
    }

    /** Median run times of the two. */
    private double[] micros(PreparedLaunch own, PreparedLaunch other) {
        int rounds = small ? 1 : 60;
        double[] ownMicros = new double[rounds];
        double[] otherMicros = new double[rounds];
        try (Event start = device.event();
                Event end = device.event()) {
            for (int i = small ? 0 : -10; i < rounds; i++) {
                boolean ownFirst = i % 2 == 0;
                double first = micros(ownFirst ? own : other, start, end);
                double second = micros(ownFirst ? other : own, start, end);
                if (i >= 0) {
                    ownMicros[i] = ownFirst ? first : second;
                    otherMicros[i] = ownFirst ? second : first;
                }
            }
        }
        return new double[] {median(ownMicros), median(otherMicros)};
    }

    private static double micros(PreparedLaunch launch, Event start, Event end) {
        start.record();
        launch.launch();
        end.record().synchronize();
        return end.millisSince(start) * 1e3;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
