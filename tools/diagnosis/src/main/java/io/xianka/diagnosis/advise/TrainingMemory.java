package io.xianka.diagnosis.advise;

import java.util.Set;

/** What one card holds of a training step: by the formulas, or by the plans of the engine that runs it. */
@FunctionalInterface
interface TrainingMemory {

    /** The formulas. */
    TrainingMemory FORMULAS = (work, measures) -> Formulas.training(work, measures.contains(Measure.CHECKPOINTING));

    /**
     * All that is held at the peak.
     *
     * @param work whose batch is what the card takes at once
     * @param measures what is done to hold less
     */
    MemoryNeed of(Workload.Training work, Set<Measure> measures);
}
