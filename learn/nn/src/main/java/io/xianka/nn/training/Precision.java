package io.xianka.nn.training;

import io.xianka.tensor.Autocast;
import io.xianka.tensor.DType;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** In which type a model's products run. Parameters, gradients of parameters and the optimizer's state are float32 in each. */
public enum Precision {
    /** All in float32. */
    FP32,
    /** Products of float32 may round their operands to TensorFloat-32: ten bits of fraction, on tensor cores. */
    TF32,
    /** {@link Autocast} to bfloat16: half the memory of activations, the range of float32. */
    BF16,
    /** {@link Autocast} to float16, with {@link io.xianka.nn.GradScaler}. */
    FP16;

    /** Runs a model's forward pass in this precision; gradients follow what was recorded. */
    public <T> T in(Supplier<T> forward) {
        return switch (this) {
            case FP32 -> forward.get();
            case TF32 -> Autocast.tf32(forward);
            case BF16 -> Autocast.in(DType.BFLOAT16, forward);
            case FP16 -> Autocast.in(DType.FLOAT16, forward);
        };
    }

    /** {@return whether small gradients vanish in it, unless the loss is scaled} */
    public boolean needsScaling() {
        return this == FP16;
    }

    /** {@return such as {@code bf16}} */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return the precision of a name such as {@code bf16}} */
    public static Precision of(String text) {
        return Arrays.stream(values())
                .filter(precision -> precision.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no precision " + text + "; there are "
                        + Arrays.stream(values()).map(Precision::text).collect(Collectors.joining(", "))));
    }
}
