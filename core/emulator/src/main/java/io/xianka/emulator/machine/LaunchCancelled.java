package io.xianka.emulator.machine;

/** The launch ended because its {@link Cancellation} was requested; memory holds whatever was written by then. */
public final class LaunchCancelled extends RuntimeException {
    private static final long serialVersionUID = 1;

    public LaunchCancelled(String kernel) {
        super("kernel " + kernel + " was stopped before its end");
    }
}
