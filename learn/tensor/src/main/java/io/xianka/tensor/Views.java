package io.xianka.tensor;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The same elements in other places. Nothing is copied before something needs them so. */
sealed interface Views permits Tensor {
    private Tensor self() {
        return (Tensor) this;
    }

    private Tensor of(Node node) {
        return self().derived(node);
    }

    /**
     * The same elements, row-major, under other sizes.
     *
     * @param sizes one may be -1: what is left for it
     */
    default Tensor reshape(long... sizes) {
        Shape from = self().shape();
        long[] filled = sizes.clone();
        int open = -1;
        for (int axis = 0; axis < sizes.length; axis++) {
            if (sizes[axis] == -1 && open < 0) {
                open = axis;
                filled[axis] = 1;
            } else if (sizes[axis] < 0) {
                throw new ShapeMismatch("reshape: " + from + " to " + Arrays.toString(sizes) + ": size " + sizes[axis]
                        + " is negative; one may be -1");
            }
        }
        Shape known = Shape.of(filled);
        if (open < 0) {
            return reshape(known);
        }
        if (known.elements() == 0 || from.elements() % known.elements() != 0) {
            throw new ShapeMismatch("reshape: " + from + " to " + Arrays.toString(sizes) + ": " + from.elements()
                    + " elements are not a multiple of " + known.elements());
        }
        return reshape(known.with(open, from.elements() / known.elements()));
    }

    /** {@return the same elements, row-major, under another shape of as many} */
    default Tensor reshape(Shape shape) {
        return of(Trace.reshape(self().node(), shape));
    }

    /** {@return all elements on one axis, row-major} */
    default Tensor flatten() {
        return reshape(Shape.of(self().shape().elements()));
    }

    /** {@return with the axes {@code first} to {@code last} made one} */
    default Tensor flatten(int first, int last) {
        Shape from = self().shape();
        int start = from.axis(first);
        int end = from.axis(last) + 1;
        if (start >= end) {
            throw new ShapeMismatch("flatten: axis " + first + " of shape " + from + " comes after axis " + last);
        }
        return reshape(from.slice(0, start)
                .insert(-1, from.slice(start, end).elements())
                .concat(from.slice(end, from.rank())));
    }

    /** {@return with an axis made several} */
    default Tensor unflatten(int axis, long... sizes) {
        Shape from = self().shape();
        int place = from.axis(axis);
        return reshape(from.slice(0, place).concat(Shape.of(sizes)).concat(from.slice(place + 1, from.rank())));
    }

    /** {@return with the axes in another order: axis i of the result is axis {@code axes[i]} of this} */
    default Tensor permute(int... axes) {
        return of(Trace.permute(self().node(), Arrays.stream(axes).boxed().toList()));
    }

    /** {@return with two axes exchanged} */
    default Tensor transpose(int first, int second) {
        return of(Trace.transpose(self().node(), first, second));
    }

    /** {@return with the last two axes exchanged: the transposed matrices} */
    default Tensor transpose() {
        if (self().shape().rank() < 2) {
            throw new ShapeMismatch("transpose: shape " + self().shape() + " has no two axes to exchange");
        }
        return transpose(-2, -1);
    }

    /** {@return with one axis moved to another place} */
    default Tensor moveAxis(int from, int to) {
        Shape shape = self().shape();
        List<Integer> order = new ArrayList<>();
        for (int axis = 0; axis < shape.rank(); axis++) {
            order.add(axis);
        }
        int moved = shape.axis(from);
        order.remove((Object) moved);
        order.add(shape.axis(to), moved);
        return of(Trace.permute(self().node(), order));
    }

    /** {@return without the axes of size 1} */
    default Tensor squeeze() {
        return reshape(Shape.of(
                Arrays.stream(self().shape().sizes()).filter(size -> size != 1).toArray()));
    }

    /** {@return without an axis of size 1; an axis of another size stays} */
    default Tensor squeeze(int axis) {
        return self().shape().size(axis) == 1 ? reshape(self().shape().remove(axis)) : self();
    }

    /** {@return with an axis of size 1 more, which gets this number} */
    default Tensor unsqueeze(int axis) {
        return reshape(self().shape().insert(axis, 1));
    }

