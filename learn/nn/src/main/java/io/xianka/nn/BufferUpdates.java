package io.xianka.nn;

import io.xianka.tensor.Tensor;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Buffers, such as running means, that forward passes of this thread have recorded new values for. No loss is computed from such a
 * value, so by itself it would never be, and would keep the graph of its batch and of all batches before. {@link Optimizer#step} computes
 * them along with the step; who realises a part of a step, such as a micro-batch, adds what {@link #take} gives.
 */
public final class BufferUpdates {
    private static final ThreadLocal<Set<Tensor>> RECORDED =
            ThreadLocal.withInitial(() -> Collections.newSetFromMap(new IdentityHashMap<>()));

    private BufferUpdates() {}

    /** Records a buffer's next value, made of the one before, which is computed first where it was only recorded. */
    static void record(Tensor buffer, UnaryOperator<Tensor> next) {
        if (RECORDED.get().contains(buffer)) {
            Tensor.realise(take());
        }
        Tensor.noGrad(() -> buffer.assign(next.apply(buffer)));
        RECORDED.get().add(buffer);
    }

    /** {@return the buffers whose values this thread has only recorded, for who computes them now} */
    public static Tensor[] take() {
        Tensor[] all = RECORDED.get().toArray(Tensor[]::new);
        RECORDED.remove();
        return all;
    }
}
