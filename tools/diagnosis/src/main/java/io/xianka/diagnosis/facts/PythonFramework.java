package io.xianka.diagnosis.facts;

import java.util.List;
import java.util.Optional;

/**
 * What a framework of one Python says of this machine, asked in a process of its own.
 *
 * @param python the interpreter, with the home folder written {@code ~}
 * @param pythonVersion {@code 3.12.3}
 * @param name {@code torch}, {@code tensorflow}, {@code jax} or {@code cupy}
 * @param version {@code 2.11.0+cu128}
 * @param cudaBuild the CUDA it was built with: {@code 12.8}; empty for a build for the CPU
 * @param cudnnVersion it uses: {@code 9.1.0}; empty for none
 * @param ncclVersion it uses: {@code 2.27.3}; empty for none
 * @param architectures it has machine code or PTX for: {@code sm_90}, {@code compute_90}
 * @param devices it lists
 * @param available whether it says that it can use a GPU
 * @param error what it raised instead of an answer; empty when it answered
 */
public record PythonFramework(
        String python,
        Fact<String> pythonVersion,
        String name,
        Fact<String> version,
        Fact<Optional<String>> cudaBuild,
        Fact<Optional<String>> cudnnVersion,
        Fact<Optional<String>> ncclVersion,
        Fact<List<String>> architectures,
        Fact<List<String>> devices,
        Fact<Boolean> available,
        Fact<Optional<String>> error) {}
