package io.xianka.diagnosis.watch;

import io.xianka.diagnosis.facts.Fact;
import java.util.List;

/**
 * What one GPU is doing.
 *
 * @param index of NVML
 * @param name {@code NVIDIA H200}
 * @param uuid {@code GPU-...}
 * @param pciAddress {@code 0000:3b:00.0}
 * @param loadPercent of the time in which a kernel ran
 * @param memoryLoadPercent of the time in which memory was read or written
 * @param encoderPercent of the video encoder's time
 * @param decoderPercent of the video decoder's time
 * @param memoryTotalBytes of the device
 * @param memoryUsedBytes by processes
 * @param memoryFreeBytes what can be allocated
 * @param memoryReservedBytes what the driver keeps
 * @param powerWatts now
 * @param powerLimitWatts that is set
 * @param energyJoules since the driver was loaded
 * @param temperatureCelsius of the GPU
 * @param temperatureSlowdownCelsius where it begins to slow down
 * @param fanPercent of its highest speed
 * @param smClockMhz now
 * @param memoryClockMhz now
 * @param pcie traffic of the PCIe link
 * @param pcieReplays packets sent again since the driver was loaded
 * @param nvlink traffic of all NVLinks
 * @param nvlinkBytes that all NVLinks sent and received since the driver was loaded
 * @param processes that use it
 */
public record GpuSample(
        int index,
        Fact<String> name,
        Fact<String> uuid,
        Fact<String> pciAddress,
        Fact<Integer> loadPercent,
        Fact<Integer> memoryLoadPercent,
        Fact<Integer> encoderPercent,
        Fact<Integer> decoderPercent,
        Fact<Long> memoryTotalBytes,
        Fact<Long> memoryUsedBytes,
        Fact<Long> memoryFreeBytes,
        Fact<Long> memoryReservedBytes,
        Fact<Double> powerWatts,
        Fact<Double> powerLimitWatts,
        Fact<Double> energyJoules,
        Fact<Integer> temperatureCelsius,
        Fact<Integer> temperatureSlowdownCelsius,
        Fact<Integer> fanPercent,
        Fact<Integer> smClockMhz,
        Fact<Integer> memoryClockMhz,
        Traffic pcie,
        Fact<Long> pcieReplays,
        Traffic nvlink,
        Fact<Long> nvlinkBytes,
        Fact<List<ProcessSample>> processes) {

    /**
     * What a link carries.
     *
     * @param sentBytesPerSecond by the GPU
     * @param receivedBytesPerSecond by the GPU
     * @param capacityBytesPerSecond of one direction, as generation and width now allow
     */
    public record Traffic(
            Fact<Double> sentBytesPerSecond,
            Fact<Double> receivedBytesPerSecond,
            Fact<Double> capacityBytesPerSecond) {}

    /**
     * A process on the GPU.
     *
     * @param pid its number
     * @param user who runs it
     * @param command with arguments
     * @param kind {@code compute}, {@code graphics} or {@code compute+graphics}
     * @param gpuMemoryBytes of the device
     * @param gpuLoadPercent of the multiprocessors' time
     * @param cpuPercent of one processor's time
     * @param hostMemoryBytes resident
     */
    public record ProcessSample(
            long pid,
            Fact<String> user,
            Fact<String> command,
            String kind,
            Fact<Long> gpuMemoryBytes,
            Fact<Integer> gpuLoadPercent,
            Fact<Double> cpuPercent,
            Fact<Long> hostMemoryBytes) {}
}
