package io.xianka.tensor.plain;

import io.xianka.tensor.DType;
import io.xianka.tensor.IndexOutOfRange;
import io.xianka.tensor.Shape;
import io.xianka.tensor.execution.HostKernels;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.CustomKernel;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.UnaryOp;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The values of the nodes of one graph, computed one by one: each operation's definition. */
final class Evaluation {
    private final Map<Node, Elements> values = new IdentityHashMap<>();
    private final Map<Node, List<Elements>> several = new IdentityHashMap<>();

    void set(Node node, Elements elements) {
        values.put(node, elements);
    }

    Elements of(Node node) {
        return values.get(node);
    }

    void compute(Node node) {
        if (values.containsKey(node)) {
            return;
        }
        if (node.op() instanceof Op.Attention attention) {
            several.put(node, PlainAttention.forward(node, attention, operands(node)));
        } else if (node.op() instanceof Op.AttentionGradient gradient) {
            several.put(node, PlainAttention.backward(node, gradient, operands(node)));
        } else if (node.op() instanceof Op.Custom(CustomKernel kernel)) {
            several.put(node, custom(kernel, node));
        } else if (node.op() instanceof Op.Item(int index)) {
            values.put(node, several.get(node.input(0)).get(index));
        } else {
            var result = new Elements(node.dtype(), node.shape().elements());
            fill(node, result);
            values.put(node, result);
        }
    }

    private List<Elements> custom(CustomKernel kernel, Node node) {
        List<MemorySegment> from = node.inputs().stream()
                .map(input -> {
                    MemorySegment memory = memory(input.bytes());
                    values.get(input).write(memory);
                    return memory;
                })
                .toList();
        List<MemorySegment> to =
                node.results().stream().map(result -> memory(result.bytes())).toList();
        HostKernels.run(kernel, from, to);
        return IntStream.range(0, to.size())
                .mapToObj(i -> Elements.read(node.results().get(i).dtype(), to.get(i)))
                .toList();
    }

    private static MemorySegment memory(long bytes) {
        return MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
    }

    private List<Elements> operands(Node node) {
        return node.inputs().stream().map(values::get).toList();
    }

