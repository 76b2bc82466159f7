package io.xianka.diagnosis.doctor;

import static io.xianka.diagnosis.doctor.Patient.all;
import static io.xianka.diagnosis.doctor.Patient.any;
import static io.xianka.diagnosis.doctor.Patient.gib;
import static io.xianka.diagnosis.doctor.Patient.when;
import static io.xianka.diagnosis.doctor.Rule.error;
import static io.xianka.diagnosis.doctor.Rule.note;
import static io.xianka.diagnosis.doctor.Rule.warning;

import io.xianka.diagnosis.facts.Gpu;
import io.xianka.diagnosis.facts.Gpu.ComputeMode;
import io.xianka.diagnosis.facts.PciDevice;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The state of a card that is there and driven: partitions, modes, faults, links, heat, memory; and NVSwitch machines. */
final class GpuRules {

    private static final String XID = "NVIDIA: Xid Catalog";

    static final List<Rule> RULES = List.of(
            error("fabric-manager-missing", "this NVSwitch machine has no fabric manager")
                    .when(m -> all(
                            fabric(m),
                            when(
                                    m.facts()
                                            .services()
                                            .fabricManager()
                                            .installed()
                                            .is(false),
                                    "nvidia-fabricmanager is not installed")))
                    .because(
                            "it configures the switches between the GPUs; without it CUDA says system not yet initialized (802)")
                    .fix(m -> List.of(
                            installFabricManager(m),
                            m.commands().onHost("sudo systemctl enable --now nvidia-fabricmanager")))
                    .explains(
                            "fabric-not-ready",
                            "fabric-manager-stopped",
                            "cuda-init-failed",
                            "framework-sees-no-gpu",
                            "system-not-ready")
                    .cited("aws-samples/aws-deep-learning-ami-ubuntu-dcv-desktop#33"),
            error("fabric-manager-version", "the fabric manager is of another version than the driver")
                    .when(m -> m.facts()
                            .services()
                            .fabricManager()
                            .version()
                            .known()
                            .flatMap(v -> v)
                            .filter(version -> !m.driverVersions().isEmpty()
                                    && m.driverVersions().stream()
                                            .noneMatch(driver -> driver.text().equals(version)))
                            .map(version -> List.of("nvidia-fabricmanager is " + version + ", the driver is "
                                    + m.driverVersions().iterator().next()))
                            .orElse(List.of()))
                    .because("it starts only beside a driver of exactly its own version")
                    .fix(m -> List.of(
                            installFabricManager(m),
                            m.commands().onHost("sudo systemctl restart nvidia-fabricmanager")))
                    .explains(
                            "fabric-not-ready",
                            "fabric-manager-stopped",
                            "cuda-init-failed",
                            "framework-sees-no-gpu",
                            "system-not-ready")
                    .cited("NVIDIA/DCGM dcgm_errors.h"),
            error("fabric-manager-stopped", "the fabric manager does not run")
                    .when(m -> all(
                            fabric(m),
                            when(
                                    m.facts()
                                                    .services()
                                                    .fabricManager()
                                                    .installed()
                                                    .is(true)
                                            && m.facts()
                                                    .services()
                                                    .fabricManager()
                                                    .running()
                                                    .is(false),
                                    "nvidia-fabricmanager is installed and does not run")))
                    .because("it was not started, or ended; its log tells")
                    .fix(
                            m -> List.of(
                                    m.commands().onHost("sudo systemctl enable --now nvidia-fabricmanager"),
                                    m.commands()
                                            .onHost(
                                                    "sudo journalctl -u nvidia-fabricmanager -n 50; less /var/log/fabricmanager.log")))
                    .explains("fabric-not-ready", "cuda-init-failed", "framework-sees-no-gpu", "system-not-ready")
                    .citedInPart("pytorch/pytorch#35710; NVIDIA/DCGM dcgm_errors.h"),
            error("fabric-not-ready", "the links between the GPUs are not ready")
                    .when(m -> any(
                            m.eachGpu(
                                    gpu -> gpu.fabricState()
                                            .holds(state -> List.of("not started", "in progress")
                                                    .contains(state)),
                                    gpu -> "fabric state is " + gpu.fabricState()),
                            m.eachGpu(
                                    gpu -> gpu.fabricState().is("completed")
                                            && gpu.fabricStatus().holds(status -> status != 0),
                                    gpu -> "the fabric's probe ended with status " + gpu.fabricStatus())))
                    .because("the fabric manager is still training links, or a link or switch failed")
                    .fix(m -> List.of(
                            "wait a minute after boot and look again: nvidia-smi -q | grep -A3 Fabric",
                            m.commands().onHost("sudo systemctl restart nvidia-fabricmanager"),
                            m.commands().onHost("sudo dmesg | grep -i -e sxid -e xid")))
                    .explains("cuda-init-failed", "framework-sees-no-gpu", "system-not-ready")
                    .citedInPart("NVIDIA/DCGM dcgm_errors.h"),
            error("system-not-ready", "CUDA says the system is not yet initialized")
                    .when(m -> when(m.cudaInitIs(802), "cuInit says system not yet initialized (802)"))
                    .because(
                            "on NVSwitch machines the fabric manager; else a confidential-computing GPU that is not set ready, or a"
                                    + " fault of the kernel's memory management (then the kernel's log has Xid or nvidia-uvm lines)")
                    .fix(m -> List.of(
                            m.commands().onHost("nvidia-smi -q | grep -i -A3 -e fabric -e 'Confidential'"),
                            m.commands()
                                    .onHost("nvidia-smi conf-compute -srs 1 (sets confidential-computing GPUs ready)"),
                            m.commands().onHost("sudo dmesg | grep -i -e xid -e uvm; sudo reboot")))
                    .explains("cuda-init-failed", "framework-sees-no-gpu")
                    .citedInPart("pytorch/pytorch#35710"),

            // ------------------------------------------------------------------ who may use it

            error("mig-without-instance", "MIG is on, but no instance was made")
                    .when(m -> m.eachGpu(
                            gpu -> gpu.mig().enabled().is(true)
                                    && gpu.mig().devices().holds(List::isEmpty),
                            _ -> "MIG mode is enabled with no device"))
                    .because("with MIG on, CUDA uses instances only, and there is none")
                    .fix(
                            "sudo nvidia-smi mig -cgi 9 -C (two halves of an A100; nvidia-smi mig -lgip lists the sizes)",
                            "or switch it off: sudo nvidia-smi -mig 0")
                    .explains("cuda-no-device", "cuda-init-failed", "framework-sees-no-gpu")
                    .citedInPart("NVIDIA/DCGM dcgm_errors.h (advice for CUDA_DEVICE)"),
            note("mig-one-per-process", "a process sees one MIG instance only")
                    .when(m -> all(
                            m.eachGpu(
                                    gpu -> gpu.mig().enabled().is(true)
                                            && gpu.mig().devices().holds(list -> list.size() > 1),
                                    gpu -> gpu.mig().devices().orElse(List.of()).size() + " MIG devices"),
                            when(m.facts().driver().deviceCount().is(1), "CUDA lists 1")))
                    .because("that is CUDA's design: one MIG device for each process")
                    .fix("one process for each: CUDA_VISIBLE_DEVICES=MIG-... (nvidia-smi -L lists the UUIDs)")
                    .cited("pytorch/pytorch#102715"),
            error("compute-prohibited", "computing is prohibited on a GPU")
                    .when(m -> m.eachGpu(
                            gpu -> gpu.computeMode().is(ComputeMode.PROHIBITED), _ -> "compute mode is prohibited"))
                    .because("an administrator set its compute mode so")
                    .fix(m -> List.of(m.commands().onHost("sudo nvidia-smi -i INDEX -c DEFAULT")))
                    .explains("cuda-no-device", "cuda-init-failed")
                    .practice("CUDA 13.0 cuda.h"),
            error("exclusive-taken", "a GPU allows one process, and one has it")
                    .when(m -> m.eachGpu(
                            gpu -> gpu.computeMode()
                                            .holds(mode -> mode == ComputeMode.EXCLUSIVE_PROCESS
                                                    || mode == ComputeMode.EXCLUSIVE_THREAD)
                                    && gpu.processes()
                                            .holds(list -> list.stream()
                                                    .anyMatch(p -> p.kind().contains("compute"))),
                            gpu -> "exclusive compute mode, held by " + processes(gpu)))
                    .because("the compute mode is exclusive; others then get devices busy or unavailable (46)")
                    .fix(m -> List.of(
                            "end that process, or",
                            m.commands().onHost("sudo nvidia-smi -i INDEX -c DEFAULT"),
                            "where sharing is wanted without that: start MPS (nvidia-cuda-mps-control -d)"))
                    .explains("memory-taken")
                    .practice("CUDA 13.0 cuda.h"),
            warning("memory-taken", "other processes hold most of a GPU's memory")
                    .when(m -> m.eachGpu(
                            gpu -> gpu.memory()
                                            .totalBytes()
                                            .holds(total ->
                                                    gpu.memory().freeBytes().holds(free -> free < total / 10))
                                    && m.hasProcessesOf(gpu),
                            gpu -> gib(gpu.memory().freeBytes().orElse(0L)) + " of "
                                    + gib(gpu.memory().totalBytes().orElse(0L)) + " free; held by " + processes(gpu)))
                    .because("a program, a notebook or a worker left over still holds it; new ones get out of memory")
                    .fix(
                            "end what is not needed: kill PID (a notebook: shut its kernel down)",
                            "or use another GPU: CUDA_VISIBLE_DEVICES=1")
                    .cited("pytorch/pytorch#173049"),

            // ------------------------------------------------------------------ faults

            error("ecc-uncorrected", "a GPU has uncorrectable memory errors")
                    .when(m -> any(
                            m.eachGpu(
                                    gpu -> gpu.ecc().uncorrectedErrors().holds(count -> count > 0),
                                    gpu -> gpu.ecc().uncorrectedErrors()
                                            + " uncorrectable since the driver was loaded"),
                            m.xids(48, 95, 140)))
                    .because("memory of the card is damaged, or was hit once; programs on it may have computed wrong")
                    .fix(m -> List.of(
                            "end the programs on it and do not trust their last results",
                            m.commands().onHost("sudo nvidia-smi --gpu-reset -i INDEX when nothing uses it, or reboot"),
                            "have the card replaced when the count grows again"))
                    .explains("xid-hardware", "remapping-pending")
                    .cited(XID),
            warning("remapping-pending", "damaged memory waits for a reset to be replaced by spare rows")
                    .when(m -> any(
                            m.eachGpu(gpu -> gpu.ecc().remappingPending().is(true), _ -> "row remapping is pending"),
                            m.xids(63)))
                    .because("spare rows are put in its place only when the GPU is reset")
                    .fix(m -> List.of(m.commands()
                            .onHost("sudo nvidia-smi --gpu-reset -i INDEX when nothing uses it, or reboot")))
                    .cited(XID),
            error("remapping-failed", "a GPU has run out of spare memory rows")
                    .when(m -> any(
                            m.eachGpu(gpu -> gpu.ecc().remappingFailed().is(true), _ -> "row remapping failed"),
                            m.xids(64)))
                    .because("more of its memory is damaged than it has spares for")
                    .fix("have the card replaced")
                    .explains("remapping-pending")
                    .citedInPart(XID),
            warning("pages-retired", "a GPU has retired many memory pages")
                    .when(m -> m.eachGpu(
                            gpu -> gpu.ecc().retiredPages().holds(count -> count >= 60),
                            gpu -> gpu.ecc().retiredPages() + " retired pages; the card can retire 64"))
                    .because("its memory wears out")
                    .fix("have the card replaced")
                    .citedInPart("NVIDIA: Dynamic Page Retirement"),
            error("nvlink-fault", "a link between GPUs failed")
                    .when(m -> any(
                            m.xids(74, 136, 144, 145, 146, 147, 148, 149, 150),
                            m.eachGpu(
                                    gpu -> gpu.name().holds(name -> name.contains("SXM") || name.contains("H200"))
                                            && gpu.nvlinks()
                                                    .holds(links -> links.stream()
                                                                    .anyMatch(l -> l.active()
                                                                            .is(true))
                                                            && links.stream()
                                                                    .anyMatch(l -> l.active()
                                                                            .is(false))),
                                    gpu -> "NVLink "
                                            + gpu.nvlinks().orElse(List.of()).stream()
                                                    .filter(link ->
                                                            link.active().is(false))
                                                    .map(link -> String.valueOf(link.link()))
                                                    .collect(Collectors.joining(", "))
                                            + " is down")))
                    .because("a link, bridge or switch is damaged or badly seated")
                    .fix(m -> List.of(
                            "nvidia-smi nvlink --status; nvidia-smi nvlink --errorcounters",
                            m.commands().onHost("reset the GPUs together (sudo nvidia-smi --gpu-reset), or reboot"),
                            "have bridge or baseboard serviced when it repeats"))
                    .citedInPart(XID),
            error("xid-hardware", "the driver reported a fault of the GPU")
                    .when(m -> m.xids(46, 61, 62, 94, 109, 110, 143, 158))
                    .because("the number tells which; xianka doctor --error with that line explains it")
                    .fix(m -> List.of(
                            "restart the programs that used it",
                            m.commands()
                                    .onHost("sudo nvidia-smi --gpu-reset -i INDEX when nothing uses it, or reboot")))
                    .cited(XID),
            note("xid-application", "a program made the GPU stop its work")
                    .when(m -> m.xids(8, 11, 13, 31, 32, 43, 44, 68, 69))
                    .because("a kernel used a wrong address or instruction; the GPU itself is healthy")
                    .fix("find the kernel: xianka check KERNEL.cu ..., or compute-sanitizer on the program")
                    .cited(XID),

            // ------------------------------------------------------------------ heat, power, links

            warning("overheating", "a GPU is slowed down by heat")
                    .when(m -> m.eachGpu(
                            gpu -> gpu.slowdownReasons()
                                            .holds(list -> list.stream().anyMatch(r -> r.contains("thermal")))
                                    || gpu.temperatureCelsius()
                                            .holds(now -> gpu.temperatureSlowdownCelsius()
                                                    .holds(limit -> now >= limit)),
                            gpu -> gpu.temperatureCelsius()
                                            .known()
                                            .map(t -> t + " °C")
                                            .orElse("hot")
                                    + gpu.temperatureSlowdownCelsius()
                                            .known()
                                            .map(t -> ", slows down from " + t + " °C")
                                            .orElse("")))
                    .because("air does not get through: dust, fans, cables, a passive card in a desktop's airflow")
                    .fix(
                            "clean filters and fans; a passive data-centre card needs a server's fans or a shroud",
                            "until then: sudo nvidia-smi -pl WATTS lowers the heat")
                    .practice("NVIDIA: GPU debug guidelines"),
            warning("power-brake", "a GPU is slowed down because the power supply asks for it")
                    .when(m -> m.eachGpu(
                            gpu -> gpu.slowdownReasons()
                                    .holds(list -> list.stream().anyMatch(r -> r.contains("power brake"))),
                            _ -> "power brake"))
                    .because(
                            "the system's power supply or its controller pulled the brake: too weak, overloaded or failed")
                    .fix(
                            "check the supplies and the server's event log (ipmitool sel list)",
                            "lower the load: sudo nvidia-smi -pl WATTS")
                    .practice("NVIDIA: GPU debug guidelines"),
            note("power-limit-lowered", "a GPU's power limit is set below its default")
                    .when(m -> m.eachGpu(
                            gpu -> gpu.power()
                                    .limitWatts()
                                    .holds(limit ->
                                            gpu.power().limitDefaultWatts().holds(usual -> limit < usual * 0.95)),
                            gpu -> String.format(
                                    Locale.ROOT,
                                    "%.0f W of %.0f W",
                                    gpu.power().limitWatts().orElse(0.0),
                                    gpu.power().limitDefaultWatts().orElse(0.0))))
                    .because("somebody set it, for heat, noise or the supply")
                    .fix(
                            m -> List.of(
                                    m.commands()
                                            .onHost(
                                                    "sudo nvidia-smi -i INDEX -pl WATTS sets it (nvidia-smi -q -d POWER shows the range)")))
                    .practice("NVIDIA: nvidia-smi documentation"),
            warning("pcie-narrow", "a GPU has fewer PCIe lanes than it and its slot could use")
                    .when(m -> m.eachGpu(
                            gpu -> gpu.pcie()
                                    .width()
                                    .holds(now -> gpu.pcie().widthMax().holds(most -> now < most)),
                            gpu -> "x" + gpu.pcie().width() + " of x"
                                    + gpu.pcie().widthMax()))
                    .because(
                            "the card is badly seated, contacts or riser are damaged, or another slot takes lanes away")
                    .fix(
                            "power off and seat the card anew, or change riser and slot",
                            "sudo lspci -vv -s ADDRESS | grep LnkSta shows the width")
                    .practice("NVIDIA: GPU debug guidelines"),
            note("pcie-generation", "slot or firmware hold a GPU's PCIe generation down")
                    .when(m -> m.eachGpu(
                            gpu -> gpu.pcie()
                                    .generationMax()
                                    .holds(here ->
                                            gpu.pcie().generationMaxOfDevice().holds(card -> here < card)),
                            gpu -> "PCIe " + gpu.pcie().generationMax() + " here, the card can do "
                                    + gpu.pcie().generationMaxOfDevice()))
                    .because(
                            "the slot, the processor or a setting of the firmware allows no more; copies are slower for it")
                    .fix("look for the PCIe speed in the firmware's settings, and whether another slot is faster")
                    .practice("NVIDIA: NVML API"),
            warning("pcie-replays", "packets to a GPU are sent again and again")
                    .when(m -> m.eachGpu(
                            gpu -> gpu.pcie().replays().holds(count -> count > 10_000),
                            gpu -> gpu.pcie().replays() + " replays"))
                    .because("the PCIe link is disturbed: seating, riser, a cable too long")
                    .fix(
                            "power off and seat the card anew, or change riser and slot",
                            "set the slot one PCIe generation lower in the firmware")
                    .practice("NVIDIA: GPU debug guidelines"));

