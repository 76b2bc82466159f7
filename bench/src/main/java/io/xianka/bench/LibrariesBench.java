package io.xianka.bench;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Event;
import io.xianka.driver.Libraries;
import io.xianka.driver.Stream;
import io.xianka.driver.api.CublasLt;
import io.xianka.driver.api.CublasLt.Epilogue;
import io.xianka.driver.api.CublasLt.Layout;
import io.xianka.driver.api.CublasLt.Matmul;
import io.xianka.driver.api.CublasLt.Plan;
import io.xianka.tensor.DType;
import io.xianka.tensor.product.Arithmetic;
import io.xianka.tensor.product.Attention;
import io.xianka.tensor.product.Attentions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * What NVIDIA's libraries offer for the products and the attention of a GPT-2's training step (124M, 32 sequences of 1,024): each
 * algorithm that cuBLASLt's heuristics name, with each epilogue that could take a kernel's place, and cuDNN's attention by where its
 * operands lie. Milliseconds are medians of rounds of ten calls in a row.
 *
 * <p>Arguments: {@code --algorithms N} (8), {@code --products-only}, {@code --attention-only}.
 */
public final class LibrariesBench {
    private static final int ROWS = 32 * 1024;
    private static final int WIDTH = 768;
    private static final int VOCABULARY = 50_304;
    private static final long WORKSPACE_BYTES = 32L << 20;
    private static final int CALLS = 10;
    private static final int ROUNDS = 7;

    private final Device device;
    private final Stream stream;
    private final int algorithms;

    private LibrariesBench(Device device, Stream stream, int algorithms) {
        this.device = device;
        this.stream = stream;
        this.algorithms = algorithms;
    }

    /** Prints the tables. */
    public static void main(String[] arguments) {
        List<String> given = Arrays.asList(arguments);
        int at = given.indexOf("--algorithms");
        try (Device device = Device.cuda(0);
                Stream stream = device.stream()) {
            var bench = new LibrariesBench(device, stream, at < 0 ? 8 : Integer.parseInt(given.get(at + 1)));
            if (!given.contains("--attention-only")) {
                Libraries.cublasLt().ifPresent(bench::products);
            }
            if (!given.contains("--products-only")) {
                Attentions.cudnn(device).ifPresent(bench::attention);
            }
        }
    }

    // ------------------------------------------------------------------ products

    private void products(CublasLt library) {
        System.out.printf(
                "cuBLASLt %s: milliseconds by each algorithm, the heuristics' first choice first%n", library.version());
        int inner = 4 * WIDTH;
        int packed = 3 * WIDTH;
        row(library, "x W, queries, keys, values", false, ROWS, packed, false, WIDTH, Epilogue.NONE, Epilogue.BIAS);
        row(library, "x W, after attention", false, ROWS, WIDTH, false, WIDTH, Epilogue.NONE, Epilogue.BIAS);
        row(
                library,
                "x W, up",
                false,
                ROWS,
                inner,
                false,
                WIDTH,
                Epilogue.NONE,
                Epilogue.BIAS,
                Epilogue.GELU_BIAS,
                Epilogue.GELU_KEPT,
                Epilogue.GELU_KEPT_BIAS);
        row(library, "x W, down", false, ROWS, WIDTH, false, inner, Epilogue.NONE, Epilogue.BIAS);
        row(library, "x W^T, scores", false, ROWS, VOCABULARY, true, WIDTH, Epilogue.NONE);
        row(library, "g W, of scores", false, ROWS, WIDTH, false, VOCABULARY, Epilogue.NONE);
        row(library, "g^T x, of scores", true, VOCABULARY, WIDTH, false, ROWS, Epilogue.NONE);
        row(
                library,
                "g W^T, of down",
                false,
                ROWS,
                inner,
                true,
                WIDTH,
                Epilogue.NONE,
                Epilogue.GELU_GRADIENT,
                Epilogue.GELU_GRADIENT_BIAS_GRADIENT);
        row(library, "g W^T, of up", false, ROWS, WIDTH, true, inner, Epilogue.NONE);
        row(library, "g W^T, after attention", false, ROWS, WIDTH, true, WIDTH, Epilogue.NONE);
        row(library, "g W^T, queries, keys, values", false, ROWS, WIDTH, true, packed, Epilogue.NONE);
        Epilogue summed = Epilogue.BIAS_GRADIENT_OF_A;
        row(library, "x^T g, of down", true, inner, WIDTH, false, ROWS, Epilogue.NONE, summed);
        row(library, "x^T g, of up", true, WIDTH, inner, false, ROWS, Epilogue.NONE, summed);
        row(library, "x^T g, after attention", true, WIDTH, WIDTH, false, ROWS, Epilogue.NONE, summed);
        row(library, "x^T g, queries, keys, values", true, WIDTH, packed, false, ROWS, Epilogue.NONE, summed);
        row(library, "8192^3", false, 8192, 8192, false, 8192, Epilogue.NONE);
    }

