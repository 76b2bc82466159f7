package io.xianka.tensor.cuda;

import io.xianka.driver.Arg;
import io.xianka.driver.Device;
import io.xianka.driver.Kernel;
import io.xianka.driver.KernelModule;
import io.xianka.driver.Launch;
import io.xianka.driver.Stream;
import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.fusion.Step;
import io.xianka.tensor.fusion.Strided;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.CustomKernel;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.ReduceOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Operations with kernels of their own, written once in single.cu and compiled for each type. */
final class SingleSteps {
    /** What a step's kernels are given. Addresses beside those of buffers: the workspace. */
    interface Work {
        void enqueue(long[] operands, long[] results, long workspace);
    }

    /** A step ready to run. */
    record Prepared(Work work, long workspaceBytes) {}

    private static final int LONGEST_IN_SHARED = 4_096;
    private static final long MANY_INDICES = 256;

    private final Device device;
    private final Stream stream;
    private final Modules modules;

    SingleSteps(Device device, Stream stream, Modules modules) {
        this.device = device;
        this.stream = stream;
        this.modules = modules;
    }

    private KernelModule module(DType dtype, ReduceOp fold) {
        return module(dtype, fold, "");
    }

    private KernelModule module(DType dtype, ReduceOp fold, String definitions) {
        CType type = CType.of(dtype);
        var source = new StringBuilder(definitions);
        source.append("typedef ")
                .append(type.memory())
                .append(" T;\ntypedef ")
                .append(type.value())
                .append(" V;\n");
        source.append("#define LOAD(x) ").append(type.fromMemory("(x)")).append('\n');
        source.append("#define STORE(x) ").append(type.toMemory("(x)")).append('\n');
        if (!dtype.isComplex()) {
            source.append("#define IS_NAN(x) ")
                    .append(type.isReal() ? "((x) != (x))" : "false")
                    .append('\n');
        }
        if (fold != null) {
            source.append("#define FOLD(a, b) ")
                    .append(Operations.fold(fold, dtype, "(a)", "(b)"))
                    .append('\n');
            source.append("#define IDENTITY ")
                    .append(Operations.identity(fold, dtype))
                    .append('\n');
        }
        source.append("#define ZERO ").append(type.literal(0L)).append('\n');
        source.append("#define ADD(a, b) ")
                .append(Operations.binary(BinaryOp.ADD, dtype, "(a)", "(b)"))
                .append('\n');
        source.append("#define MUL(a, b) ")
                .append(Operations.binary(BinaryOp.MUL, dtype, "(a)", "(b)"))
                .append('\n');
        String text = Modules.resource("single.cu");
        if (dtype.isComplex()) {
            text = "#define UNORDERED\n" + text;
        }
        return modules.module(source + text);
    }

    Prepared prepare(Step.Single step) {
        Node node = step.node();
        return switch (node.op()) {
            case Op.ArgReduce(ReduceOp op, int axis) -> argReduce(node, op, axis);
            case Op.Scan(ReduceOp op, int axis, boolean reverse) -> scan(node, op, axis, reverse);
            case Op.Argsort(int axis, boolean descending) -> argsort(node, axis, descending);
            case Op.TakeAdd(int axis) -> takeAdd(node, axis);
            case Op.ScatterAdd(int axis) -> scatterAdd(node, axis);
            case Op.Custom(CustomKernel kernel) -> custom(kernel);
            default -> throw new IllegalStateException("no kernel of its own: " + node);
        };
    }

    private static long inner(Shape shape, int axis) {
        return shape.slice(axis + 1, shape.rank()).elements();
    }

    /** A launch of one thread an element, or none when there is nothing to do. */
    private void each(Kernel kernel, long count, Object... arguments) {
        if (count > 0) {
            kernel.launch(Launch.covering(count, 256).on(stream), arguments);
        }
    }

    private void warps(Kernel kernel, long lines, Object... arguments) {
        if (lines > 0) {
            kernel.launch(
                    Launch.of(Math.toIntExact(Math.ceilDiv(lines, 8)), 256).on(stream), arguments);
        }
    }

