package io.xianka.compiler.nvrtc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What NVRTC's {@code #include} can find.
 *
 * @param folders the toolkit's, empty when there is none beside the library
 * @param texts for the headers that the folders lack, by name
 */
record NvrtcHeaders(List<Path> folders, Map<String, String> texts) {
    /** Headers with texts for NVRTC alone: it does not know these types, the own compiler does. */
    private static final Map<String, String> TYPES = Map.of(
            "stdint.h", "nvrtc/stdint.h",
            "inttypes.h", "nvrtc/stdint.h",
            "cstdint", "nvrtc/cstdint",
            "cinttypes", "nvrtc/cstdint");

    /** Headers of macros alone, the same for both compilers. */
    private static final List<String> MACROS = List.of("limits.h", "float.h", "math_constants.h");

    private static final Map<String, String> MACROS_BY_OTHER_NAMES = Map.of("climits", "limits.h", "cfloat", "float.h");

    /** Headers whose declarations NVRTC has built in. */
    private static final List<String> BUILT_IN = List.of(
            "cuda_runtime.h",
            "cuda_runtime_api.h",
            "cuda.h",
            "device_launch_parameters.h",
            "device_functions.h",
            "device_atomic_functions.h",
            "sm_20_intrinsics.h",
            "math_functions.h",
            "vector_types.h",
            "vector_functions.h",
            "math.h",
            "cmath",
            "stdio.h",
            "cstdio",
            "stdlib.h",
            "cstdlib",
            "string.h",
            "cstring",
            "time.h",
            "ctime",
            "stddef.h",
            "cstddef",
            "assert.h",
            "cassert");

    /** For a library loaded from a file, or from anywhere when the text is no path. */
    static NvrtcHeaders besides(String library) {
        List<Path> folders = toolkit(library)
                .map(include -> {
                    Path bundled = include.resolve("cccl");
                    return Files.isDirectory(bundled) ? List.of(include, bundled) : List.of(include);
                })
                .orElse(List.of());
        Map<String, String> texts = new HashMap<>();
        BUILT_IN.forEach(name -> texts.put(name, "#pragma once\n"));
        TYPES.forEach((name, resource) -> texts.put(name, resource(resource)));
        MACROS.forEach(name -> texts.put(name, resource("include/" + name)));
        MACROS_BY_OTHER_NAMES.forEach((name, other) -> texts.put(name, resource("include/" + other)));
        texts.keySet().removeIf(name -> folders.stream().anyMatch(folder -> Files.isRegularFile(folder.resolve(name))));
        return new NvrtcHeaders(folders, Map.copyOf(texts));
    }

    /** The folder with the toolkit's headers: beside the folder of the library, or in the runtime's own wheel. */
    private static Optional<Path> toolkit(String library) {
        Path lib;
        try {
            lib = Path.of(library).toAbsolutePath().getParent();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
        if (lib == null || lib.getParent() == null) {
            return Optional.empty();
        }
        // A system's include folder would bring the host's C library with it.
        return List.of(
                        lib.resolveSibling("include"),
                        lib.getParent().resolveSibling("cuda_runtime").resolve("include"),
                        lib.getParent().resolveSibling("include"))
                .stream()
                .filter(folder -> !Files.exists(folder.resolve("stdlib.h")))
                .filter(folder -> Files.isRegularFile(folder.resolve("cuda_fp16.h")))
                .findFirst();
    }

    private static String resource(String name) {
        try (InputStream in = NvrtcHeaders.class.getResourceAsStream("/io/xianka/compiler/" + name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
