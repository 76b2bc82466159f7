package io.xianka.driver.memory;

import java.lang.foreign.MemorySegment;

/** The memory of this process. */
public final class AddressSpace {
    private static final MemorySegment WHOLE = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private AddressSpace() {}

    /**
     * A segment whose offsets are addresses, without bounds or lifetime. Whoever uses it has checked the address before: a wrong one
     * ends the JVM.
     */
    public static MemorySegment whole() {
        return WHOLE;
    }
}
