package io.xianka.tensor.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much memory Linux has for this process, by what it tells in files below a root; elsewhere what the heap may take. */
record HostCapacity(Path root) {
    static final HostCapacity HERE = new HostCapacity(Path.of("/"));

    private static final Pattern CGROUP = Pattern.compile("(\\d+):([^:]*):(/.*)");

    /** All of it: the machine's, or what a container or a control group is limited to. */
    long bytes() {
        return Math.min(ofMachine("MemTotal", Runtime.getRuntime().maxMemory()), limit());
    }

    /** What could be taken now without taking it from other processes, swap included. */
    long freeBytes() {
        long available = ofMachine("MemAvailable", Long.MAX_VALUE);
        return available == Long.MAX_VALUE ? available : available + ofMachine("SwapFree", 0);
    }

    private long ofMachine(String name, long unknown) {
        for (String line : lines("proc/meminfo")) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        return unknown;
    }

    /** The least limit of the process's control group and of those around it, in either version of them. */
    private long limit() {
        long least = Long.MAX_VALUE;
        for (String line : lines("proc/self/cgroup")) {
            Matcher group = CGROUP.matcher(line);
            if (!group.matches()) {
                continue;
            }
            boolean second = group.group(1).equals("0") && group.group(2).isEmpty();
            if (!second && !List.of(group.group(2).split(",")).contains("memory")) {
                continue;
            }
            String base = second ? "sys/fs/cgroup" : "sys/fs/cgroup/memory";
            String file = second ? "memory.max" : "memory.limit_in_bytes";
            // Inside of a container the path may be the host's, of which only the root is there.
            for (Path at = Path.of(group.group(3)); at != null; at = at.getParent()) {
                least = Math.min(least, number(base + at.resolve(file)));
            }
        }
        return least;
    }

    private long number(String file) {
        for (String line : lines(file)) {
            if (line.matches("\\d{1,18}")) {
                return Long.parseLong(line);
            }
        }
        return Long.MAX_VALUE;
    }

    private List<String> lines(String file) {
        try {
            return Files.readAllLines(root.resolve(file));
        } catch (IOException none) {
            return List.of();
        }
    }
}
