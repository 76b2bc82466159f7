package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.api.ArrayApi;
import io.xianka.driver.api.ManagedMemory;
import io.xianka.driver.api.MemoryAdvice;
import io.xianka.driver.api.MemoryInfo;
import io.xianka.driver.api.MemoryPoolAttribute;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Optional;

/** Memory of devices and of the host, and copies between them. */
abstract class NativeMemory extends NativeCalls {
    /** Up to this size a copy of an array goes through memory outside of the heap: cheaper than stopping collections. */
    private static final int SMALL_COPY_BYTES = 64 * 1024;

    /** Arrays are copied in pieces, so that a garbage collection waits for half a millisecond at most. */
    private static final long HEAP_COPY_BYTES = 8L << 20;

    private final ArrayApi arrays = new NativeArrays(this);
    private final ThreadLocal<MemorySegment> smallCopies =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(SMALL_COPY_BYTES, 64));

    NativeMemory(DriverLibrary library) {
        super(library);
    }

    // ------------------------------------------------------------------ device memory

    @Override
    public MemoryInfo memGetInfo() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG, 2);
            int status = call(function(CudaCall.MEM_GET_INFO), out.address(), out.address() + 8);
            if (status != 0) {
                throw failed(CudaCall.MEM_GET_INFO, status);
            }
            return new MemoryInfo(out.getAtIndex(LONG, 0), out.getAtIndex(LONG, 1));
        }
    }

    @Override
    public long memAlloc(long bytes) {
        MemorySegment function = function(CudaCall.MEM_ALLOC);
        return readLong(CudaCall.MEM_ALLOC, out -> call(function, out, bytes), bytes);
    }

    @Override
    public void memFree(long pointer) {
        int status = call(function(CudaCall.MEM_FREE), pointer);
        if (status != 0) {
            throw failed(CudaCall.MEM_FREE, status, hex(pointer));
        }
    }

    @Override
    public long memAllocAsync(long bytes, long stream) {
        MemorySegment function = function(CudaCall.MEM_ALLOC_ASYNC);
        return readLong(CudaCall.MEM_ALLOC_ASYNC, out -> call(function, out, bytes, stream), bytes, hex(stream));
    }

    @Override
    public void memFreeAsync(long pointer, long stream) {
        int status = call(function(CudaCall.MEM_FREE_ASYNC), pointer, stream);
        if (status != 0) {
            throw failed(CudaCall.MEM_FREE_ASYNC, status, hex(pointer), hex(stream));
        }
    }

    @Override
    public long deviceGetDefaultMemPool(int device) {
        MemorySegment function = function(CudaCall.DEVICE_GET_DEFAULT_MEM_POOL);
        return readLong(CudaCall.DEVICE_GET_DEFAULT_MEM_POOL, out -> call(function, out, device), device);
    }

    @Override
    public long memPoolGetAttribute(long pool, MemoryPoolAttribute attribute) {
        MemorySegment function = function(CudaCall.MEM_POOL_GET_ATTRIBUTE);
        return readLong(
                CudaCall.MEM_POOL_GET_ATTRIBUTE,
                out -> call(function, pool, attribute.code(), out),
                hex(pool),
                attribute);
    }

    @Override
    public void memPoolSetAttribute(long pool, MemoryPoolAttribute attribute, long value) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = arena.allocate(LONG);
            in.set(LONG, 0, value);
            int status = call(function(CudaCall.MEM_POOL_SET_ATTRIBUTE), pool, attribute.code(), in.address());
            if (status != 0) {
                throw failed(CudaCall.MEM_POOL_SET_ATTRIBUTE, status, hex(pool), attribute, value);
            }
        }
    }

    @Override
    public void memPoolTrimTo(long pool, long bytesToKeep) {
        int status = call(function(CudaCall.MEM_POOL_TRIM_TO), pool, bytesToKeep);
        if (status != 0) {
            throw failed(CudaCall.MEM_POOL_TRIM_TO, status, hex(pool), bytesToKeep);
        }
    }

    // ------------------------------------------------------------------ host and managed memory

    private static final int HOST_PORTABLE = 1;
    private static final int HOST_DEVICE_MAP = 2;
    private static final int HOST_WRITE_COMBINED = 4;
    private static final int HOST_READ_ONLY = 8;
    private static final int MANAGED_GLOBAL = 1;

    @Override
    public MemorySegment memHostAlloc(long bytes, boolean mapped, boolean writeCombined, Arena arena) {
        int flags = HOST_PORTABLE | (mapped ? HOST_DEVICE_MAP : 0) | (writeCombined ? HOST_WRITE_COMBINED : 0);
        MemorySegment function = function(CudaCall.MEM_HOST_ALLOC);
        long address = readLong(CudaCall.MEM_HOST_ALLOC, out -> call(function, out, bytes, flags), bytes, flags);
        return MemorySegment.ofAddress(address).reinterpret(bytes, arena, null);
    }

    @Override
    public void memFreeHost(long address) {
        int status = call(function(CudaCall.MEM_FREE_HOST), address);
        if (status != 0) {
            throw failed(CudaCall.MEM_FREE_HOST, status, hex(address));
        }
    }

    @Override
    public long memHostGetDevicePointer(MemorySegment memory) {
        MemorySegment function = function(CudaCall.MEM_HOST_GET_DEVICE_POINTER);
        return readLong(
                CudaCall.MEM_HOST_GET_DEVICE_POINTER,
                out -> call(function, out, memory.address(), 0),
                hex(memory.address()),
                0);
    }

    @Override
    public void memHostRegister(MemorySegment memory, boolean readOnlyForDevice) {
        int flags = HOST_PORTABLE | HOST_DEVICE_MAP | (readOnlyForDevice ? HOST_READ_ONLY : 0);
        int status = call(function(CudaCall.MEM_HOST_REGISTER), memory.address(), memory.byteSize(), flags);
        if (status != 0) {
            throw failed(CudaCall.MEM_HOST_REGISTER, status, hex(memory.address()), memory.byteSize(), flags);
        }
    }

    @Override
    public void memHostUnregister(MemorySegment memory) {
        int status = call(function(CudaCall.MEM_HOST_UNREGISTER), memory.address());
        if (status != 0) {
            throw failed(CudaCall.MEM_HOST_UNREGISTER, status, hex(memory.address()));
        }
    }

    @Override
    public ManagedMemory memAllocManaged(long bytes, Arena arena) {
        MemorySegment function = function(CudaCall.MEM_ALLOC_MANAGED);
        long pointer = readLong(
                CudaCall.MEM_ALLOC_MANAGED, out -> call(function, out, bytes, MANAGED_GLOBAL), bytes, MANAGED_GLOBAL);
        return new ManagedMemory(pointer, MemorySegment.ofAddress(pointer).reinterpret(bytes, arena, null));
    }

    @Override
    public void memPrefetchAsync(long pointer, long bytes, int device, long stream) {
        int status = call(function(CudaCall.MEM_PREFETCH_ASYNC), pointer, bytes, device, stream);
        if (status != 0) {
            throw failed(CudaCall.MEM_PREFETCH_ASYNC, status, hex(pointer), bytes, device, hex(stream));
        }
    }

    @Override
    public void memAdvise(long pointer, long bytes, MemoryAdvice advice, int device) {
        int status = call(function(CudaCall.MEM_ADVISE), pointer, bytes, advice.code(), device);
        if (status != 0) {
            throw failed(CudaCall.MEM_ADVISE, status, hex(pointer), bytes, advice, device);
        }
    }

    // ------------------------------------------------------------------ copies and fills

    @Override
    public void memcpyHtoD(long destination, MemorySegment source, long stream) {
        long bytes = source.byteSize();
        if (source.isNative()) {
            memcpyHtoDAsync(destination, source, stream);
            streamSynchronize(stream);
        } else if (bytes <= SMALL_COPY_BYTES) {
            try (SmallCopy copy = smallCopy(bytes)) {
                MemorySegment.copy(source, 0, copy.memory, 0, bytes);
                memcpyHtoDAsync(destination, copy.memory, stream);
                streamSynchronize(stream);
            }
        } else {
            // The call in place holds off garbage collections: whatever it would wait for is waited for before.
            streamSynchronize(stream);
            MemorySegment function = function(CudaCall.MEMCPY_HTOD);
            for (long done = 0; done < bytes; done += HEAP_COPY_BYTES) {
                long piece = Math.min(HEAP_COPY_BYTES, bytes - done);
                int status = Downcalls.copyFromHeap(function, destination + done, source.asSlice(done, piece), piece);
                if (status != 0) {
                    throw failed(CudaCall.MEMCPY_HTOD, status, hex(destination + done), "array", piece);
                }
            }
            if (stream != 0) {
                // The last piece may still be on its way in the default stream.
                streamSynchronize(0);
            }
        }
    }

    @Override
    public void memcpyDtoH(MemorySegment destination, long source, long stream) {
        long bytes = destination.byteSize();
        if (destination.isNative()) {
            memcpyDtoHAsync(destination, source, stream);
            streamSynchronize(stream);
        } else if (bytes <= SMALL_COPY_BYTES) {
            try (SmallCopy copy = smallCopy(bytes)) {
                memcpyDtoHAsync(copy.memory, source, stream);
                streamSynchronize(stream);
                MemorySegment.copy(copy.memory, 0, destination, 0, bytes);
            }
        } else {
            streamSynchronize(stream);
            MemorySegment function = function(CudaCall.MEMCPY_DTOH);
            for (long done = 0; done < bytes; done += HEAP_COPY_BYTES) {
                long piece = Math.min(HEAP_COPY_BYTES, bytes - done);
                int status = Downcalls.copyToHeap(function, destination.asSlice(done, piece), source + done, piece);
                if (status != 0) {
                    throw failed(CudaCall.MEMCPY_DTOH, status, "array", hex(source + done), piece);
                }
            }
        }
    }

    /** Native memory for a small copy: the thread's own, or for a virtual thread some that is freed at once. */
    private record SmallCopy(MemorySegment memory, Optional<Arena> arena) implements AutoCloseable {
        @Override
        public void close() {
            arena.ifPresent(Arena::close);
        }
    }

    @SuppressWarnings("MustBeClosedChecker") // SmallCopy closes it
    private SmallCopy smallCopy(long bytes) {
        if (Thread.currentThread().isVirtual()) {
            Arena arena = Arena.ofConfined();
            return new SmallCopy(arena.allocate(bytes, 64), Optional.of(arena));
        }
        return new SmallCopy(smallCopies.get().asSlice(0, bytes), Optional.empty());
    }

    @Override
    public void memcpyHtoDAsync(long destination, MemorySegment source, long stream) {
        int status;
        try {
            status = call(
                    function(CudaCall.MEMCPY_HTOD_ASYNC),
                    destination,
                    nativeAddress(source),
                    source.byteSize(),
                    stream);
        } finally {
            Reference.reachabilityFence(source);
        }
        if (status != 0) {
            throw failed(
                    CudaCall.MEMCPY_HTOD_ASYNC,
                    status,
                    hex(destination),
                    hex(source.address()),
                    source.byteSize(),
                    hex(stream));
        }
    }

    @Override
    public void memcpyDtoHAsync(MemorySegment destination, long source, long stream) {
        int status;
        try {
            status = call(
                    function(CudaCall.MEMCPY_DTOH_ASYNC),
                    nativeAddress(destination),
                    source,
                    destination.byteSize(),
                    stream);
        } finally {
            Reference.reachabilityFence(destination);
        }
        if (status != 0) {
            throw failed(
                    CudaCall.MEMCPY_DTOH_ASYNC,
                    status,
                    hex(destination.address()),
                    hex(source),
                    destination.byteSize(),
                    hex(stream));
        }
    }

    private static long nativeAddress(MemorySegment memory) {
        if (!memory.isNative()) {
            throw new IllegalArgumentException("an asynchronous copy needs native memory: an array may move meanwhile");
        }
        return memory.address();
    }

    @Override
    public void memcpyDtoDAsync(long destination, long source, long bytes, long stream) {
        int status = call(function(CudaCall.MEMCPY_DTOD_ASYNC), destination, source, bytes, stream);
        if (status != 0) {
            throw failed(CudaCall.MEMCPY_DTOD_ASYNC, status, hex(destination), hex(source), bytes, hex(stream));
        }
    }

    @Override
    public void memcpyPeerAsync(
            long destination, long destinationContext, long source, long sourceContext, long bytes, long stream) {
        int status = call(
                function(CudaCall.MEMCPY_PEER_ASYNC),
                destination,
                destinationContext,
                source,
                sourceContext,
                bytes,
                stream);
        if (status != 0) {
            throw failed(
                    CudaCall.MEMCPY_PEER_ASYNC,
                    status,
                    hex(destination),
                    hex(destinationContext),
                    hex(source),
                    hex(sourceContext),
                    bytes,
                    hex(stream));
        }
    }

    @Override
    public void memsetD8Async(long pointer, byte value, long count, long stream) {
        int status = call(function(CudaCall.MEMSET_D8_ASYNC), pointer, Byte.toUnsignedLong(value), count, stream);
        if (status != 0) {
            throw failed(CudaCall.MEMSET_D8_ASYNC, status, hex(pointer), value, count, hex(stream));
        }
    }

    @Override
    public void memsetD16Async(long pointer, short value, long count, long stream) {
        int status = call(function(CudaCall.MEMSET_D16_ASYNC), pointer, Short.toUnsignedLong(value), count, stream);
        if (status != 0) {
            throw failed(CudaCall.MEMSET_D16_ASYNC, status, hex(pointer), value, count, hex(stream));
        }
    }

    @Override
    public void memsetD32Async(long pointer, int value, long count, long stream) {
        int status = call(function(CudaCall.MEMSET_D32_ASYNC), pointer, value, count, stream);
        if (status != 0) {
            throw failed(CudaCall.MEMSET_D32_ASYNC, status, hex(pointer), value, count, hex(stream));
        }
    }

    @Override
    public ArrayApi arrays() {
        return arrays;
    }
}
