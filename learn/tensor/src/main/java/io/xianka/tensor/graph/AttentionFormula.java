package io.xianka.tensor.graph;

import static io.xianka.tensor.graph.Formula.add;
import static io.xianka.tensor.graph.Formula.div;
import static io.xianka.tensor.graph.Formula.exp;
import static io.xianka.tensor.graph.Formula.expand;
import static io.xianka.tensor.graph.Formula.log;
import static io.xianka.tensor.graph.Formula.mul;
import static io.xianka.tensor.graph.Formula.sub;
import static io.xianka.tensor.graph.Formula.sum;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import java.util.Arrays;
import java.util.List;

/**
 * Attention written in simpler operations, to be differentiated where the fused ones have no rule: twice, or by its rows'
 * log-sum-exp.
 */
final class AttentionFormula {
    private AttentionFormula() {}

    /** Output and log-sum-exp. */
    static List<Node> forward(Op.Attention op, Node q, Node k, Node v) {
        var product = new Op.Dot(op.rounds());
        Shape shape = q.shape();
        long groups = k.shape().size(1);
        long keys = k.shape().size(2);
        long rows = shape.size(1) / groups * shape.size(2);
        Node grouped = Trace.reshape(q, Shape.of(shape.size(0), groups, rows, shape.size(3)));
        Node scores = mul(Trace.dot(product, grouped, Trace.transpose(k, 2, 3)), op.scale());
        if (op.causal()) {
            Shape apart = Shape.of(shape.size(0), groups, shape.size(1) / groups, shape.size(2), keys);
            Node row = Formula.places(3, 5, shape.size(2), DType.INT64, q.place());
            Node key = Formula.places(4, 5, keys, DType.INT64, q.place());
            Node unseen = Trace.fill(Double.NEGATIVE_INFINITY, Shape.SCALAR, q.dtype(), q.place());
            Node seen = Formula.is(BinaryOp.GE, row, key);
            scores = Trace.reshape(Formula.where(seen, Trace.reshape(scores, apart), unseen), scores.shape());
        }
        Node largest = Trace.detach(Trace.reduce(ReduceOp.MAX, scores, 3));
        Node weights = exp(sub(scores, largest));
        Node total = sum(weights, 3);
        Node output = Trace.dot(product, div(weights, expand(total, weights.shape())), v);
        Node lse = Trace.cast(add(log(total), largest), Trace.statistics(q.dtype()));
        return List.of(Trace.reshape(output, shape), Trace.reshape(lse, shape.slice(0, 3)));
    }

    /** The gradients of q, k and v from those of both results. */
    static Node[] gradients(Op.Attention op, Node node, Node[] gradients, boolean[] wants) {
        List<Node> inputs = wanted(node, wants);
        return spread(
                wants,
                Trace.withGradients(() -> Differentiation.between(
                        forward(op, node.input(0), node.input(1), node.input(2)), Arrays.asList(gradients), inputs)));
    }

    /** The gradients of q, k, v and the output's gradient from those of the three gradients; output and log-sum-exp are what they are made of. */
    static Node[] secondGradients(Op.AttentionGradient op, Node node, Node[] gradients, boolean[] wants) {
        boolean[] made = wants.clone();
        made[3] = false;
        made[4] = false;
        List<Node> operands = List.of(node.input(0), node.input(1), node.input(2));
        List<Node> found = Trace.withGradients(() -> {
            Node output = forward(
                            new Op.Attention(op.scale(), op.causal(), op.rounds()),
                            operands.get(0),
                            operands.get(1),
                            operands.get(2))
                    .getFirst();
            List<Node> first = Differentiation.between(List.of(output), List.of(node.input(5)), operands);
            return Differentiation.between(first, Arrays.asList(gradients), wanted(node, made));
        });
        return spread(made, found);
    }

    private static List<Node> wanted(Node node, boolean[] wants) {
        return java.util.stream.IntStream.range(0, wants.length)
                .filter(i -> wants[i])
                .mapToObj(node::input)
                .toList();
    }

    private static Node[] spread(boolean[] wants, List<Node> found) {
        Node[] all = new Node[wants.length];
        int next = 0;
        for (int i = 0; i < wants.length; i++) {
            all[i] = wants[i] ? found.get(next++) : null;
        }
        return all;
    }
}
