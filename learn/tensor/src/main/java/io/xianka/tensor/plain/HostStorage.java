package io.xianka.tensor.plain;

import io.xianka.tensor.graph.Storage;
import java.lang.foreign.MemorySegment;

/** Elements in the JVM's heap. */
final class HostStorage implements Storage {
    private final long bytes;
    private volatile MemorySegment elements;

    HostStorage(MemorySegment elements) {
        this.bytes = elements.byteSize();
        this.elements = elements;
    }

    MemorySegment elements() {
        MemorySegment open = elements;
        if (open == null) {
            throw new IllegalStateException("the memory of a tensor of " + bytes + " bytes was closed");
        }
        return open;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public boolean isOpen() {
        return elements != null;
    }

    @Override
    public Storage shared() {
        return new HostStorage(elements());
    }

    @Override
    public void close() {
        elements = null;
    }
}
