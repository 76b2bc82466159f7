package io.xianka.diagnosis.facts;

import java.util.List;
import java.util.Optional;

/**
 * What kind of machine this is. Container, WSL and Jetson do not exclude each other.
 *
 * @param operatingSystem {@code Linux} or {@code Windows 11}, as the JVM says
 * @param architecture {@code amd64} or {@code aarch64}, as the JVM says
 * @param distribution of Linux, from os-release
 * @param kernelRelease as {@code uname -r}: {@code 6.8.0-45-generic}
 * @param kernelCommandLine options that matter to GPUs: {@code nomodeset}, {@code iommu=...}, {@code modprobe.blacklist=...}
 * @param container empty outside of any
 * @param wsl empty when Linux does not run under Windows
 * @param jetson empty on any other machine
 * @param hypervisor {@code kvm}, {@code vmware}, {@code xen}; empty on bare metal
 * @param product the board or server as its firmware names it: {@code DGXH100}
 * @param secureBoot whether the firmware lets only signed kernel code run
 * @param lockdown {@code none}, {@code integrity} or {@code confidentiality}
 */
public record Platform(
        Fact<String> operatingSystem,
        Fact<String> architecture,
        Fact<Distribution> distribution,
        Fact<String> kernelRelease,
        Fact<List<String>> kernelCommandLine,
        Fact<Optional<Container>> container,
        Fact<Optional<Wsl>> wsl,
        Fact<Optional<Jetson>> jetson,
        Fact<Optional<String>> hypervisor,
        Fact<Optional<String>> product,
        Fact<Boolean> secureBoot,
        Fact<String> lockdown) {

    /**
     * A distribution, from os-release.
     *
     * @param id {@code ubuntu}, {@code debian}, {@code fedora}, {@code arch}
     * @param like what it descends from: {@code rhel}, {@code fedora}
     * @param version {@code 24.04}; empty for rolling ones
     * @param name for people: {@code Ubuntu 24.04.1 LTS}
     */
    public record Distribution(String id, List<String> like, String version, String name) {
        public Distribution {
            like = List.copyOf(like);
        }
    }

    /**
     * The container around this process.
     *
     * @param kind {@code docker}, {@code podman}, {@code kubernetes}, {@code lxc}, {@code apptainer} or {@code other}
     * @param gpuMounts files that the NVIDIA container toolkit put in: libraries, {@code /proc/driver/nvidia} and the like
     */
    public record Container(String kind, Fact<List<String>> gpuMounts) {}

    /**
     * Linux under Windows.
     *
     * @param version 1 or 2
     * @param hasDxg whether {@code /dev/dxg} is there, through which WSL 2 reaches the GPU
     * @param hasDriverFolder whether {@code /usr/lib/wsl/lib/libcuda.so.1} is there, which Windows' driver provides
     */
    public record Wsl(int version, Fact<Boolean> hasDxg, Fact<Boolean> hasDriverFolder) {}

    /**
     * A Jetson board.
     *
     * @param model {@code NVIDIA Jetson AGX Orin Developer Kit}
     * @param release of Jetson Linux: {@code R36.4.0}
     */
    public record Jetson(String model, Fact<String> release) {}
}
