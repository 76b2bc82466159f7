package io.xianka.diagnosis.facts;

import java.util.List;

/**
 * What libcuda answered.
 *
 * @param library the file that was loaded
 * @param loadError why none was; unknown when one was
 * @param initStatus of cuInit: 0 is success
 * @param cudaVersion that libcuda supports: {@code 13.0}
 * @param deviceCount that it lists, with CUDA_VISIBLE_DEVICES applied
 * @param deviceNames of those
 * @param computeCapabilities of those: {@code 9.0}
 * @param multiprocessors of those: 132
 * @param nvrtcVersion of the NVRTC found: {@code 12.8}
 * @param nvrtcArchitectures that it compiles for: 75, 80, 90
 */
public record CudaDriver(
        Fact<String> library,
        Fact<String> loadError,
        Fact<Integer> initStatus,
        Fact<String> cudaVersion,
        Fact<Integer> deviceCount,
        Fact<List<String>> deviceNames,
        Fact<List<String>> computeCapabilities,
        Fact<List<Integer>> multiprocessors,
        Fact<String> nvrtcVersion,
        Fact<List<Integer>> nvrtcArchitectures) {}
