package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.Platform;
import io.xianka.diagnosis.facts.Platform.Container;
import io.xianka.diagnosis.facts.Platform.Distribution;
import io.xianka.diagnosis.facts.Platform.Jetson;
import io.xianka.diagnosis.facts.Platform.Wsl;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Operating system, container, WSL, Jetson, firmware. */
record PlatformSurvey(Host host) {
    private static final String SECURE_BOOT =
            "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";
    private static final Pattern KERNEL_OPTION = Pattern.compile(
            "(?:nomodeset|nomodule|(?:intel_|amd_)?iommu=\\S+|pci=\\S+|pcie_aspm=\\S+|pcie_acs_override=\\S+"
                    + "|(?:rd\\.driver\\.|modprobe\\.|module_)blacklist=\\S+|nouveau\\.\\S+|nvidia[\\w-]*\\.\\S+"
                    + "|lockdown=\\S+|module\\.sig_enforce\\S*|hugepages=\\S+)");
    private static final Pattern TEGRA = Pattern.compile("R(\\d+) \\(release\\), REVISION: ([\\d.]+)");
    private static final Pattern LOCKDOWN = Pattern.compile("\\[(\\w+)]");

    Platform look() {
        Fact<Optional<Container>> container = container();
        return new Platform(
                property("os.name"),
                property("os.arch"),
                distribution(),
                kernelRelease(),
                host.text("/proc/cmdline")
                        .map(line -> Arrays.stream(line.strip().split("\\s+"))
                                .filter(KERNEL_OPTION.asMatchPredicate())
                                .toList()),
                container,
                wsl(),
                jetson(),
                hypervisor(),
                product(),
                secureBoot(container),
                lockdown());
    }

    private static Fact<String> property(String name) {
        return Fact.of(System.getProperty(name, ""));
    }

