package io.xianka.driver;

import io.xianka.driver.api.DriverApi;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Page-locked host memory: copies from and to it are fast and can run asynchronously. Kernels can be given a pointer to
 * it when it is mapped. The segment ends with this object; keep the object while the segment is in use.
 */
public final class PinnedBuffer extends Owned implements DeviceMemory {
    private final Device device;
    private final MemorySegment segment;
    private final long pointer;

    private PinnedBuffer(Device device, Lease lease, MemorySegment segment, long pointer) {
        super(lease);
        this.device = device;
        this.segment = segment;
        this.pointer = pointer;
    }

    private record Allocation(DriverApi api, long context, String place, Arena arena, long address, long bytes)
            implements Lease.Resource {
        @Override
        public String describe() {
            return "pinned buffer of " + bytes + " bytes of " + place;
        }

        @Override
        public void release() {
            api.ctxSetCurrent(context);
            api.ctxSynchronize();
            arena.close();
            api.ctxSetCurrent(context);
            api.memFreeHost(address);
        }
    }

    private record Registration(DriverApi api, long context, String place, MemorySegment memory)
            implements Lease.Resource {
        @Override
        public String describe() {
            return "registered host memory of " + memory.byteSize() + " bytes of " + place;
        }

        @Override
        public void release() {
            api.ctxSetCurrent(context);
            api.ctxSynchronize();
            api.memHostUnregister(memory);
        }
    }

    static PinnedBuffer allocate(Device device, long bytes, boolean mapped, boolean writeCombined) {
        if (bytes < 1) {
            throw new IllegalArgumentException("cannot allocate " + bytes + " bytes of pinned memory");
        }
        DriverApi api = device.bind("allocate pinned memory");
        Arena arena = viewArena();
        MemorySegment segment;
        try {
            segment = api.memHostAlloc(bytes, mapped, writeCombined, arena);
        } catch (RuntimeException failure) {
            arena.close();
            throw failure;
        }
        Allocation allocation = new Allocation(api, device.context(), device.place(), arena, segment.address(), bytes);
        Lease lease = device.lease.child(allocation);
        return new PinnedBuffer(device, lease, segment, mapped ? devicePointer(api, segment, lease) : 0);
    }

    /** Bounds a view of host memory; closed when the memory is given back, which its lease sees to. */
    @SuppressWarnings("MustBeClosedChecker")
    static Arena viewArena() {
        return Arena.ofShared();
    }

    static PinnedBuffer register(Device device, MemorySegment memory, boolean readOnlyForDevice) {
        if (!memory.isNative() || memory.byteSize() == 0) {
            throw new IllegalArgumentException("cannot register " + memory
                    + ": only native memory stays where it is; allocate it from an Arena or with Device.pinned");
        }
        DriverApi api = device.bind("register host memory");
        api.memHostRegister(memory, readOnlyForDevice);
        Lease lease = device.lease.child(new Registration(api, device.context(), device.place(), memory));
        return new PinnedBuffer(device, lease, memory, devicePointer(api, memory, lease));
    }

    private static long devicePointer(DriverApi api, MemorySegment memory, Lease lease) {
        try {
            return api.memHostGetDevicePointer(memory);
        } catch (RuntimeException failure) {
            lease.close();
            throw failure;
        }
    }

    /** The memory as Java sees it; access from several threads is the program's to order. */
    public MemorySegment segment() {
        requireOpen("access");
        return segment;
    }

    /** Whether kernels can be given a pointer to it. */
    public boolean isMapped() {
        return pointer != 0;
    }

    /** The address under which kernels reach it. */
    @Override
    public long pointer() {
        if (pointer == 0) {
            throw new IllegalStateException(this + " is not mapped; allocate it with Device.mapped");
        }
        return pointer;
    }

    @Override
    public long bytes() {
        return segment.byteSize();
    }

    @Override
    public Device device() {
        return device;
    }
}
