package io.xianka.diagnosis.watch;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.watch.Sample.HostSample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Loads of the host and of processes, from {@code /proc}: counters become rates between one sample and the next. Several
 * threads may ask within one sample.
 */
final class ProcFiles {
    /** The kernel's unit of processor time, which every architecture that has GPUs sets so. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int COMMAND_CHARACTERS_MAX = 500;
    private static final String FIRST = "rates need a sample before";
    private static final Pattern TOTAL = Pattern.compile("(?m)^MemTotal:\\s+(\\d{1,15})");
    private static final Pattern AVAILABLE = Pattern.compile("(?m)^MemAvailable:\\s+(\\d{1,15})");
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d{1,15})");

    private final Path proc;
    private long busyBefore = -1;
    private long allBefore = -1;
    private Map<Long, Long> ticksBefore = Map.of();
    private Map<Long, Long> ticksNow = new ConcurrentHashMap<>();
    private long nanosBefore;
    private long nanosNow;

    ProcFiles(Path proc) {
        this.proc = proc;
    }

    /** Begins a sample. */
    void begin(long nanos) {
        ticksBefore = ticksNow;
        ticksNow = new ConcurrentHashMap<>();
        nanosBefore = nanosNow;
        nanosNow = nanos;
    }

    private Fact<String> read(String file) {
        try {
            return Fact.of(Files.readString(proc.resolve(file), StandardCharsets.ISO_8859_1));
        } catch (IOException unreadable) {
            return Fact.unknown("/proc/" + file + " cannot be read");
        }
    }

    HostSample host() {
        Fact<String> memory = read("meminfo");
        Fact<Long> total = kibibytes(memory, TOTAL);
        Fact<Long> available = kibibytes(memory, AVAILABLE);
        Fact<Long> used = available.isKnown() ? total.map(bytes -> bytes - available.orElse(0L)) : available;
        Fact<String> average = read("loadavg").map(text -> text.split(" ")[0]);
        return new HostSample(
                Runtime.getRuntime().availableProcessors(),
                load(),
                used,
                total,
                average.holds(text -> text.matches("\\d+\\.\\d+"))
                        ? average.map(Double::parseDouble)
                        : Fact.unknown("/proc/loadavg has no number"));
    }

    private static Fact<Long> kibibytes(Fact<String> text, Pattern line) {
        Matcher number = line.matcher(text.orElse(""));
        return text.isKnown() && number.find()
                ? Fact.of(Long.parseLong(number.group(1)) << 10)
                : Fact.unknown(text.whyUnknown().orElse("the line is missing"));
    }

    /** The first line of /proc/stat: time by kind, where the fourth and fifth are idle. */
    private Fact<Double> load() {
        Fact<String> stat = read("stat");
        if (!stat.isKnown()) {
            return stat.map(_ -> 0.0);
        }
        long[] ticks = Arrays.stream(
                        stat.orElse("").lines().findFirst().orElse("").split("\\s+"))
                .filter(word -> word.matches("\\d{1,18}"))
                .mapToLong(Long::parseLong)
                .limit(8)
                .toArray();
        if (ticks.length < 5) {
            return Fact.unknown("/proc/stat has no times");
        }
        long all = Arrays.stream(ticks).sum();
        long busy = all - ticks[3] - ticks[4];
        long allSince = all - allBefore;
        long busySince = busy - busyBefore;
        boolean first = allBefore < 0;
        allBefore = all;
        busyBefore = busy;
        return first || allSince <= 0 ? Fact.unknown(FIRST) : Fact.of(Math.clamp(100.0 * busySince / allSince, 0, 100));
    }

    // ------------------------------------------------------------------ processes

    Fact<String> command(long pid) {
        try {
            String line = Files.readString(proc.resolve(pid + "/cmdline"))
                    .replace('\0', ' ')
                    .strip();
            String text = line.isEmpty()
                    ? Files.readString(proc.resolve(pid + "/comm")).strip()
                    : line;
            return Fact.of(text.length() > COMMAND_CHARACTERS_MAX ? text.substring(0, COMMAND_CHARACTERS_MAX) : text);
        } catch (IOException gone) {
            return Fact.unknown("process " + pid + " cannot be seen from here");
        }
    }

    Fact<String> user(long pid) {
        try {
            return Fact.of(Files.getOwner(proc.resolve(Long.toString(pid))).getName());
        } catch (IOException gone) {
            return Fact.unknown("process " + pid + " cannot be seen from here");
        }
    }

    Fact<Long> residentBytes(long pid) {
        return kibibytes(read(pid + "/status"), RESIDENT);
    }

    /** Of one processor; a process's name may hold blanks and brackets, so fields are counted from its end. */
    Fact<Double> cpuPercent(long pid) {
        Fact<String> stat = read(pid + "/stat");
        String[] fields = stat.orElse(")")
                .substring(stat.orElse(")").lastIndexOf(')') + 1)
                .strip()
                .split(" ");
        if (fields.length < 13 || !fields[11].matches("\\d{1,18}") || !fields[12].matches("\\d{1,18}")) {
            return Fact.unknown(stat.whyUnknown().orElse("/proc/" + pid + "/stat has no times"));
        }
        long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        ticksNow.put(pid, ticks);
        Long before = ticksBefore.get(pid);
        double seconds = (nanosNow - nanosBefore) / 1e9;
        return before == null || seconds <= 0
                ? Fact.unknown(FIRST)
                : Fact.of(Math.max(0, (ticks - before) / TICKS_PER_SECOND / seconds * 100));
    }
}
