package io.xianka.tensor;

import io.xianka.tensor.execution.HostCopy;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A tensor's elements on their way to the host, as {@link Tensor#readBack} asked for them. Reading waits for what they are computed by,
 * and not for what the device was asked for since: so a loop can read one step's numbers while the device is at the next.
 *
 * {@snippet :
 * Readback before = null;
 * for (Tensor batch : batches) {
 *     Readback loss = step(batch).readBack();
 *     if (before != null) {
 *         System.out.println(before.toFloatArray()[0]);
 *     }
 *     before = loss;
 * }
 * }
 *
 * <p>Threads may share it.
 */
public final class Readback {
    private final Shape shape;
    private final DType dtype;
    private HostCopy copy;
    private MemorySegment elements;

    Readback(Shape shape, DType dtype, HostCopy copy) {
        this.shape = shape;
        this.dtype = dtype;
        this.copy = copy;
    }

    /** {@return the raw elements, row-major and without gaps, in memory that stays and is not to be written to} */
    private synchronized MemorySegment elements() {
        if (elements == null) {
            MemorySegment arrived = copy.segment();
            // As words, so that elements of each type are aligned.
            MemorySegment words = MemorySegment.ofArray(new long[Math.toIntExact((arrived.byteSize() + 7) / 8)]);
            elements = words.asSlice(0, arrived.byteSize()).copyFrom(arrived);
            copy.close();
            copy = null;
        }
        return elements;
    }

    /** Copies the elements, row-major and without gaps, into memory of exactly their size. */
    public void copyTo(MemorySegment target) {
        if (target.byteSize() != elements().byteSize()) {
            throw new ShapeMismatch("copyTo: " + dtype + shape + " has "
                    + elements().byteSize() + " bytes, the memory has " + target.byteSize());
        }
        target.copyFrom(elements());
    }

    /**
     * {@return the elements, row-major}
     *
     * @throws DTypeMismatch when they are not of float32
     */
    public float[] toFloatArray() {
        if (dtype != DType.FLOAT32) {
            throw new DTypeMismatch(
                    "toFloatArray: what was read back is " + dtype + "; to(DType.FLOAT32) before readBack()");
        }
        return elements().toArray(ValueLayout.JAVA_FLOAT);
    }
}
