package io.xianka.tensor.graph;

import io.xianka.tensor.DType;
import io.xianka.tensor.DTypeMismatch;
import io.xianka.tensor.IndexOutOfRange;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Records operations: one factory for each {@link Op}, which checks the operands, infers shape and type, and leaves out what
 * {@link Simplification} knows to be nothing. Operands must already have one type; elementwise ones are stretched to one shape here.
 */
public final class Trace {
    private static final Op.Unary[] UNARY =
            Arrays.stream(UnaryOp.values()).map(Op.Unary::new).toArray(Op.Unary[]::new);
    private static final Op.Binary[] BINARY =
            Arrays.stream(BinaryOp.values()).map(Op.Binary::new).toArray(Op.Binary[]::new);
    private static final Op WHERE = new Op.Where();
    private static final Op CAST = new Op.Cast();
    private static final Op RESHAPE = new Op.Reshape();
    private static final Op EXPAND = new Op.Expand();
    private static final Op DATA = new Op.Data();
    private static final ScopedValue<Boolean> WITHOUT_GRADIENTS = ScopedValue.newInstance();
    private static final ScopedValue<Boolean> ROUNDING_PRODUCTS = ScopedValue.newInstance();
    private static final ScopedValue<Sharing> SHARING = ScopedValue.newInstance();

    private Trace() {}

    // ------------------------------------------------------------------ who wants gradients

    /** Runs an action whose nodes, recorded in this thread, no gradient flows through. */
    public static <T> T withoutGradients(Supplier<T> action) {
        return ScopedValue.where(WITHOUT_GRADIENTS, true).call(action::get);
    }

    /** Runs an action whose nodes gradients flow through, also inside {@link #withoutGradients}. */
    static <T> T withGradients(Supplier<T> action) {
        return ScopedValue.where(WITHOUT_GRADIENTS, false).call(action::get);
    }

    /** Runs an action whose products, recorded in this thread, may round float32 factors, and so may those of their gradients. */
    public static <T> T roundingProducts(Supplier<T> action) {
        return ScopedValue.where(ROUNDING_PRODUCTS, true).call(action::get);
    }

    /** Runs an action in which numbers that are computed alike, recorded in this thread, are recorded once, and stretched once to a shape. */
    public static <T> T sharingNumbers(Supplier<T> action) {
        return ScopedValue.where(SHARING, Sharing.begin()).call(action::get);
    }

    private static Sharing sharing() {
        Sharing sharing = SHARING.orElse(Sharing.NONE);
        // Who asks for each node's origin wants each node.
        return sharing == Sharing.NONE || Origin.current() != null ? Sharing.NONE : sharing;
    }

    /** The same value, as one that gradients are asked of; what it was computed from gets none through it. */
    public static Node variable(Node value, Variable variable) {
        return same(value, true, variable);
    }

    /** The same value without a gradient. */
    public static Node detach(Node node) {
        return node.isDifferentiable() ? same(node, false, null) : node;
    }

    /** The same elements at once: read from where they are, or once they are computed. */
    private static Node same(Node value, boolean differentiable, Variable variable) {
        Storage storage = value.storage();
        var node = new Node(
                storage != null ? DATA : RESHAPE,
                storage != null ? List.of() : List.of(value),
                value.results(),
                value.place(),
                differentiable,
                null,
                variable);
        if (storage != null) {
            node.realise(storage);
        }
        return node;
    }

    // ------------------------------------------------------------------ leaves

    /** A leaf in memory. */
    public static Node data(Storage storage, Shape shape, DType dtype, Place place, boolean differentiable) {
        var node = new Node(new Op.Data(), List.of(), result(shape, dtype), place, differentiable, null);
        node.realise(storage);
        return node;
    }

    /** A scalar whose value is read at each run instead of being compiled in. */
    public static Node parameter(Number value, DType dtype, Place place) {
        return new Node(new Op.Parameter(), List.of(), result(Shape.SCALAR, dtype), place, false, value);
    }

    /** One value everywhere. */
    public static Node fill(Number value, Shape shape, DType dtype, Place place) {
        Number stored = dtype.isFloating() || dtype.isComplex()
                ? (Number) dtype.round(value.doubleValue())
                : (Number) dtype.wrap(
                        value instanceof Double || value instanceof Float
                                ? (long) value.doubleValue()
                                : value.longValue());
        return filled(new Op.Fill(stored), result(shape, dtype), place);
    }

