package io.xianka.nn.training;

import io.xianka.nn.Schedule;
import io.xianka.nn.data.Batch;
import io.xianka.nn.data.Batches;
import io.xianka.nn.data.Dataset;
import io.xianka.tensor.Device;
import io.xianka.tensor.execution.OutOfDeviceMemory;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;

/**
 * The loop: batch after batch, the learning rate of each step, measuring and saving now and then, telling listeners. It stops early when
 * it is asked to, and when a loss is no number.
 *
 * {@snippet :
 * var trainer = new Trainer(step, dataset, Trainer.Options.DEFAULT.withSteps(1_000).withBatch(32))
 *         .evaluating(new Evaluation(model, objective, Precision.FP32, validation, 32, 1_000))
 *         .listening(progress -> System.out.println(progress.step() + " " + progress.loss()));
 * trainer.run();
 * }
 *
 * <p>A dataset's example has two parts, what goes into the model and what should come out. {@link #stop} is for any thread, the rest for
 * one.
 */
public final class Trainer {
    /**
     * What the loop does.
     *
     * @param steps in all, those made before a checkpoint included
     * @param batch the examples of a step
     * @param seed of the order of examples
     * @param evaluateEvery so many steps, and after the last; 0 for never
     * @param saveEvery so many steps, and after the last
     */
    public record Options(long steps, int batch, long seed, Schedule schedule, long evaluateEvery, long saveEvery) {
        /** 1,000 steps of 32 examples at the optimizer's own rate, measured and saved every 100. */
        public static final Options DEFAULT = new Options(1_000, 32, 0, Schedule.constant(), 100, 100);

        /** Checks the numbers. */
        public Options {
            if (steps < 0 || batch < 1 || evaluateEvery < 0 || saveEvery < 1) {
                throw new IllegalArgumentException("trainer: " + steps + " steps of " + batch
                        + " examples, measured every " + evaluateEvery + ", saved every " + saveEvery
                        + "; steps are 0 or more, the others at least 1");
            }
        }

        /** {@return with so many steps in all} */
        public Options withSteps(long steps) {
            return new Options(steps, batch, seed, schedule, evaluateEvery, saveEvery);
        }

        /** {@return with so many examples a step} */
        public Options withBatch(int batch) {
            return new Options(steps, batch, seed, schedule, evaluateEvery, saveEvery);
        }

        /** {@return with another order of examples} */
        public Options withSeed(long seed) {
            return new Options(steps, batch, seed, schedule, evaluateEvery, saveEvery);
        }

        /** {@return with a schedule of learning rates} */
        public Options withSchedule(Schedule schedule) {
            return new Options(steps, batch, seed, schedule, evaluateEvery, saveEvery);
        }

        /** {@return measured every so many steps, 0 for never} */
        public Options withEvaluateEvery(long evaluateEvery) {
            return new Options(steps, batch, seed, schedule, evaluateEvery, saveEvery);
        }

        /** {@return saved every so many steps} */
        public Options withSaveEvery(long saveEvery) {
            return new Options(steps, batch, seed, schedule, evaluateEvery, saveEvery);
        }
    }

    /** How a run ended: all steps made, or asked to stop before. */
    public enum End {
        /** All steps were made. */
        DONE,
        /** {@link #stop} was called. */
        STOPPED
    }

    /** Where and how to save. */
    private record Saving(
            CheckpointFolder folder,
            TrainingState state,
            Map<String, String> properties,
            TrainingCheckpoint.Attachments attachments) {}

    /** A step whose outcome nobody has read yet. */
    private record Pending(long step, double learningRate, Batch batch, TrainingStep.Outcome outcome) {}

    private final TrainingStep training;
    private final Dataset dataset;
    private final Options options;
    private final Device device;
    private final List<Progress.Listener> listeners = new ArrayList<>();
    private final Deque<Pending> pending = new ArrayDeque<>();
    /** The last step's, which the next one is to know of. */
    private TrainingStep.Outcome before;

    private DoubleSupplier evaluation;
    private Saving saving;
    private OptionalDouble flopsPerExample = OptionalDouble.empty();
    private OptionalDouble deviceFlops = OptionalDouble.empty();
    private long step;
    private long position;
    private long savedStep = -1;
    private Path savedIn;
    private long lastNanos;
    private volatile boolean stopping;

    /** Over a dataset, from its beginning. */
    public Trainer(TrainingStep training, Dataset dataset, Options options) {
        if (dataset.parts().size() != 2) {
            throw new IllegalArgumentException(
                    "trainer: an example has " + dataset.parts().size()
                            + " parts; there are two, what goes into the model and what should come out");
        }
        this.training = training;
        this.dataset = dataset;
        this.options = options;
        this.device = training.optimizer().parameters().getFirst().device();
    }

    /** Measures the loss on data that is not learnt; {@return this} */
    public Trainer evaluating(DoubleSupplier validationLoss) {
        evaluation = validationLoss;
        return this;
    }

    /** Tells of each step; {@return this} */
    public Trainer listening(Progress.Listener listener) {
        listeners.add(listener);
        return this;
    }

    /**
     * Saves now and then, at the end, and when it is stopped; {@return this}
     *
     * @param properties what to say of model, data and options, for who goes on
     */
    public Trainer saving(
            CheckpointFolder folder,
            TrainingState state,
            Map<String, String> properties,
            TrainingCheckpoint.Attachments attachments) {
        saving = new Saving(folder, state, Map.copyOf(properties), attachments);
        return this;
    }

