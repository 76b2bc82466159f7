package io.xianka.cli.top;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.watch.GpuSample;
import io.xianka.diagnosis.watch.GpuSample.ProcessSample;
import io.xianka.diagnosis.watch.GpuSample.Traffic;
import io.xianka.diagnosis.watch.Sample;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/**
 * Draws a sample: a line on the machine, a block for each GPU, the processes, the keys. Of three forms of a GPU's block the
 * richest that leaves room for processes is taken. No line is wider than the terminal, whatever a process is called.
 *
 * @param words sentences in the reader's language
 * @param glyphs what the terminal can show
 * @param zone for the time of day
 * @param emulated devices without a sensor: {@code emulated:0 (Xianka emulator ...)}
 */
public record TopView(Words words, Glyphs glyphs, ZoneId zone, List<String> emulated) {
    private static final AttributedStyle BOLD = AttributedStyle.BOLD;
    private static final AttributedStyle FAINT = AttributedStyle.DEFAULT.faint();
    private static final AttributedStyle GREEN = AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN);
    private static final AttributedStyle YELLOW = AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW);
    private static final AttributedStyle RED = AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);
    private static final AttributedStyle MARKED = AttributedStyle.DEFAULT.inverse();

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final int LABEL_COLUMNS = 5;
    private static final int VALUE_COLUMNS = 20;
    private static final int METER_COLUMNS_LEAST = 36;
    private static final int PROCESS_ROWS_LEAST = 4;
    private static final int COLUMNS_LEAST = 20;
    private static final int PAST_COLUMNS_MAX = 60;

    public TopView {
        emulated = List.copyOf(emulated);
    }

    /** Lines of at most so many columns, at most so many of them. */
    public List<AttributedString> draw(Sample sample, History history, TopState state, int columns, int rows) {
        int width = Math.max(COLUMNS_LEAST, columns);
        List<AttributedString> lines = new ArrayList<>();
        lines.add(header(sample, history, width));
        lines.add(host(sample, width));
        List<GpuSample> gpus = sample.gpus().orElse(List.of());
        if (gpus.isEmpty()) {
            addWithoutGpu(lines, sample, width);
        }
        int room = rows - lines.size() - PROCESS_ROWS_LEAST - 2;
        Form form = formFor(gpus.size(), room, width);
        for (GpuSample gpu : gpus) {
            addGpu(lines, gpu, history, form, width);
        }
        if (!gpus.isEmpty()) {
            addProcesses(lines, sample, state, width, Math.max(1, rows - lines.size() - 2));
        }
        List<AttributedString> shown = new ArrayList<>(lines.subList(0, Math.min(lines.size(), Math.max(1, rows - 1))));
        if (rows > 1) {
            shown.add(footer(state, width));
        }
        return shown;
    }

    // ------------------------------------------------------------------ the machine

    private AttributedString header(Sample sample, History history, int width) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        line.styled(BOLD, "xianka top").append("  ");
        line.append(TIME.format(Instant.ofEpochMilli(sample.timeMillis()).atZone(zone)));
        sample.driverVersion()
                .known()
                .ifPresent(version -> line.append("  driver ").append(version));
        sample.cudaVersion().known().ifPresent(version -> line.append("  CUDA ").append(version));
        return withPast(fitted(line, width), history.hostPercent(), width);
    }

    private AttributedString host(Sample sample, int width) {
        Sample.HostSample host = sample.host();
        List<AttributedString> meters = new ArrayList<>();
        int each = width / (width < 2 * METER_COLUMNS_LEAST ? 1 : 2);
        meters.add(meter(
                "CPU",
                host.loadPercent().map(load -> load / 100),
                host.loadPercent()
                        .map(load -> Math.round(load) + "% of " + host.processors())
                        .orElse("-"),
                each));
        if (each < width) {
            meters.add(meter(
                    "RAM",
                    share(host.memoryUsedBytes(), host.memoryTotalBytes()),
                    amounts(host.memoryUsedBytes(), host.memoryTotalBytes()),
                    each));
        }
        return fitted(joined(meters), width);
    }

    private void addWithoutGpu(List<AttributedString> lines, Sample sample, int width) {
        lines.add(AttributedString.EMPTY);
        String text = words.noGpu().apply(sample.gpus().whyUnknown());
        wrapped(text, width)
                .forEach(line -> lines.add(fitted(new AttributedStringBuilder().styled(YELLOW, line), width)));
        for (String device : emulated) {
            lines.add(fitted(new AttributedStringBuilder().append("  ").append(device), width));
        }
    }

    private static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (!line.isEmpty() && new AttributedString(line + " " + word).columnLength() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    // ------------------------------------------------------------------ GPUs

    /** How much of a GPU is shown. */
    private enum Form {
        /** Name, and all meters. */
        FULL,
        /** Name, and load and memory. */
        SHORT,
        /** One line. */
        LINE
    }

    private static int metersInRow(int width) {
        return Math.clamp(width / METER_COLUMNS_LEAST, 1, 3);
    }

    private static Form formFor(int gpus, int rows, int width) {
        int full = 1 + (6 + metersInRow(width) - 1) / metersInRow(width);
        int shorter = 1 + (2 + metersInRow(width) - 1) / metersInRow(width);
        return gpus * full <= rows ? Form.FULL : gpus * shorter <= rows ? Form.SHORT : Form.LINE;
    }

    private void addGpu(List<AttributedString> lines, GpuSample gpu, History history, Form form, int width) {
        if (form == Form.LINE) {
            lines.add(oneLine(gpu, width));
            return;
        }
        lines.add(title(gpu, history, width));
        int inRow = metersInRow(width);
        int each = width / inRow;
        List<AttributedString> meters = form == Form.FULL ? allMeters(gpu, each) : mainMeters(gpu, each);
        for (int first = 0; first < meters.size(); first += inRow) {
            lines.add(fitted(joined(meters.subList(first, Math.min(meters.size(), first + inRow))), width));
        }
    }

    private AttributedString title(GpuSample gpu, History history, int width) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        line.styled(BOLD, gpu.index() + " " + shortName(gpu));
        gpu.smClockMhz().known().ifPresent(clock -> line.append("  ").append(clock + " MHz"));
        gpu.fanPercent().known().ifPresent(percent -> line.append("  fan ").append(percent + "%"));
        gpu.memoryLoadPercent()
                .known()
                .ifPresent(percent -> line.append("  memory load ").append(percent + "%"));
        return withPast(fitted(line, width), history.gpuPercent().getOrDefault(gpu.index(), List.of()), width);
    }

    /** A line, and past loads at its right end as far as there is room. */
    private AttributedString withPast(AttributedString text, List<Integer> loads, int width) {
        String past = sparkline(loads, Math.min(width - text.columnLength() - 2, PAST_COLUMNS_MAX));
        return past.isEmpty()
                ? text
                : new AttributedStringBuilder()
                        .append(text)
                        .append(" ".repeat(Math.max(1, width - text.columnLength() - past.length())))
                        .styled(GREEN, past)
                        .toAttributedString();
    }

    private String sparkline(List<Integer> loads, int columns) {
        StringBuilder line = new StringBuilder();
        for (int load : loads.subList(Math.max(0, loads.size() - Math.max(0, columns)), loads.size())) {
            line.append(load < 0 ? ' ' : glyphs.height(load / 100.0));
        }
        return line.toString();
    }

    private AttributedString oneLine(GpuSample gpu, int width) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        String numbers = " " + padded(gpu.loadPercent().map(load -> load + "%").orElse("-"), 4)
                + " " + padded(amounts(gpu.memoryUsedBytes(), gpu.memoryTotalBytes()), 15)
                + " "
                + padded(gpu.powerWatts().map(watts -> Math.round(watts) + "W").orElse("-"), 5)
                + " "
                + padded(
                        gpu.temperatureCelsius()
                                .map(celsius -> celsius + glyphs.celsius)
                                .orElse("-"),
                        5);
        int bars = Math.max(0, Math.min(20, (width - numbers.length() - 14) / 2));
        int name = Math.max(0, Math.min(28, width - numbers.length() - 2 * bars - 4));
        line.append(fitted(new AttributedStringBuilder().styled(BOLD, gpu.index() + " " + shortName(gpu)), name));
        line.append(" ".repeat(Math.max(0, name - line.columnLength()))).append(' ');
        if (bars > 2) {
            double load = gpu.loadPercent().map(percent -> percent / 100.0).orElse(0.0);
            double memory = share(gpu.memoryUsedBytes(), gpu.memoryTotalBytes()).orElse(0.0);
            line.styled(styleOf(load), glyphs.bar(load, bars)).append(' ');
            line.styled(styleOf(memory), glyphs.bar(memory, bars));
        }
        line.append(numbers);
        return fitted(line, width);
    }

    private static String shortName(GpuSample gpu) {
        return gpu.name()
                .map(name -> name.replaceFirst("^NVIDIA ", "").replaceFirst("^GeForce ", ""))
                .orElse("GPU");
    }

    private List<AttributedString> mainMeters(GpuSample gpu, int each) {
        return List.of(
                meter(
                        "GPU",
                        gpu.loadPercent().map(load -> load / 100.0),
                        gpu.loadPercent().map(load -> load + "%").orElse("-"),
                        each),
                meter(
                        "MEM",
                        share(gpu.memoryUsedBytes(), gpu.memoryTotalBytes()),
                        amounts(gpu.memoryUsedBytes(), gpu.memoryTotalBytes()),
                        each));
    }

    private List<AttributedString> allMeters(GpuSample gpu, int each) {
        List<AttributedString> meters = new ArrayList<>(mainMeters(gpu, each));
        meters.add(meter(
                "PWR",
                share(gpu.powerWatts(), gpu.powerLimitWatts()),
                gpu.powerWatts().map(watts -> Math.round(watts) + "").orElse("-")
                        + gpu.powerLimitWatts()
                                .map(limit -> "/" + Math.round(limit) + " W")
                                .orElse(" W"),
                each));
        meters.add(meter(
                "TEMP",
                share(gpu.temperatureCelsius(), gpu.temperatureSlowdownCelsius()),
                gpu.temperatureCelsius().map(celsius -> celsius + "").orElse("-")
                        + gpu.temperatureSlowdownCelsius()
                                .map(limit -> "/" + limit + " " + glyphs.celsius)
                                .orElse(" " + glyphs.celsius),
                each));
        meters.add(meter("PCIe", busier(gpu.pcie()), traffic(gpu.pcie()), each));
        meters.add(meter("NVL", busier(gpu.nvlink()), traffic(gpu.nvlink()), each));
        return meters;
    }

    /** The share of the busier direction. */
    private static Fact<Double> busier(Traffic traffic) {
        Fact<Double> sent = share(traffic.sentBytesPerSecond(), traffic.capacityBytesPerSecond());
        Fact<Double> received = share(traffic.receivedBytesPerSecond(), traffic.capacityBytesPerSecond());
        return sent.isKnown() ? sent.map(value -> Math.max(value, received.orElse(0.0))) : received;
    }

    private String traffic(Traffic traffic) {
        if (!traffic.sentBytesPerSecond().isKnown()
                && !traffic.receivedBytesPerSecond().isKnown()) {
            return "-";
        }
        return glyphs.up + traffic.sentBytesPerSecond().map(TopView::rate).orElse("-") + " " + glyphs.down
                + traffic.receivedBytesPerSecond().map(TopView::rate).orElse("-") + " B/s";
    }

    // ------------------------------------------------------------------ processes

    private void addProcesses(List<AttributedString> lines, Sample sample, TopState state, int width, int room) {
        List<Row> rows = Row.of(sample, state);
        lines.add(fitted(new AttributedStringBuilder().styled(MARKED, padRight(heading(state, width), width)), width));
        if (rows.isEmpty()) {
            lines.add(fitted(new AttributedStringBuilder().styled(FAINT, words.noProcesses()), width));
            return;
        }
        int marked = Math.min(state.selected(), rows.size() - 1);
        int visible = Math.max(1, room - 1);
        int first = Math.max(0, Math.min(marked - visible + 1, rows.size() - visible));
        for (int i = first; i < Math.min(rows.size(), first + visible); i++) {
            AttributedString line = fitted(new AttributedStringBuilder().append(process(rows.get(i), width)), width);
            lines.add(
                    i == marked
                            ? new AttributedStringBuilder()
                                    .styled(BOLD.inverse(), padRight(line.toString(), width))
                                    .toAttributedString()
                            : line);
        }
    }

    private static boolean wide(int width) {
        return width >= 76;
    }

    private static String heading(TopState state, int width) {
        String columns = wide(width)
                ? "GPU     PID USER        GPU-MEM  SM%  CPU%   HOST-MEM COMMAND"
                : "GPU     PID  GPU-MEM  SM% COMMAND";
        return columns + "  (" + state.sort() + (state.reversed() ? ", reversed" : "") + ")";
    }

    private String process(Row row, int width) {
        ProcessSample process = row.process();
        StringBuilder line = new StringBuilder();
        line.append(padded(Integer.toString(row.gpu()), 3)).append(padded(Long.toString(process.pid()), 8));
        if (wide(width)) {
            line.append(' ').append(columnsOf(process.user().orElse("-"), 9));
        }
        line.append(padded(process.gpuMemoryBytes().map(TopView::amount).orElse("-"), 9));
        line.append(padded(process.gpuLoadPercent().map(Object::toString).orElse("-"), 5));
        if (wide(width)) {
            line.append(
                    padded(process.cpuPercent().map(cpu -> Math.round(cpu) + "").orElse("-"), 6));
            line.append(padded(process.hostMemoryBytes().map(TopView::amount).orElse("-"), 11));
        }
        return line.append(' ').append(printable(process.command().orElse("-"))).toString();
    }

    private AttributedString footer(TopState state, int width) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        switch (state.mode()) {
            case TopState.Mode.Filtering _ ->
                line.styled(BOLD, words.filter() + state.filter()).append("_");
            case TopState.Mode.Confirming(long pid, String command, boolean _) ->
                line.styled(RED, words.kill().formatted(pid, shortened(printable(command), Math.max(8, width - 40))));
            case TopState.Mode.Browsing _ -> {
                if (state.message().isEmpty()) {
                    String filter = state.filter().isEmpty() ? "" : words.filter() + state.filter() + "  ";
                    line.styled(FAINT, filter + words.keys());
                } else {
                    line.styled(YELLOW, printable(state.message()));
                }
            }
        }
        return fitted(line, width);
    }

    // ------------------------------------------------------------------ meters, numbers, widths

    /** A label, a bar and a figure in so many columns, the last one blank. */
    private AttributedString meter(String label, Fact<Double> share, String value, int columns) {
        int bar = columns - LABEL_COLUMNS - VALUE_COLUMNS - 2;
        AttributedStringBuilder line = new AttributedStringBuilder();
        line.append(padRight(label, LABEL_COLUMNS));
        if (bar > 2) {
            double known = share.orElse(0.0);
            line.styled(share.isKnown() ? styleOf(known) : FAINT, glyphs.bar(known, bar))
                    .append(' ');
        }
        line.append(value);
        AttributedString text = fitted(line, columns - 1);
        return new AttributedStringBuilder()
                .append(text)
                .append(" ".repeat(Math.max(0, columns - text.columnLength())))
                .toAttributedString();
    }

    private static AttributedStyle styleOf(double share) {
        return share < 0.6 ? GREEN : share < 0.9 ? YELLOW : RED;
    }

    private static <A extends Number, B extends Number> Fact<Double> share(Fact<A> part, Fact<B> whole) {
        return part.isKnown() && whole.holds(value -> value.doubleValue() > 0)
                ? part.map(value ->
                        value.doubleValue() / whole.known().orElseThrow().doubleValue())
                : Fact.unknown("one of both is unknown");
    }

    private static String amounts(Fact<Long> used, Fact<Long> total) {
        return used.map(TopView::amount).orElse("-") + "/"
                + total.map(TopView::amount).orElse("-");
    }

    /** Three digits and a binary unit: {@code 140GiB}. */
    static String amount(long bytes) {
        return scaled((double) bytes, 1024, new String[] {"B", "KiB", "MiB", "GiB", "TiB", "PiB"});
    }

    /** Three digits and a decimal prefix: {@code 1.2G}. */
    static String rate(double bytesPerSecond) {
        return scaled(bytesPerSecond, 1000, new String[] {"", "k", "M", "G", "T", "P"});
    }

    private static String scaled(double value, double step, String[] units) {
        int unit = 0;
        double scaled = Math.max(0, value);
        while (scaled >= 999.5 && unit < units.length - 1) {
            scaled /= step;
            unit++;
        }
        return String.format(Locale.ROOT, scaled < 9.95 && unit > 0 ? "%.1f" : "%.0f", scaled) + units[unit];
    }

    private static String padded(String text, int columns) {
        return " ".repeat(Math.max(0, columns - text.length())) + text;
    }

    private static String padRight(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - new AttributedString(text).columnLength()));
    }

    private String columnsOf(String text, int columns) {
        return padRight(shortened(printable(text), columns), columns);
    }

    private String shortened(String text, int columns) {
        return fitted(new AttributedStringBuilder().append(text), columns).toString();
    }

    /** A process may call itself anything: nothing of it may steer the terminal. */
    private static String printable(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }

    private static AttributedStringBuilder joined(List<AttributedString> parts) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        parts.forEach(line::append);
        return line;
    }

    /** Cut to so many columns, the last of which then says so. */
    private AttributedString fitted(AttributedStringBuilder line, int columns) {
        AttributedString text = line.toAttributedString();
        if (text.columnLength() <= columns) {
            return text;
        }
        return columns < 2
                ? text.columnSubSequence(0, Math.max(0, columns))
                : new AttributedStringBuilder()
                        .append(text.columnSubSequence(0, columns - 1))
                        .append(glyphs.cut)
                        .toAttributedString();
    }
}
