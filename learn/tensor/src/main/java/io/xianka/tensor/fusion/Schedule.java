package io.xianka.tensor.fusion;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Subgraph;
import java.util.List;

/**
 * A graph cut into steps.
 *
 * @param graph what was asked
 * @param steps in an order in which everything is computed before it is read
 */
public record Schedule(Subgraph graph, List<Step> steps) {
    /** Cuts a graph whose leaves hold no elements ({@link Subgraph#detached}). */
    public static Schedule of(Subgraph graph) {
        return of(graph, Sparing.LEAST_BYTES);
    }

    /**
     * Cuts a graph whose leaves hold no elements.
     *
     * @param sparedBytes values from this size on are computed twice where that holds less memory
     */
    public static Schedule of(Subgraph graph, long sparedBytes) {
        return Sparing.of(new Fuser(graph, true).schedule(), sparedBytes);
    }

    /** Cuts a graph so that each operation is a kernel of its own: what fused plans are compared with. */
    public static Schedule unfused(Subgraph graph) {
        return new Fuser(graph, false).schedule();
    }

    /** {@return the memory where a node's elements lie; of views that only rename, their operand's} */
    public static Buffer buffer(Node node) {
        Node owner = node;
        while (true) {
            switch (owner.op()) {
                case Op.Reshape _, Op.WithGradient _, Op.Barrier _ -> owner = owner.input(0);
                case Op.Item(int index) -> {
                    return new Buffer(owner.input(0), index);
                }
                default -> {
                    return new Buffer(owner, 0);
                }
            }
        }
    }
}
