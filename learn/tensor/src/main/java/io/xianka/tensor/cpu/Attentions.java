package io.xianka.tensor.cpu;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.fusion.Step;
import io.xianka.tensor.fusion.Strided;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.UnaryOp;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * Attention and its gradient in float32: for each head, a group of queries at a time, whose scores against all keys are kept in
 * memory of some megabytes; everything else is products of matrices. Heads are shared out over the threads, those that share keys to
 * one thread, which adds them in their order.
 */
final class Attentions {
    private static final LaneFunction EXP = new LaneFunction(UnaryOp.EXP);
    private static final long SCORES = 1 << 19;
    private static final int MOST_QUERIES = 128;
    private static final int MANY_HEADS = 32;

    private final CpuExecutor executor;
    private final Node node;
    private final List<Strided> operands;
    private final boolean causal;
    private final float scale;
    private final DType dtype;
    private final int batches;
    private final int heads;
    private final int groups;
    private final int length;
    private final int keys;
    private final int size;
    private final int queries;

    Attentions(CpuExecutor executor, Step.Attention attention) {
        this.executor = executor;
        this.node = attention.node();
        this.operands = attention.operands();
        switch (node.op()) {
            case Op.Attention(double factor, boolean toSelf, boolean _, Op.Arrangement output)
            when output == Op.Arrangement.HEADS_FIRST -> {
                this.scale = (float) factor;
                this.causal = toSelf;
            }
            case Op.AttentionGradient(double factor, boolean toSelf, boolean _, Op.Arrangement gradients)
            when gradients == Op.Arrangement.HEADS_FIRST -> {
                this.scale = (float) factor;
                this.causal = toSelf;
            }
            default -> throw new IllegalStateException("no attention with heads first: " + node);
        }
        Shape q = operands.get(0).shape();
        Shape k = operands.get(1).shape();
        this.dtype = node.dtype();
        this.batches = Math.toIntExact(q.size(0));
        this.heads = Math.toIntExact(q.size(1));
        this.length = Math.toIntExact(q.size(2));
        this.size = Math.toIntExact(q.size(3));
        this.groups = Math.toIntExact(k.size(1));
        this.keys = Math.toIntExact(k.size(2));
        this.queries = Math.clamp(SCORES / Math.max(1, keys), 1, causal ? MOST_QUERIES / 2 : MOST_QUERIES);
    }

    void run(long[] inputs, long[] results) {
        if (dtype == DType.FLOAT64) {
            var precise = new PreciseAttention(executor.workers(), operands, inputs, scale64(), causal);
            if (node.op() instanceof Op.Attention) {
                precise.forward(results);
            } else {
                precise.backward(results);
            }
        } else if (node.op() instanceof Op.Attention) {
            forward(inputs, results);
        } else {
            backward(inputs, results);
        }
    }

    private double scale64() {
        return node.op() instanceof Op.Attention(double factor, boolean _, boolean _, Op.Arrangement _)
                ? factor
                : ((Op.AttentionGradient) node.op()).scale();
    }

    private Gemm.Matrix matrix(int operand, long[] inputs, int batch, int head) {
        Strided view = operands.get(operand);
        long at = view.offset() + batch * view.stride(0) + head * view.stride(1);
        return new Gemm.Matrix(inputs[operand] + dtype.bytes() * at, view.stride(2), 1);
    }

    /** As float32: where it lies, or copied to an address. */
    private Gemm.Matrix floats(int operand, long[] inputs, int batch, int head, int rows, long copy) {
        Gemm.Matrix matrix = matrix(operand, inputs, batch, head);
        if (dtype == DType.FLOAT32 && (matrix.down() >= size || rows == 1)) {
            return matrix;
        }
        new Narrow(executor).widen(dtype, matrix, rows, size, copy);
        return new Gemm.Matrix(copy, size, 1);
    }

    private static Gemm.Matrix from(Gemm.Matrix matrix, int row) {
        return new Gemm.Matrix(matrix.address() + 4L * row * matrix.down(), matrix.down(), matrix.right());
    }

