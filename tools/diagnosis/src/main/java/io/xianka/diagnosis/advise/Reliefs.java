package io.xianka.diagnosis.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What each change of the work does to the memory it needs. */
final class Reliefs {

    private final GpuCatalogue catalogue;

    Reliefs(GpuCatalogue catalogue) {
        this.catalogue = catalogue;
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

    private static void training(Workload.Training work, Map<Relief.Change, MemoryNeed> needs) {
        needs.put(Relief.Change.AS_ASKED, Formulas.training(work, false));
        if (!work.fusedAttention()) {
            var fused = new Workload.Training(
                    work.model(), work.precision(), work.optimizer(), work.batch(), work.sequence(), true);
            needs.put(Relief.Change.FUSED_ATTENTION, Formulas.training(fused, false));
        }
        if (work.precision().activationBytes() > 2) {
            var mixed = new Workload.Training(
                    work.model(),
                    Precision.BF16,
                    work.optimizer(),
                    work.batch(),
                    work.sequence(),
                    work.fusedAttention());
            needs.put(Relief.Change.MIXED_PRECISION, Formulas.training(mixed, false));
        }
        var single = single(work, work.optimizer());
        if (work.batch() > 1) {
            needs.put(Relief.Change.ACCUMULATION, Formulas.training(single, false));
        }
        needs.put(Relief.Change.CHECKPOINTING, Formulas.training(work, true));
        if (work.batch() > 1) {
            needs.put(Relief.Change.CHECKPOINTING_AND_ACCUMULATION, Formulas.training(single, true));
        }
        if (work.optimizer() == Optimizer.ADAMW) {
            needs.put(Relief.Change.WITH_8BIT_OPTIMIZER, Formulas.training(single(work, Optimizer.ADAMW_8BIT), true));
        }
        several(work, needs);
    }

    private static Workload.Training single(Workload.Training work, Optimizer optimizer) {
        return new Workload.Training(
                work.model(), work.precision(), optimizer, 1, work.sequence(), work.fusedAttention());
    }

    private static void inference(Workload.Inference work, Map<Relief.Change, MemoryNeed> needs) {
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

    private static void several(Workload work, Map<Relief.Change, MemoryNeed> needs) {
        needs.put(Relief.Change.TWO_CARDS, Planner.asAsked(work, 2));
        needs.put(Relief.Change.FOUR_CARDS, Planner.asAsked(work, 4));
        needs.put(Relief.Change.EIGHT_CARDS, Planner.asAsked(work, 8));
    }
}