    private void fill(Node node, Elements result) {
        switch (node.op()) {
            case Op.Fill(Number value) -> each(result, i -> result.put(i, value));
            case Op.Iota(int axis) -> walk(node.shape(), (i, place) -> result.put(i, place[axis]));
            case Op.RandomBits _ -> {
                long seed = values.get(node.input(0)).integers[0];
                long offset = values.get(node.input(1)).integers[0];
                each(result, i -> result.put(i, Integer.toUnsignedLong(Philox.word(seed, offset + i / 4, i % 4))));
            }
            case Op.Unary(UnaryOp op) -> unary(op, values.get(node.input(0)), result);
            case Op.Binary(BinaryOp op) -> binary(op, values.get(node.input(0)), values.get(node.input(1)), result);
            case Op.Where _ -> {
                Elements condition = values.get(node.input(0));
                each(result, i -> result.copy(i, values.get(node.input(condition.integers[i] != 0 ? 1 : 2)), i));
            }
            case Op.Cast _ -> cast(values.get(node.input(0)), result);
            case Op.InRange(String operation, long least, long size) -> {
                Elements index = values.get(node.input(0));
                each(result, i -> {
                    if (index.integers[i] < least || index.integers[i] >= size) {
                        throw IndexOutOfRange.of(operation, index.integers[i], least, size);
                    }
                    result.put(i, index.integers[i]);
                });
            }
            case Op.Reshape _, Op.Barrier _, Op.WithGradient _ -> copy(node, result);
            case Op.Permute(List<Integer> axes) -> {
                long[] strides = node.input(0).shape().strides();
                view(node, result, place -> {
                    long at = 0;
                    for (int axis = 0; axis < place.length; axis++) {
                        at += place[axis] * strides[axes.get(axis)];
                    }
                    return at;
                });
            }
            case Op.Expand _ -> {
                Shape from = node.input(0).shape();
                long[] strides = from.strides();
                view(node, result, place -> {
                    long at = 0;
                    for (int axis = 0; axis < place.length; axis++) {
                        at += from.size(axis) == 1 ? 0 : place[axis] * strides[axis];
                    }
                    return at;
                });
            }
            case Op.Slice slice -> {
                long[] strides = node.input(0).shape().strides();
                view(node, result, place -> {
                    long at = 0;
                    for (int axis = 0; axis < place.length; axis++) {
                        at += (slice.starts().get(axis)
                                        + place[axis] * slice.steps().get(axis))
                                * strides[axis];
                    }
                    return at;
                });
            }
            case Op.Pad pad -> pad(node, pad, result);
            case Op.Unfold unfold -> {
                long[] strides = node.input(0).shape().strides();
                view(node, result, place -> {
                    long at = place[place.length - 1] * unfold.dilation() * strides[unfold.axis()];
                    for (int axis = 0; axis < strides.length; axis++) {
                        at += place[axis] * (axis == unfold.axis() ? unfold.step() : 1) * strides[axis];
                    }
                    return at;
                });
            }
            case Op.Reduce(ReduceOp op, List<Integer> axes) -> reduce(node, op, axes, result);
            case Op.ArgReduce(ReduceOp op, int axis) -> argReduce(node, op, axis, result);
            case Op.Scan(ReduceOp op, int axis, boolean reverse) -> scan(node, op, axis, reverse, result);
            case Op.Argsort(int axis, boolean descending) -> argsort(node, axis, descending, result);
            case Op.Take(int axis) -> take(node, axis, result);
            case Op.TakeAdd(int axis) -> takeAdd(node, axis, result);
            case Op.Gather(int axis) -> {
                Elements index = values.get(node.input(1));
                long[] strides = node.input(0).shape().strides();
                int[] flat = {0};
                view(
                        node,
                        result,
                        place -> offset(
                                place,
                                strides,
                                axis,
                                inRange(
                                        index.integers[flat[0]++],
                                        node.input(0).shape().size(axis))));
            }
            case Op.ScatterAdd(int axis) -> {
                copy(node, result);
                Elements index = values.get(node.input(1));
                Elements source = values.get(node.input(2));
                long[] strides = node.shape().strides();
                walk(
                        node.input(1).shape(),
                        (i, place) -> add(
                                result,
                                (int) offset(
                                        place,
                                        strides,
                                        axis,
                                        inRange(index.integers[i], node.shape().size(axis))),
                                source,
                                i));
            }
            case Op.Dot _ -> dot(node, result);
            case Op.Data _,
                    Op.Parameter _,
                    Op.Attention _,
                    Op.AttentionGradient _,
                    Op.Custom _,
                    Op.Item _,
                    Op.Transfer _ -> throw new IllegalStateException("not computed here: " + node);
        }
    }

    // ------------------------------------------------------------------ walking

    private interface Visit {
        void at(int index, long[] place);
    }

    private interface PlaceOf {
        long offset(long[] place);
    }

    private static void each(Elements result, java.util.function.IntConsumer visit) {
        IntStream.range(0, result.size()).forEach(visit);
    }

    private static void walk(Shape shape, Visit visit) {
        long[] place = new long[shape.rank()];
        long count = shape.elements();
        for (int i = 0; i < count; i++) {
            visit.at(i, place);
            for (int axis = place.length - 1; axis >= 0 && ++place[axis] == shape.size(axis); axis--) {
                place[axis] = 0;
            }
        }
    }

    private void view(Node node, Elements result, PlaceOf from) {
        Elements source = values.get(node.input(0));
        walk(node.shape(), (i, place) -> result.copy(i, source, (int) from.offset(place)));
    }

    private void copy(Node node, Elements result) {
        Elements source = values.get(node.input(0));
        each(result, i -> result.copy(i, source, i));
    }

    private static long offset(long[] place, long[] strides, int axis, long index) {
        long at = 0;
        for (int other = 0; other < place.length; other++) {
            at += (other == axis ? index : place[other]) * strides[other];
        }
        return at;
    }

