package io.xianka.diagnosis.doctor;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** Findings that several root causes have in common. */
final class Consequences {

    /** What a machine whose driver does not work shows, whatever the reason. */
    static final Set<String> NOTHING_WORKS = Set.of(
            "libcuda-missing",
            "libcuda-unloadable",
            "cuda-no-device",
            "cuda-unknown-error",
            "cuda-init-failed",
            "nvml-missing",
            "nvml-init-failed",
            "framework-sees-no-gpu",
            "framework-fails");

    private Consequences() {}

    static Set<String> with(Set<String> rules, String... more) {
        Set<String> all = new LinkedHashSet<>(rules);
        all.addAll(Arrays.asList(more));
        return Set.copyOf(all);
    }
}
