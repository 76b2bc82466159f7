package io.xianka.tensor;

import java.util.function.Supplier;

/**
 * Mixed precision, as torch.autocast: inside the scope, in this thread, operations that are fast and safe in 16 bits (products,
 * convolution, attention) take their float32 operands in the scope's type, and operations that are not (exponentials, sums, norms,
 * losses) take 16-bit operands in float32. The rules are those PyTorch has for CUDA, on every device.
 *
 * {@snippet :
 * Tensor loss = Autocast.in(DType.BFLOAT16, () -> model.forward(x).crossEntropy(target));
 * loss.backward(); // outside: gradients run in the types that the forward pass chose
 * }
 */
public final class Autocast {
    private static final ScopedValue<DType> TYPE = ScopedValue.newInstance();

    private Autocast() {}

    /**
     * Runs an action in a scope of float16 or bfloat16; null switches autocast off inside.
     *
     * @throws DTypeMismatch for another type
     */
    public static <T> T in(DType type, Supplier<T> action) {
        if (type != null && type != DType.FLOAT16 && type != DType.BFLOAT16) {
            throw new DTypeMismatch("autocast: to " + type + "; it is to float16 or bfloat16");
        }
        return ScopedValue.where(TYPE, type).call(action::get);
    }

    /** {@return the scope's type in this thread, or null} */
    public static DType type() {
        return TYPE.orElse(null);
    }
}
