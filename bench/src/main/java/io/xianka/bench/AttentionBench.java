package io.xianka.bench;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Event;
import io.xianka.driver.Graph;
import io.xianka.driver.GraphExec;
import io.xianka.driver.Kernel;
import io.xianka.driver.KernelAttributes;
import io.xianka.driver.Stream;
import io.xianka.tensor.DType;
import io.xianka.tensor.product.Arithmetic;
import io.xianka.tensor.product.Attention;
import io.xianka.tensor.product.Attentions;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Attention by the own kernels, causal: milliseconds of the forward pass and of both, as replays of a captured graph; in float32 how far
 * results are from loops in double precision, over one head, as root mean squares; registers and spilled bytes of each kernel. Beside
 * PyTorch where {@code attention_peer.py} has written its figures.
 *
 * <p>Arguments: {@code --peers FILE}, {@code --size 16x12x1024x64} (batch, heads, length, size of a head), {@code --rounds N}.
 */
public final class AttentionBench {
    private static final List<Arithmetic> ALL = List.of(Arithmetic.TF32, Arithmetic.FLOAT32, Arithmetic.BFLOAT16);
    private static final String ROW = "%-10s %10s %10s %10s %12s %10s  %8s %8s %8s %8s%n";

    private final Device device;
    private final Stream stream;
    private final int rounds;
    private final PeerFigures peers;
    private final int[] size;

    private AttentionBench(Device device, Stream stream, int rounds, PeerFigures peers, int[] size) {
        this.device = device;
        this.stream = stream;
        this.rounds = rounds;
        this.peers = peers;
        this.size = size;
    }

    /** Prints the tables. */
    public static void main(String[] arguments) throws IOException {
        List<String> given = Arrays.asList(arguments);
        int[] size = Arrays.stream(option(given, "--size", "16x12x1024x64").split("x", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        try (Device device = Device.cuda(0);
                Stream stream = device.stream()) {
            new AttentionBench(
                            device,
                            stream,
                            Integer.parseInt(option(given, "--rounds", "20")),
                            PeerFigures.of(option(given, "--peers", "")),
                            size)
                    .run();
        }
    }

    private static String option(List<String> given, String name, String otherwise) {
        int at = given.indexOf(name);
        return at < 0 ? otherwise : given.get(at + 1);
    }

    private void run() {
        Attentions own = Attentions.own(device);
        System.out.printf(
                Locale.ROOT, "%s, causal attention %s, own kernels%n%n", device.name(), Arrays.toString(size));
        System.out.printf(
                ROW, "", "forward", "both ms", "TFLOP/s", "PyTorch fwd", "both ms", "output", "of q", "of k", "of v");
        for (Arithmetic arithmetic : ALL) {
            row(own, arithmetic);
        }
        System.out.println();
        for (Arithmetic arithmetic : ALL) {
            for (Kernel kernel : own.kernels(attention(arithmetic))) {
                KernelAttributes found = kernel.attributes();
                System.out.printf(
                        Locale.ROOT,
                        "%-10s %-28s %3d registers, %d bytes spilled%n",
                        arithmetic,
                        kernel.name(),
                        found.registers(),
                        found.localBytes());
            }
        }
    }

    private Attention attention(Arithmetic arithmetic) {
        return Attention.of(arithmetic, size[0], size[1], size[2], size[3], true);
    }

    private void row(Attentions own, Arithmetic arithmetic) {
        Attention attention = attention(arithmetic);
        DType type = attention.type();
        long elements = attention.rows() * attention.headSize();
        long bytes = elements * type.bytes();
        long workspaceBytes = Math.max(own.forwardWorkspaceBytes(attention), own.backwardWorkspaceBytes(attention));
        try (DeviceBuffer q = NormalNumbers.on(device, type, elements, 1);
                DeviceBuffer k = NormalNumbers.on(device, type, elements, 2);
                DeviceBuffer v = NormalNumbers.on(device, type, elements, 3);
                DeviceBuffer g = NormalNumbers.on(device, type, elements, 4);
                DeviceBuffer o = device.allocate(bytes);
                DeviceBuffer dq = device.allocate(bytes);
                DeviceBuffer dk = device.allocate(bytes);
                DeviceBuffer dv = device.allocate(bytes);
                DeviceBuffer sums = device.allocate(attention.rows() * Float.BYTES);
                DeviceBuffer workspace = device.allocate(Math.max(1, workspaceBytes))) {
            Runnable forward = () -> own.forward(
                    stream,
                    attention,
                    q.pointer(),
                    k.pointer(),
                    v.pointer(),
                    o.pointer(),
                    sums.pointer(),
                    workspace.pointer());
            Runnable both = () -> {
                forward.run();
                own.backward(
                        stream,
                        attention,
                        q.pointer(),
                        k.pointer(),
                        v.pointer(),
                        o.pointer(),
                        sums.pointer(),
                        g.pointer(),
                        dq.pointer(),
                        dk.pointer(),
                        dv.pointer(),
                        workspace.pointer());
            };
            double forwardMillis = replayMillis(forward);
            double bothMillis = replayMillis(both);
            String[] errors = {"-", "-", "-", "-"};
            if (type == DType.FLOAT32) {
                HeadInDouble head = HeadInDouble.of(attention, first(q), first(k), first(v), first(g));
                errors = new String[] {
                    HeadInDouble.error(head.output(), first(o)),
                    HeadInDouble.error(head.gradientOfQ(), first(dq)),
                    HeadInDouble.error(head.gradientOfK(), first(dk)),
                    HeadInDouble.error(head.gradientOfV(), first(dv))
                };
            }
            String name = arithmetic.name().toLowerCase(Locale.ROOT);
            System.out.printf(
                    ROW,
                    arithmetic,
                    figure(forwardMillis, 3),
                    figure(bothMillis, 3),
                    figure(attention.forwardFlops() * 3.5 / bothMillis / 1e9, 1),
                    figure(peers.get("attention_" + name + "_forward_ms"), 3),
                    figure(peers.get("attention_" + name + "_both_ms"), 3),
                    errors[0],
                    errors[1],
                    errors[2],
                    errors[3]);
        }
    }

    /** The first head. */
    private float[] first(DeviceBuffer all) {
        float[] head = new float[size[2] * size[3]];
        all.slice(0, (long) head.length * Float.BYTES).copyTo(head);
        return head;
    }

    private double replayMillis(Runnable work) {
        work.run();
        try (Graph graph = stream.capture(work);
                GraphExec exec = graph.instantiate();
                Event start = device.event();
                Event end = device.event()) {
            float[] millis = new float[rounds];
            for (int i = -3; i < rounds; i++) {
                start.record(stream);
                exec.launch(stream);
                end.record(stream).synchronize();
                if (i >= 0) {
                    millis[i] = end.millisSince(start);
                }
            }
            Arrays.sort(millis);
            return millis[rounds / 2];
        }
    }

    private static String figure(double value, int digits) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
