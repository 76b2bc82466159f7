package io.xianka.driver;

import io.xianka.driver.api.CublasLt;
import io.xianka.driver.api.Cudnn;
import io.xianka.driver.api.Nvrtc;
import io.xianka.driver.libcuda.NativeCublasLt;
import io.xianka.driver.libcuda.NativeCudnn;
import io.xianka.driver.libcuda.NativeNvml;
import io.xianka.driver.libcuda.NativeNvrtc;
import io.xianka.driver.nvml.Nvml;
import io.xianka.driver.nvml.NvmlException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which of NVIDIA's libraries this machine has, and where. Looks, in this order, at {@code LD_LIBRARY_PATH}, the
 * toolkit of {@code CUDA_HOME} or {@code CUDA_PATH}, {@code /usr/local/cuda*}, the folders of the system and of WSL,
 * the loader's cache, and the wheels of each Python found ({@code site-packages/nvidia/*}{@code /lib}). Nothing is
 * loaded by looking.
 */
public final class Libraries {
    private record Wanted(String name, String what, Pattern linux, Pattern windows) {}

    private static final List<Wanted> WANTED = List.of(
            wanted("CUDA driver", "runs kernels on the GPU", "libcuda\\.so", "nvcuda\\.dll"),
            wanted("NVRTC", "the other compiler for CUDA C", "libnvrtc\\.so", "nvrtc64_\\d+_\\d+\\.dll"),
            wanted("cuBLASLt", "matrix products", "libcublasLt\\.so", "cublasLt64_\\d+\\.dll"),
            wanted("cuDNN", "convolutions and attention", "libcudnn\\.so", "cudnn64_\\d+\\.dll"),
            wanted("NCCL", "several GPUs together", "libnccl\\.so", "nccl\\.dll"),
            wanted("CUPTI", "profiles with hardware counters", "libcupti\\.so", "cupti64_.*\\.dll"),
            wanted("NVML", "temperature, power, processes", "libnvidia-ml\\.so", "nvml\\.dll"));

    private static Wanted wanted(String name, String what, String linux, String windows) {
        return new Wanted(
                name,
                what,
                Pattern.compile(linux + "(?:\\.(\\d+(?:\\.\\d+)*))?"),
                Pattern.compile(windows, Pattern.CASE_INSENSITIVE));
    }

    private final Map<String, String> environment;
    private final Path root;
    private final boolean windows;

    private Libraries(Map<String, String> environment, Path root, boolean windows) {
        this.environment = environment;
        this.root = root;
        this.windows = windows;
    }

    /** This machine. */
    public static Libraries here() {
        boolean windows =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        return new Libraries(System.getenv(), Path.of("/"), windows);
    }

    /** A machine laid out below a folder; paths in its variables lie below that folder, too. */
    public static Libraries of(Map<String, String> environment, Path root) {
        return new Libraries(environment, root, false);
    }

    private static final class LoadedNvrtc {
        static final Optional<Nvrtc> NVRTC = firstThatLoads("NVRTC", NativeNvrtc::open);
    }

    private static final class LoadedCublasLt {
        static final Optional<CublasLt> CUBLAS_LT = firstThatLoads("cuBLASLt", NativeCublasLt::open);
    }

    private static final class LoadedCudnn {
        static final Optional<Cudnn> CUDNN = load();

        private static Optional<Cudnn> load() {
            // It looks for these two by name when it compiles; what the process has loaded is found, wherever it lies.
            nvrtc();
            cublasLt();
            return firstThatLoads("cuDNN", NativeCudnn::open);
        }
    }

