package io.xianka.nn.training;

import io.xianka.nn.AdamW;
import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Placement;
import io.xianka.nn.Schedule;
import io.xianka.nn.data.TokenBlocks;
import io.xianka.nn.data.Tokens;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/** A GPT of a few hundred parameters with dropout, which learns noise: all that a checkpoint must hold, in milliseconds. */
final class TinyTraining {
    private static final int VOCABULARY = 11;
    private static final int BLOCK = 8;

    final TrainingState state;
    final Trainer trainer;

    TinyTraining(long steps, Precision precision, int width) {
        this(Device.cpu(), steps, precision, width);
    }

    TinyTraining(Device device, long steps, Precision precision, int width) {
        Generator generator = Generator.seeded(5);
        var model = new Gpt(
                new GptConfig(VOCABULARY, BLOCK, width, 2, 1, 0.1), new Placement(device, DType.FLOAT32, generator));
        var optimizer = new Optimizer(AdamW.DEFAULT, 1e-2, model.parameters());
        var step =
                new TrainingStep(Objective.of(model), optimizer, TrainingStep.Options.DEFAULT.withPrecision(precision));
        state = TrainingState.of(model, step, Map.of("dropout", generator));
        Tokens tokens =
                Tokens.of("noise", new Random(1).ints(500, 0, VOCABULARY).toArray());
        Schedule schedule = Schedule.linear(0.1, 1, 5).then(5, Schedule.cosine(Math.max(1, steps), 1e-3));
        trainer = new Trainer(
                step,
                TokenBlocks.shifting(tokens, BLOCK, VOCABULARY),
                Trainer.Options.DEFAULT
                        .withSteps(steps)
                        .withBatch(7)
                        .withSeed(3)
                        .withSchedule(schedule)
                        .withSaveEvery(1));
    }

    /** Saves in a folder after every step. */
    TinyTraining saving(CheckpointFolder folder) {
        trainer.saving(folder, state, Map.of("kind", "tiny"), TrainingCheckpoint.Attachments.NONE);
        return this;
    }

    /** Goes on from the last checkpoint of a folder. */
    TinyTraining resuming(Path folder) {
        TrainingCheckpoint last = CheckpointFolder.openLast(folder);
        last.restore(state);
        trainer.from(last);
        return this;
    }
}