    /** One product of matrices that lie row by row: the library, which goes down columns, is asked for its transpose. */
    private void row(
            CublasLt library,
            String name,
            boolean transposedA,
            int m,
            int n,
            boolean transposedB,
            int k,
            Epilogue... epilogues) {
        try (DeviceBuffer a = NormalNumbers.on(device, DType.BFLOAT16, (long) m * k);
                DeviceBuffer b = NormalNumbers.on(device, DType.BFLOAT16, (long) k * n);
                DeviceBuffer d = device.allocate(2L * m * n);
                DeviceBuffer kept = NormalNumbers.on(device, DType.BFLOAT16, (long) m * n);
                DeviceBuffer bias = NormalNumbers.on(device, DType.BFLOAT16, Math.max(m, n));
                DeviceBuffer workspace = device.allocate(WORKSPACE_BYTES)) {
            for (Epilogue epilogue : epilogues) {
                var matmul = new Matmul(
                        CublasLt.Compute.FLOAT32,
                        1,
                        transposedB,
                        transposedA,
                        layout(transposedB ? k : n, transposedB ? n : k),
                        layout(transposedA ? m : k, transposedA ? k : m),
                        layout(n, m),
                        epilogue,
                        256,
                        WORKSPACE_BYTES);
                List<Plan> plans = device.inContext(context -> library.plans(context, matmul, algorithms));
                var times = new StringBuilder();
                double best = Double.NaN;
                for (Plan plan : plans) {
                    double time;
                    try {
                        time = median(calls -> {
                            for (int i = 0; i < calls; i++) {
                                stream.enqueue(handle -> plan.enqueue(
                                        handle,
                                        1,
                                        b.pointer(),
                                        a.pointer(),
                                        0,
                                        d.pointer(),
                                        d.pointer(),
                                        bias.pointer(),
                                        kept.pointer(),
                                        workspace.pointer()));
                            }
                        });
                    } catch (UnsupportedOperationException refused) {
                        time = Double.NaN;
                    }
                    best = !(best <= time) ? time : best;
                    times.append(String.format(Locale.ROOT, " %.4f", time));
                }
                System.out.printf(
                        Locale.ROOT,
                        "%-30s %-28s %5.0f TFLOP/s: %s%n",
                        name,
                        epilogue,
                        2.0 * m * n * k / best / 1e9,
                        times);
                System.out.flush();
            }
        }
    }

    private static Layout layout(long rows, long columns) {
        return new Layout(CublasLt.Number.BFLOAT16, rows, columns, rows, 0);
    }

    // ------------------------------------------------------------------ attention

    private void attention(Attentions library) {
        System.out.printf("%s: milliseconds forward and backward, 32 x 12 x 1024 x 64, causal%n", library.how());
        Attention dense = Attention.of(Arithmetic.BFLOAT16, 32, 12, 1024, 64, true);
        Attention.Layout heads = dense.q();
        Attention.Layout places = Attention.Layout.byPosition(12, 1024, 64);
        Attention.Layout packed = new Attention.Layout(1024L * 3 * WIDTH, 64, 3L * WIDTH);
        row(library, "all by heads", with(dense, heads, heads, heads));
        row(library, "all by places", with(dense, places, places, places));
        row(library, "q, k, v packed, others by heads", with(dense, packed, heads, heads));
        row(library, "q, k, v packed, others by places", with(dense, packed, places, places));
        row(library, "all packed, result by places", with(dense, packed, places, packed));
    }

    private static Attention with(
            Attention a, Attention.Layout operands, Attention.Layout result, Attention.Layout gradients) {
        return new Attention(
                a.batch(),
                a.heads(),
                a.keyHeads(),
                a.queries(),
                a.keys(),
                a.headSize(),
                a.arithmetic(),
                a.scale(),
                a.causal(),
                operands,
                operands,
                operands,
                result,
                new Attention.Gradients(gradients, gradients, gradients));
    }

    private void row(Attentions library, String name, Attention attention) {
        if (!library.supports(attention)) {
            System.out.printf("%-36s not supported%n", name);
            return;
        }
        long elements = attention.rows() * attention.headSize();
        long step = 2L * WIDTH; // from queries to keys to values where they are packed
        long workspaceBytes =
                Math.max(library.forwardWorkspaceBytes(attention), library.backwardWorkspaceBytes(attention));
        try (DeviceBuffer operands = NormalNumbers.on(device, DType.BFLOAT16, 3 * elements);
                DeviceBuffer gradients = device.allocate(6 * elements);
                DeviceBuffer o = device.allocate(2 * elements);
                DeviceBuffer g = NormalNumbers.on(device, DType.BFLOAT16, elements);
                DeviceBuffer rows = device.allocate(attention.rows() * Float.BYTES);
                DeviceBuffer workspace = device.allocate(Math.max(1, workspaceBytes))) {
            long to = attention.q().rowStride() == 3L * WIDTH ? step : 2 * elements;
            long back = attention.gradients().q().rowStride() == 3L * WIDTH ? step : 2 * elements;
            double forward = median(calls -> {
                for (int i = 0; i < calls; i++) {
                    library.forward(
                            stream,
                            attention,
                            operands.pointer(),
                            operands.pointer() + to,
                            operands.pointer() + 2 * to,
                            o.pointer(),
                            rows.pointer(),
                            workspace.pointer());
                }
            });
            double backward = median(calls -> {
                for (int i = 0; i < calls; i++) {
                    library.backward(
                            stream,
                            attention,
                            operands.pointer(),
                            operands.pointer() + to,
                            operands.pointer() + 2 * to,
                            o.pointer(),
                            rows.pointer(),
                            g.pointer(),
                            gradients.pointer(),
                            gradients.pointer() + back,
                            gradients.pointer() + 2 * back,
                            workspace.pointer());
                }
            });
            System.out.printf(Locale.ROOT, "%-36s %8.4f %8.4f%n", name, forward, backward);
            System.out.flush();
        }
    }

    // ------------------------------------------------------------------ time

    private double median(IntConsumer work) {
        work.accept(2);
        double[] millis = new double[ROUNDS];
        try (Event start = device.event();
                Event end = device.event()) {
            for (int i = 0; i < ROUNDS; i++) {
                start.record(stream);
                work.accept(CALLS);
                end.record(stream).synchronize();
                millis[i] = end.millisSince(start) / CALLS;
            }
        }
        Arrays.sort(millis);
        return millis[ROUNDS / 2];
    }
}
