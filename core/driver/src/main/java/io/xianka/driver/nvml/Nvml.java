package io.xianka.driver.nvml;

/** The management library, initialised. Safe for several threads at once; every method may throw NvmlException. */
public interface Nvml {

    /** Where it was loaded from. */
    String origin();

    /** The driver's version: {@code 580.65.06}. */
    String driverVersion();

    /** The library's version: {@code 13.580.65.06}. */
    String version();

    /** The newest CUDA the driver supports, 1000 * major + 10 * minor: 13000. */
    int cudaVersion();

    /** How many GPUs there are, whatever CUDA_VISIBLE_DEVICES says. */
    int deviceCount();

    /** The GPU of an index from 0, in the order of PCI addresses. */
    NvmlDevice device(int index);
}
