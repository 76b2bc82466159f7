package io.xianka.tensor;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import java.util.ArrayList;
import java.util.List;

/** Tensors one behind the other: each padded to the whole, and chosen by place, so that every bit stays. */
final class Joining {
    private Joining() {}

    static Tensor cat(int axis, List<Tensor> tensors) {
        if (tensors.isEmpty()) {
            throw new ShapeMismatch("cat: nothing to join");
        }
        Tensor first = tensors.getFirst();
        int place = first.shape().axis(axis);
        DType dtype = first.dtype();
        long size = 0;
        for (Tensor tensor : tensors) {
            Shape shape = tensor.shape();
            if (shape.rank() != first.shape().rank()
                    || !shape.with(place, 0).equals(first.shape().with(place, 0))) {
                throw new ShapeMismatch("cat: " + first.shape() + " and " + shape + " differ besides axis " + axis);
            }
            dtype = DType.promote(dtype, tensor.dtype());
            if (shape.size(place) > Long.MAX_VALUE - size) {
                throw new ShapeMismatch("cat: along axis " + axis + " there would be more than 2^63 - 1 elements, of "
                        + tensors.size() + " tensors, " + first.shape() + " the first");
            }
            size += shape.size(place);
        }
        List<Node> parts = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        long start = 0;
        for (Tensor tensor : tensors) {
            long own = tensor.shape().size(place);
            if (own > 0 || tensors.size() == 1) {
                long[] before = new long[first.shape().rank()];
                long[] after = new long[first.shape().rank()];
                before[place] = start;
                after[place] = size - start - own;
                parts.add(Trace.pad(tensor.to(dtype).node(), before, after, 0));
                starts.add(start);
                start += own;
            }
        }
        if (parts.isEmpty()) {
            return first.to(dtype);
        }
        Shape line = Shape.SCALAR;
        for (int i = 0; i < first.shape().rank(); i++) {
            line = line.insert(-1, i == place ? size : 1);
        }
        return new Tensor(chosen(parts, starts, Trace.iota(place, line, DType.INT64, first.device()), 0, parts.size()));
    }

    /** By halves, so that the depth is the logarithm of the number. */
    private static Node chosen(List<Node> parts, List<Long> starts, Node place, int from, int to) {
        if (to - from == 1) {
            return parts.get(from);
        }
        int middle = (from + to) >>> 1;
        Node left = chosen(parts, starts, place, from, middle);
        Node right = chosen(parts, starts, place, middle, to);
        Tensor isLeft = new Tensor(place).lt(new Tensor(Trace.fillLike(place, starts.get(middle))));
        return Trace.where(isLeft.node(), left, right);
    }
}
