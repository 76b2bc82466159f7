package io.xianka.tensor.graph;

/**
 * What makes a node one that gradients are asked of: the walk of {@link Differentiation} ends at it, and {@code backward()} adds up
 * its gradient here. It outlives the node when the variable is assigned another value.
 */
public final class Variable {
    private Node gradient;

    /** {@return what was added up so far, or null} */
    public synchronized Node gradient() {
        return gradient;
    }

    /** Replaces what was added up; null forgets it. */
    public synchronized void reset(Node replacement) {
        gradient = replacement;
    }

    /** Adds one more. */
    public synchronized void add(Node more) {
        gradient = gradient == null ? more : Trace.binary(BinaryOp.ADD, gradient, more);
    }
}
