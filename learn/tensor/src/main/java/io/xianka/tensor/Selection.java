package io.xianka.tensor;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Indices of a shape, resolved: first a slice of every axis, then axes dropped and added, then elements gathered by index tensors.
 *
 * @param view the shape after axes were dropped and added
 * @param gathered the index tensor of each axis of the view, null where it is taken whole
 */
record Selection(long[] starts, long[] sizes, long[] steps, Shape view, List<Tensor> gathered) {
    static Selection of(Shape shape, Index... indices) {
        List<Index> full = gatheredTogether(spelledOut(shape, indices));
        boolean gathers = full.stream().anyMatch(Index.Places.class::isInstance);
        int rank = shape.rank();
        long[] starts = new long[rank];
        long[] sizes = new long[rank];
        long[] steps = new long[rank];
        Shape view = Shape.SCALAR;
        List<Tensor> gathered = new ArrayList<>();
        int axis = 0;
        for (Index index : full) {
            switch (index) {
                case Index.NewAxis _ -> {
                    view = view.insert(-1, 1);
                    gathered.add(null);
                }
                case Index.At(long place) -> {
                    starts[axis] = inRange(shape, axis, place);
                    sizes[axis] = 1;
                    steps[axis] = 1;
                    axis++;
                }
                case Index.Range range -> {
                    long size = shape.size(axis);
                    sizes[axis] = range.count(size);
                    starts[axis] = sizes[axis] == 0 ? 0 : range.first(size);
                    steps[axis] = range.step();
                    view = view.insert(-1, sizes[axis]);
                    gathered.add(null);
                    axis++;
                }
                case Index.Places(Tensor places) -> {
                    List<Tensor> each = places.dtype() == DType.BOOL ? masked(shape, axis, places) : List.of(places);
                    for (Tensor one : each) {
                        sizes[axis] = shape.size(axis);
                        steps[axis] = 1;
                        view = view.insert(-1, sizes[axis]);
                        gathered.add(counted(one, sizes[axis]));
                        axis++;
                    }
                }
                case Index.Ellipsis _ -> throw new IllegalStateException("spelled out before");
            }
        }
        return new Selection(starts, sizes, steps, view, gathers ? gathered : List.of());
    }

    /** One index for each axis, new ones and dropped ones included. */
    private static List<Index> spelledOut(Shape shape, Index... indices) {
        int named = 0;
        int ellipses = 0;
        for (Index index : indices) {
            named += switch (index) {
                case Index.NewAxis _, Index.Ellipsis _ -> 0;
                case Index.At _, Index.Range _ -> 1;
                case Index.Places(Tensor places) ->
                    places.dtype() == DType.BOOL ? places.shape().rank() : 1;
            };
            ellipses += index instanceof Index.Ellipsis ? 1 : 0;
        }
        if (named > shape.rank() || ellipses > 1) {
            throw new ShapeMismatch(
                    ellipses > 1
                            ? "index: ... stands twice; once is enough"
                            : "index: " + named + " indices for shape " + shape + ", which has " + shape.rank()
                                    + " axes");
        }
        List<Index> full = new ArrayList<>();
        for (Index index : indices) {
            if (index instanceof Index.Ellipsis) {
                addWhole(full, shape.rank() - named);
            } else {
                full.add(index);
            }
        }
        if (ellipses == 0) {
            addWhole(full, shape.rank() - named);
        }
        return full;
    }

    /** Beside index tensors a single place is one, too: NumPy's rule says so where the axes of the result go. */
    private static List<Index> gatheredTogether(List<Index> full) {
        for (Index index : full) {
            if (index instanceof Index.Places(Tensor places)) {
                return full.stream()
                        .map(other -> other instanceof Index.At(long place)
                                ? Index.of(Tensor.full(place, Shape.SCALAR, DType.INT64, places.device()))
                                : other)
                        .toList();
            }
        }
        return full;
    }

    private static void addWhole(List<Index> full, int count) {
        for (int i = 0; i < count; i++) {
            full.add(Index.all());
        }
    }

