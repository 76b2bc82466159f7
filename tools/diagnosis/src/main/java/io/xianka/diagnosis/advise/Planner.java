package io.xianka.diagnosis.advise;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Finds how work fits on some cards of one kind, the fastest way first. */
final class Planner {

    /** A way that is simpler is taken unless another is faster by this much. */
    private static final double WORTH_IT = 0.98;

    private static final List<Set<Measure>> MEASURES = List.of(
            EnumSet.noneOf(Measure.class),
            EnumSet.of(Measure.ACCUMULATION),
            EnumSet.of(Measure.CHECKPOINTING),
            EnumSet.allOf(Measure.class));

    private final GpuCard card;
    private final double usableBytes;
    private final OptionalDouble efficiency;
    private final TrainingMemory memory;

    /** Plans for a card whose memory is known. */
    Planner(GpuCard card, OptionalDouble efficiency, TrainingMemory memory) {
        this.memory = memory;
        this.card = card;
        this.usableBytes = usableBytes(card);
        this.efficiency = efficiency;
    }

    /** What work can have of a card's memory. */
    static double usableBytes(GpuCard card) {
        return card.memoryGb().orElse(0) * 0x1p30 * Formulas.USABLE_MEMORY;
    }

    /** How the work fits; empty when it does not. */
    Optional<Plan> plan(Workload work, int count) {
        return switch (work) {
            case Workload.Training training -> training(training, count);
            case Workload.Inference inference -> fitting(inference(inference, count));
            case Workload.Rendering rendering -> count == 1 ? fitting(rendering(rendering)) : Optional.empty();
        };
    }

    /** The least that one card must hold of the work on this many, whatever is done about it. */
    static MemoryNeed least(Workload work, int count, TrainingMemory memory) {
        return switch (work) {
            case Workload.Training training -> {
                var splits = splits(training, count);
                yield training(training, count, splits.getLast(), EnumSet.allOf(Measure.class), 1, memory);
            }
            case Workload.Inference inference -> inferenceNeed(inference, count);
            case Workload.Rendering rendering -> Formulas.rendering(rendering);
        };
    }

    /** What one of several cards holds when all that can be divided is, and nothing else is done. */
    static MemoryNeed asAsked(Workload work, int count, TrainingMemory memory) {
        return switch (work) {
            case Workload.Training training -> {
                var split = training.batch() >= count ? Split.SHARDED : Split.TENSOR;
                yield training(training, count, split, Set.of(), sequences(training, count, split), memory);
            }
            case Workload.Inference inference -> inferenceNeed(inference, count);
            case Workload.Rendering rendering -> Formulas.rendering(rendering);
        };
    }

    private Optional<Plan> fitting(Plan plan) {
        return plan.need().bytes() <= usableBytes ? Optional.of(plan) : Optional.empty();
    }

    // Training

