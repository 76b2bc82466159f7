package io.xianka.tensor;

/** An element type that an operation does not take. The message names the operation, the type and what would fit. */
public final class DTypeMismatch extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** With what does not fit and the next step. */
    public DTypeMismatch(String message) {
        super(message);
    }
}
