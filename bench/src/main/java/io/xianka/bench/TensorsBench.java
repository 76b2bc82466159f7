package io.xianka.bench;

import io.xianka.driver.Graph;
import io.xianka.driver.GraphExec;
import io.xianka.driver.Launch;
import io.xianka.driver.PreparedLaunch;
import io.xianka.tensor.Attention;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Gradients;
import io.xianka.tensor.Plan;
import io.xianka.tensor.Tensor;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * What tensors cost on a GPU, beside figures of CuPy and PyTorch that a script measured in the same run ({@code "name": value}, as
 * {@code kernels_peer.py} prints them). Each figure is the best of five rounds of calls from Java, recording included, with one wait at
 * the end of a round.
 *
 * <p>Arguments: {@code --peers FILE}, {@code --quick}, {@code --small} (the small call alone), {@code --product} (the bfloat16 product
 * alone, beside {@code bench/product_peer.py}).
 */
public final class TensorsBench {
    private static final long ELEMENTS = 1L << 28;
    private static final String ROW = "%-46s %10s %-7s %10s  %s%n";

    private final Device device;
    private final boolean quick;
    private final PeerFigures peers;

    private TensorsBench(Device device, boolean quick, PeerFigures peers) {
        this.device = device;
        this.quick = quick;
        this.peers = peers;
    }

    /** Prints the table. */
    public static void main(String[] arguments) throws IOException {
        List<String> given = Arrays.asList(arguments);
        int file = given.indexOf("--peers");
        PeerFigures peers = PeerFigures.of(file < 0 ? "" : given.get(file + 1));
        var bench = new TensorsBench(Device.cuda(0).use(), given.contains("--quick"), peers);
        if (given.contains("--small")) {
            bench.smallCall();
        } else if (given.contains("--product")) {
            bench.productTurns();
        } else {
            bench.run();
        }
    }

    private void run() {
        System.out.printf(ROW, "", "tensors", "", "peer", "ratio (above 1: tensors are better)");
        Tensor x = Tensor.rand(ELEMENTS).realise();
        Tensor y = Tensor.rand(ELEMENTS).realise();
        double chain = seconds(20, () -> x.mul(y).add(x).tanh().mul(0.5).add(y));
        time("tanh(x*y+x)*0.5+y over 2^28", chain * 1e3, "ms", "torch_compile_chain_ms");
        time("", chain * 1e3, "ms", "cupy_fused_chain_ms");
        time("", chain * 1e3, "ms", "cupy_chain_ms");
        rate("sum over 2^28", 4 * ELEMENTS / seconds(20, () -> x.sum()) / 1e9, "GB/s", "cupy_sum_GBps");
        Tensor rows = x.reshape(ELEMENTS / 8192, 8192).realise();
        rate(
                "softmax, rows of 8192",
                8 * ELEMENTS / seconds(20, () -> rows.softmax(-1)) / 1e9,
                "GB/s",
                "torch_softmax_rows8192_GBps");
        rate(
                "layer norm, rows of 8192",
                8 * ELEMENTS / seconds(20, () -> rows.layerNorm(null, null, 1e-5)) / 1e9,
                "GB/s",
                "torch_layernorm_rows8192_GBps");
        rows.close();
        y.close();
        x.close();
        product(DType.BFLOAT16, 8192, "torch_bf16_8192x8192x8192_TFLOPs");
        product(DType.FLOAT32, 8192, "torch_fp32_8192_TFLOPs");
        attention(32, 12, 1024, 64);
        attention(4, 16, 8192, 128);
        tinyChain();
        smallCall();
    }

    /**
     * As many calls over such numbers as the peer makes, after a rest as long as the peer's card had while its operands were made: the
     * card's clock follows the power that was drawn before, by algorithms being tried for example.
     */
    private void product(DType dtype, long size, String peer) {
        Tensor a = Tensor.randn(size, size).to(dtype).realise();
        Tensor b = Tensor.randn(size, size).to(dtype).realise();
        Supplier<List<Tensor>> call = warmedProduct(a, b);
        double[] times = new double[3];
        for (int i = 0; i < times.length; i++) {
            rest();
            round(10, call);
            times[i] = round(30, call);
        }
        Arrays.sort(times);
        rate(dtype + " product " + size + "^3", 2.0 * size * size * size / times[1] / 1e12, "TFLOP/s", peer);
        a.close();
        b.close();
    }