    private static Node filled(Op fill, List<Node.Result> results, Place place) {
        Sharing sharing = sharing();
        Node known = sharing.find(fill, List.of(), results.getFirst(), place, false);
        return known != null ? known : sharing.keep(new Node(fill, List.of(), results, place, false, null));
    }

    /** One value in the shape, type and place of a node. */
    public static Node fillLike(Node like, Number value) {
        return fill(value, like.shape(), like.dtype(), like.place());
    }

    /** Places along an axis. */
    public static Node iota(int axis, Shape shape, DType dtype, Place place) {
        return new Node(new Op.Iota(shape.axis(axis)), List.of(), result(shape, dtype), place, false, null);
    }

    /** Random bits. */
    public static Node randomBits(Node seed, Node offset, Shape shape) {
        return make(new Op.RandomBits(), List.of(seed, offset), shape, DType.INT64);
    }

    // ------------------------------------------------------------------ elementwise

    /** Of one operand. */
    public static Node unary(UnaryOp op, Node operand) {
        return Simplification.of(
                make(UNARY[op.ordinal()], List.of(operand), operand.shape(), op.result(operand.dtype())));
    }

    /** Of two operands of one type. */
    public static Node binary(BinaryOp op, Node left, Node right) {
        sameDType(op.text(), left, right);
        Shape shape = Shape.broadcast(op.text(), left.shape(), right.shape());
        return Simplification.of(make(
                BINARY[op.ordinal()],
                List.of(broadcast(left, shape), broadcast(right, shape)),
                shape,
                op.result(left.dtype())));
    }

    /** Takes from one or the other. */
    public static Node where(Node condition, Node yes, Node no) {
        if (condition.dtype() != DType.BOOL) {
            throw new DTypeMismatch("where: the condition is " + condition.dtype() + ", not bool; compare it first");
        }
        sameDType("where", yes, no);
        Shape shape = Shape.broadcast("where", condition.shape(), Shape.broadcast("where", yes.shape(), no.shape()));
        return Simplification.of(make(
                WHERE,
                List.of(broadcast(condition, shape), broadcast(yes, shape), broadcast(no, shape)),
                shape,
                yes.dtype()));
    }

    /** To another type. */
    public static Node cast(Node operand, DType dtype) {
        return operand.dtype() == dtype
                ? operand
                : Simplification.of(make(CAST, List.of(operand), operand.shape(), dtype));
    }

    // ------------------------------------------------------------------ views

    /** Under another shape of as many elements. */
    public static Node reshape(Node operand, Shape shape) {
        if (operand.shape().equals(shape)) {
            return operand;
        }
        if (operand.shape().elements() != shape.elements()) {
            throw new ShapeMismatch("reshape: " + operand.shape() + " has "
                    + operand.shape().elements() + " elements, " + shape + " has " + shape.elements());
        }
        return Simplification.of(make(RESHAPE, List.of(operand), shape, operand.dtype()));
    }

    /** With the axes in another order. */
    public static Node permute(Node operand, List<Integer> axes) {
        Shape from = operand.shape();
        int rank = from.rank();
        Integer[] places = new Integer[rank];
        long[] sizes = new long[rank];
        long seen = 0;
        boolean same = axes.size() == rank;
        for (int i = 0; i < rank && i < axes.size(); i++) {
            int axis = from.axis(axes.get(i));
            places[i] = axis;
            sizes[i] = from.size(axis);
            seen |= 1L << axis;
            same &= axis == i;
        }
        if (axes.size() != rank || Long.bitCount(seen) != rank) {
            throw new ShapeMismatch("permute: axes " + axes + " are not those of shape " + from + " each once");
        }
        if (same) {
            return operand;
        }
        var op = new Op.Permute(List.of(places));
        return Simplification.of(make(op, List.of(operand), Shape.of(sizes), operand.dtype()));
    }

    /** With two axes exchanged. */
    public static Node transpose(Node operand, int first, int second) {
        Integer[] axes = new Integer[operand.shape().rank()];
        Arrays.setAll(axes, axis -> axis);
        int a = operand.shape().axis(first);
        int b = operand.shape().axis(second);
        axes[a] = b;
        axes[b] = a;
        return permute(operand, List.of(axes));
    }

