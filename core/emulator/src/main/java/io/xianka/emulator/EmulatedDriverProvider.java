package io.xianka.emulator;

import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.DriverProvider;
import io.xianka.emulator.machine.DeviceWatch;

/** How the driver room finds the emulator. */
public final class EmulatedDriverProvider implements DriverProvider {
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

    /** A driver of its own, with one device, that tells {@code watch} what kernels do. */
    public static DriverApi checking(DeviceWatch watch) {
        return new EmulatedDriver(EmulatorSettings.ofSystemProperties().withDevices(1), watch);
    }

    private static final class OnFirstUse {
        static final EmulatedDriver DRIVER = new EmulatedDriver(EmulatorSettings.ofSystemProperties());
    }
}
