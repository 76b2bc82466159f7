package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What does not fit is refused where it is recorded, and the message says what, with which values, and what would fit. */
class RefusalTest {
    private static Tensor floats(long... sizes) {
        return Tensor.zeros(Shape.of(sizes), DType.FLOAT32, Device.plain());
    }

    private static Tensor longs(long... sizes) {
        return Tensor.zeros(Shape.of(sizes), DType.INT64, Device.plain());
    }

    private static void refused(String message, Executable action) {
        assertEquals(message, assertThrows(RuntimeException.class, action).getMessage());
    }

    @Test
    void shapes() {
        refused(
                "add: (2, 3) and (4,): sizes 3 and 4 of axis -1 differ and neither is 1",
                () -> floats(2, 3).add(floats(4)));
        refused(
                "matmul: (32, 128) x (10, 128): inner sizes 128 and 10 differ; right.transpose() would fit",
                () -> floats(32, 128).matmul(floats(10, 128)));
        refused(
                "matmul: (2, 3) x (4, 5): inner sizes 3 and 4 differ",
                () -> floats(2, 3).matmul(floats(4, 5)));
        refused(
                "matmul: (2, 3) and (4,): sizes 2 and 4 of axis -1 differ and neither is 1".replace("(2, 3)", "(2,)"),
                () -> floats(2, 3, 4).matmul(floats(4, 4, 5)));
        refused("matmul: () x (3,): a scalar is no matrix; mul() scales", () -> floats().matmul(floats(3)));
        refused(
                "reshape: (2, 3) has 6 elements, (4, 2) has 8",
                () -> floats(2, 3).reshape(4, 2));
        refused(
                "reshape: (2, 3) to [4, -1]: 6 elements are not a multiple of 4",
                () -> floats(2, 3).reshape(4, -1));
        refused("expand: (2, 3) does not stretch to (2,)", () -> floats(2, 3).expand(2));
        refused("cat: (2, 3) and (2, 4) differ besides axis 0", () -> Tensor.cat(0, floats(2, 3), floats(2, 4)));
        refused("item: shape (2,) has 2 elements, not one", () -> floats(2).item());
        refused(
                "crossEntropy: scores (4, 10) want targets (4,), not (5,)",
                () -> floats(4, 10).crossEntropy(longs(5)));
        refused(
                "mseLoss: predictions (4, 1) and targets (4,) differ; expand() one if that is meant",
                () -> floats(4, 1).mseLoss(floats(4)));
        refused(
                "conv: input (1, 3, 8, 8) and weight (4, 2, 3, 3) in 1 groups: the weight is (out, 3 / groups, kernel...) with out a multiple of groups",
                () -> floats(1, 3, 8, 8).conv2d(floats(4, 2, 3, 3), null, Windows.DEFAULT));
        refused(
                "windows of 9 elements 1 apart, every 1, over axis 2 of shape (1, 3, 8, 8)",
                () -> floats(1, 3, 8, 8).conv2d(floats(4, 3, 9, 3), null, Windows.DEFAULT));
        refused(
                "einsum \"ij,jk->il\": the result's axis l must be named once there and by an operand",
                () -> Tensor.einsum("ij,jk->il", floats(2, 3), floats(3, 4)));
        refused("einsum \"ij,jk\": axis j has sizes 3 and 4", () -> Tensor.einsum("ij,jk", floats(2, 3), floats(4, 4)));
        refused("topk: 5 of axis 0 of shape (3,)", () -> floats(3).topk(5, 0));
        refused(
                "split: sizes [2, 2] do not add up to 3, the size of axis 0 of shape (3,)",
                () -> floats(3).split(new long[] {2, 2}, 0));
    }

    @Test
    void sizesBeyondALong() {
        refused(
                "pad: 9223372036854775807 and 1 elements around axis 0 of shape (2,) make more than 2^63 - 1",
                () -> floats(2).pad(0, Long.MAX_VALUE, 1));
        refused(
                "arange: from -9223372036854775808 to 9223372036854775807 are more than 2^63 - 1",
                () -> Tensor.arange(Long.MIN_VALUE, Long.MAX_VALUE));
        refused(
                "shape (4611686018427387904, 8, 1) has more than 2^63 - 1 elements; use fewer or smaller axes",
                () -> floats(2).reshape(1L << 62, 8, -1));
        refused(
                "index tensors: (2,) and (3,): sizes 2 and 3 of axis -1 differ and neither is 1",
                () -> floats(4, 4).get(Index.of(longs(2)), Index.of(longs(3))));
        assertEquals(0, floats(0, 1L << 40, 1L << 40).mean(1, 2).shape().elements());
        assertEquals(0, Tensor.arange(Long.MAX_VALUE, Long.MIN_VALUE).shape().elements());
    }

