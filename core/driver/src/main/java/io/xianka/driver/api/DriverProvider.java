package io.xianka.driver.api;

import java.util.Optional;

/**
 * A driver that is found by {@link java.util.ServiceLoader}, such as the emulator. The native driver is part of this
 * room and needs no provider.
 */
public interface DriverProvider {

    /** One word for options and messages: {@code emulated}. */
    String name();

    /** The driver; the same instance on every call, so that handles mean the same everywhere in the process. */
    DriverApi driver();

    /**
     * The driver on which this thread's devices are to be opened in place of any other, such as one that checks what a
     * test does; empty, as it nearly always is, for none. {@code Device.cuda} does not ask.
     */
    default Optional<DriverApi> driverOfThisThread() {
        return Optional.empty();
    }
}