    /**
     * Stretched by NumPy's rule.
     *
     * @param sizes as many as axes or more; -1 leaves a size
     */
    default Tensor expand(long... sizes) {
        Shape from = self().shape();
        long[] filled = sizes.clone();
        for (int axis = 0; axis < filled.length; axis++) {
            int own = axis - (filled.length - from.rank());
            if (filled[axis] == -1 && own >= 0) {
                filled[axis] = from.size(own);
            }
        }
        return expand(Shape.of(filled));
    }

    /** {@return stretched to a shape by NumPy's rule} */
    default Tensor expand(Shape shape) {
        return of(Trace.broadcast(self().node(), shape));
    }

    /** {@return {@code size} elements of an axis from {@code start} on} */
    default Tensor narrow(int axis, long start, long size) {
        Shape from = self().shape();
        int place = from.axis(axis);
        if (start < 0 || size < 0 || start > from.size(place) - size) {
            throw new ShapeMismatch(
                    "narrow: " + size + " elements from " + start + " of axis " + axis + " of shape " + from);
        }
        long[] starts = new long[from.rank()];
        long[] steps = new long[from.rank()];
        Arrays.fill(steps, 1);
        starts[place] = start;
        return of(Trace.slice(self().node(), starts, from.with(place, size).sizes(), steps));
    }

    /** {@return an axis cut into parts of these sizes, whose sum is the axis's} */
    default List<Tensor> split(long[] sizes, int axis) {
        long whole = self().shape().size(axis);
        if (Arrays.stream(sizes).sum() != whole) {
            throw new ShapeMismatch("split: sizes " + Arrays.toString(sizes) + " do not add up to " + whole
                    + ", the size of axis " + axis + " of shape " + self().shape());
        }
        List<Tensor> parts = new ArrayList<>();
        long start = 0;
        for (long size : sizes) {
            parts.add(narrow(axis, start, size));
            start += size;
        }
        return parts;
    }

    /** {@return an axis cut into parts of one size, the last may be smaller} */
    default List<Tensor> split(long size, int axis) {
        if (size < 1) {
            throw new ShapeMismatch("split: parts of " + size + " elements");
        }
        List<Tensor> parts = new ArrayList<>();
        long whole = self().shape().size(axis);
        for (long start = 0; start < whole; start += size) {
            parts.add(narrow(axis, start, Math.min(size, whole - start)));
        }
        return parts.isEmpty() ? List.of(self()) : parts;
    }

    /** {@return an axis cut into at most this many parts of equal size, the last may be smaller} */
    default List<Tensor> chunk(int parts, int axis) {
        if (parts < 1) {
            throw new ShapeMismatch("chunk: into " + parts + " parts");
        }
        return split(Math.max(1, Math.ceilDiv(self().shape().size(axis), parts)), axis);
    }

    /** {@return the slices of an axis, each without it} */
    default List<Tensor> unbind(int axis) {
        List<Tensor> slices = new ArrayList<>();
        for (long i = 0; i < self().shape().size(axis); i++) {
            slices.add(narrow(axis, i, 1).reshape(self().shape().remove(axis)));
        }
        return slices;
    }

    /** {@return with the order of some axes turned; none named means all} */
    default Tensor flip(int... axes) {
        Shape shape = self().shape();
        long[] starts = new long[shape.rank()];
        long[] steps = new long[shape.rank()];
        Arrays.fill(steps, 1);
        for (int axis : shape.axes(axes)) {
            starts[axis] = Math.max(0, shape.size(axis) - 1);
            steps[axis] = -1;
        }
        return of(Trace.slice(self().node(), starts, shape.sizes(), steps));
    }

    /** {@return with an axis moved on by {@code shift}; what leaves at the end comes in at the start} */
    default Tensor roll(long shift, int axis) {
        long size = self().shape().size(axis);
        long by = size == 0 ? 0 : Math.floorMod(shift, size);
        return by == 0 ? self() : Tensor.cat(axis, narrow(axis, size - by, by), narrow(axis, 0, size - by));
    }

