package io.xianka.tensor.fusion;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import java.util.ArrayList;
import java.util.List;

/** One piece of a plan: a launch, or a few. */
public sealed interface Step {
    /** {@return what is read} */
    List<Node> reads();

    /** {@return what is computed: nodes that have memory of their own} */
    List<Node> writes();

    /** A generated kernel. */
    record Fused(Kernel kernel) implements Step {
        @Override
        public List<Node> reads() {
            return kernel.reads();
        }

        @Override
        public List<Node> writes() {
            return kernel.stores().stream().map(Kernel.Store::node).toList();
        }
    }

    /** A product of batches of matrices. */
    record Product(Node dot, Strided left, Strided right) implements Step {
        @Override
        public List<Node> reads() {
            return List.of(left.node(), right.node());
        }

        @Override
        public List<Node> writes() {
            return List.of(dot);
        }
    }

    /**
     * Attention or its gradient.
     *
     * @param node an {@link Op.Attention} or {@link Op.AttentionGradient}
     * @param operands in the order of the node's inputs, each a view whose last axis is without gaps
     */
    record Attention(Node node, List<Strided> operands) implements Step {
        @Override
        public List<Node> reads() {
            return operands.stream().map(Strided::node).toList();
        }

        @Override
        public List<Node> writes() {
            return List.of(node);
        }
    }

    /** An operation with a kernel of its own: a scan, a sort, an addition by index, a user's kernel. */
    record Single(Node node, List<Node> operands) implements Step {
        @Override
        public List<Node> reads() {
            return operands;
        }

        @Override
        public List<Node> writes() {
            return List.of(node);
        }
    }

    /** {@return the memory that is written} */
    default List<Buffer> writtenBuffers() {
        List<Buffer> buffers = new ArrayList<>();
        for (Node node : writes()) {
            for (int result = 0; result < node.results().size(); result++) {
                buffers.add(new Buffer(node, result));
            }
        }
        return buffers;
    }
}
