package io.xianka.bench;

import io.xianka.nn.AdamW;
import io.xianka.nn.Checkpointing;
import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Placement;
import io.xianka.nn.training.Objective;
import io.xianka.nn.training.Precision;
import io.xianka.nn.training.TrainingStep;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Rehearsal;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;

/**
 * A GPT's whole training step: forward, backward, clipped at 1, AdamW. Prints a line of JSON for each row, with medians in milliseconds:
 * {@code ms}, where the device is waited for after each step, as gpt2_peer.py does, and of that {@code host_ms} to record and enqueue the
 * step; {@code ahead_ms}, where each step's loss is read when the next one is under way, as {@link io.xianka.nn.training.Trainer} does and
 * gpt2_peer_ahead.py; {@code ahead_apart_ms}, the same with kernels launched one by one instead of as a graph. Beside them tokens a second,
 * the share of an H200's 989 TFLOP/s, the peak of memory as planned and as the allocator saw it, seconds to the end of the first step,
 * since the process began in the first row and since the row began in others.
 *
 * <p>Arguments: {@code --rows bf16:32,bf16:64:full} (precision, batch, checkpointing), {@code --steps N}, {@code --model
 * gpt2-124m|nano}, {@code --device cuda}, {@code --kernels} (a table of where a step's time goes, after each row), {@code --no-plan}
 * (the planned peak is not asked for), {@code --peer} (after each step a line is written, and the milliseconds of another's step read).
 */
public final class TrainingBench {
    private static final double PEAK_FLOPS = 989e12;
    private static final double GIB = 1L << 30;
    private static final int WARM_STEPS = 4;
    private static final int REST_MILLIS = 4_000;
    private static final String ROWS =
            "bf16:32,bf16:64,bf16:16,fp16:16,tf32:16,fp32:16,bf16:32:full,fp16:16:full,tf32:16:full,fp32:16:full";

    /** One row. */
    private record Row(Precision precision, long batch, Checkpointing checkpointing) {
        static Row of(String text) {
            String[] parts = text.split(":", -1);
            return new Row(
                    Precision.of(parts[0]),
                    Long.parseLong(parts[1]),
                    parts.length > 2 ? Checkpointing.of(parts[2]) : Checkpointing.NONE);
        }
    }

    /** A model of a row, and its step. */
    private static final class Training {
        private final Gpt model;
        private final TrainingStep step;
        private final Tensor tokens;
        private final Tensor next;
        private TrainingStep.Outcome before;

        private Training(Gpt model, TrainingStep step, Tensor tokens, Tensor next) {
            this.model = model;
            this.step = step;
            this.tokens = tokens;
            this.next = next;
        }

        static Training of(GptConfig config, Row row, Device device) {
            Placement placement = new Placement(device, DType.FLOAT32, Generator.seeded(0));
            Gpt model = new Gpt(config, placement);
            Tensor.realise(model.parameters().toArray(Tensor[]::new));
            AdamW rule = AdamW.DEFAULT.withWeightDecay(0.1);
            var step = new TrainingStep(
                    Objective.of(model),
                    new Optimizer(rule, 3e-4, model.parameters()),
                    TrainingStep.Options.DEFAULT.withPrecision(row.precision).withCheckpointing(row.checkpointing));
            Shape shape = Shape.of(row.batch, config.block());
            Generator random = Generator.seeded(1);
            Tensor tokens = random.integers(0, config.vocabulary() - 1, shape, DType.INT64, device)
                    .realise();
            Tensor next = random.integers(0, config.vocabulary() - 1, shape, DType.INT64, device)
                    .realise();
            return new Training(model, step, tokens, next);
        }

        TrainingStep.Outcome run() {
            before = step.runBehind(before, tokens, next);
            return before;
        }

        void close() {
            model.parameters().forEach(Tensor::close);
            tokens.close();
            next.close();
        }
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private final Device device;
    private final GptConfig config;
    private final int steps;
    private final boolean plans;
    private final boolean kernels;
    private final Scanner peer;

    private TrainingBench(Device device, GptConfig config, int steps, List<String> given) {
        this.device = device;
        this.config = config;
        this.steps = steps;
        this.plans = !given.contains("--no-plan");
        this.kernels = given.contains("--kernels");
        this.peer = given.contains("--peer") ? new Scanner(System.in, StandardCharsets.UTF_8) : null;
    }

    /** Measures the rows. */
    public static void main(String[] arguments) {
        List<String> given = Arrays.asList(arguments);
        Device device = Device.of(option(given, "--device", "cuda")).use();
        GptConfig config = switch (option(given, "--model", "gpt2-124m")) {
            case "nano" -> new GptConfig(96, 128, 128, 4, 4, 0);
            case "tiny" -> new GptConfig(64, 32, 32, 2, 2, 0);
            default -> new GptConfig(50_304, 1_024, 768, 12, 12, 0);
        };
        var bench = new TrainingBench(device, config, Integer.parseInt(option(given, "--steps", "12")), given);
        long began = ManagementFactory.getRuntimeMXBean().getStartTime();
        for (String row : option(given, "--rows", ROWS).split(",")) {
            try {
                bench.measure(Row.of(row), began);
            } catch (RuntimeException | Error failure) {
                System.out.println("{\"row\":\"" + row + "\",\"failed\":\""
                        + String.valueOf(failure).replaceAll("[\"\\\\\\s]+", " ") + "\"}");
                failure.printStackTrace(System.err);
            }
            System.out.flush();
            bench.awaitMemory();
            began = System.currentTimeMillis();
        }
    }

    private static String option(List<String> given, String name, String otherwise) {
        int at = given.indexOf(name);
        return at < 0 ? otherwise : given.get(at + 1);
    }