    /** Stretched to a shape by NumPy's rule, new axes in front. */
    public static Node broadcast(Node operand, Shape shape) {
        Shape from = operand.shape();
        if (from.equals(shape)) {
            return operand;
        }
        if (from.rank() == 0 && operand.op() instanceof Op.Fill) {
            return filled(operand.op(), result(shape, operand.dtype()), operand.place());
        }
        Sharing sharing = from.rank() == 0 && !operand.isDifferentiable() ? sharing() : Sharing.NONE;
        Node known = sharing.findStretched(operand, shape);
        return known != null ? known : sharing.keepStretched(operand, stretched(operand, from, shape));
    }

    private static Node stretched(Node operand, Shape from, Shape shape) {
        if (from.rank() > shape.rank()
                || !Shape.broadcast("expand", from, shape).equals(shape)) {
            throw new ShapeMismatch("expand: " + from + " does not stretch to " + shape);
        }
        Shape padded = from;
        while (padded.rank() < shape.rank()) {
            padded = padded.insert(0, 1);
        }
        Node aligned = reshape(operand, padded);
        return padded.equals(shape)
                ? aligned
                : Simplification.of(make(EXPAND, List.of(aligned), shape, operand.dtype()));
    }

    /** Every {@code steps}-th from {@code starts}, {@code sizes} of them. */
    public static Node slice(Node operand, long[] starts, long[] sizes, long[] steps) {
        Shape from = operand.shape();
        boolean whole = true;
        for (int axis = 0; axis < from.rank(); axis++) {
            long last = starts[axis] + (sizes[axis] - 1) * steps[axis];
            if (sizes[axis] > 0
                    && (starts[axis] < 0 || starts[axis] >= from.size(axis) || last < 0 || last >= from.size(axis))) {
                throw new ShapeMismatch(
                        "slice: elements " + starts[axis] + " to " + last + " of axis " + axis + " of shape " + from);
            }
            whole &= starts[axis] == 0 && sizes[axis] == from.size(axis) && (steps[axis] == 1 || sizes[axis] == 1);
        }
        if (whole) {
            return operand;
        }
        var op = new Op.Slice(boxed(starts), boxed(steps));
        return Simplification.of(make(op, List.of(operand), Shape.of(sizes), operand.dtype()));
    }

    /** The opposite of a slice: its elements at their places in a shape, 0 elsewhere. */
    public static Node spread(Node slice, long[] starts, long[] steps, Shape shape) {
        Node spread = slice;
        for (int axis = 0; axis < shape.rank(); axis++) {
            spread = ViewGradients.spread(spread, axis, starts[axis], steps[axis], shape.size(axis));
        }
        return spread;
    }

    /** With elements around it. */
    public static Node pad(Node operand, long[] before, long[] after, Number value) {
        Shape from = operand.shape();
        long[] sizes = from.sizes();
        boolean nothing = true;
        for (int axis = 0; axis < sizes.length; axis++) {
            if (before[axis] < 0 || after[axis] < 0) {
                throw new ShapeMismatch("pad: " + before[axis] + " and " + after[axis] + " elements around axis " + axis
                        + "; slice to cut");
            }
            nothing &= before[axis] == 0 && after[axis] == 0;
            if (before[axis] > Long.MAX_VALUE - sizes[axis]
                    || after[axis] > Long.MAX_VALUE - sizes[axis] - before[axis]) {
                throw new ShapeMismatch("pad: " + before[axis] + " and " + after[axis] + " elements around axis " + axis
                        + " of shape " + from + " make more than 2^63 - 1");
            }
            sizes[axis] += before[axis] + after[axis];
        }
        if (nothing) {
            return operand;
        }
        Number stored = operand.dtype().isFloating() || operand.dtype().isComplex()
                ? (Number) operand.dtype().round(value.doubleValue())
                : (Number) operand.dtype().wrap(value.longValue());
        var op = new Op.Pad(boxed(before), boxed(after), stored);
        return Simplification.of(make(op, List.of(operand), Shape.of(sizes), operand.dtype()));
    }

    /** Windows of an axis; the places in a window become a new last axis. */
    public static Node unfold(Node operand, int axis, long size, long step, long dilation) {
        int place = operand.shape().axis(axis);
        long most = operand.shape().size(place) - 1;
        if (size < 1 || step < 1 || dilation < 1 || most < 0 || size - 1 > most / dilation) {
            throw new ShapeMismatch("windows of " + size + " elements " + dilation + " apart, every " + step
                    + ", over axis " + place + " of shape " + operand.shape());
        }
        long windows = (most - dilation * (size - 1)) / step + 1;
        Shape shape = operand.shape().with(place, windows).insert(-1, size);
        return make(new Op.Unfold(place, size, step, dilation), List.of(operand), shape, operand.dtype());
    }

