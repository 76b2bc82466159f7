package io.xianka.tensor.product;

import io.xianka.tensor.DType;

/** How a product reads its factors and adds up. */
public enum Arithmetic {
    /** binary64 factors, sums in binary64. */
    FLOAT64(DType.FLOAT64),
    /** binary32 factors, sums in binary32. */
    FLOAT32(DType.FLOAT32),
    /** binary32 factors of which 10 bits of fraction count, sums in binary32. */
    TF32(DType.FLOAT32),
    /** binary16 factors, sums in binary32. */
    FLOAT16(DType.FLOAT16),
    /** bfloat16 factors, sums in binary32. */
    BFLOAT16(DType.BFLOAT16);

    private final DType factors;

    Arithmetic(DType factors) {
        this.factors = factors;
    }

    /** {@return the type in which factors lie in memory} */
    public DType factors() {
        return factors;
    }
}
