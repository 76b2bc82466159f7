package io.xianka.tensor.fusion;

import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.Node;
import java.util.Arrays;
import java.util.List;

/**
 * A view of a tensor in memory that products and attention take as it lies.
 *
 * @param node what is in memory
 * @param shape the view's
 * @param offset of the view's first element, in elements
 * @param strides between neighbours on each of the view's axes, in elements; 0 on an axis that is stretched or has one element
 */
public record Strided(Node node, Shape shape, long offset, long[] strides) {
    /** What attention's copies are as wide as. */
    private static final long WIDEST_COPY_BYTES = 16;

    /** What lies in memory of an owner, without gaps. */
    static Strided whole(Node operand, Node owner) {
        return new Strided(owner, operand.shape(), 0, operand.shape().strides());
    }

    /** A node as a view of what it is made from, or null where it is none in single steps. */
    static Strided of(Node operand, Node source) {
        List<Long> sizes = Arrays.stream(operand.shape().sizes()).boxed().toList();
        var domain = new Domain(sizes, List.of());
        try {
            Value value = Lowering.view(operand, domain, node -> node == source);
            if (value.form() instanceof Value.Load(Node node, Index offset) && offset.isAffine()) {
                long[] strides = new long[sizes.size()];
                Arrays.setAll(strides, offset::stride);
                return new Strided(node, operand.shape(), offset.constant(), strides);
            }
            return null;
        } catch (Lowering.Unfit unfit) {
            return null;
        }
    }

    /** {@return the step of an axis; negative numbers count from the last} */
    public long stride(int axis) {
        return strides[shape.axis(axis)];
    }

    /**
     * The step between matrices when all axes but the last two are one.
     *
     * @return -1 when they lie in no single step
     */
    public long batchStride() {
        long stride = 0;
        long count = 1;
        for (int axis = shape.rank() - 3; axis >= 0; axis--) {
            long size = shape.size(axis);
            if (size == 1) {
                continue;
            }
            if (count > 1 && strides[axis] != stride * count) {
                return -1;
            }
            stride = count == 1 ? strides[axis] : stride;
            count *= size;
        }
        return stride;
    }

    /** {@return whether attention reads it as it lies: rows without gaps, one after the other, from where wide copies may begin} */
    boolean isRows() {
        int last = shape.rank() - 1;
        boolean forward = Arrays.stream(strides).allMatch(stride -> stride >= 0);
        boolean aligned = offset * node.dtype().bytes() % WIDEST_COPY_BYTES == 0;
        return forward && aligned && (shape.size(last) == 1 || strides[last] == 1);
    }

    /** {@return whether another view of this shape has the same steps where an axis has more than one element} */
    boolean liesAs(Strided other) {
        for (int axis = 0; axis < strides.length; axis++) {
            if (shape.size(axis) > 1 && strides[axis] != other.strides[axis]) {
                return false;
            }
        }
        return shape.equals(other.shape);
    }

    /** {@return whether one of the last two axes is without gaps and the other steps over whole lines} */
    boolean isMatrix() {
        int rank = shape.rank();
        long rows = shape.size(rank - 2);
        long columns = shape.size(rank - 1);
        long down = strides[rank - 2];
        long right = strides[rank - 1];
        boolean rowMajor = (columns == 1 || right == 1) && (rows == 1 || down >= columns);
        boolean columnMajor = (rows == 1 || down == 1) && (columns == 1 || right >= rows);
        return (rowMajor || columnMajor) && batchStride() >= 0;
    }
}