    /** The sum of windows, each at its place on an axis of this size: what {@link #unfold} takes apart. Their places are the last axis. */
    public static Node fold(Node windows, int axis, long step, long dilation, long size) {
        var op = new Op.Unfold(windows.shape().axis(axis), windows.shape().size(-1), step, dilation);
        return ViewGradients.fold(windows, op, size);
    }

    // ------------------------------------------------------------------ along axes

    /** Axes folded to size 1. */
    public static Node reduce(ReduceOp op, Node operand, int... axes) {
        Shape shape = operand.shape();
        int[] places = new int[axes.length];
        for (int i = 0; i < axes.length; i++) {
            places[i] = shape.axis(axes[i]);
        }
        Arrays.sort(places);
        long[] sizes = shape.sizes();
        Integer[] folded = new Integer[places.length];
        for (int i = 0; i < places.length; i++) {
            int axis = places[i];
            folded[i] = axis;
            sizes[axis] = 1;
            if (shape.size(axis) == 0 && (op == ReduceOp.MAX || op == ReduceOp.MIN)) {
                throw new ShapeMismatch(op.name().toLowerCase(java.util.Locale.ROOT) + " over axis " + axis
                        + " of shape " + shape + ": there is no element to take");
            }
        }
        return Simplification.of(
                make(new Op.Reduce(op, List.of(folded)), List.of(operand), Shape.of(sizes), operand.dtype()));
    }

    /** The place of the first largest or smallest. */
    public static Node argReduce(ReduceOp op, Node operand, int axis) {
        int place = operand.shape().axis(axis);
        if (operand.shape().size(place) == 0) {
            throw new ShapeMismatch("arg" + op.name().toLowerCase(java.util.Locale.ROOT) + " over axis " + place
                    + " of shape " + operand.shape() + ": there is no element to take");
        }
        return make(
                new Op.ArgReduce(op, place), List.of(operand), operand.shape().with(place, 1), DType.INT64);
    }

    /** Folded with all before. */
    public static Node scan(ReduceOp op, Node operand, int axis, boolean reverse) {
        return make(
                new Op.Scan(op, operand.shape().axis(axis), reverse),
                List.of(operand),
                operand.shape(),
                operand.dtype());
    }

    /** Places in order. */
    public static Node argsort(Node operand, int axis, boolean descending) {
        return make(
                new Op.Argsort(operand.shape().axis(axis), descending), List.of(operand), operand.shape(), DType.INT64);
    }

    // ------------------------------------------------------------------ by index

    /**
     * An index of an axis of this size, checked when it is computed.
     *
     * @param operation in whose name it is refused
     * @param least 0, or less where negative places count from the end
     */
    public static Node inRange(String operation, Node index, long least, long size) {
        isIndex(operation, index);
        if (size == 0 && index.shape().elements() > 0) {
            throw IndexOutOfRange.of(operation, 0, 0, 0);
        }
        return make(new Op.InRange(operation, least, size), List.of(index), index.shape(), DType.INT64);
    }

    /** The same index where it was checked before: gradients need not do it again. */
    static Node unchecked(Node index) {
        return index.op() instanceof Op.InRange ? index.input(0) : index;
    }

    /** Slices by index. */
    public static Node take(Node operand, Node index, int axis) {
        int place = operand.shape().axis(axis);
        isIndex("take", index);
        Shape shape = operand.shape()
                .slice(0, place)
                .concat(index.shape())
                .concat(operand.shape().slice(place + 1, operand.shape().rank()));
        return make(new Op.Take(place), List.of(operand, index), shape, operand.dtype());
    }

    /** Slices added by index. */
    public static Node takeAdd(Node base, Node index, Node source, int axis) {
        int place = base.shape().axis(axis);
        isIndex("take-add", index);
        sameDType("take-add", base, source);
        Shape expected = base.shape()
                .slice(0, place)
                .concat(index.shape())
                .concat(base.shape().slice(place + 1, base.shape().rank()));
        if (!expected.equals(source.shape())) {
            throw new ShapeMismatch("take-add: the source is " + source.shape() + ", base " + base.shape()
                    + " and index " + index.shape() + " want " + expected);
        }
        return make(new Op.TakeAdd(place), List.of(base, index, source), base.shape(), base.dtype());
    }

