package io.xianka.nn;

import io.xianka.tensor.Checkpoint;
import io.xianka.tensor.Tensor;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What a block keeps from its forward pass for its backward pass. What is not kept is computed again: the same bits, for more time and
 * less memory.
 */
public enum Checkpointing {
    /** Whatever gradients need. */
    NONE,
    /** Its input alone. */
    FULL,
    /** Its input, products of matrices and attention: what is dear to compute. */
    SELECTIVE;

    /** {@return what a block makes of its input} */
    public Tensor apply(UnaryOperator<Tensor> block, Tensor input) {
        return switch (this) {
            case NONE -> block.apply(input);
            case FULL -> Checkpoint.full(block, input);
            case SELECTIVE -> Checkpoint.selective(block, input);
        };
    }

    /** {@return such as {@code selective}} */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return the one of a name such as {@code selective}} */
    public static Checkpointing of(String text) {
        return Arrays.stream(values())
                .filter(value -> value.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no checkpointing " + text + "; there are "
                        + Arrays.stream(values()).map(Checkpointing::text).collect(Collectors.joining(", "))));
    }
}
