package io.xianka.tensor.graph;

import io.xianka.tensor.DType;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Why nodes are there: the operation that recorded them, as users call it, the type it was given to run in, and the reason; and where in
 * the program, when that is asked for. Part of no graph's structure; one object for each time that an operation is recorded.
 */
public final class Origin {
    private static final ScopedValue<Origin> CURRENT = ScopedValue.newInstance();
    private static final int MOST_PLACES = 4;

    private static final Origin UNSAID = new Origin(null, null, null, null);
    private static final Origin LOCATING = new Origin(null, null, null, "");

    private final String operation;
    private final DType type;
    private final String reason;
    private final String place;
    private Origin gradients;

    private Origin(String operation, DType type, String reason, String place) {
        this.operation = operation;
        this.type = type;
        this.reason = reason;
        this.place = place;
    }

    /** Of one time that an operation is recorded. */
    public static Origin of(String operation, DType type, String reason) {
        return new Origin(operation, type, reason, CURRENT.orElse(UNSAID).place == null ? null : place());
    }

    /** {@return such as {@code matmul}, or null where only the place is known} */
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

    /** {@return the lines of the program that recorded it, innermost first, or null when nobody asked} */
    public String whereAsked() {
        return place;
    }

    /** {@return that of nodes recorded now in this thread, or null} */
    static Origin current() {
        Origin current = CURRENT.orElse(UNSAID);
        if (current == LOCATING) {
            return new Origin(null, null, null, place());
        }
        return current == UNSAID ? null : current;
    }

    /** Runs an action whose nodes, recorded in this thread, have this origin. */
    public <T> T in(Supplier<T> action) {
        return ScopedValue.where(CURRENT, this).call(action::get);
    }

    /** Runs an action whose nodes, recorded in this thread, know the lines that recorded them. */
    public static <T> T locating(Supplier<T> action) {
        return LOCATING.in(action);
    }

    /** That of the gradients of what has this origin. */
    synchronized Origin ofGradients() {
        if (gradients == null) {
            gradients = new Origin(operation == null ? null : operation + " gradient", type, reason, place);
        }
        return gradients;
    }

    /** The innermost lines outside of tensors. */
    private static String place() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !frame.getClassName().startsWith("io.xianka.tensor.")
                                && !frame.getClassName().startsWith("java."))
                        .limit(MOST_PLACES)
                        .map(frame -> frame.getClassName().replaceFirst(".*\\.", "") + "." + frame.getMethodName() + "("
                                + frame.getFileName() + ":" + frame.getLineNumber() + ")")
                        .collect(Collectors.joining(" < ")));
    }
}
