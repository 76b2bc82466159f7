package io.xianka.emulator.check;

import io.xianka.driver.Device;
import io.xianka.driver.api.DriverApi;
import io.xianka.emulator.EmulatedDriverProvider;

/**
 * Checks code that opens its devices itself: while a scope is open, {@link Device#best} and {@link Device#emulated} of the
 * thread that opened it give checked devices. {@link Device#cuda} gives what it always gives.
 *
 * <p>To be opened and closed by the same thread, inner scopes first.
 */
public final class CheckScope implements AutoCloseable {
    private final Watch watch;
    private final DriverApi before;
    private final Thread owner = Thread.currentThread();
    private boolean open = true;

    private CheckScope(Watch watch, DriverApi before) {
        this.watch = watch;
        this.before = before;
    }

    /** Opens a scope for the calling thread. */
    public static CheckScope open(CheckSettings settings) {
        Watch watch = new Watch(settings);
        return new CheckScope(watch, EmulatedDriverProvider.redirectThisThread(EmulatedDriverProvider.checking(watch)));
    }

    /** What was found so far in work that has ended; leaks once the devices are closed. */
    public CheckReport report() {
        return watch.report();
    }

    /** Devices opened from now on are the usual ones again; those opened before stay checked. */
    @Override
    public void close() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("the scope was opened by " + owner.getName() + "; close it there, not in "
                    + Thread.currentThread().getName());
        }
        if (open) {
            open = false;
            EmulatedDriverProvider.redirectThisThread(before);
        }
    }
}
