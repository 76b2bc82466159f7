package io.xianka.tensor;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.Trace;
import java.util.Arrays;

/**
 * Axes folded into one value. No axes given means all. Folded axes are gone from the result unless {@code keepDims}, which leaves
 * them with size 1. Of nothing, sums are 0, products 1, means and variances NaN, and there is no largest: an error.
 */
sealed interface Reductions permits Tensor {
    private Tensor self() {
        return (Tensor) this;
    }

    private Tensor fold(ReduceOp op, Tensor operand, int[] axes, boolean keepDims) {
        int[] places = operand.shape().axes(axes);
        Node kept = Trace.reduce(op, operand.node(), places);
        return operand.derived(keepDims ? kept : Trace.reshape(kept, without(operand.shape(), places)));
    }

    private static Shape without(Shape shape, int[] places) {
        if (places.length == shape.rank()) {
            return Shape.SCALAR;
        }
        long[] sizes = new long[shape.rank() - places.length];
        int next = 0;
        for (int axis = 0; axis < shape.rank(); axis++) {
            if (Arrays.binarySearch(places, axis) < 0) {
                sizes[next++] = shape.size(axis);
            }
        }
        return Shape.of(sizes);
    }

    /** How many elements are folded into each result. */
    private double folded(int[] axes) {
        double count = 1;
        for (int axis : self().shape().axes(axes)) {
            count *= self().shape().size(axis);
        }
        return count;
    }

    /** Sums and products of integers and bool are int64. */
    private Tensor wide() {
        return self().dtype().hasGradient() ? self() : self().to(DType.INT64);
    }

    /** {@return the sum; of integers and bool an int64} */
    default Tensor sum(int... axes) {
        return sum(axes, false);
    }

    /** {@return the sum along an axis} */
    default Tensor sum(int axis, boolean keepDims) {
        return sum(new int[] {axis}, keepDims);
    }

    /** {@return the sum} */
    default Tensor sum(int[] axes, boolean keepDims) {
        if (Autocast.isOn()) {
            return Autocast.wide("sum", self(), x -> x.sum(axes, keepDims));
        }
        return fold(ReduceOp.SUM, wide(), axes, keepDims);
    }

    /** {@return the product; of integers and bool an int64} */
    default Tensor prod(int... axes) {
        return prod(axes, false);
    }

    /** {@return the product along an axis} */
    default Tensor prod(int axis, boolean keepDims) {
        return prod(new int[] {axis}, keepDims);
    }

    /** {@return the product} */
    default Tensor prod(int[] axes, boolean keepDims) {
        if (Autocast.isOn()) {
            return Autocast.wide("prod", self(), x -> x.prod(axes, keepDims));
        }
        return fold(ReduceOp.PROD, wide(), axes, keepDims);
    }

    /** {@return the mean; integers are refused, as in PyTorch} */
    default Tensor mean(int... axes) {
        return mean(axes, false);
    }

    /** {@return the mean along an axis} */
    default Tensor mean(int axis, boolean keepDims) {
        return mean(new int[] {axis}, keepDims);
    }

