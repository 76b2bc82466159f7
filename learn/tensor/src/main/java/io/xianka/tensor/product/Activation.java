package io.xianka.tensor.product;

/** What a product applies to each element before it is stored. */
public enum Activation {
    /** The element itself. */
    NONE,
    /** {@code max(x, 0)}; NaN stays NaN. */
    RELU,
    /** {@code x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3)))}. */
    GELU_TANH,
    /** {@code x / 2 * (1 + erf(x / sqrt(2)))}. */
    GELU_ERF
}
