package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Cgroup;
import io.xianka.diagnosis.facts.DeviceNode;
import io.xianka.diagnosis.facts.Fact;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The device files, and whether this process may use them. */
record NodeSurvey(Host host) {
    /** Those of GPUs; the capabilities below nvidia-caps are for administrators. */
    private static final List<String> NODES = List.of(
            "nvidia[0-9]*",
            "nvidiactl",
            "nvidia-uvm",
            "nvidia-uvm-tools",
            "nvidia-modeset",
            "nvidia-nvswitch*",
            "dxg",
            "nvhost-*gpu*",
            "nvmap",
            "nvgpu");

    private static final Set<String> GROUPS = Set.of("video", "render", "docker", "vglusers");

    /** What the kernel calls the driver of a node, newer name first. */
    private static final Map<String, List<String>> DRIVERS = Map.of(
            "nvidia-uvm", List.of("nvidia-uvm"),
            "nvidia-uvm-tools", List.of("nvidia-uvm"),
            "nvidia-nvswitch", List.of("nvidia-nvswitch"),
            "nvidia", List.of("nvidia", "nvidia-frontend"));

    Fact<List<DeviceNode>> nodes() {
        Map<String, Integer> majors = majors();
        List<DeviceNode> found = new ArrayList<>();
        for (String glob : NODES) {
            Fact<List<String>> names = host.names("/dev", glob);
            if (!names.isKnown()) {
                return names.map(_ -> List.of());
            }
            names.orElse(List.of()).stream()
                    .filter(name -> !Files.isDirectory(host.at("/dev/" + name)))
                    .forEach(name -> found.add(node("/dev/" + name, majors)));
        }
        return Fact.of(found);
    }

    private DeviceNode node(String path, Map<String, Integer> majors) {
        Path file = host.at(path);
        Fact<String> error = openError(file);
        String name = file.getFileName().toString();
        String driver = DRIVERS.containsKey(name)
                ? name
                : name.startsWith("nvidia-nvswitch") ? "nvidia-nvswitch" : name.startsWith("nvidia") ? "nvidia" : "";
        Fact<Integer> expected = DRIVERS.getOrDefault(driver, List.of()).stream()
                .map(majors::get)
                .filter(java.util.Objects::nonNull)
                .findFirst()
                .map(Fact::of)
                .orElse(Fact.unknown("/proc/devices lists no driver for it"));
        return new DeviceNode(
                path,
                attribute(file, "unix:mode").map(mode -> "%04o".formatted((Integer) mode & 0xfff)),
                attribute(file, "unix:group").map(Object::toString),
                Fact.of(!error.isKnown()),
                error,
                attribute(file, "unix:rdev").map(device -> majorOf(((Number) device).longValue())),
                expected);
    }

    /** The kernel packs 12 bits of the major number above 8 of the minor one; the rest stands higher up. */
    private static int majorOf(long device) {
        return (int) (device >> 8 & 0xfff | device >> 32 & ~0xfffL);
    }

    private static Fact<Object> attribute(Path file, String name) {
        try {
            return Fact.of(Files.getAttribute(file, name));
        } catch (IOException | RuntimeException unreadable) {
            return Fact.unknown(Host.why(name, unreadable));
        }
    }

    private static Fact<String> openError(Path file) {
        try (FileChannel _ = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return Fact.unknown("it opens");
        } catch (AccessDeniedException denied) {
            return Fact.of("Permission denied");
        } catch (FileSystemException refused) {
            return Fact.of(Optional.ofNullable(refused.getReason()).orElse("No such file or directory"));
        } catch (IOException refused) {
            return Fact.of(String.valueOf(refused.getMessage()));
        }
    }

    private Map<String, Integer> majors() {
        Map<String, Integer> majors = new HashMap<>();
        for (String line : host.lines("/proc/devices").orElse(List.of())) {
            if (line.startsWith("Block")) {
                break;
            }
            String[] fields = line.strip().split("\\s+");
            if (fields.length == 2) {
                Host.parse("major", fields[0]).known().ifPresent(major -> majors.put(fields[1], major.intValue()));
            }
        }
        return majors;
    }

    // ------------------------------------------------------------------ rights

    Cgroup cgroup() {
        Fact<Boolean> second = host.exists("/sys/fs/cgroup").is(true)
                ? host.exists("/sys/fs/cgroup/cgroup.controllers")
                : Fact.unknown("/sys/fs/cgroup: no such folder");
        Fact<String> status = host.text("/proc/self/status");
        return new Cgroup(
                second.map(is -> is ? 2 : 1),
                deviceRules(second),
                groups(status),
                uid(status).map(id -> id == 0));
    }

    private Fact<List<String>> deviceRules(Fact<Boolean> second) {
        if (second.is(true)) {
            return Fact.unknown("version 2 of control groups keeps its rules in the kernel");
        }
        Matcher own = Pattern.compile("(?m)^\\d+:(?:\\S+,)?devices(?:,\\S+)?:(/.*)$")
                .matcher(host.text("/proc/self/cgroup").orElse(""));
        String base = "/sys/fs/cgroup/devices";
        String path = own.find() ? own.group(1) : "/";
        Fact<List<String>> rules = host.lines(base + path + "/devices.list");
        return rules.isKnown() ? rules : host.lines(base + "/devices.list");
    }

    private static Fact<Long> uid(Fact<String> status) {
        if (!status.isKnown()) {
            return status.map(_ -> -1L);
        }
        Matcher line = Pattern.compile("(?m)^Uid:\\s+\\d+\\s+(\\d{1,10})").matcher(status.orElse(""));
        return line.find() ? Fact.of(Long.parseLong(line.group(1))) : Fact.unknown("/proc/self/status names no user");
    }

    private Fact<List<String>> groups(Fact<String> status) {
        Matcher line = Pattern.compile("(?m)^Groups:(.*)$").matcher(status.orElse(""));
        if (!status.isKnown() || !line.find()) {
            return Fact.unknown(status.whyUnknown().orElse("/proc/self/status names no groups"));
        }
        Set<String> numbers = Set.copyOf(Arrays.asList(line.group(1).strip().split("\\s+")).stream()
                .distinct()
                .toList());
        return host.lines("/etc/group")
                .map(groups -> groups.stream()
                        .map(group -> group.split(":"))
                        .filter(fields ->
                                fields.length > 2 && GROUPS.contains(fields[0]) && numbers.contains(fields[2]))
                        .map(fields -> fields[0])
                        .sorted()
                        .toList());
    }
}
