package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;

/** Additions by index. What is added to one element is added in the order of the indices, whatever the number of threads. */
final class IndexOperations {
    private static final int PARTS = 8;

    private final CpuExecutor executor;
    private final Node node;
    private final DType dtype;
    private final long index;
    private final long source;
    private final long result;

    private IndexOperations(CpuExecutor executor, Node node, long index, long source, long result) {
        this.executor = executor;
        this.node = node;
        this.dtype = node.dtype();
        this.index = index;
        this.source = source;
        this.result = result;
    }

    static void run(CpuExecutor executor, Node node, long base, long index, long source, long result) {
        executor.copy(base, result, node.bytes());
        var operations = new IndexOperations(executor, node, index, source, result);
        switch (node.op()) {
            case Op.TakeAdd(int axis) -> operations.takeAdd(axis);
            case Op.ScatterAdd(int axis) -> operations.scatterAdd(axis);
            default -> throw new IllegalStateException("no addition by index: " + node);
        }
    }

    private long target(long at, long size) {
        return Math.clamp(Scalar.integer(DType.INT64, index + 8 * at), 0, size - 1);
    }

    /** Tasks share out the targets, or the elements of each slice, and each goes through all indices. */
    private void takeAdd(int axis) {
        Shape shape = node.shape();
        long outer = shape.slice(0, axis).elements();
        long inner = shape.slice(axis + 1, shape.rank()).elements();
        long size = shape.size(axis);
        long indices = node.input(1).shape().elements();
        if (outer * inner * indices == 0 || size == 0) {
            return;
        }
        int pieces = Math.toIntExact((inner + Frame.LANES - 1) / Frame.LANES);
        int parts = outer * pieces >= PARTS ? 1 : PARTS;
        int tasks = Math.toIntExact(outer * pieces * parts);
        executor.workers().run(tasks, task -> {
            long row = task / parts / pieces;
            long from = (long) (task / parts % pieces) * Frame.LANES;
            int count = (int) Math.min(Frame.LANES, inner - from);
            int part = task % parts;
            Adder adder = new Adder();
            for (long i = 0; i < indices; i++) {
                long target = target(i, size);
                if (target * parts / size == part) {
                    adder.add((row * size + target) * inner + from, (row * indices + i) * inner + from, count);
                }
            }
            adder.close();
        });
    }

    /** Adds neighbouring elements of the source to neighbouring ones of the result. */
    private final class Adder {
        private final Frame frame = executor.frames().take();
        private final Operand.Register a = new Operand.Register(Kind.of(dtype), true);
        private final Operand.Register b = new Operand.Register(Kind.of(dtype), true);
        private final Instruction add = new Instruction.Binary(BinaryOp.ADD, dtype, a, b, a);

        Adder() {
            frame.prepare(4, 2, 2, 2, 1, 0, 0);
            a.assign(0, 2);
            b.assign(1, 3);
        }

        void add(long to, long from, int count) {
            Elements.load(frame, dtype, result + dtype.bytes() * to, a, count);
            Elements.load(frame, dtype, source + dtype.bytes() * from, b, count);
            if (a.kind() == Kind.FLOAT) {
                FloatLoops.add(frame.floats[0], frame.floats[1], frame.floats[0], count);
            } else {
                add.run(frame, count);
            }
            Elements.store(frame, dtype, a, result + dtype.bytes() * to, count);
        }

        void close() {
            executor.frames().giveBack(frame);
        }
    }

    /** Lines along the axis are independent. */
    private void scatterAdd(int axis) {
        Shape shape = node.shape();
        Shape indices = node.input(1).shape();
        long[] strides = shape.strides();
        long[] steps = indices.strides();
        long count = indices.size(axis);
        long lines = indices.elements() == 0 ? 0 : indices.elements() / count;
        long step = steps[axis];
        long perTask = Math.max(1, (1 << 12) / Math.max(1, count));
        executor.workers().run(Math.toIntExact((lines + perTask - 1) / perTask), task -> {
            Adder adder = new Adder();
            for (long line = task * perTask; line < Math.min(lines, (task + 1) * perTask); line++) {
                long first = line / step * step * count + line % step;
                long to = 0;
                for (int other = 0; other < strides.length; other++) {
                    to += other == axis ? 0 : first / steps[other] % indices.size(other) * strides[other];
                }
                for (long i = 0; i < count; i++) {
                    long at = first + i * step;
                    adder.add(to + target(at, shape.size(axis)) * strides[axis], at, 1);
                }
            }
            adder.close();
        });
    }
}