    private void measure(Row row, long began) {
        Training training = Training.of(config, row, device);
        try {
            device.synchronize();
            device.forgetPeak();
            double first = training.run().loss();
            double firstSeconds = (System.currentTimeMillis() - began) / 1e3;
            Times times = measured(training);
            print(row, training.model.parameterCount(), times, first, firstSeconds);
            if (peer != null) {
                System.err.printf(
                        Locale.ROOT,
                        "%s: %.1f ms here, %.1f ms there, ratio %.3f%n",
                        row,
                        times.waited,
                        times.others,
                        times.waited / times.others);
            }
            if (kernels) {
                table(training);
            }
        } finally {
            training.close();
        }
    }

    /** Waits for what the optimizer of the last row held, which the collector gives back, lest the next row's peak have it. */
    private void awaitMemory() {
        for (int i = 0; i < 50 && device.heldBytes() > 1 << 20; i++) {
            System.gc();
            pause(20);
        }
    }

    /** Medians in milliseconds, and the last loss. */
    private record Times(double waited, double host, double ahead, double apart, double others, double loss) {}

    private void rest(Training training) {
        if (device.name().startsWith("cuda")) {
            device.synchronize();
            pause(REST_MILLIS);
        }
        for (int i = 0; i < WARM_STEPS; i++) {
            training.run().loss();
        }
    }

    private Times measured(Training training) {
        rest(training);
        double[] waited = new double[steps];
        double[] host = new double[steps];
        double[] others = new double[steps];
        for (int i = 0; i < steps; i++) {
            long start = System.nanoTime();
            training.run();
            host[i] = (System.nanoTime() - start) / 1e6;
            device.synchronize();
            waited[i] = (System.nanoTime() - start) / 1e6;
            if (peer != null) {
                System.out.println("step");
                System.out.flush();
                others[i] = Double.parseDouble(peer.next());
            }
        }
        double[] loss = new double[1];
        double[] apart = new double[1];
        device.withoutGraphs(() -> apart[0] = ahead(training, loss));
        return new Times(median(waited), median(host), ahead(training, loss), apart[0], median(others), loss[0]);
    }

    /** The median of steps whose losses are read one step later. */
    private double ahead(Training training, double[] last) {
        double[] times = new double[steps];
        TrainingStep.Outcome before = training.run();
        before.loss();
        before = training.run();
        long start = System.nanoTime();
        for (int i = 0; i < steps; i++) {
            TrainingStep.Outcome outcome = training.run();
            last[0] = before.loss();
            before = outcome;
            long now = System.nanoTime();
            times[i] = (now - start) / 1e6;
            start = now;
        }
        last[0] = before.loss();
        return median(times);
    }

    private void print(Row row, long parameters, Times times, double first, double firstSeconds) {
        double tokens = (double) row.batch * config.block();
        double flops = 6.0 * parameters * tokens + 12.0 * config.layers() * config.width() * config.block() * tokens;
        double peak = device.peakBytes() / GIB;
        double planned = plans ? plannedPeakBytes(row) / GIB : Double.NaN;
        (peer == null ? System.out : System.err)
                .printf(
                        Locale.ROOT,
                        "{\"mode\":\"%s\",\"batch\":%d,\"checkpointing\":\"%s\",\"ms\":%.2f,\"tok_s\":%.0f,"
                                + "\"host_ms\":%.2f,\"ahead_ms\":%.2f,\"ahead_tok_s\":%.0f,\"ahead_apart_ms\":%.2f,"
                                + "\"mfu\":%.3f,\"planned_peak_GiB\":%s,\"peak_GiB\":%.3f,\"first_step_s\":%.2f,"
                                + "\"first_loss\":%.4f,\"last_loss\":%.4f}%n",
                        row.precision.text(),
                        row.batch,
                        row.checkpointing.text(),
                        times.waited,
                        tokens / times.waited * 1e3,
                        times.host,
                        times.ahead,
                        tokens / times.ahead * 1e3,
                        times.apart,
                        flops / times.waited * 1e3 / PEAK_FLOPS,
                        plans ? String.format(Locale.ROOT, "%.3f", planned) : "null",
                        peak,
                        firstSeconds,
                        first,
                        times.loss);
        System.out.flush();
    }

    private double plannedPeakBytes(Row row) {
        Training training = Training.of(config, row, Device.meta());
        return Rehearsal.of(training::run).peakBytes();
    }

    private static double median(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** What of one kind is done in a step. */
    private static final class Kind {
        private int count;
        private double milliseconds;
        private long bytes;
    }

    private void table(Training training) {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        double all = 0;
        int steps = 0;
        for (Device.StepTime step : device.time(training::run)) {
            Kind kind = kinds.computeIfAbsent(step.what(), _ -> new Kind());
            kind.count++;
            kind.milliseconds += step.milliseconds();
            kind.bytes += step.bytes();
            all += step.milliseconds();
            steps++;
        }
        List<Map.Entry<String, Kind>> sorted = new ArrayList<>(kinds.entrySet());
        sorted.sort(Comparator.comparingDouble(kind -> -kind.getValue().milliseconds));
        System.out.printf(Locale.ROOT, "%.3f ms in %d steps, timed one by one%n", all, steps);
        for (Map.Entry<String, Kind> entry : sorted) {
            Kind kind = entry.getValue();
            System.out.printf(
                    Locale.ROOT,
                    "%9.3f ms %4dx %8.1f GB/s  %s%n",
                    kind.milliseconds,
                    kind.count,
                    kind.bytes / kind.milliseconds / 1e6,
                    entry.getKey());
        }
        System.out.flush();
    }
}
