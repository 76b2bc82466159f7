package io.xianka.nn.training;

import io.xianka.nn.Checkpointing;
import io.xianka.nn.GradScaler;
import io.xianka.nn.GradientNorm;
import io.xianka.nn.Layer;
import io.xianka.nn.Optimizer;
import io.xianka.tensor.CrossEntropy;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Reduction;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * From a batch to changed parameters: forward and backward in micro-batches, each weighted by its targets that count, so that N
 * micro-batches give what one batch would; then clipping and the optimizer. One realisation a micro-batch; nothing waits for the device
 * until somebody reads the {@link Outcome}.
 *
 * {@snippet :
 * var step = new TrainingStep(Objective.nextToken(gpt), optimizer, TrainingStep.Options.DEFAULT.withPrecision(Precision.BF16));
 * TrainingStep.Outcome outcome = step.run(tokens, next);
 * }
 *
 * <p>Not for two threads at once.
 */
public final class TrainingStep {
    /** What is made smaller. */
    @FunctionalInterface
    public interface Objective {
        /**
         * The sum, not the mean, of the losses of all targets that count.
         *
         * @param input of one micro-batch, {@code (batch, ...)}
         * @param target of one micro-batch
         * @param checkpointing for models that know of it
         * @return a scalar
         */
        Tensor losses(Tensor input, Tensor target, Checkpointing checkpointing);

        /** {@return the cross-entropy of a model's scores, whose last axis is the classes, and classes of the other axes} */
        static Objective crossEntropy(Layer model) {
            CrossEntropy sum = CrossEntropy.DEFAULT.withReduction(Reduction.SUM);
            return (input, target, _) -> {
                Tensor scores = model.forward(input);
                long classes = scores.shape().size(-1);
                return scores.reshape(scores.shape().elements() / classes, classes)
                        .crossEntropy(target.flatten(), sum);
            };
        }
    }

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

    /** What a step did. Reading it waits for the device, once. */
    public static final class Outcome {
        private final Tensor facts;
        private float[] read;

        private Outcome(Tensor facts) {
            this.facts = facts;
        }

        private synchronized float fact(int index) {
            if (read == null) {
                read = facts.toFloatArray();
                facts.close();
            }
            return read[index];
        }

        /** {@return the mean loss of the targets that count, before the step; NaN when none does} */
        public double loss() {
            return fact(0);
        }

        /** {@return the norm of all gradients before clipping} */
        public double gradientNorm() {
            return fact(1);
        }

        /** {@return whether parameters were left as they are, because a gradient was infinite or NaN} */
        public boolean isSkipped() {
            return fact(2) != 0;
        }
    }

    private final Objective objective;
    private final Optimizer optimizer;
    private final Options options;
    private final GradScaler scaler;

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
        this.optimizer = optimizer;
        this.options = options;
        this.scaler = scaler;
    }

    private static Device device(Optimizer optimizer) {
        return optimizer.parameters().getFirst().device();
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
     * @param input {@code (batch, ...)}
     * @param target of as many
     */
    public Outcome run(Tensor input, Tensor target) {
        Tensor counted = target.ne(options.ignoreIndex()).sum().to(DType.FLOAT32);
        optimizer.zeroGrad();
        Tensor loss = options.precision()
                .in(() -> objective.losses(input, target, options.checkpointing()))
                .to(DType.FLOAT32)
                .div(counted);
        (scaler == null ? loss : scaler.scale(loss)).backward();
        if (scaler != null) {
            scaler.unscale(optimizer);
        }
        Tensor norm = GradientNorm.clip(optimizer.parameters(), options.clip());
        List<Tensor> facts = new ArrayList<>(
                List.of(loss.detach(), norm, norm.isFinite().logicalNot().to(DType.FLOAT32)));
        Tensor all = Tensor.stack(0, facts.toArray(Tensor[]::new)).reshape(Shape.of(3));
        if (scaler == null) {
            optimizer.step(all);
        } else {
            scaler.step(optimizer, all);
            scaler.update();
        }
        return new Outcome(all);
    }
}
