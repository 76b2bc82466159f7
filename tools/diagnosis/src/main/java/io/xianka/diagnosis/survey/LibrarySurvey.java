package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.LibraryFinding;
import io.xianka.diagnosis.facts.Toolkit;
import io.xianka.diagnosis.facts.Wheel;
import io.xianka.driver.FoundLibrary;
import io.xianka.driver.Libraries;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** NVIDIA's software on the disk: libraries, toolkits, Python packages. */
record LibrarySurvey(Host host, Privacy privacy) {
    private static final int LIBRARIES_MAX = 200;
    private static final int WHEELS_MAX = 500;

    private static final Pattern NUMBERED = Pattern.compile("\\.so\\.(\\d+(?:\\.\\d+)*)$");
    private static final Pattern CUDNN_PART = Pattern.compile("libcudnn_(\\w+?)\\.so\\.(\\d+\\.\\d+(?:\\.\\d+)*)");
    private static final Pattern TOOLKIT_FOLDER = Pattern.compile("/cuda-(\\d+)(?:\\.\\d+)?/");
    private static final Pattern WHEEL_FOLDER = Pattern.compile("(.*)/nvidia/([^/]+)/(?:lib|bin)/[^/]+");
    private static final Pattern PACKAGE = Pattern.compile("([A-Za-z0-9_.]+?)-(\\d[^-]*)\\.dist-info");
    private static final Pattern OF_INTEREST = Pattern.compile(
            "nvidia[_-].*|torch|torchvision|torchaudio|triton|tensorflow.*|jax|jaxlib|jax[_-]cuda.*|cupy.*|onnxruntime.*"
                    + "|flash[_-]attn|xformers|vllm|numba|numba[_-]cuda|tensorrt.*|bitsandbytes|cuda[_-](?:python|bindings|core)");
    private static final Pattern TOOLKIT_VERSION =
            Pattern.compile("\"cuda\"\\s*:\\s*\\{[^}]*\"version\"\\s*:\\s*\"([\\d.]+)\"");

    // ------------------------------------------------------------------ libraries

    Fact<List<LibraryFinding>> libraries() {
        List<LibraryFinding> found = new ArrayList<>();
        Set<Path> cudnnFolders = new LinkedHashSet<>();
        for (FoundLibrary library : here().all()) {
            List<Path> files = new ArrayList<>();
            library.path().ifPresent(files::add);
            files.addAll(library.others());
            for (Path file : files) {
                found.add(finding(
                        library.name(),
                        file,
                        library.path().filter(file::equals).isPresent()));
                if (library.name().equals("cuDNN") && file.getParent() != null) {
                    cudnnFolders.add(file.getParent());
                }
            }
        }
        cudnnFolders.forEach(folder -> found.addAll(cudnnParts(folder)));
        return Fact.of(found.subList(0, Math.min(LIBRARIES_MAX, found.size())));
    }

    /** Below a root that is not the machine's, the variables' paths are there, too. */
    private Libraries here() {
        if (host.isReal()) {
            return Libraries.of(host.environment(), host.root());
        }
        Map<String, String> moved = new HashMap<>();
        host.environment()
                .forEach((name, value) -> moved.put(
                        name,
                        String.join(
                                File.pathSeparator,
                                Arrays.stream(value.split(File.pathSeparator))
                                        .map(path -> path.startsWith("/")
                                                ? host.at(path).toString()
                                                : path)
                                        .toList())));
        return Libraries.of(moved, host.root());
    }

    private List<LibraryFinding> cudnnParts(Path folder) {
        List<LibraryFinding> parts = new ArrayList<>();
        for (String name : host.names(host.nameOf(folder), "libcudnn_*.so.*.*").orElse(List.of())) {
            Matcher part = CUDNN_PART.matcher(name);
            if (part.matches()) {
                parts.add(finding("cuDNN " + part.group(1), folder.resolve(name), false));
            }
        }
        return parts;
    }

    private LibraryFinding finding(String library, Path file, boolean chosen) {
        Matcher number = NUMBERED.matcher(file.toString());
        Optional<String> version = number.find() ? Optional.of(number.group(1)) : Optional.empty();
        return new LibraryFinding(
                library,
                privacy.text(host.nameOf(file)),
                version.map(Fact::of).orElse(Fact.unknown("the file's name has no number")),
                Fact.unknown("it was not loaded"),
                cudaMajor(library, host.nameOf(file), version),
                chosen,
                Fact.of(unusable(file)));
    }