    /** Elements by index. */
    public static Node gather(Node operand, Node index, int axis) {
        int place = operand.shape().axis(axis);
        isIndex("gather", index);
        fitsBeside("gather", operand.shape(), index.shape(), place);
        return make(new Op.Gather(place), List.of(operand, index), index.shape(), operand.dtype());
    }

    /** Elements added by index. */
    public static Node scatterAdd(Node base, Node index, Node source, int axis) {
        int place = base.shape().axis(axis);
        isIndex("scatterAdd", index);
        sameDType("scatterAdd", base, source);
        fitsBeside("scatterAdd", base.shape(), index.shape(), place);
        if (!index.shape().equals(source.shape())) {
            throw new ShapeMismatch("scatterAdd: index " + index.shape() + " and source " + source.shape() + " differ");
        }
        return make(new Op.ScatterAdd(place), List.of(base, index, source), base.shape(), base.dtype());
    }

    // ------------------------------------------------------------------ products

    /** Batches of matrices. */
    public static Node dot(Node left, Node right) {
        return dot(new Op.Dot(mayRound(left)), left, right);
    }

    private static boolean mayRound(Node factor) {
        return factor.dtype() == DType.FLOAT32 && ROUNDING_PRODUCTS.orElse(false);
    }

    /** Batches of matrices, multiplied as another product. */
    static Node dot(Op.Dot op, Node left, Node right) {
        sameDType("matmul", left, right);
        Shape a = left.shape();
        Shape b = right.shape();
        int rank = a.rank();
        if (rank < 2 || b.rank() != rank || !a.slice(0, rank - 2).equals(b.slice(0, rank - 2))) {
            throw new ShapeMismatch("matmul: batches of " + a + " and " + b + " differ");
        }
        if (a.size(-1) != b.size(-2)) {
            boolean fits = a.size(-1) == b.size(-1);
            throw new ShapeMismatch("matmul: " + a + " x " + b + ": inner sizes " + a.size(-1) + " and " + b.size(-2)
                    + " differ" + (fits ? "; right.transpose() would fit" : ""));
        }
        return make(op, List.of(left, right), a.with(-1, b.size(-1)), left.dtype());
    }

    /** Attention; its output is {@link #item} 0, the rows' log-sum-exp item 1. */
    public static Node attention(Node q, Node k, Node v, double scale, boolean causal) {
        Shape shape = q.shape();
        boolean fits = shape.rank() == 4
                && k.shape().rank() == 4
                && k.shape().equals(v.shape())
                && k.shape().size(0) == shape.size(0)
                && k.shape().size(3) == shape.size(3)
                && k.shape().size(1) > 0
                && shape.size(1) % k.shape().size(1) == 0;
        if (!fits) {
            throw new ShapeMismatch(
                    "attention: q " + shape + ", k " + k.shape() + ", v " + v.shape()
                            + " are not (batch, heads, length, size) and twice (batch, groups, keys, size) with heads a multiple of groups");
        }
        sameDType("attention", q, k);
        sameDType("attention", q, v);
        return node(
                new Op.Attention(scale, causal, mayRound(q)),
                List.of(q, k, v),
                List.of(new Node.Result(shape, q.dtype()), new Node.Result(shape.slice(0, 3), statistics(q.dtype()))));
    }

    /** The gradients of attention, items 0 to 2. */
    public static Node attentionGradient(
            Op.Attention op, Node q, Node k, Node v, Node output, Node lse, Node gradient) {
        return node(
                new Op.AttentionGradient(op),
                List.of(q, k, v, output, lse, gradient),
                List.of(
                        q.results().getFirst(),
                        k.results().getFirst(),
                        v.results().getFirst()));
    }

    /** The type in which attention keeps what it knows about rows. */
    static DType statistics(DType dtype) {
        return dtype == DType.FLOAT64 ? DType.FLOAT64 : DType.FLOAT32;
    }

    // ------------------------------------------------------------------ structure

    /** One of several results. */
    public static Node item(Node several, int index) {
        return node(
                new Op.Item(index), List.of(several), List.of(several.results().get(index)));
    }

    /** On another device. */
    public static Node transfer(Node operand, Place place) {
        return operand.place() == place
                ? operand
                : new Node(
                        new Op.Transfer(),
                        List.of(operand),
                        operand.results(),
                        place,
                        operand.isDifferentiable() && wantsGradient(operand.dtype()),
                        null);
    }

