package io.xianka.diagnosis.doctor;

import static io.xianka.diagnosis.doctor.Consequences.NOTHING_WORKS;
import static io.xianka.diagnosis.doctor.Patient.all;
import static io.xianka.diagnosis.doctor.Patient.any;
import static io.xianka.diagnosis.doctor.Patient.when;
import static io.xianka.diagnosis.doctor.Rule.error;
import static io.xianka.diagnosis.doctor.Rule.note;
import static io.xianka.diagnosis.doctor.Rule.warning;

import io.xianka.diagnosis.compatibility.CardClass;
import io.xianka.diagnosis.errors.ErrorTable;
import io.xianka.diagnosis.facts.Loader.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** How libcuda and NVML are found, and what they answer when they start. */
final class LibcudaRules {

    private static final Pattern VERSIONED = Pattern.compile(".*libcuda\\.so\\.(\\d{3}\\.\\d+(?:\\.\\d+)?)");

    static final List<Rule> RULES = List.of(
            error("stub-libcuda", "the toolkit's library for linking is taken for the driver")
                    .when(m -> any(
                            when(m.cudaFrom(Origin.STUB), "libcuda.so.1 resolves to " + m.cudaPath()),
                            m.facts().loader().stubFolders().orElse(List.of()).stream()
                                    .map(folder -> "LD_LIBRARY_PATH contains " + folder)
                                    .toList(),
                            when(m.cudaInitIs(34), "cuInit says CUDA driver is a stub library (34)")))
                    .because("a folder lib64/stubs is searched before the driver's; it is for linking only")
                    .fix(
                            "export LD_LIBRARY_PATH=$(printf %s \"$LD_LIBRARY_PATH\" | tr : '\\n' | grep -v /stubs | paste -sd:)",
                            "take it out of ~/.bashrc, /etc/ld.so.conf.d and the image's ENV too (then sudo ldconfig)")
                    .explains(NOTHING_WORKS)
                    .cited("numba/numba#8985; ofiwg/libfabric#10365"),
            error("compat-not-supported", "a forward-compatibility libcuda is used on a card that does not allow it")
                    .when(m -> any(
                            when(
                                    m.cudaInitIs(804),
                                    "cuInit says forward compatibility was attempted on non supported HW (804)"),
                            all(
                                    when(m.cudaFrom(Origin.COMPATIBILITY), "libcuda.so.1 resolves to " + m.cudaPath()),
                                    m.eachGpu(
                                            gpu -> gpu.name().holds(name -> CardClass.of(name) == CardClass.CONSUMER),
                                            _ -> "a consumer card"))))
                    .because(
                            "the image or package carries a cuda-compat newer than the host's driver, which only data-centre"
                                    + " cards, some NGC-ready RTX cards and Jetson allow")
                    .fix(
                            m -> List.of(
                                    m.commands().updateDriver(),
                                    "or take an image whose CUDA is at most the driver's"
                                            + oldest(m)
                                                    .map(version -> " (" + version + ")")
                                                    .orElse(""),
                                    "or drop the package: remove the folder compat from LD_LIBRARY_PATH and /etc/ld.so.conf.d, sudo ldconfig"))
                    .explains(Consequences.with(NOTHING_WORKS, "library-module-mismatch", "two-libcuda"))
                    .cited("oobabooga/textgen#4407"),
            error("compat-mismatch", "libcuda and the kernel's module are no pair that works")
                    .when(m -> when(
                            m.cudaInitIs(803),
                            "cuInit says system has unsupported display driver / cuda driver combination (803)",
                            "libcuda.so.1 resolves to " + m.cudaPath()))
                    .because(
                            "a cuda-compat libcuda is found first that does not support this driver, or an upgrade is half done")
                    .fix(m -> List.of(
                            "remove the folder compat from LD_LIBRARY_PATH, or take a cuda-compat that lists this driver's branch",
                            m.commands().onHost("sudo reboot after an upgrade of the driver")))
                    .explains(Consequences.with(NOTHING_WORKS, "two-libcuda"))
                    .citedInPart(
                            "NVIDIA: CUDA Compatibility, Forward Compatibility; NVIDIA/nvidia-container-toolkit#234"),
            warning("two-libcuda", "libraries of two drivers are in the loader's cache")
                    .when(m -> {
                        var versions = new TreeSet<String>();
                        m.facts().loader().cached().orElse(List.of()).forEach(file -> {
                            var form = VERSIONED.matcher(file);
                            if (form.matches()) {
                                versions.add(form.group(1));
                            }
                        });
                        return when(versions.size() > 1, "libcuda of " + String.join(" and ", versions));
                    })
                    .because("a runfile and a package both installed the driver, or an old copy was left behind")
                    .fix(
                            m -> List.of(
                                    m.commands()
                                            .onHost("ldconfig -p | grep libcuda, and see which package owns each file"),
                                    m.commands()
                                            .onHost(
                                                    "sudo nvidia-uninstall removes what a runfile installed; then sudo ldconfig")))
                    .citedInPart("NVIDIA/nvidia-container-toolkit#234"),
            error("libcuda-unloadable", "libcuda is there but cannot be loaded")
                    .when(m -> all(
                            when(
                                    m.facts().loader().cuda().holds(Optional::isPresent),
                                    "libcuda.so.1 resolves to " + m.cudaPath()),
                            m.facts().driver().loadError().known().map(List::of).orElse(List.of())))
                    .because("the file is damaged, of another architecture, or one of its own libraries is missing")
                    .fix(m -> List.of(
                            "ldd " + m.cudaPath() + " and file -L " + m.cudaPath() + " show what is wrong",
                            m.commands().updateDriver()))
                    .explains("cuda-no-device", "framework-sees-no-gpu")
                    .practice("ld.so(8)"),
            error("libcuda-missing", "no libcuda.so.1 is found")
                    .when(m -> all(
                            when(
                                    m.hasNvidiaGpu() || m.inContainer(),
                                    m.inContainer() ? "this is a container" : "there is an NVIDIA GPU"),
                            when(
                                    m.facts().loader().cuda().holds(Optional::isEmpty),
                                    "the loader finds no libcuda.so.1")))
                    .because(
                            "the driver's user space is not installed, was not mounted into the container, or lies outside the"
                                    + " loader's path")
                    .fix(m -> m.inContainer()
                            ? List.of("docker run --gpus all ... (or podman run --device nvidia.com/gpu=all ...)")
                            : List.of(
                                    m.commands()
                                            .install(
                                                    "libcuda1 (Ubuntu: libnvidia-compute-NNN)",
                                                    "nvidia-driver-cuda-libs",
                                                    "nvidia-utils",
                                                    "nvidia-compute-G06",
                                                    "the driver's user space"),
                                    "sudo ldconfig, and check ldconfig -p | grep libcuda"))
                    .explains("cuda-no-device", "cuda-init-failed", "framework-sees-no-gpu", "nvml-missing")
                    .cited("chelsea0x3b/cudarc#255"),
            note("libcuda-unversioned", "libcuda.so.1 is found but libcuda.so is not")
                    .when(m -> when(
                            m.facts().loader().unversionedCuda().is(false)
                                    && m.facts().loader().cuda().holds(Optional::isPresent),
                            "the loader finds " + m.cudaPath() + " but no libcuda.so"))
                    .because("programs must ask for libcuda.so.1; some ask for libcuda.so and fail")
                    .fix(m -> List.of(
                            "ask for libcuda.so.1 where the program is yours",
                            "else: sudo ln -s libcuda.so.1 " + m.cudaPath().replaceFirst("/[^/]*$", "/libcuda.so")
                                    + " && sudo ldconfig"))
                    .cited("microsoft/WSL#8587"),
            warning("preloaded-cuda", "a library is loaded in front of CUDA's")
                    .when(m -> m.facts().loader().preloaded().orElse(List.of()).stream()
                            .filter(file -> file.matches("(?i).*(cuda|vgpu|nvidia|nvml|hami).*"))
                            .map(file -> "LD_PRELOAD contains " + file)
                            .toList())
                    .because(
                            "a GPU-sharing layer or a tracer answers some calls itself, so memory and devices may be its fiction")
                    .fix("unset LD_PRELOAD to see the machine as it is; keep it only where the sharing is wanted")
                    .practice("ld.so(8)"),
            error("jit-compiler-missing", "the driver's PTX compiler is missing")
                    .when(m -> any(
                            when(m.cudaInitIs(221), "CUDA says PTX JIT compiler library not found (221)"),
                            m.facts()
                                    .platform()
                                    .container()
                                    .known()
                                    .flatMap(c -> c)
                                    .flatMap(c -> c.gpuMounts().known())
                                    .filter(mounts -> mounts.stream().anyMatch(f -> f.contains("libcuda.so"))
                                            && mounts.stream().noneMatch(f -> f.contains("libnvidia-ptxjitcompiler")))
                                    .map(_ ->
                                            List.of("the container was given libcuda but no libnvidia-ptxjitcompiler"))
                                    .orElse(List.of())))
                    .because(
                            "PTX cannot be compiled for the card, so programs without machine code for it fail with 221")
                    .fix(m -> List.of(
                            "start the container with the container toolkit and NVIDIA_DRIVER_CAPABILITIES=compute,utility",
                            "where files are mounted one by one: also libnvidia-ptxjitcompiler.so.1"))
                    .practice("CUDA 13.0 cuda.h"),
            error("mps-unreachable", "programs are sent to an MPS server that is not there")
                    .when(m -> any(
                            when(m.cudaInitIs(805), "cuInit says MPS client failed to connect (805)"),
                            all(
                                    m.variable("CUDA_MPS_PIPE_DIRECTORY")
                                            .map(folder -> List.of("CUDA_MPS_PIPE_DIRECTORY=" + folder))
                                            .orElse(List.of()),
                                    when(
                                            m.facts().services().mps().running().is(false),
                                            "nvidia-cuda-mps-control does not run"))))
                    .because(
                            "CUDA_MPS_PIPE_DIRECTORY is set, but no control daemon listens there, or it is another user's")
                    .fix(
                            "nvidia-cuda-mps-control -d (as the same user), or unset CUDA_MPS_PIPE_DIRECTORY",
                            "in a container: mount that folder and use --ipc=host")
                    .explains("cuda-init-failed")
                    .practice("CUDA 13.0 cuda.h"),
            error("vgpu-unlicensed", "this virtual GPU has no licence")
                    .when(m -> when(m.cudaInitIs(102), "cuInit says device doesn't have valid Grid license (102)"))
                    .because("the guest got no licence token, or its driver's branch is not the host's")
                    .fix(
                            "nvidia-smi -q | grep -i -A2 licen",
                            "put the token into /etc/nvidia/ClientConfigToken, set FeatureType in /etc/nvidia/gridd.conf, and"
                                    + " sudo systemctl restart nvidia-gridd")
                    .explains("cuda-init-failed")
                    .practice("CUDA 13.0 cuda.h"),
            error("cuda-no-device", "CUDA sees no device")
                    .when(m -> any(
                            when(m.cudaInitIs(100), "cuInit says no CUDA-capable device is detected (100)"),
                            when(
                                    m.cudaInitIs(0)
                                            && m.facts().driver().deviceCount().is(0),
                                    "cuInit works and lists 0 devices")))
                    .because(
                            "module, node, container, variable, MIG or a libcuda that does not know the card: none of the facts here"
                                    + " tells which")
                    .fix(m -> List.of(
                            "nvidia-smi -L; ls -l /dev/nvidia*; env | grep VISIBLE",
                            "xianka doctor as root sees more: the kernel's log and other users' processes"))
                    .explains("framework-sees-no-gpu", "cuda-init-failed")
                    .citedInPart("NVIDIA/DCGM dcgm_errors.h (advice for CUDA_DEVICE)"),
            error("cuda-unknown-error", "CUDA does not start: unknown error")
                    .when(m -> when(m.cudaInitIs(999), "cuInit says unknown error (999)"))
                    .because(
                            "the driver is in a bad state: a node missing, the module stale after suspend, an earlier fault, a"
                                    + " debugger left over")
                    .fix(m -> List.of(
                            m.commands().onHost("sudo nvidia-modprobe -c 0 -u"),
                            m.commands()
                                    .onHost(
                                            "end what uses the GPU, then sudo modprobe -r nvidia_uvm && sudo modprobe nvidia_uvm"),
                            m.commands().onHost("sudo dmesg | grep -i xid; sudo reboot")))
                    .explains("cuda-no-device", "cuda-init-failed", "framework-sees-no-gpu")
                    .cited("pytorch/pytorch#49081; ollama/ollama#2934"),
            error("cuda-init-failed", "CUDA does not start")
                    .when(m -> m.facts()
                            .driver()
                            .initStatus()
                            .known()
                            .filter(status -> status != 0)
                            .map(status -> List.of("cuInit says " + named("cuda-driver", status)))
                            .orElse(List.of()))
                    .because("xianka doctor --error with that number tells its usual causes")
                    .fix(m -> {
                        List<String> steps = new ArrayList<>();
                        m.facts()
                                .driver()
                                .initStatus()
                                .known()
                                .flatMap(status -> ErrorTable.get().find("cuda-driver", status))
                                .ifPresent(error -> steps.addAll(error.steps()));
                        return steps;
                    })
                    .explains("framework-sees-no-gpu")
                    .practice("CUDA 13.0 cuda.h"),
            warning("nvml-missing", "NVML is missing, so temperature, power and processes cannot be read")
                    .when(m -> all(
                            when(m.hasNvidiaGpu() && m.isNotJetson(), "there is an NVIDIA GPU"),
                            m.facts().nvml().loadError().known().map(List::of).orElse(List.of())))
                    .because(
                            "only a part of the driver's user space is here; containers get it with the capability utility")
                    .fix(m -> m.inContainer()
                            ? List.of("NVIDIA_DRIVER_CAPABILITIES=compute,utility (docker run -e ...)")
                            : List.of(m.commands()
                                    .install(
                                            "nvidia-utils (Ubuntu: nvidia-utils-NNN)",
                                            "nvidia-driver-cuda",
                                            "nvidia-utils",
                                            "nvidia-compute-utils-G06",
                                            "the driver's utilities")))
                    .practice("NVML API 13 nvml.h (NVIDIA/go-nvml)"),
            warning("nvml-init-failed", "NVML does not start")
                    .when(m -> m.facts()
                            .nvml()
                            .initStatus()
                            .known()
                            .filter(status -> status != 0)
                            .map(status -> List.of("nvmlInit says " + named("nvml", status)))
                            .orElse(List.of()))
                    .because("nvidia-smi fails for the same reason")
                    .fix(m -> m.facts()
                            .nvml()
                            .initStatus()
                            .known()
                            .flatMap(status -> ErrorTable.get().find("nvml", status))
                            .map(error -> error.steps())
                            .orElse(List.of()))
                    .citedInPart("NVML API 13 nvml.h (NVIDIA/go-nvml)"));

    private LibcudaRules() {}

    private static Optional<String> oldest(Patient m) {
        return m.facts().nvml().cudaVersion().known();
    }

    private static String named(String api, int status) {
        return ErrorTable.get()
                .find(api, status)
                .map(error ->
                        error.name() + " (" + status + ")" + (error.message().isEmpty() ? "" : ": " + error.message()))
                .orElse("status " + status);
    }
}