    /** The product 8192^3 of a rested card, ten times, and then of one that multiplies for a second. */
    private void productTurns() {
        long size = 8192;
        double operations = 2.0 * size * size * size / 1e12;
        Tensor a = Tensor.randn(size, size).to(DType.BFLOAT16).realise();
        Tensor b = Tensor.randn(size, size).to(DType.BFLOAT16).realise();
        Supplier<List<Tensor>> call = warmedProduct(a, b);
        double[] rested = new double[10];
        for (int i = 0; i < rested.length; i++) {
            rest();
            round(10, call);
            rested[i] = operations / round(30, call);
        }
        Arrays.sort(rested);
        round(600, call);
        System.out.printf(
                Locale.ROOT,
                "bfloat16 product 8192^3, TFLOP/s: rested %.1f (%.1f to %.1f), after a second of it %.1f%n",
                (rested[4] + rested[5]) / 2,
                rested[0],
                rested[9],
                operations / round(600, call));
        a.close();
        b.close();
    }

    /** Java is warmed up by a product of nothing, and the algorithm chosen by one call. */
    private Supplier<List<Tensor>> warmedProduct(Tensor a, Tensor b) {
        try (Tensor little = Tensor.randn(16, 16).to(a.dtype()).realise()) {
            warm(10, () -> List.of(little.matmul(little)));
        }
        Supplier<List<Tensor>> call = () -> List.of(a.matmul(b));
        round(1, call);
        return call;
    }

    private static void rest() {
        try {
            Thread.sleep(1_000);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void attention(long batch, long heads, long length, long size) {
        String name = batch + "x" + heads + "x" + length + "x" + size;
        double flops = 2.0 * batch * heads * length * length * size;
        Tensor q = Tensor.randn(batch, heads, length, size)
                .to(DType.BFLOAT16)
                .realise()
                .requiresGrad();
        Tensor k = Tensor.randn(batch, heads, length, size)
                .to(DType.BFLOAT16)
                .realise()
                .requiresGrad();
        Tensor v = Tensor.randn(batch, heads, length, size)
                .to(DType.BFLOAT16)
                .realise()
                .requiresGrad();
        Tensor g = Tensor.randn(batch, heads, length, size).to(DType.BFLOAT16).realise();
        double forward = seconds(20, () -> Tensor.attention(q, k, v, Attention.CAUSAL));
        rate("causal attention " + name, flops / forward / 1e12, "TFLOP/s", "sdpa_fwd_" + name + "_TFLOPs");
        double both = secondsOfAll(20, () -> {
            Tensor o = Tensor.attention(q, k, v, Attention.CAUSAL);
            List<Tensor> gradients = Gradients.of(List.of(o), List.of(g), List.of(q, k, v));
            return List.of(o, gradients.get(0), gradients.get(1), gradients.get(2));
        });
        rate("  forward and backward", 3.5 * flops / both / 1e12, "TFLOP/s", "sdpa_fwdbwd_" + name + "_TFLOPs");
        for (Tensor tensor : List.of(q, k, v, g)) {
            tensor.close();
        }
    }

    /** Operations that no kernel can do together: each sum runs along the axis that the one before did not. */
    private void tinyChain() {
        Tensor start = Tensor.rand(64, 64).realise();
        Supplier<Tensor> chain = () -> {
            Tensor z = start;
            for (int i = 0; i < 500; i++) {
                z = z.sub(z.mean(i % 2, true));
            }
            return z;
        };
        Tensor recorded = chain.get();
        int steps = Plan.of(recorded).steps();
        double each = seconds(quick ? 5 : 50, chain) / 1000;
        line("1,000 tiny operations, recorded and replayed", each * 1e6, "us each", "", steps + " kernels; limit 2");
        start.close();
    }

    private void smallCall() {
        Tensor a = Tensor.rand(4096).realise();
        Tensor b = Tensor.rand(4096).realise();
        Tensor c = Tensor.rand(4096).realise();
        int calls = quick ? 2_000 : 20_000;
        for (int i = 0; i < 2 * calls; i++) {
            a.mul(b).add(c).realise().close();
        }
        device.synchronize();
        double enqueue = Double.MAX_VALUE;
        double total = Double.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < calls; i++) {
                a.mul(b).add(c).realise().close();
            }
            enqueue = Math.min(enqueue, (System.nanoTime() - start) / 1e3 / calls);
            device.synchronize();
            start = System.nanoTime();
            for (int i = 0; i < calls / 10; i++) {
                Tensor d = a.mul(b).add(c).realise();
                device.synchronize();
                d.close();
            }
            total = Math.min(total, (System.nanoTime() - start) / 1e3 / (calls / 10.0));
        }
        line("a*b+c over 4096, enqueued", enqueue, "us", "", "");
        line("a*b+c over 4096, result on the device", total, "us", "", "limit 10");
        smallLaunch(calls / 10);
    }

