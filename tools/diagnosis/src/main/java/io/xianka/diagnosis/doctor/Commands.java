package io.xianka.diagnosis.doctor;

import io.xianka.diagnosis.facts.Platform;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The commands of one distribution, and where they are to be typed: in a container most of them go to its host. */
record Commands(Family family, String id, boolean container) {

    /** Distributions that share their package manager. */
    enum Family {
        DEBIAN,
        FEDORA,
        ARCH,
        SUSE,
        OTHER
    }

    private static final Set<String> DEBIAN_IDS = Set.of("debian", "ubuntu", "linuxmint", "pop", "raspbian");
    private static final Set<String> FEDORA_IDS =
            Set.of("fedora", "rhel", "centos", "rocky", "almalinux", "ol", "amzn", "mariner", "azurelinux");
    private static final Set<String> ARCH_IDS = Set.of("arch", "manjaro", "cachyos", "endeavouros");

    static Commands of(Platform platform) {
        boolean container = platform.container().holds(java.util.Optional::isPresent);
        return platform.distribution()
                .known()
                .map(known -> new Commands(family(known), known.id(), container))
                .orElse(new Commands(Family.OTHER, "", container));
    }

    private static Family family(Platform.Distribution distribution) {
        List<String> names = new ArrayList<>();
        names.add(distribution.id());
        names.addAll(distribution.like());
        for (String name : names) {
            if (DEBIAN_IDS.contains(name)) {
                return Family.DEBIAN;
            }
            if (FEDORA_IDS.contains(name)) {
                return Family.FEDORA;
            }
            if (ARCH_IDS.contains(name)) {
                return Family.ARCH;
            }
            if (name.contains("suse") || name.equals("sles")) {
                return Family.SUSE;
            }
        }
        return Family.OTHER;
    }

    /** Marks what cannot be done inside a container. */
    String onHost(String command) {
        return container ? "on the host: " + command : command;
    }

    String installDriver() {
        return onHost(
                switch (family) {
                    case DEBIAN ->
                        id.equals("ubuntu")
                                ? "sudo apt update && sudo ubuntu-drivers install"
                                : "sudo apt install nvidia-driver firmware-misc-nonfree (with contrib and non-free enabled)";
                    case FEDORA ->
                        id.equals("fedora")
                                ? "sudo dnf install akmod-nvidia xorg-x11-drv-nvidia-cuda (from RPM Fusion)"
                                : "sudo dnf module install nvidia-driver:open-dkms (from NVIDIA's repository)";
                    case ARCH -> "sudo pacman -S nvidia-open nvidia-utils";
                    case SUSE ->
                        "sudo zypper install nvidia-open-driver-G06-signed-kmp-default nvidia-compute-utils-G06";
                    case OTHER -> "install NVIDIA's driver with your package manager";
                });
    }

    String updateDriver() {
        return onHost(
                switch (family) {
                    case DEBIAN ->
                        id.equals("ubuntu")
                                ? "sudo apt update && sudo ubuntu-drivers install"
                                : "sudo apt update && sudo apt install --only-upgrade nvidia-driver";
                    case FEDORA -> "sudo dnf upgrade '*nvidia*'";
                    case ARCH -> "sudo pacman -Syu";
                    case SUSE -> "sudo zypper update '*nvidia*'";
                    case OTHER -> "update NVIDIA's driver with your package manager";
                });
    }

    String installHeaders() {
        return onHost(
                switch (family) {
                    case DEBIAN -> "sudo apt install linux-headers-$(uname -r)";
                    case FEDORA -> "sudo dnf install kernel-devel-$(uname -r)";
                    case ARCH -> "sudo pacman -S linux-headers (linux-lts-headers for the LTS kernel)";
                    case SUSE -> "sudo zypper install kernel-default-devel=$(uname -r | sed s/-default//)";
                    case OTHER -> "install the headers of the running kernel ($(uname -r))";
                });
    }

    String rebuildModule() {
        return onHost(
                family == Family.FEDORA ? "sudo akmods --force || sudo dkms autoinstall" : "sudo dkms autoinstall");
    }

    String rebuildInitramfs() {
        return onHost(
                switch (family) {
                    case DEBIAN -> "sudo update-initramfs -u";
                    case FEDORA, SUSE -> "sudo dracut --force";
                    case ARCH -> "sudo mkinitcpio -P";
                    case OTHER -> "rebuild the initramfs";
                });
    }

    String enrolKey() {
        return onHost(
                switch (family) {
                    case DEBIAN ->
                        id.equals("ubuntu")
                                ? "sudo mokutil --import /var/lib/shim-signed/mok/MOK.der, then reboot and choose Enroll MOK"
                                : "sudo mokutil --import /var/lib/dkms/mok.pub, then reboot and choose Enroll MOK";
                    case FEDORA ->
                        "sudo mokutil --import /etc/pki/akmods/certs/public_key.der, then reboot and choose Enroll MOK";
                    case ARCH, SUSE, OTHER ->
                        "sudo mokutil --import the key that signs the module, then reboot and choose Enroll MOK";
                });
    }

    String holdDriver() {
        return onHost(
                switch (family) {
                    case DEBIAN ->
                        "sudo apt-mark hold 'nvidia-*' 'libnvidia-*' (keeps unattended upgrades from doing it again)";
                    case FEDORA -> "sudo dnf versionlock add '*nvidia*'";
                    case ARCH -> "IgnorePkg = nvidia-open nvidia-utils in /etc/pacman.conf";
                    case SUSE -> "sudo zypper addlock '*nvidia*'";
                    case OTHER -> "hold the driver's packages against unattended upgrades";
                });
    }

    /** A package by its name in each family; the last is the plain word for others. */
    String install(String debian, String fedora, String arch, String suse, String plain) {
        return onHost(
                switch (family) {
                    case DEBIAN -> "sudo apt install " + debian;
                    case FEDORA -> "sudo dnf install " + fedora;
                    case ARCH -> "sudo pacman -S " + arch;
                    case SUSE -> "sudo zypper install " + suse;
                    case OTHER -> "install " + plain;
                });
    }
}
