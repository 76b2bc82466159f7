package io.xianka.cli;

import java.util.Locale;

/** How times are printed: three digits that mean something, the unit behind. */
final class Times {
    private Times() {}

    /** {@code 0.0123 ms}, {@code 1.23 ms}, {@code 123 ms}. */
    static String millis(long nanos) {
        return millis(nanos / 1e6);
    }

    /** The same of milliseconds. */
    static String millis(double millis) {
        String form = millis >= 100 ? "%.0f ms" : millis >= 10 ? "%.1f ms" : millis >= 1 ? "%.2f ms" : "%.4f ms";
        return String.format(Locale.ROOT, form, millis);
    }
}
