package io.xianka.cli;

import java.util.function.IntSupplier;
import org.jline.utils.Signals;

/** The terminal behind standard error: how wide it is, asked for again when its window changes. */
final class ErrorTerminal implements AutoCloseable, IntSupplier {
    private static final String WINDOW_CHANGED = "WINCH";
    private static final int USUAL = 80;

    private final Object before;
    private volatile boolean changed = true;
    private int columns = USUAL;

    ErrorTerminal() {
        before = Signals.register(WINDOW_CHANGED, () -> changed = true);
    }

    @Override
    public int getAsInt() {
        if (changed) {
            changed = false;
            columns = OutputColumns.ofStandardError().orElse(USUAL);
        }
        return columns;
    }

    @Override
    public void close() {
        Signals.unregister(WINDOW_CHANGED, before);
    }
}
