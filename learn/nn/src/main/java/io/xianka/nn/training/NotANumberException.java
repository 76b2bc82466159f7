package io.xianka.nn.training;

/** A loss or a gradient that is NaN or infinite: training cannot go on. The message says at which step, what made it, what is saved. */
public final class NotANumberException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final long step;

    NotANumberException(long step, String message) {
        super(message);
        this.step = step;
    }

    /** {@return the step whose loss it was, counted from 1} */
    public long step() {
        return step;
    }
}
