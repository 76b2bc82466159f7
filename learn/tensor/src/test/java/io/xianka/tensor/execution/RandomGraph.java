package io.xianka.tensor.execution;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Place;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.UnaryOp;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Graphs of random operations over random leaves: the same seed records the same graph on any device. */
public final class RandomGraph {
    private final SplittableRandom random;
    private final Executor executor;
    private final Place place;
    private final DType floating;
    private final List<Node> nodes = new ArrayList<>();

    private RandomGraph(long seed, Executor executor, Place place) {
        this.random = new SplittableRandom(seed);
        this.executor = executor;
        this.place = place;
        this.floating = random.nextInt(4) == 0 ? DType.FLOAT64 : DType.FLOAT32;
    }

    /** The outputs of the graph of a seed. */
    public static List<Node> outputs(long seed, Executor executor, Place place) {
        return new RandomGraph(seed, executor, place).record();
    }

    /** All nodes of the graph of a seed, leaves that nothing uses included; the outputs are those of {@link #outputs}. */
    public static List<Node> nodes(long seed, Executor executor, Place place) {
        var graph = new RandomGraph(seed, executor, place);
        List<Node> outputs = graph.record();
        List<Node> all = new ArrayList<>(outputs);
        all.add(null);
        all.addAll(graph.nodes);
        return all;
    }

    private List<Node> record() {
        int leaves = 2 + random.nextInt(3);
        for (int i = 0; i < leaves; i++) {
            nodes.add(leaf(shape()));
        }
        int operations = 3 + random.nextInt(20);
        for (int i = 0; i < operations; i++) {
            Node made = operation(nodes.get(random.nextInt(nodes.size())));
            if (made.shape().elements() <= 20_000) {
                nodes.add(made);
            }
        }
        List<Node> outputs = new ArrayList<>();
        outputs.add(nodes.getLast());
        int more = random.nextInt(3);
        for (int i = 0; i < more; i++) {
            outputs.add(nodes.get(random.nextInt(nodes.size())));
        }
        return outputs.stream()
                .filter(node -> node.storage() == null)
                .distinct()
                .toList();
    }

    private Shape shape() {
        long[] sizes = new long[random.nextInt(4)];
        for (int axis = 0; axis < sizes.length; axis++) {
            sizes[axis] = switch (random.nextInt(8)) {
                case 0 -> 1;
                case 1 -> 32;
                case 2 -> 16;
                default -> 1 + random.nextInt(9);
            };
        }
        if (sizes.length > 0 && random.nextInt(25) == 0) {
            sizes[random.nextInt(sizes.length)] = 0;
        }
        return Shape.of(sizes);
    }

