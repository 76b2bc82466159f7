package io.xianka.tensor;

import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.GradientRule;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Windows over the inner axes of {@code (batch, channels, ...)}. Convolutions are products of matrices of unfolded windows. */
sealed interface Convolution permits Tensor {
    private Tensor self() {
        return (Tensor) this;
    }

    /** Windows of more places are folded; smaller ones are compared place by place, by which kernels need no row of each. */
    int MOST_PLACES_COMPARED = 16;

    /** The first largest place of each window gets the gradient. Input: the windows, their places last. */
    record FirstLargest() implements GradientRule {
        @Override
        public List<Node> gradients(Node node, Node g) {
            Node windows = node.input(1);
            boolean few = windows.shape().size(-1) <= MOST_PLACES_COMPARED;
            Node first = few ? firstOf(windows, node) : Trace.argReduce(ReduceOp.MAX, windows, -1);
            Node place = Trace.iota(-1, windows.shape(), first.dtype(), windows.place());
            Node chosen = Trace.binary(BinaryOp.EQ, place, first);
            Node spread = Trace.reshape(g, g.shape().insert(-1, 1));
            return List.of(Trace.where(chosen, spread, Trace.fillLike(spread, 0)));
        }

        /** As a byte a window. A NaN is the largest, and equals nothing. */
        private static Node firstOf(Node windows, Node largest) {
            int last = Math.toIntExact(windows.shape().size(-1) - 1);
            Node first = Trace.fill(last, largest.shape(), DType.UINT8, windows.place());
            for (int place = last - 1; place >= 0; place--) {
                Node member = member(windows, place);
                Node isLargest = Trace.binary(
                        BinaryOp.OR,
                        Trace.binary(BinaryOp.EQ, member, largest),
                        Trace.binary(BinaryOp.NE, member, member));
                first = Trace.where(isLargest, Trace.fillLike(first, place), first);
            }
            return Trace.reshape(first, first.shape().insert(-1, 1));
        }
    }

    /** Of each window the element at a place. */
    private static Node member(Node windows, long place) {
        Shape shape = windows.shape();
        long[] starts = new long[shape.rank()];
        starts[starts.length - 1] = place;
        long[] steps = new long[shape.rank()];
        Arrays.fill(steps, 1);
        return Trace.reshape(Trace.slice(windows, starts, shape.with(-1, 1).sizes(), steps), shape.remove(-1));
    }

    private int inner(String operation) {
        if (self().shape().rank() < 3) {
            throw new ShapeMismatch(operation + ": shape " + self().shape() + " is not (batch, channels, ...)");
        }
        return self().shape().rank() - 2;
    }

    /** With each inner axis padded and unfolded: {@code (batch, channels, windows..., places...)}. */
    private Tensor unfolded(long[] kernel, Windows windows, double around) {
        int axes = kernel.length;
        long[] widths = new long[2 * axes];
        for (int i = 0; i < axes; i++) {
            widths[2 * (axes - 1 - i)] = windows.padding(i);
            widths[2 * (axes - 1 - i) + 1] = windows.padding(i);
        }
        Tensor x = self().pad(around, widths);
        for (int i = 0; i < axes; i++) {
            x = x.derived(Trace.unfold(x.node(), 2 + i, kernel[i], windows.stride(i), windows.dilation(i)));
        }
        return x;
    }

    /**
     * Correlation with a kernel, which the field calls convolution, over any number of inner axes.
     *
     * @param weight {@code (out, channels / groups, kernel...)}
     * @param bias {@code (out,)}, or null
     * @return of {@code (batch, channels, ...)} a {@code (batch, out, ...)}
     */
    default Tensor conv(Tensor weight, Tensor bias, Windows windows) {
        if (Autocast.isOn()) {
            return Autocast.low(
                    "conv",
                    Arrays.asList(self(), weight, bias),
                    all -> all.get(0).conv(all.get(1), all.get(2), windows));
        }
        int axes = inner("conv");
        Shape shape = self().shape();
        Shape kernel = weight.shape();
        long groups = windows.groups();
        if (kernel.rank() != axes + 2 || shape.size(1) != kernel.size(1) * groups || kernel.size(0) % groups != 0) {
            throw new ShapeMismatch(
                    "conv: input " + shape + " and weight " + kernel + " in " + groups + " groups: the weight is (out, "
                            + shape.size(1) + " / groups, kernel...) with out a multiple of groups");
        }
        DType dtype = Promotion.common("conv", self(), weight);
        Tensor unfolded = ((Convolution) self().to(dtype))
                .unfolded(kernel.slice(2, axes + 2).sizes(), windows, 0);
        Shape outer = unfolded.shape().slice(2, 2 + axes);
        long batch = shape.size(0);
        // (batch, groups, channels, windows..., places...) to (groups, channels places..., batch windows...)
        Tensor apart = unfolded.unflatten(1, groups, kernel.size(1));
        List<Integer> order = new ArrayList<>(List.of(1, 2));
        for (int i = 0; i < axes; i++) {
            order.add(3 + axes + i);
        }
        order.add(0);
        for (int i = 0; i < axes; i++) {
            order.add(3 + i);
        }
        Tensor columns = apart.permute(
                        order.stream().mapToInt(Integer::intValue).toArray())
                .reshape(groups, kernel.slice(1, kernel.rank()).elements(), batch * outer.elements());
        Tensor rows = weight.to(dtype)
                .reshape(
                        groups,
                        kernel.size(0) / groups,
                        kernel.slice(1, kernel.rank()).elements());
        Tensor product =
                rows.matmul(columns).reshape(Shape.of(kernel.size(0), batch).concat(outer));
        Tensor result = product.transpose(0, 1);
        return bias == null ? result : result.add(beside(bias, axes));
    }

