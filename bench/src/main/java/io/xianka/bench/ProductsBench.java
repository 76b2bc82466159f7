package io.xianka.bench;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Event;
import io.xianka.driver.Graph;
import io.xianka.driver.GraphExec;
import io.xianka.driver.Stream;
import io.xianka.tensor.DType;
import io.xianka.tensor.product.Arithmetic;
import io.xianka.tensor.product.Attention;
import io.xianka.tensor.product.Attentions;
import io.xianka.tensor.product.Product;
import io.xianka.tensor.product.Products;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Matrix products and attention by the own kernels and by NVIDIA's libraries, in TFLOP/s, beside figures of PyTorch that a
 * script measured in the same run ({@code "name": value} lines, as {@code kernels_peer.py} prints them).
 *
 * <p>Times are medians of events around one call, and around one replay of the call captured into a graph, which is how plans
 * run.
 *
 * <p>Arguments: {@code --peers FILE}; {@code --quick} takes few rounds.
 */
public final class ProductsBench {
    private static final String ROW = "%-44s %8s %8s %8s %8s %8s  %6s %6s%n";

    private final Device device;
    private final Stream stream;
    private final int rounds;
    private final PeerFigures peers;

    private ProductsBench(Device device, Stream stream, int rounds, PeerFigures peers) {
        this.device = device;
        this.stream = stream;
        this.rounds = rounds;
        this.peers = peers;
    }

    /** Prints the table. */
    public static void main(String[] arguments) throws IOException {
        List<String> given = Arrays.asList(arguments);
        int file = given.indexOf("--peers");
        PeerFigures peers = PeerFigures.of(file < 0 ? "" : given.get(file + 1));
        try (Device device = Device.cuda(0);
                Stream stream = device.stream()) {
            new ProductsBench(device, stream, given.contains("--quick") ? 3 : 20, peers).run();
        }
    }

    private void run() {
        Products own = Products.own(device);
        Optional<Products> cublasLt = Products.cublasLt(device);
        Attentions ownAttention = Attentions.own(device);
        Optional<Attentions> cudnn = Attentions.cudnn(device);
        System.out.printf(
                Locale.ROOT,
                "%s, %s, %s; TFLOP/s%n%n",
                device.name(),
                cublasLt.map(Products::how).orElse("no cuBLASLt"),
                cudnn.map(Attentions::how).orElse("no cuDNN"));
        System.out.printf(ROW, "", "library", "replayed", "own", "replayed", "PyTorch", "lib/PT", "own/PT");
        product(own, cublasLt, "bf16_8192x8192x8192", Product.of(Arithmetic.BFLOAT16, 8192, 8192, 8192));
        product(own, cublasLt, "bf16_4096x4096x4096", Product.of(Arithmetic.BFLOAT16, 4096, 4096, 4096));
        product(own, cublasLt, "bf16_16384x768x3072", Product.of(Arithmetic.BFLOAT16, 16384, 768, 3072));
        product(
                own,
                cublasLt,
                "bf16_16384x768x3072 by a transpose",
                Product.of(Arithmetic.BFLOAT16, 16384, 768, 3072).withTransposed(false, true));
        product(
                own,
                cublasLt,
                "bf16_768x3072x16384 of a transpose",
                Product.of(Arithmetic.BFLOAT16, 768, 3072, 16384).withTransposed(true, false));
        product(own, cublasLt, "bf16_1024x50304x768", Product.of(Arithmetic.BFLOAT16, 1024, 50304, 768));
        product(own, cublasLt, "bf16_2048x2304x768", Product.of(Arithmetic.BFLOAT16, 2048, 2304, 768));
        product(own, cublasLt, "bf16_8x4096x4096", Product.of(Arithmetic.BFLOAT16, 8, 4096, 4096));
        product(own, cublasLt, "tf32_8192", Product.of(Arithmetic.TF32, 8192, 8192, 8192));
        product(own, cublasLt, "fp32_8192", Product.of(Arithmetic.FLOAT32, 8192, 8192, 8192));
        product(own, cublasLt, "fp64_4096", Product.of(Arithmetic.FLOAT64, 4096, 4096, 4096));
        attention(ownAttention, cudnn, "32x12x1024x64", Attention.of(Arithmetic.BFLOAT16, 32, 12, 1024, 64, true));
        attention(ownAttention, cudnn, "4x16x8192x128", Attention.of(Arithmetic.BFLOAT16, 4, 16, 8192, 128, true));
    }

