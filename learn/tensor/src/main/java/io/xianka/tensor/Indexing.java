package io.xianka.tensor;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import java.util.Arrays;

/**
 * Elements by their places. Places and ranges are views; indices that are tensors gather. One that names no place is refused when the
 * result is computed, by an {@link IndexOutOfRange}; on a GPU when the result is waited for.
 */
sealed interface Indexing permits Tensor {
    private Tensor self() {
        return (Tensor) this;
    }

    /** {@return what is at some places of the first axes: {@code x[i, j]}} */
    default Tensor get(long... places) {
        return get(Arrays.stream(places).mapToObj(Index::at).toArray(Index[]::new));
    }

    /**
     * NumPy's indexing, each index for the next axis; axes not named are taken whole. Several index tensors stretch to one shape; where
     * they stand apart their axes come first in the result. A bool mask counts its true elements, and so computes it now.
     *
     * @throws ShapeMismatch for too many indices, a place out of range, a mask of another shape
     */
    default Tensor get(Index... indices) {
        return Selection.of(self().shape(), indices).of(self());
    }

    /** {@return NumPy's indexing as text: {@code x.slice("1:6:2, :, ::-1")} is Python's {@code x[1:6:2, :, ::-1]}} */
    default Tensor slice(String indices) {
        return get(Arrays.stream(indices.split(",", -1)).map(Index::parse).toArray(Index[]::new));
    }

    /**
     * This with another value at some places and ranges: Python's {@code y = x.clone(); y[indices] = value}.
     *
     * @param value stretches to the shape that {@link #get(Index...)} gives for the same indices
     */
    default Tensor with(Tensor value, Index... indices) {
        return Selection.of(self().shape(), indices).replaced(self(), value);
    }

    /** {@return slices of an axis by a list of places, int} */
    default Tensor indexSelect(int axis, Tensor index) {
        if (index.shape().rank() != 1) {
            throw new ShapeMismatch(
                    "indexSelect: the index has shape " + index.shape() + ", not one axis; take() takes any");
        }
        return take("indexSelect", axis, index);
    }

    /**
     * Slices of an axis by places.
     *
     * @param index integers of any shape, in range
     * @return of this shape {@code (A..., size, B...)} a tensor {@code (A..., index..., B...)}
     */
    default Tensor take(int axis, Tensor index) {
        return take("take", axis, index);
    }

    private Tensor take(String operation, int axis, Tensor index) {
        Node places = Promotion.places(operation, index, self().shape().size(axis));
        return self().derived(Trace.take(self().node(), places, axis));
    }

    /** {@return rows of this table {@code (entries, width)} by their numbers: {@code (index..., width)}} */
    default Tensor embedding(Tensor index) {
        if (self().shape().rank() != 2) {
            throw new ShapeMismatch("embedding: the table has shape " + self().shape() + ", not (entries, width)");
        }
        return take("embedding", 0, index);
    }

    /**
     * Elements by places along an axis: result {@code [i, j]} is this {@code [index[i, j], j]} for axis 0.
     *
     * @param index integers of this rank, no larger except along the axis
     */
    default Tensor gather(int axis, Tensor index) {
        Node places = Promotion.places("gather", index, self().shape().size(axis));
        return self().derived(Trace.gather(self().node(), places, axis));
    }

    /** {@return this with each element of a source added where its index says along an axis} */
    default Tensor scatterAdd(int axis, Tensor index, Tensor source) {
        DType dtype = Promotion.common("scatterAdd", self(), source);
        Node places = Promotion.places("scatterAdd", index, self().shape().size(axis));
        return new Tensor(Trace.scatterAdd(
                self().to(dtype).node(), places, source.to(dtype).node(), axis));
    }

    /** {@return this with each slice of a source added at its place of an axis: the opposite of {@link #take}} */
    default Tensor indexAdd(int axis, Tensor index, Tensor source) {
        DType dtype = Promotion.common("indexAdd", self(), source);
        Node places = Promotion.places("indexAdd", index, self().shape().size(axis));
        return new Tensor(
                Trace.takeAdd(self().to(dtype).node(), places, source.to(dtype).node(), axis));
    }

    /** {@return the elements where a bool is true, on one axis; computes the bool now} */
    default Tensor maskedSelect(Tensor mask) {
        Shape shape = Shape.broadcast("maskedSelect", self().shape(), mask.shape());
        return self().expand(shape).get(Index.of(mask.expand(shape)));
    }

    /** {@return the places of the elements that are not 0, row-major: int64 {@code (count, rank)}; computes this now} */
    default Tensor nonzero() {
        return Tensor.stack(1, Selection.places(self()).toArray(Tensor[]::new));
    }

    /** {@return 1 at each number's place on a new last axis of this many classes, else 0: int64} */
    default Tensor oneHot(long classes) {
        Tensor number = new Tensor(Promotion.index("oneHot", self())).unsqueeze(-1);
        Shape shape = self().shape().insert(-1, classes);
        return number.eq(new Tensor(Trace.iota(-1, shape, DType.INT64, self().device())))
                .to(DType.INT64);
    }
}