    private static Tensor beside(Tensor channels, int axes) {
        Shape shape = Shape.of(channels.shape().elements());
        for (int i = 0; i < axes; i++) {
            shape = shape.insert(-1, 1);
        }
        return channels.reshape(shape);
    }

    /** {@return {@link #conv} over one inner axis} */
    default Tensor conv1d(Tensor weight, Tensor bias, Windows windows) {
        return withAxes("conv1d", 1).conv(weight, bias, windows);
    }

    /** {@return {@link #conv} over two inner axes: {@code (batch, channels, height, width)}} */
    default Tensor conv2d(Tensor weight, Tensor bias, Windows windows) {
        return withAxes("conv2d", 2).conv(weight, bias, windows);
    }

    private Tensor withAxes(String operation, int axes) {
        if (inner(operation) != axes) {
            throw new ShapeMismatch(operation + ": shape " + self().shape() + " has not " + axes
                    + " inner axes after (batch, channels)");
        }
        return self();
    }

    /**
     * The gradient of {@link #conv} as an operation of its own: each element spreads a kernel.
     *
     * @param weight {@code (channels, out / groups, kernel...)}
     * @param bias {@code (out,)}, or null
     * @param outputPadding elements more at the end of each inner axis, less than the stride; one for all or for each
     */
    default Tensor convTranspose(Tensor weight, Tensor bias, Windows windows, long... outputPadding) {
        if (Autocast.isOn()) {
            return Autocast.low(
                    "convTranspose",
                    Arrays.asList(self(), weight, bias),
                    all -> all.get(0).convTranspose(all.get(1), all.get(2), windows, outputPadding));
        }
        int axes = inner("convTranspose");
        Shape shape = self().shape();
        Shape kernel = weight.shape();
        long groups = windows.groups();
        if (kernel.rank() != axes + 2 || shape.size(1) != kernel.size(0) || shape.size(1) % groups != 0) {
            throw new ShapeMismatch("convTranspose: input " + shape + " and weight " + kernel + " in " + groups
                    + " groups: the weight is (" + shape.size(1) + ", out / groups, kernel...)");
        }
        DType dtype = Promotion.common("convTranspose", self(), weight);
        long batch = shape.size(0);
        Shape places = kernel.slice(2, kernel.rank());
        Tensor columns = self().to(dtype)
                .transpose(0, 1)
                .reshape(
                        groups,
                        shape.size(1) / groups,
                        batch * shape.slice(2, shape.rank()).elements());
        Tensor rows = weight.to(dtype)
                .reshape(groups, shape.size(1) / groups, kernel.size(1) * places.elements())
                .transpose();
        // (groups, out places..., batch windows...) to (batch, out, windows..., places...)
        Tensor product = rows.matmul(columns)
                .reshape(Shape.of(groups * kernel.size(1))
                        .concat(places)
                        .insert(-1, batch)
                        .concat(shape.slice(2, shape.rank())));
        List<Integer> order = new ArrayList<>(List.of(1 + axes, 0));
        for (int i = 0; i < axes; i++) {
            order.add(2 + axes + i);
        }
        for (int i = 0; i < axes; i++) {
            order.add(1 + i);
        }
        Node folded = product.permute(order.stream().mapToInt(Integer::intValue).toArray())
                .node();
        long[] widths = new long[2 * axes];
        for (int i = axes - 1; i >= 0; i--) {
            long more = outputPadding.length == 0 ? 0 : outputPadding[outputPadding.length == 1 ? 0 : i];
            long whole = covered(shape.size(2 + i), windows.stride(i), places.size(i), windows.dilation(i));
            folded = Trace.fold(folded, 2 + i, windows.stride(i), windows.dilation(i), whole);
            widths[2 * (axes - 1 - i)] = -windows.padding(i);
            widths[2 * (axes - 1 - i) + 1] = more - windows.padding(i);
        }
        Tensor result = new Tensor(folded).pad(0, widths);
        return bias == null ? result : result.add(beside(bias, axes));
    }

