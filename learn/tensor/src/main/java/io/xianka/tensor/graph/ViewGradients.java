package io.xianka.tensor.graph;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The gradient rules of views: each element's gradient goes back to the place that it was read from. */
final class ViewGradients {
    /** Above this many places in a window, their gradients are added by index instead of one by one. */
    private static final int MOST_PLACES_ADDED = 32;

    private ViewGradients() {}

    static Node permute(Op.Permute op, Node g) {
        Integer[] inverse = new Integer[op.axes().size()];
        for (int i = 0; i < inverse.length; i++) {
            inverse[op.axes().get(i)] = i;
        }
        return Trace.permute(g, List.of(inverse));
    }

    static Node expand(Shape from, Node g) {
        List<Integer> stretched = new ArrayList<>();
        for (int axis = 0; axis < from.rank(); axis++) {
            if (from.size(axis) != g.shape().size(axis)) {
                stretched.add(axis);
            }
        }
        return Formula.sum(g, stretched.stream().mapToInt(Integer::intValue).toArray());
    }

    static Node slice(Op.Slice op, Shape from, Node g) {
        Node spread = g;
        for (int axis = 0; axis < from.rank(); axis++) {
            spread = spread(spread, axis, op.starts().get(axis), op.steps().get(axis), from.size(axis));
        }
        return spread;
    }

    /** An axis of {@code size} elements that is 0 but at {@code start}, {@code start + step} and so on. */
    static Node spread(Node g, int axis, long start, long step, long size) {
        long count = g.shape().size(axis);
        if (count == 0) {
            return Trace.fill(0, g.shape().with(axis, size), g.dtype(), g.place());
        }
        if (step < 0) {
            return spread(flip(g, axis), axis, start + (count - 1) * step, -step, size);
        }
        Node apart = g;
        if (step > 1 && count > 1) {
            apart = padOne(Trace.reshape(g, g.shape().insert(axis + 1, 1)), axis + 1, 0, step - 1);
            apart = cut(Trace.reshape(apart, g.shape().with(axis, count * step)), axis, 0, (count - 1) * step + 1);
        }
        return padOne(apart, axis, start, size - start - apart.shape().size(axis));
    }

    static Node flip(Node g, int axis) {
        long[] starts = new long[g.shape().rank()];
        long[] steps = ones(g.shape().rank());
        starts[axis] = g.shape().size(axis) - 1;
        steps[axis] = -1;
        return g.shape().size(axis) < 2 ? g : Trace.slice(g, starts, g.shape().sizes(), steps);
    }

    static Node cut(Node g, int axis, long start, long size) {
        long[] starts = new long[g.shape().rank()];
        starts[axis] = start;
        return Trace.slice(
                g, starts, g.shape().with(axis, size).sizes(), ones(g.shape().rank()));
    }

    private static Node padOne(Node g, int axis, long before, long after) {
        long[] befores = new long[g.shape().rank()];
        long[] afters = new long[g.shape().rank()];
        befores[axis] = before;
        afters[axis] = after;
        return Trace.pad(g, befores, afters, 0);
    }

    static Node pad(Op.Pad op, Shape from, Node g) {
        long[] starts = op.before().stream().mapToLong(Long::longValue).toArray();
        return Trace.slice(g, starts, from.sizes(), ones(from.rank()));
    }

    private static long[] ones(int rank) {
        long[] ones = new long[rank];
        Arrays.fill(ones, 1);
        return ones;
    }

    /**
     * The sum of windows, each at its place: what {@link Op.Unfold} takes apart.
     *
     * @param windows their number at the axis, their places last
     * @param size of the axis in the result
     */
    static Node fold(Node windows, Op.Unfold op, long size) {
        int axis = op.axis();
        int last = windows.shape().rank() - 1;
        long count = windows.shape().size(axis);
        if (op.step() == op.size() && op.dilation() == 1) {
            return sideBySide(windows, op, size);
        }
        if (op.size() > MOST_PLACES_ADDED) {
            return byIndex(windows, op, size);
        }
        Node sum = null;
        for (int place = 0; place < op.size(); place++) {
            Node one =
                    Trace.reshape(cut(windows, last, place, 1), windows.shape().remove(last));
            Node spread = spread(one, axis, place * op.dilation(), op.step(), size);
            sum = sum == null ? spread : Formula.add(sum, spread);
        }
        return count == 0 ? Trace.fill(0, sum.shape(), sum.dtype(), sum.place()) : sum;
    }

    /** Windows that neither overlap nor leave gaps. */
    private static Node sideBySide(Node windows, Op.Unfold op, long size) {
        Node beside = besideAxis(windows, op.axis());
        long covered = windows.shape().size(op.axis()) * op.size();
        Shape flat = windows.shape().remove(-1).with(op.axis(), covered);
        return padOne(Trace.reshape(beside, flat), op.axis(), 0, size - covered);
    }

    private static Node byIndex(Node windows, Op.Unfold op, long size) {
        Node number = Formula.places(0, 2, windows.shape().size(op.axis()), DType.INT64, windows.place());
        Node place = Formula.places(1, 2, op.size(), DType.INT64, windows.place());
        Node step = Trace.fillLike(number, op.step());
        Node dilation = Trace.fillLike(place, op.dilation());
        Node index = Formula.add(Formula.mul(number, step), Formula.mul(place, dilation));
        Shape shape = windows.shape().remove(-1).with(op.axis(), size);
        Node zeros = Trace.fill(0, shape, windows.dtype(), windows.place());
        return Trace.takeAdd(zeros, index, besideAxis(windows, op.axis()), op.axis());
    }

    /** The last axis moved behind another. */
    private static Node besideAxis(Node windows, int axis) {
        List<Integer> order = new ArrayList<>();
        int last = windows.shape().rank() - 1;
        for (int i = 0; i < last; i++) {
            order.add(i);
        }
        order.add(axis + 1, last);
        return Trace.permute(windows, order);
    }
}
