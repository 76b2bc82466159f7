package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.MachineFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A folder that stands for a machine, and what its programs print. */
final class FakeMachine {
    final Path root;
    final Map<String, String> environment = new HashMap<>(Map.of("HOME", "/home/lovelace", "PATH", "/usr/bin"));
    final Map<String, String> printed = new HashMap<>();

    FakeMachine(Path root) {
        this.root = root;
    }

    FakeMachine file(String path, String text) {
        return file(path, text.getBytes(StandardCharsets.UTF_8));
    }

    FakeMachine file(String path, byte[] content) {
        try {
            Path file = root.resolve(path.substring(1));
            Files.createDirectories(file.getParent());
            Files.write(file, content);
            return this;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    FakeMachine link(String path, String target) {
        try {
            Path link = root.resolve(path.substring(1));
            Files.createDirectories(link.getParent());
            Files.createSymbolicLink(link, Path.of(target));
            return this;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** A shared library, as far as its header tells, for this or another kind of processor. */
    FakeMachine library(String path, int machine) {
        byte[] header = new byte[64];
        System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}, 0, header, 0, 7);
        header[18] = (byte) machine;
        return file(path, header);
    }

    FakeMachine library(String path) {
        return library(path, System.getProperty("os.arch").equals("aarch64") ? 183 : 62);
    }

    /** A PCI device with its link at generation 4, 16 lanes wide. */
    FakeMachine pci(String address, String vendor, String device, String pciClass, String driver) {
        String folder = "/sys/bus/pci/devices/" + address;
        file(folder + "/vendor", "0x" + vendor + "\n");
        file(folder + "/device", "0x" + device + "\n");
        file(folder + "/class", "0x" + pciClass + "\n");
        file(folder + "/current_link_speed", "2.5 GT/s PCIe\n");
        file(folder + "/max_link_speed", "16.0 GT/s PCIe\n");
        file(folder + "/current_link_width", "8\n");
        file(folder + "/max_link_width", "16\n");
        file(folder + "/numa_node", "-1\n");
        file(folder + "/power_state", "D0\n");
        file(folder + "/config", new byte[] {(byte) 0xde, 0x10, 1, 2});
        file(
                folder + "/resource",
                "0x00000000de000000 0x00000000deffffff 0x0000000000040200\n"
                        + "0x0000006000000000 0x0000006fffffffff 0x000000000014220c\n");
        if (!driver.isEmpty()) {
            link(folder + "/driver", "../../../bus/pci/drivers/" + driver);
        }
        return this;
    }

    FakeMachine prints(String program, String text) {
        printed.put(program, text);
        return this;
    }

    Host host() {
        return new Host(root, environment, (limitMillis, extra, command) -> {
            String name = String.join(" ", command);
            return printed.entrySet().stream()
                    .filter(entry -> name.startsWith(entry.getKey()))
                    .findFirst()
                    .map(entry -> Fact.of(entry.getValue()))
                    .orElse(Fact.unknown(command.getFirst() + " is not there"));
        });
    }

    MachineFacts look() {
        return MachineSurvey.of(host()).look();
    }

    // ------------------------------------------------------------------ five kinds of machine

    /** What every Linux has. */
    private FakeMachine linux(String release) {
        file("/proc/sys/kernel/osrelease", release + "\n");
        file("/proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC 7443P\nflags\t\t: fpu vme\n\nprocessor\t: 1\n");
        file(
                "/proc/meminfo",
                "MemTotal:       65536000 kB\nMemAvailable:   60000000 kB\nSwapTotal: 0 kB\n"
                        + "HugePages_Total:       4\nHugepagesize:       2048 kB\n");
        file(
                "/proc/cmdline",
                "BOOT_IMAGE=/vmlinuz root=UUID=1234 quiet iommu=pt secret=1 modprobe.blacklist=nouveau\n");
        file("/proc/1/cgroup", "0::/init.scope\n");
        file("/proc/self/cgroup", "0::/user.slice\n");
        file("/proc/self/status", "Uid:\t1000\t1000\t1000\t1000\nGroups:\t44 1000 \n");
        file("/proc/self/limits", "Max locked memory         8388608              8388608              bytes     \n");
        file("/etc/group", "video:x:44:lovelace\nlovelace:x:1000:\nrender:x:104:\n");
        file(
                "/etc/os-release",
                "PRETTY_NAME=\"Ubuntu 24.04.1 LTS\"\nID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"24.04\"\n");
        file("/sys/fs/cgroup/cgroup.controllers", "memory\n");
        return this;
    }

    static FakeMachine bareMetal(Path root) {
        FakeMachine machine = new FakeMachine(root).linux("6.8.0-45-generic");
        machine.file("/sys/class/dmi/id/product_name", "Precision 7960\n");
        machine.file(
                "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c",
                new byte[] {6, 0, 0, 0, 1});
        machine.file("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
        machine.pci("0000:01:00.0", "10de", "2684", "030000", "nvidia");
        machine.pci("0000:01:00.1", "10de", "22ba", "040300", "snd_hda_intel");
        machine.pci("0000:06:00.0", "1a03", "2000", "030000", "ast");
        machine.pci("0000:07:00.0", "8086", "15f3", "020000", "igc");
        machine.file(
                "/proc/modules", "nvidia_uvm 4718592 2 - Live 0x0\nnvidia 56823808 44 nvidia_uvm, Live 0x0\nigc 1 0\n");
        machine.file(
                "/proc/driver/nvidia/version",
                "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  (dvs-builder@U22)\n"
                        + "GCC version:  gcc version 13.2.0\n");
        machine.file(
                "/proc/driver/nvidia/params",
                "ModifyDeviceFiles: 1\nRegistryDwords: \"\"\nPreserveVideoMemoryAllocations: 0\n");
        machine.file(
                "/lib/modules/6.8.0-45-generic/modules.dep", "kernel/a.ko:\nupdates/dkms/nvidia.ko.zst: kernel/a.ko\n");
        machine.link("/lib/modules/6.8.0-45-generic/build", "/usr/src/linux-headers-6.8.0-45-generic");
        machine.file("/usr/src/linux-headers-6.8.0-45-generic/Makefile", "");
        machine.prints(
                "modinfo", "version:        580.65.06\nsigner:         lovelace Secure Boot Module Signature key\n");
        machine.file("/var/lib/dkms/nvidia/580.65.06/6.8.0-45-generic/x86_64/module/nvidia.ko.zst", "");
        machine.file("/var/lib/dkms/nvidia/580.65.06/source/dkms.conf", "");
        machine.link("/var/lib/dkms/nvidia/kernel-6.8.0-45-generic-x86_64", "580.65.06/6.8.0-45-generic/x86_64");
        machine.file("/usr/sbin/dkms", "");
        machine.file(
                "/etc/modprobe.d/blacklist-nvidia-nouveau.conf",
                "# text\nblacklist nouveau\noptions nouveau modeset=0\n");
        machine.file(
                "/var/lib/dpkg/status",
                "Package: zlib1g\nStatus: install ok installed\nVersion: 1:1.2\n\nPackage: nvidia-driver-580-open\n"
                        + "Status: install ok installed\nArchitecture: amd64\nVersion: 580.65.06-0ubuntu1\nDepends: x\n");
        machine.file(
                "/proc/devices", "Character devices:\n  1 mem\n195 nvidia\n508 nvidia-uvm\n\nBlock devices:\n  8 sd\n");
        machine.file("/dev/nvidia0", "").file("/dev/nvidiactl", "").file("/dev/nvidia-uvm", "");
        machine.library("/usr/lib/x86_64-linux-gnu/libcuda.so.580.65.06");
        machine.link("/usr/lib/x86_64-linux-gnu/libcuda.so.1", "libcuda.so.580.65.06");
        machine.library("/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.580.65.06");
        machine.link("/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1", "libnvidia-ml.so.580.65.06");
        machine.file(
                "/etc/ld.so.cache",
                "glibc-ld.so.cache1.1\0\0libcuda.so.1\0/usr/lib/x86_64-linux-gnu/libcuda.so.1\0libnvidia-ml.so.1\0"
                        + "/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1\0");
        machine.prints(
                "dmesg",
                "[    0.000000] Linux version 6.8\n[    1.5] nvidia: loading out-of-tree module taints kernel.\n"
                        + "[  412.250000] NVRM: Xid (PCI:0000:01:00): 31, pid=77, name=python, Ch 00000008\n");
        machine.file("/proc/77/comm", "nvidia-persiste\n");
        machine.file("/usr/bin/nvidia-persistenced", "");
        machine.prints(machine.root.resolve("usr/bin/nvidia-persistenced").toString(), "");
        machine.prints("/usr/bin/nvidia-persistenced", "nvidia-persistenced: version 580.65.06\n");
        return machine;
    }

    static FakeMachine container(Path root) {
        FakeMachine machine = new FakeMachine(root).linux("6.8.0-45-generic");
        machine.file("/.dockerenv", "");
        machine.file("/proc/1/cgroup", "0::/\n");
        machine.file("/sys/fs/cgroup/memory.max", "4294967296\n");
        machine.file(
                "/proc/self/mountinfo",
                "10 9 0:1 / / rw - overlay overlay rw\n"
                        + "11 10 8:1 /usr/lib/libcuda.so.535.104.05 /usr/lib/x86_64-linux-gnu/libcuda.so.535.104.05 ro - ext4 /dev/sda1 ro\n");
        machine.pci("0000:01:00.0", "10de", "2684", "030000", "nvidia");
        machine.library("/usr/local/cuda-12.8/compat/libcuda.so.570.26");
        machine.link("/usr/local/cuda-12.8/compat/libcuda.so.1", "libcuda.so.570.26");
        machine.file(
                "/usr/local/cuda-12.8/version.json",
                "{\"cuda\" : {\"name\" : \"CUDA SDK\", \"version\" : \"12.8.1\"}}");
        machine.library("/usr/local/cuda-12.8/lib64/libnvrtc.so.12.8.93");
        machine.link("/usr/local/cuda", "cuda-12.8");
        machine.environment.putAll(Map.of(
                "LD_LIBRARY_PATH", "/usr/local/cuda/compat:/usr/local/nowhere",
                "NVIDIA_VISIBLE_DEVICES", "all",
                "NVIDIA_API_KEY", "nvapi-abcdef",
                "CUDA_CACHE_PATH", "/home/lovelace/cache",
                "AWS_SECRET_ACCESS_KEY", "x"));
        return machine;
    }

    static FakeMachine wsl(Path root) {
        FakeMachine machine = new FakeMachine(root).linux("5.15.153.1-microsoft-standard-WSL2");
        machine.file("/dev/dxg", "");
        machine.library("/usr/lib/wsl/lib/libcuda.so.1");
        machine.file("/etc/ld.so.cache", "x\0/usr/lib/wsl/lib/libcuda.so.1\0");
        return machine;
    }

    static FakeMachine jetson(Path root) {
        FakeMachine machine = new FakeMachine(root).linux("5.15.148-tegra");
        machine.file("/proc/device-tree/model", "NVIDIA Jetson AGX Orin Developer Kit\0");
        machine.file("/etc/nv_tegra_release", "# R36 (release), REVISION: 4.0, GCID: 37537400, BOARD: generic\n");
        machine.file("/dev/nvhost-gpu", "").file("/dev/nvmap", "");
        machine.file("/proc/cpuinfo", "processor\t: 0\nBogoMIPS\t: 62.50\n");
        machine.library("/usr/lib/aarch64-linux-gnu/nvidia/libcuda.so.1.1", 183);
        machine.link("/usr/lib/aarch64-linux-gnu/libcuda.so.1", "nvidia/libcuda.so.1.1");
        return machine;
    }

    static FakeMachine hgx(Path root) {
        FakeMachine machine = new FakeMachine(root).linux("5.14.0-427.el9.x86_64");
        machine.file("/sys/class/dmi/id/product_name", "DGXH100\n");
        for (int i = 0; i < 8; i++) {
            machine.pci("0000:%x0:00.0".formatted(i + 1), "10de", "2330", "030200", "nvidia");
        }
        for (int i = 0; i < 4; i++) {
            machine.pci("0000:a%d:00.0".formatted(i), "10de", "22a3", "068000", "nvidia-nvswitch");
        }
        machine.file("/usr/bin/nv-fabricmanager", "")
                .prints("/usr/bin/nv-fabricmanager", "Fabric Manager version is : 580.65.06\n");
        machine.file("/proc/901/comm", "nv-fabricmanage\n");
        machine.file("/sys/class/infiniband/mlx5_0/node_type", "");
        machine.file("/sys/class/net/eth0/operstate", "up\n").file("/sys/class/net/lo/operstate", "unknown\n");
        machine.file("/sys/kernel/iommu_groups/0/type", "DMA\n");
        return machine;
    }
}
