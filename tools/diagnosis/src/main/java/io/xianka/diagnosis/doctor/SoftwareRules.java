package io.xianka.diagnosis.doctor;

import static io.xianka.diagnosis.doctor.Rule.error;
import static io.xianka.diagnosis.doctor.Rule.note;
import static io.xianka.diagnosis.doctor.Rule.warning;

import io.xianka.diagnosis.compatibility.CudaVersion;
import io.xianka.diagnosis.compatibility.DriverVersion;
import io.xianka.diagnosis.compatibility.ToolkitRelease;
import io.xianka.diagnosis.errors.LogReader;
import io.xianka.diagnosis.facts.LibraryFinding;
import io.xianka.diagnosis.facts.PythonFramework;
import io.xianka.diagnosis.facts.Toolkit;
import io.xianka.driver.ComputeCapability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Toolkits, libraries and frameworks against the driver and the card, and against each other. */
final class SoftwareRules {

    private static final String COMPATIBILITY = "NVIDIA: CUDA Compatibility, Minor Version Compatibility";
    private static final String MATRIX = "NVIDIA: CUDA Toolkit, Driver, and Architecture Matrix";

    /** The oldest CUDA whose driver takes the PTX that Xianka's own compiler writes: PTX 8.3 came with 12.3. */
    private static final CudaVersion OWN_PTX = new CudaVersion(12, 3);

    private static final Pattern WHEEL_CUDA = Pattern.compile("nvidia-([a-z-]+)-cu(\\d{2})");
    private static final Pattern TARGET = Pattern.compile("(sm|compute)_(\\d{1,2})(\\d)[af]?");

