package io.xianka.bench;

import io.xianka.driver.Device;
import io.xianka.driver.KernelModule;
import io.xianka.driver.PreparedLaunch;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * How long the emulator takes for the set of {@link BenchKernel}s, and plain Java on as many threads for the same
 * computation. {@code main} runs all of it and prints a table with the ratios, by {@link ProcessorTime}: what JMH itself prints is
 * wall clock.
 *
 * <p>Arguments of {@code main}: names of kernels, none for all; {@code nvcc} takes NVIDIA's PTX instead of the own compiler's;
 * {@code --quick} measures little; {@code --turns} measures both sides in one JVM, turn and turn about.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 8, time = 1)
@Fork(1)
public class EmulatorKernelsBenchmark {
    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    /** What a kernel's blocks do with each other, and how many times plain Java's time it may take. */
    enum Manner {
        ALONE("no barrier", 1.5),
        BARRIERS("barriers", 4),
        SHUFFLES("shuffles", 6);

        final String text;
        final double most;

        Manner(String text, double most) {
            this.text = text;
            this.most = most;
        }

        static Manner of(BenchKernel kernel) {
            return switch (kernel) {
                case SAXPY4, GATHER, PARTICLES, MANDELBROT, SHA256, BLACK_SCHOLES -> ALONE;
                case TRANSPOSE, NBODY, MATMUL, STENCIL, HISTOGRAM -> BARRIERS;
                case SOFTMAX -> SHUFFLES;
            };
        }
    }

    /** Which kernel, by the name of its {@link BenchKernel}. */
    @Param({
        "SAXPY4",
        "GATHER",
        "PARTICLES",
        "MANDELBROT",
        "SHA256",
        "BLACK_SCHOLES",
        "TRANSPOSE",
        "NBODY",
        "MATMUL",
        "STENCIL",
        "HISTOGRAM",
        "SOFTMAX"
    })
    public String kernel;

    /** Whose PTX. */
    @Param("own")
    public String compiler;

    private Device device;
    private PlacedWorkload placed;
    private PreparedLaunch launch;
    private JavaTwin twin;
    private Runnable twinWork;

    /** Compiles, and sees that both sides agree. */
    @Setup
    public void open() {
        BenchKernel which = BenchKernel.valueOf(kernel);
        Workload workload = Workload.of(which, Workload.Size.MEDIUM);
        twin = new JavaTwin(THREADS);
        JavaTwin.Run run = twin.of(which, workload);
        twinWork = run.work();
        device = Device.emulated();
        KernelModule module =
                compiler.equals("own") ? device.compile(which.source()) : device.load(which.referencePtx());
        placed = new PlacedWorkload(device, workload);
        launch = placed.prepare(module.kernel(which.kernelName()));
        emulator();
        plainJava();
        placed.compare(kernel, placed.results(), run.outputs());
    }

    /** Ends what was opened. */
    @TearDown
    public void close() {
        placed.close();
        device.close();
        twin.close();
    }

    /** One launch, until its end. */
    @Benchmark
    public void emulator() {
        launch.launch();
        device.synchronize();
    }

    /** The same in plain Java. */
    @Benchmark
    public void plainJava() {
        twinWork.run();
    }

    /** Milliseconds: the middle, and what the spread is to both sides of it. */
    private record Times(double median, double least, double most) {
        static Times of(double[] millis) {
            double[] sorted = millis.clone();
            Arrays.sort(sorted);
            return new Times(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%8.2f (%8.2f to %8.2f)", median, least, most);
        }
    }

