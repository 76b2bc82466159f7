package io.xianka.driver.api;

/**
 * A driver that is found by {@link java.util.ServiceLoader}, such as the emulator. The native driver is part of this
 * room and needs no provider.
 */
public interface DriverProvider {

    /** One word for options and messages: {@code emulated}. */
    String name();

    /** The driver; the same instance on every call, so that handles mean the same everywhere in the process. */
    DriverApi driver();
}
