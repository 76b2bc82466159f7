package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.Loader;
import io.xianka.diagnosis.facts.Loader.Origin;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Follows the dynamic loader's search for libcuda and NVML without loading them. */
record LoaderSurvey(Host host, Privacy privacy) {
    private static final int CACHE_BYTES_MAX = 16 << 20;
    private static final Pattern DRIVER_VERSION = Pattern.compile("\\.so\\.(\\d{3}\\.\\d+(?:\\.\\d+)?)$");

    Loader look() {
        List<String> path = folders("LD_LIBRARY_PATH");
        Fact<List<String>> cache = cache();
        Fact<Optional<String>> cuda = find("libcuda.so.1", path, cache);
        return new Loader(
                Fact.of(path.stream().filter(this::matters).map(privacy::text).toList()),
                Fact.of(path.stream().filter(this::holdsStub).map(privacy::text).toList()),
                cache.map(files -> files.stream()
                        .filter(file -> file.contains("/libcuda.so"))
                        .toList()),
                cuda.map(file -> file.map(privacy::text)),
                cuda.map(file -> file.map(this::originOf)),
                cuda.map(file -> file.flatMap(this::driverVersion)),
                find("libcuda.so", path, cache).map(Optional::isPresent),
                find("libnvidia-ml.so.1", path, cache).map(file -> file.flatMap(this::driverVersion)),
                Fact.of(folders("LD_PRELOAD").stream().map(privacy::text).toList()));
    }

    private List<String> folders(String variable) {
        return Arrays.stream(host.variable(variable).orElse("").split("[:; ]"))
                .filter(folder -> folder.startsWith("/"))
                .toList();
    }

    private boolean matters(String folder) {
        return host.exists(folder).is(false)
                || host.names(folder, "lib{cuda,cudart,nvidia-ml,nvrtc,cublas,cublasLt,cudnn,nccl,cupti}*.so*")
                        .holds(names -> !names.isEmpty());
    }

    private boolean holdsStub(String folder) {
        return (folder + "/").contains("/stubs/")
                && host.names(folder, "libcuda.so*").holds(names -> !names.isEmpty());
    }

    /** The file names in the loader's cache, in its order: zero-terminated texts among other things. */
    private Fact<List<String>> cache() {
        return host.bytes("/etc/ld.so.cache", CACHE_BYTES_MAX).map(content -> {
            List<String> files = new ArrayList<>();
            for (String text : new String(content, StandardCharsets.ISO_8859_1).split("\0")) {
                if (text.startsWith("/") && (text.contains("/libcuda.so") || text.contains("/libnvidia-ml.so"))) {
                    files.add(text);
                }
            }
            return files;
        });
    }

    /** The loader's order: the variable's folders, the cache, the system's folders. */
    private Fact<Optional<String>> find(String name, List<String> path, Fact<List<String>> cache) {
        for (String folder : path) {
            if (host.exists(folder + "/" + name).is(true)) {
                return Fact.of(Optional.of(folder + "/" + name));
            }
        }
        for (String file : cache.orElse(List.of())) {
            if (file.endsWith("/" + name) && host.exists(file).is(true)) {
                return Fact.of(Optional.of(file));
            }
        }
        for (String folder : List.of(
                "/lib/x86_64-linux-gnu",
                "/usr/lib/x86_64-linux-gnu",
                "/lib/aarch64-linux-gnu",
                "/usr/lib/aarch64-linux-gnu",
                "/lib64",
                "/usr/lib64",
                "/lib",
                "/usr/lib")) {
            if (host.exists(folder + "/" + name).is(true)) {
                return Fact.of(Optional.of(folder + "/" + name));
            }
        }
        return Fact.of(Optional.empty());
    }

    private Optional<String> driverVersion(String file) {
        return host.real(file)
                .map(DRIVER_VERSION::matcher)
                .filter(Matcher::find)
                .map(version -> version.group(1));
    }

    private Origin originOf(String file) {
        String real = host.real(file).orElse(file);
        for (String path : List.of(real, file)) {
            if (path.contains("/stubs/")) {
                return Origin.STUB;
            }
            if (path.contains("/compat/") || path.contains("cuda-compat")) {
                return Origin.COMPATIBILITY;
            }
            if (path.contains("/wsl/")) {
                return Origin.WSL;
            }
            if (path.contains("/tegra") || path.contains("/aarch64-linux-gnu/nvidia/")) {
                return Origin.JETSON;
            }
        }
        return real.matches("(?:/usr)?/lib(?:64|32)?/(?:[^/]+-linux-gnu/)?(?:nvidia/current/)?[^/]+")
                ? Origin.SYSTEM
                : Origin.OTHER;
    }
}
