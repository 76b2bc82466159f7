package io.xianka.diagnosis.advise;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What one card must hold, in bytes a term. Sums are exact to a double; the terms are estimates.
 *
 * @param terms only those that the work has
 */
public record MemoryNeed(Map<MemoryTerm, Double> terms) {

    public MemoryNeed {
        terms = Collections.unmodifiableMap(new EnumMap<>(terms));
    }

    /** All terms together, in bytes. */
    public double bytes() {
        return terms.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** All terms together, in GiB (2^30 bytes). */
    public double gib() {
        return bytes() / 0x1p30;
    }

    /** Whether the engine's own plan says so, and no formula. */
    public boolean isPlanned() {
        return terms.containsKey(MemoryTerm.PLANNED);
    }

    /** A term in bytes; 0 when the work has none. */
    public double bytes(MemoryTerm term) {
        return terms.getOrDefault(term, 0.0);
    }
}