    /** What the driver alone takes for a kernel of this size, waiting in either of its ways. */
    private void smallLaunch(int calls) {
        try (var raw = io.xianka.driver.Device.cuda(0);
                var memory = raw.allocate(4 * 4096);
                var stream = raw.stream()) {
            PreparedLaunch launch = raw.compile("extern \"C\" __global__ void twice(float* x) {"
                            + " x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }")
                    .kernel("twice")
                    .prepare(Launch.of(16, 256).on(stream))
                    .set(0, memory);
            line("  launch and synchronize, driver alone", launched(launch, calls, stream::synchronize), "us", "", "");
            line(
                    "  launch and ask until idle, driver alone",
                    launched(launch, calls, () -> {
                        while (!stream.isIdle()) {
                            Thread.onSpinWait();
                        }
                    }),
                    "us",
                    "",
                    "");
            try (Graph graph = stream.capture(launch::launch);
                    GraphExec exec = graph.instantiate()) {
                double best = Double.MAX_VALUE;
                for (int round = 0; round < 10; round++) {
                    long start = System.nanoTime();
                    for (int i = 0; i < calls; i++) {
                        exec.launch(stream);
                        stream.synchronize();
                    }
                    best = Math.min(best, (System.nanoTime() - start) / 1e3 / calls);
                }
                line("  the same as a graph, synchronized", best, "us", "", "");
            }
        }
    }

    private static double launched(PreparedLaunch launch, int calls, Runnable wait) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < calls; i++) {
                launch.launch();
                wait.run();
            }
            best = Math.min(best, (System.nanoTime() - start) / 1e3 / calls);
        }
        return best;
    }

    // ------------------------------------------------------------------ timing

    private double seconds(int calls, Supplier<Tensor> call) {
        return secondsOfAll(calls, () -> List.of(call.get()));
    }

    private double secondsOfAll(int calls, Supplier<List<Tensor>> call) {
        warm(calls, call);
        double best = Double.MAX_VALUE;
        for (int round = 0; round < (quick ? 2 : 5); round++) {
            best = Math.min(best, round(calls, call));
        }
        return best;
    }

    /** Recording is Java, which takes some thousand calls to get fast; longer work at full power would lower the card's clock. */
    private void warm(int calls, Supplier<List<Tensor>> call) {
        long end = System.nanoTime() + 400_000_000L;
        do {
            round(calls, call);
        } while (System.nanoTime() < end);
    }

    private double round(int calls, Supplier<List<Tensor>> call) {
        long start = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            Tensor[] results = call.get().toArray(Tensor[]::new);
            Tensor.realise(results);
            for (Tensor result : results) {
                result.close();
            }
        }
        device.synchronize();
        return (System.nanoTime() - start) / 1e9 / calls;
    }

    private void time(String what, double value, String unit, String peer) {
        line(what, value, unit, peer, peers.get(peer) / value);
    }

    private void rate(String what, double value, String unit, String peer) {
        line(what, value, unit, peer, value / peers.get(peer));
    }

    /** Without the peer's figure, and what it is to ours, where there is none. */
    private void line(String what, double value, String unit, String peer, double ratio) {
        boolean isKnown = !Double.isNaN(ratio);
        line(what, value, unit, isKnown ? text(peers.get(peer)) : "", isKnown ? text(ratio) + "  " + peer : "");
    }

    private static void line(String what, double value, String unit, String peer, String note) {
        System.out.printf(ROW, what, text(value), unit, peer, note);
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.3f" : "%.1f", value);
    }
}