    private int seen(int row) {
        return causal ? Math.min(keys, row + 1) : keys;
    }

    // ------------------------------------------------------------------ forward

    private void forward(long[] inputs, long[] results) {
        if ((long) batches * heads * length == 0) {
            return;
        }
        long queryBytes = 4L * length * size;
        long keyBytes = 4L * keys * size;
        long bytes = 2 * queryBytes + 2 * keyBytes + 4L * queries * keys;
        shareOut(batches * heads, bytes, (head, work) -> forwardHead(head, inputs, results, work));
    }

    private interface Part {
        void compute(int number, long work);
    }

    /** Computes parts, each with scratch memory of its own. */
    private void shareOut(int count, long bytes, Part part) {
        executor.workers().run(count, number -> {
            CpuMemory.Block work = executor.pool().take(bytes);
            try {
                part.compute(number, work.address());
            } finally {
                executor.pool().giveBack(work);
            }
        });
    }

    private void forwardHead(int number, long[] inputs, long[] results, long work) {
        int batch = number / heads;
        int head = number % heads;
        int group = head / (heads / groups);
        long kCopy = work + 4L * length * size;
        long vCopy = kCopy + 4L * keys * size;
        long output = vCopy + 4L * keys * size;
        long scores = output + 4L * length * size;
        Gemm.Matrix q = floats(0, inputs, batch, head, length, work);
        Gemm.Matrix k = floats(1, inputs, batch, group, keys, kCopy);
        Gemm.Matrix v = floats(2, inputs, batch, group, keys, vCopy);
        long elements = (long) length * size;
        long result = results[0] + dtype.bytes() * (number * elements);
        long to = dtype == DType.FLOAT32 ? result : output;
        long statistics = results[1] + 4L * number * length;
        for (int row = 0; row < length; row += queries) {
            int first = row;
            int rows = Math.min(queries, length - row);
            int columns = seen(row + rows - 1);
            var block = new Gemm.Matrix(scores, columns, 1);
            executor.gemm().floats(rows, columns, size, scale, from(q, row), k.transposed(), 0, block);
            each(rows, columns, (frame, i, count, lines, _) -> {
                read(scores, i, count, columns, lines);
                for (int r = 0; r < count; r++) {
                    int at = r * columns;
                    int sees = seen(first + i + r);
                    float largest = largest(lines, at, sees);
                    shift(lines, at, sees, largest);
                    Scalar.put(DType.FLOAT32, statistics + 4L * (first + i + r), largest);
                }
                exp(frame, lines, count * columns);
                for (int r = 0; r < count; r++) {
                    int at = r * columns;
                    int sees = seen(first + i + r);
                    double sum = sum(lines, at, sees);
                    scale(lines, at, sees, (float) (1 / sum));
                    Arrays.fill(lines, at + sees, at + columns, 0);
                    long statistic = statistics + 4L * (first + i + r);
                    Scalar.put(DType.FLOAT32, statistic, Scalar.real(DType.FLOAT32, statistic) + Math.log(sum));
                }
                write(lines, scores, i, count, columns);
            });
            executor.gemm().floats(rows, size, columns, 1, block, v, 0, new Gemm.Matrix(to + 4L * row * size, size, 1));
        }
        if (dtype != DType.FLOAT32) {
            new Narrow(executor).round(output, dtype, result, elements);
        }
    }

    private interface Rows {
        /** With two arrays that hold the rows' elements. */
        void compute(Frame frame, int row, int count, float[] lines, float[] others);
    }