    private Node leaf(Shape shape) {
        int count = Math.toIntExact(shape.elements());
        MemorySegment elements;
        if (floating == DType.FLOAT64) {
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                values[i] = random.nextDouble(-2, 2);
            }
            elements = MemorySegment.ofArray(values);
        } else {
            float[] values = new float[count];
            for (int i = 0; i < count; i++) {
                values[i] = (float) random.nextDouble(-2, 2);
            }
            elements = MemorySegment.ofArray(values);
        }
        Storage storage = executor.allocate(elements.byteSize());
        executor.upload(elements, storage);
        return Trace.data(storage, shape, floating, place, false);
    }

    private Node constant(double value, Node like) {
        return Trace.fill(value, Shape.SCALAR, like.dtype(), place);
    }

    private Node operation(Node x) {
        Shape shape = x.shape();
        int rank = shape.rank();
        if (rank > 0 && random.nextInt(3) == 0) {
            return view(x, random.nextInt(rank));
        }
        return switch (random.nextInt(13)) {
            case 0 -> Trace.unary(UnaryOp.TANH, x);
            case 1 -> Trace.unary(UnaryOp.EXP, Trace.unary(UnaryOp.SIN, x));
            case 2 -> Trace.unary(UnaryOp.SQRT, Trace.unary(UnaryOp.ABS, x));
            case 3 -> Trace.unary(UnaryOp.NEG, x);
            case 4, 5 -> Trace.binary(BinaryOp.ADD, x, partner(x));
            case 6 -> Trace.binary(BinaryOp.MUL, x, partner(x));
            case 7 -> Trace.binary(BinaryOp.MAX, x, partner(x));
            case 8 -> Trace.binary(BinaryOp.SUB, constant(0.5, x), x);
            case 9 -> {
                Node other = partner(x);
                Node less = Trace.binary(BinaryOp.LT, Trace.unary(UnaryOp.FLOOR, x), constant(0, x));
                yield Trace.where(less, x, other);
            }
            case 10 -> softmax(x);
            case 11 -> product(x);
            default -> reduce(x);
        };
    }

    /** Another node that broadcasts with this one. */
    private Node partner(Node x) {
        List<Node> fitting = nodes.stream()
                .filter(node -> node.dtype() == x.dtype() && broadcasts(node.shape(), x.shape()))
                .toList();
        return fitting.get(random.nextInt(fitting.size()));
    }

    private static boolean broadcasts(Shape a, Shape b) {
        for (int i = 1; i <= Math.min(a.rank(), b.rank()); i++) {
            long m = a.size(-i);
            long n = b.size(-i);
            if (m != n && m != 1 && n != 1) {
                return false;
            }
        }
        return true;
    }

    private Node reduce(Node x) {
        int rank = x.shape().rank();
        if (rank == 0) {
            return x;
        }
        int[] axes = IntStream.range(0, rank).filter(_ -> random.nextBoolean()).toArray();
        int[] chosen = axes.length == 0 ? new int[] {rank - 1} : axes;
        boolean empty = x.shape().elements() == 0;
        ReduceOp op = empty || random.nextBoolean() ? ReduceOp.SUM : random.nextBoolean() ? ReduceOp.MAX : ReduceOp.MIN;
        Node reduced = Trace.reduce(op, x, chosen);
        return random.nextBoolean() ? reduced : Trace.binary(BinaryOp.SUB, x, reduced);
    }

    private Node softmax(Node x) {
        if (x.shape().rank() == 0 || x.shape().elements() == 0) {
            return x;
        }
        int axis = random.nextInt(x.shape().rank());
        Node e = Trace.unary(UnaryOp.EXP, Trace.binary(BinaryOp.SUB, x, Trace.reduce(ReduceOp.MAX, x, axis)));
        return Trace.binary(BinaryOp.DIV, e, Trace.reduce(ReduceOp.SUM, e, axis));
    }

    private Node product(Node x) {
        if (x.shape().rank() < 2) {
            return x;
        }
        Node transposed = Trace.transpose(x, -1, -2);
        Node scaled = Trace.binary(BinaryOp.MUL, x, constant(0.25, x));
        return random.nextBoolean() ? Trace.dot(scaled, transposed) : Trace.dot(transposed, scaled);
    }

    private Node view(Node x, int axis) {
        Shape shape = x.shape();
        long size = shape.size(axis);
        return switch (random.nextInt(8)) {
            case 0 ->
                Trace.permute(
                        x,
                        IntStream.range(0, shape.rank())
                                .map(i -> shape.rank() - 1 - i)
                                .boxed()
                                .toList());
            case 1 -> Trace.reshape(x, Shape.of(shape.elements()));
            case 2 -> {
                long[] starts = new long[shape.rank()];
                long[] steps = new long[shape.rank()];
                java.util.Arrays.fill(steps, 1);
                long[] sizes = shape.sizes();
                if (size > 1) {
                    boolean back = random.nextBoolean();
                    starts[axis] = back ? size - 1 : 1;
                    steps[axis] = back ? -1 : 1;
                    sizes[axis] = back ? size : size - 1;
                }
                yield Trace.slice(x, starts, sizes, steps);
            }
            case 3 -> {
                long[] before = new long[shape.rank()];
                long[] after = new long[shape.rank()];
                before[axis] = random.nextInt(3);
                after[axis] = random.nextInt(3);
                yield Trace.pad(x, before, after, 0.5);
            }
            case 4 -> Trace.broadcast(x, shape.insert(0, 3));
            case 5 -> size >= 2 ? Trace.unfold(x, axis, 2, 1, 1) : x;
            case 6 -> size > 0 ? Trace.take(x, indices(size, 4), axis) : x;
            default -> shape.rank() >= 2 ? Trace.transpose(x, axis, (axis + 1) % shape.rank()) : x;
        };
    }

    private Node indices(long size, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextLong(size);
        }
        MemorySegment elements = MemorySegment.ofArray(values);
        Storage storage = executor.allocate(elements.byteSize());
        executor.upload(elements, storage);
        return Trace.data(storage, Shape.of(count), DType.INT64, place, false);
    }
}
