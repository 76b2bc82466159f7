package io.xianka.diagnosis.facts;

/**
 * What NVML answered as a whole; each GPU's answers are in {@link Gpu}.
 *
 * @param library the file that was loaded
 * @param loadError why none was; unknown when one was
 * @param initStatus of nvmlInit: 0 is success, 18 a mismatch of library and kernel module
 * @param driverVersion {@code 580.65.06}
 * @param cudaVersion the newest CUDA it supports: {@code 13.0}
 * @param nvmlVersion of the library: {@code 13.580.65.06}
 * @param deviceCount whatever CUDA_VISIBLE_DEVICES says
 */
public record Nvml(
        Fact<String> library,
        Fact<String> loadError,
        Fact<Integer> initStatus,
        Fact<String> driverVersion,
        Fact<String> cudaVersion,
        Fact<String> nvmlVersion,
        Fact<Integer> deviceCount) {}
