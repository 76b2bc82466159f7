package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Place;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.UnaryOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A graph made at random: every kind of operation that kernels are generated for, over every type, with views, broadcasts, axes of
 * size 0 and 1. Operations that jump (comparisons, rounding) take only values that both sides compute exactly.
 */
final class RandomGraph {
    static final Place PLACE = () -> "nowhere";

    private record Made(Node node, boolean exact) {}

    final List<Node> leaves = new ArrayList<>();
    final List<Node> parameters = new ArrayList<>();
    final List<Node> outputs = new ArrayList<>();
    private final List<Made> made = new ArrayList<>();
    private final Random random;
    private final long largest;

    RandomGraph(long seed, int operations, long largest) {
        this.random = new Random(seed);
        this.largest = largest;
        DType[] types = DType.values();
        DType main = types[random.nextInt(types.length)];
        for (int i = 0; i < 3; i++) {
            leaf(random.nextInt(3) == 0 ? types[random.nextInt(types.length)] : main);
        }
        while (made.size() < operations + 3) {
            step();
        }
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            outputs.add(made.get(made.size() - 1 - i).node);
        }
        if (random.nextBoolean()) {
            outputs.add(made.get(random.nextInt(made.size())).node);
        }
    }

    private long size() {
        return switch (random.nextInt(12)) {
            case 0 -> 1;
            case 1 -> random.nextInt(30) == 0 ? 0 : 2;
            case 2 -> 1 + random.nextLong(largest);
            default -> 1 + random.nextInt(7);
        };
    }

    private Node leaf(DType dtype) {
        long[] sizes = new long[random.nextInt(4)];
        long count = 1;
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = size();
            count *= Math.max(1, sizes[i]);
            if (count > 60_000) {
                sizes[i] = 1;
                count = 60_000;
            }
        }
        return leaf(dtype, Shape.of(sizes));
    }

    private Node leaf(DType dtype, Shape shape) {
        Node node = Trace.data(new NoElements(shape.elements() * dtype.bytes()), shape, dtype, PLACE, false);
        leaves.add(node);
        made.add(new Made(node, true));
        return node;
    }

    private Made any() {
        return made.get(
                random.nextInt(3) == 0
                        ? random.nextInt(made.size())
                        : Math.max(0, made.size() - 1 - random.nextInt(4)));
    }

    private void add(Node node, boolean exact) {
        if (node.shape().elements() <= 200_000) {
            made.add(new Made(node, exact));
        }
    }

    /** Another value that can be combined with one elementwise. */
    private Made partner(Made with) {
        for (int tries = 0; tries < 8; tries++) {
            Made other = any();
            if (other.node.dtype() == with.node.dtype() && fits(other.node.shape(), with.node.shape())) {
                return other;
            }
        }
        Shape shape = with.node.shape();
        for (int axis = 0; axis < shape.rank(); axis++) {
            if (random.nextInt(3) == 0) {
                shape = shape.with(axis, 1);
            }
        }
        return new Made(leaf(with.node.dtype(), shape), true);
    }

    private static boolean fits(Shape a, Shape b) {
        try {
            return Shape.broadcast("test", a, b).elements() <= 200_000;
        } catch (IllegalArgumentException differ) {
            return false;
        }
    }

    private void step() {
        Made x = any();
        Node node = x.node;
        Shape shape = node.shape();
        int rank = shape.rank();
        DType dtype = node.dtype();
        switch (random.nextInt(15)) {
            case 0, 1 -> binary(x);
            case 2 -> unary(x);
            case 3 -> where(x);
            case 4 -> cast(x);
            case 5 -> {
                if (rank > 1) {
                    int a = random.nextInt(rank);
                    add(Trace.transpose(node, a, random.nextInt(rank)), x.exact);
                }
            }
            case 6 -> {
                long[] starts = new long[rank];
                long[] sizes = new long[rank];
                long[] steps = new long[rank];
                for (int axis = 0; axis < rank; axis++) {
                    long size = shape.size(axis);
                    steps[axis] = 1L + random.nextInt(2);
                    starts[axis] = size == 0 ? 0 : random.nextLong(Math.min(size, 3));
                    sizes[axis] = size == 0 ? 0 : 1 + (size - 1 - starts[axis]) / steps[axis];
                    if (size > 0 && random.nextInt(4) == 0) {
                        starts[axis] = starts[axis] + (sizes[axis] - 1) * steps[axis];
                        steps[axis] = -steps[axis];
                    }
                }
                add(Trace.slice(node, starts, sizes, steps), x.exact);
            }
            case 7 -> {
                long[] before = new long[rank];
                long[] after = new long[rank];
                for (int axis = 0; axis < rank; axis++) {
                    before[axis] = random.nextInt(3);
                    after[axis] = random.nextInt(2);
                }
                add(Trace.pad(node, before, after, dtype.hasGradient() ? (Number) 1.5 : (Number) 1L), x.exact);
            }
            case 8 -> {
                if (shape.elements() > 0 && rank > 0) {
                    add(Trace.reshape(node, Shape.of(shape.elements())), x.exact);
                }
            }
            case 9, 10 -> reduce(x);
            case 11 -> {
                if (rank > 0 && shape.size(-1) > 2) {
                    add(Trace.unfold(node, rank - 1, 2, 1 + random.nextInt(2), 1), x.exact);
                }
            }
            case 12 -> index(x);
            case 13 -> {
                if (rank > 0) {
                    Node iota = Trace.iota(random.nextInt(rank), shape, DType.INT64, PLACE);
                    add(Trace.cast(iota, dtype.isComplex() ? DType.FLOAT32 : dtype), false);
                }
            }
            default -> {
                if (dtype.hasGradient() && random.nextInt(3) == 0) {
                    Node seed = Trace.parameter(random.nextLong(), DType.INT64, PLACE);
                    Node offset = Trace.parameter((long) random.nextInt(1000), DType.INT64, PLACE);
                    add(Trace.randomBits(seed, offset, shape), true);
                } else {
                    Node number = Trace.parameter(
                            dtype.hasGradient() ? (Number) 0.75 : (Number) 2L,
                            dtype == DType.BOOL ? DType.INT8 : dtype,
                            PLACE);
                    if (number.dtype() == dtype) {
                        add(Trace.binary(BinaryOp.ADD, node, number), x.exact);
                    }
                }
            }
        }
    }

    private void binary(Made x) {
        Made y = partner(x);
        DType dtype = x.node.dtype();
        boolean exact = x.exact && y.exact;
        BinaryOp[] ops;
        if (dtype.isComplex()) {
            ops = new BinaryOp[] {BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL};
        } else if (dtype.isFloating()) {
            ops = exact
                    ? new BinaryOp[] {
                        BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MAX, BinaryOp.MIN, BinaryOp.MUL, BinaryOp.EQ, BinaryOp.LT,
                        BinaryOp.GE, BinaryOp.GT, BinaryOp.NE, BinaryOp.LE, BinaryOp.DIV, BinaryOp.FLOOR_DIV,
                                BinaryOp.MOD,
                        BinaryOp.ATAN2
                    }
                    : new BinaryOp[] {BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL, BinaryOp.MAX, BinaryOp.MIN};
        } else if (dtype == DType.BOOL) {
            ops = new BinaryOp[] {BinaryOp.AND, BinaryOp.OR, BinaryOp.XOR, BinaryOp.EQ};
        } else {
            ops = new BinaryOp[] {
                BinaryOp.ADD,
                BinaryOp.SUB,
                BinaryOp.MUL,
                BinaryOp.DIV,
                BinaryOp.FLOOR_DIV,
                BinaryOp.MOD,
                BinaryOp.MAX,
                BinaryOp.MIN,
                BinaryOp.AND,
                BinaryOp.OR,
                BinaryOp.XOR,
                BinaryOp.SHIFT_LEFT,
                BinaryOp.SHIFT_RIGHT,
                BinaryOp.LT,
                BinaryOp.EQ,
                BinaryOp.POW
            };
        }
        BinaryOp op = ops[random.nextInt(ops.length)];
        boolean stays =
                exact && op != BinaryOp.DIV && op != BinaryOp.ATAN2 && op != BinaryOp.MUL || !dtype.hasGradient();
        add(Trace.binary(op, x.node, y.node), stays);
    }

    private void unary(Made x) {
        DType dtype = x.node.dtype();
        UnaryOp[] ops;
        if (dtype.isComplex()) {
            ops = new UnaryOp[] {
                UnaryOp.NEG, UnaryOp.CONJUGATE, UnaryOp.REAL, UnaryOp.IMAGINARY, UnaryOp.ABS, UnaryOp.IS_NAN
            };
        } else if (dtype.isFloating()) {
            ops = x.exact
                    ? new UnaryOp[] {
                        UnaryOp.FLOOR,
                        UnaryOp.CEIL,
                        UnaryOp.ROUND,
                        UnaryOp.TRUNC,
                        UnaryOp.SIGN,
                        UnaryOp.IS_NAN,
                        UnaryOp.IS_INFINITE,
                        UnaryOp.NEG,
                        UnaryOp.ABS,
                        UnaryOp.EXP,
                        UnaryOp.TANH,
                        UnaryOp.SIGMOID,
                        UnaryOp.ERF,
                        UnaryOp.SIN,
                        UnaryOp.COS,
                        UnaryOp.ATAN,
                        UnaryOp.EXPM1,
                        UnaryOp.LOG,
                        UnaryOp.LOG1P,
                        UnaryOp.SQRT,
                        UnaryOp.RSQRT,
                        UnaryOp.RECIPROCAL,
                        UnaryOp.ASIN,
                        UnaryOp.COSH,
                        UnaryOp.TAN
                    }
                    : new UnaryOp[] {UnaryOp.NEG, UnaryOp.ABS, UnaryOp.TANH, UnaryOp.SIGMOID, UnaryOp.ERF, UnaryOp.ATAN
                    };
        } else {
            ops = new UnaryOp[] {UnaryOp.NEG, UnaryOp.ABS, UnaryOp.SIGN, UnaryOp.NOT};
            if (dtype == DType.BOOL) {
                ops = new UnaryOp[] {UnaryOp.NOT};
            }
        }
        UnaryOp op = ops[random.nextInt(ops.length)];
        boolean stays = switch (op) {
            case FLOOR, CEIL, ROUND, TRUNC, SIGN, IS_NAN, IS_INFINITE, NEG, NOT, CONJUGATE, REAL, IMAGINARY -> x.exact;
            case ABS -> x.exact && !dtype.isComplex();
            default -> false;
        };
        add(Trace.unary(op, x.node), stays);
    }

    private void where(Made x) {
        Made y = partner(x);
        Shape shape = Shape.broadcast("test", x.node.shape(), y.node.shape());
        Made condition =
                new Made(leaf(DType.BOOL, random.nextBoolean() || shape.rank() == 0 ? shape : shape.with(0, 1)), true);
        add(Trace.where(condition.node, x.node, y.node), x.exact && y.exact);
    }

    private void cast(Made x) {
        DType from = x.node.dtype();
        DType to = DType.values()[random.nextInt(DType.values().length)];
        if (!to.hasGradient() && from.hasGradient() && !x.exact) {
            return;
        }
        boolean stays = x.exact && (from.hasGradient() || to == DType.FLOAT64 || !to.hasGradient());
        add(Trace.cast(x.node, to), stays && to != DType.BFLOAT16 && to != DType.FLOAT16);
    }

    private void reduce(Made x) {
        Shape shape = x.node.shape();
        if (shape.rank() == 0) {
            return;
        }
        boolean ordered = !x.node.dtype().isComplex() && shape.elements() > 0;
        ReduceOp op = random.nextInt(3) > 0 || !ordered
                ? ReduceOp.SUM
                : ReduceOp.values()[random.nextInt(ReduceOp.values().length)];
        if (op == ReduceOp.PROD && x.node.dtype().hasGradient()) {
            op = ReduceOp.MAX;
        }
        int[] axes = random.nextInt(3) == 0
                ? new int[] {random.nextInt(shape.rank())}
                : random.nextBoolean()
                        ? new int[] {-1}
                        : IntStream.range(0, shape.rank()).toArray();
        Node folded = Trace.reduce(op, x.node, axes);
        boolean exact = x.exact && (op != ReduceOp.SUM || !x.node.dtype().hasGradient());
        add(folded, exact);
        if (random.nextBoolean() && shape.elements() > 0 && x.node.dtype().isFloating()) {
            Node centred = Trace.binary(BinaryOp.SUB, x.node, folded);
            add(random.nextBoolean() ? Trace.unary(UnaryOp.TANH, centred) : centred, false);
            Node last = made.getLast().node;
            if (random.nextBoolean() && last.shape().equals(shape)) {
                add(Trace.binary(BinaryOp.MUL, last, Trace.reduce(ReduceOp.SUM, last, axes)), false);
            }
        }
    }

    private void index(Made x) {
        Shape shape = x.node.shape();
        if (shape.rank() == 0) {
            return;
        }
        int axis = random.nextInt(shape.rank());
        long size = shape.size(axis);
        if (size == 0) {
            return;
        }
        Node index = Trace.iota(0, Shape.of(1 + random.nextInt(5)), DType.INT64, PLACE);
        Node wrapped = Trace.binary(BinaryOp.MOD, index, Trace.fillLike(index, size));
        add(Trace.take(x.node, wrapped, axis), x.exact);
    }

    /** Stands for the elements of a leaf while it is only recorded. */
    record NoElements(long bytes) implements Storage {
        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public Storage shared() {
            return this;
        }

        @Override
        public boolean isSameMemory(Storage other) {
            return other == this;
        }

        @Override
        public boolean isSole() {
            return true;
        }

        @Override
        public void close() {}
    }
}
