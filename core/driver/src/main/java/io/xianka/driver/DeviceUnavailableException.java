package io.xianka.driver;

/** There is no such device here. The message says what was looked for, what was found, and what to do. */
public final class DeviceUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DeviceUnavailableException(String message) {
        super(message);
    }

    DeviceUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
