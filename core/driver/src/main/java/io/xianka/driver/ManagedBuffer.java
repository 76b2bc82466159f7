package io.xianka.driver;

import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.ManagedMemory;
import io.xianka.driver.api.MemoryAdvice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Memory that host and device both reach; pages move to where they are used. The host waits for kernels before it
 * looks. The segment ends with this object; keep the object while the segment is in use.
 */
public final class ManagedBuffer extends Owned implements DeviceMemory {
    private final Device device;
    private final ManagedMemory memory;

    private ManagedBuffer(Device device, Lease lease, ManagedMemory memory) {
        super(lease);
        this.device = device;
        this.memory = memory;
    }

    private record Allocation(DriverApi api, long context, String place, Arena arena, long pointer, long bytes)
            implements Lease.Resource {
        @Override
        public String describe() {
            return "managed buffer of " + bytes + " bytes of " + place;
        }

        @Override
        public void release() {
            api.ctxSetCurrent(context);
            api.ctxSynchronize();
            arena.close();
            api.ctxSetCurrent(context);
            api.memFree(pointer);
        }
    }

    static ManagedBuffer allocate(Device device, long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("cannot allocate " + bytes + " bytes of managed memory");
        }
        DriverApi api = device.bind("allocate managed memory");
        Arena arena = PinnedBuffer.viewArena();
        ManagedMemory memory;
        try {
            memory = api.memAllocManaged(bytes, arena);
        } catch (RuntimeException failure) {
            arena.close();
            throw failure;
        }
        return new ManagedBuffer(
                device,
                device.lease.child(
                        new Allocation(api, device.context(), device.place(), arena, memory.pointer(), bytes)),
                memory);
    }

    /** The memory as Java sees it. */
    public MemorySegment segment() {
        requireOpen("access");
        return memory.view();
    }

    @Override
    public long pointer() {
        return memory.pointer();
    }

    @Override
    public long bytes() {
        return memory.view().byteSize();
    }

    @Override
    public Device device() {
        return device;
    }

    /** Enqueues moving the pages to the stream's device. */
    public ManagedBuffer prefetch(Stream stream) {
        requireOpen("prefetch");
        stream.bind("prefetch")
                .memPrefetchAsync(pointer(), bytes(), stream.device().handle(), stream.handle());
        return this;
    }

    /** Enqueues moving the pages to the host. */
    public ManagedBuffer prefetchToHost(Stream stream) {
        requireOpen("prefetchToHost");
        stream.bind("prefetchToHost").memPrefetchAsync(pointer(), bytes(), DriverApi.HOST_DEVICE, stream.handle());
        return this;
    }

    /** Tells the driver how the device will use the pages. */
    public ManagedBuffer advise(MemoryAdvice advice) {
        requireOpen("advise");
        device.bind("advise").memAdvise(pointer(), bytes(), advice, device.handle());
        return this;
    }
}
