package io.xianka.driver.api;

import java.lang.foreign.MemorySegment;

/**
 * A copy of a box: {@code CUDA_MEMCPY3D} of cuda.h. Rows are in bytes, everything else counts rows and slices.
 *
 * @param height at least 1
 * @param depth at least 1
 */
public record Copy3D(End from, End to, long widthBytes, long height, long depth) {

    /** Where a copy begins. */
    public sealed interface End {

        /** Host memory: so many bytes from row to row, so many rows from slice to slice. */
        record Host(MemorySegment memory, long pitchBytes, long rows) implements End {}

        /** Device memory, likewise. */
        record Device(long pointer, long pitchBytes, long rows) implements End {}

        /** An array, from an element on. */
        record OfArray(long array, long xBytes, long y, long z) implements End {}
    }
}
