package io.xianka.cli.train;

import io.xianka.nn.training.Progress;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** How far a training has come: on a terminal one line that changes, elsewhere a line now and then. */
public final class ProgressLine implements Progress.Listener {
    private static final int BAR = 20;
    private static final long REDRAW_NANOS = 100_000_000;
    private static final double SMOOTHING = 0.9;

    private final PrintWriter out;
    private final PrintWriter terminal;
    private final IntSupplier columns;
    private double tokensPerSecond;
    private double secondsPerStep;
    private long lastNanos = System.nanoTime();
    private long drawnNanos;

    /**
     * Lines go out; what changes goes to a terminal.
     *
     * @param terminal null where there is none
     * @param columns of the terminal now
     */
    public ProgressLine(PrintWriter out, PrintWriter terminal, IntSupplier columns) {
        this.out = out;
        this.terminal = terminal;
        this.columns = columns;
    }

    @Override
    public void stepped(Progress progress) {
        long now = System.nanoTime();
        double seconds = (now - lastNanos) / 1e9;
        lastNanos = now;
        tokensPerSecond = smoothed(tokensPerSecond, progress.tokensPerSecond());
        secondsPerStep = smoothed(secondsPerStep, seconds);
        boolean isNews = progress.validationLoss().isPresent() || progress.step() == 1;
        if (isNews) {
            clear();
            out.println(text(progress));
            out.flush();
        }
        if (terminal != null && (now - drawnNanos > REDRAW_NANOS || isNews)) {
            drawnNanos = now;
            terminal.print("\r" + bar(progress, columns.getAsInt()) + "\u001b[K");
            terminal.flush();
        }
    }

    private static double smoothed(double average, double next) {
        return average == 0 ? next : SMOOTHING * average + (1 - SMOOTHING) * next;
    }

    /** Takes the line away that changes, so that others can print. */
    public void clear() {
        if (terminal != null) {
            terminal.print("\r\u001b[K");
            terminal.flush();
        }
    }

    private String text(Progress progress) {
        var text = new StringBuilder(String.format(
                Locale.ROOT,
                "step %6d  loss %.4f  lr %.2e  grad norm %.3f  %,.0f tokens/s  %s",
                progress.step(),
                progress.loss(),
                progress.learningRate(),
                progress.gradientNorm(),
                tokensPerSecond,
                bytes(progress.memoryBytes())));
        progress.utilisation().ifPresent(share -> text.append(String.format(Locale.ROOT, "  MFU %.1f%%", 100 * share)));
        progress.validationLoss().ifPresent(loss -> text.append(String.format(Locale.ROOT, "  validation %.4f", loss)));
        return text.toString();
    }

    /** As much as fits into one line: a longer one would be broken, and what is left of it would stay above the next. */
    private String bar(Progress progress, int columns) {
        double share = (double) progress.step() / progress.steps();
        int full = (int) (share * BAR);
        long left = (long) ((progress.steps() - progress.step()) * secondsPerStep);
        List<Part> parts = new ArrayList<>();
        parts.add(new Part(4, "█".repeat(full) + "░".repeat(BAR - full)));
        parts.add(new Part(0, format("%3.0f%%", 100 * share)));
        parts.add(new Part(1, progress.step() + "/" + progress.steps()));
        parts.add(new Part(2, format("loss %.3f", progress.loss())));
        parts.add(new Part(6, format("lr %.1e", progress.learningRate())));
        parts.add(new Part(8, format("|g| %.2f", progress.gradientNorm())));
        parts.add(new Part(5, format("%,.0f tok/s", tokensPerSecond)));
        progress.utilisation().ifPresent(used -> parts.add(new Part(7, format("MFU %.1f%%", 100 * used))));
        parts.add(new Part(9, bytes(progress.memoryBytes())));
        parts.add(new Part(3, duration(left) + " left"));
        // The last column stays free: some terminals go on to the next line with it.
        while (parts.size() > 1 && Part.joined(parts).length() >= columns) {
            parts.remove(Collections.max(parts, Comparator.comparingInt(Part::rank)));
        }
        return Part.joined(parts);
    }

    /** A piece of the line; the highest rank is left out first. */
    private record Part(int rank, String text) {
        static String joined(List<Part> parts) {
            return parts.stream().map(Part::text).collect(Collectors.joining("  "));
        }
    }

    private static String duration(long seconds) {
        return seconds < 3600
                ? format("%d:%02d", seconds / 60, seconds % 60)
                : format("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    private static String bytes(long bytes) {
        double mib = bytes / 1048576.0;
        return mib < 1024
                ? String.format(Locale.ROOT, "%.0f MiB", mib)
                : String.format(Locale.ROOT, "%.2f GiB", mib / 1024);
    }
}
