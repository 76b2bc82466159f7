package io.xianka.bench;

import io.xianka.nn.AdamW;
import io.xianka.nn.Conv2d;
import io.xianka.nn.Layer;
import io.xianka.nn.Linear;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Placement;
import io.xianka.nn.Sequential;
import io.xianka.nn.SmallCnn;
import io.xianka.nn.training.Objective;
import io.xianka.nn.training.TrainingStep;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.Windows;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;

/**
 * A convolutional network's training step on the processor, 64 images of 28 x 28: medians of milliseconds by the clock and of all
 * threads' processor time, which is what can be compared on a machine that has other work.
 *
 * <p>Arguments: {@code --model fashion} (that of examples/FashionMnist.java) or {@code cnn} (SmallCnn: batch norms, no biases),
 * {@code --steps N}, {@code --kernels} (a table of where a step's time goes), {@code --peer} (after each step the model's name is written,
 * and another's milliseconds by the clock and of the processor are read).
 */
public final class ImagesBench {
    private static final long BATCH = 64;
    private static final int WARM_STEPS = 60;

    private ImagesBench() {}

    /** Measures the models. */
    public static void main(String[] arguments) {
        List<String> given = Arrays.asList(arguments);
        int steps = Integer.parseInt(option(given, "--steps", "60"));
        Device device = Device.cpu().use();
        Scanner peer = given.contains("--peer") ? new Scanner(System.in, StandardCharsets.UTF_8) : null;
        for (String model : option(given, "--model", "fashion,cnn").split(",")) {
            measure(model, device, steps, peer, given.contains("--kernels"));
        }
    }

    private static String option(List<String> given, String name, String otherwise) {
        int at = given.indexOf(name);
        return at < 0 ? otherwise : given.get(at + 1);
    }

    private static Layer model(String name, Placement placement) {
        if (name.equals("cnn")) {
            return new SmallCnn(1, 28, 10, placement);
        }
        Windows same = Windows.DEFAULT.withPadding(1);
        return new Sequential(
                new Conv2d(1, 16, 3, same, true, placement),
                Sequential.of(x -> x.relu().maxPool2d(2)),
                new Conv2d(16, 32, 3, same, true, placement),
                Sequential.of(x -> x.relu().maxPool2d(2).flatten(1, 3)),
                new Linear(32 * 7 * 7, 128, true, placement),
                Sequential.of(Tensor::relu),
                new Linear(128, 10, true, placement));
    }

    private static void measure(String name, Device device, int steps, Scanner peer, boolean kernels) {
        Placement placement = new Placement(device, DType.FLOAT32, Generator.seeded(0));
        Layer model = model(name, placement);
        var optimizer = new Optimizer(AdamW.DEFAULT, 1e-3, model.parameters());
        var step = new TrainingStep(Objective.crossEntropy(model), optimizer, TrainingStep.Options.DEFAULT);
        Generator random = Generator.seeded(1);
        Tensor images =
                random.normal(Shape.of(BATCH, 1, 28, 28), DType.FLOAT32, device).realise();
        Tensor labels =
                random.integers(0, 9, Shape.of(BATCH), DType.INT64, device).realise();
        double loss = 0;
        for (int i = 0; i < WARM_STEPS; i++) {
            loss = step.run(images, labels).loss();
            if (peer != null) {
                awaitPeer(name, peer);
            }
        }
        double[][] times = new double[4][steps];
        for (int i = 0; i < steps; i++) {
            long processor = ProcessorTime.nanos();
            long clock = System.nanoTime();
            loss = step.run(images, labels).loss();
            times[0][i] = (System.nanoTime() - clock) / 1e6;
            times[1][i] = (ProcessorTime.nanos() - processor) / 1e6;
            if (peer != null) {
                double[] theirs = awaitPeer(name, peer);
                times[2][i] = theirs[0];
                times[3][i] = theirs[1];
            }
        }
        System.err.printf(
                Locale.ROOT,
                "%-8s here %.1f ms, of the processor %.1f, least %.1f; loss %.4f",
                name,
                median(times[0]),
                median(times[1]),
                Arrays.stream(times[1]).min().orElseThrow(),
                loss);
        if (peer != null) {
            System.err.printf(
                    Locale.ROOT,
                    "; there %.1f ms, of the processor %.1f, least %.1f; ratio of processor time %.2f",
                    median(times[2]),
                    median(times[3]),
                    Arrays.stream(times[3]).min().orElseThrow(),
                    median(times[1]) / median(times[3]));
        }
        System.err.println();
        if (kernels) {
            table(device, () -> step.run(images, labels).loss());
        }
    }

    /** Milliseconds of another's step: by the clock, and of the processor. */
    private static double[] awaitPeer(String model, Scanner peer) {
        System.out.println(model);
        System.out.flush();
        return new double[] {Double.parseDouble(peer.next()), Double.parseDouble(peer.next())};
    }

    private static double median(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Of each step of the plan the least of some runs, since other work of the machine only adds. */
    private static void table(Device device, Runnable step) {
        Map<Integer, Device.StepTime> least = new LinkedHashMap<>();
        for (int run = 0; run < 20; run++) {
            int place = 0;
            for (Device.StepTime time : device.time(step)) {
                least.merge(place++, time, (a, b) -> a.milliseconds() < b.milliseconds() ? a : b);
            }
        }
        System.err.printf(
                Locale.ROOT,
                "%.3f ms in %d steps, the least of each%n",
                least.values().stream()
                        .mapToDouble(Device.StepTime::milliseconds)
                        .sum(),
                least.size());
        least.values().stream()
                .sorted(Comparator.comparingDouble(time -> -time.milliseconds()))
                .limit(30)
                .forEach(time -> System.err.printf(
                        Locale.ROOT,
                        "%9.3f ms %8.1f GB/s  %s%n",
                        time.milliseconds(),
                        time.bytes() / time.milliseconds() / 1e6,
                        time.what()));
    }
}