    private Prepared argReduce(Node node, ReduceOp op, int axis) {
        Shape shape = node.input(0).shape();
        Kernel kernel = module(node.input(0).dtype(), null).kernel("arg_reduce");
        long size = shape.size(axis);
        long inner = inner(shape, axis);
        long lines = shape.elements() / Math.max(1, size);
        int largest = op == ReduceOp.MAX ? 1 : 0;
        return new Prepared(
                (operands, results, _) -> warps(
                        kernel, lines, Arg.pointer(operands[0]), Arg.pointer(results[0]), lines, size, inner, largest),
                0);
    }

    private Prepared scan(Node node, ReduceOp op, int axis, boolean reverse) {
        Shape shape = node.shape();
        Kernel kernel = module(node.dtype(), op).kernel("scan");
        long size = shape.size(axis);
        long inner = inner(shape, axis);
        long lines = shape.elements() / Math.max(1, size);
        return new Prepared(
                (operands, results, _) -> warps(
                        kernel,
                        lines,
                        Arg.pointer(operands[0]),
                        Arg.pointer(results[0]),
                        lines,
                        size,
                        inner,
                        reverse ? 1 : 0),
                0);
    }

    private Prepared argsort(Node node, int axis, boolean descending) {
        Shape shape = node.shape();
        KernelModule module = module(node.input(0).dtype(), null);
        long size = shape.size(axis);
        long inner = inner(shape, axis);
        long lines = shape.elements() / Math.max(1, size);
        long padded = Math.max(2, Long.highestOneBit(Math.max(1, size - 1)) * 2);
        int down = descending ? 1 : 0;
        if (padded <= LONGEST_IN_SHARED) {
            Kernel kernel = module.kernel("argsort");
            int threads = Math.clamp(padded / 2, 32, 512);
            return new Prepared(
                    (operands, results, _) -> {
                        if (lines > 0) {
                            kernel.launch(
                                    Launch.of(Math.toIntExact(lines), threads)
                                            .withShared((int) padded * 4)
                                            .on(stream),
                                    Arg.pointer(operands[0]),
                                    Arg.pointer(results[0]),
                                    size,
                                    inner,
                                    (int) padded,
                                    down);
                        }
                    },
                    0);
        }
        long count = lines * padded;
        Kernel begin = module.kernel("argsort_begin");
        Kernel stepKernel = module.kernel("argsort_step");
        Kernel end = module.kernel("argsort_end");
        return new Prepared(
                (operands, results, workspace) -> {
                    each(begin, count, Arg.pointer(workspace), count, padded);
                    for (long k = 2; k <= padded; k *= 2) {
                        for (long j = k / 2; j > 0; j /= 2) {
                            each(
                                    stepKernel,
                                    count,
                                    Arg.pointer(operands[0]),
                                    Arg.pointer(workspace),
                                    count,
                                    size,
                                    inner,
                                    padded,
                                    down,
                                    k,
                                    j);
                        }
                    }
                    each(
                            end,
                            shape.elements(),
                            Arg.pointer(workspace),
                            Arg.pointer(results[0]),
                            shape.elements(),
                            size,
                            inner,
                            padded);
                },
                8 * count);
    }

    private void copy(long from, long to, long bytes) {
        if (bytes > 0 && from != to) {
            Kernel kernel = modules.plainModule(COPY, "copy.cu").kernel("copy_words");
            each(kernel, Math.ceilDiv(bytes, 16), Arg.pointer(from), Arg.pointer(to), bytes);
        }
    }

    private static final String COPY = """
            extern "C" __global__ void copy_words(const char* from, char* to, long long bytes) {
                long long at = ((long long) blockIdx.x * blockDim.x + threadIdx.x) * 16;
                if (at + 16 <= bytes) { *(uint4*) (to + at) = *(const uint4*) (from + at); return; }
                for (; at < bytes; at++) to[at] = from[at];
            }
            """;