    private static long inRange(long index, long size) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("index " + index + " of an axis of size " + size);
        }
        return index;
    }

    // ------------------------------------------------------------------ elementwise

    private static void unary(UnaryOp op, Elements x, Elements result) {
        each(result, i -> {
            if (op == UnaryOp.IS_NAN || op == UnaryOp.IS_INFINITE) {
                double value = x.real(i);
                double other = x.imaginaries != null ? x.imaginaries[i] : 0;
                boolean is = op == UnaryOp.IS_NAN
                        ? Double.isNaN(value) || Double.isNaN(other)
                        : Double.isInfinite(value) || Double.isInfinite(other);
                result.put(i, is ? 1L : 0L);
            } else if (x.imaginaries != null) {
                PlainComplex.unary(op, x.reals[i], x.imaginaries[i], result, i);
            } else if (x.integers != null) {
                result.put(
                        i,
                        op == UnaryOp.NOT && x.dtype == DType.BOOL
                                ? 1 - x.integers[i]
                                : Scalars.unary(op, x.integers[i]));
            } else {
                result.put(i, Scalars.unary(op, x.reals[i]));
            }
        });
    }

    private static void binary(BinaryOp op, Elements a, Elements b, Elements result) {
        each(result, i -> {
            if (op == BinaryOp.COMPLEX) {
                result.put(i, a.reals[i], b.reals[i]);
            } else if (a.imaginaries != null) {
                PlainComplex.binary(op, a, b, result, i);
            } else if (a.integers != null) {
                result.put(i, Scalars.binary(op, a.integers[i], b.integers[i]));
            } else {
                double value = Scalars.binary(op, a.reals[i], b.reals[i]);
                if (op.isComparison()) {
                    result.put(i, (long) value);
                } else {
                    result.put(i, value);
                }
            }
        });
    }

    private static void cast(Elements from, Elements to) {
        each(to, i -> {
            if (to.imaginaries != null) {
                to.put(i, from.real(i), from.imaginaries != null ? from.imaginaries[i] : 0);
            } else if (from.integers != null) {
                to.put(i, from.integers[i]);
            } else if (to.dtype == DType.BOOL) {
                boolean is = from.reals[i] != 0 || (from.imaginaries != null && from.imaginaries[i] != 0);
                to.put(i, is ? 1L : 0L);
            } else {
                to.put(i, from.reals[i]);
            }
        });
    }

    private void pad(Node node, Op.Pad pad, Elements result) {
        Elements source = values.get(node.input(0));
        Shape from = node.input(0).shape();
        long[] strides = from.strides();
        walk(node.shape(), (i, place) -> {
            long at = 0;
            for (int axis = 0; axis < place.length; axis++) {
                long inside = place[axis] - pad.before().get(axis);
                if (inside < 0 || inside >= from.size(axis)) {
                    result.put(i, pad.value());
                    return;
                }
                at += inside * strides[axis];
            }
            result.copy(i, source, (int) at);
        });
    }

    // ------------------------------------------------------------------ along axes

    private void reduce(Node node, ReduceOp op, List<Integer> axes, Elements result) {
        Elements source = values.get(node.input(0));
        long[] strides = node.shape().strides();
        int size = result.size();
        double[] reals = new double[size];
        double[] imaginaries = new double[size];
        long[] integers = new long[size];
        boolean[] begun = new boolean[size];
        walk(node.input(0).shape(), (i, place) -> {
            long at = 0;
            for (int axis = 0; axis < place.length; axis++) {
                at += axes.contains(axis) ? 0 : place[axis] * strides[axis];
            }
            int to = (int) at;
            if (!begun[to]) {
                begun[to] = true;
                reals[to] = source.integers == null ? source.reals[i] : 0;
                imaginaries[to] = source.imaginaries != null ? source.imaginaries[i] : 0;
                integers[to] = source.integers != null ? source.integers[i] : 0;
            } else if (source.imaginaries != null) {
                double re = reals[to];
                double im = imaginaries[to];
                reals[to] =
                        op == ReduceOp.SUM ? re + source.reals[i] : re * source.reals[i] - im * source.imaginaries[i];
                imaginaries[to] = op == ReduceOp.SUM
                        ? im + source.imaginaries[i]
                        : re * source.imaginaries[i] + im * source.reals[i];
            } else if (source.integers != null) {
                integers[to] = Scalars.binary(fold(op), integers[to], source.integers[i]);
            } else {
                reals[to] = Scalars.binary(fold(op), reals[to], source.reals[i]);
            }
        });
        each(result, i -> {
            if (!begun[i]) {
                result.put(i, op == ReduceOp.PROD ? 1L : 0L);
            } else if (result.imaginaries != null) {
                result.put(i, reals[i], imaginaries[i]);
            } else if (result.integers != null) {
                result.put(i, integers[i]);
            } else {
                result.put(i, reals[i]);
            }
        });
    }

    private static BinaryOp fold(ReduceOp op) {
        return switch (op) {
            case SUM -> BinaryOp.ADD;
            case PROD -> BinaryOp.MUL;
            case MAX -> BinaryOp.MAX;
            case MIN -> BinaryOp.MIN;
        };
    }

    /** Visits each line along an axis: the offset of its first element and the step. */
    private static void lines(Shape shape, int axis, java.util.function.IntConsumer first) {
        walk(shape.with(axis, Math.min(1, shape.size(axis))), (_, place) -> {
            long[] strides = shape.strides();
            first.accept((int) offset(place, strides, axis, 0));
        });
    }

    private void argReduce(Node node, ReduceOp op, int axis, Elements result) {
        Elements source = values.get(node.input(0));
        Shape shape = node.input(0).shape();
        int step = (int) shape.strides()[axis];
        int size = (int) shape.size(axis);
        int[] line = {0};
        lines(shape, axis, first -> {
            int best = 0;
            for (int i = 1; i < size; i++) {
                int order = compare(source, first + i * step, first + best * step, op == ReduceOp.MIN);
                best = (op == ReduceOp.MAX ? order > 0 : order < 0) ? i : best;
            }
            result.put(line[0]++, (long) best);
        });
    }

    /** NaN wins either way. */
    private static int compare(Elements source, int a, int b, boolean nanIsSmallest) {
        if (source.integers != null) {
            return Long.compare(source.integers[a], source.integers[b]);
        }
        double x = source.reals[a];
        double y = source.reals[b];
        boolean first = Double.isNaN(x);
        boolean second = Double.isNaN(y);
        if (first || second) {
            return first == second ? 0 : first == nanIsSmallest ? -1 : 1;
        }
        return x < y ? -1 : x > y ? 1 : 0;
    }

    private void scan(Node node, ReduceOp op, int axis, boolean reverse, Elements result) {
        Elements source = values.get(node.input(0));
        Shape shape = node.shape();
        int step = (int) shape.strides()[axis];
        int size = (int) shape.size(axis);
        double[] real = new double[1];
        double[] imaginary = new double[1];
        lines(shape, axis, first -> {
            for (int i = 0; i < size; i++) {
                int at = first + (reverse ? size - 1 - i : i) * step;
                int before = reverse ? at + step : at - step;
                if (i == 0) {
                    result.copy(at, source, at);
                } else if (source.integers != null) {
                    result.put(at, Scalars.binary(fold(op), result.integers[before], source.integers[at]));
                } else if (source.imaginaries != null) {
                    double re = real[0];
                    double im = imaginary[0];
                    real[0] = op == ReduceOp.SUM
                            ? re + source.reals[at]
                            : re * source.reals[at] - im * source.imaginaries[at];
                    imaginary[0] = op == ReduceOp.SUM
                            ? im + source.imaginaries[at]
                            : re * source.imaginaries[at] + im * source.reals[at];
                    result.put(at, real[0], imaginary[0]);
                } else {
                    real[0] = Scalars.binary(fold(op), real[0], source.reals[at]);
                    result.put(at, real[0]);
                }
                if (i == 0 && source.integers == null) {
                    real[0] = source.reals[at];
                    imaginary[0] = source.imaginaries != null ? source.imaginaries[at] : 0;
                }
            }
        });
    }

    private void argsort(Node node, int axis, boolean descending, Elements result) {
        Elements source = values.get(node.input(0));
        Shape shape = node.shape();
        int step = (int) shape.strides()[axis];
        int size = (int) shape.size(axis);
        lines(shape, axis, first -> {
            Comparator<Integer> order = (a, b) -> compare(source, first + a * step, first + b * step, false);
            List<Integer> sorted = IntStream.range(0, size)
                    .boxed()
                    .sorted(descending ? order.reversed() : order)
                    .toList();
            for (int i = 0; i < size; i++) {
                result.put(first + i * step, (long) sorted.get(i));
            }
        });
    }

    // ------------------------------------------------------------------ by index

    private void take(Node node, int axis, Elements result) {
        Elements source = values.get(node.input(0));
        Elements index = values.get(node.input(1));
        Shape shape = node.input(0).shape();
        int outer = (int) shape.slice(0, axis).elements();
        int inner = (int) shape.slice(axis + 1, shape.rank()).elements();
        int size = (int) shape.size(axis);
        int to = 0;
        for (int o = 0; o < outer; o++) {
            for (int i = 0; i < index.size(); i++) {
                int from = (o * size + (int) inRange(index.integers[i], size)) * inner;
                for (int j = 0; j < inner; j++) {
                    result.copy(to++, source, from + j);
                }
            }
        }
    }

    private void takeAdd(Node node, int axis, Elements result) {
        copy(node, result);
        Elements index = values.get(node.input(1));
        Elements source = values.get(node.input(2));
        Shape shape = node.shape();
        int outer = (int) shape.slice(0, axis).elements();
        int inner = (int) shape.slice(axis + 1, shape.rank()).elements();
        int size = (int) shape.size(axis);
        int from = 0;
        for (int o = 0; o < outer; o++) {
            for (int i = 0; i < index.size(); i++) {
                int to = (o * size + (int) inRange(index.integers[i], size)) * inner;
                for (int j = 0; j < inner; j++) {
                    add(result, to + j, source, from++);
                }
            }
        }
    }

    private static void add(Elements result, int at, Elements source, int from) {
        if (result.integers != null) {
            result.put(at, result.integers[at] + source.integers[from]);
        } else if (result.imaginaries != null) {
            result.put(at, result.reals[at] + source.reals[from], result.imaginaries[at] + source.imaginaries[from]);
        } else {
            result.put(at, result.reals[at] + source.reals[from]);
        }
    }

    // ------------------------------------------------------------------ products

    private void dot(Node node, Elements result) {
        Elements a = values.get(node.input(0));
        Elements b = values.get(node.input(1));
        int m = (int) node.shape().size(-2);
        int n = (int) node.shape().size(-1);
        int k = (int) node.input(0).shape().size(-1);
        each(result, at -> {
            int batch = at / (m * n);
            int row = at / n % m;
            int column = at % n;
            double real = 0;
            double imaginary = 0;
            long integer = 0;
            for (int i = 0; i < k; i++) {
                int left = (batch * m + row) * k + i;
                int right = (batch * k + i) * n + column;
                if (a.integers != null) {
                    integer += a.integers[left] * b.integers[right];
                } else if (a.imaginaries != null) {
                    real += a.reals[left] * b.reals[right] - a.imaginaries[left] * b.imaginaries[right];
                    imaginary += a.reals[left] * b.imaginaries[right] + a.imaginaries[left] * b.reals[right];
                } else {
                    real += a.reals[left] * b.reals[right];
                }
            }
            if (a.integers != null) {
                result.put(at, integer);
            } else if (a.imaginaries != null) {
                result.put(at, real, imaginary);
            } else {
                result.put(at, real);
            }
        });
    }
}
