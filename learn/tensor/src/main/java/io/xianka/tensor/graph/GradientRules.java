package io.xianka.tensor.graph;

import static io.xianka.tensor.graph.Formula.conjugate;

import java.util.List;

/** The rule table: for each operation the gradients of its inputs from that of its result, recorded like any other nodes. */
final class GradientRules {
    private GradientRules() {}

    /**
     * The gradients of a node's inputs.
     *
     * @param gradients of the node's results, null for those that nothing depends on
     * @param wants which inputs one is asked for
     * @return as many as inputs, null where it is not asked for or zero everywhere
     */
    static Node[] of(Node node, Node[] gradients, boolean[] wants) {
        Node g = gradients[0];
        return switch (node.op()) {
            case Op.Unary(UnaryOp op) -> one(ElementwiseGradients.unary(op, node.input(0), node, g));
            case Op.Binary(BinaryOp op) -> {
                Node a = node.input(0);
                Node b = node.input(1);
                yield new Node[] {
                    wants[0] ? ElementwiseGradients.left(op, a, b, node, g) : null,
                    wants[1] ? ElementwiseGradients.right(op, a, b, node, g) : null
                };
            }
            case Op.Where _ -> {
                Node condition = node.input(0);
                yield new Node[] {
                    null, wants[1] ? Formula.keep(condition, g) : null, wants[2] ? Formula.drop(condition, g) : null
                };
            }
            case Op.Cast _ -> one(Trace.cast(g, node.input(0).dtype()));
            case Op.Reshape _ -> one(Trace.reshape(g, node.input(0).shape()));
            case Op.Permute op -> one(ViewGradients.permute(op, g));
            case Op.Expand _ -> one(ViewGradients.expand(node.input(0).shape(), g));
            case Op.Slice op -> one(ViewGradients.slice(op, node.input(0).shape(), g));
            case Op.Pad op -> one(ViewGradients.pad(op, node.input(0).shape(), g));
            case Op.Unfold op ->
                one(ViewGradients.fold(g, op, node.input(0).shape().size(op.axis())));
            case Op.Reduce op -> one(ReductionGradients.reduce(op, node.input(0), node, g));
            case Op.Scan op -> one(ReductionGradients.scan(op, node.input(0), node, g));
            case Op.Take(int axis) ->
                new Node[] {Trace.takeAdd(Formula.zeros(node.input(0)), Trace.unchecked(node.input(1)), g, axis), null};
            case Op.TakeAdd(int axis) ->
                new Node[] {g, null, wants[2] ? Trace.take(g, Trace.unchecked(node.input(1)), axis) : null};
            case Op.Gather(int axis) ->
                new Node[] {
                    Trace.scatterAdd(Formula.zeros(node.input(0)), Trace.unchecked(node.input(1)), g, axis), null
                };
            case Op.ScatterAdd(int axis) ->
                new Node[] {g, null, wants[2] ? Trace.gather(g, Trace.unchecked(node.input(1)), axis) : null};
            case Op.Dot op ->
                new Node[] {
                    wants[0] ? product(op, node.input(0), g, turned(node.input(1))) : null,
                    wants[1] ? product(op, node.input(1), turned(node.input(0)), g) : null
                };
            case Op.Attention op -> attention(op, node, gradients, wants);
            case Op.AttentionGradient op -> AttentionFormula.secondGradients(op, node, gradients, wants);
            case Op.Transfer _ -> one(Trace.transfer(g, node.input(0).place()));
            case Op.Barrier _ -> {
                Node[] first = new Node[node.inputs().size()];
                first[0] = g;
                yield first;
            }
            case Op.WithGradient(GradientRule rule) -> said(node, rule, g);
            case Op.Custom(CustomKernel kernel) ->
                throw new IllegalStateException("the kernel " + kernel.name()
                        + " has no gradient: say one with Gradients.define, or detach() its inputs");
            case Op.Item _ -> throw new IllegalStateException("the walk hands gradients of results to their node");
            case Op.Data _,
                    Op.Parameter _,
                    Op.Fill _,
                    Op.Iota _,
                    Op.RandomBits _,
                    Op.InRange _,
                    Op.ArgReduce _,
                    Op.Argsort _ -> new Node[node.inputs().size()];
        };
    }

    private static Node[] one(Node gradient) {
        return new Node[] {gradient};
    }

    /** The gradient of a factor. That of a transpose is computed as it will lie once it is transposed back. */
    private static Node product(Op.Dot op, Node factor, Node left, Node right) {
        return isTranspose(factor) ? turned(Trace.dot(op, turned(right), turned(left))) : Trace.dot(op, left, right);
    }

    private static boolean isTranspose(Node node) {
        if (node.variable() != null || !(node.op() instanceof Op.Permute(List<Integer> axes))) {
            return false;
        }
        int rank = axes.size();
        boolean is = rank >= 2 && axes.get(rank - 1) == rank - 2 && axes.get(rank - 2) == rank - 1;
        for (int axis = 0; is && axis < rank - 2; axis++) {
            is = axes.get(axis) == axis;
        }
        return is;
    }

    private static Node turned(Node matrices) {
        return conjugate(Trace.transpose(matrices, -2, -1));
    }

    private static Node[] attention(Op.Attention op, Node node, Node[] gradients, boolean[] wants) {
        if (gradients[0] == null || gradients[1] != null) {
            return AttentionFormula.gradients(op, node, gradients, wants);
        }
        Node all = Trace.attentionGradient(
                op,
                node.input(0),
                node.input(1),
                node.input(2),
                Trace.item(node, 0),
                Trace.item(node, 1),
                gradients[0]);
        return new Node[] {Trace.item(all, 0), Trace.item(all, 1), Trace.item(all, 2)};
    }

    private static Node[] said(Node node, GradientRule rule, Node g) {
        List<Node> found = rule.gradients(node, g);
        Node[] all = new Node[node.inputs().size()];
        if (found.size() != all.length - 1) {
            throw new IllegalStateException(
                    "a gradient rule gave " + found.size() + " gradients for " + (all.length - 1) + " inputs");
        }
        for (int i = 1; i < all.length; i++) {
            Node gradient = found.get(i - 1);
            Node input = node.input(i);
            if (gradient != null && (!gradient.shape().equals(input.shape()) || gradient.dtype() != input.dtype())) {
                throw new IllegalStateException("a gradient rule gave " + gradient.dtype() + gradient.shape()
                        + " for an input of " + input.dtype() + input.shape());
            }
            all[i] = gradient;
        }
        return all;
    }
}