    /** Some neighbouring rows at a time: short ones together, so that functions run over many lanes. */
    private void each(int rows, int columns, Rows block) {
        int atOnce = Math.clamp(Frame.LANES / Math.max(1, columns), 1, 8);
        // Where there are many heads they keep all threads busy.
        int rowsOfTask = batches * groups < MANY_HEADS ? 8 : rows;
        executor.workers().run((rows + rowsOfTask - 1) / rowsOfTask, task -> {
            Frame frame = executor.frames().take();
            var lines = new float[atOnce * columns];
            var others = new float[atOnce * columns];
            int end = Math.min(rows, rowsOfTask * (task + 1));
            for (int i = rowsOfTask * task; i < end; i += atOnce) {
                block.compute(frame, i, Math.min(atOnce, end - i), lines, others);
            }
            executor.frames().giveBack(frame);
        });
    }

    private static void read(long matrix, int row, int rows, int columns, float[] lines) {
        MemorySegment.copy(
                Elements.MEMORY, JAVA_FLOAT_UNALIGNED, matrix + 4L * row * columns, lines, 0, rows * columns);
    }

    private static void write(float[] lines, long matrix, int row, int rows, int columns) {
        MemorySegment.copy(
                lines, 0, Elements.MEMORY, JAVA_FLOAT_UNALIGNED, matrix + 4L * row * columns, rows * columns);
    }

    private static void shift(float[] lines, int at, int n, float by) {
        for (int j = at; j < at + n; j++) {
            lines[j] -= by;
        }
    }

    private static void scale(float[] lines, int at, int n, float by) {
        for (int j = at; j < at + n; j++) {
            lines[j] *= by;
        }
    }

    private static void slope(float[] weights, float[] slopes, int at, int n, float drift) {
        for (int j = at; j < at + n; j++) {
            slopes[j] = weights[j] * (slopes[j] - drift);
        }
    }

    private static float largest(float[] lines, int at, int n) {
        float largest = Float.NEGATIVE_INFINITY;
        for (int j = at; j < at + n; j++) {
            largest = Math.max(largest, lines[j]);
        }
        return largest;
    }

