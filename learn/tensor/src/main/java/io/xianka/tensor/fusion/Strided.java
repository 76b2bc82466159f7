package io.xianka.tensor.fusion;

import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.Node;

/**
 * A view of a tensor in memory that products and attention take as it lies.
 *
 * @param node what is in memory
 * @param shape the view's
 * @param offset of the view's first element, in elements
 * @param strides between neighbours on each of the view's axes, in elements; 0 on an axis that is stretched or has one element
 */
public record Strided(Node node, Shape shape, long offset, long[] strides) {
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
