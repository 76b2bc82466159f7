package io.xianka.emulator;

import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.DriverProvider;

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

    private static final class OnFirstUse {
        static final EmulatedDriver DRIVER = new EmulatedDriver(EmulatorSettings.ofSystemProperties());
    }
}
