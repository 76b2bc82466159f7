package io.xianka.tensor.graph;

import java.util.List;

/**
 * What a node of the graph computes: a small closed vocabulary. Everything a user calls is written in these; gradients,
 * simplification, fusion and the executors fold over them.
 *
 * <p>Attributes are part of a graph's structure: two graphs that differ in one are compiled apart. A number that changes
 * from run to run (a learning rate, a random counter) is therefore a {@link Parameter}, which is not.
 *
 * <p>Reductions keep their axes with size 1, and elementwise operations take operands of one shape: stretching is an
 * explicit {@link Expand}, which costs nothing.
 */
public sealed interface Op {
    // ------------------------------------------------------------------ leaves

    /** Elements in memory: the node's storage. */
    record Data() implements Op {}

    /** A scalar read when a plan runs: the node's parameter. */
    record Parameter() implements Op {}

    /** The same value everywhere. A {@link Long} for integers and bool (0 or 1), a {@link Double} otherwise. */
    record Fill(Number value) implements Op {}

    /** Each element's place along an axis, an int64 or int32. */
    record Iota(int axis) implements Op {}

    /**
     * 32 random bits an element, held in an int64 as 0 to 2<sup>32</sup> - 1: Philox 4x32-10, element i of key {@code
     * seed} taking word {@code i % 4} of counter {@code offset + i / 4}. Inputs: seed and offset, int64 scalars.
     */
    record RandomBits() implements Op {}

    // ------------------------------------------------------------------ elementwise

    /** Of one operand. */
    record Unary(UnaryOp op) implements Op {}

    /** Of two operands of one type and shape. */
    record Binary(BinaryOp op) implements Op {}

    /** Inputs: a bool, what to take where it is true, what to take where it is false. */
    record Where() implements Op {}

    /**
     * An index, int64, whose elements must be {@code least} to {@code size - 1}: what is not is refused when the value is computed, in the
     * name of an operation, and taken as the nearest where it is only found later.
     */
    record InRange(String operation, long least, long size) implements Op {}

    /**
     * To the node's type. Floating to integer cuts towards zero; NaN gives 0 and what is outside the range its nearest
     * bound. To bool: whether it is not zero.
     */
    record Cast() implements Op {}

    // ------------------------------------------------------------------ views: other places of the same elements

    /** The same elements in row-major order under the node's shape. */
    record Reshape() implements Op {}

    /** Axis {@code i} of the result is axis {@code axes.get(i)} of the operand. */
    record Permute(List<Integer> axes) implements Op {}

    /** Axes of size 1 stretched to the node's shape, which has the same rank. */
    record Expand() implements Op {}

    /**
     * From {@code starts} in {@code steps}, as many as the node's shape says. A negative step walks backwards.
     */
    record Slice(List<Long> starts, List<Long> steps) implements Op {}

    /** Around the operand {@code before} and {@code after} elements more on each axis, all of one value. */
    record Pad(List<Long> before, List<Long> after, Number value) implements Op {}

    /**
     * Windows of {@code size} neighbours {@code dilation} apart, one beginning every {@code step} elements of an axis:
     * the axis becomes the number of windows, and the places in a window become a new last axis.
     */
    record Unfold(int axis, long size, long step, long dilation) implements Op {}

    // ------------------------------------------------------------------ along axes

    /** Axes folded to size 1. Sums and products of float16 and bfloat16 are carried in float32, those of bool in int64. */
    record Reduce(ReduceOp op, List<Integer> axes) implements Op {}

    /** The place of the first largest (or smallest) element of an axis, which keeps size 1; NaN counts as the largest. An int64. */
    record ArgReduce(ReduceOp op, int axis) implements Op {}

    /** Each element folded with those before it on an axis; from the last when {@code reverse}. */
    record Scan(ReduceOp op, int axis, boolean reverse) implements Op {}

    /** The places of the elements of an axis in order, equal ones in their order; NaN is the largest. An int64. */
    record Argsort(int axis, boolean descending) implements Op {}

    // ------------------------------------------------------------------ by index; indices are int64 and in range:
    // {@link InRange} sees to it

    /**
     * Inputs: operand, index of any shape. Where the operand's shape is {@code (A..., size, B...)}, with size at the axis,
     * the result's is {@code (A..., index..., B...)}.
     */
    record Take(int axis) implements Op {}

    /**
     * The gradient of {@link Take}. Inputs: base, index, source; the result is the base with each slice of the source
     * added at its index. In index order, so that sums do not depend on the run.
     */
    record TakeAdd(int axis) implements Op {}

    /**
     * Inputs: operand, index of the same rank, no larger except along the axis. Element {@code (..., i, ...)} of the result is
     * that of the operand at {@code (..., index[..., i, ...], ...)}.
     */
    record Gather(int axis) implements Op {}

    /** Inputs: base, index, source of the index's shape; the result is the base with each source element added where its index says. */
    record ScatterAdd(int axis) implements Op {}

    // ------------------------------------------------------------------ products

    /**
     * {@code (batch..., m, k)} times {@code (batch..., k, n)}, batches equal. Carried in float32 for narrower floats. When it {@code
     * rounds}, float32 factors may be rounded to TensorFloat-32, ten bits of fraction, where that is faster.
     */
    record Dot(boolean rounds) implements Op {}

    /**
     * softmax(scale * q k<sup>T</sup>) v. Inputs: q {@code (batch, heads, length, size)}, k and v {@code (batch, groups, keys,
     * size)}, heads a multiple of groups. Two results: the output, as q; the row's log of the sum of exponentials, float32
     * {@code (batch, heads, length)}. With {@code causal} row i sees keys up to i. When it {@code rounds}, factors
     * of its products may be rounded as those of {@link Dot}. Recorded with heads first; plans have it otherwise where that suits.
     */
    record Attention(double scale, boolean causal, boolean rounds, Arrangement output) implements Op {
        /** The output as q. */
        public Attention(double scale, boolean causal, boolean rounds) {
            this(scale, causal, rounds, Arrangement.HEADS_FIRST);
        }
    }

    /**
     * Inputs: q, k, v, output, log-sum-exp, gradient of the output. Three results: the gradients of q, k and v. Recorded with heads first;
     * plans have it otherwise where that suits.
     */
    record AttentionGradient(double scale, boolean causal, boolean rounds, Arrangement gradients) implements Op {
        /** Of attention like this, each gradient as its operand. */
        public AttentionGradient(Attention of) {
            this(of.scale, of.causal, of.rounds, Arrangement.HEADS_FIRST);
        }
    }

    /** Shapes of what attention writes. */
    enum Arrangement {
        /** {@code (batch, heads, length, size)}. */
        HEADS_FIRST,
        /** {@code (batch, length, heads, size)}. */
        PLACES_FIRST,
        /** The gradients of q, k and v as one result, {@code (batch, length, 3, heads, size)}. */
        PACKED
    }

    // ------------------------------------------------------------------ structure

    /** One result of a node that has several. */
    record Item(int index) implements Op {}

    /** The same elements on the node's device. */
    record Transfer() implements Op {}

    /**
     * The first input, which must be computed, and kept, on its own; the same elements. What is computed from it is computed after all
     * other inputs, of which nothing else is used.
     */
    record Barrier() implements Op {}

    /**
     * The first input, whose gradient is said by a rule instead of being derived. Inputs: the value, then what the rule gives
     * gradients for.
     */
    record WithGradient(GradientRule rule) implements Op {}

    /** A user's kernel over the inputs. */
    record Custom(CustomKernel kernel) implements Op {}
}
