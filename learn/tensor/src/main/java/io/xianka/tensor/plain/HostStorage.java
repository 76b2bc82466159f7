package io.xianka.tensor.plain;

import io.xianka.tensor.graph.Storage;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

/** Elements in the JVM's heap. */
final class HostStorage implements Storage {
    private final long bytes;
    private final AtomicInteger handles;
    private MemorySegment elements;

    HostStorage(MemorySegment elements) {
        this(elements, new AtomicInteger());
    }

    private HostStorage(MemorySegment elements, AtomicInteger handles) {
        this.bytes = elements.byteSize();
        this.elements = elements;
        this.handles = handles;
        handles.incrementAndGet();
    }

    synchronized MemorySegment elements() {
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
    public synchronized boolean isOpen() {
        return elements != null;
    }

    @Override
    public Storage shared() {
        return new HostStorage(elements(), handles);
    }

    @Override
    public boolean isSameMemory(Storage other) {
        return other instanceof HostStorage storage && storage.handles == handles;
    }

    @Override
    public boolean isSole() {
        return handles.get() == 1;
    }

    @Override
    public synchronized void close() {
        if (elements != null) {
            elements = null;
            handles.decrementAndGet();
        }
    }
}