    static final List<Rule> RULES = List.of(
            error("driver-too-old", "the driver is too old for the CUDA toolkit that is in use")
                    .when(m -> eachChosen(m, (toolkit, release, driver) -> {
                        Optional<DriverVersion> floor = m.compatibility()
                                .family(release.version().major())
                                .flatMap(family -> family.floor(false))
                                .or(() -> release.linuxDriver());
                        return floor.filter(driver::isBefore)
                                .map(least -> release + " in " + toolkit.path() + " needs driver " + least
                                        + " or later, here is " + driver);
                    }))
                    .because(
                            "programs of that toolkit fail with CUDA driver version is insufficient for CUDA runtime version (35)")
                    .fix(
                            m -> List.of(
                                    m.commands().updateDriver(),
                                    "or use a toolkit of the driver's major release; xianka doctor --toolkit X --driver Y tells which"))
                    .explains("toolkit-minor-newer")
                    .cited(COMPATIBILITY),
            note("toolkit-minor-newer", "the CUDA toolkit is newer than the driver, within one major release")
                    .when(m -> eachChosen(m, (toolkit, release, driver) -> {
                        boolean floorHolds = m.compatibility()
                                .family(release.version().major())
                                .flatMap(family -> family.floor(false))
                                .filter(floor -> !driver.isBefore(floor))
                                .isPresent();
                        return release.linuxDriver()
                                .filter(own -> floorHolds && driver.isBefore(own))
                                .map(own -> release + " in " + toolkit.path() + " came with " + own + ", here is "
                                        + driver);
                    }))
                    .because(
                            "its programs run with machine code for the card; PTX made by it is refused with 222, and features that"
                                    + " need the newer driver fail")
                    .fix(m -> List.of(
                            "build with -gencode arch=compute_XY,code=sm_XY for this card, or",
                            m.commands().updateDriver()))
                    .cited(COMPATIBILITY),
            error("driver-too-old-for-xianka", "the driver does not take the PTX that Xianka's compiler writes")
                    .when(m -> m.facts()
                            .driver()
                            .cudaVersion()
                            .known()
                            .flatMap(CudaVersion::parse)
                            .filter(version -> version.isBefore(OWN_PTX))
                            .map(version -> List.of("the driver supports CUDA " + version + "; PTX 8.3 needs CUDA "
                                    + OWN_PTX + " (driver 545.23.06 or later)"))
                            .orElse(List.of()))
                    .because("PTX is refused by drivers older than its version: unsupported toolchain (222)")
                    .fix(m -> List.of(
                            m.commands().updateDriver(),
                            "until then: --compiler nvrtc with a toolkit of the driver's CUDA, or"
                                    + " --device emulated"))
                    .citedInPart("NVIDIA/gvdb-voxels#120"),
            warning("toolkit-drops-card", "the CUDA toolkit in use does not generate code for this card")
                    .when(m -> {
                        List<String> found = new ArrayList<>();
                        for (Toolkit toolkit : chosen(m)) {
                            var version = toolkit.version().known().flatMap(CudaVersion::parse);
                            for (ComputeCapability capability : m.capabilities()) {
                                m.compatibility()
                                        .architecture(capability)
                                        .filter(known -> version.map(v -> !known.supportedBy(v))
                                                .orElse(false))
                                        .map(known -> "CUDA " + version.get() + " in " + toolkit.path()
                                                + ", compute capability "
                                                + capability + " (" + known.name() + "): CUDA " + known.firstToolkit()
                                                + " to "
                                                + known.lastToolkit()
                                                        .map(CudaVersion::toString)
                                                        .orElse("the newest") + " do")
                                        .ifPresent(found::add);
                            }
                        }
                        return found;
                    })
                    .because("toolkits drop old generations, and know none newer than themselves")
                    .fix(m -> List.of(
                            "install a toolkit in that range beside it, and set CUDA_HOME",
                            "xianka doctor --device NAME lists the range"))
                    .explains("nvrtc-unknown-card")
                    .cited(MATRIX),
            warning("nvrtc-unknown-card", "the NVRTC that is found does not know this card")
                    .when(m -> m.facts()
                            .driver()
                            .nvrtcArchitectures()
                            .known()
                            .filter(known -> !known.isEmpty())
                            .map(known -> m.capabilities().stream()
                                    .filter(c -> !known.contains(c.major() * 10 + c.minor()))
                                    .filter(c ->
                                            known.stream().noneMatch(k -> k / 10 == c.major() && k % 10 < c.minor()))
                                    .map(c -> "NVRTC "
                                            + m.facts().driver().nvrtcVersion().orElse("") + " knows "
                                            + known.getFirst() + " to " + known.getLast() + ", the card is " + c)
                                    .toList())
                            .orElse(List.of()))
                    .because(
                            "the card is newer than this NVRTC, or so old that it was dropped: invalid value for --gpu-architecture")
                    .fix(
                            "install a newer toolkit (an older one for a dropped card)",
                            "Xianka's own compiler does not need it: --compiler own")
                    .cited("cupy/cupy#1651"),
            error("library-needs-newer-driver", "a CUDA library is built for a newer CUDA than the driver supports")
                    .when(m -> {
                        List<String> found = new ArrayList<>();
                        for (LibraryFinding library : m.libraries("")) {
                            library.cudaMajor()
                                    .known()
                                    .filter(_ ->
                                            library.chosen() && !m.driverCudas().isEmpty())
                                    .filter(major ->
                                            m.driverCudas().stream().allMatch(driver -> driver.major() < major))
                                    .map(major -> library.library() + " at " + library.path() + " is for CUDA " + major
                                            + ", the driver supports "
                                            + m.driverCudas().iterator().next())
                                    .ifPresent(found::add);
                        }
                        return found;
                    })
                    .because("minor versions mix, major ones do not")
                    .fix(m ->
                            List.of(m.commands().updateDriver(), "or install the library for the driver's CUDA major"))
                    .cited(COMPATIBILITY),
            warning("library-unusable", "a CUDA library was found that cannot be used")
                    .when(m -> m.libraries("").stream()
                            .filter(LibraryFinding::chosen)
                            .filter(library -> library.unusableBecause().holds(Optional::isPresent))
                            .map(library -> library.library() + " at " + library.path() + ": "
                                    + library.unusableBecause()
                                            .orElse(Optional.empty())
                                            .orElse(""))
                            .toList())
                    .because("a library of its own is missing, or it is for another system; Xianka goes on without it")
                    .fix("ldd shows what it misses", "reinstall its package or wheel")
                    .explains("library-needs-newer-driver")
                    .practice("ld.so(8)"),
            warning("cudnn-mixed", "parts of cuDNN come from different versions")
                    .when(m -> {
                        Map<String, Set<String>> versions = new TreeMap<>();
                        for (LibraryFinding part : m.libraries("cuDNN")) {
                            String folder = part.path().replaceFirst("/[^/]*$", "");
                            part.fileVersion()
                                    .known()
                                    .or(() -> part.version().known())
                                    .ifPresent(version -> versions.computeIfAbsent(folder, _ -> new TreeSet<>())
                                            .add(version));
                        }
                        return versions.entrySet().stream()
                                .filter(entry -> entry.getValue().size() > 1)
                                .map(entry ->
                                        entry.getKey() + " has parts of " + String.join(" and ", entry.getValue()))
                                .toList();
                    })
                    .because(
                            "two installs were put into one folder; cuDNN then says CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH")
                    .fix(
                            "keep one: pip uninstall nvidia-cudnn-cu11 nvidia-cudnn-cu12, then install the one that is needed",
                            "or reinstall the system's package and delete what it does not own")
                    .cited("koharu-rs/koharu#694"),
            warning("cudnn-shadowed", "LD_LIBRARY_PATH puts another cuDNN in front of a framework's own")
                    .when(m -> {
                        List<String> folders = m.facts().loader().libraryPath().orElse(List.of());
                        List<LibraryFinding> main = m.libraries("cuDNN").stream()
                                .filter(part -> part.library().equals("cuDNN"))
                                .toList();
                        Optional<LibraryFinding> first = main.stream()
                                .filter(part -> folders.stream()
                                        .anyMatch(folder -> part.path().startsWith(folder + "/")))
                                .findFirst();
                        Optional<LibraryFinding> wheel = main.stream()
                                .filter(part -> part.path().contains("site-packages"))
                                .filter(part -> first.isPresent()
                                        && part.fileVersion().isKnown()
                                        && first.get().fileVersion().isKnown()
                                        && !part.fileVersion()
                                                .equals(first.get().fileVersion()))
                                .findFirst();
                        return wheel.map(part -> List.of(
                                        first.get().path() + " (" + first.get().fileVersion() + ") is found before",
                                        part.path() + " (" + part.fileVersion() + ")"))
                                .orElse(List.of());
                    })
                    .because("a framework loads its own main library and the other's parts, or the other way round")
                    .fix("unset LD_LIBRARY_PATH for the framework; its wheels find their own libraries")
                    .citedInPart("koharu-rs/koharu#694"),
            warning("nccl-two-majors", "NCCL for two CUDA majors is installed in one Python")
                    .when(m -> twoMajors(m, true))
                    .because(
                            "the older one is found first, and the framework misses newer names: undefined symbol ncclMemFree")
                    .fix("pip uninstall nvidia-nccl-cu11 (the older one), and its other cu11 packages")
                    .explains("wheels-two-majors", "framework-fails")
                    .cited("rwth-i6/returnn#1802"),
            warning("wheels-two-majors", "CUDA libraries of two majors are mixed in one Python")
                    .when(m -> twoMajors(m, false))
                    .because(
                            "two frameworks were installed for different CUDA majors; the first library found wins for both")
                    .fix(
                            "one virtual environment for each, or builds for the same CUDA major",
                            "pip list | grep nvidia shows them; uninstall the set that nothing needs")
                    .citedInPart("rwth-i6/returnn#1802"),

            // ------------------------------------------------------------------ frameworks

            warning("framework-cpu-only", "a framework is the build for the CPU, although a GPU is here")
                    .when(m -> !m.hasNvidiaGpu()
                            ? List.of()
                            : m.eachFramework(
                                    framework -> framework.cudaBuild().holds(Optional::isEmpty),
                                    _ -> "no CUDA in this build"))
                    .because(
                            "pip took the CPU build: an index of CPU wheels, a platform without CUDA wheels, or conda's cpuonly")
                    .fix(m -> installFrameworks(
                            m,
                            m.frameworks().stream()
                                    .filter(framework -> framework.cudaBuild().holds(Optional::isEmpty))
                                    .toList()))
                    .explains("framework-sees-no-gpu")
                    .practice("PyTorch: Get Started"),
            error("framework-lacks-card", "a framework has no code for this card")
                    .when(m -> m.capabilities().isEmpty()
                            ? List.of()
                            : m.eachFramework(
                                    framework -> framework
                                            .architectures()
                                            .holds(targets -> !targets.isEmpty()
                                                    && m.capabilities().stream()
                                                            .anyMatch(card -> !runs(targets, card))),
                                    framework -> "built for "
                                            + String.join(
                                                    " ",
                                                    framework.architectures().orElse(List.of()))
                                            + "; the card is "
                                            + m.capabilities().stream()
                                                    .filter(card -> !runs(
                                                            framework
                                                                    .architectures()
                                                                    .orElse(List.of()),
                                                            card))
                                                    .map(ComputeCapability::architecture)
                                                    .findFirst()
                                                    .orElse("")))
                    .because("the build is older than the card, or dropped it: no kernel image is available (209)")
                    .fix(m -> {
                        List<String> steps = new ArrayList<>();
                        for (ComputeCapability card : m.capabilities()) {
                            var builds = m.compatibility().frameworks().stream()
                                    .filter(build -> runs(
                                            build.capabilities().stream()
                                                    .map(ComputeCapability::architecture)
                                                    .toList(),
                                            card))
                                    .map(build -> build.name())
                                    .toList();
                            if (!builds.isEmpty()) {
                                steps.add("builds that have code for " + card.architecture() + ": "
                                        + String.join(", ", builds));
                            }
                        }
                        if (m.capabilities().stream().anyMatch(card -> card.major() >= 10)) {
                            steps.add("pip install torch --index-url https://download.pytorch.org/whl/cu128");
                        } else if (m.capabilities().stream().anyMatch(card -> card.major() < 7)) {
                            steps.add("pip install torch --index-url https://download.pytorch.org/whl/cu126");
                        }
                        return steps;
                    })
                    .explains("framework-sees-no-gpu", "framework-fails")
                    .cited("Comfy-Org/ComfyUI#16438; HybridRobotics/berkeley-humanoid-lite#49"),
            error("framework-driver-too-old", "the driver is too old for a framework's CUDA")
                    .when(m -> m.driverVersions().isEmpty()
                            ? List.of()
                            : m.eachFramework(
                                    framework -> floor(m, framework)
                                            .filter(least -> m.driverVersions().stream()
                                                    .allMatch(driver -> driver.isBefore(least)))
                                            .isPresent(),
                                    framework -> "built with CUDA "
                                            + framework
                                                    .cudaBuild()
                                                    .orElse(Optional.empty())
                                                    .orElse("")
                                            + ", which needs driver "
                                            + floor(m, framework)
                                                    .map(DriverVersion::text)
                                                    .orElse("")
                                            + " or later, here is "
                                            + m.driverVersions().iterator().next()))
                    .because("CUDA driver version is insufficient for CUDA runtime version (35)")
                    .fix(m -> List.of(
                            m.commands().updateDriver(),
                            "or install the framework's build for the driver's CUDA major"))
                    .explains("framework-sees-no-gpu", "framework-fails")
                    .cited(COMPATIBILITY),
            warning("framework-fails", "a framework fails when it is asked for GPUs")
                    .when(m -> m.eachFramework(
                            framework -> framework.error().holds(Optional::isPresent),
                            framework -> framework
                                    .error()
                                    .orElse(Optional.empty())
                                    .orElse("")
                                    .lines()
                                    .findFirst()
                                    .orElse("")))
                    .because("its own words tell; what they usually mean stands below")
                    .fix(m -> m.frameworks().stream()
                            .flatMap(framework -> framework.error().orElse(Optional.empty()).stream())
                            .flatMap(text -> LogReader.explain(text).stream())
                            .map(explanation -> explanation.title() + ": " + explanation.fix())
                            .distinct()
                            .limit(3)
                            .toList())
                    .explains("framework-sees-no-gpu")
                    .citedInPart("rwth-i6/returnn#1802"),
            warning("framework-sees-no-gpu", "a framework sees no GPU, although CUDA works")
                    .when(m -> !(m.cudaInitIs(0)
                                    && m.facts().driver().deviceCount().holds(count -> count > 0))
                            ? List.of()
                            : m.eachFramework(
                                    framework -> framework.available().is(false)
                                            && framework.cudaBuild().holds(Optional::isPresent),
                                    _ -> "says that it can use no GPU"))
                    .because("its libraries are incomplete or of another CUDA, or its process has other variables")
                    .fix(
                            "ask it in a new shell, with its warnings: python -c 'import torch; torch.zeros(1).cuda()'",
                            "reinstall it in a fresh virtual environment")
                    .practice("PyTorch: Get Started"),
            note("java-framework-cpu-only", "a Java framework on the class path is the build for the CPU")
                    .when(m -> !m.hasNvidiaGpu()
                            ? List.of()
                            : m.facts().javaFrameworks().orElse(List.of()).stream()
                                    .filter(framework -> framework.cudaBuild().is(false))
                                    .map(framework -> framework.name()
                                            + framework
                                                    .version()
                                                    .known()
                                                    .map(v -> " " + v)
                                                    .orElse("") + " without its GPU jar")
                                    .toList())
                    .because("GPU support comes in another artefact")
                    .fix(
                            "ONNX Runtime: com.microsoft.onnxruntime:onnxruntime_gpu in place of onnxruntime",
                            "TensorFlow-Java: tensorflow-core-native with the classifier linux-x86_64-gpu",
                            "DJL: the native artefact of the engine with cu in its name")
                    .practice("ONNX Runtime documentation: Java"));

