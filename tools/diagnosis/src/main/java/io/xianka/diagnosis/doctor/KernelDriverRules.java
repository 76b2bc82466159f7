package io.xianka.diagnosis.doctor;

import static io.xianka.diagnosis.doctor.Consequences.NOTHING_WORKS;
import static io.xianka.diagnosis.doctor.Patient.all;
import static io.xianka.diagnosis.doctor.Patient.any;
import static io.xianka.diagnosis.doctor.Patient.when;
import static io.xianka.diagnosis.doctor.Rule.error;
import static io.xianka.diagnosis.doctor.Rule.note;

import io.xianka.diagnosis.facts.DeviceNode;
import io.xianka.diagnosis.facts.KernelModules;
import io.xianka.diagnosis.facts.Loader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** From the card to the kernel's module and its device nodes. */
final class KernelDriverRules {

    private static final Set<String> NO_MODULE =
            Consequences.with(NOTHING_WORKS, "module-not-loaded", "driver-not-installed");

    static final List<Rule> RULES = List.of(
            error("no-nvidia-gpu", "this machine has no NVIDIA GPU")
                    .when(m -> when(
                            m.isNotWsl()
                                    && m.isNotJetson()
                                    && m.facts().pciDevices().isKnown()
                                    && m.nvidiaOnBus().isEmpty()
                                    && m.facts()
                                            .pciDevices()
                                            .holds(list -> list.stream().noneMatch(d -> d.isNvidiaGpu())),
                            "no device of NVIDIA's (vendor 10de) is on the PCI bus"))
                    .because(
                            "none is built in, the firmware has switched it off, or the virtual machine was given none")
                    .fix(
                            "kernels run without one, on the emulator: xianka tour --device emulated",
                            "to choose a card: xianka advise --for learn",
                            "where a card is built in: check its seating, power plugs and the firmware's settings")
                    .explains(Consequences.with(NO_MODULE, "nodes-missing", "container-without-gpu"))
                    .practice("NVIDIA/DCGM dcgm_errors.h (advice for CUDA_DEVICE)"),
            error("fallen-off-bus", "a GPU has fallen off the bus")
                    .when(m -> any(
                            m.xids(79),
                            m.nvidiaOnBus().stream()
                                    .filter(d -> d.configurationReadable().is(false))
                                    .map(d -> "GPU " + d.address() + ": its PCI configuration reads as all ones")
                                    .toList(),
                            m.eachGpu(gpu -> gpu.error().is(15), _ -> "NVML says GPU is lost (15)")))
                    .because("the PCIe link is gone: power, heat, seating, riser or a card that failed")
                    .fix(m -> List.of(
                            m.commands()
                                    .onHost("power the machine off and on again; a warm reboot may not bring it back"),
                            "check power plugs, power supply, riser and temperature; sudo lspci -vv shows link errors",
                            "a card that does it again in another slot is to be replaced"))
                    .explains(Consequences.with(NOTHING_WORKS, "gpu-not-listed", "xid-hardware", "rm-init-failed"))
                    .cited("NVIDIA: Xid Catalog"),
            error("nouveau-loaded", "the open-source driver nouveau holds the GPU")
                    .when(m -> m.boundTo("nouveau"::equals))
                    .because("nouveau was loaded first, so NVIDIA's module cannot take the card")
                    .fix(m -> List.of(
                            m.commands().installDriver(),
                            m.commands()
                                    .onHost("printf 'blacklist nouveau\\noptions nouveau modeset=0\\n' | sudo tee"
                                            + " /etc/modprobe.d/blacklist-nouveau.conf"),
                            m.commands().rebuildInitramfs(),
                            m.commands().onHost("sudo reboot")))
                    .explains(NO_MODULE)
                    .cited("NVIDIA/gpu-operator#8"),
            error("vfio-bound", "the GPU is set aside for a virtual machine")
                    .when(m -> m.boundTo("vfio-pci"::equals))
                    .because("vfio-pci holds it, to pass it to a guest; the host cannot use it meanwhile")
                    .fix(m -> List.of(
                            "use it in the guest, or end the guest and give it back:",
                            m.commands().onHost("sudo virsh nodedev-reattach pci_0000_01_00_0 (with its own address)"),
                            m.commands()
                                    .onHost("remove its id from vfio-pci.ids on the kernel's command line and reboot")))
                    .explains(Consequences.with(NO_MODULE, "gpu-not-listed"))
                    .practice("Linux kernel documentation: VFIO"),
            error("other-driver-bound", "a driver that is not NVIDIA's holds the GPU")
                    .when(m -> m.boundTo(driver ->
                            !Set.of("nvidia", "nouveau", "vfio-pci", "nvgpu").contains(driver)))
                    .because("it was loaded first, so NVIDIA's module cannot take the card")
                    .fix(m -> List.of(
                            m.commands().onHost("blacklist that module in /etc/modprobe.d/blacklist-gpu.conf"),
                            m.commands().rebuildInitramfs(),
                            m.commands().onHost("sudo reboot")))
                    .explains(NO_MODULE)
                    .citedInPart("mattshma/bigdata#133"),
            error("secure-boot-refused", "Secure Boot refuses NVIDIA's module")
                    .when(m -> all(
                            when(m.facts().platform().secureBoot().is(true), "Secure Boot is on"),
                            when(m.notLoaded("nvidia"), "the nvidia module is not loaded"),
                            any(
                                    m.log(
                                            "Key was rejected by service",
                                            "Loading of unsigned module",
                                            "unsigned module is rejected"),
                                    unsigned(m))))
                    .because("the module is not signed with a key that this machine's firmware trusts")
                    .fix(m -> List.of(m.commands().enrolKey(), "or switch Secure Boot off in the firmware's settings"))
                    .explains(NO_MODULE)
                    .cited("gridhead/nvidia-auto-installer-for-fedora-linux#75"),
            error("module-blacklisted", "NVIDIA's module is kept from being loaded")
                    .when(m -> all(
                            when(m.notLoaded("nvidia"), "the nvidia module is not loaded"),
                            when(
                                    m.facts().modules().blacklisted().holds(list -> list.contains("nvidia")),
                                    "modprobe's configuration or the kernel's command line blacklists nvidia")))
                    .because("a tool that switches to the integrated GPU, or an old note, blacklisted it")
                    .fix(m -> List.of(
                            m.commands()
                                    .onHost(
                                            "grep -rn 'blacklist nvidia' /etc/modprobe.d /usr/lib/modprobe.d /proc/cmdline"),
                            m.commands().onHost("remove that line (with prime-select: sudo prime-select nvidia)"),
                            m.commands().rebuildInitramfs(),
                            m.commands().onHost("sudo modprobe nvidia")))
                    .explains(NO_MODULE)
                    .practice("Linux kernel documentation: modprobe.d(5)"),
            error("kernel-headers-missing", "NVIDIA's module cannot be built: the running kernel's headers are missing")
                    .when(m -> all(
                            notBuilt(m),
                            when(
                                    m.facts().modules().headersInstalled().is(false),
                                    "the headers of kernel "
                                            + m.facts()
                                                    .platform()
                                                    .kernelRelease()
                                                    .orElse("this") + " are not installed")))
                    .because("DKMS builds the module for each kernel and needs that kernel's headers")
                    .fix(m -> List.of(
                            m.commands().installHeaders(),
                            m.commands().rebuildModule(),
                            m.commands().onHost("sudo modprobe nvidia")))
                    .explains(Consequences.with(NO_MODULE, "module-not-built", "dkms-broken"))
                    .citedInPart("CachyOS/linux-cachyos#118"),
            error("dkms-broken", "the build of NVIDIA's module for this kernel failed")
                    .when(m -> all(when(m.notLoaded("nvidia"), "the nvidia module is not loaded"), dkms(m, "broken")))
                    .because(
                            "this driver does not compile against this kernel: it is older than the kernel, or compilers differ")
                    .fix(m -> List.of(
                            m.commands().onHost("less /var/lib/dkms/nvidia/*/build/make.log (the first error counts)"),
                            m.commands().updateDriver(),
                            "or boot the kernel that worked before"))
                    .explains(Consequences.with(NO_MODULE, "module-not-built"))
                    .citedInPart("CachyOS/linux-cachyos#118"),
            error("module-not-built", "NVIDIA's module is not built for the running kernel")
                    .when(KernelDriverRules::notBuilt)
                    .because("the kernel was updated and the module was not built again")
                    .fix(m -> List.of(
                            m.commands().installHeaders(),
                            m.commands().rebuildModule(),
                            m.commands().onHost("sudo modprobe nvidia")))
                    .explains(NO_MODULE)
                    .cited("CachyOS/linux-cachyos#118"),
            error("driver-not-installed", "NVIDIA's driver is not installed")
                    .when(m -> all(
                            when(!m.nvidiaOnBus().isEmpty() && m.outsideContainers(), "an NVIDIA GPU is on the bus"),
                            when(m.notLoaded("nvidia"), "the nvidia module is not loaded"),
                            when(
                                    m.facts().modules().files().holds(List::isEmpty),
                                    "there is no file of that module for any kernel"),
                            when(m.facts().modules().dkms().holds(List::isEmpty), "DKMS has no build of it")))
                    .because("a CUDA toolkit or a framework brings no driver; it is installed apart")
                    .fix(m -> List.of(m.commands().installDriver(), m.commands().onHost("sudo reboot")))
                    .explains(Consequences.with(NOTHING_WORKS, "module-not-loaded"))
                    .practice("NVIDIA: Linux driver installation guide"),
            error("open-module-needed", "this card needs NVIDIA's open kernel module")
                    .when(m -> any(
                            m.log("requires use of the NVIDIA open kernel modules"),
                            all(
                                    when(
                                            m.facts()
                                                    .modules()
                                                    .flavour()
                                                    .holds(flavour -> flavour.equals(
                                                            Optional.of(KernelModules.Flavour.PROPRIETARY))),
                                            "the proprietary module is loaded"),
                                    m.eachGpu(
                                            gpu -> gpu.architecture().is("Blackwell"),
                                            _ -> "Blackwell works with the open module only"))))
                    .because("Blackwell and later work with the open module only; the proprietary one is installed")
                    .fix(m -> List.of(
                            m.commands()
                                    .install(
                                            "nvidia-driver-580-open (any branch, the package that ends in -open)",
                                            "kmod-nvidia-open-dkms",
                                            "nvidia-open",
                                            "nvidia-open-driver-G06-signed-kmp-default",
                                            "the driver with the open kernel module"),
                            m.commands().onHost("sudo reboot")))
                    .explains(Consequences.with(NOTHING_WORKS, "rm-init-failed", "gpu-not-listed"))
                    .citedInPart("NVIDIA/open-gpu-kernel-modules#862"),
            error("legacy-gpu", "the installed driver no longer supports this card")
                    .when(m -> m.log("Legacy drivers", "legacy driver", "supported through the NVIDIA"))
                    .because("NVIDIA moved the card to a branch of older drivers")
                    .fix(m -> List.of(
                            "install the branch that the line names; xianka doctor --device NAME tells which toolkits go with it",
                            m.commands()
                                    .install(
                                            "nvidia-driver-470 (or -390)",
                                            "akmod-nvidia-470xx",
                                            "nvidia-470xx-dkms (AUR)",
                                            "x11-video-nvidiaG05",
                                            "that branch of the driver")))
                    .explains(Consequences.with(NOTHING_WORKS, "rm-init-failed", "gpu-not-listed", "module-not-loaded"))
                    .citedInPart("NVIDIA: CUDA Toolkit, Driver, and Architecture Matrix"),
            error("bar-not-assigned", "the firmware gave the GPU no memory window")
                    .when(m -> any(
                            m.nvidiaOnBus().stream()
                                    .filter(d -> d.largestBarBytes().is(0L))
                                    .map(d -> "GPU " + d.address() + ": no memory window (BAR) is assigned")
                                    .toList(),
                            m.log("BAR1 is 0M", "PCI I/O region assigned to your NVIDIA device is invalid")))
                    .because(
                            "Above 4G decoding is off in the firmware, or the virtual machine has no room for 64-bit windows")
                    .fix(
                            "switch on Above 4G decoding and Resizable BAR in the firmware's settings",
                            "where it stays: add pci=realloc to the kernel's command line",
                            "in a virtual machine: use OVMF firmware and a larger 64-bit MMIO window")
                    .explains(Consequences.with(NOTHING_WORKS, "rm-init-failed", "gpu-not-listed", "module-not-loaded"))
                    .citedInPart("NVIDIA/open-gpu-kernel-modules#862"),
            error("power-cable", "the GPU has no auxiliary power")
                    .when(m -> any(
                            m.xids(54),
                            when(m.nvmlInitIs(8), "NVML says insufficient power (8)"),
                            m.eachGpu(gpu -> gpu.error().is(8), _ -> "NVML says insufficient power (8)"),
                            m.log("does not have the necessary power cables", "power connector")))
                    .because("a power plug of the card is loose or missing")
                    .fix("power off and attach all of the card's power plugs, each on its own cable of the supply")
                    .explains(Consequences.with(NOTHING_WORKS, "rm-init-failed", "gpu-not-listed"))
                    .cited("NVIDIA: Xid Catalog"),
            error("gsp-failed", "the firmware on the GPU does not answer its driver")
                    .when(m -> any(
                            m.xids(119, 120),
                            m.log("GSP RM heartbeat", "Failed to initialize GSP", "cannot load GSP firmware")))
                    .because(
                            "a defect of driver or firmware, a firmware file of another version, or a card that failed")
                    .fix(m -> List.of(
                            m.commands().onHost("sudo nvidia-smi --gpu-reset -i INDEX when nothing uses it, or reboot"),
                            m.commands().updateDriver(),
                            "where it repeats with the proprietary module: options nvidia NVreg_EnableGpuFirmware=0 in"
                                    + " /etc/modprobe.d/nvidia.conf (the open module cannot do without)"))
                    .explains(Consequences.with(NOTHING_WORKS, "rm-init-failed", "gpu-not-listed"))
                    .citedInPart("NVIDIA: Xid Catalog"),
            error("rm-init-failed", "the driver is loaded but could not start the card")
                    .when(m -> m.log("RmInitAdapter failed", "rm_init_adapter failed"))
                    .because(
                            "firmware settings, power, a module of the wrong flavour, or a card that failed; the lines before it tell")
                    .fix(m -> List.of(
                            m.commands().onHost("sudo dmesg | grep -i nvrm"),
                            "switch on Above 4G decoding and Resizable BAR in the firmware's settings",
                            m.commands().updateDriver()))
                    .explains(Consequences.with(NOTHING_WORKS, "gpu-not-listed"))
                    .citedInPart("NVIDIA/open-gpu-kernel-modules#862"),
            error("library-module-mismatch", "the driver's library and its kernel module are of different versions")
                    .when(KernelDriverRules::mismatch)
                    .because(
                            "the driver was updated while its old module stayed loaded, often by an unattended upgrade")
                    .fix(m -> m.inContainer()
                            ? List.of(
                                    "restart the container, so that it gets the host's present libraries",
                                    "on the host: sudo reboot, where the host itself has the mismatch")
                            : List.of(
                                    "sudo reboot",
                                    "or, when nothing uses the GPU: sudo rmmod nvidia_drm nvidia_modeset nvidia_uvm nvidia &&"
                                            + " sudo modprobe nvidia",
                                    m.commands().holdDriver()))
                    .explains(Consequences.with(NOTHING_WORKS, "two-libcuda", "compat-mismatch"))
                    .cited("lyulyul/shine-cluster#30"),
            error("module-not-loaded", "NVIDIA's module is not loaded")
                    .when(m -> when(
                            !m.nvidiaOnBus().isEmpty() && m.notLoaded("nvidia") && m.isNotWsl() && m.isNotJetson(),
                            "an NVIDIA GPU is on the bus",
                            "the nvidia module is not loaded"))
                    .because("nothing loaded it, or its loading failed; the kernel's log tells")
                    .fix(m -> List.of(
                            m.commands().onHost("sudo modprobe nvidia"),
                            m.commands().onHost("sudo dmesg | grep -i -e nvrm -e nvidia | tail")))
                    .explains(NOTHING_WORKS)
                    .citedInPart("mattshma/bigdata#133"),
            error("uvm-missing", "the node /dev/nvidia-uvm is missing, without which CUDA does not start")
                    .when(m -> all(
                            when(m.loaded("nvidia") && m.isNotJetson(), "the nvidia module is loaded"),
                            when(
                                    m.facts()
                                            .nodes()
                                            .holds(list -> !list.isEmpty()
                                                    && list.stream()
                                                            .map(DeviceNode::path)
                                                            .noneMatch("/dev/nvidia-uvm"::equals)),
                                    "/dev has NVIDIA nodes but no /dev/nvidia-uvm")))
                    .because(
                            "nvidia_uvm is loaded on demand by nvidia-modprobe, which is missing or may not do it here")
                    .fix(m -> m.inContainer()
                            ? List.of(
                                    "on the host: sudo nvidia-modprobe -c 0 -u",
                                    "start the container again, with --device /dev/nvidia-uvm --device /dev/nvidia-uvm-tools"
                                            + " where devices are named one by one")
                            : List.of("sudo nvidia-modprobe -c 0 -u", "sudo modprobe nvidia_uvm"))
                    .explains(NOTHING_WORKS)
                    .cited("pytorch/pytorch#49081"),
            error("nodes-missing", "the driver's device nodes are missing")
                    .when(m -> all(
                            when(m.loaded("nvidia") && m.isNotJetson(), "the nvidia module is loaded"),
                            when(
                                    m.facts()
                                            .nodes()
                                            .holds(list -> list.stream()
                                                    .map(DeviceNode::path)
                                                    .noneMatch(path -> path.startsWith("/dev/nvidia"))),
                                    "there is no /dev/nvidia* node")))
                    .because(
                            "nodes are made on demand by nvidia-modprobe or udev, and a container gets those it was started with")
                    .fix(m -> m.inContainer()
                            ? List.of(
                                    "start the container with GPUs: docker run --gpus all ..., or --device nvidia.com/gpu=all")
                            : List.of("sudo nvidia-modprobe -c 0 -u", "nvidia-smi (as root it makes the nodes)"))
                    .explains(NOTHING_WORKS)
                    .citedInPart("NVIDIA/DCGM dcgm_errors.h (advice for CUDA_DEVICE)"),
            error("node-stale", "a device node belongs to a module that is gone")
                    .when(m -> m.facts().nodes().orElse(List.of()).stream()
                            .filter(node -> node.majorNumber()
                                    .holds(major ->
                                            node.majorNumberExpected().holds(expected -> !expected.equals(major))))
                            .map(node -> node.path() + " has major number " + node.majorNumber()
                                    + ", its driver now has " + node.majorNumberExpected())
                            .toList())
                    .because("the module was loaded again and got another number, while the node or container stayed")
                    .fix(m -> m.inContainer()
                            ? List.of("start the container again")
                            : List.of("sudo rm /dev/nvidia-uvm /dev/nvidia-uvm-tools && sudo nvidia-modprobe -c 0 -u"))
                    .explains(NOTHING_WORKS)
                    .practice("NVIDIA: Linux driver README, device nodes"),
            error("node-permission", "this user may not open the GPU's device nodes")
                    .when(m -> m.facts().nodes().orElse(List.of()).stream()
                            .filter(node -> node.opens().is(false))
                            .filter(node -> node.openError().holds(text -> text.contains("ermission denied")))
                            .map(node -> node.path() + " (mode " + node.mode().orElse("unknown") + ", group "
                                    + node.group().orElse("unknown") + "): permission denied")
                            .toList())
                    .because("the nodes' rights or group keep this user out")
                    .fix(m -> {
                        List<String> steps = new ArrayList<>();
                        Set<String> groups = new java.util.TreeSet<>();
                        m.facts().nodes().orElse(List.of()).stream()
                                .filter(node -> node.opens().is(false))
                                .forEach(node -> node.group()
                                        .known()
                                        .filter(g -> !g.equals("root"))
                                        .ifPresent(groups::add));
                        groups.forEach(group -> steps.add("sudo usermod -aG " + group + " $USER, then log in again"));
                        if (!m.isJetson()) {
                            steps.add(m.commands()
                                    .onHost("options nvidia NVreg_DeviceFileMode=0666 in /etc/modprobe.d/nvidia.conf"
                                            + " is the driver's own default"));
                        }
                        return steps;
                    })
                    .explains(NOTHING_WORKS)
                    .practice("NVIDIA: Linux driver README, device nodes"),
            error("stale-after-suspend", "CUDA does not start since the machine slept")
                    .when(m -> all(
                            when(m.cudaInitIs(999), "cuInit says unknown error (999)"),
                            m.log("suspend", "resume", "hibernat")))
                    .because("nvidia_uvm does not come through suspend unless the driver saves video memory")
                    .fix(m -> List.of(
                            m.commands()
                                    .onHost(
                                            "end what uses the GPU, then sudo modprobe -r nvidia_uvm && sudo modprobe nvidia_uvm"),
                            m.commands()
                                    .onHost(
                                            "for good: options nvidia NVreg_PreserveVideoMemoryAllocations=1 in /etc/modprobe.d/nvidia.conf"),
                            m.commands().onHost("sudo systemctl enable nvidia-suspend nvidia-resume nvidia-hibernate")))
                    .explains(NOTHING_WORKS)
                    .cited("pytorch/pytorch#49081"),
            error("gpu-not-listed", "the bus shows more NVIDIA GPUs than the driver lists")
                    .when(m -> when(
                            m.nvmlInitIs(0)
                                    && m.outsideContainers()
                                    && m.facts()
                                            .nvml()
                                            .deviceCount()
                                            .holds(count ->
                                                    count < m.nvidiaOnBus().size()),
                            m.nvidiaOnBus().size() + " on the PCI bus, "
                                    + m.facts().nvml().deviceCount().orElse(0) + " by NVML"))
                    .because("a card did not start or failed; the kernel's log names it")
                    .fix(m -> List.of(
                            m.commands().onHost("sudo dmesg | grep -i nvrm"),
                            "look for the address that lspci -d 10de: shows and nvidia-smi does not"))
                    .practice("NVIDIA: GPU debug guidelines"),
            note("persistence-off", "the driver forgets the GPU whenever nobody uses it")
                    .when(m -> all(
                            when(
                                    m.facts()
                                            .services()
                                            .persistenceDaemon()
                                            .running()
                                            .is(false),
                                    "nvidia-persistenced does not run"),
                            m.eachGpu(
                                    gpu -> gpu.persistenceMode().is(false)
                                            && gpu.displayActive().is(false)
                                            && gpu.name()
                                                    .holds(name -> io.xianka.diagnosis.compatibility.CardClass.of(name)
                                                            == io.xianka.diagnosis.compatibility.CardClass.DATA_CENTRE),
                                    _ -> "persistence mode is off and no display holds it")))
                    .because(
                            "each first program then waits seconds while the card is initialised, and its settings are lost")
                    .fix(m -> List.of(m.commands().onHost("sudo systemctl enable --now nvidia-persistenced")))
                    .citedInPart("NVIDIA: Driver Persistence"));

