package io.xianka.diagnosis.facts;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The kernel's modules that drive NVIDIA's GPUs, or keep others from it.
 *
 * @param loaded names of the loaded ones among nvidia, nvidia_uvm, nvidia_modeset, nvidia_drm, nvidia_peermem, nouveau,
 *     nova_core, nvgpu, vfio_pci, gdrdrv, with their users: how many others or processes hold them
 * @param nvidiaVersion of the loaded nvidia module: {@code 580.65.06}; empty when it is not loaded
 * @param flavour of the loaded nvidia module; empty when it is not loaded
 * @param files of the nvidia module on the disk, for any kernel
 * @param dkms its builds as DKMS lists them; empty when DKMS has none or is not installed
 * @param dkmsInstalled whether DKMS is there
 * @param headersInstalled whether the running kernel's headers are there, which a build needs
 * @param blacklisted modules that modprobe's configuration or the kernel's command line keeps from being loaded
 * @param parameters of the loaded nvidia module, as {@code /proc/driver/nvidia/params} names them
 * @param installedDriverPackage the driver's package version as the package manager's files, or rpm, tell
 */
public record KernelModules(
        Fact<Map<String, Integer>> loaded,
        Fact<Optional<String>> nvidiaVersion,
        Fact<Optional<Flavour>> flavour,
        Fact<List<ModuleFile>> files,
        Fact<List<DkmsBuild>> dkms,
        Fact<Boolean> dkmsInstalled,
        Fact<Boolean> headersInstalled,
        Fact<List<String>> blacklisted,
        Fact<Map<String, String>> parameters,
        Fact<Optional<String>> installedDriverPackage) {

    /** Which of NVIDIA's two modules it is; Blackwell and later need the open one. */
    public enum Flavour {
        /** Dual MIT/GPL, for Turing and later. */
        OPEN,
        /** NVIDIA's own licence. */
        PROPRIETARY
    }

    /**
     * A module's file.
     *
     * @param kernel the kernel release whose folder it lies in
     * @param path of the file
     * @param version as the file's own information tells
     * @param signed whether it ends in a signature
     */
    public record ModuleFile(String kernel, String path, Fact<String> version, Fact<Boolean> signed) {}

    /**
     * One build.
     *
     * @param version of the driver
     * @param kernel it was built for; empty when it was only added
     * @param state {@code added}, {@code built}, {@code installed} or {@code broken}
     */
    public record DkmsBuild(String version, String kernel, String state) {}
}