    private SoftwareRules() {}

    private interface ToolkitQuestion {
        Optional<String> ask(Toolkit toolkit, ToolkitRelease release, DriverVersion driver);
    }

    private static List<Toolkit> chosen(Patient m) {
        return m.facts().toolkits().orElse(List.of()).stream()
                .filter(Toolkit::chosen)
                .toList();
    }

    private static List<String> eachChosen(Patient m, ToolkitQuestion question) {
        List<String> found = new ArrayList<>();
        if (!m.isNotJetson()) {
            return found; // its driver comes with JetPack and has numbers of its own
        }
        for (Toolkit toolkit : chosen(m)) {
            Optional<ToolkitRelease> release = toolkit.version().known().flatMap(m.compatibility()::toolkit);
            for (DriverVersion driver : m.driverVersions()) {
                release.flatMap(known -> question.ask(toolkit, known, driver)).ifPresent(found::add);
            }
        }
        return found;
    }

    /** Patient code runs on later minor versions of its major one, PTX on anything later. */
    private static boolean runs(List<String> targets, ComputeCapability card) {
        for (String target : targets) {
            var form = TARGET.matcher(target);
            if (!form.matches()) {
                continue;
            }
            var built = new ComputeCapability(Integer.parseInt(form.group(2)), Integer.parseInt(form.group(3)));
            if (form.group(1).equals("compute")
                    ? built.compareTo(card) <= 0
                    : built.major() == card.major() && built.minor() <= card.minor()) {
                return true;
            }
        }
        return false;
    }

