package io.xianka.diagnosis.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.nn.AdamW;
import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.Placement;
import io.xianka.nn.training.Objective;
import io.xianka.nn.training.TrainingStep;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlannedGptTest {

    private static final GptConfig SMALL = new GptConfig(64, 16, 32, 2, 2, 0);

    private static Workload.Training work(PlannedGpt gpt, Precision precision, Optimizer optimizer, int batch) {
        return new Workload.Training(
                gpt.shape(), precision, optimizer, batch, (int) gpt.config().block(), true);
    }

    private static double bytes(PlannedGpt gpt, Precision precision, int batch, Measure... measures) {
        return gpt.need(work(gpt, precision, Optimizer.ADAMW, batch), Set.of(measures))
                .orElseThrow()
                .bytes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt2-124m", "gpt2-355m", "gpt2-774m", "gpt2-1558m"})
    void aNamedModelHasTheWeightsOfItsName(String name) {
        double millions = Double.parseDouble(name.replaceAll("gpt2-|m", ""));
        assertEquals(
                millions,
                PlannedGpt.named(name).shape().parameters() / 1e6,
                0.006 * millions + 1,
                "published, rounded");
    }

    @Test
    void countsTheWeightsThatTheModelHas() {
        var model = new Gpt(SMALL, Placement.current().withDevice(Device.meta()));
        assertEquals(
                (double) model.parameterCount(), PlannedGpt.of(SMALL).shape().parameters());
    }

    /** The emulator runs the kernels that a GPU runs, with the same allocator. */
    @Test
    void thePlansPeakIsWhatTheAllocatorSees() {
        var gpt = PlannedGpt.of(SMALL);
        double planned = bytes(gpt, Precision.FP32, 8) - Formulas.OVERHEAD_BYTES;

        var device = Device.emulated();
        var model = new Gpt(SMALL, Placement.current().withDevice(device));
        var optimizer = new io.xianka.nn.Optimizer(AdamW.DEFAULT, 1e-4, model.parameters());
        var step = new TrainingStep(Objective.of(model), optimizer, TrainingStep.Options.DEFAULT);
        Tensor tokens =
                Tensor.zeros(Shape.of(8, SMALL.block()), DType.INT64, device).realise();
        Tensor next =
                Tensor.zeros(Shape.of(8, SMALL.block()), DType.INT64, device).realise();
        assertTrue(Double.isFinite(step.run(tokens, next).loss()));
        assertEquals(1, device.peakBytes() / planned, 0.03, device.peakBytes() + " bytes seen, " + planned);
    }

    @Test
    void aLargerBatchHoldsMoreAndPlainDescentLess() {
        var gpt = PlannedGpt.of(SMALL);
        assertTrue(bytes(gpt, Precision.FP32, 16) > bytes(gpt, Precision.FP32, 8));
        double adam = bytes(gpt, Precision.FP32, 8);
        double sgd = gpt.need(work(gpt, Precision.FP32, Optimizer.SGD, 8), Set.of())
                .orElseThrow()
                .bytes();
        assertTrue(sgd <= adam - 8 * gpt.shape().parameters(), adam + " and " + sgd);
    }

    @Test
    void whatIsDoneToHoldLessHoldsLess() {
        var gpt = PlannedGpt.of(new GptConfig(64, 64, 32, 2, 6, 0));
        double plain = bytes(gpt, Precision.FP32, 8);
        assertTrue(bytes(gpt, Precision.BF16, 8) < plain);
        assertEquals(bytes(gpt, Precision.TF32, 8), plain);
        assertTrue(bytes(gpt, Precision.FP32, 8, Measure.CHECKPOINTING) < plain);
        // Micro-batches of 2: less than half of what grows with the batch, but gradients are kept between them.
        assertTrue(bytes(gpt, Precision.FP32, 2, Measure.ACCUMULATION) < plain);
        assertTrue(bytes(gpt, Precision.FP32, 2, Measure.ACCUMULATION) > bytes(gpt, Precision.FP32, 2));
    }

    @Test
    void termsAreWeightsStateAndTheRest() {
        var gpt = PlannedGpt.of(SMALL);
        var need = gpt.need(work(gpt, Precision.FP32, Optimizer.ADAMW, 4), Set.of())
                .orElseThrow();
        assertTrue(need.isPlanned());
        double weights = 4 * gpt.shape().parameters();
        assertEquals(weights, need.bytes(MemoryTerm.WEIGHTS));
        // Two moments, the tokens of a step, a few counters.
        assertEquals(2 * weights + 2 * 4 * 16 * 8, need.bytes(MemoryTerm.OPTIMIZER), 100);
        assertTrue(need.bytes(MemoryTerm.PLANNED) > 0);
        assertEquals(0, need.bytes(MemoryTerm.ACTIVATIONS));
    }

    @Test
    void leavesToTheFormulasWhatTheEngineDoesNotDo() {
        var gpt = PlannedGpt.of(SMALL);
        assertEquals(Optional.empty(), gpt.need(work(gpt, Precision.FP32, Optimizer.LION, 8), Set.of()));
        var plain = new Workload.Training(gpt.shape(), Precision.FP32, Optimizer.ADAMW, 8, 16, false);
        assertEquals(Optional.empty(), gpt.need(plain, Set.of()));
        var tooLong = new Workload.Training(gpt.shape(), Precision.FP32, Optimizer.ADAMW, 8, 17, true);
        assertEquals(Optional.empty(), gpt.need(tooLong, Set.of()));
        assertFalse(gpt.memory().of(tooLong, Set.of()).isPlanned());
        var unknown = assertThrows(IllegalArgumentException.class, () -> PlannedGpt.named("gpt5"));
        assertTrue(unknown.getMessage().contains("gpt2-124m"), unknown.getMessage());
    }

    @Test
    void anAdviceWithAModelIsPlanned() {
        var gpt = PlannedGpt.of(SMALL);
        var advisor = Advisor.builtIn();
        var cards = List.of(advisor.catalogue().require("RTX 4090"));
        var request = AdviceRequest.of(Purpose.TRAIN, work(gpt, Precision.FP32, Optimizer.ADAMW, 8))
                .withOnly(cards);
        assertFalse(advisor.advise(request).need().isPlanned());
        var advice = advisor.advise(request.withModel(gpt));
        assertTrue(advice.need().isPlanned());
        assertTrue(advice.ranked().getFirst().plan().need().isPlanned());
        assertEquals(
                gpt.need(work(gpt, Precision.FP32, Optimizer.ADAMW, 8), Set.of())
                        .orElseThrow(),
                advice.ranked().getFirst().plan().need());
    }
}
