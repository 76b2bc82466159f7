package io.xianka.driver.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Memory of the C library. Unlike that of an {@link java.lang.foreign.Arena} it is not set to zero first, so that large blocks cost
 * nothing until they are used, and it is freed at once.
 */
public final class NativeHeap {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle MALLOC =
            link("malloc", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE = link("free", FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

    private NativeHeap() {}

    private static MethodHandle link(String name, FunctionDescriptor descriptor) {
        MemorySegment symbol = LINKER.defaultLookup().findOrThrow(name);
        return LINKER.downcallHandle(symbol, descriptor);
    }

    /**
     * A block of memory with undefined contents, aligned to 16 bytes.
     *
     * @return its address
     * @throws OutOfMemoryError when the system gives none
     */
    public static long allocate(long bytes) {
        long address;
        try {
            address = (long) MALLOC.invokeExact(Math.max(1, bytes));
        } catch (Throwable unexpected) {
            throw new AssertionError(unexpected);
        }
        if (address == 0) {
            throw new OutOfMemoryError("the system gives no " + bytes + " bytes of memory");
        }
        return address;
    }

    /** Gives a block back. */
    public static void free(long address) {
        try {
            FREE.invokeExact(address);
        } catch (Throwable unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