    /** NVRTC, cuBLAS and CUPTI are numbered as CUDA is; of others the folder or the wheel tells. */
    private Fact<Integer> cudaMajor(String library, String file, Optional<String> version) {
        if (Set.of("NVRTC", "cuBLASLt", "CUPTI").contains(library) && version.isPresent()) {
            int major = Integer.parseInt(version.get().split("\\.")[0]);
            // CUPTI's files were named by year for a while.
            if (major < 100) {
                return Fact.of(major);
            }
        }
        Matcher toolkit = TOOLKIT_FOLDER.matcher(file);
        if (toolkit.find()) {
            return Fact.of(Integer.parseInt(toolkit.group(1)));
        }
        Matcher wheel = WHEEL_FOLDER.matcher(file);
        if (wheel.matches()) {
            Matcher folder = Pattern.compile("cu(\\d\\d)").matcher(wheel.group(2));
            if (folder.matches()) {
                return Fact.of(Integer.parseInt(folder.group(1)));
            }
            Pattern name = Pattern.compile("nvidia_" + Pattern.quote(wheel.group(2)) + "_cu(\\d\\d)-.*");
            for (String each : host.names(wheel.group(1), "nvidia_*.dist-info").orElse(List.of())) {
                Matcher major = name.matcher(each);
                if (major.matches()) {
                    return Fact.of(Integer.parseInt(major.group(1)));
                }
            }
        }
        return Fact.unknown("neither its name nor its folder tells");
    }

    /** An ELF file says for which machine it is. */
    private static Optional<String> unusable(Path file) {
        byte[] header;
        try (InputStream content = Files.newInputStream(file)) {
            header = content.readNBytes(20);
        } catch (IOException unreadable) {
            return Optional.of(Host.why("the file", unreadable));
        }
        if (file.toString().endsWith(".dll")) {
            return Optional.empty();
        }
        if (header.length < 20 || header[0] != 0x7f || header[1] != 'E' || header[2] != 'L' || header[3] != 'F') {
            return Optional.of("it is no shared library");
        }
        int machine = (header[18] & 0xff) | (header[19] & 0xff) << 8;
        String wanted = System.getProperty("os.arch", "");
        String built = machine == 62 ? "amd64" : machine == 183 ? "aarch64" : "machine " + machine;
        return built.equals(wanted) ? Optional.empty() : Optional.of("it is for " + built + ", this is " + wanted);
    }

    // ------------------------------------------------------------------ toolkits

    Fact<List<Toolkit>> toolkits() {
        Set<String> folders = new LinkedHashSet<>();
        for (String variable : List.of("CUDA_HOME", "CUDA_PATH")) {
            host.variable(variable)
                    .filter(path -> path.startsWith("/"))
                    .flatMap(host::real)
                    .ifPresent(folders::add);
        }
        for (String folder : host.variable("PATH").orElse("").split(":")) {
            if (folder.startsWith("/") && host.exists(folder + "/nvcc").is(true)) {
                host.real(folder + "/nvcc")
                        .map(nvcc -> nvcc.replaceAll("/bin/[^/]+$", ""))
                        .ifPresent(folders::add);
            }
        }
        Optional<String> chosen = folders.stream().findFirst();
        for (String parent : List.of("/usr/local", "/opt")) {
            for (String name : host.names(parent, "cuda*").orElse(List.of())) {
                host.real(parent + "/" + name).ifPresent(folders::add);
            }
        }
        return Fact.of(folders.stream()
                .filter(folder -> host.anyExists(List.of(
                                folder + "/version.json",
                                folder + "/version.txt",
                                folder + "/nvvm",
                                folder + "/targets"))
                        .is(true))
                .map(folder -> new Toolkit(
                        privacy.text(folder),
                        version(folder),
                        chosen.filter(folder::equals).isPresent(),
                        host.exists(folder + "/bin/nvcc")))
                .toList());
    }

    private Fact<String> version(String folder) {
        Matcher json =
                TOOLKIT_VERSION.matcher(host.text(folder + "/version.json").orElse(""));
        if (json.find()) {
            return Fact.of(json.group(1));
        }
        Matcher text = Pattern.compile("CUDA Version ([\\d.]+)")
                .matcher(host.text(folder + "/version.txt").orElse(""));
        if (text.find()) {
            return Fact.of(text.group(1));
        }
        Matcher name = Pattern.compile("/cuda-(\\d+\\.\\d+)$").matcher(folder);
        return name.find() ? Fact.of(name.group(1)) : Fact.unknown(folder + " has neither version.json nor a number");
    }

    // ------------------------------------------------------------------ Python's packages

    Fact<List<Wheel>> wheels() {
        List<Wheel> found = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        for (Path folder : here().sitePackages()) {
            host.real(host.nameOf(folder)).ifPresent(seen::add);
        }
        for (String folder : seen) {
            for (String name : host.names(folder, "*.dist-info").orElse(List.of())) {
                Matcher wheel = PACKAGE.matcher(name);
                if (wheel.matches() && OF_INTEREST.matcher(wheel.group(1)).matches()) {
                    found.add(new Wheel(privacy.text(folder), wheel.group(1).replace('_', '-'), wheel.group(2)));
                }
            }
        }
        return Fact.of(found.subList(0, Math.min(WHEELS_MAX, found.size())));
    }
}