    /** Computed and kept on its own. */
    public static Node barrier(Node operand) {
        return make(new Op.Barrier(), List.of(operand), operand.shape(), operand.dtype());
    }

    /** With gradients said by a rule. */
    public static Node withGradient(Node value, List<Node> arguments, GradientRule rule) {
        List<Node> inputs = new ArrayList<>();
        inputs.add(value);
        inputs.addAll(arguments);
        return make(new Op.WithGradient(rule), inputs, value.shape(), value.dtype());
    }

    /** A user's kernel; its results are items. */
    public static Node custom(CustomKernel kernel, List<Node> inputs, Place place) {
        boolean differentiable = inputs.stream().anyMatch(Node::isDifferentiable);
        List<Node.Result> results = List.copyOf(kernel.results());
        return new Node(
                new Op.Custom(kernel),
                inputs,
                results,
                place,
                differentiable && wantsGradient(results.getFirst().dtype()),
                null);
    }

    // ------------------------------------------------------------------ checks

    private static Node make(Op op, List<Node> inputs, Shape shape, DType dtype) {
        Node first = inputs.get(0);
        boolean same = first.dtype() == dtype
                && first.shape().equals(shape)
                && first.results().size() == 1;
        return node(op, inputs, same ? first.results() : result(shape, dtype));
    }

    private static Node node(Op op, List<Node> inputs, List<Node.Result> results) {
        Node first = inputs.get(0);
        Node.Result result = results.get(0);
        Place place = first.place();
        boolean differentiable = false;
        for (int i = 0; i < inputs.size(); i++) {
            Node input = inputs.get(i);
            differentiable |= input.isDifferentiable();
            if (input.place() != place) {
                throw new DeviceMismatch(place.name(), input.place().name());
            }
        }
        differentiable = differentiable && wantsGradient(result.dtype());
        Sharing sharing = isNumber(op, first, result) ? sharing() : Sharing.NONE;
        Node known = sharing.find(op, inputs, result, place, differentiable);
        return known != null ? known : sharing.keep(new Node(op, inputs, results, place, differentiable, null));
    }

    /** {@return whether a node is a number computed from others, or one stretched} */
    private static boolean isNumber(Op op, Node first, Node.Result result) {
        return op == RESHAPE || op == EXPAND
                ? first.shape().elements() == 1
                : result.shape().rank() == 0
                        && (op instanceof Op.Binary || op instanceof Op.Unary || op == CAST || op == WHERE);
    }

    private static boolean wantsGradient(DType dtype) {
        return dtype.hasGradient() && !WITHOUT_GRADIENTS.orElse(false);
    }

    /** Those of late, by their hashes: a training has few shapes, and comparing two graphs need not look into what is the same object. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types cannot be made
    private static final List<Node.Result>[] RESULTS = new List[1 << 10];

    private static List<Node.Result> result(Shape shape, DType dtype) {
        int place = (31 * shape.hashCode() + dtype.ordinal()) * 0x9E3779B9 >>> 22;
        List<Node.Result> known = RESULTS[place];
        if (known != null
                && known.get(0).dtype() == dtype
                && known.get(0).shape().equals(shape)) {
            return known;
        }
        List<Node.Result> made = List.of(new Node.Result(shape, dtype));
        RESULTS[place] = made;
        return made;
    }

    private static void sameDType(String operation, Node left, Node right) {
        if (left.dtype() != right.dtype()) {
            throw new DTypeMismatch(operation + ": " + left.dtype() + " and " + right.dtype() + " differ; cast one");
        }
    }

    private static void isIndex(String operation, Node index) {
        if (index.dtype() != DType.INT64) {
            throw new DTypeMismatch(operation + ": the index is " + index.dtype() + ", not int64; cast it");
        }
    }

    private static void fitsBeside(String operation, Shape operand, Shape index, int axis) {
        boolean fits = operand.rank() == index.rank();
        for (int other = 0; fits && other < operand.rank(); other++) {
            fits = other == axis || index.size(other) <= operand.size(other);
        }
        if (!fits) {
            throw new ShapeMismatch(
                    operation + ": index " + index + " does not lie beside " + operand + " along axis " + axis);
        }
    }

    private static List<Long> boxed(long[] values) {
        Long[] boxed = new Long[values.length];
        for (int i = 0; i < boxed.length; i++) {
            boxed[i] = values[i];
        }
        return List.of(boxed);
    }
}
