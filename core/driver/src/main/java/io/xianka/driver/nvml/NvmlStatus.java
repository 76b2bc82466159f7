package io.xianka.driver.nvml;

import java.util.Arrays;
import java.util.Optional;

/** What NVML's functions return, from nvml.h. */
public enum NvmlStatus {
    SUCCESS(0, "done"),
    UNINITIALIZED(1, "not initialised"),
    INVALID_ARGUMENT(2, "invalid argument"),
    NOT_SUPPORTED(3, "not supported by this device"),
    NO_PERMISSION(4, "this user may not ask it"),
    ALREADY_INITIALIZED(5, "already initialised"),
    NOT_FOUND(6, "not found"),
    INSUFFICIENT_SIZE(7, "more answers than there was room for"),
    INSUFFICIENT_POWER(8, "a power cable of the card is missing"),
    DRIVER_NOT_LOADED(9, "the kernel module is not loaded"),
    TIMEOUT(10, "no answer in time"),
    IRQ_ISSUE(11, "interrupts of the GPU do not arrive"),
    LIBRARY_NOT_FOUND(12, "libnvidia-ml.so.1 was not found or cannot be loaded"),
    FUNCTION_NOT_FOUND(13, "this driver has no such function"),
    CORRUPTED_INFOROM(14, "the card's information memory is corrupt"),
    GPU_IS_LOST(15, "the GPU has fallen off the bus or cannot be reached"),
    RESET_REQUIRED(16, "the GPU must be reset"),
    OPERATING_SYSTEM(17, "the operating system keeps the device from it"),
    LIB_RM_VERSION_MISMATCH(18, "the library and the loaded kernel module are of different versions"),
    IN_USE(19, "in use"),
    MEMORY(20, "out of host memory"),
    NO_DATA(21, "no data"),
    VGPU_ECC_NOT_SUPPORTED(22, "not with error correction on"),
    INSUFFICIENT_RESOURCES(23, "resources run out"),
    FREQ_NOT_SUPPORTED(24, "no such clock rate"),
    ARGUMENT_VERSION_MISMATCH(25, "this driver knows another form of the question"),
    DEPRECATED(26, "no longer supported"),
    NOT_READY(27, "not ready"),
    GPU_NOT_FOUND(28, "no GPU was found"),
    INVALID_STATE(29, "not in this state"),
    RESET_TYPE_NOT_SUPPORTED(30, "no such reset"),
    UNKNOWN(999, "an unknown error inside the driver");

    private final int code;
    private final String meaning;

    NvmlStatus(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /** The status's number. */
    public int code() {
        return code;
    }

    /** In a few words. */
    public String meaning() {
        return meaning;
    }

    /** The status of a number; empty when the driver is newer than the table. */
    public static Optional<NvmlStatus> of(int code) {
        return Arrays.stream(values()).filter(status -> status.code == code).findFirst();
    }

    /** As in nvml.h: {@code NVML_ERROR_NOT_SUPPORTED}. */
    @Override
    public String toString() {
        return (this == SUCCESS ? "NVML_" : "NVML_ERROR_") + name();
    }
}
