package io.xianka.checks;

import io.xianka.checks.OnnxOperations.Call;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.Windows;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Convolutions and pooling in ONNX's terms: padding of each side, or as much as keeps the size. */
final class OnnxWindows {
    private final Call call;
    private final long[] kernel;
    private final long[] strides;
    private final long[] dilations;
    private final long[] before;
    private final long[] after;

    private OnnxWindows(Call call, long[] kernel) {
        int axes = kernel.length;
        this.call = call;
        this.kernel = kernel;
        this.strides = or(call.integers("strides"), axes, 1);
        this.dilations = or(call.integers("dilations"), axes, 1);
        long[] pads = or(call.integers("pads"), 2 * axes, 0);
        this.before = Arrays.copyOf(pads, axes);
        this.after = Arrays.copyOfRange(pads, axes, 2 * axes);
        String same = call.text("auto_pad", "NOTSET");
        if (same.startsWith("SAME")) {
            for (int i = 0; i < axes; i++) {
                long size = call.x().shape().size(2 + i);
                long whole = Math.max(0, (Math.ceilDiv(size, strides[i]) - 1) * strides[i] + span(i) - size);
                before[i] = same.equals("SAME_UPPER") ? whole / 2 : Math.ceilDiv(whole, 2);
                after[i] = whole - before[i];
            }
        }
    }

    private static long[] or(long[] given, int count, long otherwise) {
        return given != null
                ? given.clone()
                : IntStream.range(0, count).mapToLong(_ -> otherwise).toArray();
    }

    private long span(int axis) {
        return (kernel[axis] - 1) * dilations[axis] + 1;
    }

    /** Windows that begin inside the padded axis count even when they end outside. */
    private long[] roundedUp() {
        long[] more = new long[kernel.length];
        for (int i = 0; call.integer("ceil_mode", 0) == 1 && i < more.length; i++) {
            long size = call.x().shape().size(2 + i) + before[i] + after[i];
            long windows = Math.ceilDiv(size - span(i), strides[i]) + 1;
            more[i] = Math.max(0, (windows - 1) * strides[i] + span(i) - size);
        }
        return more;
    }

    private Tensor padded(Tensor x, double value, long... more) {
        int axes = kernel.length;
        long[] widths = new long[2 * axes];
        for (int i = 0; i < axes; i++) {
            widths[2 * (axes - 1 - i)] = before[i];
            widths[2 * (axes - 1 - i) + 1] = after[i] + (more.length == 0 ? 0 : more[i]);
        }
        return x.pad(value, widths);
    }

    private Windows windows() {
        return Windows.DEFAULT.withStride(strides).withDilation(dilations).withGroups(call.integer("group", 1));
    }

    private static long[] inner(Tensor weight) {
        return weight.shape().slice(2, weight.shape().rank()).sizes();
    }

    static void addTo() {
        OnnxOperations.one("Conv", call -> {
            var windows = new OnnxWindows(call, inner(call.y()));
            return windows.padded(call.x(), 0).conv(call.y(), call.in(2), windows.windows());
        });
        OnnxOperations.one("ConvTranspose", OnnxWindows::transposed);
        OnnxOperations.one("MaxPool", call -> {
            var windows = new OnnxWindows(call, call.integers("kernel_shape"));
            double lowest = call.x().dtype().hasGradient() ? Double.NEGATIVE_INFINITY : 0;
            return windows.padded(call.x(), lowest, windows.roundedUp()).maxPool(windows.kernel, windows.windows());
        });
        OnnxOperations.one("AveragePool", OnnxWindows::average);
        OnnxOperations.one("GlobalAveragePool", call -> call.x().mean(innerAxes(call.x()), true));
        OnnxOperations.one("GlobalMaxPool", call -> call.x().amax(innerAxes(call.x()), true));
    }

    private static int[] innerAxes(Tensor x) {
        return IntStream.range(2, x.shape().rank()).toArray();
    }

    private static Tensor average(Call call) {
        var windows = new OnnxWindows(call, call.integers("kernel_shape"));
        long[] more = windows.roundedUp();
        Tensor ones = call.x().onesLike();
        Tensor counted = call.integer("count_include_pad", 0) == 1 ? windows.padded(ones, 1) : windows.padded(ones, 0);
        Tensor sums = windows.padded(call.x(), 0, more).avgPool(windows.kernel, windows.windows(), true);
        long[] widths = new long[2 * more.length];
        for (int i = 0; i < more.length; i++) {
            widths[2 * (more.length - 1 - i) + 1] = more[i];
        }
        return sums.div(counted.pad(0, widths).avgPool(windows.kernel, windows.windows(), true));
    }

    private static Tensor transposed(Call call) {
        var windows = new OnnxWindows(call, inner(call.y()));
        int axes = windows.kernel.length;
        long[] more = or(call.integers("output_padding"), axes, 0);
        long[] asked = call.integers("output_shape");
        String same = call.text("auto_pad", "NOTSET");
        for (int i = 0; i < axes; i++) {
            long size = call.x().shape().size(2 + i);
            long whole = (size - 1) * windows.strides[i] + windows.span(i) + more[i];
            long wanted = asked != null ? asked[asked.length - axes + i] : size * windows.strides[i];
            if (asked != null || same.startsWith("SAME")) {
                long cut = whole - wanted;
                windows.before[i] = same.equals("SAME_UPPER") ? cut / 2 : Math.ceilDiv(cut, 2);
                windows.after[i] = cut - windows.before[i];
            }
        }
        Tensor result = call.x().convTranspose(call.y(), call.in(2), windows.windows(), more);
        for (int i = 0; i < axes; i++) {
            windows.before[i] = -windows.before[i];
            windows.after[i] = -windows.after[i];
        }
        return windows.padded(result, 0);
    }
}