    @Test
    void axes() {
        refused(
                "axis 2 of shape (2, 3): the axes are -2 to 1",
                () -> floats(2, 3).sum(2));
        refused("axis 0 of shape (): a scalar has no axes", () -> floats().softmax(0));
        refused(
                "axes [0, -2] of shape (2, 3): axis 0 is named twice",
                () -> floats(2, 3).sum(0, -2));
        refused(
                "permute: axes [0, 0] are not those of shape (2, 3) each once",
                () -> floats(2, 3).permute(0, 0));
        refused(
                "max over axis 0 of shape (0,): there is no element to take",
                () -> floats(0).amax());
        refused(
                "argmax over axis 1 of shape (2, 0): there is no element to take",
                () -> floats(2, 0).argmax(1));
    }

    @Test
    void types() {
        refused("mean of int64: its fractions would be lost; use to(DType.FLOAT32)", () -> longs(2).mean());
        refused(
                "bitwiseAnd: float32 has no bits to name; use to(DType.INT64)",
                () -> floats(2).bitwiseAnd(longs(2)));
        refused(
                "embedding: the index is float32, not of integers",
                () -> floats(2, 3).embedding(floats(2)));
        refused(
                "amax: complex values have no order; take real(), imag() or abs() first",
                () -> floats(2).complex(floats(2)).amax());
        refused(
                "neg: a bool has no sign; logicalNot() gives its opposite",
                () -> floats(2).eq(0).neg());
    }

    @Test
    void sizes() {
        refused(
                "shape (4294967296, 4294967296) has more than 2^63 - 1 elements; use fewer or smaller axes",
                () -> floats(1L << 32, 1L << 32));
        refused("shape (2, -3): size -3 is negative", () -> floats(2, -3));
        Tensor large = floats(1L << 40);
        refused("a Java array does not hold 1099511627776 elements; copyTo(MemorySegment) does", large::toFloatArray);
    }

    @Test
    void gradients() {
        Tensor w = floats(2).requiresGrad();
        Tensor other = floats(2).requiresGrad();
        refused("requiresGrad: int64 has no gradient; use to(DType.FLOAT32)", () -> longs(2).requiresGrad());
        refused(
                "gradient: asked of int64(2,), and integers have none; use to(DType.FLOAT32) before computing with it",
                () -> Gradients.of(w.sum(), longs(2)));
        refused(
                "gradient: asked of a float32(2,) that requires none; call requiresGrad() on it before computing with it",
                () -> Gradients.of(w.sum(), floats(2)));
        refused(
                "gradient: the result is not computed from the float32(2,) at place 1; was it replaced by assign(), or detached, in between?",
                () -> Gradients.of(w.sum(), List.of(w, other)));
        refused(
                "backward: shape (2,) is no scalar; take sum() or mean(), or give the gradient of each element",
                w.mul(2)::backward);
        refused(
                "backward: float32() is computed from nothing that requires a gradient; call requiresGrad() on a leaf first",
                floats(2).sum()::backward);
        refused(
                "backward: a gradient float32(3,) for float32(2,); both are of one shape and type",
                () -> w.mul(2).backward(floats(3)));
        refused("backward: int64 has no gradient; a loss is of a floating type", longs(2).sum()::backward);
    }

    @Test
    void placesOutOfRange() {
        Tensor table = floats(3, 2);
        Tensor far = Tensor.of(new long[] {3}, Shape.of(1), Device.plain());
        refused(
                "embedding: index 3 of an axis of size 3, whose places are 0 to 2; replace it by where() first",
                () -> table.embedding(far).toFloatArray());
        refused("narrow: 3 elements from 1 of axis 0 of shape (3, 2)", () -> table.narrow(0, 1, 3));
    }
}
