package io.xianka.compiler.lowering;

/** Phis that are no choice. */
final class Phis {
    private Phis() {}

    /** The one value that a phi can have besides itself, or null when there are several. */
    static Node onlyValue(Node phi, Graph graph) {
        Node same = null;
        for (int i = 0; i < phi.in.length; i++) {
            Node input = phi.in(i);
            if (input == same || input == phi) {
                continue;
            }
            if (same != null) {
                return null;
            }
            same = input;
        }
        return same == null ? graph.zero(phi.kind) : same;
    }
}