    /**
     * Lets the utilisation be told; {@return this}
     *
     * @param flopsPerExample floating-point operations of forward and backward
     * @param deviceFlops what the device can do in a second
     */
    public Trainer measuring(double flopsPerExample, double deviceFlops) {
        this.flopsPerExample = OptionalDouble.of(flopsPerExample);
        this.deviceFlops = OptionalDouble.of(deviceFlops);
        return this;
    }

    /** Goes on where a checkpoint stands, to which the training's state was restored; {@return this} */
    public Trainer from(TrainingCheckpoint checkpoint) {
        step = checkpoint.step();
        position = checkpoint.position();
        savedStep = step;
        savedIn = checkpoint.folder();
        return this;
    }

    /** {@return how many steps were made} */
    public long step() {
        return step;
    }

    /** {@return where the last checkpoint is, if there is one} */
    public Optional<Path> savedIn() {
        return Optional.ofNullable(savedIn);
    }

    /** Asks the run to save and end after the step that is under way. For any thread. */
    public void stop() {
        stopping = true;
    }

    // ------------------------------------------------------------------ the loop

    /**
     * Makes the steps that are left.
     *
     * @throws NotANumberException when a loss is NaN or infinite, or a gradient where none are scaled; parameters are those before that step
     * @throws StepTooLargeException when the device has no memory for a step
     * @throws CheckpointException when it cannot be saved
     */
    public End run() {
        lastNanos = System.nanoTime();
        try (var batches = Batches.shuffled(dataset, options.batch(), options.seed(), position, device)) {
            while (step < options.steps() && !stopping) {
                launch(batches.next());
                boolean measured = isDue(options.evaluateEvery()) && evaluation != null;
                boolean saved = isDue(options.saveEvery()) && saving != null;
                settle(measured || saved ? 0 : ahead(), measured);
                if (saved) {
                    save();
                }
            }
            settle(0, false);
        } finally {
            pending.forEach(one -> one.batch.close());
            pending.clear();
        }
        if (saving != null && savedStep != step) {
            save();
        }
        return step >= options.steps() ? End.DONE : End.STOPPED;
    }

    private boolean isDue(long every) {
        return every > 0 && (step % every == 0 || step == options.steps());
    }

    /** The next step is recorded and asked for while the last one runs, where the device is a GPU or works as one. */
    private int ahead() {
        return device.name().startsWith("cuda") || device.name().startsWith("emulated") ? 1 : 0;
    }

    private void launch(Batch batch) {
        training.optimizer().schedule(options.schedule(), step);
        double rate = training.optimizer().groups().getFirst().learningRate();
        TrainingStep.Outcome outcome;
        try {
            outcome = ahead() == 0
                    ? training.run(batch.part(0), batch.part(1))
                    : training.runBehind(before, batch.part(0), batch.part(1));
        } catch (OutOfDeviceMemory full) {
            batch.close();
            throw new StepTooLargeException(full);
        }
        before = outcome;
        step++;
        position = batch.next();
        pending.add(new Pending(step, rate, batch, outcome));
    }

    /** Reads outcomes until so many are left unread. */
    private void settle(int left, boolean measure) {
        while (pending.size() > left) {
            Pending oldest = pending.getFirst();
            double loss = oldest.outcome.loss();
            if (!Double.isFinite(loss) || oldest.outcome.isSkipped() && training.scaler() == null) {
                throw notANumber(oldest, loss);
            }
            pending.removeFirst();
            tell(oldest, loss, measure && pending.isEmpty());
            oldest.batch.close();
        }
    }

    private void tell(Pending one, double loss, boolean measure) {
        long now = System.nanoTime();
        double seconds = Math.max(1, now - lastNanos) / 1e9;
        double examples = one.batch.examples() / seconds;
        OptionalDouble utilisation = flopsPerExample.isPresent()
                ? OptionalDouble.of(flopsPerExample.getAsDouble() * examples / deviceFlops.getAsDouble())
                : OptionalDouble.empty();
        // What goes into the model is (batch,) of single things, or (batch, length) of tokens.
        double tokens = dataset.parts().getLast().shape().elements() * examples;
        OptionalDouble validation = measure ? OptionalDouble.of(evaluation.getAsDouble()) : OptionalDouble.empty();
        var progress = new Progress(
                one.step,
                options.steps(),
                loss,
                one.learningRate,
                one.outcome.gradientNorm(),
                tokens,
                device.peakBytes(),
                utilisation,
                validation,
                one.outcome.isSkipped());
        listeners.forEach(listener -> listener.stepped(progress));
        // Measuring is not training.
        lastNanos = measure ? System.nanoTime() : now;
    }

    private void save() {
        savedIn = saving.folder.save(step, position, saving.properties, saving.state, saving.attachments);
        savedStep = step;
        lastNanos = System.nanoTime();
    }

    private NotANumberException notANumber(Pending one, double loss) {
        String made = training.firstNonFinite(one.batch.part(0), one.batch.part(1));
        String fact = Double.isFinite(loss)
                ? "a gradient of step " + one.step + " is infinite or NaN"
                : "the loss of step " + one.step + " is " + loss;
        return new NotANumberException(
                one.step,
                fact + ", at a learning rate of " + one.learningRate
                        + (made == null ? "" : "; the first operation to make one: " + made)
                        + (savedIn == null ? "; nothing is saved" : "; the last checkpoint is " + savedIn)
                        + "; a lower learning rate, or bf16 in place of fp16, may help");
    }
}
