package io.xianka.nn.training;

import io.xianka.nn.BufferUpdates;
import io.xianka.nn.Checkpointing;
import io.xianka.nn.GradScaler;
import io.xianka.nn.GradientNorm;
import io.xianka.nn.Optimizer;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.NonFinite;
import io.xianka.tensor.Readback;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.execution.OutOfDeviceMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * From a batch to changed parameters: forward and backward in micro-batches, each weighted by its targets that count, so that N
 * micro-batches give what one batch would; then clipping and the optimizer. One realisation a micro-batch; nothing waits for the device
 * until somebody reads the {@link Outcome}.
 *
 * {@snippet :
 * var step = new TrainingStep(Objective.of(gpt), optimizer, TrainingStep.Options.DEFAULT.withPrecision(Precision.BF16));
 * TrainingStep.Outcome outcome = step.run(tokens, next);
 * }
 *
 * <p>Steps are {@linkplain Optimizer#inPlace in place}. Not for two threads at once.
 */
public final class TrainingStep {
    /**
     * How steps are made.
     *
     * @param microBatches a batch is cut into, along its first axis
     * @param clip the largest norm of all gradients, infinity for any
     * @param ignoreIndex targets of this number do not count
     */
    public record Options(
            Precision precision, Checkpointing checkpointing, int microBatches, double clip, long ignoreIndex) {
        /** float32, nothing computed again, one micro-batch, clipped at 1. */
        public static final Options DEFAULT = new Options(Precision.FP32, Checkpointing.NONE, 1, 1, -100);

        /** Checks the numbers. */
        public Options {
            if (microBatches < 1 || !(clip > 0)) {
                throw new IllegalArgumentException("training step: " + microBatches + " micro-batches, clipped at "
                        + clip + "; there is at least one, and a norm is above 0");
            }
        }

        /** {@return in this precision} */
        public Options withPrecision(Precision precision) {
            return new Options(precision, checkpointing, microBatches, clip, ignoreIndex);
        }

        /** {@return with activations kept or computed again} */
        public Options withCheckpointing(Checkpointing checkpointing) {
            return new Options(precision, checkpointing, microBatches, clip, ignoreIndex);
        }

        /** {@return in so many micro-batches} */
        public Options withMicroBatches(int microBatches) {
            return new Options(precision, checkpointing, microBatches, clip, ignoreIndex);
        }

        /** {@return with gradients brought under a norm} */
        public Options withClip(double clip) {
            return new Options(precision, checkpointing, microBatches, clip, ignoreIndex);
        }

        /** {@return with another number of targets that do not count} */
        public Options withIgnoreIndex(long ignoreIndex) {
            return new Options(precision, checkpointing, microBatches, clip, ignoreIndex);
        }
    }

    /** What a step did. It is copied to the host behind the step: reading waits for that step, and not for steps after it. */
    public static final class Outcome {
        private final Readback facts;
        /** Whether to stop, a bool scalar that the next step takes; null where none was to. */
        private final Tensor failed;

        private Outcome(Readback facts, Tensor failed) {
            this.facts = facts;
            this.failed = failed;
        }

        private float fact(int index) {
            return facts.toFloatArray()[index];
        }

        /** {@return the mean loss of the targets that count, before the step; NaN when none does} */
        public double loss() {
            return fact(0);
        }

        /** {@return the norm of all gradients before clipping} */
        public double gradientNorm() {
            return fact(1);
        }

        /**
         * {@return whether all was left as it was, because the loss or a gradient was infinite or NaN} With a scaler that is as it should
         * be now and then, as long as the {@link #loss} is finite; else {@link TrainingStep#firstNonFinite} tells where it began. Also of
         * a step {@linkplain TrainingStep#runBehind behind} one that failed.
         */
        public boolean isSkipped() {
            return fact(2) != 0;
        }
    }

    private final Objective objective;
    private final Optimizer optimizer;
    private final Options options;
    private final GradScaler scaler;
    private Fit fit;

    /** With a {@link GradScaler} of PyTorch's options where the precision needs one. */
    public TrainingStep(Objective objective, Optimizer optimizer, Options options) {
        this(
                objective,
                optimizer,
                options,
                options.precision().needsScaling()
                        ? new GradScaler(GradScaler.Options.DEFAULT, device(optimizer))
                        : null);
    }

    /** With a scaler, or none where it is null. */
    public TrainingStep(Objective objective, Optimizer optimizer, Options options, GradScaler scaler) {
        this.objective = objective;
        // All that is recorded with the old values is computed with the step.
        this.optimizer = optimizer.inPlace(true);
        this.options = options;
        this.scaler = scaler == null ? null : scaler.inPlace(true);
    }

    private static Device device(Optimizer optimizer) {
        return optimizer.parameters().getFirst().device();
    }

    /** Says how to find out what would fit when memory does not suffice; {@return this} */
    public TrainingStep fittedBy(Fit fit) {
        this.fit = fit;
        return this;
    }

    /** {@return how steps are made} */
    public Options options() {
        return options;
    }

    /** {@return what changes parameters} */
    public Optimizer optimizer() {
        return optimizer;
    }

    /** {@return what scales losses, or null} */
    public GradScaler scaler() {
        return scaler;
    }

    /**
     * One step.
     *
     * @param input {@code (batch, ...)}, on the parameters' device
     * @param target {@code (batch, ...)}, integers that classes are told by
     * @throws OutOfDeviceMemory that says what would fit
     */
    public Outcome run(Tensor input, Tensor target) {
        return run(input, target, null);
    }

    /**
     * One step whose predecessor's outcome nobody has read yet: where that one failed, by a loss that is no number or a gradient where
     * none are scaled, or was itself behind one that failed, this one changes no parameter. So the next step can be on its way before it
     * is known whether to stop, and all is as it was when it is.
     *
     * @param before the outcome of the step before, which is given here once; null for the first
     * @throws IllegalArgumentException when {@link #run} gave that outcome, which tells the device nothing of itself
     */
    public Outcome runBehind(Outcome before, Tensor input, Tensor target) {
        if (before != null && before.failed == null) {
            throw new IllegalArgumentException(
                    "runBehind: the step before was taken by run(), so nothing on the device says whether it failed; read its outcome and"
                            + " give null here");
        }
        Tensor failed = before == null
                ? Tensor.full(0, Shape.SCALAR, DType.BOOL, device(optimizer)).realise()
                : before.failed;
        Outcome outcome = run(input, target, failed);
        failed.close();
        return outcome;
    }

    private Outcome run(Tensor input, Tensor target, Tensor failed) {
        checkBatch(input, target);
        try {
            return Tensor.sharingNumbers(() -> step(input, target, failed));
        } catch (OutOfDeviceMemory full) {
            optimizer.zeroGrad();
            throw new OutOfDeviceMemory(
                    full.getMessage() + "\n" + whatWouldFit(input.shape().size(0)), full);
        }
    }

    private void checkBatch(Tensor input, Tensor target) {
        long batch = input.shape().rank() == 0 ? 0 : input.shape().size(0);
        if (batch == 0
                || target.shape().rank() == 0
                || target.shape().size(0) != batch
                || batch % options.microBatches() != 0) {
            throw new ShapeMismatch("training step: inputs " + input.shape() + " and targets " + target.shape()
                    + " are not a batch each, a multiple of " + options.microBatches() + " micro-batches");
        }
    }

    private Outcome step(Tensor input, Tensor target, Tensor failed) {
        Tensor counted = counted(target);
        optimizer.zeroGrad();
        Tensor loss = null;
        List<Tensor> sums = List.of();
        int last = options.microBatches() - 1;
        for (int i = 0; i <= last; i++) {
            Tensor part = loss(input, target, i).div(counted);
            (scaler == null ? part : scaler.scale(part)).backward();
            loss = loss == null ? part.detach() : loss.add(part.detach());
            if (i < last) {
                sums = realised(loss, sums);
            }
        }
        Outcome outcome = change(loss, failed);
        sums.forEach(Tensor::close);
        optimizer.zeroGrad();
        return outcome;
    }

    private Tensor counted(Tensor target) {
        // Classes may be of a type, such as uint8, that has no such number.
        return target.to(DType.INT64).ne(options.ignoreIndex()).sum().to(DType.FLOAT32);
    }

    /** The sum of the losses of one micro-batch. */
    private Tensor loss(Tensor input, Tensor target, int microBatch) {
        Tensor x = part(input, microBatch);
        Tensor y = part(target, microBatch);
        return options.precision()
                .in(() -> objective.losses(x, y, options.checkpointing()))
                .to(DType.FLOAT32);
    }

    /** A micro-batch's rows, by a number that is read when the plan runs: all micro-batches have one plan. */
    private Tensor part(Tensor batch, int microBatch) {
        if (options.microBatches() == 1) {
            return batch;
        }
        long rows = batch.shape().size(0) / options.microBatches();
        Tensor first = Tensor.runtimeScalar(microBatch * (double) rows, DType.INT64, batch.device());
        return batch.take(0, Tensor.arange(rows, batch.device()).add(first));
    }

    /** Computes the sums of gradients so far, in the memory of those before; {@return them} */
    private List<Tensor> realised(Tensor loss, List<Tensor> before) {
        List<Tensor> sums = new ArrayList<>();
        for (Tensor parameter : optimizer.parameters()) {
            if (parameter.grad() != null) {
                sums.add(parameter.grad());
            }
        }
        List<Tensor> all = new ArrayList<>(sums);
        all.add(loss);
        all.addAll(Arrays.asList(BufferUpdates.take()));
        Tensor.realiseDonating(before, all.toArray(Tensor[]::new));
        return sums;
    }

    /**
     * Clips and lets the optimizer change parameters, in the realisation of the last micro-batch.
     *
     * @param failed whether a step before has; null where nobody asks
     */
    private Outcome change(Tensor loss, Tensor failed) {
        if (scaler != null) {
            scaler.unscale(optimizer);
        }
        Tensor norm = options.clip() == Double.POSITIVE_INFINITY
                ? GradientNorm.of(optimizer.parameters())
                : GradientNorm.clip(optimizer.parameters(), options.clip());
        Tensor infinite =
                scaler == null ? norm.isFinite().logicalAnd(loss.isFinite()).logicalNot() : scaler.overflow(optimizer);
        Tensor fails = failed == null
                ? null
                : failed.logicalOr(scaler == null ? infinite : loss.isFinite().logicalNot());
        Tensor skip = failed == null ? infinite : infinite.logicalOr(failed);
        Tensor facts = Tensor.stack(0, loss, norm, skip.to(DType.FLOAT32));
        Tensor[] alongside = fails == null ? new Tensor[] {facts} : new Tensor[] {facts, fails};
        if (scaler == null) {
            optimizer.stepUnless(skip, alongside);
        } else {
            scaler.stepUnless(failed, optimizer, alongside);
            scaler.update();
            infinite.close();
        }
        Readback read = facts.readBack();
        facts.close();
        return new Outcome(read, fails);
    }

    private String whatWouldFit(long batch) {
        if (fit == null) {
            return "More micro-batches hold less at once, and so does checkpointing, full or selective; --fit chooses both";
        }
        try {
            return "--fit would choose "
                    + fit.choose(batch, options, device(optimizer).memoryBytes());
        } catch (Fit.DoesNotFit never) {
            return never.getMessage();
        }
    }

    /**
     * The first operation that made an infinity or a NaN in a step that was {@linkplain Outcome#isSkipped skipped}, which changed
     * nothing: the step is made again operation by operation, without changing anything now. Slow, and no step for training: random
     * numbers go on.
     *
     * @return the operation, its place in the source, and what it was computed from; or null when all is finite
     */
    public String firstNonFinite(Tensor input, Tensor target) {
        checkBatch(input, target);
        for (int i = 0; i < options.microBatches(); i++) {
            int microBatch = i;
            NonFinite found = NonFinite.first(() -> {
                optimizer.zeroGrad();
                Tensor loss = loss(input, target, microBatch).div(counted(target));
                (scaler == null ? loss : scaler.scale(loss)).backward();
                List<Tensor> all = new ArrayList<>(List.of(loss));
                optimizer.parameters().stream()
                        .map(Tensor::grad)
                        .filter(Objects::nonNull)
                        .forEach(all::add);
                return all;
            });
            optimizer.zeroGrad();
            if (found != null) {
                return found.toString();
            }
        }
        return null;
    }
}