    private Optional<Plan> training(Workload.Training work, int count) {
        Plan best = null;
        for (var split : splits(work, count)) {
            for (var measures : MEASURES) {
                var plan = training(work, count, split, measures).orElse(null);
                if (plan != null && (best == null || faster(plan, best))) {
                    best = plan;
                }
                // Each measure costs time, and a rehearsal of its own.
                if (plan != null && plan.need().isPlanned()) {
                    break;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static boolean faster(Plan plan, Plan best) {
        return plan.time().isPresent()
                && best.time().isPresent()
                && plan.time().get().seconds() < WORTH_IT * best.time().get().seconds();
    }

    /** From the one that holds the most to the one that holds the least. */
    private static List<Split> splits(Workload.Training work, int count) {
        if (count == 1) {
            return List.of(Split.NONE);
        }
        return work.batch() >= count ? List.of(Split.REPLICATED, Split.SHARDED, Split.TENSOR) : List.of(Split.TENSOR);
    }

    /** With the largest number of sequences at once that fits, halved from all of them. */
    private Optional<Plan> training(Workload.Training work, int count, Split split, Set<Measure> measures) {
        int all = sequences(work, count, split);
        boolean divided = measures.contains(Measure.ACCUMULATION);
        for (int micro = divided ? (all + 1) / 2 : all; micro >= 1; micro = micro == 1 ? 0 : (micro + 1) / 2) {
            if (divided && micro == all) {
                break;
            }
            if (micro > 1 && farTooMuch(work, split, measures, micro)) {
                if (!divided) {
                    break;
                }
                continue;
            }
            var need = training(work, count, split, measures, micro, memory);
            if (need.bytes() <= usableBytes) {
                var cost = cost(work, count, split, measures, micro);
                return Optional.of(new Plan(
                        count,
                        split,
                        measures,
                        micro,
                        need,
                        Roofline.of(cost, card, work.precision(), count, efficiency)));
            }
            if (!divided) {
                break;
            }
        }
        return Optional.empty();
    }

    /** Whether not even a plan that holds a third of what the formulas say would fit: it need not be made. */
    private boolean farTooMuch(Workload.Training work, Split split, Set<Measure> measures, int micro) {
        return training(work, 1, split, measures, micro, TrainingMemory.FORMULAS)
                        .bytes()
                > 3 * usableBytes;
    }

    /** Sequences of one card's share of a step. */
    private static int sequences(Workload.Training work, int count, Split split) {
        return switch (split) {
            case NONE, TENSOR -> work.batch();
            case REPLICATED, SHARDED -> Math.ceilDiv(work.batch(), count);
        };
    }

    private static MemoryNeed training(
            Workload.Training work,
            int count,
            Split split,
            Set<Measure> measures,
            int microBatch,
            TrainingMemory memory) {
        var part = new Workload.Training(
                work.model(), work.precision(), work.optimizer(), microBatch, work.sequence(), work.fusedAttention());
        if (split == Split.NONE || split == Split.REPLICATED) {
            return memory.of(part, measures);
        }
        // A plan is of one card: it does not say which of its bytes are divided.
        var terms = new EnumMap<MemoryTerm, Double>(
                TrainingMemory.FORMULAS.of(part, measures).terms());
        divide(terms, count, MemoryTerm.WEIGHTS, MemoryTerm.GRADIENTS, MemoryTerm.OPTIMIZER);
        if (split == Split.TENSOR) {
            divide(terms, count, MemoryTerm.ACTIVATIONS, MemoryTerm.LOGITS);
        }
        if (split == Split.SHARDED) {
            // The layer at work and the next one, gathered whole.
            terms.put(
                    MemoryTerm.WORKING_SET,
                    2
                            * work.precision().weightBytes()
                            * work.model().parameters()
                            / work.model().layers());
        }
        return new MemoryNeed(terms);
    }

    private static void divide(Map<MemoryTerm, Double> terms, int count, MemoryTerm... which) {
        for (var term : which) {
            terms.computeIfPresent(term, (_, bytes) -> bytes / count);
        }
    }

    private static Roofline.Cost cost(
            Workload.Training work, int count, Split split, Set<Measure> measures, int microBatch) {
        boolean checkpointed = measures.contains(Measure.CHECKPOINTING);
        int microSteps = Math.ceilDiv(sequences(work, count, split), microBatch);
        var model = work.model();
        // Of a batch that does not divide evenly, the fullest card decides.
        double share = split == Split.REPLICATED || split == Split.SHARDED
                ? (double) sequences(work, count, split) / work.batch()
                : 1.0 / count;
        double weights = Formulas.weightTrafficBytes(work, checkpointed) * microSteps;
        double update = Formulas.updateTrafficBytes(work);
        double bytes = share * Formulas.keptTrafficBytes(work)
                + (split == Split.TENSOR ? weights / count : weights)
                + (split == Split.SHARDED || split == Split.TENSOR ? update / count : update);
        double ring = (count - 1.0) / count;
        double e = work.precision().weightBytes();
        double exchanged = switch (split) {
            case NONE -> 0;
            // An all-reduce of the gradients round a ring (Patarasuk and Yuan 2009).
            case REPLICATED -> 2 * ring * Formulas.gradientBytes(model);
            // Weights are gathered for every pass, gradients reduced once.
            case SHARDED ->
                ring * (Formulas.weightTrafficBytes(work, checkpointed) * microSteps + Formulas.gradientBytes(model));
            // Four all-reduces of the activations a layer.
            case TENSOR -> 4.0 * model.layers() * 2 * ring * e * work.tokens() * model.hidden();
        };
        int exchanges = switch (split) {
            case NONE -> 0;
            case REPLICATED -> model.layers();
            case SHARDED -> (checkpointed ? 4 : 3) * model.layers() * microSteps;
            case TENSOR -> 4 * model.layers() * microSteps;
        };
        return new Roofline.Cost(share * Formulas.trainingFlops(work, checkpointed), bytes, exchanged, exchanges);
    }

    // Inference and rendering

    private Plan inference(Workload.Inference work, int count) {
        var model = work.model();
        double ring = (count - 1.0) / count;
        var cost = new Roofline.Cost(
                Formulas.tokenFlops(work) / count,
                Formulas.tokenBytes(work) / count,
                // Two all-reduces of the activations a layer.
                2.0 * model.layers() * 2 * ring * work.precision().activationBytes() * work.batch() * model.hidden(),
                2 * model.layers());
        return new Plan(
                count,
                count == 1 ? Split.NONE : Split.TENSOR,
                Set.of(),
                work.batch(),
                inferenceNeed(work, count),
                Roofline.of(cost, card, work.precision(), count, efficiency));
    }

    private static MemoryNeed inferenceNeed(Workload.Inference work, int count) {
        var terms = new EnumMap<MemoryTerm, Double>(Formulas.inference(work).terms());
        divide(terms, count, MemoryTerm.WEIGHTS, MemoryTerm.KV_CACHE, MemoryTerm.WORKING_SET, MemoryTerm.LOGITS);
        return new MemoryNeed(terms);
    }

    private static Plan rendering(Workload.Rendering work) {
        return new Plan(1, Split.NONE, Set.of(), 0, Formulas.rendering(work), Optional.empty());
    }
}
