package io.xianka.tensor.graph;

/** Operands on different devices. */
public final class DeviceMismatch extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    DeviceMismatch(String one, String other) {
        super("operands are on " + one + " and " + other + "; move one with to(device)");
    }
}
