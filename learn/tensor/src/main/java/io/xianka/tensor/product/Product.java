package io.xianka.tensor.product;

import io.xianka.tensor.DType;
import java.util.Objects;

/**
 * A batch of matrix products: {@code d = activation(alpha * a b + beta * c + bias)}, where {@code a} is m x k, {@code b}
 * is k x n, {@code c} and {@code d} are m x n with the same layout, and bias has n elements, the same for every row. A
 * value without addresses, and so the key of what is prepared once.
 *
 * @param batch how many products
 * @param m rows of the result
 * @param n columns of the result
 * @param k columns of {@code a}, rows of {@code b}; 0 makes a product of zeros
 * @param arithmetic type of the factors, and how they are multiplied and summed
 * @param result type of {@code c}, {@code d} and bias: the factors' type, or {@link DType#FLOAT32} for half factors
 * @param a layout of the left factors
 * @param b layout of the right factors
 * @param d layout of results and of {@code c}: not transposed
 * @param alpha factor of the product
 * @param beta factor of {@code c}; with 0 it is not read
 * @param bias whether there is one
 * @param activation applied last
 * @param alignmentBytes what every address given is a multiple of: a power of two from the element's size to 256; 16 and
 *     more allow the fastest ways
 */
public record Product(
        int batch,
        int m,
        int n,
        int k,
        Arithmetic arithmetic,
        DType result,
        Matrix a,
        Matrix b,
        Matrix d,
        double alpha,
        double beta,
        boolean bias,
        Activation activation,
        int alignmentBytes) {

    public Product {
        Objects.requireNonNull(activation, "activation");
        if (batch < 0 || m < 0 || n < 0 || k < 0) {
            throw new IllegalArgumentException("product of " + batch + " times " + m + " x " + k + " by " + k + " x "
                    + n + ": a size is negative");
        }
        require("a", a, m, k);
        require("b", b, k, n);
        require("d", d, m, n);
        if (d.transposed()) {
            throw new IllegalArgumentException(
                    "the result is transposed: exchange the factors instead, as (a b)^T is" + " b^T a^T");
        }
        if (batch > 1 && d.batchStride() < (m == 0 ? 0 : (m - 1) * d.leading() + n)) {
            throw new IllegalArgumentException("results of a batch overlap: " + d.batchStride()
                    + " elements from one to the next, " + m + " x " + n + " each");
        }
        boolean half = arithmetic.factors().bytes() == 2;
        if (result != arithmetic.factors() && !(half && result == DType.FLOAT32)) {
            throw new IllegalArgumentException("a product of " + arithmetic.factors() + " cannot give " + result
                    + "; it gives " + arithmetic.factors() + (half ? " or " + DType.FLOAT32 : ""));
        }
        int elementBytes = Math.max(arithmetic.factors().bytes(), result.bytes());
        if (Integer.bitCount(alignmentBytes) != 1 || alignmentBytes < elementBytes || alignmentBytes > 256) {
            throw new IllegalArgumentException("addresses aligned to " + alignmentBytes
                    + " bytes: must be a power of two from " + elementBytes + " to 256");
        }
    }

    private static void require(String name, Matrix matrix, int rows, int columns) {
        if (!matrix.holds(rows, columns)) {
            throw new IllegalArgumentException(name + " is " + rows + " x " + columns + ", but its leading size is "
                    + matrix.leading() + (matrix.transposed() ? ": at least its rows" : ": at least its columns"));
        }
    }

    /** One product of dense matrices, with addresses that are multiples of 16 bytes. */
    public static Product of(Arithmetic arithmetic, int m, int n, int k) {
        return new Product(
                1,
                m,
                n,
                k,
                arithmetic,
                arithmetic.factors(),
                Matrix.dense(m, k),
                Matrix.dense(k, n),
                Matrix.dense(m, n),
                1,
                0,
                false,
                Activation.NONE,
                16);
    }

    /** The same with these layouts. */
    public Product withLayouts(Matrix left, Matrix right, Matrix out) {
        return new Product(
                batch, m, n, k, arithmetic, result, left, right, out, alpha, beta, bias, activation, alignmentBytes);
    }

    /** The same with dense factors that lie transposed, or not. */
    public Product withTransposed(boolean left, boolean right) {
        return withLayouts(
                left ? Matrix.denseTransposed(m, k) : Matrix.dense(m, k),
                right ? Matrix.denseTransposed(k, n) : Matrix.dense(k, n),
                d);
    }

    /** The same many times, as the layouts' batch strides say. */
    public Product withBatch(int count) {
        return new Product(count, m, n, k, arithmetic, result, a, b, d, alpha, beta, bias, activation, alignmentBytes);
    }

    /** The same with a result of this type. */
    public Product withResult(DType type) {
        return new Product(batch, m, n, k, arithmetic, type, a, b, d, alpha, beta, bias, activation, alignmentBytes);
    }

    /** The same with these factors. */
    public Product withScale(double ofProduct, double ofAddend) {
        return new Product(
                batch, m, n, k, arithmetic, result, a, b, d, ofProduct, ofAddend, bias, activation, alignmentBytes);
    }

    /** The same with this end. */
    public Product withEpilogue(boolean addsBias, Activation applied) {
        return new Product(batch, m, n, k, arithmetic, result, a, b, d, alpha, beta, addsBias, applied, alignmentBytes);
    }

    /** The same for addresses that are multiples of this. */
    public Product withAlignment(int bytes) {
        return new Product(batch, m, n, k, arithmetic, result, a, b, d, alpha, beta, bias, activation, bytes);
    }

    /** {@return multiplications and additions of the product itself} */
    public double flops() {
        return 2.0 * batch * m * n * k;
    }

    /** {@return whether the result has no elements} */
    boolean isEmpty() {
        return batch == 0 || m == 0 || n == 0;
    }
}
