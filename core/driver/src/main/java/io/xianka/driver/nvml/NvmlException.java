package io.xianka.driver.nvml;

/** NVML gave no answer: {@code nvmlDeviceGetFanSpeed: NVML_ERROR_NOT_SUPPORTED (3): not supported by this device}. */
public final class NvmlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    /** A function and the status it returned. */
    public NvmlException(String call, int code) {
        super(call + ": " + describe(code));
        this.code = code;
    }

    /** A function, the status it returned, and what more is known. */
    public NvmlException(String call, NvmlStatus status, String detail) {
        super(call + ": " + describe(status.code()) + ": " + detail);
        this.code = status.code();
    }

    private static String describe(int code) {
        return NvmlStatus.of(code)
                .map(status -> status + " (" + code + "): " + status.meaning())
                .orElse("status " + code + " (newer than this version of Xianka)");
    }

    /** The status's number. */
    public int code() {
        return code;
    }

    /** Whether it was this status. */
    public boolean is(NvmlStatus status) {
        return code == status.code();
    }
}