    /** Four chains side by side. */
    private static double sum(float[] lines, int at, int n) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int end = at + n;
        int j = at;
        for (; j + 4 <= end; j += 4) {
            a += lines[j];
            b += lines[j + 1];
            c += lines[j + 2];
            d += lines[j + 3];
        }
        for (; j < end; j++) {
            a += lines[j];
        }
        return a + b + (c + d);
    }

    private static void exp(Frame frame, float[] line, int n) {
        for (int j = 0; j < n; j += Frame.LANES) {
            EXP.apply(frame, line, j, Math.min(Frame.LANES, n - j));
        }
    }

    // ------------------------------------------------------------------ backward

    private void backward(long[] inputs, long[] results) {
        if ((long) batches * heads * length == 0) {
            Elements.MEMORY
                    .asSlice(results[1], (long) batches * groups * keys * size * dtype.bytes())
                    .fill((byte) 0);
            Elements.MEMORY
                    .asSlice(results[2], (long) batches * groups * keys * size * dtype.bytes())
                    .fill((byte) 0);
            return;
        }
        long queryBytes = 4L * length * size;
        long keyBytes = 4L * keys * size;
        long bytes = 4 * queryBytes + 4 * keyBytes + 8L * queries * keys;
        shareOut(batches * groups, bytes, (number, work) -> backwardGroup(number, inputs, results, work));
    }

    private void backwardGroup(int number, long[] inputs, long[] results, long work) {
        int batch = number / groups;
        int group = number % groups;
        long queryBytes = 4L * length * size;
        long keyBytes = 4L * keys * size;
        long at = work + 4 * queryBytes;
        Gemm.Matrix k = floats(1, inputs, batch, group, keys, at);
        Gemm.Matrix v = floats(2, inputs, batch, group, keys, at + keyBytes);
        long elements = (long) keys * size;
        long toKeys = results[1] + dtype.bytes() * (number * elements);
        long toValues = results[2] + dtype.bytes() * (number * elements);
        boolean inPlace = dtype == DType.FLOAT32;
        long dk = inPlace ? toKeys : at + 2 * keyBytes;
        long dv = inPlace ? toValues : at + 3 * keyBytes;
        Elements.MEMORY.asSlice(dk, keyBytes).fill((byte) 0);
        Elements.MEMORY.asSlice(dv, keyBytes).fill((byte) 0);
        int shared = heads / groups;
        for (int head = group * shared; head < (group + 1) * shared; head++) {
            backwardHead(batch, head, inputs, results, work, k, v, dk, dv, at + 4 * keyBytes);
        }
        if (!inPlace) {
            var narrow = new Narrow(executor);
            narrow.round(dk, dtype, toKeys, elements);
            narrow.round(dv, dtype, toValues, elements);
        }
    }

    private void backwardHead(
            int batch,
            int head,
            long[] inputs,
            long[] results,
            long work,
            Gemm.Matrix k,
            Gemm.Matrix v,
            long dk,
            long dv,
            long scores) {
        long queryBytes = 4L * length * size;
        Gemm.Matrix q = floats(0, inputs, batch, head, length, work);
        Gemm.Matrix output = floats(3, inputs, batch, head, length, work + queryBytes);
        Gemm.Matrix gradient = floats(5, inputs, batch, head, length, work + 2 * queryBytes);
        long elements = (long) length * size;
        long toQueries = results[0] + dtype.bytes() * ((long) batch * heads + head) * elements;
        long dq = dtype == DType.FLOAT32 ? toQueries : work + 3 * queryBytes;
        long slopes = scores + 4L * queries * keys;
        Strided lse = operands.get(4);
        long statistics = inputs[4] + 4 * (lse.offset() + batch * lse.stride(0) + head * lse.stride(1));
        for (int row = 0; row < length; row += queries) {
            int first = row;
            int rows = Math.min(queries, length - row);
            int columns = seen(row + rows - 1);
            var weights = new Gemm.Matrix(scores, columns, 1);
            var slope = new Gemm.Matrix(slopes, columns, 1);
            Gemm gemm = executor.gemm();
            gemm.floats(rows, columns, size, scale, from(q, row), k.transposed(), 0, weights);
            gemm.floats(rows, columns, size, 1, from(gradient, row), v.transposed(), 0, slope);
            each(rows, columns, (frame, i, count, p, ds) -> {
                read(scores, i, count, columns, p);
                read(slopes, i, count, columns, ds);
                for (int r = 0; r < count; r++) {
                    long statistic = statistics + 4L * (first + i + r) * lse.stride(2);
                    shift(p, r * columns, seen(first + i + r), (float) Scalar.real(DType.FLOAT32, statistic));
                }
                exp(frame, p, count * columns);
                for (int r = 0; r < count; r++) {
                    int at = r * columns;
                    int sees = seen(first + i + r);
                    float drift = (float) dot(from(output, first + i + r), from(gradient, first + i + r));
                    slope(p, ds, at, sees, drift);
                    Arrays.fill(p, at + sees, at + columns, 0);
                    Arrays.fill(ds, at + sees, at + columns, 0);
                }
                write(p, scores, i, count, columns);
                write(ds, slopes, i, count, columns);
            });
            gemm.floats(
                    columns, size, rows, 1, weights.transposed(), from(gradient, row), 1, new Gemm.Matrix(dv, size, 1));
            gemm.floats(columns, size, rows, scale, slope.transposed(), from(q, row), 1, new Gemm.Matrix(dk, size, 1));
            gemm.floats(rows, size, columns, scale, slope, k, 0, new Gemm.Matrix(dq + 4L * row * size, size, 1));
        }
        if (dtype != DType.FLOAT32) {
            new Narrow(executor).round(dq, dtype, toQueries, elements);
        }
    }

    private double dot(Gemm.Matrix a, Gemm.Matrix b) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            double x = Elements.MEMORY.get(JAVA_FLOAT_UNALIGNED, a.address() + 4L * i);
            sum += x * Elements.MEMORY.get(JAVA_FLOAT_UNALIGNED, b.address() + 4L * i);
        }
        return sum;
    }
}