    /** The oldest driver for a framework's CUDA. */
    private static Optional<DriverVersion> floor(Patient m, PythonFramework framework) {
        return !m.isNotJetson()
                ? Optional.empty()
                : framework
                        .cudaBuild()
                        .known()
                        .flatMap(build -> build)
                        .flatMap(CudaVersion::parse)
                        .flatMap(version -> m.compatibility().family(version.major()))
                        .flatMap(family -> family.floor(false));
    }

    private static List<String> twoMajors(Patient m, boolean nccl) {
        Map<String, Map<String, Set<String>>> byFolder = new TreeMap<>();
        m.facts().wheels().orElse(List.of()).forEach(wheel -> {
            var form = WHEEL_CUDA.matcher(wheel.name());
            if (form.matches() && form.group(1).equals("nccl") == nccl) {
                byFolder.computeIfAbsent(wheel.folder(), _ -> new TreeMap<>())
                        .computeIfAbsent("cu" + form.group(2), _ -> new TreeSet<>())
                        .add(wheel.name() + " " + wheel.version());
            }
        });
        List<String> found = new ArrayList<>();
        byFolder.forEach((folder, majors) -> {
            if (majors.size() > 1) {
                majors.values()
                        .forEach(names ->
                                found.add(folder + ": " + names.iterator().next()
                                        + (names.size() > 1 ? " and " + (names.size() - 1) + " more" : "")));
            }
        });
        return found;
    }

    private static List<String> installFrameworks(Patient m, List<PythonFramework> frameworks) {
        List<String> steps = new ArrayList<>();
        for (PythonFramework framework : frameworks) {
            String pip = framework.python() + " -m pip install ";
            switch (framework.name()) {
                case "torch" ->
                    steps.add(pip + "--force-reinstall torch --index-url https://download.pytorch.org/whl/" + tag(m));
                case "tensorflow" -> steps.add(pip + "'tensorflow[and-cuda]'");
                case "jax" -> steps.add(pip + "-U 'jax[cuda" + tag(m).substring(2, 4) + "]'");
                case "cupy" -> steps.add(pip + "cupy-cuda" + tag(m).substring(2, 4) + "x");
                default -> steps.add("install the build of " + framework.name() + " with CUDA");
            }
        }
        return steps;
    }

    /** The newest wheels that this driver runs. */
    private static String tag(Patient m) {
        return m.driverCudas().stream().anyMatch(version -> version.major() >= 13)
                ? "cu130"
                : m.driverCudas().stream().anyMatch(version -> version.compareTo(new CudaVersion(12, 8)) >= 0)
                        ? "cu128"
                        : "cu126";
    }
}