    /** {@return the mean} */
    default Tensor mean(int[] axes, boolean keepDims) {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), x -> x.mean(axes, keepDims));
        }
        if (!self().dtype().hasGradient()) {
            throw new DTypeMismatch(
                    "mean of " + self().dtype() + ": its fractions would be lost; use to(DType.FLOAT32)");
        }
        return Autocast.alone(() -> sum(axes, keepDims)).div(folded(axes));
    }

    /** {@return the largest; NaN when one is. Equal ones share the gradient evenly} */
    default Tensor amax(int... axes) {
        return amax(axes, false);
    }

    /** {@return the largest along an axis} */
    default Tensor amax(int axis, boolean keepDims) {
        return amax(new int[] {axis}, keepDims);
    }

    /** {@return the largest} */
    default Tensor amax(int[] axes, boolean keepDims) {
        return fold(ReduceOp.MAX, Promotion.ordered("amax", self()), axes, keepDims);
    }

    /** {@return the smallest; NaN when one is. Equal ones share the gradient evenly} */
    default Tensor amin(int... axes) {
        return amin(axes, false);
    }

    /** {@return the smallest along an axis} */
    default Tensor amin(int axis, boolean keepDims) {
        return amin(new int[] {axis}, keepDims);
    }

    /** {@return the smallest} */
    default Tensor amin(int[] axes, boolean keepDims) {
        return fold(ReduceOp.MIN, Promotion.ordered("amin", self()), axes, keepDims);
    }

    /** {@return the largest of all elements} */
    default Tensor max() {
        return amax();
    }

    /** {@return the smallest of all elements} */
    default Tensor min() {
        return amin();
    }

    /** {@return the largest along an axis and where the first of them is, which alone gets the gradient} */
    default Ranked max(int axis) {
        return picked(axis, self().argmax(axis, true));
    }

    /** {@return the smallest along an axis and where the first of them is, which alone gets the gradient} */
    default Ranked min(int axis) {
        return picked(axis, self().argmin(axis, true));
    }

    private Ranked picked(int axis, Tensor place) {
        return new Ranked(self().gather(axis, place).squeeze(axis), place.squeeze(axis));
    }

    /** {@return whether one is not 0: a bool; of nothing false} */
    default Tensor any(int... axes) {
        return any(axes, false);
    }

    /** {@return whether one is not 0: a bool; of nothing false} */
    default Tensor any(int[] axes, boolean keepDims) {
        return decided(ReduceOp.MAX, axes, keepDims);
    }

    /** {@return whether none is 0: a bool; of nothing true} */
    default Tensor all(int... axes) {
        return all(axes, false);
    }

    /** {@return whether none is 0: a bool; of nothing true} */
    default Tensor all(int[] axes, boolean keepDims) {
        return decided(ReduceOp.MIN, axes, keepDims);
    }

    private Tensor decided(ReduceOp op, int[] axes, boolean keepDims) {
        if (folded(axes) == 0) {
            return fold(op == ReduceOp.MAX ? ReduceOp.SUM : ReduceOp.PROD, wide(), axes, keepDims)
                    .to(DType.BOOL);
        }
        return fold(op, self().to(DType.BOOL), axes, keepDims);
    }

    /** {@return how many are not 0, an int64} */
    default Tensor countNonzero(int... axes) {
        return self().to(DType.BOOL).sum(axes);
    }

    /** {@return the variance with Bessel's correction: squared distances from the mean over count - 1} */
    default Tensor var(int... axes) {
        return var(axes, 1, false);
    }

    /**
     * The variance: squared distances from the mean, summed, over {@code count - correction}.
     *
     * @param correction 1 for an estimate from a sample, 0 for the whole
     */
    default Tensor var(int[] axes, double correction, boolean keepDims) {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), x -> x.var(axes, correction, keepDims));
        }
        return Autocast.alone(() -> variance(axes, correction, keepDims));
    }

    private Tensor variance(int[] axes, double correction, boolean keepDims) {
        Tensor x = self();
        Tensor distance = x.sub(x.mean(axes, true));
        Tensor squares = x.dtype().isComplex() ? distance.abs().square() : distance.square();
        return squares.sum(axes, keepDims).div(Math.max(0, folded(axes) - correction));
    }

    /** {@return the standard deviation with Bessel's correction} */
    default Tensor std(int... axes) {
        return std(axes, 1, false);
    }

    /** {@return the square root of the variance} */
    default Tensor std(int[] axes, double correction, boolean keepDims) {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), x -> x.std(axes, correction, keepDims));
        }
        return var(axes, correction, keepDims).sqrt();
    }

    /** {@return the logarithm of the sum of exponentials, which neither overflows nor loses small terms} */
    default Tensor logsumexp(int... axes) {
        return logsumexp(axes, false);
    }

    /** {@return the logarithm of the sum of exponentials} */
    default Tensor logsumexp(int[] axes, boolean keepDims) {
        if (Autocast.isOn()) {
            return Autocast.wide("logsumexp", self(), x -> x.logsumexp(axes, keepDims));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), x -> x.logsumexp(axes, keepDims));
        }
        Tensor x = Promotion.floating("logsumexp", self());
        if (folded(axes) == 0) {
            return x.sum(axes, keepDims).log();
        }
        Tensor largest = x.detach().amax(axes, true);
        Tensor shift = largest.maskedFill(largest.isInfinite(), 0);
        Tensor kept = x.sub(shift).exp().sum(axes, true).log().add(shift);
        return keepDims ? kept : kept.reshape(without(x.shape(), x.shape().axes(axes)));
    }

    /** {@return the Euclidean length} */
    default Tensor norm(int... axes) {
        return norm(2, axes, false);
    }

    /**
     * The length: the order-th root of the sum of powers; of order infinity the largest size, of -infinity the smallest, of 0 how
     * many are not 0. The gradient of a length 0 is 0.
     */
    default Tensor norm(double order, int[] axes, boolean keepDims) {
        if (Autocast.isOn()) {
            return Autocast.wide("norm", self(), x -> x.norm(order, axes, keepDims));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), x -> x.norm(order, axes, keepDims));
        }
        Tensor size = Promotion.fractional(self());
        if (order == 2) {
            Tensor squares = size.dtype().isComplex() ? size.abs().square() : size.square();
            return rooted(squares.sum(axes, keepDims), 0.5);
        }
        size = size.abs();
        if (order == Double.POSITIVE_INFINITY) {
            return size.amax(axes, keepDims);
        }
        if (order == Double.NEGATIVE_INFINITY) {
            return size.amin(axes, keepDims);
        }
        if (order == 0) {
            return size.ne(0.0).to(size.dtype()).sum(axes, keepDims);
        }
        return order == 1 ? size.sum(axes, keepDims) : rooted(size.pow(order).sum(axes, keepDims), 1 / order);
    }

    private static Tensor rooted(Tensor sum, double exponent) {
        Tensor zero = sum.eq(0.0);
        return sum.maskedFill(zero, 1).pow(exponent).maskedFill(zero, 0);
    }
}
