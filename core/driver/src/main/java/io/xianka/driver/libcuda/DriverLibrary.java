package io.xianka.driver.libcuda;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The loaded libcuda.
 *
 * @param origin its path, or the name it was loaded by
 */
record DriverLibrary(String origin, SymbolLookup symbols) {

    /** Names a library to use instead of searching, for drivers in unusual places. */
    static final String PROPERTY = "xianka.libcuda";

    private static final String NAME = "libcuda.so.1";

    private static final List<String> NEEDED = List.of(
            "cuInit", "cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGet", "cuCtxSetCurrent", "cuLaunchKernel");

    static DriverLibrary find() {
        String chosen = System.getProperty(PROPERTY, "");
        if (!chosen.isEmpty()) {
            return open(chosen);
        }
        List<String> refused = new ArrayList<>();
        for (String candidate : LibrarySearch.candidates(NAME, "nvcuda.dll")) {
            try {
                return open(candidate);
            } catch (NativeDriver.Unavailable unavailable) {
                refused.add(unavailable.getMessage());
            }
        }
        throw new NativeDriver.Unavailable((refused.isEmpty() ? NAME + " was not found" : String.join("; ", refused))
                + ". The NVIDIA driver installs it; in a container start it with --gpus all");
    }

    static DriverLibrary open(String library) {
        if (library.startsWith("/") && Files.exists(Path.of(library)) && !LibrarySearch.isElf(Path.of(library))) {
            // The JVM would warn about such a file before refusing it.
            throw new NativeDriver.Unavailable(library + " is there but is no shared library");
        }
        SymbolLookup symbols;
        try {
            symbols = library.contains("/") || library.contains("\\")
                    ? SymbolLookup.libraryLookup(Path.of(library), Arena.global())
                    : SymbolLookup.libraryLookup(library, Arena.global());
        } catch (IllegalArgumentException absent) {
            boolean there = library.contains("/") && Files.exists(Path.of(library));
            throw new NativeDriver.Unavailable(
                    there ? library + " is there but cannot be loaded" : library + " was not found");
        }
        String origin = library.contains("/") ? library : LibrarySearch.loadedFrom(library);
        List<String> lacking =
                NEEDED.stream().filter(symbol -> symbols.find(symbol).isEmpty()).toList();
        if (!lacking.isEmpty()) {
            throw new NativeDriver.Unavailable(origin + " is no CUDA driver: it lacks " + String.join(", ", lacking));
        }
        if (origin.contains("/stubs/")) {
            throw new NativeDriver.Unavailable(
                    origin + " is the toolkit's library for linking, not a driver; remove its folder from"
                            + " LD_LIBRARY_PATH");
        }
        return new DriverLibrary(origin, symbols);
    }
}
