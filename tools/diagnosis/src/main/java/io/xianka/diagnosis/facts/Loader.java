package io.xianka.diagnosis.facts;

import java.util.List;
import java.util.Optional;

/**
 * How the dynamic loader comes by libcuda.
 *
 * @param libraryPath folders of {@code LD_LIBRARY_PATH} that matter: that hold a library of NVIDIA's, or do not exist
 * @param stubFolders those of them that hold the toolkit's library for linking, which is no driver
 * @param cached files named libcuda.so* in the loader's cache, in its order
 * @param cuda the file that a program asking for libcuda.so.1 gets; empty when it gets none
 * @param cudaOrigin where that file comes from; empty when there is none
 * @param cudaFileVersion the driver version in that file's name: {@code 580.65.06}
 * @param unversionedCuda whether libcuda.so, without .1, is found too, which some programs ask for
 * @param nvmlFileVersion the driver version in NVML's file name
 * @param preloaded files of {@code LD_PRELOAD}
 */
public record Loader(
        Fact<List<String>> libraryPath,
        Fact<List<String>> stubFolders,
        Fact<List<String>> cached,
        Fact<Optional<String>> cuda,
        Fact<Optional<Origin>> cudaOrigin,
        Fact<Optional<String>> cudaFileVersion,
        Fact<Boolean> unversionedCuda,
        Fact<Optional<String>> nvmlFileVersion,
        Fact<List<String>> preloaded) {

    /** Where a library comes from. */
    public enum Origin {
        /** The driver's package, in the system's folders. */
        SYSTEM,
        /** The forward-compatibility package: {@code cuda-compat}, a folder {@code compat}. */
        COMPATIBILITY,
        /** A toolkit's folder {@code stubs}. */
        STUB,
        /** Windows' driver, below {@code /usr/lib/wsl}. */
        WSL,
        /** Jetson Linux. */
        JETSON,
        /** Anywhere else. */
        OTHER
    }
}
