package io.xianka.tensor.execution;

import io.xianka.tensor.graph.Storage;
import java.lang.foreign.MemorySegment;

/** Memory of the host from which a device is filled again and again. One thread at a time uses it. */
public interface HostMemory extends AutoCloseable {
    /** {@return the memory, once no upload reads it any more} */
    MemorySegment segment();

    /** Copies a part of it into a storage of as many bytes. The part must not change until {@link #segment} is asked for again. */
    void upload(long from, Storage target);

    @Override
    void close();
}