    private Prepared takeAdd(Node node, int axis) {
        Shape shape = node.shape();
        long bytes = node.bytes();
        KernelModule module = module(node.dtype(), null);
        long size = shape.size(axis);
        long inner = inner(shape, axis);
        long outer = shape.slice(0, axis).elements();
        long indices = node.input(1).shape().elements();
        if (outer == 1 && indices >= MANY_INDICES && indices < Integer.MAX_VALUE && size < Integer.MAX_VALUE) {
            return takeAddByRows(module, bytes, size, inner, indices);
        }
        Kernel kernel = module.kernel("take_add");
        return new Prepared(
                (operands, results, _) -> {
                    copy(operands[0], results[0], bytes);
                    each(
                            kernel,
                            outer * inner,
                            Arg.pointer(results[0]),
                            Arg.pointer(operands[1]),
                            Arg.pointer(operands[2]),
                            outer,
                            indices,
                            inner,
                            size);
                },
                0);
    }

    private Prepared takeAddByRows(KernelModule module, long bytes, long size, long inner, long indices) {
        Kernel zero = modules.plainModule(ZERO, "zero.cu").kernel("zero_words");
        Kernel count = module.kernel("take_add_count");
        Kernel starts = module.kernel("take_add_starts");
        Kernel fill = module.kernel("take_add_fill");
        Kernel rows = module.kernel("take_add_rows");
        long table = Math.ceilDiv(size * 4, 256) * 256;
        return new Prepared(
                (operands, results, workspace) -> {
                    Arg index = Arg.pointer(operands[1]);
                    Arg counts = Arg.pointer(workspace);
                    Arg begins = Arg.pointer(workspace + table);
                    Arg cursors = Arg.pointer(workspace + 2 * table);
                    Arg places = Arg.pointer(workspace + 3 * table);
                    copy(operands[0], results[0], bytes);
                    each(zero, size, counts, size);
                    each(count, indices, index, counts, indices, size);
                    starts.launch(Launch.of(1, 1024).on(stream), counts, begins, cursors, size);
                    each(fill, indices, index, cursors, places, indices, size);
                    if (inner > 0) {
                        rows.launch(
                                Launch.of(Math.toIntExact(size), 256).on(stream),
                                Arg.pointer(results[0]),
                                index,
                                Arg.pointer(operands[2]),
                                counts,
                                begins,
                                places,
                                indices,
                                inner,
                                size);
                    }
                },
                3 * table + 4 * indices);
    }

    private static final String ZERO = """
            extern "C" __global__ void zero_words(int* words, long long count) {
                long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x;
                if (at < count) words[at] = 0;
            }
            """;

    private Prepared scatterAdd(Node node, int axis) {
        Shape shape = node.shape();
        Shape indices = node.input(1).shape();
        Kernel kernel = module(node.dtype(), null).kernel("scatter_add");
        long[] table = new long[3 * shape.rank() + 1];
        List<Integer> others = new ArrayList<>();
        for (int other = 0; other < shape.rank(); other++) {
            if (other != axis) {
                others.add(other);
            }
        }
        int rank = others.size();
        for (int i = 0; i < rank; i++) {
            table[i] = indices.size(others.get(i));
            table[rank + i] = indices.strides()[others.get(i)];
            table[2 * rank + i] = shape.strides()[others.get(i)];
        }
        table[3 * rank] = shape.strides()[axis];
        var layout = device.copyOf(Arrays.copyOf(table, 3 * rank + 1));
        long lines = indices.elements() / Math.max(1, indices.size(axis));
        long bytes = node.bytes();
        return new Prepared(
                (operands, results, _) -> {
                    copy(operands[0], results[0], bytes);
                    each(
                            kernel,
                            lines,
                            Arg.pointer(results[0]),
                            Arg.pointer(operands[1]),
                            Arg.pointer(operands[2]),
                            lines,
                            indices.size(axis),
                            indices.strides()[axis],
                            shape.size(axis),
                            rank,
                            Arg.pointer(layout.pointer()),
                            Arg.pointer(layout.pointer() + 8L * rank),
                            Arg.pointer(layout.pointer() + 16L * rank));
                },
                0);
    }

    private Prepared custom(CustomKernel custom) {
        Kernel kernel =
                modules.plainModule(custom.source(), custom.name() + ".cu").kernel(custom.name());
        return new Prepared(
                (operands, results, _) -> {
                    List<Object> arguments = new ArrayList<>();
                    for (long operand : operands) {
                        arguments.add(Arg.pointer(operand));
                    }
                    for (long result : results) {
                        arguments.add(Arg.pointer(result));
                    }
                    arguments.add(custom.threads());
                    each(kernel, custom.threads(), arguments.toArray());
                },
                0);
    }

