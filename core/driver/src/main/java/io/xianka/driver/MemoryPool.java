package io.xianka.driver;

import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.MemoryPoolAttribute;

/** The device's default pool, from which {@link Stream#allocate} takes memory in stream order. */
public final class MemoryPool {
    private final Device device;
    private final long handle;

    MemoryPool(Device device, long handle) {
        this.device = device;
        this.handle = handle;
    }

    private long read(MemoryPoolAttribute attribute) {
        return device.bind("read the memory pool").memPoolGetAttribute(handle, attribute);
    }

    /** Bytes in use by buffers. */
    public long usedBytes() {
        return read(MemoryPoolAttribute.USED_MEM_CURRENT);
    }

    /** Most bytes that were in use at once. */
    public long usedHighBytes() {
        return read(MemoryPoolAttribute.USED_MEM_HIGH);
    }

    /** Bytes that the pool holds, used or not. */
    public long reservedBytes() {
        return read(MemoryPoolAttribute.RESERVED_MEM_CURRENT);
    }

    /** Bytes that the pool keeps across synchronisations. */
    public long releaseThresholdBytes() {
        return read(MemoryPoolAttribute.RELEASE_THRESHOLD);
    }

    /** Lets the pool keep so many unused bytes instead of giving them back at the next synchronisation. */
    public void keepBytes(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("keepBytes(" + bytes + "): negative");
        }
        device.bind("set up the memory pool").memPoolSetAttribute(handle, MemoryPoolAttribute.RELEASE_THRESHOLD, bytes);
    }

    /** Gives unused memory back until at most this much is held. */
    public void trimTo(long bytesToKeep) {
        DriverApi api = device.bind("trim the memory pool");
        api.memPoolTrimTo(handle, bytesToKeep);
    }
}
