package io.xianka.tensor.fusion;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.product.Activation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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
            return Stream.concat(
                            kernel.stores().stream().map(Kernel.Store::node),
                            kernel.columnFolds().stream().map(Kernel.ColumnFold::node))
                    .toList();
        }
    }

    /**
     * A product of batches of matrices, with what is added to it.
     *
     * @param dot the product's node
     * @param epilogue what follows in the same launch, or null
     */
    record Product(Node dot, Strided left, Strided right, Epilogue epilogue) implements Step {
        /** A product alone. */
        public Product(Node dot, Strided left, Strided right) {
            this(dot, left, right, null);
        }

        @Override
        public List<Node> reads() {
            List<Node> reads = new ArrayList<>(List.of(left.node(), right.node()));
            if (epilogue != null && epilogue.bias != null) {
                reads.add(epilogue.bias);
            }
            if (epilogue != null && epilogue.addend != null) {
                reads.add(epilogue.addend);
            }
            return reads;
        }

        @Override
        public List<Node> writes() {
            return List.of(epilogue == null ? dot : epilogue.result);
        }
    }

    /**
     * What is added to a product before it is stored.
     *
     * @param bias one element a column, or null
     * @param addend as many elements as the product, or null
     * @param activation what is applied to the sum
     * @param result the node that is stored instead of the product
     */
    record Epilogue(Node bias, Node addend, Activation activation, Node result) {}

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