    private Fact<Distribution> distribution() {
        Fact<List<String>> lines = host.lines("/etc/os-release");
        if (!lines.isKnown()) {
            lines = host.lines("/usr/lib/os-release");
        }
        return lines.map(all -> {
            Map<String, String> values = new HashMap<>();
            for (String line : all) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    values.put(
                            line.substring(0, equals),
                            line.substring(equals + 1).strip().replaceAll("^[\"']|[\"']$", ""));
                }
            }
            String id = values.getOrDefault("ID", "linux");
            return new Distribution(
                    id,
                    Arrays.stream(values.getOrDefault("ID_LIKE", "").split("\\s+"))
                            .filter(like -> !like.isEmpty())
                            .toList(),
                    values.getOrDefault("VERSION_ID", ""),
                    values.getOrDefault("PRETTY_NAME", id));
        });
    }

    Fact<String> kernelRelease() {
        Fact<String> release = host.word("/proc/sys/kernel/osrelease");
        return release.isKnown() || !host.isReal() ? release : property("os.version");
    }

    /** Each container leaves its own mark; without one the first process's control group tells. */
    Fact<Optional<Container>> container() {
        Fact<Optional<String>> groups = host.textIfThere("/proc/1/cgroup");
        String group = groups.orElse(Optional.empty()).orElse("");
        String kind;
        if (host.variable("KUBERNETES_SERVICE_HOST").isPresent() || group.contains("kubepods")) {
            kind = "kubernetes";
        } else if (host.exists("/.dockerenv").is(true) || group.contains("/docker")) {
            kind = "docker";
        } else if (host.exists("/run/.containerenv").is(true)
                || host.variable("container").filter("podman"::equals).isPresent()) {
            kind = "podman";
        } else if (host.exists("/.singularity.d").is(true)) {
            kind = "apptainer";
        } else if (group.contains("/lxc")
                || host.variable("container").filter("lxc"::equals).isPresent()) {
            kind = "lxc";
        } else if (host.variable("container").isPresent() || group.contains("containerd")) {
            kind = "other";
        } else {
            return groups.map(_ -> Optional.empty());
        }
        return Fact.of(Optional.of(new Container(kind, gpuMounts())));
    }

    private Fact<List<String>> gpuMounts() {
        return host.lines("/proc/self/mountinfo")
                .map(lines -> lines.stream()
                        .map(line -> line.split(" "))
                        .filter(fields -> fields.length > 4)
                        .map(fields -> fields[4])
                        .filter(point -> point.contains("nvidia") || point.contains("libcuda"))
                        .distinct()
                        .sorted()
                        .limit(100)
                        .toList());
    }

    private Fact<Optional<Wsl>> wsl() {
        return kernelRelease().map(release -> {
            String lower = release.toLowerCase(Locale.ROOT);
            if (!lower.contains("microsoft")) {
                return Optional.empty();
            }
            int version = lower.contains("wsl2") || lower.contains("microsoft-standard") ? 2 : 1;
            return Optional.of(new Wsl(version, host.exists("/dev/dxg"), host.exists("/usr/lib/wsl/lib/libcuda.so.1")));
        });
    }

    private Fact<Optional<Jetson>> jetson() {
        Fact<Optional<String>> model = host.textIfThere("/proc/device-tree/model");
        Fact<Optional<String>> release = host.textIfThere("/etc/nv_tegra_release");
        boolean jetson = model.holds(text -> text.orElse("").contains("Jetson")) || release.holds(Optional::isPresent);
        if (!jetson) {
            return model.map(_ -> Optional.empty());
        }
        Matcher numbers = TEGRA.matcher(release.orElse(Optional.empty()).orElse(""));
        return Fact.of(Optional.of(new Jetson(
                model.orElse(Optional.empty()).orElse("NVIDIA Jetson").strip(),
                numbers.find()
                        ? Fact.of("R" + numbers.group(1) + "." + numbers.group(2))
                        : Fact.unknown("/etc/nv_tegra_release names no release"))));
    }

    private Fact<Optional<String>> hypervisor() {
        Fact<String> cpu = host.text("/proc/cpuinfo");
        String vendor = host.word("/sys/class/dmi/id/sys_vendor").orElse("") + " "
                + host.word("/sys/hypervisor/type").orElse("");
        String lower = vendor.toLowerCase(Locale.ROOT);
        Map<String, String> known = Map.of(
                "qemu",
                "kvm",
                "vmware",
                "vmware",
                "xen",
                "xen",
                "innotek",
                "virtualbox",
                "amazon",
                "nitro",
                "google",
                "kvm");
        Optional<String> named = known.entrySet().stream()
                .filter(entry -> lower.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
        return cpu.map(text -> {
            boolean flagged = Pattern.compile("(?m)^flags\\s*:.*\\bhypervisor\\b")
                    .matcher(text)
                    .find();
            // Vendors of virtual machines sell bare metal too, where the flag is missing.
            return flagged ? named.or(() -> Optional.of("unnamed")) : Optional.empty();
        });
    }

    private Fact<Optional<String>> product() {
        return host.textIfThere("/sys/class/dmi/id/product_name")
                .map(name -> name.map(String::strip).filter(text -> !text.isEmpty()));
    }

    private Fact<Boolean> secureBoot(Fact<Optional<Container>> container) {
        Fact<Boolean> efi = host.exists("/sys/firmware/efi");
        if (efi.is(true)) {
            return host.bytes(SECURE_BOOT, 5).map(variable -> variable.length == 5 && variable[4] == 1);
        }
        if (container.is(Optional.empty()) && host.exists("/sys/firmware").is(true)) {
            return efi;
        }
        return Fact.unknown("/sys/firmware/efi is hidden here");
    }

    private Fact<String> lockdown() {
        Fact<String> states = host.word("/sys/kernel/security/lockdown");
        return states.map(text -> {
            Matcher chosen = LOCKDOWN.matcher(text);
            return chosen.find() ? chosen.group(1) : text;
        });
    }
}
