package io.xianka.nn.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.nn.Checkpointing;
import io.xianka.nn.Linear;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Placement;
import io.xianka.nn.Schedule;
import io.xianka.nn.Sgd;
import io.xianka.nn.data.Batch;
import io.xianka.nn.data.Batches;
import io.xianka.nn.data.Dataset;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TrainerTest {
    /** Points of a line: y = 3 x - 1, but for one example whose x is given. */
    private record Line(float odd) implements Dataset {
        @Override
        public long count() {
            return 64;
        }

        @Override
        public List<Part> parts() {
            return List.of(new Part(Shape.of(1), DType.FLOAT32), new Part(Shape.of(1), DType.FLOAT32));
        }

        @Override
        public void write(long epoch, long example, List<MemorySegment> into) {
            float x = example == 63 && odd != 0 ? odd : example / 64f;
            into.get(0).set(ValueLayout.JAVA_FLOAT_UNALIGNED, 0, x);
            into.get(1).set(ValueLayout.JAVA_FLOAT_UNALIGNED, 0, 3 * (example / 64f) - 1);
        }
    }

    private Linear model = on(Device.cpu());

    private static Linear on(Device device) {
        return new Linear(1, 1, true, Placement.current().withDevice(device).withSeed(1));
    }

    private static final Schedule WARMING = Schedule.linear(0.5, 1, 10);

    private TrainingStep step() {
        Objective squares = (x, y, _) -> model.forward(x).sub(y).square().sum();
        var optimizer = new Optimizer(Sgd.DEFAULT, 0.5, model.parameters());
        return new TrainingStep(squares, optimizer, TrainingStep.Options.DEFAULT.withClip(10));
    }

    private Trainer trainer(Dataset data, long steps) {
        return new Trainer(
                step(),
                data,
                Trainer.Options.DEFAULT
                        .withSteps(steps)
                        .withBatch(8)
                        .withEvaluateEvery(50)
                        .withSchedule(WARMING));
    }

    @Test
    void learns() {
        List<Progress> told = new ArrayList<>();
        Trainer trainer = trainer(new Line(0), 200).evaluating(() -> 7).listening(told::add);
        assertEquals(Trainer.End.DONE, trainer.run());
        assertEquals(200, told.size());
        assertEquals(200, trainer.step());
        assertEquals(1, told.getFirst().step());
        assertEquals(0.25, told.getFirst().learningRate(), 1e-12);
        assertEquals(0.5, told.getLast().learningRate(), 1e-12);
        assertTrue(told.getLast().loss() < 1e-4, told.getLast()::toString);
        assertTrue(told.stream().allMatch(one -> one.validationLoss().isPresent() == (one.step() % 50 == 0)));
        assertTrue(told.stream().allMatch(one -> one.tokensPerSecond() > 0 && one.memoryBytes() > 0));
        List<Tensor> learnt = model.parameters();
        assertEquals(3, learnt.get(0).item(), 0.1);
        assertEquals(-1, learnt.get(1).item(), 0.1);
    }

    @Test
    void stopsWhenAskedTo() {
        Trainer trainer = trainer(new Line(0), 200);
        trainer.listening(progress -> {
            if (progress.step() == 3) {
                trainer.stop();
            }
        });
        assertEquals(Trainer.End.STOPPED, trainer.run());
        assertEquals(3, trainer.step());
    }

    @Test
    void aLossThatIsNoNumberStopsItBeforeParametersAreSpoilt() {
        Trainer trainer = trainer(new Line(Float.NaN), 200);
        var stopped = assertThrows(NotANumberException.class, trainer::run);
        assertTrue(stopped.step() <= 8, "64 examples are seen in 8 steps");
        assertTrue(
                stopped.getMessage().startsWith("the loss of step " + stopped.step() + " is NaN"),
                stopped.getMessage());
        assertTrue(stopped.getMessage().contains("the first operation to make one: "), stopped.getMessage());
        assertEquals(1, stopped.getMessage().lines().count(), stopped.getMessage());
        model.parameters().forEach(one -> assertTrue(Double.isFinite(one.item())));
    }

    /** The emulator works as a GPU does: while it computes a step the next one is under way already. */
    @Test
    void aStepBehindOneThatFailedChangesNothing() {
        model = on(Device.emulated());
        var stopped = assertThrows(NotANumberException.class, trainer(new Line(Float.NaN), 200)::run);
        assertTrue(stopped.getMessage().contains("the first operation to make one: "), stopped.getMessage());
        List<Tensor> left = model.parameters();

        model = on(Device.emulated());
        trainer(new Line(Float.NaN), stopped.step() - 1).run();
        for (int i = 0; i < left.size(); i++) {
            assertArrayEquals(
                    model.parameters().get(i).toFloatArray(), left.get(i).toFloatArray());
        }
    }

    @Test
    void runningAheadChangesNoBit() {
        Device device = Device.emulated();
        model = on(device);
        List<Double> ahead = new ArrayList<>();
        trainer(new Line(0), 12).listening(one -> ahead.add(one.loss())).run();

        model = on(device);
        TrainingStep step = step();
        List<Double> waited = new ArrayList<>();
        try (var batches = Batches.shuffled(new Line(0), 8, Trainer.Options.DEFAULT.seed(), 0, device)) {
            for (int i = 0; i < 12; i++) {
                step.optimizer().schedule(WARMING, i);
                try (Batch batch = batches.next()) {
                    waited.add(step.run(batch.part(0), batch.part(1)).loss());
                }
            }
        }
        assertEquals(waited, ahead);
    }

    @Test
    void classesMayBeBytes() {
        var scores = new Linear(
                1, 3, true, Placement.current().withDevice(Device.cpu()).withSeed(2));
        Tensor x = Tensor.of(new float[] {1, 2, 3, 4}, Shape.of(4, 1), Device.cpu());
        long[] classes = {0, 2, 1, 2};
        double[] losses = new double[2];
        for (DType type : List.of(DType.UINT8, DType.INT64)) {
            var step = new TrainingStep(
                    Objective.crossEntropy(scores),
                    new Optimizer(Sgd.DEFAULT, 0, scores.parameters()),
                    TrainingStep.Options.DEFAULT);
            Tensor target =
                    Tensor.of(classes, Shape.of(4), Device.cpu()).to(type).realise();
            losses[type == DType.UINT8 ? 0 : 1] = step.run(x, target).loss();
        }
        assertEquals(losses[1], losses[0]);
    }

    @Test
    void measuresWithoutDropoutAndGradients() {
        var evaluation = new Evaluation(
                model,
                (x, y, checkpointing) -> {
                    assertEquals(Checkpointing.NONE, checkpointing);
                    assertFalse(model.isTraining());
                    Tensor losses = model.forward(x).sub(y).square().sum();
                    assertFalse(losses.isDifferentiable());
                    return losses;
                },
                Precision.FP32,
                new Line(0),
                10,
                20);
        assertTrue(evaluation.getAsDouble() > 0);
        assertTrue(model.isTraining());
    }

    @Test
    @Tag("slow")
    void twoThousandStepsTakeNoMoreMemoryThanFiveHundred() {
        SteadyMemory.check(Device.cpu());
    }
}
