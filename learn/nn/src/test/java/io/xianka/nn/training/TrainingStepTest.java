package io.xianka.nn.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.nn.AdamW;
import io.xianka.nn.Checkpointing;
import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.GradScaler;
import io.xianka.nn.Layer;
import io.xianka.nn.Linear;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Placement;
import io.xianka.nn.Sgd;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.execution.OutOfDeviceMemory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TrainingStepTest {
    private static final Device CPU = Device.cpu();
    private static final GptConfig TINY = new GptConfig(40, 12, 16, 2, 2, 0);

    private static Placement placement(Device device) {
        return new Placement(device, DType.FLOAT32, Generator.seeded(3));
    }

    /** Rows of an arithmetic that can be learned; some targets do not count, in some rows more than in others. */
    private static Tensor[] batch(Device device, int seed) {
        long[] tokens = new long[8 * 12];
        long[] next = new long[8 * 12];
        for (int row = 0; row < 8; row++) {
            for (int i = 0; i < 12; i++) {
                tokens[row * 12 + i] = (seed * 7L + row * 5L + i * 3L) % 40;
                next[row * 12 + i] = i < row ? -100 : (seed * 7 + row * 5 + i * 3 + 3) % 40;
            }
        }
        return new Tensor[] {Tensor.of(tokens, Shape.of(8, 12), device), Tensor.of(next, Shape.of(8, 12), device)};
    }

    private static List<Double> losses(Gpt gpt, TrainingStep.Options options, int steps) {
        var optimizer = new Optimizer(AdamW.DEFAULT, 1e-2, gpt.parameters());
        var step = new TrainingStep(Objective.of(gpt), optimizer, options);
        List<Double> losses = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            Tensor[] batch = batch(gpt.device(), i % 3);
            losses.add(step.run(batch[0], batch[1]).loss());
        }
        return losses;
    }

    @Test
    void microBatchesGiveWhatOneBatchGives() {
        List<float[]> gradients = new ArrayList<>();
        List<double[]> facts = new ArrayList<>();
        for (int count : new int[] {1, 2, 4, 8}) {
            var gpt = new Gpt(TINY, placement(CPU));
            // Plain descent by 1 without clipping leaves the gradient in the parameters.
            var optimizer = new Optimizer(Sgd.DEFAULT, 1, gpt.parameters());
            float[] before = gpt.namedParameters().get("wte.weight").toFloatArray();
            var step = new TrainingStep(
                    Objective.of(gpt),
                    optimizer,
                    TrainingStep.Options.DEFAULT.withMicroBatches(count).withClip(Double.POSITIVE_INFINITY));
            Tensor[] batch = batch(CPU, 0);
            TrainingStep.Outcome outcome = step.run(batch[0], batch[1]);
            facts.add(new double[] {outcome.loss(), outcome.gradientNorm()});
            assertFalse(outcome.isSkipped());
            float[] after = gpt.namedParameters().get("wte.weight").toFloatArray();
            float[] change = new float[after.length];
            for (int i = 0; i < after.length; i++) {
                change[i] = before[i] - after[i];
            }
            gradients.add(change);
            if (count == 1) {
                double reference =
                        new Gpt(TINY, placement(CPU)).loss(batch[0], batch[1]).item();
                assertEquals(reference, outcome.loss(), 1e-6);
            }
        }
        for (int i = 1; i < gradients.size(); i++) {
            assertArrayEquals(facts.getFirst(), facts.get(i), 1e-6);
            assertArrayEquals(gradients.getFirst(), gradients.get(i), 1e-6f);
        }
    }

    /** With float16 some of them are skipped while the scaler looks for a scale, which is no failure to the step behind. */
    @ParameterizedTest
    @EnumSource(Precision.class)
    void stepsBehindEachOtherAreThoseTakenOneByOne(Precision precision) {
        var options = TrainingStep.Options.DEFAULT.withPrecision(precision).withMicroBatches(2);
        List<Double> expected = losses(new Gpt(TINY, placement(CPU)), options, 8);
        var gpt = new Gpt(TINY, placement(CPU));
        var step = new TrainingStep(Objective.of(gpt), new Optimizer(AdamW.DEFAULT, 1e-2, gpt.parameters()), options);
        List<TrainingStep.Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Tensor[] batch = batch(CPU, i % 3);
            outcomes.add(step.runBehind(i == 0 ? null : outcomes.getLast(), batch[0], batch[1]));
        }
        assertEquals(expected, outcomes.stream().map(TrainingStep.Outcome::loss).toList());
    }

    @Test
    void refusesToStepBehindWhatTellsTheDeviceNothing() {
        var gpt = new Gpt(TINY, placement(CPU));
        var step = new TrainingStep(
                Objective.of(gpt), new Optimizer(AdamW.DEFAULT, 1e-2, gpt.parameters()), TrainingStep.Options.DEFAULT);
        Tensor[] batch = batch(CPU, 0);
        TrainingStep.Outcome outcome = step.run(batch[0], batch[1]);
        String refused = assertThrows(IllegalArgumentException.class, () -> step.runBehind(outcome, batch[0], batch[1]))
                .getMessage();
        assertTrue(refused.contains("read its outcome and give null here"), refused);
    }

    @ParameterizedTest
    @EnumSource(Precision.class)
    void everyPrecisionLearnsWhatFloat32Learns(Precision precision) {
        double expected = losses(new Gpt(TINY, placement(CPU)), TrainingStep.Options.DEFAULT, 40)
                .getLast();
        List<Double> found =
                losses(new Gpt(TINY, placement(CPU)), TrainingStep.Options.DEFAULT.withPrecision(precision), 40);
        assertTrue(found.getFirst() > 3.5, "ln 40 is 3.69: " + found);
        assertTrue(found.getLast() < 1, found.toString());
        assertEquals(expected, found.getLast(), 0.02 * expected);
    }

    @ParameterizedTest
    @EnumSource(Checkpointing.class)
    void checkpointingAndMicroBatchesWorkTogetherToTheBit(Checkpointing checkpointing) {
        GptConfig dropping = TINY.withDropout(0.1);
        var options = TrainingStep.Options.DEFAULT.withPrecision(Precision.BF16).withMicroBatches(2);
        List<Double> expected = losses(new Gpt(dropping, placement(CPU)), options, 4);
        List<Double> found = losses(new Gpt(dropping, placement(CPU)), options.withCheckpointing(checkpointing), 4);
        assertEquals(expected, found);
    }

    /** Its scores are infinite minus infinite where a weight is large. */
    private static final class Fragile extends Layer {
        private final Linear inner = child("inner", new Linear(4, 3, true, placement(Device.plain())));

        @Override
        public Tensor forward(Tensor x) {
            Tensor large = inner.forward(x).exp();
            return large.sub(large.mul(0.5));
        }
    }

    @Test
    void aNaNChangesNothingAndTheOperationThatMadeItIsNamed() {
        var model = new Fragile();
        var optimizer = new Optimizer(AdamW.DEFAULT, 0.1, model.parameters());
        var step = new TrainingStep(Objective.crossEntropy(model), optimizer, TrainingStep.Options.DEFAULT);
        Tensor target = Tensor.of(new long[] {0, 2}, Shape.of(2), Device.plain());
        Tensor fine = Tensor.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, Shape.of(2, 4), Device.plain());
        assertFalse(step.run(fine, target).isSkipped());
        assertNull(step.firstNonFinite(fine, target));
        float[] before = model.parameters().getFirst().toFloatArray();

        Tensor huge = fine.mul(1000).realise();
        TrainingStep.Outcome outcome = step.run(huge, target);
        assertTrue(outcome.isSkipped());
        assertTrue(Double.isNaN(outcome.loss()));
        assertArrayEquals(before, model.parameters().getFirst().toFloatArray());
        String found = step.firstNonFinite(huge, target);
        assertTrue(found.startsWith("sub made NaN: float32(2, 3), from an infinite float32(2, 3) of exp"), found);
        assertTrue(found.contains("Fragile.forward(TrainingStepTest.java:"), found);
        assertFalse(step.run(fine, target).isSkipped());
    }

    @Test
    void float16SkipsWhatOverflowsAndScalesDown() {
        var gpt = new Gpt(TINY, placement(CPU));
        var optimizer = new Optimizer(AdamW.DEFAULT, 1e-2, gpt.parameters());
        var scaler = new GradScaler(GradScaler.Options.DEFAULT.withInitial(0x1p40), CPU);
        var step = new TrainingStep(
                Objective.of(gpt), optimizer, TrainingStep.Options.DEFAULT.withPrecision(Precision.FP16), scaler);
        Tensor[] batch = batch(CPU, 0);
        TrainingStep.Outcome outcome = step.run(batch[0], batch[1]);
        assertTrue(outcome.isSkipped());
        assertEquals(Math.log(40), outcome.loss(), 0.1);
        assertEquals(0x1p39, scaler.scale());
    }

    @Test
    void outOfMemorySaysWhatWouldFit() {
        Device device = Device.emulated();
        Tensor row = Tensor.ones(Shape.of(1, 1 << 18), DType.FLOAT32, device)
                .realise()
                .requiresGrad();
        var step = new TrainingStep(
                (_, _, _) -> row.transpose()
                        .matmul(row)
                        .tanh()
                        .matmul(row.transpose())
                        .sum(),
                new Optimizer(Sgd.DEFAULT, 1, List.of(row)),
                TrainingStep.Options.DEFAULT);
        Tensor batch = Tensor.zeros(Shape.of(4), DType.INT64, device).realise();
        String unfitted = assertThrows(OutOfDeviceMemory.class, () -> step.run(batch, batch))
                .getMessage();
        assertTrue(unfitted.endsWith("--fit chooses both"), unfitted);

        // A rehearsal that holds a quarter more than there is, unless it is cut in two.
        long most = device.memoryBytes();
        step.fittedBy(new Fit((_, options) ->
                () -> Tensor.ones(Shape.of(5 * most / 4 / options.microBatches()), DType.UINT8, Device.meta())
                        .realise()));
        String fitted = assertThrows(OutOfDeviceMemory.class, () -> step.run(batch, batch))
                .getMessage();
        assertTrue(fitted.contains("--fit would choose 2 micro-batches of 2, checkpointing none: "), fitted);
        assertNull(row.grad());
    }

    @Test
    void refusesWhatIsNoBatch() {
        var gpt = new Gpt(TINY, placement(Device.plain()));
        var step = new TrainingStep(
                Objective.of(gpt),
                new Optimizer(AdamW.DEFAULT, 1e-2, gpt.parameters()),
                TrainingStep.Options.DEFAULT.withMicroBatches(3));
        Tensor[] batch = batch(Device.plain(), 0);
        assertEquals(
                "training step: inputs (8, 12) and targets (8, 12) are not a batch each, a multiple of 3 micro-batches",
                assertThrows(ShapeMismatch.class, () -> step.run(batch[0], batch[1]))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> TrainingStep.Options.DEFAULT.withMicroBatches(0));
        assertThrows(IllegalArgumentException.class, () -> TrainingStep.Options.DEFAULT.withClip(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> Precision.of("fp8"));
    }
}
