package io.xianka.tensor;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.Trace;

/** Elements of an axis in order, and folded with those before them. NaN counts as the largest. */
sealed interface Ordering permits Tensor {
    private Tensor self() {
        return (Tensor) this;
    }

    private Tensor arg(ReduceOp op, int axis, boolean keepDims) {
        Tensor x = Promotion.ordered("arg" + op.name().toLowerCase(java.util.Locale.ROOT), self());
        Node place = Trace.argReduce(op, x.node(), axis);
        return new Tensor(keepDims ? place : Trace.reshape(place, x.shape().remove(axis)));
    }

    /** {@return the place of the first largest element, counted row-major through all: an int64} */
    default Tensor argmax() {
        return self().flatten().argmax(0);
    }

    /** {@return the places of the first largest elements along an axis, int64} */
    default Tensor argmax(int axis) {
        return argmax(axis, false);
    }

    /** {@return the places of the first largest elements along an axis, int64} */
    default Tensor argmax(int axis, boolean keepDims) {
        return arg(ReduceOp.MAX, axis, keepDims);
    }

    /** {@return the place of the first smallest element, counted row-major through all: an int64} */
    default Tensor argmin() {
        return self().flatten().argmin(0);
    }

    /** {@return the places of the first smallest elements along an axis, int64} */
    default Tensor argmin(int axis) {
        return argmin(axis, false);
    }

    /** {@return the places of the first smallest elements along an axis, int64} */
    default Tensor argmin(int axis, boolean keepDims) {
        return arg(ReduceOp.MIN, axis, keepDims);
    }

    /** {@return the places that put an axis in order, equal elements in their order: int64} */
    default Tensor argsort(int axis, boolean descending) {
        return new Tensor(Trace.argsort(Promotion.ordered("argsort", self()).node(), axis, descending));
    }

    /** {@return an axis from the smallest to the largest, equal elements in their order} */
    default Ranked sort(int axis) {
        return sort(axis, false);
    }

    /** {@return an axis in order, equal elements in their order} */
    default Ranked sort(int axis, boolean descending) {
        Tensor places = argsort(axis, descending);
        return new Ranked(self().gather(axis, places), places);
    }

    /** {@return the k largest elements of an axis, largest first} */
    default Ranked topk(long k, int axis) {
        return topk(k, axis, true);
    }

    /** {@return the k largest, or smallest, elements of an axis in order} */
    default Ranked topk(long k, int axis, boolean largest) {
        if (k < 0 || k > self().shape().size(axis)) {
            throw new ShapeMismatch("topk: " + k + " of axis " + axis + " of shape " + self().shape());
        }
        Tensor places = argsort(axis, largest).narrow(axis, 0, k);
        return new Ranked(self().gather(axis, places), places);
    }

    /** {@return the sums of each element of an axis and those before it; of integers and bool int64} */
    default Tensor cumsum(int axis) {
        if (Autocast.isOn()) {
            return Autocast.wide("cumsum", self(), x -> x.cumsum(axis));
        }
        Tensor x = self().dtype().hasGradient() ? self() : self().to(DType.INT64);
        return x.derived(Trace.scan(ReduceOp.SUM, x.node(), axis, false));
    }

    /** {@return the products of each element of an axis and those before it; of integers and bool int64} */
    default Tensor cumprod(int axis) {
        if (Autocast.isOn()) {
            return Autocast.wide("cumprod", self(), x -> x.cumprod(axis));
        }
        Tensor x = self().dtype().hasGradient() ? self() : self().to(DType.INT64);
        return x.derived(Trace.scan(ReduceOp.PROD, x.node(), axis, false));
    }

    /** {@return the largest of each element of an axis and those before it} */
    default Tensor cummax(int axis) {
        return self().derived(Trace.scan(
                ReduceOp.MAX, Promotion.ordered("cummax", self()).node(), axis, false));
    }

    /** {@return the smallest of each element of an axis and those before it} */
    default Tensor cummin(int axis) {
        return self().derived(Trace.scan(
                ReduceOp.MIN, Promotion.ordered("cummin", self()).node(), axis, false));
    }
}
