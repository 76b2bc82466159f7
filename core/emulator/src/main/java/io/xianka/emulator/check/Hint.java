package io.xianka.emulator.check;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Something at a line that costs a GPU time, added up over all launches.
 *
 * @param message in Nsight Compute's words, with the figures
 * @param figures by name, in a fixed order. Loads and stores: {@code requests}, {@code sectors}, {@code idealSectors},
 *     {@code excessSectors}, {@code sectorsPerRequest}, {@code bytesUsedPerSector}. Bank conflicts: {@code requests},
 *     {@code wavefronts}, {@code excessWavefronts}, {@code ways} (the worst). Branches: {@code branches}, {@code
 *     divergentBranches}, {@code branchEfficiencyPercent}. Local memory: {@code requests}, {@code sectors}, {@code bytes}.
 */
public record Hint(HintKind kind, SourcePlace place, String kernel, String message, Map<String, Double> figures) {
    public Hint {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(message, "message");
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    /** The source file's name; null where the PTX does not say. */
    public String file() {
        return place.file();
    }

    /** The source line; 0 where the PTX does not say. */
    public int line() {
        return place.line();
    }
}
