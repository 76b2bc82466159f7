package io.xianka.diagnosis.advise;

/** A figure of a card that is a number, as the catalogue's column of that name has it. */
public enum CardFigure {
    /** Memory on the card as its label says; NVIDIA means GiB by it, give or take a percent. */
    MEMORY("memory", "memory_gb", "GB", 0.25, 1e5),
    /** What the memory gives at most, read and written together. */
    BANDWIDTH("memory bandwidth", "memory_bandwidth_gbs", "GB/s", 1, 1e6),
    CUDA_CORES("CUDA cores", "cuda_cores", "", 1, 1e7),
    /** Without tensor cores. */
    FP32("FP32", "fp32_tflops", "TFLOPS", 0.01, 1e5),
    /** Tensor cores on FP16 inputs, dense, with the fastest accumulator: half the figure that counts sparsity. */
    TENSOR_FP16("tensor FP16", "tensor_fp16_dense_tflops", "TFLOPS", 0.1, 1e6),
    /**
     * Tensor cores on FP16 or BF16 inputs with FP32 sums, dense: what training uses. GeForce cards give half of {@link
     * #TENSOR_FP16} here.
     */
    TENSOR_FP32_SUMS("tensor, FP32 sums", "tensor_fp16_bf16_fp32acc_dense_tflops", "TFLOPS", 0.1, 1e6),
    /** NVLink of all links and both directions together; 0 where the card is known to have none. */
    NVLINK("NVLink", "nvlink_total_gbs", "GB/s", 0, 1e5),
    /** Board power: TDP, TGP or the module's highest mode. */
    POWER("power", "tdp_w", "W", 1, 1e5),
    /** What the card cost when it came out; today's price differs. */
    LAUNCH_PRICE("launch price", "launch_price_usd", "USD", 1, 1e7);

    private final String text;
    private final String column;
    private final String unit;
    private final double least;
    private final double most;

    CardFigure(String text, String column, String unit, double least, double most) {
        this.text = text;
        this.column = column;
        this.unit = unit;
        this.least = least;
        this.most = most;
    }

    /** What people call it: {@code memory bandwidth}. */
    public String text() {
        return text;
    }

    /** The catalogue's column. */
    public String column() {
        return column;
    }

    /** {@code GB/s}; empty for a count. */
    public String unit() {
        return unit;
    }

    double least() {
        return least;
    }

    double most() {
        return most;
    }
}
