package io.xianka.driver.libcuda;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

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
        for (String candidate : candidates()) {
            try {
                return open(candidate);
            } catch (NativeDriver.Unavailable unavailable) {
                refused.add(unavailable.getMessage());
            }
        }
        throw new NativeDriver.Unavailable((refused.isEmpty() ? NAME + " was not found" : String.join("; ", refused))
                + ". The NVIDIA driver installs it; in a container start it with --gpus all");
    }

    /**
     * What to try, in order: the loader's own search, then where distributions and containers put it. Without any such
     * file nothing is tried, as starting up native access takes longer than a small kernel on the emulator.
     */
    private static List<String> candidates() {
        if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")) {
            return List.of("nvcuda.dll");
        }
        List<String> candidates = new ArrayList<>();
        if (loaderFinds(NAME)) {
            candidates.add(NAME);
        }
        String machine = System.getProperty("os.arch", "").equals("aarch64") ? "aarch64" : "x86_64";
        for (String folder : List.of(
                "/usr/lib/wsl/lib",
                "/usr/lib/" + machine + "-linux-gnu",
                "/usr/lib64",
                "/usr/local/nvidia/lib64",
                "/usr/lib/" + machine + "-linux-gnu/nvidia/current",
                "/run/opengl-driver/lib")) {
            if (Files.exists(Path.of(folder, NAME))) {
                candidates.add(folder + "/" + NAME);
            }
        }
        return candidates;
    }

    /** Whether the loader may find a library by its name: through its variable, or its cache where it has one. */
    private static boolean loaderFinds(String name) {
        for (String folder : System.getenv().getOrDefault("LD_LIBRARY_PATH", "").split(":", -1)) {
            if (!folder.isEmpty() && Files.exists(Path.of(folder, name))) {
                return true;
            }
        }
        try {
            return new String(Files.readAllBytes(Path.of("/etc/ld.so.cache")), StandardCharsets.ISO_8859_1)
                    .contains("/" + name);
        } catch (IOException noCache) {
            return true;
        }
    }

    static DriverLibrary open(String library) {
        if (library.startsWith("/") && Files.exists(Path.of(library)) && !isElf(Path.of(library))) {
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
        String origin = library.contains("/") ? library : loadedFrom(library);
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

    private static boolean isElf(Path file) {
        try (InputStream content = Files.newInputStream(file)) {
            return Arrays.equals(content.readNBytes(4), new byte[] {0x7f, 'E', 'L', 'F'});
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Which file the loader found, as the kernel lists it. */
    private static String loadedFrom(String name) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.contains("/libcuda.so"))
                    .map(line -> line.substring(line.indexOf('/')))
                    .findFirst()
                    .orElse(name);
        } catch (IOException | RuntimeException notLinux) {
            return name;
        }
    }
}
