package io.xianka.diagnosis.facts;

import java.util.Optional;

/**
 * A file of one of NVIDIA's libraries. Several files of one library are several findings.
 *
 * @param library {@code NVRTC}, {@code cuBLASLt}, {@code cuDNN}, {@code NCCL}, {@code CUPTI}, {@code NVML}, {@code CUDA driver};
 *     cuDNN's parts are {@code cuDNN ops}, {@code cuDNN cnn}, ...
 * @param path with links resolved and the home folder written {@code ~}
 * @param fileVersion from the file's name: {@code 9.1.0}
 * @param version as the library itself says, where it was loaded: {@code 12.8}
 * @param cudaMajor the CUDA it is built for: 12
 * @param chosen whether it is the one that Xianka takes
 * @param unusableBecause empty when it can be used
 */
public record LibraryFinding(
        String library,
        String path,
        Fact<String> fileVersion,
        Fact<String> version,
        Fact<Integer> cudaMajor,
        boolean chosen,
        Fact<Optional<String>> unusableBecause) {}
