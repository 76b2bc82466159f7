package io.xianka.diagnosis.advise;

import java.util.List;

/**
 * An answer of {@link Advisor}.
 *
 * @param request the question
 * @param ranked what does the work at a known price, best first
 * @param unpriced what does the work at a price that the catalogue does not know, fewest cards first, then fastest; empty
 *     where a budget was given or where it is rented
 * @param refused what does not, in the catalogue's order
 * @param reliefs what changes of the work would do to the memory it needs
 */
public record Advice(
        AdviceRequest request,
        List<Proposal> ranked,
        List<Proposal> unpriced,
        List<Refusal> refused,
        List<Relief> reliefs) {

    public Advice {
        ranked = List.copyOf(ranked);
        unpriced = List.copyOf(unpriced);
        refused = List.copyOf(refused);
        reliefs = List.copyOf(reliefs);
    }

    /** What one card would hold of the work as asked. */
    public MemoryNeed need() {
        return reliefs.getFirst().need();
    }
}