    /**
     * With elements of one value around it, in PyTorch's order.
     *
     * @param widths before and after the last axis, then before and after the one before it, and so on; negative ones cut
     */
    default Tensor pad(double value, long... widths) {
        Shape shape = self().shape();
        if (widths.length % 2 != 0 || widths.length > 2 * shape.rank()) {
            throw new ShapeMismatch("pad: " + widths.length + " widths for shape " + shape + "; two for each axis");
        }
        long[] before = new long[shape.rank()];
        long[] after = new long[shape.rank()];
        Tensor cut = self();
        for (int i = 0; i < widths.length; i += 2) {
            int axis = shape.rank() - 1 - i / 2;
            before[axis] = Math.max(0, widths[i]);
            after[axis] = Math.max(0, widths[i + 1]);
            long left = shape.size(axis) + Math.min(0, widths[i]) + Math.min(0, widths[i + 1]);
            cut = cut.narrow(axis, Math.max(0, -widths[i]), left);
        }
        return of(Trace.pad(cut.node(), before, after, value));
    }

    /** {@return repeated as a whole along each axis; more counts than axes add axes in front} */
    default Tensor repeat(long... counts) {
        Shape shape = self().shape();
        if (counts.length < shape.rank()) {
            throw new ShapeMismatch("repeat: " + counts.length + " counts for shape " + shape);
        }
        Shape apart = Shape.SCALAR;
        Shape stretched = Shape.SCALAR;
        Shape joined = Shape.SCALAR;
        for (int axis = 0; axis < counts.length; axis++) {
            int own = axis - (counts.length - shape.rank());
            long size = own < 0 ? 1 : shape.size(own);
            apart = apart.concat(Shape.of(1, size));
            stretched = stretched.concat(Shape.of(counts[axis], size));
            joined = joined.insert(-1, counts[axis] * size);
        }
        return reshape(apart).expand(stretched).reshape(joined);
    }

    /** {@return each element of an axis repeated on the spot} */
    default Tensor repeatInterleave(long count, int axis) {
        Shape shape = self().shape();
        int place = shape.axis(axis);
        return reshape(shape.insert(place + 1, 1))
                .expand(shape.insert(place + 1, count))
                .reshape(shape.with(place, shape.size(place) * count));
    }

    /** {@return the lower triangles of the last two axes, the rest 0} */
    default Tensor tril() {
        return tril(0);
    }

    /** {@return what lies on and below a diagonal of the last two axes, the rest 0} */
    default Tensor tril(long diagonal) {
        return Tensor.where(rowsLessColumns().ge(-diagonal), self(), self().zerosLike());
    }

    /** {@return the upper triangles of the last two axes, the rest 0} */
    default Tensor triu() {
        return triu(0);
    }

    /** {@return what lies on and above a diagonal of the last two axes, the rest 0} */
    default Tensor triu(long diagonal) {
        return Tensor.where(rowsLessColumns().le(-diagonal), self(), self().zerosLike());
    }

    private Tensor rowsLessColumns() {
        if (self().shape().rank() < 2) {
            throw new ShapeMismatch("shape " + self().shape() + " has no two axes for a triangle");
        }
        Shape plane =
                self().shape().slice(self().shape().rank() - 2, self().shape().rank());
        Device device = self().device();
        return new Tensor(Trace.iota(0, plane, DType.INT64, device))
                .sub(new Tensor(Trace.iota(1, plane, DType.INT64, device)));
    }

    /** {@return the diagonals of two axes, as a new last axis} */
    default Tensor diagonal(int first, int second) {
        int rank = self().shape().rank();
        int a = self().shape().axis(first);
        int b = self().shape().axis(second);
        if (a == b) {
            throw new ShapeMismatch("diagonal: axis " + first + " of shape " + self().shape() + " with itself");
        }
        Tensor last = self().moveAxis(a, rank - 1).moveAxis(b < a ? b : b - 1, rank - 1);
        long side = Math.min(last.shape().size(-2), last.shape().size(-1));
        Tensor square = last.narrow(-2, 0, side).narrow(-1, 0, side);
        Shape outer = square.shape().slice(0, rank - 2);
        if (side == 0) {
            return square.reshape(outer.insert(-1, 0));
        }
        // The diagonal of n rows of n is every (n + 1)-th element, so the first of n rows of n + 1.
        Tensor flat = square.reshape(outer.insert(-1, side * side)).pad(0, 0, side);
        return flat.reshape(outer.concat(Shape.of(side, side + 1)))
                .narrow(-1, 0, 1)
                .reshape(outer.insert(-1, side));
    }

    /**
     * Windows of {@code size} neighbours of an axis, one beginning every {@code step} elements: the axis becomes the windows, and
     * their elements a new last axis.
     */
    default Tensor unfold(int axis, long size, long step) {
        return of(Trace.unfold(self().node(), axis, size, step, 1));
    }
}