    private KernelDriverRules() {}

    private static List<String> notBuilt(Patient m) {
        var kernel = m.facts().platform().kernelRelease().known();
        var files = m.facts().modules().files().known();
        if (kernel.isEmpty() || files.isEmpty() || !m.notLoaded("nvidia")) {
            return List.of();
        }
        boolean forThisKernel =
                files.get().stream().anyMatch(file -> file.kernel().equals(kernel.get()));
        List<String> others = new ArrayList<>(files.get().stream()
                .map(file -> "there is one for kernel " + file.kernel())
                .distinct()
                .toList());
        if (others.isEmpty()) {
            m.facts().modules().dkms().orElse(List.of()).stream()
                    .map(build -> "DKMS has driver " + build.version() + ", state " + build.state())
                    .distinct()
                    .forEach(others::add);
        }
        if (forThisKernel || others.isEmpty()) {
            return List.of();
        }
        return Patient.any(List.of("kernel " + kernel.get() + " runs, and no nvidia module is built for it"), others);
    }

    private static List<String> dkms(Patient m, String state) {
        return m.facts().modules().dkms().orElse(List.of()).stream()
                .filter(build -> build.state().equals(state))
                .filter(build -> build.kernel().isEmpty()
                        || m.facts().platform().kernelRelease().is(build.kernel()))
                .map(build -> "DKMS: driver " + build.version() + " for this kernel is " + state)
                .toList();
    }

