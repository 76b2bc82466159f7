package io.xianka.diagnosis.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What each change of the work does to the memory it needs. */
final class Reliefs {

    private static final Set<Measure> BOTH = Set.of(Measure.ACCUMULATION, Measure.CHECKPOINTING);

    private final GpuCatalogue catalogue;
    private final TrainingMemory memory;

    Reliefs(GpuCatalogue catalogue, TrainingMemory memory) {
        this.catalogue = catalogue;
        this.memory = memory;
    }

    List<Relief> of(Workload work) {
        var needs = new LinkedHashMap<Relief.Change, MemoryNeed>();
        switch (work) {
            case Workload.Training training -> training(training, needs);
            case Workload.Inference inference -> inference(inference, needs);
            case Workload.Rendering rendering -> rendering(rendering, needs);
        }
        var reliefs = new ArrayList<Relief>();
        needs.forEach((change, need) -> reliefs.add(new Relief(
                change,
                need,
                catalogue.cards().stream()
                        .filter(card -> Planner.usableBytes(card) >= need.bytes())
                        .min(Comparator.comparingDouble(Planner::usableBytes)))));
        return List.copyOf(reliefs);
    }

    private void training(Workload.Training work, Map<Relief.Change, MemoryNeed> needs) {
        needs.put(Relief.Change.AS_ASKED, memory.of(work, Set.of()));
        if (!work.fusedAttention()) {
            var fused = new Workload.Training(
                    work.model(), work.precision(), work.optimizer(), work.batch(), work.sequence(), true);
            needs.put(Relief.Change.FUSED_ATTENTION, memory.of(fused, Set.of()));
        }
        if (work.precision().activationBytes() > 2) {
            var mixed = new Workload.Training(
                    work.model(),
                    Precision.BF16,
                    work.optimizer(),
                    work.batch(),
                    work.sequence(),
                    work.fusedAttention());
            needs.put(Relief.Change.MIXED_PRECISION, memory.of(mixed, Set.of()));
        }
        var single = single(work, work.optimizer());
        if (work.batch() > 1) {
            needs.put(Relief.Change.ACCUMULATION, memory.of(single, Set.of(Measure.ACCUMULATION)));
        }
        needs.put(Relief.Change.CHECKPOINTING, memory.of(work, Set.of(Measure.CHECKPOINTING)));
        if (work.batch() > 1) {
            needs.put(Relief.Change.CHECKPOINTING_AND_ACCUMULATION, memory.of(single, BOTH));
        }
        if (work.optimizer() == Optimizer.ADAMW) {
            needs.put(Relief.Change.WITH_8BIT_OPTIMIZER, memory.of(single(work, Optimizer.ADAMW_8BIT), BOTH));
        }
        several(work, needs);
    }

    private static Workload.Training single(Workload.Training work, Optimizer optimizer) {
        return new Workload.Training(
                work.model(), work.precision(), optimizer, 1, work.sequence(), work.fusedAttention());
    }

    private void inference(Workload.Inference work, Map<Relief.Change, MemoryNeed> needs) {
        needs.put(Relief.Change.AS_ASKED, Formulas.inference(work));
        if (work.precision().weightBytes() > Precision.INT8.weightBytes()) {
            needs.put(Relief.Change.INT8_WEIGHTS, Formulas.inference(weights(work, Precision.INT8)));
        }
        if (work.precision().weightBytes() > Precision.INT4.weightBytes()) {
            needs.put(Relief.Change.INT4_WEIGHTS, Formulas.inference(weights(work, Precision.INT4)));
        }
        several(work, needs);
    }

    private static Workload.Inference weights(Workload.Inference work, Precision precision) {
        return new Workload.Inference(work.model(), precision, work.batch(), work.sequence());
    }

    private static void rendering(Workload.Rendering work, Map<Relief.Change, MemoryNeed> needs) {
        needs.put(Relief.Change.AS_ASKED, Formulas.rendering(work));
        if (work.rayTracing()) {
            needs.put(
                    Relief.Change.WITHOUT_RAY_TRACING,
                    Formulas.rendering(new Workload.Rendering(work.width(), work.height(), false, work.sceneBytes())));
        }
    }

    private void several(Workload work, Map<Relief.Change, MemoryNeed> needs) {
        needs.put(Relief.Change.TWO_CARDS, Planner.asAsked(work, 2, memory));
        needs.put(Relief.Change.FOUR_CARDS, Planner.asAsked(work, 4, memory));
        needs.put(Relief.Change.EIGHT_CARDS, Planner.asAsked(work, 8, memory));
    }
}
