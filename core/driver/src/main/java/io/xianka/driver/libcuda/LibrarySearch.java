package io.xianka.driver.libcuda;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Where a library of the driver's package may be: libcuda, libnvidia-ml. */
final class LibrarySearch {
    private LibrarySearch() {}

    /**
     * What to try, in order: the loader's own search, then where distributions and containers put it. Without any such
     * file nothing is tried, as starting up native access takes longer than a small kernel on the emulator.
     */
    static List<String> candidates(String name, String nameOnWindows) {
        if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")) {
            return List.of(nameOnWindows);
        }
        List<String> candidates = new ArrayList<>();
        if (loaderFinds(name)) {
            candidates.add(name);
        }
        String machine = System.getProperty("os.arch", "").equals("aarch64") ? "aarch64" : "x86_64";
        for (String folder : List.of(
                "/usr/lib/wsl/lib",
                "/usr/lib/" + machine + "-linux-gnu",
                "/usr/lib64",
                "/usr/local/nvidia/lib64",
                "/usr/lib/" + machine + "-linux-gnu/nvidia/current",
                "/run/opengl-driver/lib")) {
            if (Files.exists(Path.of(folder, name))) {
                candidates.add(folder + "/" + name);
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

    static boolean isElf(Path file) {
        try (InputStream content = Files.newInputStream(file)) {
            return Arrays.equals(content.readNBytes(4), new byte[] {0x7f, 'E', 'L', 'F'});
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Which file the loader found for a name, as the kernel lists it. */
    static String loadedFrom(String name) {
        String unversioned = "/" + name.substring(0, name.indexOf(".so") + 3);
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.contains(unversioned))
                    .map(line -> line.substring(line.indexOf('/')))
                    .findFirst()
                    .orElse(name);
        } catch (IOException | RuntimeException notLinux) {
            return name;
        }
    }
}
