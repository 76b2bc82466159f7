package io.xianka.diagnosis.facts;

import java.util.List;

/**
 * One GPU, as NVML tells. What a card lacks (a fan, NVLink, ECC) is unknown for the reason that NVML gives: not
 * supported.
 *
 * @param index of NVML, which orders by PCI address
 * @param error NVML's status for the whole device where it refuses it: 15, the GPU is lost; unknown when it answers
 * @param name {@code NVIDIA H200}
 * @param uuid {@code GPU-...}
 * @param pciAddress {@code 0000:3b:00.0}
 * @param architecture {@code Hopper}
 * @param computeCapability {@code 9.0}
 * @param memory of the device
 * @param clock rates
 * @param power draw and limits
 * @param temperatureCelsius of the GPU
 * @param temperatureSlowdownCelsius where it begins to slow down
 * @param fanPercent of its highest speed
 * @param loadPercent of the time in which a kernel ran
 * @param memoryLoadPercent of the time in which memory was read or written
 * @param pcie its link
 * @param nvlinks one for each link of the card, active or not
 * @param ecc error correction
 * @param mig partitions
 * @param computeMode who may use it
 * @param persistenceMode whether the driver keeps it initialised without users
 * @param slowdownReasons what holds its clocks down now: {@code power cap}, {@code thermal}, {@code power brake}
 * @param fabricState {@code not started}, {@code in progress}, {@code completed} on NVSwitch machines
 * @param fabricStatus NVML's status of the fabric's probe: 0 is success
 * @param virtualization {@code none}, {@code passthrough}, {@code vgpu}, {@code host vgpu}, {@code host vsga}
 * @param displayActive whether a display is served
 * @param performanceState 0, fastest, to 15
 * @param processes that use it, as far as this user may see them
 */
