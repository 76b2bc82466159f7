package io.xianka.tensor.cpu;

/** A product of two matrices of floats or doubles in native memory. */
interface Gemm {
    /**
     * A matrix in memory.
     *
     * @param address of its first element
     * @param down the step from row to row, in elements
     * @param right the step from column to column, in elements; one of the steps is 1
     */
    record Matrix(long address, long down, long right) {
        Matrix transposed() {
            return new Matrix(address, right, down);
        }

        /** {@return the matrix from a row and a column on, of elements of so many bytes} */
        Matrix from(int row, int column, int bytes) {
            return new Matrix(address + bytes * (row * down + column * right), down, right);
        }
    }

    /** {@code c = scale * a b + keep * c} of float32, m times k and k times n; c has steps to the right of 1. */
    void floats(int m, int n, int k, float scale, Matrix a, Matrix b, float keep, Matrix c);

    /** {@code c = a b} of float64, m times k and k times n; c has steps to the right of 1. */
    void doubles(int m, int n, int k, Matrix a, Matrix b, Matrix c);

    /** {@return what computes, for a reader} */
    String name();
}
