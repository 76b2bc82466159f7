package io.xianka.diagnosis.watch;

import io.xianka.diagnosis.facts.Fact;
import java.util.List;

/**
 * One moment. Rates are means since the sample before; in the first sample they are unknown.
 *
 * @param timeMillis since 1970
 * @param driverVersion {@code 580.65.06}
 * @param cudaVersion the newest CUDA the driver supports
 * @param host the machine's own load
 * @param gpus in NVML's order; unknown, with the reason, where NVML has none
 */
public record Sample(
        long timeMillis,
        Fact<String> driverVersion,
        Fact<String> cudaVersion,
        HostSample host,
        Fact<List<GpuSample>> gpus) {

    /**
     * The machine around the GPUs.
     *
     * @param processors how many there are
     * @param loadPercent of all processors' time
     * @param memoryUsedBytes what programs hold
     * @param memoryTotalBytes of the machine
     * @param loadAverage over a minute
     */
    public record HostSample(
            int processors,
            Fact<Double> loadPercent,
            Fact<Long> memoryUsedBytes,
            Fact<Long> memoryTotalBytes,
            Fact<Double> loadAverage) {}
}
