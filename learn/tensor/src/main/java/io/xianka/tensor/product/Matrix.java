package io.xianka.tensor.product;

/**
 * Where the matrices of a batch lie, from an address on. Counts are elements.
 *
 * @param transposed false: rows follow each other, elements of a row are neighbours; true: columns follow each other,
 *     elements of a column are neighbours
 * @param leading from one row (or column, when transposed) to the next; at least the length of one
 * @param batchStride from one matrix of the batch to the next; 0 takes the same matrix for all
 */
public record Matrix(boolean transposed, long leading, long batchStride) {

    public Matrix {
        if (leading < 0 || batchStride < 0) {
            throw new IllegalArgumentException("leading size " + leading + " and batch stride " + batchStride
                    + ": neither may be negative; copy the matrix first");
        }
    }

    /** A batch of matrices of this shape without gaps, row by row. */
    public static Matrix dense(int rows, int columns) {
        return new Matrix(false, columns, (long) rows * columns);
    }

    /** A batch of matrices of this shape without gaps, column by column. */
    public static Matrix denseTransposed(int rows, int columns) {
        return new Matrix(true, rows, (long) rows * columns);
    }

    /** {@return whether it can hold {@code rows} x {@code columns}: one row or column does not overlap the next} */
    boolean holds(int rows, int columns) {
        int lines = transposed ? columns : rows;
        int length = transposed ? rows : columns;
        return lines <= 1 || leading >= length;
    }
}
