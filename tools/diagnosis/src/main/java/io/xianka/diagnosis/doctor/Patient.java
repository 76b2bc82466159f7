package io.xianka.diagnosis.doctor;

import io.xianka.diagnosis.compatibility.CompatibilityTable;
import io.xianka.diagnosis.compatibility.CudaVersion;
import io.xianka.diagnosis.compatibility.DriverVersion;
import io.xianka.diagnosis.facts.Gpu;
import io.xianka.diagnosis.facts.KernelLogLine;
import io.xianka.diagnosis.facts.LibraryFinding;
import io.xianka.diagnosis.facts.Loader;
import io.xianka.diagnosis.facts.MachineFacts;
import io.xianka.diagnosis.facts.PciDevice;
import io.xianka.diagnosis.facts.PythonFramework;
import io.xianka.driver.ComputeCapability;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Facts as rules ask for them. Every question here is answered from known facts: lists are empty and conditions false where
 * a fact is unknown, and no condition is true because something is missing.
 */
record Patient(MachineFacts facts, CompatibilityTable compatibility, Commands commands) {

    private static final Pattern CAPABILITY = Pattern.compile("(\\d{1,2})\\.(\\d)");

    static Patient of(MachineFacts facts) {
        return new Patient(facts, CompatibilityTable.get(), Commands.of(facts.platform()));
    }

    // ------------------------------------------------------------------ what it is

    boolean inContainer() {
        return facts.platform().container().holds(Optional::isPresent);
    }

    boolean outsideContainers() {
        return facts.platform().container().holds(Optional::isEmpty);
    }

    boolean isWsl() {
        return facts.platform().wsl().holds(Optional::isPresent);
    }

    boolean isNotWsl() {
        return facts.platform().wsl().holds(Optional::isEmpty);
    }

    boolean isJetson() {
        return facts.platform().jetson().holds(Optional::isPresent);
    }

    boolean isNotJetson() {
        return facts.platform().jetson().holds(Optional::isEmpty);
    }

    // ------------------------------------------------------------------ GPUs

    List<PciDevice> nvidiaOnBus() {
        return facts.pciDevices().orElse(List.of()).stream()
                .filter(PciDevice::isNvidiaGpu)
                .toList();
    }

    boolean hasNvidiaGpu() {
        return !nvidiaOnBus().isEmpty() || isJetson() || isWsl() || !gpus().isEmpty();
    }

    /** The GPUs on the bus whose driver satisfies a condition. */
    List<String> boundTo(Predicate<String> driver) {
        return nvidiaOnBus().stream()
                .filter(device ->
                        device.driver().holds(bound -> bound.filter(driver).isPresent()))
                .map(device -> "GPU " + device.address() + " is bound to "
                        + device.driver().orElse(Optional.empty()).orElse(""))
                .toList();
    }

    List<Gpu> gpus() {
        return facts.gpus().orElse(List.of());
    }

    /** One line for each GPU that satisfies a condition; GPUs of which the same is to be said share one. */
    List<String> eachGpu(Predicate<Gpu> condition, Function<Gpu, String> words) {
        Map<String, List<Gpu>> alike = new LinkedHashMap<>();
        gpus().stream()
                .filter(condition)
                .forEach(gpu -> alike.computeIfAbsent(words.apply(gpu), _ -> new ArrayList<>())
                        .add(gpu));
        return alike.entrySet().stream()
                .map(entry -> describe(entry.getValue()) + ": " + entry.getKey())
                .toList();
    }

    private static String describe(List<Gpu> gpus) {
        return gpus.size() == 1
                ? describe(gpus.getFirst())
                : "GPUs "
                        + gpus.stream().map(gpu -> String.valueOf(gpu.index())).collect(Collectors.joining(", "));
    }

    private static String describe(Gpu gpu) {
        return "GPU " + gpu.index()
                + gpu.name().known().map(name -> " (" + name + ")").orElse("");
    }

