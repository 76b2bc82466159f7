package io.xianka.tensor.plain;

import io.xianka.tensor.graph.Storage;
import java.lang.foreign.MemorySegment;

/** Elements in the JVM's heap. */
record HostStorage(MemorySegment elements) implements Storage {
    @Override
    public long bytes() {
        return elements.byteSize();
    }

    @Override
    public boolean isOpen() {
        return true;
    }
}
