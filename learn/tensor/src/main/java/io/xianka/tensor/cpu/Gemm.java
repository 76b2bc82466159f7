package io.xianka.tensor.cpu;

import io.xianka.driver.blas.Blas;

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
    }

    /** {@code c = scale * a b + keep * c} of float32, m times k and k times n; c has steps to the right of 1. */
    void floats(int m, int n, int k, float scale, Matrix a, Matrix b, float keep, Matrix c);

    /** {@code c = a b} of float64, m times k and k times n; c has steps to the right of 1. */
    void doubles(int m, int n, int k, Matrix a, Matrix b, Matrix c);

    /** {@return what computes, for a reader} */
    String name();

    /** By a BLAS. */
    static Gemm of(Blas blas) {
        return new Gemm() {
            @Override
            public void floats(int m, int n, int k, float scale, Matrix a, Matrix b, float keep, Matrix c) {
                blas.multiply(m, n, k, scale, described(a, m, k), described(b, k, n), keep, described(c, m, n));
            }

            @Override
            public void doubles(int m, int n, int k, Matrix a, Matrix b, Matrix c) {
                blas.multiply(m, n, k, 1.0, described(a, m, k), described(b, k, n), 0.0, described(c, m, n));
            }

            @Override
            public String name() {
                return "OpenBLAS, " + blas.origin();
            }
        };
    }

    private static Blas.Matrix described(Matrix matrix, int rows, int columns) {
        boolean rowMajor = (columns == 1 || matrix.right == 1) && (rows == 1 || matrix.down >= columns);
        long step = rowMajor ? (rows == 1 ? columns : matrix.down) : (columns == 1 ? rows : matrix.right);
        return new Blas.Matrix(matrix.address, Math.toIntExact(Math.max(1, step)), !rowMajor);
    }
}
