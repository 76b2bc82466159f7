package io.xianka.tensor.execution;

import java.lang.foreign.MemorySegment;

/** A storage's elements on their way to the host. For any thread, one at a time. */
public interface HostCopy extends AutoCloseable {
    /** Waits until they are there, and for nothing that the device was asked for later; {@return them}, until {@link #close} */
    MemorySegment segment();

    /** Gives the host's memory back, also before the elements are there. */
    @Override
    void close();
}
