package io.xianka.cli.train;

import io.xianka.nn.AdamW;
import io.xianka.nn.Gpt;
import io.xianka.nn.Layer;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Placement;
import io.xianka.nn.Schedule;
import io.xianka.nn.data.TokenBlocks;
import io.xianka.nn.data.Tokens;
import io.xianka.nn.training.Evaluation;
import io.xianka.nn.training.Fit;
import io.xianka.nn.training.Objective;
import io.xianka.nn.training.Trainer;
import io.xianka.nn.training.TrainingState;
import io.xianka.nn.training.TrainingStep;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A model, its data, and the loop over both, as settings say. */
public final class TrainingRun {
    private static final double VALIDATION_SHARE = 0.1;
    private static final long VALIDATION_TOKENS = 20_000;
    private static final double WEIGHT_DECAY = 0.1;
    private static final double LAST_RATE_SHARE = 0.1;
    private static final long EVALUATIONS = 10;

    private final TrainingData data;
    private final Tokens.Split split;
    private final Gpt model;
    private final TrainingState state;
    private final Trainer trainer;

    /** Everything made and nothing trained. The data stays the caller's to close. */
    public TrainingRun(TrainingSettings settings, TrainingData data, Device device) {
        this.data = data;
        split = data.tokens().split(VALIDATION_SHARE);
        int block = settings.block();
        var learnt = TokenBlocks.shifting(split.training(), block, data.vocabulary());
        var measured = TokenBlocks.fixed(split.validation(), block, data.vocabulary());
        Generator generator = Generator.seeded(settings.seed());
        model = new Gpt(
                settings.model().config(data.vocabulary(), block), new Placement(device, DType.FLOAT32, generator));
        Objective objective = Objective.of(model);
        var step = new TrainingStep(objective, optimizer(model, settings.learningRate()), options(settings))
                .fittedBy(fit(settings, data.vocabulary()));
        state = TrainingState.of(model, step, Map.of("model", generator));
        long steps = settings.steps();
        long warmUp = settings.warmUpSteps();
        Schedule schedule = Schedule.linear(1.0 / warmUp, 1, warmUp)
                .then(warmUp, Schedule.cosine(Math.max(1, steps - warmUp), LAST_RATE_SHARE * settings.learningRate()));
        long every = Math.max(1, steps / EVALUATIONS);
        var evaluation = new Evaluation(
                model,
                objective,
                settings.precision(),
                measured,
                Math.max(1, settings.batch() / settings.accumulate()),
                Math.max(1, VALIDATION_TOKENS / block));
        trainer = new Trainer(
                        step,
                        learnt,
                        new Trainer.Options(steps, settings.batch(), settings.seed(), schedule, every, every))
                .evaluating(evaluation);
    }

    private static TrainingStep.Options options(TrainingSettings settings) {
        return TrainingStep.Options.DEFAULT
                .withPrecision(settings.precision())
                .withCheckpointing(settings.checkpointing())
                .withMicroBatches(settings.accumulate());
    }

    /** GPT's recipe: tables and matrices decay, biases and norms do not. */
    private static Optimizer optimizer(Layer model, double learningRate) {
        AdamW rule = AdamW.DEFAULT.withBetas(0.9, 0.95).withWeightDecay(WEIGHT_DECAY);
        List<Tensor> all = model.parameters();
        var optimizer = new Optimizer(
                rule,
                learningRate,
                all.stream().filter(one -> one.shape().rank() >= 2).toList());
        optimizer.add(
                rule.withWeightDecay(0),
                learningRate,
                all.stream().filter(one -> one.shape().rank() < 2).toList());
        return optimizer;
    }

    /** What finds out how a step of these settings fits into memory. */
    private static Fit fit(TrainingSettings settings, long vocabulary) {
        return Fit.of(
                placement -> new Gpt(settings.model().config(vocabulary, settings.block()), placement),
                model -> optimizer(model, settings.learningRate()),
                settings.block());
    }

    /** How a step of these settings fits into a device's memory; {@link Fit.DoesNotFit} when it does not. */
    public static Fit.Choice fitted(TrainingSettings settings, long vocabulary, Device device) {
        return fit(settings, vocabulary).choose(settings.batch(), options(settings), device.memoryBytes());
    }

    /** The model. */
    public Gpt model() {
        return model;
    }

    /** The loop. */
    public Trainer trainer() {
        return trainer;
    }

    /** What a checkpoint holds. */
    public TrainingState state() {
        return state;
    }

    /** The validation loss of who knows pairs alone. */
    public OptionalDouble bigramLoss() {
        return Bigrams.loss(split, data.vocabulary());
    }

    /**
     * Floating-point operations that an example's forward and backward pass need: six a parameter and token, and attention's products
     * (Chowdhery et al. 2022, appendix B). What recomputation adds is not counted.
     */
    public double flopsPerExample() {
        var config = model.config();
        double block = config.block();
        double tables = block * config.width();
        double perToken = 6 * (model.parameterCount() - tables) + 12.0 * config.layers() * config.width() * block;
        return perToken * block;
    }
}