    /** A product that neither a library nor tensor cores compute. */
    Work dot(Step.Product step) {
        Shape shape = step.dot().shape();
        Strided a = step.left();
        Strided b = step.right();
        Kernel kernel = module(step.dot().dtype(), null).kernel("dot");
        long m = shape.size(-2);
        long n = shape.size(-1);
        long batches = shape.elements() / Math.max(1, m * n);
        long bytes = step.dot().dtype().bytes();
        return (operands, results, _) -> each(
                kernel,
                shape.elements(),
                Arg.pointer(operands[0] + a.offset() * bytes),
                Arg.pointer(operands[1] + b.offset() * bytes),
                Arg.pointer(results[0]),
                batches,
                m,
                n,
                a.shape().size(-1),
                a.batchStride(),
                a.stride(-2),
                a.stride(-1),
                b.batchStride(),
                b.stride(-2),
                b.stride(-1));
    }

    /** Where rows of attention's operands lie, as the kernels take it. */
    record Rows(long batch, long head, long row) {
        static Rows of(Strided view) {
            return new Rows(view.stride(0), view.stride(1), view.stride(2));
        }
    }

    /** Attention a row at a time: of types and sizes that nothing faster takes. */
    Prepared attention(Step.Attention step) {
        Node node = step.node();
        Shape q = node.input(0).shape();
        Shape k = node.input(1).shape();
        DType dtype = node.input(0).dtype();
        KernelModule module = module(dtype, null, "#define HEAD_SIZE " + q.size(3) + "\n");
        boolean wide = dtype == DType.FLOAT64;
        List<Strided> views = step.operands();
        double scale = node.op() instanceof Op.Attention of ? of.scale() : ((Op.AttentionGradient) node.op()).scale();
        boolean causal =
                node.op() instanceof Op.Attention of ? of.causal() : ((Op.AttentionGradient) node.op()).causal();
        Object[] sizes = {
            Rows.of(views.get(0)),
            Rows.of(views.get(1)),
            Rows.of(views.get(2)),
            (int) q.size(0),
            (int) q.size(1),
            (int) k.size(1),
            (int) q.size(2),
            (int) k.size(2),
            wide ? (Object) scale : (Object) (float) scale,
            causal ? 1 : 0
        };
        long[] offsets = views.stream()
                .mapToLong(view -> view.offset() * view.node().dtype().bytes())
                .toArray();
        long rows = q.slice(0, 3).elements();
        long keyRows = k.slice(0, 3).elements();
        if (node.op() instanceof Op.Attention) {
            Kernel kernel = module.kernel("attention");
            return new Prepared(
                    (operands, results, _) -> fours(
                            kernel,
                            rows,
                            pointers(operands, offsets, 3),
                            new Object[] {Arg.pointer(results[0]), Arg.pointer(results[1])},
                            sizes),
                    0);
        }
        Kernel forQueries = module.kernel("attention_gradient_q");
        Kernel forKeys = module.kernel("attention_gradient_kv");
        return new Prepared(
                (operands, results, workspace) -> {
                    Object[] from = pointers(operands, offsets, 6);
                    fours(
                            forQueries,
                            rows,
                            from,
                            new Object[] {Arg.pointer(results[0]), Arg.pointer(workspace)},
                            sizes);
                    Object[] others = {from[0], from[1], from[2], from[4], from[5]};
                    Object[] to = {Arg.pointer(workspace), Arg.pointer(results[1]), Arg.pointer(results[2])};
                    fours(forKeys, keyRows, others, to, sizes);
                },
                rows * (wide ? 8 : 4));
    }

    private static Object[] pointers(long[] operands, long[] offsets, int count) {
        Object[] pointers = new Object[count];
        Arrays.setAll(pointers, i -> Arg.pointer(operands[i] + offsets[i]));
        return pointers;
    }

    private void fours(Kernel kernel, long rows, Object[]... arguments) {
        if (rows > 0) {
            Object[] all = Arrays.stream(arguments).flatMap(Arrays::stream).toArray();
            kernel.launch(Launch.of(Math.toIntExact(Math.ceilDiv(rows, 4)), 128).on(stream), all);
        }
    }
}
