package io.xianka.driver.api;

import java.util.List;

/**
 * cuBLASLt, NVIDIA's library of matrix products, as the machine has it. Found by {@code io.xianka.driver.Libraries}. Safe
 * for several threads at once. What it prepares lives as long as the process.
 *
 * <p>As in BLAS, matrices are column-major: {@code d = epilogue(alpha * op(a) op(b) + beta * c)}.
 */
public interface CublasLt {

    /** Types of elements that are used. */
    enum Number {
        FLOAT32,
        FLOAT64,
        FLOAT16,
        BFLOAT16
    }

    /** How factors are multiplied and summed. */
    enum Compute {
        FLOAT32,
        TF32,
        FLOAT64
    }

    /** What happens to each element of the result; a bias has one element for each row. */
    enum Epilogue {
        NONE,
        RELU,
        BIAS,
        RELU_BIAS,
        /** GELU by tanh. */
        GELU,
        GELU_BIAS,
        /** GELU by tanh, and what it was applied to stored beside the result. */
        GELU_KEPT,
        GELU_KEPT_BIAS,
        /** Times the slope of GELU at what was kept. */
        GELU_GRADIENT,
        /** The same; the sums of the result's rows are stored as the bias's gradient. */
        GELU_GRADIENT_BIAS_GRADIENT,
        /** The sums of op(a)'s rows are stored as a bias's gradient. */
        BIAS_GRADIENT_OF_A;

        /** {@return whether it takes or gives numbers of a bias} */
        public boolean hasBias() {
            return switch (this) {
                case NONE, RELU, GELU, GELU_KEPT, GELU_GRADIENT -> false;
                case BIAS, RELU_BIAS, GELU_BIAS, GELU_KEPT_BIAS, GELU_GRADIENT_BIAS_GRADIENT, BIAS_GRADIENT_OF_A ->
                    true;
            };
        }

        /** {@return whether it keeps GELU's operand beside the result, or takes what was kept: as many elements as d, laid like d} */
        public boolean hasKept() {
            return switch (this) {
                case NONE, RELU, BIAS, RELU_BIAS, GELU, GELU_BIAS, BIAS_GRADIENT_OF_A -> false;
                case GELU_KEPT, GELU_KEPT_BIAS, GELU_GRADIENT, GELU_GRADIENT_BIAS_GRADIENT -> true;
            };
        }
    }

    /**
     * Where the matrices of a batch lie, column by column. Counts are elements.
     *
     * @param leading from one column to the next
     * @param batchStride from one matrix to the next
     */
    record Layout(Number type, long rows, long columns, long leading, long batchStride) {}

    /**
     * A product, without addresses.
     *
     * @param transposedA whether op(a) is a's transpose
     * @param transposedB whether op(b) is b's transpose
     * @param d layout of {@code d} and {@code c}
     * @param alignmentBytes what all addresses are multiples of
     * @param mostWorkspaceBytes what an algorithm may want beside the operands
     */
    record Matmul(
            Compute compute,
            int batch,
            boolean transposedA,
            boolean transposedB,
            Layout a,
            Layout b,
            Layout d,
            Epilogue epilogue,
            int alignmentBytes,
            long mostWorkspaceBytes) {}

    /** A product with the algorithm chosen for it. */
    interface Plan {
        /** What the algorithm wants beside the operands. */
        long workspaceBytes();

        /**
         * Enqueues the product; the calling thread's context is that which was current when it was planned.
         *
         * @param bias address of the bias, or of where its gradient goes; ignored when the epilogue has none
         * @param kept address of GELU's operands; ignored when the epilogue has none
         * @param workspace address of {@link #workspaceBytes}
         * @throws UnsupportedOperationException when the library refuses what it planned; nothing was enqueued then
         */
        void enqueue(
                long stream,
                double alpha,
                long a,
                long b,
                double beta,
                long c,
                long d,
                long bias,
                long kept,
                long workspace);
    }

    /** Where it was loaded from. */
    String origin();

    /** {@code 13.1.0}. */
    String version();

    /**
     * The algorithms that the library's heuristics put first, the best first; empty when it has none for this product.
     *
     * @param context the CUcontext that is current on this thread
     * @param most how many are wanted
     */
    List<Plan> plans(long context, Matmul matmul, int most);
}