public record Gpu(
        int index,
        Fact<Integer> error,
        Fact<String> name,
        Fact<String> uuid,
        Fact<String> pciAddress,
        Fact<String> architecture,
        Fact<String> computeCapability,
        @Prefixed Memory memory,
        @Prefixed Clock clock,
        @Prefixed Power power,
        Fact<Integer> temperatureCelsius,
        Fact<Integer> temperatureSlowdownCelsius,
        Fact<Integer> fanPercent,
        Fact<Integer> loadPercent,
        Fact<Integer> memoryLoadPercent,
        @Prefixed Pcie pcie,
        Fact<List<NvLink>> nvlinks,
        @Prefixed Ecc ecc,
        @Prefixed Mig mig,
        Fact<ComputeMode> computeMode,
        Fact<Boolean> persistenceMode,
        Fact<List<String>> slowdownReasons,
        Fact<String> fabricState,
        Fact<Integer> fabricStatus,
        Fact<String> virtualization,
        Fact<Boolean> displayActive,
        Fact<Integer> performanceState,
        Fact<List<GpuProcess>> processes) {

    /**
     * Device memory.
     *
     * @param totalBytes with what the driver keeps
     * @param usedBytes by processes
     * @param freeBytes what can still be allocated
     * @param reservedBytes what the driver keeps
     * @param bar1TotalBytes the window through which others see it
     */
    public record Memory(
            Fact<Long> totalBytes,
            Fact<Long> usedBytes,
            Fact<Long> freeBytes,
            Fact<Long> reservedBytes,
            Fact<Long> bar1TotalBytes) {}

    /**
     * Clock rates.
     *
     * @param graphicsMhz now
     * @param graphicsMaxMhz at most
     * @param smMhz of the multiprocessors now
     * @param smMaxMhz at most
     * @param memoryMhz now
     * @param memoryMaxMhz at most
     */
    public record Clock(
            Fact<Integer> graphicsMhz,
            Fact<Integer> graphicsMaxMhz,
            Fact<Integer> smMhz,
            Fact<Integer> smMaxMhz,
            Fact<Integer> memoryMhz,
            Fact<Integer> memoryMaxMhz) {}

    /**
     * Power.
     *
     * @param drawWatts now
     * @param limitWatts that is set
     * @param limitDefaultWatts as delivered
     * @param limitMaxWatts that may be set
     * @param energyJoules since the driver was loaded
     */
    public record Power(
            Fact<Double> drawWatts,
            Fact<Double> limitWatts,
            Fact<Double> limitDefaultWatts,
            Fact<Double> limitMaxWatts,
            Fact<Double> energyJoules) {}

    /**
     * The PCIe link.
     *
     * @param generation now; idle GPUs lower it
     * @param generationMax that card, slot and host allow
     * @param generationMaxOfDevice that the card allows
     * @param width lanes now
     * @param widthMax lanes that card and slot allow
     * @param replays packets sent again since the driver was loaded
     * @param sentKibPerSecond by the GPU
     * @param receivedKibPerSecond by the GPU
     */
    public record Pcie(
            Fact<Integer> generation,
            Fact<Integer> generationMax,
            Fact<Integer> generationMaxOfDevice,
            Fact<Integer> width,
            Fact<Integer> widthMax,
            Fact<Integer> replays,
            Fact<Integer> sentKibPerSecond,
            Fact<Integer> receivedKibPerSecond) {}

    /**
     * One NVLink.
     *
     * @param link its number
     * @param active whether it is up
     * @param version of the protocol
     * @param peerPciAddress what is at its other end
     */
    public record NvLink(int link, Fact<Boolean> active, Fact<Integer> version, Fact<String> peerPciAddress) {}

    /**
     * Error correction.
     *
     * @param enabled now
     * @param enabledAfterReset after the next reset
     * @param correctedErrors since the driver was loaded
     * @param uncorrectedErrors since the driver was loaded
     * @param correctedErrorsLifetime of the card
     * @param uncorrectedErrorsLifetime of the card
     * @param retiredPages of cards before Ampere
     * @param remappedRows of Ampere and later
     * @param remappingPending whether a reset is needed to remap
     * @param remappingFailed whether the card has run out of spare rows
     */
    public record Ecc(
            Fact<Boolean> enabled,
            Fact<Boolean> enabledAfterReset,
            Fact<Long> correctedErrors,
            Fact<Long> uncorrectedErrors,
            Fact<Long> correctedErrorsLifetime,
            Fact<Long> uncorrectedErrorsLifetime,
            Fact<Integer> retiredPages,
            Fact<Integer> remappedRows,
            Fact<Boolean> remappingPending,
            Fact<Boolean> remappingFailed) {}

    /**
     * Partitions.
     *
     * @param enabled now
     * @param enabledAfterReset after the next reset
     * @param devices the instances that can be used; empty when none was made
     */
    public record Mig(Fact<Boolean> enabled, Fact<Boolean> enabledAfterReset, Fact<List<MigDevice>> devices) {}

    /**
     * One MIG device.
     *
     * @param name {@code NVIDIA A100-SXM4-40GB MIG 1g.5gb}
     * @param uuid {@code MIG-...}
     * @param memoryTotalBytes of the instance
     */
    public record MigDevice(String name, Fact<String> uuid, Fact<Long> memoryTotalBytes) {}

    /** Who may use the GPU. */
    public enum ComputeMode {
        /** Any number of processes. */
        DEFAULT,
        /** One thread; gone since CUDA 8. */
        EXCLUSIVE_THREAD,
        /** Nobody. */
        PROHIBITED,
        /** One process at a time. */
        EXCLUSIVE_PROCESS
    }

    /**
     * A process on the GPU.
     *
     * @param pid its number
     * @param command its program's file name, without arguments
     * @param kind {@code compute}, {@code graphics} or {@code compute+graphics}
     * @param usedMemoryBytes of the device; unknown inside containers and under WSL
     */
    public record GpuProcess(long pid, Fact<String> command, String kind, Fact<Long> usedMemoryBytes) {}
}