    /** Runs all measurements. */
    public static void main(String[] arguments) throws RunnerException {
        List<String> given = Arrays.asList(arguments);
        boolean isQuick = given.contains("--quick");
        String compiler = given.contains("nvcc") ? "nvcc" : "own";
        List<BenchKernel> chosen = Arrays.stream(BenchKernel.values())
                .filter(kernel -> given.stream().noneMatch(EmulatorKernelsBenchmark::isKernel)
                        || given.contains(kernel.kernelName()))
                .sorted((a, b) -> Manner.of(a).compareTo(Manner.of(b)))
                .toList();
        System.out.printf(
                Locale.ROOT,
                "java %s, %d threads, PTX of %s; milliseconds, median (least to most)%n",
                Runtime.version(),
                THREADS,
                compiler.equals("own") ? "Xianka's compiler" : "nvcc");
        System.out.printf(
                "%-14s %-11s %-30s   %-30s   %s%n", "kernel", "class", "emulator", "plain Java", "ratio (at most)");
        double logarithms = 0;
        Map<BenchKernel, Times[]> measured =
                given.contains("--turns") ? inTurns(chosen, compiler, isQuick) : byJmh(chosen, compiler, isQuick);
        for (BenchKernel kernel : chosen) {
            Times[] times = measured.get(kernel);
            Manner manner = Manner.of(kernel);
            double ratio = times[0].median / times[1].median;
            logarithms += Math.log(ratio);
            System.out.printf(
                    Locale.ROOT,
                    "%-14s %-11s %s   %s   %5.2f (%s)%n",
                    kernel.kernelName(),
                    manner.text,
                    times[0],
                    times[1],
                    ratio,
                    manner.most);
        }
        System.out.printf(Locale.ROOT, "geometric mean %.2f%n", Math.exp(logarithms / chosen.size()));
    }

    private static boolean isKernel(String argument) {
        return Arrays.stream(BenchKernel.values())
                .anyMatch(kernel -> kernel.kernelName().equals(argument));
    }

    private static Map<BenchKernel, Times[]> inTurns(List<BenchKernel> kernels, String compiler, boolean isQuick) {
        Map<BenchKernel, Times[]> measured = new TreeMap<>();
        for (BenchKernel which : kernels) {
            EmulatorKernelsBenchmark bench = new EmulatorKernelsBenchmark();
            bench.kernel = which.name();
            bench.compiler = compiler;
            bench.open();
            double warm = 0;
            while (warm < (isQuick ? 1000 : 4000)) {
                warm += millis(bench::emulator) + millis(bench::plainJava);
            }
            double[][] millis = new double[2][isQuick ? 15 : 60];
            for (int i = 0; i < millis[0].length; i++) {
                millis[0][i] = millis(bench::emulator);
                millis[1][i] = millis(bench::plainJava);
            }
            bench.close();
            measured.put(which, new Times[] {Times.of(millis[0]), Times.of(millis[1])});
        }
        return measured;
    }

    /** Processor time by the number of threads at work. */
    private static double millis(Runnable work) {
        long begin = ProcessorTime.nanos();
        work.run();
        return (ProcessorTime.nanos() - begin) / 1e6 / THREADS;
    }

    private static Map<BenchKernel, Times[]> byJmh(List<BenchKernel> kernels, String compiler, boolean isQuick)
            throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(EmulatorKernelsBenchmark.class.getName())
                .param("kernel", kernels.stream().map(Enum::name).toArray(String[]::new))
                .param("compiler", compiler)
                .addProfiler(ProcessorTime.class)
                .jvmArgsAppend("-Xmx3g");
        if (isQuick) {
            options.warmupIterations(3).measurementIterations(6).jvmArgsAppend("-Xbatch");
        }
        Collection<RunResult> results = new Runner(options.build()).run();
        Map<BenchKernel, Times[]> measured = new TreeMap<>();
        for (RunResult result : results) {
            BenchKernel kernel = BenchKernel.valueOf(result.getParams().getParam("kernel"));
            // At the end of the last iteration threads end, and their time is lost.
            double[] millis = result.getBenchmarkResults().stream()
                    .map(fork -> List.copyOf(fork.getIterationResults()))
                    .flatMap(iterations -> iterations.subList(0, iterations.size() - 1).stream())
                    .mapToDouble(iteration -> iteration
                                    .getSecondaryResults()
                                    .get(ProcessorTime.LABEL)
                                    .getScore()
                            / THREADS)
                    .toArray();
            int side = result.getPrimaryResult().getLabel().equals("emulator") ? 0 : 1;
            measured.computeIfAbsent(kernel, _ -> new Times[2])[side] = Times.of(millis);
        }
        return measured;
    }
}
