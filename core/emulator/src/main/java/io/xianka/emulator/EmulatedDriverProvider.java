package io.xianka.emulator;

import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.DriverProvider;
import io.xianka.emulator.machine.DeviceWatch;
import java.util.Optional;

/** How the driver room finds the emulator. */
public final class EmulatedDriverProvider implements DriverProvider {
    private static final ThreadLocal<DriverApi> OF_THIS_THREAD = new ThreadLocal<>();

    /** For the service loader. */
    public EmulatedDriverProvider() {}

    @Override
    public String name() {
        return EmulatedDriver.NAME;
    }

    @Override
    public DriverApi driver() {
        return OnFirstUse.DRIVER;
    }

    @Override
    public Optional<DriverApi> driverOfThisThread() {
        return Optional.ofNullable(OF_THIS_THREAD.get());
    }

    /** Sends the devices that this thread opens to a driver, or to the usual ones for null; returns what was before. */
    public static DriverApi redirectThisThread(DriverApi driver) {
        DriverApi before = OF_THIS_THREAD.get();
        if (driver == null) {
            OF_THIS_THREAD.remove();
        } else {
            OF_THIS_THREAD.set(driver);
        }
        return before;
    }

    /** A driver of its own, with one device, that tells {@code watch} what kernels do. */
    public static DriverApi checking(DeviceWatch watch) {
        return new EmulatedDriver(EmulatorSettings.ofSystemProperties().withDevices(1), watch);
    }

    private static final class OnFirstUse {
        static final EmulatedDriver DRIVER = new EmulatedDriver(EmulatorSettings.ofSystemProperties());
    }
}