    private GpuRules() {}

    /** Evidence that this is a machine whose GPUs are joined by switches. */
    private static List<String> fabric(Patient m) {
        long switches = m.facts().pciDevices().orElse(List.of()).stream()
                .filter(device -> device.kind() == PciDevice.Kind.NVSWITCH)
                .count();
        return any(
                when(switches > 0, switches + " NVSwitches are on the PCI bus"),
                m
                        .eachGpu(
                                gpu -> gpu.fabricState()
                                        .holds(state -> List.of("not started", "in progress")
                                                .contains(state)),
                                gpu -> "fabric state is " + gpu.fabricState())
                        .stream()
                        .limit(1)
                        .toList());
    }

    private static String installFabricManager(Patient m) {
        Optional<String> version = m.driverVersions().stream().findFirst().map(driver -> driver.text());
        String branch = m.driverVersions().stream()
                .findFirst()
                .map(driver -> String.valueOf(driver.branch()))
                .orElse("BRANCH");
        return m.commands()
                .install(
                        "nvidia-fabricmanager-" + branch
                                + version.map(v -> "=" + v + "-1").orElse(""),
                        "nvidia-fabricmanager" + version.map(v -> "-" + v).orElse(""),
                        "nvidia-fabricmanager (AUR)",
                        "nvidia-fabricmanager" + version.map(v -> "=" + v).orElse(""),
                        "nvidia-fabricmanager of exactly the driver's version");
    }

    private static String processes(Gpu gpu) {
        return gpu.processes().orElse(List.of()).stream()
                .limit(4)
                .map(process -> process.command().orElse("a process") + " (PID " + process.pid()
                        + process.usedMemoryBytes()
                                .known()
                                .map(bytes -> ", " + gib(bytes))
                                .orElse("") + ")")
                .collect(Collectors.joining(", "));
    }
}
