package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Cpu;
import io.xianka.diagnosis.facts.Disk;
import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.HostMemory;
import io.xianka.diagnosis.facts.Jvm;
import io.xianka.driver.Device;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Processor, memory, disks and Java. */
record HostSurvey(Host host, Privacy privacy) {
    /** Version 1 of control groups writes this and more where there is no limit. */
    private static final long NO_LIMIT_BYTES = 1L << 60;

    private static final Pattern LOCKED_MEMORY = Pattern.compile("(?m)^Max locked memory\\s+(\\S+)");
    private static final Pattern JVM_OPTION =
            Pattern.compile("-Xm[sx]\\w+|-XX:(?:Max|Initial|Min)\\w*(?:RAM|Heap|Direct)\\w*=\\S+|-XX:[+-]Use\\w+"
                    + "|--(?:enable|illegal)-native-access=\\S+");

    Cpu cpu() {
        Fact<String> info = host.text("/proc/cpuinfo");
        return new Cpu(model(info), Fact.of(Runtime.getRuntime().availableProcessors()), info.map(text ->
                (int) text.lines().filter(line -> line.startsWith("processor")).count()));
    }

    /** ARM's kernels leave the model out; there the device tree or the firmware names the whole machine. */
    private Fact<String> model(Fact<String> info) {
        if (!info.isKnown()) {
            return info;
        }
        Matcher named = Pattern.compile("(?m)^(?:model name|Model|Hardware)\\s*:\\s*(.+)$")
                .matcher(info.orElse(""));
        return named.find() ? Fact.of(named.group(1).strip()) : Fact.unknown("/proc/cpuinfo names no model");
    }

    // ------------------------------------------------------------------ memory

    HostMemory memory() {
        Fact<String> info = host.text("/proc/meminfo");
        Path shared = host.at("/dev/shm");
        return new HostMemory(
                kibibytes(info, "MemTotal"),
                kibibytes(info, "MemAvailable"),
                kibibytes(info, "SwapTotal"),
                limit(),
                lockedLimit(),
                sharedBytes(shared, FileStore::getTotalSpace),
                sharedBytes(shared, FileStore::getUsableSpace),
                number(info, "HugePages_Total"),
                kibibytes(info, "Hugepagesize"));
    }

    private static Fact<Long> kibibytes(Fact<String> info, String name) {
        return number(info, name).map(kibibytes -> kibibytes << 10);
    }

    private static Fact<Long> number(Fact<String> info, String name) {
        if (!info.isKnown()) {
            return info.map(_ -> 0L);
        }
        Matcher line = Pattern.compile("(?m)^" + name + ":\\s+(\\d{1,15})").matcher(info.orElse(""));
        return line.find() ? Fact.of(Long.parseLong(line.group(1))) : Fact.unknown("/proc/meminfo has no line " + name);
    }

    /** The tightest limit of this process's control group and those above it. */
    private Fact<Optional<Long>> limit() {
        Fact<String> groups = host.text("/proc/self/cgroup");
        if (!groups.isKnown()) {
            return groups.map(_ -> Optional.empty());
        }
        boolean second = host.exists("/sys/fs/cgroup/cgroup.controllers").is(true);
        String file = second ? "memory.max" : "memory.limit_in_bytes";
        String base = second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
        Pattern own = Pattern.compile(second ? "(?m)^0::(/.*)$" : "(?m)^\\d+:(?:\\S+,)?memory(?:,\\S+)?:(/.*)$");
        Matcher line = own.matcher(groups.orElse(""));
        String path = line.find() ? line.group(1) : "/";
        Optional<Long> tightest = Optional.empty();
        boolean read = false;
        while (true) {
            Fact<String> limit = host.word(base + (path.equals("/") ? "" : path) + "/" + file);
            // Inside a container the path is the host's, and its own limit is at the top.
            read |= limit.isKnown();
            Optional<Long> bytes = limit.known()
                    .filter(text -> !text.equals("max"))
                    .flatMap(text -> Host.parse(file, text).known())
                    .filter(value -> value < NO_LIMIT_BYTES);
            if (bytes.isPresent() && bytes.get() < tightest.orElse(Long.MAX_VALUE)) {
                tightest = bytes;
            }
            if (path.equals("/")) {
                break;
            }
            path = path.lastIndexOf('/') <= 0 ? "/" : path.substring(0, path.lastIndexOf('/'));
        }
        // The top of version 2 has no such file, on a machine without limits.
        return read || second ? Fact.of(tightest) : Fact.unknown(base + "/" + file + ": not readable");
    }

