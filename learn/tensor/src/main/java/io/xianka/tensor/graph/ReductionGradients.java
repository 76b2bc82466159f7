package io.xianka.tensor.graph;

import static io.xianka.tensor.graph.Formula.add;
import static io.xianka.tensor.graph.Formula.conjugate;
import static io.xianka.tensor.graph.Formula.div;
import static io.xianka.tensor.graph.Formula.drop;
import static io.xianka.tensor.graph.Formula.expand;
import static io.xianka.tensor.graph.Formula.is;
import static io.xianka.tensor.graph.Formula.keep;
import static io.xianka.tensor.graph.Formula.mul;
import static io.xianka.tensor.graph.Formula.sum;
import static io.xianka.tensor.graph.Formula.where;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** The gradient rules of what folds axes. */
final class ReductionGradients {
    private ReductionGradients() {}

    static Node reduce(Op.Reduce op, Node x, Node y, Node g) {
        return switch (op.op()) {
            case SUM -> expand(g, x.shape());
            case PROD -> product(op, x, g);
            case MAX, MIN -> extreme(op, x, y, g);
        };
    }

    /** All elements that are the largest share the gradient evenly. */
    private static Node extreme(Op.Reduce op, Node x, Node y, Node g) {
        int[] axes = op.axes().stream().mapToInt(Integer::intValue).toArray();
        Node chosen = is(BinaryOp.EQ, x, expand(y, x.shape()));
        Node count = sum(Trace.cast(chosen, x.dtype()), axes);
        return keep(chosen, expand(div(g, count), x.shape()));
    }

    /** The product of all others, from both sides, so that zeros need no division. */
    private static Node product(Op.Reduce op, Node x, Node g) {
        List<Integer> order = new ArrayList<>();
        for (int axis = 0; axis < x.shape().rank(); axis++) {
            if (!op.axes().contains(axis)) {
                order.add(axis);
            }
        }
        int kept = order.size();
        order.addAll(op.axes());
        Node last = Trace.permute(x, order);
        Shape flat = last.shape()
                .slice(0, kept)
                .insert(-1, last.shape().slice(kept, order.size()).elements());
        Node line = Trace.reshape(last, flat);
        Node others = mul(before(line, false), before(line, true));
        Node back = ViewGradients.permute(new Op.Permute(order), Trace.reshape(others, last.shape()));
        return mul(expand(g, x.shape()), conjugate(back));
    }

    /** The product of all elements of the last axis before each; after each when {@code reverse}. */
    private static Node before(Node line, boolean reverse) {
        int axis = line.shape().rank() - 1;
        long size = line.shape().size(axis);
        long[] before = new long[axis + 1];
        long[] after = new long[axis + 1];
        (reverse ? after : before)[axis] = 1;
        Node shifted =
                Trace.pad(ViewGradients.cut(line, axis, reverse ? 1 : 0, Math.max(0, size - 1)), before, after, 1);
        return Trace.scan(ReduceOp.PROD, shifted, axis, reverse);
    }

    static Node scan(Op.Scan op, Node x, Node y, Node g) {
        return switch (op.op()) {
            case SUM -> Trace.scan(ReduceOp.SUM, g, op.axis(), !op.reverse());
            case PROD -> products(op, x, y, g);
            case MAX, MIN -> extremes(op, x, y, g);
        };
    }

    /** Each result's gradient goes to the last element that set it. */
    private static Node extremes(Op.Scan op, Node x, Node y, Node g) {
        Node place = Trace.iota(op.axis(), x.shape(), DType.INT64, x.place());
        Node set = is(BinaryOp.EQ, x, y);
        Node nowhere = Trace.fillLike(place, op.reverse() ? x.shape().size(op.axis()) : -1);
        ReduceOp latest = op.reverse() ? ReduceOp.MIN : ReduceOp.MAX;
        Node from = Trace.scan(latest, where(set, place, nowhere), op.axis(), op.reverse());
        return Trace.scatterAdd(Formula.zeros(x), from, g, op.axis());
    }

    /**
     * Without zeros the sum of g y from an element on, divided by it. From the first zero on all products are 0: the zero itself
     * gets what the products would be without it, those after it nothing.
     */
    private static Node products(Op.Scan op, Node x, Node y, Node g) {
        Node zero = is(BinaryOp.EQ, x, 0);
        Node zeros = Trace.scan(ReduceOp.SUM, Trace.cast(zero, DType.INT64), op.axis(), op.reverse());
        Node first = Trace.binary(BinaryOp.AND, zero, is(BinaryOp.EQ, zeros, Trace.fillLike(zeros, 1)));
        Node one = Trace.fillLike(x, 1);
        Node without = Trace.scan(ReduceOp.PROD, where(first, one, x), op.axis(), op.reverse());
        Node before = div(from(op, mul(g, conjugate(y))), conjugate(where(zero, one, x)));
        Node at = from(op, keep(is(BinaryOp.GE, zeros, Trace.fillLike(zeros, 1)), mul(g, conjugate(without))));
        return add(drop(is(BinaryOp.NE, zeros, Trace.fillLike(zeros, 0)), before), keep(first, at));
    }

    private static Node from(Op.Scan op, Node terms) {
        return Trace.scan(ReduceOp.SUM, terms, op.axis(), !op.reverse());
    }
}
