package io.xianka.nn.data;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Examples by number, each made of the same parts. {@link Batches} calls it from a thread of its own. */
public interface Dataset {
    /** What every example has: an image, a label. */
    record Part(Shape shape, DType dtype) {
        /** {@return the bytes of one example's} */
        public long bytes() {
            return shape.elements() * dtype.bytes();
        }
    }

    /** {@return the examples of an epoch} */
    long count();

    /** {@return the parts of an example} */
    List<Part> parts();

    /**
     * Writes an example.
     *
     * @param epoch how often all examples were seen; the same numbers may stand for other examples in another epoch
     * @param example from 0 to below the count
     * @param into for each part memory of its size, native-endian
     */
    void write(long epoch, long example, List<MemorySegment> into);
}
