package io.xianka.tensor.graph;

import java.util.List;

/** Gives the gradients of a node's inputs from that of its result. */
@FunctionalInterface
public interface GradientRule {
    /**
     * The gradients of the inputs.
     *
     * @param node the node that {@code inputs} belong to
     * @param gradient that of the node's result, of its shape
     * @return as many as inputs the rule speaks of, {@code null} where there is none
     */
    List<Node> gradients(Node node, Node gradient);
}
