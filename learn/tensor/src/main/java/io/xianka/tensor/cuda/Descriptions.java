package io.xianka.tensor.cuda;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.fusion.MemoryPlan;
import io.xianka.tensor.fusion.Step;
import io.xianka.tensor.fusion.Strided;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.product.Activation;
import io.xianka.tensor.product.Arithmetic;
import io.xianka.tensor.product.Attention;
import io.xianka.tensor.product.Matrix;
import io.xianka.tensor.product.Product;
import java.util.List;

/** Steps of a schedule as libraries and own kernels for products and attention are told of them. */
final class Descriptions {
    private Descriptions() {}

    /** Whether kernels that work by tiles can compute it. */
    static boolean isTiled(Step.Attention step) {
        Node q = step.node().input(0);
        return q.dtype() != DType.FLOAT64
                && q.shape().size(3) <= 256
                && q.shape().elements() > 0
                && step.node().input(1).shape().elements() > 0;
    }

    /** How products of a type are computed, or null where no kernel for products computes them. */
    static Arithmetic arithmetic(DType dtype) {
        return switch (dtype) {
            case FLOAT64 -> Arithmetic.FLOAT64;
            case FLOAT32 -> Arithmetic.FLOAT32;
            case FLOAT16 -> Arithmetic.FLOAT16;
            case BFLOAT16 -> Arithmetic.BFLOAT16;
            default -> null;
        };
    }

    /** A product as its operands, results and epilogue lie. */
    static Product product(Step.Product step) {
        Shape shape = step.dot().shape();
        int m = Math.toIntExact(shape.size(-2));
        int n = Math.toIntExact(shape.size(-1));
        int k = Math.toIntExact(step.left().shape().size(-1));
        int batch = m == 0 || n == 0 ? 1 : Math.toIntExact(shape.elements() / ((long) m * n));
        long bytes = step.dot().dtype().bytes();
        long alignment = MemoryPlan.ALIGNMENT_BYTES;
        for (Strided operand : List.of(step.left(), step.right())) {
            long at = operand.offset() * bytes;
            alignment = at == 0 ? alignment : Math.min(alignment, Long.lowestOneBit(at));
        }
        boolean rounds = step.dot().op() instanceof Op.Dot(boolean mayRound) && mayRound;
        return Product.of(rounds ? Arithmetic.TF32 : arithmetic(step.dot().dtype()), m, n, k)
                .withLayouts(matrix(step.left()), matrix(step.right()), new Matrix(false, n, (long) m * n))
                .withBatch(batch)
                .withScale(1, step.epilogue() != null && step.epilogue().addend() != null ? 1 : 0)
                .withEpilogue(
                        step.epilogue() != null && step.epilogue().bias() != null,
                        step.epilogue() == null
                                ? Activation.NONE
                                : step.epilogue().activation())
                .withAlignment((int) alignment);
    }

    private static Matrix matrix(Strided view) {
        long rows = view.shape().size(-2);
        long columns = view.shape().size(-1);
        boolean rowMajor = columns == 1 || view.stride(-1) == 1;
        // A single row or column lies both ways; its step is that of a dense one.
        if (rowMajor && (rows == 1 || view.stride(-2) >= columns)) {
            return new Matrix(false, rows == 1 ? columns : view.stride(-2), view.batchStride());
        }
        return new Matrix(true, columns == 1 ? rows : view.stride(-1), view.batchStride());
    }

    /** Attention, or its gradients, as its operands and results lie. */
    static Attention attention(Step.Attention step) {
        Shape q = step.node().input(0).shape();
        Shape k = step.node().input(1).shape();
        boolean forward = step.node().op() instanceof Op.Attention;
        double scale = step.node().op() instanceof Op.Attention of
                ? of.scale()
                : ((Op.AttentionGradient) step.node().op()).scale();
        boolean causal = step.node().op() instanceof Op.Attention of
                ? of.causal()
                : ((Op.AttentionGradient) step.node().op()).causal();
        boolean rounds = step.node().op() instanceof Op.Attention of
                ? of.rounds()
                : ((Op.AttentionGradient) step.node().op()).rounds();
        Op.Arrangement gradients =
                step.node().op() instanceof Op.AttentionGradient of ? of.gradients() : Op.Arrangement.HEADS_FIRST;
        return new Attention(
                Math.toIntExact(q.size(0)),
                Math.toIntExact(q.size(1)),
                Math.toIntExact(k.size(1)),
                Math.toIntExact(q.size(2)),
                Math.toIntExact(k.size(2)),
                Math.toIntExact(q.size(3)),
                rounds ? Arithmetic.TF32 : arithmetic(step.node().input(0).dtype()),
                scale,
                causal,
                layout(step.operands().get(0)),
                layout(step.operands().get(1)),
                layout(step.operands().get(2)),
                // What the backward pass reads of the forward pass lies as its gradient does.
                forward
                        ? written(q, ((Op.Attention) step.node().op()).output())
                        : layout(step.operands().get(3)),
                new Attention.Gradients(written(q, gradients), written(k, gradients), written(k, gradients)));
    }

    /** Where rows of a result of this shape, heads first, lie in an arrangement. */
    private static Attention.Layout written(Shape shape, Op.Arrangement arrangement) {
        int heads = Math.toIntExact(shape.size(1));
        int length = Math.toIntExact(shape.size(2));
        int size = Math.toIntExact(shape.size(3));
        return switch (arrangement) {
            case HEADS_FIRST -> Attention.Layout.dense(heads, length, size);
            case PLACES_FIRST -> Attention.Layout.byPosition(heads, length, size);
            case PACKED -> new Attention.Layout(3L * length * heads * size, size, 3L * heads * size);
        };
    }

    /** From one of the gradients of queries, keys and values to the next, where they are one result; in bytes. */
    static long packedBytes(Step.Attention step) {
        return step.node().op() instanceof Op.AttentionGradient of && of.gradients() == Op.Arrangement.PACKED
                ? step.node().shape().size(3)
                        * step.node().shape().size(4)
                        * step.node().dtype().bytes()
                : 0;
    }

    /** An axis of one element has no step of its own: libraries want one over all the others. */
    private static Attention.Layout layout(Strided view) {
        long all = view.shape().size(3);
        for (int axis = 0; axis < 3; axis++) {
            all = Math.max(all, view.shape().size(axis) * view.stride(axis));
        }
        long[] steps = new long[3];
        for (int axis = 0; axis < 3; axis++) {
            steps[axis] = view.shape().size(axis) == 1 ? all : view.stride(axis);
        }
        return new Attention.Layout(steps[0], steps[1], steps[2]);
    }
}
