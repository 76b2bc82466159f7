package io.xianka.emulator;

import io.xianka.driver.api.ArrayApi;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.ManagedMemory;
import io.xianka.driver.api.MemoryAdvice;
import io.xianka.driver.api.MemoryInfo;
import io.xianka.driver.api.MemoryPoolAttribute;
import io.xianka.driver.memory.AddressSpace;
import io.xianka.emulator.machine.DeviceMemory;
import io.xianka.emulator.machine.DeviceWatch;
import io.xianka.emulator.machine.MemoryRegion;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The calls about memory of devices and of the host, and copies between them. */
abstract class EmulatedMemory extends EmulatedStreams {
    /** Stands for those that run streams. */
    private static final Thread ANOTHER_THREAD = Thread.ofPlatform().unstarted(() -> {});

    private static final int PAGE_BYTES = 4096;

    private final EmulatedArrays arrays = new EmulatedArrays(this, handles);

    EmulatedMemory(EmulatorSettings settings, DeviceWatch watch) {
        super(settings, watch);
    }

    // ------------------------------------------------------------------ device memory

    @Override
    public MemoryInfo memGetInfo() {
        DeviceMemory memory = context("cuMemGetInfo").device().memory();
        return new MemoryInfo(memory.capacityBytes() - memory.usedBytes(), memory.capacityBytes());
    }

    @Override
    public long memAlloc(long bytes) {
        return allocate(context("cuMemAlloc").device(), bytes, "cuMemAlloc").base;
    }

    static MemoryRegion allocate(EmulatedDevice device, long bytes, String call) {
        if (bytes <= 0) {
            throw Statuses.invalidValue(call, "an allocation has at least 1 byte", bytes);
        }
        DeviceMemory memory = device.memory();
        MemoryRegion region = memory.allocate(bytes);
        if (region == null) {
            long free = memory.capacityBytes() - memory.usedBytes();
            String why = bytes > free
                    ? bytes + " bytes asked for, " + free + " of " + memory.capacityBytes()
                            + " are free; free buffers, or give the emulator more with -Dxianka.emulator.memoryBytes"
                    : "this machine does not give the JVM " + bytes + " bytes more";
            throw Statuses.with(CudaStatus.CUDA_ERROR_OUT_OF_MEMORY, why, call, bytes);
        }
        return region;
    }

    @Override
    public void memFree(long pointer) {
        String call = "cuMemFree";
        awaitAll();
        free(pointer, call);
    }

    /** Freeing waits for running kernels, as on a GPU: they may use the memory. */
    void awaitAll() {
        devices.forEach(device -> device.context().await());
    }

    void free(long pointer, String call) {
        EmulatedDevice owner = addresses.owner(pointer);
        if (pointer == 0) {
            return;
        }
        if (owner == null || !addresses.unmap(pointer)) {
            if (watch != null) {
                watch.freedBadly(pointer, null, -1, -1);
            }
            throw Statuses.invalidValue(
                    call,
                    "no allocation begins there; it was freed before, or the pointer points into one",
                    "0x" + Long.toHexString(pointer));
        }
    }

    @Override
    public long memAllocAsync(long bytes, long stream) {
        String call = "cuMemAllocAsync";
        EmulatedStream ordered = stream(stream, call);
        refuseInCapture(ordered, call);
        EmulatedDevice device = ordered.context().device();
        MemoryRegion region = allocate(device, bytes, call);
        device.pool().take(bytes);
        return region.base;
    }

    @Override
    public void memFreeAsync(long pointer, long stream) {
        String call = "cuMemFreeAsync";
        EmulatedStream ordered = stream(stream, call);
        refuseInCapture(ordered, call);
        EmulatedDevice device = ordered.context().device();
        MemoryRegion region = device.memory().findOwn(pointer);
        if (region == null || region.base != pointer) {
            throw Statuses.invalidValue(call, "no allocation begins there", "0x" + Long.toHexString(pointer));
        }
        ordered.enqueueShort(cancellation -> {
            free(pointer, call);
            device.pool().giveBack(region.bytes);
        });
    }

    @Override
    public long deviceGetDefaultMemPool(int device) {
        return device(device, "cuDeviceGetDefaultMemPool").pool().handle();
    }

    @Override
    public long memPoolGetAttribute(long pool, MemoryPoolAttribute attribute) {
        return handles.get(EmulatedDevice.Pool.class, pool, "cuMemPoolGetAttribute")
                .get(attribute);
    }

