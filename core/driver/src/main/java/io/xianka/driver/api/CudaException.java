package io.xianka.driver.api;

import java.util.Optional;

/**
 * A CUDA driver call failed. The message holds the call with its arguments, the status's name and number, what it
 * means, and a next step: {@code cuMemAlloc(1099511627776): CUDA_ERROR_OUT_OF_MEMORY (2): out of memory; free ...}. That of
 * a real driver ends with the cause that a {@link FailureAdviser} sees on this machine, where there is one.
 */
public class CudaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final String call;
    private final String detail;
    private final boolean ofRealDriver;

    /** A failed call: its name as in cuda.h, the status it returned, its arguments. */
    public CudaException(String call, int code, Object... arguments) {
        this(call + describe(arguments), code, "", false);
    }

    private CudaException(String call, int code, String detail, boolean ofRealDriver) {
        super(message(call, code, detail));
        this.code = code;
        this.call = call;
        this.detail = detail;
        this.ofRealDriver = ofRealDriver;
    }

    /** A failed call of which more is known than its status, such as an assembler's log or where a kernel failed. */
    public static CudaException withDetail(String detail, String call, int code, Object... arguments) {
        return new CudaException(call + describe(arguments), code, detail, false);
    }

    /** A failed call of libcuda itself: what is wrong with the machine may be its cause. */
    public static CudaException ofRealDriver(String detail, String call, int code, Object... arguments) {
        return new CudaException(call + describe(arguments), code, detail, true);
    }

    /** The same failure, saying what was being done, such as the kernel that ran. */
    public CudaException during(String what) {
        CudaException named = new CudaException(what + ": " + call, code, detail, ofRealDriver);
        named.initCause(this);
        return named;
    }

    /** A failed call with a status of the table. */
    public static CudaException of(String call, CudaStatus status, Object... arguments) {
        return new CudaException(call + describe(arguments), status.code(), "", false);
    }

    /** {@inheritDoc} The machine is looked at when this is first asked for, so an exception that is handled costs nothing. */
    @Override
    public String getMessage() {
        String message = super.getMessage();
        return ofRealDriver
                ? FailureAdvice.of(code)
                        .map(cause -> message + "; cause: " + cause)
                        .orElse(message)
                : message;
    }

    /** The status's number. */
    public int code() {
        return code;
    }

    /** The status; empty when the driver is newer than the table. */
    public Optional<CudaStatus> status() {
        return CudaStatus.of(code);
    }

    /** Whether the call failed with this status. */
    public boolean is(CudaStatus expected) {
        return code == expected.code();
    }

    /** The call with its arguments: {@code cuMemAlloc(1024)}. */
    public String call() {
        return call;
    }

    /** What more is known, or an empty text. */
    public String detail() {
        return detail;
    }

    private static String message(String call, int code, String detail) {
        Optional<CudaStatus> known = CudaStatus.of(code);
        StringBuilder text = new StringBuilder(call).append(": ");
        if (known.isEmpty()) {
            text.append("status ").append(code).append(" (newer than this version of Xianka)");
        } else {
            CudaStatus status = known.get();
            text.append(status).append(" (").append(code).append("): ").append(status.message());
        }
        if (!detail.isEmpty()) {
            text.append(": ").append(detail);
        } else if (known.isPresent() && !known.get().nextStep().isEmpty()) {
            text.append("; ").append(known.get().nextStep());
        }
        return text.toString();
    }

    private static String describe(Object[] arguments) {
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < arguments.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(arguments[i]);
        }
        return text.append(')').toString();
    }
}