    private static <T> Optional<T> firstThatLoads(String name, Function<Path, Optional<T>> open) {
        FoundLibrary found = here().find(name);
        return Stream.concat(found.path().stream(), found.others().stream())
                .map(open)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** NVRTC, loaded once for the process; empty when there is none that loads. */
    public static Optional<Nvrtc> nvrtc() {
        return LoadedNvrtc.NVRTC;
    }

    private static final class LoadedNvml {
        static final Nvml NVML;
        static final NvmlException REFUSED;

        static {
            Nvml loaded = null;
            NvmlException refused = null;
            try {
                loaded = NativeNvml.load();
            } catch (NvmlException none) {
                refused = none;
            }
            NVML = loaded;
            REFUSED = refused;
        }
    }

    /**
     * NVML, loaded and initialised once for the process.
     *
     * @throws NvmlException when there is none, or it cannot be initialised
     */
    public static Nvml nvml() {
        if (LoadedNvml.NVML == null) {
            throw LoadedNvml.REFUSED;
        }
        return LoadedNvml.NVML;
    }

    /** cuBLASLt, loaded once for the process; empty when there is none that loads. */
    public static Optional<CublasLt> cublasLt() {
        return LoadedCublasLt.CUBLAS_LT;
    }

    /** cuDNN, loaded once for the process; empty when there is none that loads. */
    public static Optional<Cudnn> cudnn() {
        return LoadedCudnn.CUDNN;
    }

    /** All libraries, in the order of the table in this class's source, found or not. */
    public List<FoundLibrary> all() {
        List<Path> folders = folders();
        List<Path> cached = loaderCache();
        return WANTED.stream().map(wanted -> find(wanted, folders, cached)).toList();
    }

    /** One library by NVIDIA's name. */
    public FoundLibrary find(String name) {
        Wanted wanted = WANTED.stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no library '" + name + "' is known; there are "
                        + String.join(", ", WANTED.stream().map(Wanted::name).toList())));
        return find(wanted, folders(), loaderCache());
    }

    private FoundLibrary find(Wanted wanted, List<Path> folders, List<Path> cached) {
        Pattern pattern = windows ? wanted.windows : wanted.linux;
        Set<Path> files = new LinkedHashSet<>();
        for (Path folder : folders) {
            files.addAll(matching(folder, pattern));
        }
        cached.stream()
                .filter(file -> pattern.matcher(file.getFileName().toString()).matches())
                .forEach(file -> resolve(file).ifPresent(files::add));
        // The toolkit's library for linking must not be taken for the driver.
        files.removeIf(file -> file.toString().contains("/stubs/"));
        List<Path> found = List.copyOf(files);
        if (found.isEmpty()) {
            return new FoundLibrary(wanted.name, wanted.what, Optional.empty(), Optional.empty(), List.of());
        }
        Matcher versioned = pattern.matcher(found.getFirst().getFileName().toString());
        Optional<String> version =
                versioned.matches() && !windows ? Optional.ofNullable(versioned.group(1)) : Optional.empty();
        return new FoundLibrary(
                wanted.name, wanted.what, Optional.of(found.getFirst()), version, found.subList(1, found.size()));
    }

    private static List<Path> matching(Path folder, Pattern pattern) {
        Set<Path> found = new LinkedHashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                folder, file -> pattern.matcher(file.getFileName().toString()).matches())) {
            files.forEach(file -> resolve(file).ifPresent(found::add));
        } catch (IOException | RuntimeException unreadable) {
            // A folder that cannot be listed holds nothing for us.
            return List.of();
        }
        return found.stream()
                .sorted(Comparator.comparing((Path file) -> versionKey(file)).reversed())
                .toList();
    }

    /** Version numbers with padding, so that 13.0 sorts after 9.1. */
    private static String versionKey(Path file) {
        StringBuilder key = new StringBuilder();
        Matcher numbers = Pattern.compile("\\d+").matcher(file.getFileName().toString());
        while (numbers.find()) {
            key.append("%8s".formatted(numbers.group())).append('.');
        }
        return key.toString();
    }

    private static Optional<Path> resolve(Path file) {
        try {
            return Optional.of(file.toRealPath());
        } catch (IOException dangling) {
            return Optional.empty();
        }
    }

    // ------------------------------------------------------------------ where to look

    private List<Path> folders() {
        Set<Path> folders = new LinkedHashSet<>();
        addEach(folders, environment.getOrDefault(windows ? "PATH" : "LD_LIBRARY_PATH", ""));
        for (String variable : List.of("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT")) {
            String value = environment.getOrDefault(variable, "");
            if (!value.isEmpty()) {
                path(value).ifPresent(toolkit -> addToolkit(folders, toolkit));
            }
        }
        children(root.resolve("usr/local"), "cuda*").reversed().forEach(toolkit -> addToolkit(folders, toolkit));
        children(root.resolve("opt"), "cuda*").forEach(toolkit -> addToolkit(folders, toolkit));
        for (String system : List.of(
                "usr/lib/wsl/lib",
                "usr/lib/x86_64-linux-gnu",
                "usr/lib/aarch64-linux-gnu",
                "usr/lib64",
                "usr/lib",
                "usr/local/lib",
                "usr/local/nvidia/lib64",
                "usr/lib/x86_64-linux-gnu/nvidia/current",
                "run/opengl-driver/lib")) {
            folders.add(root.resolve(system));
        }
        for (Path packages : sitePackages()) {
            for (Path library : children(packages.resolve("nvidia"), "*")) {
                folders.add(library.resolve("lib"));
                folders.add(library.resolve("bin"));
            }
        }
        folders.removeIf(folder -> !Files.isDirectory(folder));
        return List.copyOf(folders);
    }

    private static void addToolkit(Set<Path> folders, Path toolkit) {
        folders.add(toolkit.resolve("lib64"));
        folders.add(toolkit.resolve("lib"));
        folders.add(toolkit.resolve("targets/x86_64-linux/lib"));
        folders.add(toolkit.resolve("targets/sbsa-linux/lib"));
        folders.add(toolkit.resolve("extras/CUPTI/lib64"));
        folders.add(toolkit.resolve("bin"));
        folders.add(toolkit.resolve("bin/x64"));
    }

    /** The folders in which the Pythons found here keep their packages; some may not exist. */
    public List<Path> sitePackages() {
        Set<Path> found = new LinkedHashSet<>();
        for (String variable : List.of("VIRTUAL_ENV", "CONDA_PREFIX")) {
            String value = environment.getOrDefault(variable, "");
            if (!value.isEmpty()) {
                path(value).ifPresent(prefix -> addPython(found, prefix));
            }
        }
        // Each python3 that the shell would find, with links resolved to its installation.
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            if (!folder.isEmpty()) {
                path(folder)
                        .map(bin -> bin.resolve("python3"))
                        .filter(Files::isExecutable)
                        .ifPresent(python -> {
                            Optional.ofNullable(python.getParent().getParent())
                                    .ifPresent(prefix -> addPython(found, prefix));
                            resolve(python)
                                    .map(Path::getParent)
                                    .map(Path::getParent)
                                    .ifPresent(prefix -> addPython(found, prefix));
                        });
            }
        }
        addPython(found, root.resolve("usr"));
        addPython(found, root.resolve("usr/local"));
        String home = environment.getOrDefault("HOME", "");
        if (!home.isEmpty()) {
            path(home).ifPresent(user -> {
                addPython(found, user.resolve(".local"));
                children(user.resolve(".pyenv/versions"), "*").forEach(prefix -> addPython(found, prefix));
            });
        }
        return List.copyOf(found);
    }

    private static void addPython(Set<Path> found, Path prefix) {
        for (Path python : children(prefix.resolve("lib"), "python3*")) {
            found.add(python.resolve("site-packages"));
            found.add(python.resolve("dist-packages"));
        }
        found.add(prefix.resolve("Lib/site-packages"));
    }

    private static List<Path> children(Path folder, String glob) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            entries.forEach(found::add);
        } catch (IOException | RuntimeException unreadable) {
            return List.of();
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }

    private static void addEach(Set<Path> folders, String list) {
        for (String folder : list.split(File.pathSeparator, -1)) {
            if (!folder.isEmpty()) {
                path(folder).ifPresent(folders::add);
            }
        }
    }

    private static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException unusable) {
            return Optional.empty();
        }
    }

    /** The file names in the loader's cache: zero-terminated strings among other things. */
    private List<Path> loaderCache() {
        if (windows) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        try {
            String cache = Files.readString(root.resolve("etc/ld.so.cache"), StandardCharsets.ISO_8859_1);
            for (String text : cache.split("\0", -1)) {
                if (text.startsWith("/") && (text.contains("/libcu") || text.contains("/libn"))) {
                    path(text).ifPresent(found::add);
                }
            }
        } catch (IOException noCache) {
            return List.of();
        }
        return found;
    }
}
