package io.xianka.tensor.graph;

import io.xianka.tensor.DType;
import java.util.function.Supplier;

/**
 * Why nodes are there: the operation that recorded them, as users call it, the type it was given to run in, and the reason. Part of no
 * graph's structure; one object for each time that an operation is recorded.
 */
public final class Origin {
    private static final ScopedValue<Origin> CURRENT = ScopedValue.newInstance();
    private static final Origin NONE = new Origin("", DType.BOOL, "");

    private final String operation;
    private final DType type;
    private final String reason;

    /** Of one time that an operation is recorded. */
    public Origin(String operation, DType type, String reason) {
        this.operation = operation;
        this.type = type;
        this.reason = reason;
    }

    /** {@return such as {@code matmul}} */
    public String operation() {
        return operation;
    }

    /** {@return what it runs in} */
    public DType type() {
        return type;
    }

    /** {@return why in that type} */
    public String reason() {
        return reason;
    }

    /** {@return that of nodes recorded now in this thread, or null} */
    public static Origin current() {
        Origin current = CURRENT.orElse(NONE);
        return current == NONE ? null : current;
    }

    /** Runs an action whose nodes, recorded in this thread, have this origin. */
    public <T> T of(Supplier<T> action) {
        return ScopedValue.where(CURRENT, this).call(action::get);
    }
}
