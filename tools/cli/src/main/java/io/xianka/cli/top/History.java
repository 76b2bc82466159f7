package io.xianka.cli.top;

import io.xianka.diagnosis.watch.GpuSample;
import io.xianka.diagnosis.watch.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Loads of the last samples, oldest first; −1 where a sample had none.
 *
 * @param hostPercent of the processors
 * @param gpuPercent by the GPU's index
 */
public record History(List<Integer> hostPercent, Map<Integer, List<Integer>> gpuPercent) {
    /** Wider than any terminal of use. */
    private static final int SAMPLES_MAX = 300;

    public History {
        hostPercent = List.copyOf(hostPercent);
        gpuPercent = Map.copyOf(gpuPercent);
    }

    public static History empty() {
        return new History(List.of(), Map.of());
    }

    /** This history and one sample more. */
    public History with(Sample sample) {
        Map<Integer, List<Integer>> gpus = new TreeMap<>();
        for (GpuSample gpu : sample.gpus().orElse(List.of())) {
            gpus.put(
                    gpu.index(),
                    longer(
                            gpuPercent.getOrDefault(gpu.index(), List.of()),
                            gpu.loadPercent().orElse(-1)));
        }
        int host =
                sample.host().loadPercent().map(load -> (int) Math.round(load)).orElse(-1);
        return new History(longer(hostPercent, host), gpus);
    }

    private static List<Integer> longer(List<Integer> loads, int load) {
        List<Integer> all = new ArrayList<>(loads.subList(Math.max(0, loads.size() - SAMPLES_MAX + 1), loads.size()));
        all.add(load);
        return List.copyOf(all);
    }
}
