package io.xianka.driver.api;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a compiler made of a source.
 *
 * @param image PTX or cubin
 * @param kernels signatures of the kernels, in source order; empty when the compiler knows none (NVRTC)
 * @param loweredNames from a name to the symbol of a kernel: the name expressions of the options, and where the compiler
 *     tells, the names in the source that are not symbols themselves
 * @param warnings diagnostics that are no errors
 * @param origin who compiled it
 * @param cached whether it came from the cache on disk
 * @param compileNanos how long this call took, cache look-up included
 */
public record CompiledSource(
        DeviceImage image,
        List<KernelSignature> kernels,
        Map<String, String> loweredNames,
        List<SourceDiagnostic> warnings,
        Origin origin,
        boolean cached,
        long compileNanos) {

    /** Who compiled it. */
    public enum Origin {
        OWN,
        NVRTC
    }

    public CompiledSource {
        Objects.requireNonNull(image, "image");
        kernels = List.copyOf(kernels);
        loweredNames = Map.copyOf(loweredNames);
        warnings = List.copyOf(warnings);
        Objects.requireNonNull(origin, "origin");
    }
}
