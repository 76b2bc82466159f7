package io.xianka.tensor;

/** Shapes, sizes or axes that do not fit an operation. The message names the shapes and the axis that differs. */
public final class ShapeMismatch extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** With what does not fit and the next step. */
    public ShapeMismatch(String message) {
        super(message);
    }
}