    static Optional<ComputeCapability> capability(String text) {
        var form = CAPABILITY.matcher(text.strip());
        return form.matches()
                ? Optional.of(new ComputeCapability(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2))))
                : Optional.empty();
    }

    /** The compute capabilities here, from NVML and libcuda. */
    Set<ComputeCapability> capabilities() {
        Set<ComputeCapability> found = new LinkedHashSet<>();
        gpus().forEach(gpu ->
                gpu.computeCapability().known().flatMap(Patient::capability).ifPresent(found::add));
        facts.driver()
                .computeCapabilities()
                .orElse(List.of())
                .forEach(text -> capability(text).ifPresent(found::add));
        return found;
    }

    boolean hasProcessesOf(Gpu gpu) {
        return gpu.processes().holds(list -> !list.isEmpty());
    }

    // ------------------------------------------------------------------ driver

    boolean loaded(String module) {
        return facts.modules().loaded().holds(modules -> modules.containsKey(module));
    }

    boolean notLoaded(String module) {
        return facts.modules().loaded().holds(modules -> !modules.containsKey(module));
    }

    /** The driver's versions, as the loaded module and NVML tell; usually they agree. */
    Set<DriverVersion> driverVersions() {
        Set<DriverVersion> found = new LinkedHashSet<>();
        facts.modules()
                .nvidiaVersion()
                .known()
                .flatMap(Function.identity())
                .flatMap(DriverVersion::parse)
                .ifPresent(found::add);
        facts.nvml().driverVersion().known().flatMap(DriverVersion::parse).ifPresent(found::add);
        return found;
    }

    /** The CUDA that the driver supports, as libcuda and NVML tell; a compatibility package makes them differ. */
    Set<CudaVersion> driverCudas() {
        Set<CudaVersion> found = new LinkedHashSet<>();
        facts.driver().cudaVersion().known().flatMap(CudaVersion::parse).ifPresent(found::add);
        facts.nvml().cudaVersion().known().flatMap(CudaVersion::parse).ifPresent(found::add);
        return found;
    }

    boolean cudaInitIs(int status) {
        return facts.driver().initStatus().is(status);
    }

    boolean nvmlInitIs(int status) {
        return facts.nvml().initStatus().is(status);
    }

    boolean cudaFrom(Loader.Origin origin) {
        return facts.loader()
                .cudaOrigin()
                .holds(found -> found.filter(origin::equals).isPresent());
    }

    String cudaPath() {
        return facts.loader().cuda().orElse(Optional.empty()).orElse("libcuda.so.1");
    }

    // ------------------------------------------------------------------ log, libraries, environment

    /** Lines of the kernel's log that contain one of these words. */
    List<String> log(String... words) {
        return facts.kernelLog().orElse(List.of()).stream()
                .map(KernelLogLine::text)
                .filter(text -> {
                    for (String word : words) {
                        if (text.contains(word)) {
                            return true;
                        }
                    }
                    return false;
                })
                .map(text -> "kernel log: " + text)
                .distinct()
                .limit(3)
                .toList();
    }

    /** The last lines of the kernel's log with one of these Xid numbers. */
    List<String> xids(Integer... numbers) {
        Set<Integer> wanted = Set.of(numbers);
        List<String> lines = facts.kernelLog().orElse(List.of()).stream()
                .filter(line -> line.xid().filter(wanted::contains).isPresent())
                .map(line -> "kernel log: " + line.text())
                .toList();
        return lines.size() <= 3 ? lines : lines.subList(lines.size() - 3, lines.size());
    }

    List<LibraryFinding> libraries(String prefix) {
        return facts.libraries().orElse(List.of()).stream()
                .filter(library -> library.library().startsWith(prefix))
                .toList();
    }

    /** The value of a variable; empty when it is not set or unknown. */
    Optional<String> variable(String name) {
        return facts.environment().known().map(variables -> variables.get(name));
    }

    boolean variableIsOn(String name) {
        return variable(name)
                .filter(value -> !value.isEmpty() && !value.equals("0"))
                .isPresent();
    }

    List<PythonFramework> frameworks() {
        return facts.pythonFrameworks().orElse(List.of());
    }

    /** One line for each Python framework that satisfies a condition. */
    List<String> eachFramework(Predicate<PythonFramework> condition, Function<PythonFramework, String> words) {
        return frameworks().stream()
                .filter(condition)
                .map(framework -> framework.name()
                        + framework
                                .version()
                                .known()
                                .map(version -> " " + version)
                                .orElse("") + " of "
                        + framework.python() + ": " + words.apply(framework))
                .toList();
    }

    static List<String> when(boolean condition, String... evidence) {
        return condition ? List.of(evidence) : List.of();
    }

    /** All evidence together, but only when each part is there. */
    @SafeVarargs
    static List<String> all(List<String>... parts) {
        List<String> together = new ArrayList<>();
        for (List<String> part : parts) {
            if (part.isEmpty()) {
                return List.of();
            }
            together.addAll(part);
        }
        return together;
    }

    /** Whatever evidence there is. */
    @SafeVarargs
    static List<String> any(List<String>... parts) {
        List<String> together = new ArrayList<>();
        for (List<String> part : parts) {
            together.addAll(part);
        }
        return together;
    }

    static String gib(long bytes) {
        return bytes >= 10L << 30
                ? (bytes >> 30) + " GiB"
                : bytes >= 1L << 30
                        ? String.format(java.util.Locale.ROOT, "%.1f GiB", bytes / 0x1p30)
                        : (bytes >> 20) + " MiB";
    }
}
