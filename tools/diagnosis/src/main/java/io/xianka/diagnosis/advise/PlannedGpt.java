package io.xianka.diagnosis.advise;

import io.xianka.nn.AdamW;
import io.xianka.nn.Checkpointing;
import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.Placement;
import io.xianka.nn.Sgd;
import io.xianka.nn.UpdateRule;
import io.xianka.nn.training.Objective;
import io.xianka.nn.training.TrainingStep;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Rehearsal;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A GPT of {@code io.xianka.nn} whose training steps are planned instead of estimated: forward, loss, backward, clipping and optimizer
 * are recorded on {@link Device#meta}, cut into kernels, and laid out in memory by the code that does it for a real step. So the peak
 * is that of this engine's allocator, to the byte, without a device; libraries' workspaces and the CUDA context come on top.
 *
 * <pre>{@code
 * var gpt = PlannedGpt.of(GptConfig.GPT2_124M);
 * var work = new Workload.Training(gpt.shape(), Precision.FP32, Optimizer.ADAMW, 16, 1024, true);
 * Advisor.builtIn().advise(AdviceRequest.of(Purpose.TRAIN, work).withModel(gpt));
 * }</pre>
 *
 * A step is planned once, in seconds, and kept. For any thread.
 */
public final class PlannedGpt {

    /** Accumulated steps are rehearsed with this many micro-batches: the second finds gradients to add to. */
    private static final int MICRO_BATCHES = 2;

    /** Radford et al. 2019, table 2, with the numbers of weights that its models have; heads of 64. */
    private static final Map<String, GptConfig> NAMED = new LinkedHashMap<>();

    static {
        NAMED.put("gpt2-124m", GptConfig.GPT2_124M);
        NAMED.put("gpt2-355m", new GptConfig(50_257, 1_024, 1_024, 16, 24, 0));
        NAMED.put("gpt2-774m", new GptConfig(50_257, 1_024, 1_280, 20, 36, 0));
        NAMED.put("gpt2-1558m", new GptConfig(50_257, 1_024, 1_600, 25, 48, 0));
    }

    private final GptConfig config;
    private final Map<Step, MemoryNeed> planned = new ConcurrentHashMap<>();

    private record Step(Precision precision, Optimizer optimizer, int batch, int sequence, Set<Measure> measures) {}

    private PlannedGpt(GptConfig config) {
        this.config = config;
    }

    /** The model of a size. */
    public static PlannedGpt of(GptConfig config) {
        return new PlannedGpt(config);
    }

    /**
     * A published model: {@code gpt2-124m}, {@code gpt2-355m}, {@code gpt2-774m}, {@code gpt2-1558m}, with the vocabulary rounded up to
     * a multiple of 64, as it is trained.
     *
     * @throws IllegalArgumentException when there is none of the name; the message names all
     */
    public static PlannedGpt named(String name) {
        var config = NAMED.get(name);
        if (config == null) {
            throw new IllegalArgumentException(
                    name + " is no model known here; write " + String.join(", ", NAMED.keySet()));
        }
        return of(config.withVocabulary(ModelShape.USUAL_VOCABULARY));
    }

    /** Its size. */
    public GptConfig config() {
        return config;
    }

    /** The same in the numbers that the formulas know. */
    public ModelShape shape() {
        return ModelShape.of(
                OptionalDouble.of(parameters()),
                OptionalInt.of(config.layers()),
                OptionalInt.of(Math.toIntExact(config.width())),
                OptionalInt.of(Math.toIntExact(config.heads())),
                OptionalInt.empty(),
                OptionalInt.of(Math.toIntExact(config.vocabulary())));
    }

    /** Weights: the tables of tokens and positions, in a layer 12 h² and 13 h, and the last norm. */
    private double parameters() {
        double h = config.width();
        return (config.vocabulary() + config.block()) * h + config.layers() * (12 * h * h + 13 * h) + 2 * h;
    }

    /**
     * What a card holds of a step at its peak.
     *
     * @param work whose batch is what the card takes at once, not its model, which is this
     * @param measures what is done to hold less
     * @return empty where the engine has no such step: another optimizer, attention that is not fused, a sequence longer than the model's
     */
    public Optional<MemoryNeed> need(Workload.Training work, Set<Measure> measures) {
        if (rule(work.optimizer()).isEmpty() || !work.fusedAttention() || work.sequence() > config.block()) {
            return Optional.empty();
        }
        var step = new Step(work.precision(), work.optimizer(), work.batch(), work.sequence(), Set.copyOf(measures));
        return Optional.of(planned.computeIfAbsent(step, this::plan));
    }

    TrainingMemory memory() {
        return (work, measures) -> need(work, measures).orElseGet(() -> TrainingMemory.FORMULAS.of(work, measures));
    }

    private MemoryNeed plan(Step step) {
        Rehearsal rehearsal = rehearse(step);
        var terms = new EnumMap<MemoryTerm, Double>(MemoryTerm.class);
        double weights = DType.FLOAT32.bytes() * parameters();
        terms.put(MemoryTerm.WEIGHTS, weights);
        terms.put(MemoryTerm.OPTIMIZER, Math.max(0, rehearsal.keptBytes() - weights));
        terms.put(MemoryTerm.PLANNED, (double) (rehearsal.peakBytes() - rehearsal.keptBytes()));
        terms.put(MemoryTerm.OVERHEAD, Formulas.OVERHEAD_BYTES);
        return new MemoryNeed(terms);
    }

    private Rehearsal rehearse(Step step) {
        var model = new Gpt(config, Placement.current().withDevice(Device.meta()));
        var optimizer = new io.xianka.nn.Optimizer(rule(step.optimizer).orElseThrow(), 1e-4, model.parameters());
        int microBatches = step.measures.contains(Measure.ACCUMULATION) ? MICRO_BATCHES : 1;
        var options = TrainingStep.Options.DEFAULT
                .withPrecision(io.xianka.nn.training.Precision.of(step.precision.text()))
                .withCheckpointing(
                        step.measures.contains(Measure.CHECKPOINTING) ? Checkpointing.FULL : Checkpointing.NONE)
                .withMicroBatches(microBatches);
        var training = new TrainingStep(Objective.of(model), optimizer, options);
        Shape shape = Shape.of((long) microBatches * step.batch, step.sequence);
        Tensor input = Tensor.zeros(shape, DType.INT64, Device.meta()).realise();
        Tensor target = Tensor.zeros(shape, DType.INT64, Device.meta()).realise();
        return Rehearsal.of(() -> training.run(input, target));
    }

    private static Optional<UpdateRule> rule(Optimizer optimizer) {
        return switch (optimizer) {
            case ADAMW -> Optional.of(AdamW.DEFAULT);
            case MOMENTUM -> Optional.of(Sgd.DEFAULT.withMomentum(0.9));
            case SGD -> Optional.of(Sgd.DEFAULT);
            case ADAMW_8BIT, LION, ADAFACTOR -> Optional.empty();
        };
    }
}