    @Override
    public void memPoolSetAttribute(long pool, MemoryPoolAttribute attribute, long value) {
        String call = "cuMemPoolSetAttribute";
        if (!handles.get(EmulatedDevice.Pool.class, pool, call).set(attribute, value)) {
            throw Statuses.invalidValue(call, "this figure cannot be set to this", pool, attribute, value);
        }
    }

    @Override
    public void memPoolTrimTo(long pool, long bytesToKeep) {
        // Freed memory goes back at once, so there is nothing to give back.
        handles.get(EmulatedDevice.Pool.class, pool, "cuMemPoolTrimTo");
    }

    // ------------------------------------------------------------------ host and managed memory

    @Override
    public MemorySegment memHostAlloc(long bytes, boolean mapped, boolean writeCombined, Arena arena) {
        return hostMemory(bytes, arena, "cuMemHostAlloc");
    }

    MemorySegment hostMemory(long bytes, Arena arena, String call) {
        if (bytes <= 0) {
            throw Statuses.invalidValue(call, "an allocation has at least 1 byte", bytes);
        }
        try {
            MemorySegment segment = arena.allocate(bytes, PAGE_BYTES);
            addresses.map(segment);
            return segment;
        } catch (OutOfMemoryError noneLeft) {
            CudaException exception = Statuses.with(
                    CudaStatus.CUDA_ERROR_OUT_OF_MEMORY,
                    "this machine does not give the JVM " + bytes + " bytes more",
                    call,
                    bytes);
            exception.initCause(noneLeft);
            throw exception;
        }
    }

    @Override
    public void memFreeHost(long address) {
        unmap(address, "cuMemFreeHost");
    }

    void unmap(long address, String call) {
        awaitAll();
        if (!addresses.unmap(address)) {
            throw Statuses.invalidValue(call, "no such host memory", "0x" + Long.toHexString(address));
        }
    }

    @Override
    public long memHostGetDevicePointer(MemorySegment memory) {
        String call = "cuMemHostGetDevicePointer";
        addresses.segment(memory.address(), Math.max(1, memory.byteSize()), call);
        return memory.address();
    }

