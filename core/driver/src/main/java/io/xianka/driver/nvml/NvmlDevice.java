package io.xianka.driver.nvml;

import java.util.List;

/**
 * One GPU, or one MIG device. Every method throws {@link NvmlException} where the card, the driver or the user's rights
 * do not allow an answer; {@link NvmlStatus#NOT_SUPPORTED} then tells a card that lacks the thing asked for.
 */
public interface NvmlDevice {

    /** {@code NVIDIA H200}. */
    String name();

    /** {@code GPU-...} or {@code MIG-...}. */
    String uuid();

    /** Its place on the bus as sysfs writes it: {@code 0000:3b:00.0}. */
    String pciAddress();

    /** One number. */
    long number(NvmlNumber which);

    /** One number of a link, for those whose {@link NvmlNumber#perLink} holds; links count from 0. */
    long number(NvmlNumber which, int link);

    /** Device memory. */
    Memory memory();

    /** The PCI address of what is at a link's other end. */
    String linkPeerPciAddress(int link);

    /** What all NVLinks have carried since the driver was loaded. */
    LinkTraffic linkTraffic();

    /** How far the NVLink fabric of an NVSwitch machine is set up. */
    Fabric fabric();

    /** Pages retired for errors, on cards before Ampere. */
    int retiredPages();

    /** The processes with memory of the device, each once, as far as this user may see them. */
    List<ProcessMemory> processes();

    /**
     * How busy each process kept the device; several samples of a process may come.
     *
     * @param sinceMicros take only samples after this time, in microseconds since 1970; 0 takes all that are kept
     */
    List<ProcessLoad> processLoads(long sinceMicros);

    /** The MIG devices made on this GPU. */
    List<NvmlDevice> migDevices();

    /**
     * Device memory.
     *
     * @param totalBytes all of it
     * @param reservedBytes what driver and firmware keep; −1 where the driver counts it as used
     * @param freeBytes what can be allocated
     * @param usedBytes what is allocated
     */
    record Memory(long totalBytes, long reservedBytes, long freeBytes, long usedBytes) {}

    /**
     * Traffic of all links together, without protocol overhead.
     *
     * @param sentKib since the driver was loaded
     * @param receivedKib since the driver was loaded
     */
    record LinkTraffic(long sentKib, long receivedKib) {}

    /**
     * The fabric.
     *
     * @param state 0 not supported, 1 not started, 2 in progress, 3 completed
     * @param status NVML's status of the set-up, once completed
     */
    record Fabric(int state, int status) {}

    /**
     * A process on the device.
     *
     * @param pid as this process's namespace or the host's sees it
     * @param usedBytes of device memory; −1 where the driver does not tell
     * @param compute whether it computes
     * @param graphics whether it draws
     */
    record ProcessMemory(long pid, long usedBytes, boolean compute, boolean graphics) {}

    /**
     * A sample of a process's use.
     *
     * @param pid of the process
     * @param timeMicros when, in microseconds since 1970
     * @param smPercent of the multiprocessors' time
     * @param memoryPercent of memory's time
     */
    record ProcessLoad(long pid, long timeMicros, int smPercent, int memoryPercent) {}
}
