package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.KernelModules;
import io.xianka.diagnosis.facts.KernelModules.DkmsBuild;
import io.xianka.diagnosis.facts.KernelModules.Flavour;
import io.xianka.diagnosis.facts.KernelModules.ModuleFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kernel's modules: loaded, on the disk, built by DKMS, kept from loading. */
record ModuleSurvey(Host host, boolean inContainer) {
    private static final long MODINFO_LIMIT_MILLIS = 2000;

    private static final Set<String> RELEVANT = Set.of(
            "nvidia",
            "nvidia_uvm",
            "nvidia_modeset",
            "nvidia_drm",
            "nvidia_peermem",
            "nvidia_fs",
            "nouveau",
            "nova_core",
            "nova_drm",
            "nvgpu",
            "vfio_pci",
            "gdrdrv");
    private static final Pattern KERNEL_MODULE =
            Pattern.compile("NVRM version: NVIDIA UNIX (?<open>Open )?.*?(?<version>\\d{3}\\.\\d+(?:\\.\\d+)?)");
    private static final Pattern NVIDIA_FILE = Pattern.compile("(?m)^(\\S*/nvidia(?:-current)?\\.ko\\S*):");
    private static final Pattern FIELD = Pattern.compile("(?m)^(version|signer):\\s*(.*)$");
    private static final Pattern KEPT_OUT =
            Pattern.compile("(?m)^\\s*(?:blacklist\\s+(\\S+)|install\\s+(\\S+)\\s+(?:/usr)?/bin/(?:false|true))");
    private static final Pattern KEPT_OUT_AT_BOOT =
            Pattern.compile("(?:modprobe\\.blacklist|module_blacklist|rd\\.driver\\.blacklist)=(\\S+)");
    private static final Pattern PACKAGE = Pattern.compile(
            "Package: (?:nvidia-driver(?:-\\d+\\S*)?|libnvidia-compute-\\d+\\S*|libcuda1)\\n(?:.+\\n)*?Status: install ok"
                    + " installed\\n(?:.+\\n)*?Version: (?:\\d+:)?(\\d{3}\\.\\d+(?:\\.\\d+)?)");

    private static final int RPM_LIMIT_MILLIS = 1_000;

    /** NVIDIA's, RPM Fusion's and openSUSE's packages; rpm counts those that are missing in its status. */
    private static final String RPM_QUERY =
            "rpm -q --queryformat 'driver %{VERSION}\\n' nvidia-driver nvidia-driver-cuda"
                    + " nvidia-driver-cuda-libs nvidia-open kmod-nvidia-open-dkms kmod-nvidia-latest-dkms xorg-x11-drv-nvidia"
                    + " akmod-nvidia nvidia-compute-G06 nvidia-compute-utils-G06; exit 0";

    private static final Pattern RPM_VERSION = Pattern.compile("(?m)^driver (\\d{3}\\.\\d+(?:\\.\\d+)?)");

    KernelModules look() {
        Fact<Optional<String>> report = host.textIfThere("/proc/driver/nvidia/version");
        Fact<String> release = host.word("/proc/sys/kernel/osrelease");
        return new KernelModules(
                loaded(),
                report.map(text -> text.flatMap(found -> group(found, "version"))),
                report.map(text -> text.flatMap(found -> group(found, "version")
                        .map(_ -> group(found, "open").isPresent() ? Flavour.OPEN : Flavour.PROPRIETARY))),
                files(),
                dkms(),
                host.anyExists(List.of("/usr/sbin/dkms", "/usr/bin/dkms")),
                headers(release),
                blacklisted(),
                parameters(),
                installedPackage());
    }

    private static Optional<String> group(String report, String name) {
        Matcher version = KERNEL_MODULE.matcher(report);
        return version.find() ? Optional.ofNullable(version.group(name)) : Optional.empty();
    }

    private Fact<Map<String, Integer>> loaded() {
        if (host.exists("/proc/modules").is(false)) {
            return Fact.unknown(
                    "there is no /proc/modules: this kernel loads no modules (a microVM, a kernel of its own) or the"
                            + " container hides them");
        }
        return host.lines("/proc/modules").map(lines -> {
            Map<String, Integer> found = new LinkedHashMap<>();
            for (String line : lines) {
                String[] fields = line.split(" ");
                if (fields.length > 2 && RELEVANT.contains(fields[0])) {
                    found.put(
                            fields[0],
                            Host.parse("users", fields[2]).map(Long::intValue).orElse(0));
                }
            }
            return found;
        });
    }

    // ------------------------------------------------------------------ on the disk

    /** Each kernel's list of dependencies names all its modules, so that no tree is walked. */
    private Fact<List<ModuleFile>> files() {
        if (inContainer && host.exists("/lib/modules").is(false)) {
            return Fact.unknown("a container does not show the host's modules");
        }
        return host.names("/lib/modules", "*").map(kernels -> {
            List<ModuleFile> found = new ArrayList<>();
            for (String kernel : kernels) {
                String folder = "/lib/modules/" + kernel;
                Matcher file =
                        NVIDIA_FILE.matcher(host.text(folder + "/modules.dep").orElse(""));
                while (file.find()) {
                    found.add(file(kernel, folder + "/" + file.group(1)));
                }
            }
            return found;
        });
    }

    private ModuleFile file(String kernel, String path) {
        Fact<String> information = host.commands().output(MODINFO_LIMIT_MILLIS, "modinfo", path);
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(information.orElse(""));
        while (field.find()) {
            fields.putIfAbsent(field.group(1), field.group(2).strip());
        }
        return new ModuleFile(
                kernel,
                path,
                fields.containsKey("version")
                        ? Fact.of(fields.get("version"))
                        : Fact.unknown(information.whyUnknown().orElse("modinfo tells no version")),
                information.map(_ -> fields.containsKey("signer")));
    }

