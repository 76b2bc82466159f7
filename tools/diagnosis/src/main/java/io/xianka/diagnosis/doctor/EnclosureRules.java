package io.xianka.diagnosis.doctor;

import static io.xianka.diagnosis.doctor.Consequences.NOTHING_WORKS;
import static io.xianka.diagnosis.doctor.Patient.all;
import static io.xianka.diagnosis.doctor.Patient.any;
import static io.xianka.diagnosis.doctor.Patient.when;
import static io.xianka.diagnosis.doctor.Rule.error;
import static io.xianka.diagnosis.doctor.Rule.note;
import static io.xianka.diagnosis.doctor.Rule.warning;

import io.xianka.diagnosis.facts.Loader.Origin;
import io.xianka.diagnosis.facts.Platform;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What stands between a program and the GPU of its machine: containers, WSL, Jetson Linux, variables that hide devices. */
final class EnclosureRules {

    private static final Set<String> NOT_GIVEN = Consequences.with(
            NOTHING_WORKS, "module-not-loaded", "driver-not-installed", "nodes-missing", "uvm-missing");

    static final List<Rule> RULES = List.of(
            error("container-without-gpu", "the container was started without GPUs")
                    .when(m -> all(
                            container(m)
                                    .map(c -> List.of("this is a container (" + c.kind() + ")"))
                                    .orElse(List.of()),
                            when(
                                    container(m)
                                            .map(c -> c.gpuMounts().holds(List::isEmpty))
                                            .orElse(false),
                                    "the NVIDIA container toolkit put nothing into it"),
                            when(m.facts().loader().cuda().holds(Optional::isEmpty), "it has no libcuda.so.1")))
                    .because("containers get GPUs only when asked for, and the driver's library comes with them")
                    .fix(m -> switch (container(m).map(Platform.Container::kind).orElse("docker")) {
                        case "podman" ->
                            List.of(
                                    "podman run --device nvidia.com/gpu=all ... (needs nvidia-ctk cdi generate on the host)");
                        case "kubernetes" ->
                            List.of(
                                    "resources: limits: nvidia.com/gpu: 1 in the pod, and the device plugin in the cluster",
                                    "kubectl describe node | grep nvidia.com/gpu");
                        case "apptainer" -> List.of("apptainer exec --nv ...");
                        default ->
                            List.of(
                                    "docker run --gpus all ...",
                                    "docker compose: deploy.resources.reservations.devices with driver nvidia");
                    })
                    .explains(NOT_GIVEN)
                    .cited("chelsea0x3b/cudarc#255"),
            error("capability-compute-missing", "the container may use the GPU, but not for computing")
                    .when(m -> m.variable("NVIDIA_DRIVER_CAPABILITIES")
                            .filter(value -> m.inContainer() && lacks(value, "compute"))
                            .map(value -> List.of("NVIDIA_DRIVER_CAPABILITIES=" + value))
                            .orElse(List.of()))
                    .because("the container toolkit mounts libcuda only for the capability compute")
                    .fix("docker run -e NVIDIA_DRIVER_CAPABILITIES=compute,utility ... (or all)")
                    .explains(Consequences.with(NOT_GIVEN, "container-without-gpu"))
                    .practice("NVIDIA Container Toolkit documentation: driver capabilities"),
            warning("capability-utility-missing", "the container was not given NVML and nvidia-smi")
                    .when(m -> m.variable("NVIDIA_DRIVER_CAPABILITIES")
                            .filter(value -> m.inContainer() && lacks(value, "utility"))
                            .map(value -> List.of("NVIDIA_DRIVER_CAPABILITIES=" + value))
                            .orElse(List.of()))
                    .because("the container toolkit mounts NVML only for the capability utility")
                    .fix("docker run -e NVIDIA_DRIVER_CAPABILITIES=compute,utility ... (or all)")
                    .explains("nvml-missing", "nvml-init-failed")
                    .practice("NVIDIA Container Toolkit documentation: driver capabilities"),
            error("visible-devices-none", "NVIDIA_VISIBLE_DEVICES gives the container no GPU")
                    .when(m -> m.variable("NVIDIA_VISIBLE_DEVICES")
                            .filter(value -> m.inContainer()
                                    && Set.of("none", "void", "").contains(value.strip()))
                            .map(value -> List.of("NVIDIA_VISIBLE_DEVICES=" + value))
                            .orElse(List.of()))
                    .because("none gives the driver without devices, void or nothing gives neither")
                    .fix("docker run --gpus all ..., or -e NVIDIA_VISIBLE_DEVICES=all")
                    .explains(Consequences.with(NOT_GIVEN, "container-without-gpu"))
                    .citedInPart("NVIDIA/DCGM dcgm_errors.h (advice for CUDA_DEVICE)"),
            error("container-lost-devices", "the container has lost its right to the GPU's devices")
                    .when(m -> all(
                            when(m.inContainer(), "this is a container"),
                            any(
                                    when(m.nvmlInitIs(999), "NVML says unknown error (999)"),
                                    m.facts().nodes().orElse(List.of()).stream()
                                            .filter(node -> node.openError()
                                                    .holds(text -> text.contains("peration not permitted")))
                                            .map(node -> node.path() + ": operation not permitted")
                                            .toList())))
                    .because(
                            "systemd was reloaded on the host and the container's device rules were dropped, or it was started"
                                    + " without them")
                    .fix(
                            "start the container again",
                            "on the host: sudo nvidia-ctk system create-dev-char-symlinks --create-all",
                            "for good: devices by CDI (--device nvidia.com/gpu=all), or Docker's cgroup driver cgroupfs")
                    .explains(Consequences.with(NOTHING_WORKS, "cgroup-denies"))
                    .cited("NVIDIA/nvidia-container-toolkit#48"),
            error("cgroup-denies", "the control group of this process may not open NVIDIA's devices")
                    .when(m -> m.facts()
                            .cgroup()
                            .deviceRules()
                            .known()
                            .filter(rules -> m.facts().cgroup().version().is(1) && !rules.isEmpty())
                            .filter(rules -> m.facts()
                                    .nodes()
                                    .holds(nodes -> nodes.stream()
                                            .anyMatch(node -> node.path().startsWith("/dev/nvidia"))))
                            .filter(rules -> rules.stream().noneMatch(rule -> rule.matches("a .*|c (195|\\*):.*")))
                            .map(rules -> List.of(
                                    "device rules: " + String.join(", ", rules), "none allows character devices 195:*"))
                            .orElse(List.of()))
                    .because("the service, job or container was started without a rule for major number 195")
                    .fix(
                            "systemd: DeviceAllow=char-nvidia* rw (and char-nvidia-uvm) in the unit",
                            "docker: --gpus all; Slurm: ConstrainDevices with gres.conf naming /dev/nvidia0 ...")
                    .explains(NOTHING_WORKS)
                    .citedInPart("NVIDIA/nvidia-container-toolkit#48"),
            note("container-toolkit-missing", "containers of this machine cannot have its GPU")
                    .when(m -> all(
                            when(
                                    !m.nvidiaOnBus().isEmpty()
                                            && m.outsideContainers()
                                            && m.facts()
                                                    .containerTools()
                                                    .dockerInstalled()
                                                    .is(true),
                                    "Docker is installed, and an NVIDIA GPU is here"),
                            when(
                                    m.facts().containerTools().toolkitVersion().holds(Optional::isEmpty),
                                    "the NVIDIA Container Toolkit is not installed")))
                    .because("docker run --gpus then says: could not select device driver with capabilities: [[gpu]]")
                    .fix(m -> List.of(
                            m.commands()
                                    .install(
                                            "nvidia-container-toolkit (from NVIDIA's repository)",
                                            "nvidia-container-toolkit (from NVIDIA's repository)",
                                            "nvidia-container-toolkit",
                                            "nvidia-container-toolkit (from NVIDIA's repository)",
                                            "the NVIDIA Container Toolkit"),
                            "sudo nvidia-ctk runtime configure --runtime=docker && sudo systemctl restart docker"))
                    .cited("NVIDIA/dcgm-exporter#33"),
            note("docker-runtime-missing", "Docker does not know the NVIDIA runtime")
                    .when(m -> when(
                            m.facts().containerTools().dockerInstalled().is(true)
                                    && m.facts()
                                            .containerTools()
                                            .toolkitVersion()
                                            .holds(Optional::isPresent)
                                    && m.facts()
                                            .containerTools()
                                            .dockerRuntimes()
                                            .holds(list -> !list.contains("nvidia"))
                                    && m.facts()
                                            .containerTools()
                                            .cdiSpecifications()
                                            .holds(List::isEmpty),
                            "the NVIDIA Container Toolkit is installed",
                            "Docker's daemon.json names no runtime nvidia, and there is no CDI specification"))
                    .because("the toolkit was installed but not registered, or the daemon was not restarted")
                    .fix("sudo nvidia-ctk runtime configure --runtime=docker && sudo systemctl restart docker")
                    .cited("NVIDIA/nvidia-docker#1642"),
            warning("docker-from-snap", "Docker is the snap, which does not see the NVIDIA Container Toolkit")
                    .when(m -> when(m.facts().containerTools().dockerFromSnap().is(true), "docker comes from snap"))
                    .because("the snap is closed off from the toolkit that the system's packages install")
                    .fix(
                            "sudo snap remove docker",
                            "install Docker from its own packages: docs.docker.com/engine/install")
                    .citedInPart("NVIDIA/nvidia-docker#1642"),
            note("device-links-missing", "running containers will lose their GPUs when systemd is reloaded")
                    .when(m -> when(
                            m.facts().containerTools().toolkitVersion().holds(Optional::isPresent)
                                    && m.facts()
                                            .containerTools()
                                            .dockerInstalled()
                                            .is(true)
                                    && m.facts()
                                            .containerTools()
                                            .cdiSpecifications()
                                            .holds(List::isEmpty)
                                    && m.facts().containerTools().deviceLinks().is(false),
                            "/dev/char has no links to NVIDIA's nodes, and containers get them without CDI"))
                    .because("systemd re-makes device rules through /dev/char and drops what it does not find there")
                    .fix("sudo nvidia-ctk system create-dev-char-symlinks --create-all")
                    .cited("NVIDIA/nvidia-container-toolkit#48"),

            // ------------------------------------------------------------------ variables

            error("cuda-visible-devices-empty", "CUDA_VISIBLE_DEVICES hides every GPU")
                    .when(m -> m.variable("CUDA_VISIBLE_DEVICES")
                            .filter(value ->
                                    Set.of("", "-1", "NoDevFiles", "none").contains(value.strip()))
                            .map(value -> List.of("CUDA_VISIBLE_DEVICES=" + (value.isEmpty() ? "(empty)" : value)))
                            .orElse(List.of()))
                    .because("set to nothing or -1 it hides all devices from CUDA; not setting it shows all")
                    .fix(
                            "unset CUDA_VISIBLE_DEVICES",
                            "look where it is set: shell profile, job script, IDE, scheduler")
                    .explains(Consequences.with(NOTHING_WORKS, "cuda-visible-devices-invalid", "gpus-hidden"))
                    .citedInPart("NVIDIA/DCGM dcgm_errors.h (advice for CUDA_DEVICE)"),
            error("cuda-visible-devices-invalid", "CUDA_VISIBLE_DEVICES names a GPU that is not there")
                    .when(m -> m.variable("CUDA_VISIBLE_DEVICES")
                            .map(value -> Arrays.stream(value.split(","))
                                    .map(String::strip)
                                    .filter(name -> isAbsent(m, name))
                                    .map(name -> "CUDA_VISIBLE_DEVICES=" + value + ": no device " + name + " among "
                                            + m.facts().nvml().deviceCount().orElse(0))
                                    .limit(1)
                                    .toList())
                            .orElse(List.of()))
                    .because(
                            "CUDA stops reading the list at the first name that is wrong, so that and all behind it are hidden")
                    .fix(
                            "nvidia-smi -L lists numbers and UUIDs",
                            "export CUDA_VISIBLE_DEVICES=0 (numbers from 0, or UUIDs)")
                    .explains("cuda-no-device", "cuda-init-failed", "framework-sees-no-gpu", "gpus-hidden")
                    .citedInPart("NVIDIA/DCGM dcgm_errors.h (advice for CUDA_DEVICE)"),
            note("gpus-hidden", "CUDA sees fewer GPUs than there are")
                    .when(m -> all(
                            m.variable("CUDA_VISIBLE_DEVICES")
                                    .map(value -> List.of("CUDA_VISIBLE_DEVICES=" + value))
                                    .orElse(List.of()),
                            when(
                                    m.facts()
                                            .nvml()
                                            .deviceCount()
                                            .holds(all -> m.facts()
                                                    .driver()
                                                    .deviceCount()
                                                    .holds(seen -> seen > 0 && seen < all)),
                                    m.facts().driver().deviceCount().orElse(0) + " of "
                                            + m.facts().nvml().deviceCount().orElse(0) + " GPUs")))
                    .because("the variable names only some; programs number those from 0 again")
                    .fix("unset CUDA_VISIBLE_DEVICES to see all")
                    .cited("NVIDIA: CUDA Programming Guide, environment variables"),
            note("device-order", "CUDA and nvidia-smi may number these GPUs differently")
                    .when(m -> when(
                            m.gpus().stream()
                                                    .flatMap(gpu -> gpu.name().known().stream())
                                                    .distinct()
                                                    .count()
                                            > 1
                                    && m.facts()
                                            .environment()
                                            .holds(variables ->
                                                    !"PCI_BUS_ID".equals(variables.get("CUDA_DEVICE_ORDER"))),
                            "the GPUs differ: "
                                    + String.join(
                                            ", ",
                                            m.gpus().stream()
                                                    .flatMap(gpu -> gpu.name().known().stream())
                                                    .distinct()
                                                    .toList()),
                            "CUDA_DEVICE_ORDER is not PCI_BUS_ID"))
                    .because("CUDA puts the fastest first, NVML goes by PCI address")
                    .fix("export CUDA_DEVICE_ORDER=PCI_BUS_ID")
                    .cited("wookayin/gpustat README"),
            warning("launch-blocking", "CUDA_LAUNCH_BLOCKING makes every kernel wait for the one before")
                    .when(m -> when(
                            m.variableIsOn("CUDA_LAUNCH_BLOCKING"),
                            "CUDA_LAUNCH_BLOCKING="
                                    + m.variable("CUDA_LAUNCH_BLOCKING").orElse("")))
                    .because("it is for finding the kernel that fails; programs run much slower with it")
                    .fix("unset CUDA_LAUNCH_BLOCKING")
                    .cited("NVIDIA: CUDA Programming Guide, environment variables"),
            error("ptx-jit-disabled", "the driver is forbidden to compile PTX")
                    .when(m -> when(
                            m.variableIsOn("CUDA_DISABLE_PTX_JIT"),
                            "CUDA_DISABLE_PTX_JIT="
                                    + m.variable("CUDA_DISABLE_PTX_JIT").orElse("")))
                    .because("programs without machine code for this card fail with 223, Xianka's kernels among them")
                    .fix("unset CUDA_DISABLE_PTX_JIT")
                    .citedInPart("CUDA 13.0 cuda.h"),
            note("jit-cache-disabled", "the driver compiles PTX anew in every process")
                    .when(m -> when(
                            m.variableIsOn("CUDA_CACHE_DISABLE"),
                            "CUDA_CACHE_DISABLE="
                                    + m.variable("CUDA_CACHE_DISABLE").orElse("")))
                    .because(
                            "the cache of compiled kernels (~/.nv/ComputeCache) is switched off, so programs start slowly")
                    .fix("unset CUDA_CACHE_DISABLE")
                    .cited("NVIDIA: CUDA Programming Guide, environment variables"),

            // ------------------------------------------------------------------ WSL

            error("wsl-1", "this is WSL 1, which has no GPU")
                    .when(m -> when(wsl(m).filter(w -> w.version() == 1).isPresent(), "WSL version 1"))
                    .because("only WSL 2 reaches the GPU")
                    .fix("in PowerShell: wsl --set-version DISTRIBUTION 2 (wsl -l -v names it)", "wsl --update")
                    .explains(Consequences.with(NOT_GIVEN, "wsl-no-dxg", "wsl-driver-missing"))
                    .cited("NVIDIA: CUDA on WSL User Guide"),
            error("wsl-no-dxg", "WSL has no GPU device")
                    .when(m -> when(
                            wsl(m).filter(w -> w.version() == 2 && w.hasDxg().is(false))
                                    .isPresent(),
                            "there is no /dev/dxg"))
                    .because("WSL's kernel is too old, the GPU is switched off in .wslconfig, or Windows shows none")
                    .fix(
                            "in PowerShell: wsl --update, then wsl --shutdown",
                            "remove gpuSupport=false from %UserProfile%\\.wslconfig",
                            "check nvidia-smi on Windows")
                    .explains(Consequences.with(NOT_GIVEN, "wsl-driver-missing"))
                    .citedInPart("NVIDIA: CUDA on WSL User Guide"),
            error("wsl-driver-missing", "Windows' NVIDIA driver brings no CUDA into WSL")
                    .when(m -> when(
                            wsl(m).filter(w -> w.version() == 2
                                            && w.hasDriverFolder().is(false))
                                    .isPresent(),
                            "there is no /usr/lib/wsl/lib/libcuda.so.1"))
                    .because("the driver on Windows is missing or too old: it puts its library into WSL")
                    .fix(
                            "install the present NVIDIA driver on Windows (none inside WSL)",
                            "in PowerShell: wsl --shutdown, then start it again")
                    .explains(NOT_GIVEN)
                    .cited("NVIDIA: CUDA on WSL User Guide"),
            error("wsl-linux-driver", "a Linux driver is installed inside WSL and hides Windows' own")
                    .when(m -> all(
                            when(m.isWsl(), "this is WSL"),
                            any(
                                    when(m.cudaFrom(Origin.SYSTEM), "libcuda.so.1 resolves to " + m.cudaPath()),
                                    m.facts()
                                            .modules()
                                            .installedDriverPackage()
                                            .known()
                                            .flatMap(p -> p)
                                            .map(version -> List.of("the driver package " + version + " is installed"))
                                            .orElse(List.of()))))
                    .because(
                            "WSL uses Windows' driver through /usr/lib/wsl/lib; a Linux driver's libcuda cannot reach the GPU")
                    .fix(m -> List.of(
                            m.commands().family() == Commands.Family.DEBIAN
                                    ? "sudo apt purge 'nvidia-driver-*' 'libnvidia-compute-*' 'libcuda1' && sudo apt autoremove"
                                    : "remove the driver's packages with your package manager",
                            "install toolkits without driver: the packages cuda-toolkit-12-8 and the like, not cuda or cuda-drivers",
                            "sudo ldconfig"))
                    .explains(Consequences.with(
                            NOT_GIVEN,
                            "library-module-mismatch",
                            "cuda-unknown-error",
                            "compat-mismatch",
                            "stub-libcuda"))
                    .cited("NVIDIA: CUDA on WSL User Guide"),
            error("wsl-library-path", "WSL's libcuda is outside of the loader's path")
                    .when(m -> when(
                            wsl(m).filter(w -> w.hasDriverFolder().is(true)).isPresent()
                                    && m.facts().loader().cuda().holds(Optional::isEmpty),
                            "/usr/lib/wsl/lib/libcuda.so.1 is there, but the loader does not find it"))
                    .because(
                            "/etc/ld.so.conf.d/ld.wsl.conf is missing, or [automount] ldconfig=false stands in /etc/wsl.conf")
                    .fix(
                            "echo /usr/lib/wsl/lib | sudo tee /etc/ld.so.conf.d/ld.wsl.conf && sudo ldconfig",
                            "or export LD_LIBRARY_PATH=/usr/lib/wsl/lib:$LD_LIBRARY_PATH")
                    .explains(NOT_GIVEN)
                    .cited("microsoft/WSL#8587"),

            // ------------------------------------------------------------------ Jetson

            error("jetson-desktop-driver", "a driver for PCI cards is installed on this Jetson")
                    .when(m -> all(
                            when(m.isJetson(), "this is a Jetson"),
                            any(
                                    when(m.cudaFrom(Origin.SYSTEM), "libcuda.so.1 resolves to " + m.cudaPath()),
                                    m.facts()
                                            .modules()
                                            .installedDriverPackage()
                                            .known()
                                            .flatMap(p -> p)
                                            .map(version -> List.of("the driver package " + version + " is installed"))
                                            .orElse(List.of()))))
                    .because(
                            "a Jetson's driver comes with Jetson Linux; cuda-drivers or an sbsa package overwrote its libcuda")
                    .fix(
                            "sudo apt purge 'nvidia-driver-*' 'cuda-drivers*'",
                            "sudo apt install --reinstall nvidia-l4t-cuda nvidia-l4t-core && sudo ldconfig")
                    .explains(Consequences.with(NOT_GIVEN, "library-module-mismatch"))
                    .practice("NVIDIA: Jetson Linux Developer Guide"),
            warning("jetson-generic-wheel", "a framework here is not built for Jetson")
                    .when(m -> !m.isJetson()
                            ? List.of()
                            : m.eachFramework(
                                    framework -> framework.cudaBuild().holds(Optional::isEmpty),
                                    _ -> "a build for the CPU"))
                    .because("the package index's builds for aarch64 do not know a Jetson's GPU")
                    .fix(
                            "take NVIDIA's build for this JetPack (developer.download.nvidia.com/compute/redist/jp, or an l4t image)")
                    .explains("framework-cpu-only", "framework-sees-no-gpu")
                    .practice("NVIDIA: PyTorch for Jetson"));

    private EnclosureRules() {}

    private static Optional<Platform.Container> container(Patient m) {
        return m.facts().platform().container().known().flatMap(found -> found);
    }

    private static Optional<Platform.Wsl> wsl(Patient m) {
        return m.facts().platform().wsl().known().flatMap(found -> found);
    }

    private static boolean lacks(String capabilities, String wanted) {
        List<String> given =
                Arrays.stream(capabilities.split(",")).map(String::strip).toList();
        return !given.contains("all") && !given.contains(wanted);
    }

    /** Whether a name of CUDA_VISIBLE_DEVICES is of no device here. */
    private static boolean isAbsent(Patient m, String name) {
        if (name.matches("\\d{1,4}")) {
            return m.facts().nvml().deviceCount().holds(count -> Integer.parseInt(name) >= count);
        }
        if (name.startsWith("GPU-")) {
            List<String> uuids = m.gpus().stream()
                    .flatMap(gpu -> gpu.uuid().known().stream())
                    .toList();
            return m.facts().nvml().deviceCount().is(uuids.size())
                    && !uuids.isEmpty()
                    && uuids.stream().noneMatch(uuid -> uuid.startsWith(name));
        }
        return false;
    }
}