    private Fact<Optional<Long>> lockedLimit() {
        Fact<String> limits = host.text("/proc/self/limits");
        if (!limits.isKnown()) {
            return limits.map(_ -> Optional.empty());
        }
        Matcher line = LOCKED_MEMORY.matcher(limits.orElse(""));
        if (!line.find()) {
            return Fact.unknown("/proc/self/limits has no line Max locked memory");
        }
        return line.group(1).equals("unlimited")
                ? Fact.of(Optional.empty())
                : Host.parse("Max locked memory", line.group(1)).map(Optional::of);
    }

    private interface StoreSize {
        long of(FileStore store) throws IOException;
    }

    private static Fact<Optional<Long>> sharedBytes(Path folder, StoreSize size) {
        if (Files.notExists(folder)) {
            return Fact.of(Optional.empty());
        }
        return sizeOf(folder, size).map(Optional::of);
    }

    private static Fact<Long> sizeOf(Path folder, StoreSize size) {
        try {
            return Fact.of(size.of(Files.getFileStore(folder)));
        } catch (IOException | RuntimeException unreadable) {
            return Fact.unknown(Host.why("the file system", unreadable));
        }
    }

    // ------------------------------------------------------------------ disks

    Fact<List<Disk>> disks() {
        List<Disk> disks = new ArrayList<>();
        disks.add(disk("temporary", host.isReal() ? System.getProperty("java.io.tmpdir") : "/tmp"));
        Optional<String> home = host.variable("HOME");
        home.ifPresent(path -> disks.add(disk("home", path)));
        host.variable("XIANKA_CACHE")
                .or(() -> host.variable("XDG_CACHE_HOME").map(path -> path + "/xianka"))
                .or(() -> home.map(path -> path + "/.cache/xianka"))
                .ifPresent(path -> disks.add(disk("cache", path)));
        return Fact.of(disks);
    }

    private Disk disk(String purpose, String path) {
        Path folder = host.at(path);
        // A folder that will be made tells through the one it will be made in.
        while (Files.notExists(folder) && folder.getParent() != null && !folder.equals(host.root())) {
            folder = folder.getParent();
        }
        return new Disk(
                purpose,
                privacy.text(path),
                sizeOf(folder, FileStore::getTotalSpace),
                sizeOf(folder, FileStore::getUsableSpace),
                Fact.of(Files.isWritable(folder)),
                runsPrograms(path));
    }

    private Fact<Boolean> runsPrograms(String path) {
        return host.lines("/proc/self/mounts")
                .map(lines -> lines.stream()
                        .map(line -> line.split(" "))
                        .filter(fields -> fields.length > 3)
                        .filter(fields ->
                                path.equals(fields[1]) || fields[1].equals("/") || path.startsWith(fields[1] + "/"))
                        .max(Comparator.comparingInt(fields -> fields[1].length()))
                        .map(fields -> !Arrays.asList(fields[3].split(",")).contains("noexec"))
                        .orElse(true));
    }

    // ------------------------------------------------------------------ Java

    Jvm jvm() {
        Fact<List<String>> options = host.bytes("/proc/self/cmdline", 1 << 20)
                .map(line -> Arrays.stream(new String(line, java.nio.charset.StandardCharsets.UTF_8).split("\0"))
                        .filter(JVM_OPTION.asMatchPredicate())
                        .toList());
        long heap = Runtime.getRuntime().maxMemory();
        return new Jvm(
                Fact.of(Runtime.version().toString()),
                Fact.of(System.getProperty("java.vendor", "")),
                Fact.of(heap),
                options.map(all -> directMax(all).orElse(heap)),
                Fact.of(Device.class.getModule().isNativeAccessEnabled()),
                options.map(all -> all.contains("--illegal-native-access=deny")),
                options);
    }

    private static Optional<Long> directMax(List<String> options) {
        String name = "-XX:MaxDirectMemorySize=";
        return options.stream()
                .filter(option -> option.startsWith(name))
                .reduce((first, last) -> last)
                .flatMap(option -> bytes(option.substring(name.length())));
    }

    private static Optional<Long> bytes(String text) {
        Matcher size = Pattern.compile("(\\d{1,12})([kKmMgGtT]?)").matcher(text);
        if (!size.matches()) {
            return Optional.empty();
        }
        int shift = 10
                * " kmgt".indexOf(size.group(2).isEmpty() ? " " : size.group(2).toLowerCase(java.util.Locale.ROOT));
        return Optional.of(Long.parseLong(size.group(1)) << shift);
    }
}
