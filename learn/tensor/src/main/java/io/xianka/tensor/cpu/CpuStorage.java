package io.xianka.tensor.cpu;

import io.xianka.tensor.graph.Storage;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;

/** A tensor's elements in native memory. Given back when all handles on it are closed, or nothing refers to them any more. */
final class CpuStorage implements Storage, AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final CpuMemory.Lease lease;
    private final long bytes;
    private final Cleaner.Cleanable cleanable;
    private volatile boolean closed;

    /** A handle on memory that counts it already. */
    CpuStorage(CpuMemory.Lease lease, long bytes) {
        this.lease = lease;
        this.bytes = bytes;
        this.cleanable = CLEANER.register(this, lease::release);
    }

    long address() {
        if (closed) {
            throw new IllegalStateException("the tensor's " + bytes + " bytes on cpu were given back before this use");
        }
        return lease.block().address();
    }

    /** {@return the elements; valid while this object is reachable and open} */
    MemorySegment elements() {
        return Elements.MEMORY.asSlice(address(), bytes);
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
    public Storage shared() {
        address();
        lease.take();
        return new CpuStorage(lease, bytes);
    }

    @Override
    public boolean isSameMemory(Storage other) {
        return other instanceof CpuStorage storage && storage.lease == lease;
    }

    @Override
    public boolean isSole() {
        return lease.isSole();
    }

    @Override
    public void close() {
        closed = true;
        cleanable.clean();
    }
}
