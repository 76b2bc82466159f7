package io.xianka.cli.train;

import io.xianka.nn.training.Progress;
import java.io.PrintWriter;
import java.util.Locale;

/** How far a training has come: on a terminal one line that changes, elsewhere a line now and then. */
public final class ProgressLine implements Progress.Listener {
    private static final int BAR = 20;
    private static final long REDRAW_NANOS = 100_000_000;
    private static final double SMOOTHING = 0.9;

    private final PrintWriter out;
    private final PrintWriter terminal;
    private double tokensPerSecond;
    private double secondsPerStep;
    private long lastNanos = System.nanoTime();
    private long drawnNanos;

    /** Lines go out; what changes goes to a terminal, where there is one, else null. */
    public ProgressLine(PrintWriter out, PrintWriter terminal) {
        this.out = out;
        this.terminal = terminal;
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
            terminal.print("\r" + bar(progress) + "\u001b[K");
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

    private String bar(Progress progress) {
        double share = (double) progress.step() / progress.steps();
        int full = (int) (share * BAR);
        long left = (long) ((progress.steps() - progress.step()) * secondsPerStep);
        String utilisation = progress.utilisation().isPresent()
                ? String.format(
                        Locale.ROOT,
                        "  MFU %.1f%%",
                        100 * progress.utilisation().getAsDouble())
                : "";
        return String.format(
                Locale.ROOT,
                "%s%s %3.0f%%  %d/%d  loss %.3f  lr %.1e  |g| %.2f  %,.0f tok/s%s  %s  %d:%02d left",
                "█".repeat(full),
                "░".repeat(BAR - full),
                100 * share,
                progress.step(),
                progress.steps(),
                progress.loss(),
                progress.learningRate(),
                progress.gradientNorm(),
                tokensPerSecond,
                utilisation,
                bytes(progress.memoryBytes()),
                left / 60,
                left % 60);
    }

    private static String bytes(long bytes) {
        double mib = bytes / 1048576.0;
        return mib < 1024
                ? String.format(Locale.ROOT, "%.0f MiB", mib)
                : String.format(Locale.ROOT, "%.2f GiB", mib / 1024);
    }
}
