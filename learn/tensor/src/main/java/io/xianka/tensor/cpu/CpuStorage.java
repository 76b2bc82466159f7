package io.xianka.tensor.cpu;

import io.xianka.tensor.graph.Storage;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;

/** A tensor's elements in native memory. Given back when closed, or when nothing refers to it any more. */
final class CpuStorage implements Storage, AutoCloseable {
    private final long address;
    private final long bytes;
    private final CpuMemory.Block block;
    private final Cleaner.Cleanable cleanable;
    private volatile boolean closed;

    CpuStorage(CpuMemory.Block block, Cleaner.Cleanable cleanable, long bytes) {
        this.block = block;
        this.address = block.address();
        this.bytes = bytes;
        this.cleanable = cleanable;
    }

    long address() {
        if (closed) {
            throw new IllegalStateException("the tensor's " + bytes + " bytes on cpu were given back before this use");
        }
        return address;
    }

    /** {@return the elements; valid while this object is reachable and open} */
    MemorySegment elements() {
        return Elements.MEMORY.asSlice(address(), bytes);
    }

    CpuMemory.Block block() {
        return block;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() {
        closed = true;
        cleanable.clean();
    }
}
