package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.KernelLogLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The kernel's log of this boot, where this user may read it: lines about GPUs, their driver, and sleep. */
record KernelLogSurvey(Host host, Privacy privacy) {
    private static final long LIMIT_MILLIS = 3000;
    private static final int LINES_MAX = 200;

    private static final Pattern ABOUT_GPUS = Pattern.compile(
            "NVRM|\\bXid\\b|SXid|nvidia|nouveau|nova-core|nvgpu|Secure [Bb]oot|Lockdown:|PKCS#7|Key was rejected"
                    + "|module verification failed|PM: (?:suspend|hibernation|resume)|AER:|fallen off the bus"
                    + "|BAR \\d+.*(?:no space|failed to assign)|Out of memory: Killed");
    private static final Pattern LINE = Pattern.compile("\\[\\s*(\\d{1,12}\\.\\d+)\\]\\s+(?:kernel: )?(.*)");
    private static final Pattern XID = Pattern.compile("\\bS?Xid \\([^)]*\\): (\\d{1,4})");

    Fact<List<KernelLogLine>> look() {
        Fact<String> log = host.commands().output(LIMIT_MILLIS, "dmesg", "--kernel");
        if (!log.isKnown()) {
            log = host.commands()
                    .output(
                            LIMIT_MILLIS,
                            "journalctl",
                            "-k",
                            "-b",
                            "-q",
                            "--no-pager",
                            "--no-hostname",
                            "-o",
                            "short-monotonic");
        }
        return log.holds(String::isBlank)
                ? Fact.unknown("the kernel's log is empty here, as in a container")
                : log.map(this::lines);
    }

    private List<KernelLogLine> lines(String log) {
        List<KernelLogLine> found = new ArrayList<>();
        for (String line : log.split("\n")) {
            if (ABOUT_GPUS.matcher(line).find()) {
                Matcher parts = LINE.matcher(line);
                boolean timed = parts.lookingAt();
                String text = privacy.text(timed ? parts.group(2) : line.strip());
                Matcher xid = XID.matcher(text);
                found.add(new KernelLogLine(
                        timed ? Fact.of(Double.parseDouble(parts.group(1))) : Fact.unknown("the line has no time"),
                        text,
                        xid.find() ? Optional.of(Integer.parseInt(xid.group(1))) : Optional.empty()));
            }
        }
        // The first lines tell how the driver came up, the last what happened to it.
        return found.size() <= LINES_MAX
                ? found
                : Stream.concat(
                                found.subList(0, LINES_MAX / 2).stream(),
                                found.subList(found.size() - LINES_MAX / 2, found.size()).stream())
                        .toList();
    }
}