    private void product(Products own, Optional<Products> library, String name, Product product) {
        Times ofLibrary = library.map(products -> time(products, product)).orElse(Times.NONE);
        print(name, product.flops(), ofLibrary, time(own, product), peers.get("torch_" + name + "_TFLOPs"));
    }

    private Times time(Products products, Product product) {
        DType type = product.arithmetic().factors();
        try (DeviceBuffer a = NormalNumbers.on(device, type, (long) product.m() * product.k());
                DeviceBuffer b = NormalNumbers.on(device, type, (long) product.k() * product.n());
                DeviceBuffer d = device.allocate(
                        (long) product.m() * product.n() * product.result().bytes());
                DeviceBuffer workspace = device.allocate(Math.max(1, products.workspaceBytes(product)))) {
            return time(() -> products.enqueue(
                    stream, product, a.pointer(), b.pointer(), 0, d.pointer(), 0, workspace.pointer()));
        }
    }

    private void attention(Attentions own, Optional<Attentions> library, String name, Attention attention) {
        for (boolean both : new boolean[] {false, true}) {
            Times ofLibrary =
                    library.map(attentions -> time(attentions, attention, both)).orElse(Times.NONE);
            String pass = both ? "fwdbwd" : "fwd";
            print(
                    "causal attention " + name + ", " + pass,
                    attention.forwardFlops() * (both ? 3.5 : 1),
                    ofLibrary,
                    time(own, attention, both),
                    peers.get("sdpa_" + pass + "_" + name + "_TFLOPs"));
        }
    }

    private Times time(Attentions attentions, Attention attention, boolean both) {
        long elements = attention.rows() * attention.headSize();
        long bytes = elements * attention.type().bytes();
        long workspaceBytes =
                Math.max(attentions.forwardWorkspaceBytes(attention), attentions.backwardWorkspaceBytes(attention));
        try (DeviceBuffer q = NormalNumbers.on(device, attention.type(), elements);
                DeviceBuffer k = NormalNumbers.on(device, attention.type(), elements);
                DeviceBuffer v = NormalNumbers.on(device, attention.type(), elements);
                DeviceBuffer g = NormalNumbers.on(device, attention.type(), elements);
                DeviceBuffer o = device.allocate(bytes);
                DeviceBuffer dq = device.allocate(bytes);
                DeviceBuffer dk = device.allocate(bytes);
                DeviceBuffer dv = device.allocate(bytes);
                DeviceBuffer rows = device.allocate(attention.rows() * Float.BYTES);
                DeviceBuffer workspace = device.allocate(Math.max(1, workspaceBytes))) {
            return time(() -> {
                attentions.forward(
                        stream,
                        attention,
                        q.pointer(),
                        k.pointer(),
                        v.pointer(),
                        o.pointer(),
                        rows.pointer(),
                        workspace.pointer());
                if (both) {
                    attentions.backward(
                            stream,
                            attention,
                            q.pointer(),
                            k.pointer(),
                            v.pointer(),
                            o.pointer(),
                            rows.pointer(),
                            g.pointer(),
                            dq.pointer(),
                            dk.pointer(),
                            dv.pointer(),
                            workspace.pointer());
                }
            });
        }
    }

    /** Milliseconds of a call and of its replay; NaN where there is none. */
    private record Times(double call, double replay) {
        static final Times NONE = new Times(Double.NaN, Double.NaN);
    }

    private Times time(Runnable work) {
        double call = median(work);
        try (Graph graph = stream.capture(work);
                GraphExec exec = graph.instantiate()) {
            return new Times(call, median(() -> exec.launch(stream)));
        }
    }

    private double median(Runnable work) {
        for (int i = 0; i < 3; i++) {
            work.run();
        }
        float[] millis = new float[rounds];
        try (Event start = device.event();
                Event end = device.event()) {
            for (int i = 0; i < rounds; i++) {
                start.record(stream);
                work.run();
                end.record(stream).synchronize();
                millis[i] = end.millisSince(start);
            }
        }
        Arrays.sort(millis);
        return millis[rounds / 2];
    }

    private static void print(String name, double flops, Times library, Times own, double peer) {
        double ofLibrary = flops / library.replay / 1e9;
        double ofOwn = flops / own.replay / 1e9;
        System.out.printf(
                ROW,
                name,
                figure(flops / library.call / 1e9, 1),
                figure(ofLibrary, 1),
                figure(flops / own.call / 1e9, 1),
                figure(ofOwn, 1),
                figure(peer, 1),
                figure(ofLibrary / peer, 2),
                figure(ofOwn / peer, 2));
    }

    private static String figure(double value, int digits) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
