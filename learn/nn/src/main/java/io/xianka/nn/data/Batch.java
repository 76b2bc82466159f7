package io.xianka.nn.data;

import io.xianka.tensor.Tensor;
import java.util.List;

/**
 * Examples on the device.
 *
 * @param parts for each part of an example one tensor {@code (examples, part...)}
 * @param next the position after it, for {@link Batches}
 */
public record Batch(List<Tensor> parts, long next) implements AutoCloseable {
    /** {@return a part} */
    public Tensor part(int number) {
        return parts.get(number);
    }

    /** {@return how many examples it has} */
    public long examples() {
        return parts.getFirst().shape().size(0);
    }

    /** Gives the memory back. */
    @Override
    public void close() {
        parts.forEach(Tensor::close);
    }
}
