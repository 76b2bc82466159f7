package io.xianka.tensor.execution;

/** A device has no memory left for a tensor. The message says what was asked for, who holds how much, and what would fit. */
public final class OutOfDeviceMemory extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the report and what the driver said. */
    public OutOfDeviceMemory(String message, Throwable cause) {
        super(message, cause);
    }
}
