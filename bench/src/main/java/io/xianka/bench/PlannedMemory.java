package io.xianka.bench;

import io.xianka.nn.AdamW;
import io.xianka.nn.Checkpointing;
import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.LanguageModel;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Placement;
import io.xianka.nn.training.Fit;
import io.xianka.nn.training.Objective;
import io.xianka.nn.training.Precision;
import io.xianka.nn.training.TrainingStep;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.List;
import java.util.Locale;

/**
 * What the planner says that a training step of GPT-2 124M holds, beside what the allocator of a device sees and what PyTorch needed for
 * the same work on an H200. The peak of a device never falls, so rows go from the one that holds least to the one that holds most.
 *
 * <p>Options: a device such as {@code cuda:0} (without one only the plans are made), then batches.
 */
public final class PlannedMemory {
    private static final GptConfig GPT2 = GptConfig.GPT2_124M.withVocabulary(50_304);
    private static final int STEPS = 4;

    /** One row: PyTorch's peaks in GiB, measured on an H200, 0 where nobody did. */
    private record Row(
            Precision precision, Checkpointing checkpointing, long batch, double eagerGib, double compiledGib) {}

    private static final List<Row> ROWS = List.of(
            new Row(Precision.BF16, Checkpointing.FULL, 16, 0, 0),
            new Row(Precision.BF16, Checkpointing.NONE, 16, 14.52, 8.45),
            new Row(Precision.BF16, Checkpointing.FULL, 32, 18.15, 0),
            new Row(Precision.FP32, Checkpointing.NONE, 16, 19.78, 0),
            new Row(Precision.BF16, Checkpointing.NONE, 32, 27.34, 15.13));

    private PlannedMemory() {}

    /** Prints a table; ends with status 1 where a plan is more than 3% off. */
    public static void main(String[] arguments) {
        boolean right = true;
        System.out.println("GPT-2 124M, 1024 tokens, AdamW, GiB at the peak");
        System.out.println(
                "precision checkpoint batch  planned  allocator  planned/allocator  PyTorch eager  torch.compile");
        for (Row row : ROWS) {
            double planned = gib(fit().peakBytes(row.batch, options(row)));
            String seen = "-";
            String ratio = "-";
            if (arguments.length > 0) {
                double allocated = gib(allocated(row, Device.of(arguments[0])));
                seen = number(allocated);
                ratio = String.format(Locale.ROOT, "%.3f", planned / allocated);
                right &= Math.abs(planned / allocated - 1) <= 0.03;
            }
            System.out.printf(
                    Locale.ROOT,
                    "%-9s %-10s %5d %8s %10s %18s %14s %14s%n",
                    row.precision.text(),
                    row.checkpointing.text(),
                    row.batch,
                    number(planned),
                    seen,
                    ratio,
                    number(row.eagerGib),
                    number(row.compiledGib));
        }
        System.exit(right ? 0 : 1);
    }

    private static TrainingStep.Options options(Row row) {
        return TrainingStep.Options.DEFAULT.withPrecision(row.precision).withCheckpointing(row.checkpointing);
    }

    private static Optimizer optimizer(LanguageModel model) {
        return new Optimizer(AdamW.DEFAULT, 3e-4, model.parameters());
    }

    private static Fit fit() {
        return Fit.of(placement -> new Gpt(GPT2, placement), PlannedMemory::optimizer, GPT2.block());
    }

    private static long allocated(Row row, Device device) {
        collect();
        var model = new Gpt(GPT2, Placement.current().withDevice(device).withSeed(1));
        var step = new TrainingStep(Objective.of(model), optimizer(model), options(row));
        Tensor tokens = Tensor.zeros(Shape.of(row.batch, GPT2.block()), DType.INT64, device)
                .realise();
        Tensor next = Tensor.ones(Shape.of(row.batch, GPT2.block()), DType.INT64, device)
                .realise();
        for (int i = 0; i < STEPS; i++) {
            step.run(tokens, next).loss();
        }
        long peak = device.peakBytes();
        model.parameters().forEach(Tensor::close);
        tokens.close();
        next.close();
        return peak;
    }

    /** What the row before held is given back by the garbage collector's cleaner, in its own thread. */
    private static void collect() {
        try {
            for (int i = 0; i < 3; i++) {
                System.gc();
                Thread.sleep(100);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static double gib(long bytes) {
        return bytes / 0x1p30;
    }

    private static String number(double gib) {
        return gib == 0 ? "-" : String.format(Locale.ROOT, "%.2f", gib);
    }
}