    private static long inRange(Shape shape, int axis, long place) {
        long size = shape.size(axis);
        if (place < -size || place >= size) {
            throw new ShapeMismatch("index " + place + " of axis " + axis + " of shape " + shape + ": "
                    + (size == 0 ? "the axis is empty" : "the places are " + -size + " to " + (size - 1)));
        }
        return place < 0 ? place + size : place;
    }

    /** Places without sign: negative ones count from the end. */
    private static Tensor counted(Tensor places, long size) {
        boolean signed = places.dtype() != DType.UINT8;
        Node index = Promotion.index("index", places);
        Tensor wide = new Tensor(Trace.inRange("index", index, signed ? -size : 0, size));
        return signed ? Tensor.where(wide.lt(0), wide.add(size), wide) : wide;
    }

    private static List<Tensor> masked(Shape shape, int axis, Tensor mask) {
        Shape beside =
                shape.slice(axis, Math.min(shape.rank(), axis + mask.shape().rank()));
        if (!mask.shape().equals(beside)) {
            throw new ShapeMismatch("index: a mask of shape " + mask.shape() + " for axes of sizes " + beside);
        }
        return places(mask);
    }

    /** For each axis the places of the elements that are not 0, row-major. */
    static List<Tensor> places(Tensor tensor) {
        boolean[] found = tensor.to(DType.BOOL).toBooleanArray();
        int count = 0;
        for (boolean one : found) {
            count += one ? 1 : 0;
        }
        Shape shape = tensor.shape();
        long[] strides = shape.strides();
        long[][] places = new long[shape.rank()][count];
        int next = 0;
        for (int i = 0; i < found.length; i++) {
            if (found[i]) {
                for (int axis = 0; axis < places.length; axis++) {
                    places[axis][next] = i / strides[axis] % shape.size(axis);
                }
                next++;
            }
        }
        return Arrays.stream(places)
                .map(axis -> Tensor.of(axis, Shape.of(axis.length), tensor.device()))
                .toList();
    }

    private Tensor sliced(Tensor tensor) {
        return tensor.derived(Trace.slice(tensor.node(), starts, sizes, steps));
    }

    Tensor of(Tensor tensor) {
        Tensor slice = sliced(tensor).reshape(view);
        List<Integer> axes = new ArrayList<>();
        for (int axis = 0; axis < gathered.size(); axis++) {
            if (gathered.get(axis) != null) {
                axes.add(axis);
            }
        }
        return axes.isEmpty() ? slice : gather(slice, axes);
    }

    /** Indexed axes are made one, indexed by the sum of places times strides. */
    private Tensor gather(Tensor slice, List<Integer> axes) {
        boolean together = axes.getLast() - axes.getFirst() == axes.size() - 1;
        int first = together ? axes.getFirst() : 0;
        List<Integer> order = new ArrayList<>();
        for (int axis = 0; axis < view.rank(); axis++) {
            if (!axes.contains(axis)) {
                order.add(axis);
            }
        }
        order.addAll(first, axes);
        Tensor aside = slice.permute(order.stream().mapToInt(Integer::intValue).toArray());
        Tensor index = null;
        for (int axis : axes) {
            Tensor places = gathered.get(axis);
            if (index == null) {
                index = places;
            } else {
                Shape.broadcast("index tensors", index.shape(), places.shape());
                index = index.mul(view.size(axis)).add(places);
            }
        }
        return aside.flatten(first, first + axes.size() - 1).take(first, index);
    }

    Tensor replaced(Tensor tensor, Tensor value) {
        if (!gathered.isEmpty()) {
            throw new ShapeMismatch("with: index tensors may name a place twice; use scatterAdd, indexAdd or where");
        }
        Tensor slice = value.to(tensor.dtype()).expand(view).reshape(Shape.of(sizes));
        Tensor spread = spread(slice, tensor.shape());
        Tensor inside = spread(new Tensor(Trace.fill(1, Shape.of(sizes), DType.BOOL, tensor.device())), tensor.shape());
        return Tensor.where(inside, spread, tensor);
    }

    private Tensor spread(Tensor slice, Shape shape) {
        return slice.derived(Trace.spread(slice.node(), starts, steps, shape));
    }
}
