package io.xianka.diagnosis.advise;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A way to do work on some cards of one kind.
 *
 * @param count cards
 * @param split how they share the model
 * @param measures what it takes beyond the work as asked
 * @param microBatch sequences at once on one card; the batch itself where nothing is divided; 0 for rendering
 * @param need what each card holds
 * @param time how long one step, token or frame takes at least; empty where a figure of the card is unknown, and for
 *     rendering
 */
public record Plan(
        int count, Split split, Set<Measure> measures, int microBatch, MemoryNeed need, Optional<Roofline> time) {

    public Plan {
        measures = measures.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(measures));
    }
}
