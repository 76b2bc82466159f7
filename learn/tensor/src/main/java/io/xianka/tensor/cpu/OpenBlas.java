package io.xianka.tensor.cpu;

import io.xianka.driver.blas.Blas;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.CodeSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where OpenBLAS is: the file named by the property {@code xianka.openblas} ({@code none} for none); the jar {@code
 * org.bytedeco:openblas} of this platform, on the class path or beside this room's own jar, unpacked once into the user's cache; or what
 * the system has installed.
 */
final class OpenBlas {
    static final String PROPERTY = "xianka.openblas";
    private static final String VERSION = "0.3.30-1.5.12";
    private static final List<String> FILES =
            List.of("libopenblas.so.0", "libgfortran.so.5", "libquadmath.so.0", "libgcc_s.so.1");
    private static final List<Path> INSTALLED = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/libopenblas.so.0"),
            Path.of("/usr/lib/aarch64-linux-gnu/libopenblas.so.0"),
            Path.of("/usr/lib64/libopenblas.so.0"));

    private OpenBlas() {}

    /** {@return the library, if there is one} */
    static Optional<Blas> find() {
        String chosen = System.getProperty(PROPERTY, "");
        if (chosen.equals("none")) {
            return Optional.empty();
        }
        if (!chosen.isEmpty()) {
            return Optional.of(Blas.load(Path.of(chosen)));
        }
        Optional<Path> file = bundled();
        if (file.isEmpty()) {
            file = INSTALLED.stream().filter(Files::isRegularFile).findFirst();
        }
        try {
            return file.map(Blas::load);
        } catch (IllegalArgumentException unloadable) {
            return Optional.empty();
        }
    }

    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch");
        return (system.startsWith("linux") ? "linux" : system.startsWith("mac") ? "macosx" : "windows") + "-"
                + (processor.equals("amd64") ? "x86_64" : processor.equals("aarch64") ? "arm64" : processor);
    }

    private static Optional<Path> bundled() {
        String folder = "org/bytedeco/openblas/" + platform() + "/";
        try {
            Path cache = cache();
            Path library = cache.resolve(FILES.getFirst());
            if (Files.isRegularFile(library)) {
                return Optional.of(library);
            }
            ClassLoader loader = OpenBlas.class.getClassLoader();
            if (loader.getResource(folder + FILES.getFirst()) != null) {
                for (String name : FILES.reversed()) {
                    try (InputStream content = loader.getResourceAsStream(folder + name)) {
                        unpack(content, cache.resolve(name));
                    }
                }
                return Optional.of(library);
            }
            Optional<Path> jar = jarBeside();
            if (jar.isEmpty()) {
                return Optional.empty();
            }
            try (FileSystem files = FileSystems.newFileSystem(jar.get())) {
                for (String name : FILES.reversed()) {
                    Path packed = files.getPath(folder + name);
                    if (Files.exists(packed)) {
                        try (InputStream content = Files.newInputStream(packed)) {
                            unpack(content, cache.resolve(name));
                        }
                    }
                }
            }
            return Optional.of(library).filter(Files::isRegularFile);
        } catch (IOException | UncheckedIOException unwritable) {
            return Optional.empty();
        }
    }

    private static Path cache() {
        String caches = System.getenv("XDG_CACHE_HOME");
        Path root = caches != null && !caches.isBlank()
                ? Path.of(caches)
                : Path.of(System.getProperty("user.home"), ".cache");
        return root.resolve("xianka").resolve("openblas-" + VERSION + "-" + platform());
    }

    private static Optional<Path> jarBeside() throws IOException {
        CodeSource source = OpenBlas.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            return Optional.empty();
        }
        try {
            Path folder = Path.of(source.getLocation().toURI()).getParent();
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "openblas-*-" + platform() + ".jar")) {
                for (Path jar : jars) {
                    return Optional.of(jar);
                }
            }
            return Optional.empty();
        } catch (URISyntaxException | IllegalArgumentException noFile) {
            return Optional.empty();
        }
    }

    /** Several processes may unpack at once: each writes its own file and moves it into place. */
    private static void unpack(InputStream content, Path target) throws IOException {
        if (content == null || Files.isRegularFile(target)) {
            return;
        }
        Files.createDirectories(target.getParent());
        Path fresh =
                Files.createTempFile(target.getParent(), target.getFileName().toString(), ".part");
        try {
            Files.copy(content, fresh, StandardCopyOption.REPLACE_EXISTING);
            try {
                Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException other) {
                Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