    /** Elements from the first of the first window to the last of the last. */
    private static long covered(long count, long stride, long size, long dilation) {
        try {
            long lastWindow = Math.multiplyExact(count - 1, stride);
            return Math.addExact(lastWindow, Math.addExact(Math.multiplyExact(dilation, size - 1), 1));
        } catch (ArithmeticException overflow) {
            throw new ShapeMismatch("convTranspose: " + count + " windows of " + size + " elements, " + stride
                    + " apart, cover more than 2^63 - 1; take a smaller stride or dilation");
        }
    }

    /** {@return {@link #convTranspose} over two inner axes} */
    default Tensor convTranspose2d(Tensor weight, Tensor bias, Windows windows, long... outputPadding) {
        return withAxes("convTranspose2d", 2).convTranspose(weight, bias, windows, outputPadding);
    }

    private long[] kernel(String operation, long[] sizes, Windows windows) {
        int axes = inner(operation);
        long[] kernel = new long[axes];
        if (sizes.length != 1 && sizes.length != axes) {
            throw new ShapeMismatch(operation + ": " + sizes.length + " sizes of a window for " + axes + " inner axes");
        }
        for (int i = 0; i < axes; i++) {
            kernel[i] = sizes[sizes.length == 1 ? 0 : i];
            if (windows.padding(i) > kernel[i] / 2) {
                throw new ShapeMismatch(operation + ": padding " + windows.padding(i) + " of a window of " + kernel[i]
                        + ": at most half of it");
            }
        }
        return kernel;
    }

    /** The elements of each window on one last axis. */
    private Tensor pooled(String operation, long[] sizes, Windows windows, double around) {
        long[] kernel = kernel(operation, sizes, windows);
        Tensor unfolded = unfolded(kernel, windows, around);
        return unfolded.flatten(2 + kernel.length, 1 + 2 * kernel.length);
    }

    /**
     * The largest element of each window. The first of equal ones gets the gradient.
     *
     * @param sizes of a window, one for all inner axes or for each
     */
    default Tensor maxPool(long[] sizes, Windows windows) {
        Promotion.ordered("maxPool", self());
        // Kept: every window would compute its elements anew, and its gradient once more.
        Tensor kept = self().derived(Trace.barrier(self().node()));
        Tensor members = ((Convolution) kept).pooled("maxPool", sizes, windows, lowest());
        Node windowed = members.detach().node();
        long places = windowed.shape().size(-1);
        Node largest;
        if (places > 0 && places <= MOST_PLACES_COMPARED) {
            largest = member(windowed, 0);
            for (int place = 1; place < places; place++) {
                largest = Trace.binary(BinaryOp.MAX, largest, member(windowed, place));
            }
        } else {
            largest = members.detach().amax(-1).node();
        }
        return new Tensor(Trace.withGradient(largest, List.of(members.node()), new FirstLargest()));
    }

    private double lowest() {
        return self().dtype().hasGradient() ? Double.NEGATIVE_INFINITY : lowestInteger(self().dtype());
    }

    private static double lowestInteger(DType dtype) {
        return dtype == DType.UINT8 || dtype == DType.BOOL ? 0 : -Math.scalb(1.0, dtype.bytes() * 8 - 1);
    }

    /** {@return the largest of each square window, windows side by side} */
    default Tensor maxPool2d(long size) {
        return maxPool2d(size, size, 0);
    }

    /** {@return the largest of each square window} */
    default Tensor maxPool2d(long size, long stride, long padding) {
        return ((Convolution) withAxes("maxPool2d", 2))
                .maxPool(new long[] {size}, Windows.DEFAULT.withStride(stride).withPadding(padding));
    }

    /**
     * The mean of each window.
     *
     * @param sizes of a window, one for all inner axes or for each
     * @param countPadding whether padded places count as zeros, or not at all
     */
    default Tensor avgPool(long[] sizes, Windows windows, boolean countPadding) {
        return Autocast.alone(() -> averaged(sizes, windows, countPadding));
    }

    private Tensor averaged(long[] sizes, Windows windows, boolean countPadding) {
        Tensor x = Promotion.floating("avgPool", self());
        Tensor sums = ((Convolution) x).pooled("avgPool", sizes, windows, 0).sum(-1);
        if (countPadding) {
            double count = 1;
            for (long size : kernel("avgPool", sizes, windows)) {
                count *= size;
            }
            return sums.div(count);
        }
        Tensor ones = x.onesLike();
        return sums.div(
                ((Convolution) ones).pooled("avgPool", sizes, windows, 0).sum(-1));
    }

    /** {@return the mean of each square window, windows side by side} */
    default Tensor avgPool2d(long size) {
        return avgPool2d(size, size, 0);
    }

    /** {@return the mean of each square window, padded places counting as zeros} */
    default Tensor avgPool2d(long size, long stride, long padding) {
        return ((Convolution) withAxes("avgPool2d", 2))
                .avgPool(new long[] {size}, Windows.DEFAULT.withStride(stride).withPadding(padding), true);
    }
}
