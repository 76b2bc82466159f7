package io.xianka.diagnosis.survey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.facts.Disk;
import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.FactsJson;
import io.xianka.diagnosis.facts.KernelLogLine;
import io.xianka.diagnosis.facts.KernelModules.DkmsBuild;
import io.xianka.diagnosis.facts.KernelModules.Flavour;
import io.xianka.diagnosis.facts.LibraryFinding;
import io.xianka.diagnosis.facts.Loader.Origin;
import io.xianka.diagnosis.facts.MachineFacts;
import io.xianka.diagnosis.facts.PciDevice;
import io.xianka.diagnosis.facts.PciDevice.Kind;
import io.xianka.diagnosis.facts.Wheel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineSurveyTest {
    @TempDir
    private Path root;

    private static <T> T known(Fact<T> fact) {
        return fact.known()
                .orElseThrow(() -> new AssertionError(fact.whyUnknown().orElse("")));
    }

    @Test
    void bareMetal() {
        MachineFacts facts = FakeMachine.bareMetal(root).look();
        assertEquals(
                "Ubuntu 24.04.1 LTS", known(facts.platform().distribution()).name());
        assertEquals(List.of("debian"), known(facts.platform().distribution()).like());
        assertTrue(facts.platform().container().is(Optional.empty()));
        assertTrue(facts.platform().wsl().is(Optional.empty()));
        assertTrue(facts.platform().jetson().is(Optional.empty()));
        assertTrue(facts.platform().hypervisor().is(Optional.empty()));
        assertTrue(facts.platform().product().is(Optional.of("Precision 7960")));
        assertTrue(facts.platform().secureBoot().is(true));
        assertTrue(facts.platform().lockdown().is("integrity"));
        assertEquals(
                List.of("iommu=pt", "modprobe.blacklist=nouveau"),
                known(facts.platform().kernelCommandLine()));
        assertEquals("AMD EPYC 7443P", known(facts.cpu().model()));
        assertTrue(facts.cpu().processorsOfMachine().is(2));
        assertTrue(facts.memory().totalBytes().is(65536000L << 10));
        assertTrue(facts.memory().limitBytes().is(Optional.empty()));
        assertTrue(facts.memory().lockedLimitBytes().is(Optional.of(8388608L)));
        assertTrue(facts.memory().sharedFolderBytes().is(Optional.empty()));
        assertTrue(facts.memory().hugePagesTotal().is(4L));

        List<PciDevice> devices = known(facts.pciDevices());
        assertEquals(
                List.of("0000:01:00.0", "0000:01:00.1", "0000:06:00.0"),
                devices.stream().map(PciDevice::address).toList());
        PciDevice gpu = devices.getFirst();
        assertTrue(gpu.isNvidiaGpu());
        assertTrue(gpu.driver().is(Optional.of("nvidia")));
        assertTrue(gpu.linkGeneration().is(1) && gpu.linkGenerationMax().is(4));
        assertTrue(gpu.linkWidth().is(8) && gpu.linkWidthMax().is(16));
        assertTrue(gpu.largestBarBytes().is(1L << 36));
        assertTrue(gpu.configurationReadable().is(true));
        assertTrue(gpu.numaNode().is(-1));
        assertEquals(Kind.OTHER, devices.get(1).kind());
        assertFalse(devices.get(2).isNvidiaGpu());

        assertEquals(
                Map.of("nvidia_uvm", 2, "nvidia", 44), known(facts.modules().loaded()));
        assertTrue(facts.modules().nvidiaVersion().is(Optional.of("580.65.06")));
        assertTrue(facts.modules().flavour().is(Optional.of(Flavour.OPEN)));
        assertTrue(known(facts.modules().files()).getFirst().version().is("580.65.06"));
        assertTrue(known(facts.modules().files()).getFirst().signed().is(true));
        assertEquals(
                List.of(new DkmsBuild("580.65.06", "6.8.0-45-generic", "installed")),
                known(facts.modules().dkms()));
        assertTrue(facts.modules().headersInstalled().is(true));
        assertEquals(List.of("nouveau"), known(facts.modules().blacklisted()));
        assertEquals(
                Map.of("ModifyDeviceFiles", "1", "PreserveVideoMemoryAllocations", "0"),
                known(facts.modules().parameters()));
        assertTrue(facts.modules().installedDriverPackage().is(Optional.of("580.65.06")));

        assertEquals(3, known(facts.nodes()).size());
        assertTrue(known(facts.nodes()).getFirst().opens().is(true));
        assertTrue(known(facts.nodes()).getFirst().majorNumberExpected().is(195));
        assertTrue(known(facts.nodes()).get(2).majorNumberExpected().is(508));
        assertTrue(facts.loader().cuda().is(Optional.of("/usr/lib/x86_64-linux-gnu/libcuda.so.1")));
        assertTrue(facts.loader().cudaOrigin().is(Optional.of(Origin.SYSTEM)));
        assertTrue(facts.loader().cudaFileVersion().is(Optional.of("580.65.06")));
        assertTrue(facts.loader().nvmlFileVersion().is(Optional.of("580.65.06")));
        assertTrue(facts.loader().unversionedCuda().is(false));

        List<KernelLogLine> log = known(facts.kernelLog());
        assertEquals(2, log.size());
        assertEquals(Optional.of(31), log.get(1).xid());
        assertTrue(log.get(1).secondsSinceBoot().is(412.25));
        assertTrue(facts.services().persistenceDaemon().running().is(true));
        assertTrue(facts.services().persistenceDaemon().version().is(Optional.of("580.65.06")));
        assertTrue(facts.services().fabricManager().installed().is(false));
        assertEquals(List.of("video"), known(facts.cgroup().groups()));
        assertTrue(facts.cgroup().root().is(false));
        assertTrue(facts.cgroup().version().is(2));
    }

    @Test
    void container() {
        MachineFacts facts = FakeMachine.container(root).look();
        assertEquals("docker", known(facts.platform().container()).orElseThrow().kind());
        assertEquals(
                List.of("/usr/lib/x86_64-linux-gnu/libcuda.so.535.104.05"),
                known(known(facts.platform().container()).orElseThrow().gpuMounts()));
        assertFalse(facts.platform().secureBoot().isKnown());
        assertTrue(facts.memory().limitBytes().is(Optional.of(4L << 30)));
        assertFalse(facts.modules().files().isKnown());
        assertFalse(facts.modules().headersInstalled().isKnown());
        assertFalse(facts.services().persistenceDaemon().running().isKnown());
        assertTrue(facts.loader().cudaOrigin().is(Optional.of(Origin.COMPATIBILITY)));
        assertTrue(facts.loader().cudaFileVersion().is(Optional.of("570.26")));
        assertEquals(
                List.of("/usr/local/cuda/compat", "/usr/local/nowhere"),
                known(facts.loader().libraryPath()));
        LibraryFinding nvrtc = known(facts.libraries()).stream()
                .filter(library -> library.library().equals("NVRTC"))
                .findFirst()
                .orElseThrow();
        assertEquals("/usr/local/cuda-12.8/lib64/libnvrtc.so.12.8.93", nvrtc.path());
        assertTrue(nvrtc.cudaMajor().is(12));
        assertTrue(nvrtc.unusableBecause().is(Optional.empty()));
        assertEquals("12.8.1", known(known(facts.toolkits()).getFirst().version()));
        assertEquals(
                Map.of(
                        "LD_LIBRARY_PATH", "/usr/local/cuda/compat:/usr/local/nowhere",
                        "NVIDIA_VISIBLE_DEVICES", "all",
                        "NVIDIA_API_KEY", "(removed)",
                        "CUDA_CACHE_PATH", "~/cache"),
                known(facts.environment()));
    }

    @Test
    void wsl() {
        MachineFacts facts = FakeMachine.wsl(root).look();
        assertEquals(2, known(facts.platform().wsl()).orElseThrow().version());
        assertTrue(known(facts.platform().wsl()).orElseThrow().hasDxg().is(true));
        assertTrue(known(facts.platform().wsl()).orElseThrow().hasDriverFolder().is(true));
        assertTrue(facts.loader().cudaOrigin().is(Optional.of(Origin.WSL)));
        assertEquals("/dev/dxg", known(facts.nodes()).getFirst().path());
        assertFalse(facts.pciDevices().isKnown());
    }

    @Test
    void jetson() {
        MachineFacts facts = FakeMachine.jetson(root).look();
        assertEquals(
                "NVIDIA Jetson AGX Orin Developer Kit",
                known(facts.platform().jetson()).orElseThrow().model());
        assertTrue(known(facts.platform().jetson()).orElseThrow().release().is("R36.4.0"));
        assertTrue(facts.loader().cudaOrigin().is(Optional.of(Origin.JETSON)));
        assertEquals(2, known(facts.nodes()).size());
        assertFalse(facts.cpu().model().isKnown());
    }

    @Test
    void hgx() {
        MachineFacts facts = FakeMachine.hgx(root).look();
        assertEquals(
                8,
                known(facts.pciDevices()).stream()
                        .filter(PciDevice::isNvidiaGpu)
                        .count());
        assertEquals(
                4,
                known(facts.pciDevices()).stream()
                        .filter(device -> device.kind() == Kind.NVSWITCH)
                        .count());
        assertTrue(facts.services().fabricManager().running().is(true));
        assertTrue(facts.services().fabricManager().version().is(Optional.of("580.65.06")));
        assertTrue(facts.platform().product().is(Optional.of("DGXH100")));
        assertEquals(List.of("mlx5_0"), known(facts.interconnect().infinibandDevices()));
        assertEquals(List.of("eth0"), known(facts.interconnect().networkInterfaces()));
        assertTrue(facts.interconnect().iommuEnabled().is(true));
    }

    @Test
    void everyMachinesReportReadsBack() {
        MachineFacts facts = FakeMachine.bareMetal(root).look();
        assertEquals(facts, FactsJson.read(FactsJson.write(facts)));
    }

    @Test
    void anEmptyMachineIsUnknownNotBroken() {
        MachineFacts facts = new FakeMachine(root).look();
        assertFalse(facts.memory().totalBytes().isKnown());
        assertFalse(facts.modules().loaded().isKnown());
        assertFalse(facts.cgroup().version().isKnown());
        assertFalse(facts.cgroup().groups().isKnown());
        assertFalse(facts.interconnect().iommuEnabled().isKnown());
        assertTrue(facts.loader().cuda().is(Optional.empty()));
        assertTrue(facts.nodes().is(List.of()));
    }

    @Test
    void aStubOnTheLibraryPathIsSeenAsOne() {
        FakeMachine machine = FakeMachine.bareMetal(root);
        machine.library("/usr/local/cuda-12.4/targets/x86_64-linux/lib/stubs/libcuda.so.1");
        machine.environment.put("LD_LIBRARY_PATH", "/usr/local/cuda-12.4/targets/x86_64-linux/lib/stubs");
        MachineFacts facts = machine.look();
        assertEquals(1, known(facts.loader().stubFolders()).size());
        assertTrue(facts.loader().cudaOrigin().is(Optional.of(Origin.STUB)));
    }

    @Test
    void aDeviceOffTheBusAnswersWithOnes() {
        FakeMachine machine = FakeMachine.bareMetal(root);
        machine.file("/sys/bus/pci/devices/0000:01:00.0/config", new byte[] {-1, -1, -1, -1});
        machine.file("/sys/bus/pci/devices/0000:01:00.0/current_link_width", "255\n");
        machine.file("/sys/bus/pci/devices/0000:01:00.0/current_link_speed", "Unknown\n");
        PciDevice gpu = known(machine.look().pciDevices()).getFirst();
        assertTrue(gpu.configurationReadable().is(false));
        assertFalse(gpu.linkWidth().isKnown());
        assertFalse(gpu.linkGeneration().isKnown());
    }

    @Test
    void aNodeThatMayNotBeOpenedSaysWhy() throws IOException {
        FakeMachine machine = FakeMachine.bareMetal(root);
        Path node = root.resolve("dev/nvidia0");
        Files.delete(node);
        Files.createDirectories(node.resolveSibling("target"));
        // A link to nowhere cannot be opened even by root, whom rights do not stop.
        Files.createSymbolicLink(node, Path.of("gone"));
        assertTrue(known(machine.look().nodes()).getFirst().opens().is(false));
    }

    @Test
    void wheelsOfEachPythonAreListed() throws IOException {
        FakeMachine machine = FakeMachine.bareMetal(root);
        String packages = "/home/lovelace/.local/lib/python3.12/site-packages/";
        machine.file(packages + "torch-2.11.0+cu128.dist-info/METADATA", "");
        machine.file(packages + "nvidia_cudnn_cu12-9.1.0.70.dist-info/METADATA", "");
        machine.file(packages + "requests-2.32.0.dist-info/METADATA", "");
        machine.library(packages + "nvidia/cudnn/lib/libcudnn.so.9");
        machine.library(packages + "nvidia/cudnn/lib/libcudnn_ops.so.9.1.0");
        machine.library(packages + "nvidia/cudnn/lib/libcudnn_cnn.so.9.2.0", 7);
        MachineFacts facts = machine.look();
        assertEquals(
                List.of(
                        new Wheel("~/.local/lib/python3.12/site-packages", "nvidia-cudnn-cu12", "9.1.0.70"),
                        new Wheel("~/.local/lib/python3.12/site-packages", "torch", "2.11.0+cu128")),
                known(facts.wheels()));
        List<LibraryFinding> cudnn = known(facts.libraries()).stream()
                .filter(library -> library.library().startsWith("cuDNN"))
                .toList();
        assertEquals(
                List.of("cuDNN", "cuDNN cnn", "cuDNN ops"),
                cudnn.stream().map(LibraryFinding::library).toList());
        assertTrue(cudnn.stream().allMatch(library -> library.cudaMajor().is(12)));
        assertTrue(
                cudnn.get(1).unusableBecause().holds(reason -> reason.orElse("").contains("machine 7")));
        assertTrue(cudnn.get(2).unusableBecause().is(Optional.empty()));
    }

    @Test
    void noUserNameNoSecretNoHostNameInAReport() {
        FakeMachine machine = FakeMachine.container(root);
        machine.environment.put("NCCL_DEBUG_FILE", "/home/grace/log.txt");
        machine.environment.put("CUDA_INJECTION64_PATH", "https://lovelace:password@example.org/x");
        String report = FactsJson.write(machine.look());
        for (String hidden : List.of("lovelace", "grace", "nvapi-abcdef", "password@", "AWS_SECRET", "secret=1")) {
            assertFalse(report.contains(hidden), hidden + " in " + report);
        }
    }

    @Test
    void aLimitOfAnOuterGroupCounts() {
        FakeMachine machine = FakeMachine.bareMetal(root);
        machine.file("/proc/self/cgroup", "0::/a/b\n");
        machine.file("/sys/fs/cgroup/a/memory.max", "1000000\n");
        machine.file("/sys/fs/cgroup/a/b/memory.max", "max\n");
        assertTrue(machine.look().memory().limitBytes().is(Optional.of(1_000_000L)));
    }

    @Test
    void disksAreThoseThatWillBeWritten() {
        List<Disk> disks = known(FakeMachine.bareMetal(root)
                .file("/proc/self/mounts", "/dev/a / ext4 rw 0 0\ntmpfs /tmp tmpfs rw,noexec 0 0\n")
                .look()
                .disks());
        assertEquals(
                List.of("temporary", "home", "cache"),
                disks.stream().map(Disk::purpose).toList());
        assertTrue(disks.get(0).runsPrograms().is(false));
        assertTrue(disks.get(1).runsPrograms().is(true));
        assertEquals("~/.cache/xianka", disks.get(2).path());
    }

    @Test
    void pythonsAreAskedAndTheirAnswersRead() throws IOException {
        FakeMachine machine = FakeMachine.bareMetal(root);
        Path python = root.resolve("usr/bin/python3");
        Files.createDirectories(python.getParent());
        Files.writeString(python, """
                #!/bin/sh
                echo 'a warning of a framework'
                echo '{"xianka": 1, "name": "torch", "version": "2.11.0+cu128", "cuda_build": "12.8", "available": false, "architectures": ["sm_90"], "devices": []}'
                echo '{"xianka": 1, "name": "jax", "error": "RuntimeError: no GPU"}'
                echo '{"xianka": 1, "name": "cupy", "cuda_build": 3'
                """);
        Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwxr-xr-x"));
        Host host = new Host(root, machine.environment, Commands.here());
        var frameworks = known(new PythonSurvey(host, new Privacy(host)).look());
        assertEquals(3, frameworks.size());
        assertEquals("/usr/bin/python3", frameworks.getFirst().python());
        assertTrue(frameworks.getFirst().cudaBuild().is(Optional.of("12.8")));
        assertTrue(frameworks.getFirst().available().is(false));
        assertTrue(frameworks.getFirst().cudnnVersion().whyUnknown().isPresent());
        assertTrue(frameworks.get(1).error().is(Optional.of("RuntimeError: no GPU")));
        assertEquals("unnamed", frameworks.get(2).name());
    }

    @Test
    void aProgramThatHangsIsEnded() {
        long start = System.nanoTime();
        Fact<String> answer = Commands.here().output(200, "sh", "-c", "sleep 20");
        assertEquals(Optional.of("sh gave no answer in 0.2 s"), answer.whyUnknown());
        assertTrue(System.nanoTime() - start < 10_000_000_000L);
        assertTrue(Commands.here()
                .output(20_000, "sh", "-c", "exit 3")
                .whyUnknown()
                .orElse("")
                .contains("status 3"));
        assertTrue(Commands.here()
                .output(20_000, "/no/such/program")
                .whyUnknown()
                .orElse("")
                .contains("cannot be started"));
    }

    @Test
    void thisMachineCanBeLookedAt() {
        MachineFacts facts = MachineSurvey.here().look();
        assertTrue(facts.jvm().version().is(Runtime.version().toString()));
        assertEquals(facts, FactsJson.read(FactsJson.write(facts)));
    }

    @Test
    void asksRpmForTheDriversPackage() {
        var machine = FakeMachine.hgx(root);
        machine.file("/var/lib/rpm/rpmdb.sqlite", "")
                .prints("sh -c rpm -q", "driver 580.65.06\npackage nvidia-open is not installed\n");
        assertTrue(machine.look().modules().installedDriverPackage().is(Optional.of("580.65.06")));
        machine.prints("sh -c rpm -q", "package nvidia-driver is not installed\n");
        assertTrue(machine.look().modules().installedDriverPackage().is(Optional.empty()));
    }

    @Test
    void saysWhatAMissingListOfModulesMeans() {
        var facts = new FakeMachine(root).look();
        assertTrue(
                facts.modules()
                        .loaded()
                        .whyUnknown()
                        .orElseThrow()
                        .startsWith("there is no /proc/modules: this kernel"),
                facts.modules().toString());
    }
}
