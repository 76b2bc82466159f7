package io.xianka.emulator.check;

import io.xianka.driver.Device;
import io.xianka.emulator.EmulatedDriverProvider;

/**
 * An emulated device that checks what kernels do. Everything works on it as on any other device; what is wrong is written
 * down and, where that makes sense, the kernel goes on: a bad read gives 0, a bad write is dropped. A block whose barrier
 * can never complete ends there.
 *
 * <p>Findings are the same in every run, whatever the number of processors: blocks run one after another, or what they do is
 * independent of each other.
 */
public final class CheckedDevice implements AutoCloseable {
    private final Watch watch;
    private final Device device;

    private CheckedDevice(Watch watch, Device device) {
        this.watch = watch;
        this.device = device;
    }

    /** Opens a device of its own; nothing is shared with {@link Device#emulated} or other checked devices. */
    public static CheckedDevice open(CheckSettings settings) {
        return open(new Watch(settings));
    }

    static CheckedDevice open(Watch watch) {
        return new CheckedDevice(watch, Device.open(EmulatedDriverProvider.checking(watch), 0));
    }

    /** The device; it is open until {@link #close}. */
    public Device device() {
        return device;
    }

    /** What was found so far, after the work that was queued; leaks are there only after {@link #close}. */
    public CheckReport report() {
        if (device.isOpen()) {
            device.synchronize();
        }
        return watch.report();
    }

    /** What was found up to now, without waiting for kernels that run. */
    public CheckReport soFar() {
        return watch.report();
    }

    /** Looks for leaks, then closes the device and all that was made on it. */
    @Override
    public void close() {
        device.close();
    }
}