    /**
     * DKMS keeps a tree: {@code nvidia/VERSION/KERNEL/ARCHITECTURE/module} for what was built, {@code nvidia/VERSION/build}
     * for what was being built, a link {@code nvidia/kernel-KERNEL-ARCHITECTURE} for what was installed.
     */
    private Fact<List<DkmsBuild>> dkms() {
        String base = "/var/lib/dkms";
        Fact<List<String>> modules = host.names(base, "nvidia*");
        return modules.map(names -> {
            List<DkmsBuild> builds = new ArrayList<>();
            for (String module : names) {
                String folder = base + "/" + module;
                List<String> entries = host.names(folder, "*").orElse(List.of());
                for (String version : entries) {
                    if (!version.startsWith("kernel-")) {
                        addBuilds(builds, folder, version, entries);
                    }
                }
            }
            return builds;
        });
    }

    private void addBuilds(List<DkmsBuild> builds, String folder, String version, List<String> entries) {
        int before = builds.size();
        for (String kernel : host.names(folder + "/" + version, "*").orElse(List.of())) {
            if (!Set.of("source", "build").contains(kernel)) {
                boolean installed = entries.stream().anyMatch(entry -> entry.startsWith("kernel-" + kernel + "-"));
                builds.add(new DkmsBuild(version, kernel, installed ? "installed" : "built"));
            }
        }
        // The folder is removed after a build that went well.
        if (host.exists(folder + "/" + version + "/build/make.log").is(true)) {
            builds.add(new DkmsBuild(version, "", "broken"));
        } else if (builds.size() == before) {
            builds.add(new DkmsBuild(version, "", "added"));
        }
    }

    private Fact<Boolean> headers(Fact<String> release) {
        if (!release.isKnown()) {
            return release.map(_ -> false);
        }
        String modules = "/lib/modules/" + release;
        return inContainer && host.exists(modules).is(false)
                ? Fact.unknown("a container does not show the host's modules")
                : Fact.of(host.real(modules + "/build").isPresent());
    }

    // ------------------------------------------------------------------ kept from loading, parameters, package

    private Fact<List<String>> blacklisted() {
        List<String> found = new ArrayList<>();
        for (String folder : List.of("/etc/modprobe.d", "/usr/lib/modprobe.d", "/lib/modprobe.d", "/run/modprobe.d")) {
            for (String file : host.names(folder, "*.conf").orElse(List.of())) {
                Matcher line = KEPT_OUT.matcher(host.text(folder + "/" + file).orElse(""));
                while (line.find()) {
                    found.add(line.group(1) == null ? line.group(2) : line.group(1));
                }
            }
        }
        Matcher option = KEPT_OUT_AT_BOOT.matcher(host.text("/proc/cmdline").orElse(""));
        while (option.find()) {
            found.addAll(Arrays.asList(option.group(1).split(",")));
        }
        return Fact.of(found.stream()
                .map(name -> name.replace('-', '_'))
                .filter(RELEVANT::contains)
                .distinct()
                .sorted()
                .toList());
    }

    private Fact<Map<String, String>> parameters() {
        return host.lines("/proc/driver/nvidia/params").map(lines -> {
            Map<String, String> found = new LinkedHashMap<>();
            for (String line : lines) {
                int colon = line.indexOf(": ");
                // Empty texts, and lists of devices' own settings, say nothing.
                if (colon > 0 && !line.endsWith("\"\"")) {
                    found.put(
                            line.substring(0, colon), line.substring(colon + 2).strip());
                }
            }
            return found;
        });
    }

    private Fact<Optional<String>> installedPackage() {
        Fact<String> packages = host.text("/var/lib/dpkg/status");
        if (packages.isKnown()) {
            return packages.map(text -> {
                Optional<String> newest = Optional.empty();
                // Only the paragraphs of drivers are looked at: the file is long.
                for (String paragraph : text.split("\n\n")) {
                    if (paragraph.startsWith("Package: nvidia-driver")
                            || paragraph.startsWith("Package: libnvidia-compute-")
                            || paragraph.startsWith("Package: libcuda1\n")) {
                        Matcher version = PACKAGE.matcher(paragraph + "\n");
                        if (version.find()) {
                            newest = Optional.of(version.group(1));
                        }
                    }
                }
                return newest;
            });
        }
        Fact<List<String>> arch = host.names("/var/lib/pacman/local", "nvidia-{utils,open,dkms}-*");
        if (host.exists("/var/lib/pacman/local").is(true)) {
            Pattern version = Pattern.compile("\\d{3}\\.\\d+(?:\\.\\d+)?");
            return arch.map(names -> names.stream()
                    .map(version::matcher)
                    .filter(Matcher::find)
                    .map(Matcher::group)
                    .findFirst());
        }
        if (host.exists("/var/lib/rpm").is(true)
                || host.exists("/usr/lib/sysimage/rpm").is(true)) {
            return host.commands()
                    .output(RPM_LIMIT_MILLIS, "sh", "-c", RPM_QUERY)
                    .map(output -> {
                        Matcher version = RPM_VERSION.matcher(output);
                        return version.find() ? Optional.of(version.group(1)) : Optional.empty();
                    });
        }
        return Fact.unknown("no list of packages is found: neither dpkg's, nor rpm's, nor pacman's");
    }
}