    private static List<String> unsigned(Patient m) {
        return m.facts().modules().files().orElse(List.of()).stream()
                .filter(file -> m.facts().platform().kernelRelease().is(file.kernel()))
                .filter(file -> file.signed().is(false))
                .map(file -> file.path() + " is not signed")
                .toList();
    }

    private static List<String> mismatch(Patient m) {
        List<String> evidence = new ArrayList<>();
        if (m.nvmlInitIs(18)) {
            evidence.add("NVML says driver/library version mismatch (18)");
        }
        var loaded = m.facts().modules().nvidiaVersion().known().flatMap(version -> version);
        var library = m.facts().loader().cudaFileVersion().known().flatMap(version -> version);
        var nvml = m.facts().loader().nvmlFileVersion().known().flatMap(version -> version);
        if (loaded.isPresent()) {
            if (library.isPresent()
                    && m.cudaFrom(Loader.Origin.SYSTEM)
                    && !library.get().equals(loaded.get())) {
                evidence.add("the loaded module is " + loaded.get() + ", libcuda is " + library.get());
            } else if (nvml.isPresent() && !nvml.get().equals(loaded.get())) {
                evidence.add("the loaded module is " + loaded.get() + ", NVML's library is " + nvml.get());
            }
        }
        return evidence;
    }
}