    @Override
    public void memHostRegister(MemorySegment memory, boolean readOnlyForDevice) {
        String call = "cuMemHostRegister";
        requireNative(memory, call);
        if (memory.byteSize() == 0) {
            throw Statuses.invalidValue(call, "a segment of 0 bytes", memory);
        }
        if (addresses.owner(memory.address()) != null) {
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, memory);
        }
        addresses.map(memory);
    }

    /** Host memory as whoever runs a stream reaches it, also that of a confined arena: the hardware asks nobody's thread. */
    static MemorySegment fromAnyThread(MemorySegment host) {
        return host.isNative() && !host.isAccessibleBy(ANOTHER_THREAD)
                ? AddressSpace.whole().asSlice(host.address(), host.byteSize())
                : host;
    }

    static void requireNative(MemorySegment memory, String call) {
        if (!memory.isNative()) {
            throw Statuses.invalidValue(call, "native memory is needed, not an array of the heap", memory);
        }
    }

    @Override
    public void memHostUnregister(MemorySegment memory) {
        String call = "cuMemHostUnregister";
        awaitAll();
        if (!addresses.unmap(memory.address())) {
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, memory);
        }
    }

    @Override
    public ManagedMemory memAllocManaged(long bytes, Arena arena) {
        MemorySegment view = hostMemory(bytes, arena, "cuMemAllocManaged");
        return new ManagedMemory(view.address(), view);
    }

    @Override
    public void memPrefetchAsync(long pointer, long bytes, int device, long stream) {
        String call = "cuMemPrefetchAsync";
        if (device != HOST_DEVICE) {
            device(device, call);
        }
        addresses.segment(pointer, bytes, call);
        stream(stream, call);
    }

    @Override
    public void memAdvise(long pointer, long bytes, MemoryAdvice advice, int device) {
        String call = "cuMemAdvise";
        if (device != HOST_DEVICE) {
            device(device, call);
        }
        addresses.segment(pointer, bytes, call);
    }

    // ------------------------------------------------------------------ copies and fills

    @Override
    public void memcpyHtoD(long destination, MemorySegment source, long stream) {
        String call = "cuMemcpyHtoDAsync";
        EmulatedStream ordered = stream(stream, call);
        refuseInCapture(ordered, call);
        if (source.byteSize() == 0) {
            return;
        }
        addresses.segment(destination, source.byteSize(), call);
        ordered.enqueueShort(cancellation -> copyIn(destination, fromAnyThread(source), call));
        ordered.await();
        report(ordered, call);
    }

    void copyIn(long destination, MemorySegment source, String call) {
        addresses.segment(destination, source.byteSize(), call).copyFrom(source);
        if (watch != null) {
            watch.written(destination, source.byteSize());
        }
    }

    @Override
    public void memcpyDtoH(MemorySegment destination, long source, long stream) {
        String call = "cuMemcpyDtoHAsync";
        EmulatedStream ordered = stream(stream, call);
        refuseInCapture(ordered, call);
        if (destination.byteSize() == 0) {
            return;
        }
        addresses.segment(source, destination.byteSize(), call);
        ordered.enqueueShort(cancellation ->
                fromAnyThread(destination).copyFrom(addresses.segment(source, destination.byteSize(), call)));
        ordered.await();
        report(ordered, call);
    }

    @Override
    public void memcpyHtoDAsync(long destination, MemorySegment source, long stream) {
        String call = "cuMemcpyHtoDAsync";
        requireNative(source, call);
        if (source.byteSize() > 0) {
            addresses.segment(destination, source.byteSize(), call);
            submit(
                    stream,
                    EmulatedGraph.Kind.MEMCPY,
                    call,
                    cancellation -> copyIn(destination, fromAnyThread(source), call));
        }
    }

    @Override
    public void memcpyDtoHAsync(MemorySegment destination, long source, long stream) {
        String call = "cuMemcpyDtoHAsync";
        requireNative(destination, call);
        if (destination.byteSize() > 0) {
            addresses.segment(source, destination.byteSize(), call);
            submit(
                    stream,
                    EmulatedGraph.Kind.MEMCPY,
                    call,
                    cancellation -> fromAnyThread(destination)
                            .copyFrom(addresses.segment(source, destination.byteSize(), call)));
        }
    }

    @Override
    public void memcpyDtoDAsync(long destination, long source, long bytes, long stream) {
        copyOnDevice(destination, source, bytes, stream, "cuMemcpyDtoDAsync");
    }

    @Override
    public void memcpyPeerAsync(
            long destination, long destinationContext, long source, long sourceContext, long bytes, long stream) {
        String call = "cuMemcpyPeerAsync";
        handles.get(EmulatedContext.class, destinationContext, call);
        handles.get(EmulatedContext.class, sourceContext, call);
        copyOnDevice(destination, source, bytes, stream, call);
    }

    void copyOnDevice(long destination, long source, long bytes, long stream, String call) {
        if (bytes == 0) {
            return;
        }
        addresses.segment(destination, bytes, call);
        addresses.segment(source, bytes, call);
        submit(stream, EmulatedGraph.Kind.MEMCPY, call, cancellation -> {
            addresses.segment(destination, bytes, call).copyFrom(addresses.segment(source, bytes, call));
            if (watch != null) {
                watch.copied(destination, source, bytes);
            }
        });
    }

    @Override
    public void memsetD8Async(long pointer, byte value, long count, long stream) {
        fill(pointer, count, 1, stream, "cuMemsetD8Async", segment -> segment.fill(value));
    }

    @Override
    public void memsetD16Async(long pointer, short value, long count, long stream) {
        fill(pointer, count, Short.BYTES, stream, "cuMemsetD16Async", segment -> {
            for (long i = 0; i < count; i++) {
                segment.setAtIndex(ValueLayout.JAVA_SHORT, i, value);
            }
        });
    }

    @Override
    public void memsetD32Async(long pointer, int value, long count, long stream) {
        fill(pointer, count, Integer.BYTES, stream, "cuMemsetD32Async", segment -> {
            for (long i = 0; i < count; i++) {
                segment.setAtIndex(ValueLayout.JAVA_INT, i, value);
            }
        });
    }

    void fill(
            long pointer,
            long count,
            int elementBytes,
            long stream,
            String call,
            java.util.function.Consumer<MemorySegment> filling) {
        if (count == 0) {
            return;
        }
        String where = "0x" + Long.toHexString(pointer);
        if (count < 0 || count > Long.MAX_VALUE / elementBytes) {
            throw Statuses.invalidValue(call, "a count of " + count, where, count);
        }
        if (pointer % elementBytes != 0) {
            throw Statuses.invalidValue(call, "the pointer is not aligned to " + elementBytes, where, count);
        }
        long bytes = count * elementBytes;
        addresses.segment(pointer, bytes, call);
        submit(stream, EmulatedGraph.Kind.MEMSET, call, cancellation -> {
            filling.accept(addresses.segment(pointer, bytes, call));
            if (watch != null) {
                watch.written(pointer, bytes);
            }
        });
    }

    @Override
    public ArrayApi arrays() {
        return arrays;
    }
}
