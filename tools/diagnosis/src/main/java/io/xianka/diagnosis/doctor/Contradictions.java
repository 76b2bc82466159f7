package io.xianka.diagnosis.doctor;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.Gpu;
import io.xianka.diagnosis.facts.MachineFacts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What cannot be true together: a report that says so was damaged or made up, and judging it would mislead. */
public final class Contradictions {

    private static final int GPUS_MAX = 256;

    private final MachineFacts facts;
    private final List<String> found = new ArrayList<>();

    private Contradictions(MachineFacts facts) {
        this.facts = facts;
    }

    /** Each in one line; empty for a report that may be true. */
    public static List<String> of(MachineFacts facts) {
        return new Contradictions(facts).find();
    }

    private List<String> find() {
        count("driver.device_count", facts.driver().deviceCount());
        count("nvml.device_count", facts.nvml().deviceCount());
        if (facts.driver().initStatus().is(0) && facts.driver().loadError().isKnown()) {
            found.add("driver: cuInit worked and libcuda could not be loaded");
        }
        if (facts.nvml().initStatus().is(0) && facts.nvml().loadError().isKnown()) {
            found.add("nvml: nvmlInit worked and the library could not be loaded");
        }
        List<Gpu> gpus = facts.gpus().orElse(List.of());
        if (facts.nvml().initStatus().is(0) && facts.nvml().deviceCount().holds(count -> count < gpus.size())) {
            found.add("gpus: " + gpus.size() + " are described, nvml.device_count is "
                    + facts.nvml().deviceCount());
        }
        Set<Integer> indexes = new HashSet<>();
        for (Gpu gpu : gpus) {
            String name = "gpus[" + gpu.index() + "]";
            if (!indexes.add(gpu.index())) {
                found.add(name + " is described twice");
            }
            size(name + ".memory_total_bytes", gpu.memory().totalBytes());
            size(name + ".memory_free_bytes", gpu.memory().freeBytes());
            gpu.memory().totalBytes().known().ifPresent(total -> {
                most(name + ".memory_used_bytes", gpu.memory().usedBytes(), total);
                most(name + ".memory_free_bytes", gpu.memory().freeBytes(), total);
            });
        }
        size("memory.total_bytes", facts.memory().totalBytes());
        facts.memory()
                .totalBytes()
                .known()
                .ifPresent(
                        total -> most("memory.available_bytes", facts.memory().availableBytes(), total));
        return found;
    }

    private void count(String field, Fact<Integer> fact) {
        if (fact.holds(count -> count < 0 || count > GPUS_MAX)) {
            found.add(field + " is " + fact + "; a machine has 0 to " + GPUS_MAX);
        }
    }

    private void size(String field, Fact<Long> fact) {
        if (fact.holds(bytes -> bytes < 0)) {
            found.add(field + " is " + fact);
        }
    }

    private void most(String field, Fact<Long> fact, long total) {
        if (fact.holds(bytes -> bytes > total)) {
            found.add(field + " is " + fact + ", more than the total of " + total);
        }
    }
}
