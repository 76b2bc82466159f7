package io.xianka.tensor.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Bytes of files as elements of tensors. */
final class Elements {
    private Elements() {}

    /** {@return a tensor of little-endian elements of a file, copied to the device} */
    static Tensor upload(Object where, MemorySegment elements, Shape shape, DType dtype, Device device) {
        try {
            if (dtype == DType.BOOL && !isBool(elements)) {
                try (Arena arena = Arena.ofConfined()) {
                    return Tensor.of(toBool(elements, arena), shape, dtype, device);
                }
            }
            return Tensor.of(elements, shape, dtype, device);
        } catch (InternalError fault) {
            // Mapped pages behind the end of a file that became shorter.
            throw new TensorFileException(where, "became shorter while it was read; read it again", fault);
        }
    }

    private static boolean isBool(MemorySegment elements) {
        for (long i = 0; i < elements.byteSize(); i++) {
            if ((elements.get(JAVA_BYTE, i) & ~1) != 0) {
                return false;
            }
        }
        return true;
    }

    /** NumPy takes any byte but 0 for true; kernels rely on 0 and 1. */
    private static MemorySegment toBool(MemorySegment elements, Arena arena) {
        MemorySegment bools = arena.allocate(elements.byteSize());
        for (long i = 0; i < elements.byteSize(); i++) {
            bools.set(JAVA_BYTE, i, (byte) (elements.get(JAVA_BYTE, i) != 0 ? 1 : 0));
        }
        return bools;
    }

    /** {@return the same numbers with the bytes of each in reverse order} */
    static MemorySegment swap(MemorySegment elements, DType dtype, Arena arena) {
        int width = dtype.isComplex() ? dtype.bytes() / 2 : dtype.bytes();
        if (width == 1) {
            return elements;
        }
        MemorySegment swapped = arena.allocate(elements.byteSize(), width);
        for (long at = 0; at < elements.byteSize(); at += width) {
            switch (width) {
                case 2 ->
                    swapped.set(JAVA_SHORT_UNALIGNED, at, Short.reverseBytes(elements.get(JAVA_SHORT_UNALIGNED, at)));
                case 4 ->
                    swapped.set(JAVA_INT_UNALIGNED, at, Integer.reverseBytes(elements.get(JAVA_INT_UNALIGNED, at)));
                default ->
                    swapped.set(JAVA_LONG_UNALIGNED, at, Long.reverseBytes(elements.get(JAVA_LONG_UNALIGNED, at)));
            }
        }
        return swapped;
    }

    /** {@return the elements of a tensor, computed if need be} */
    static MemorySegment download(Tensor tensor, Arena arena) {
        MemorySegment elements = arena.allocate(
                Math.multiplyExact(tensor.shape().elements(), tensor.dtype().bytes()), 64);
        tensor.copyTo(elements);
        return elements;
    }
}
