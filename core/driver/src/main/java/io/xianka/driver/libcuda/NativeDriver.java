package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.api.ArrayApi;
import io.xianka.driver.api.BlockSizeSuggestion;
import io.xianka.driver.api.CaptureMode;
import io.xianka.driver.api.CaptureStatus;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceAttribute;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.FunctionAttribute;
import io.xianka.driver.api.GlobalSymbol;
import io.xianka.driver.api.JitOptions;
import io.xianka.driver.api.KernelNode;
import io.xianka.driver.api.LaunchAttributes;
import io.xianka.driver.api.LaunchParameters;
import io.xianka.driver.api.LoadedImage;
import io.xianka.driver.api.ManagedMemory;
import io.xianka.driver.api.MemoryAdvice;
import io.xianka.driver.api.MemoryInfo;
import io.xianka.driver.api.MemoryPoolAttribute;
import io.xianka.driver.api.ParameterExtent;
import io.xianka.driver.api.StreamPriorityRange;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The CUDA driver of this machine. Symbols are looked up when they are first called, so that an old driver lacks only
 * what it lacks.
 *
 * <p>The current context is remembered for each platform thread, so that setting it again costs no native call; code
 * outside of this library that changes a thread's current context restores it. A virtual thread may be on another
 * carrier than a moment ago: there the context is set with every use. Between that and the use nothing blocks, as a
 * native call holds its carrier.
 */
public final class NativeDriver implements DriverApi {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /** Up to this size a copy of an array goes through memory outside of the heap: cheaper than stopping collections. */
    private static final int SMALL_COPY_BYTES = 64 * 1024;

    /** Arrays are copied in pieces, so that a garbage collection waits for half a millisecond at most. */
    private static final long HEAP_COPY_BYTES = 8L << 20;

    private static final int LOG_BYTES = 16 * 1024;

    private final DriverLibrary library;
    private final MemorySegment[] functions = new MemorySegment[CudaCall.values().length];
    private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);
    private final ArrayApi arrays = new NativeArrays(this);
    private volatile int contextEpoch;

    /** What a platform thread keeps. */
    private static final class Scratch {
        private long context;
        private int contextEpoch = -1;
        private MemorySegment copies = MemorySegment.NULL;
        private final MemorySegment launch = Arena.ofAuto().allocate(LaunchConfig.BYTES, 8);

        MemorySegment copies() {
            if (copies.byteSize() == 0) {
                copies = Arena.ofAuto().allocate(SMALL_COPY_BYTES, 64);
            }
            return copies;
        }
    }

    private NativeDriver(DriverLibrary library) {
        this.library = library;
    }

    /**
     * The driver of this machine.
     *
     * @throws Unavailable when there is none or it cannot be used, saying what was looked for
     */
    public static NativeDriver load() {
        if (Loaded.DRIVER == null) {
            throw new Unavailable(Loaded.REASON);
        }
        return Loaded.DRIVER;
    }

    /** A driver library at a path or of a name for the loader, apart from this machine's. */
    static NativeDriver open(String library) {
        return new NativeDriver(DriverLibrary.open(library));
    }

    private static final class Loaded {
        static final NativeDriver DRIVER;
        static final String REASON;

        static {
            NativeDriver driver = null;
            String reason = "";
            try {
                driver = new NativeDriver(DriverLibrary.find());
            } catch (Unavailable unavailable) {
                reason = unavailable.getMessage();
            }
            DRIVER = driver;
            REASON = reason;
        }
    }

    /** There is no usable libcuda. */
    public static final class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unavailable(String message) {
            super(message);
        }
    }

    @SuppressWarnings("EnumOrdinal") // an index into an array of this object only
    private static int slot(CudaCall call) {
        return call.ordinal();
    }

    MemorySegment function(CudaCall call) {
        MemorySegment known = functions[slot(call)];
        return known != null ? known : resolve(call);
    }

    private MemorySegment resolve(CudaCall call) {
        MemorySegment found = library.symbols()
                .find(call.symbol())
                .orElseThrow(() -> CudaException.withDetail(
                        library.origin() + " lacks it; it came with CUDA " + call.sinceVersion() / 1000 + "."
                                + call.sinceVersion() % 1000 / 10 + ", so update the NVIDIA driver",
                        call.callName(),
                        CudaStatus.CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER.code()));
        functions[slot(call)] = found;
        return found;
    }

    private boolean lacks(CudaCall call) {
        return functions[slot(call)] == null
                && library.symbols().find(call.symbol()).isEmpty();
    }

    static CudaException failed(CudaCall call, int status, Object... arguments) {
        return new CudaException(call.callName(), status, arguments);
    }

    private static String hex(long handle) {
        return "0x" + Long.toHexString(handle);
    }

    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public String origin() {
        return library.origin();
    }

    // ------------------------------------------------------------------ driver and devices

    @Override
    public void init() {
        int status = call(function(CudaCall.INIT), 0);
        if (status != 0) {
            if (status == CudaStatus.CUDA_ERROR_STUB_LIBRARY.code()) {
                throw CudaException.withDetail(
                        library.origin() + " is the toolkit's library for linking, not a driver; "
                                + CudaStatus.CUDA_ERROR_STUB_LIBRARY.nextStep(),
                        "cuInit",
                        status,
                        0);
            }
            throw failed(CudaCall.INIT, status, 0);
        }
    }

    private interface OneInt {
        int fill(long address);
    }

    private int readInt(CudaCall call, OneInt body, Object... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(INT);
            int status = body.fill(out.address());
            if (status != 0) {
                throw failed(call, status, arguments);
            }
            return out.get(INT, 0);
        }
    }

    private long readLong(CudaCall call, OneInt body, Object... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG);
            int status = body.fill(out.address());
            if (status != 0) {
                throw failed(call, status, arguments);
            }
            return out.get(LONG, 0);
        }
    }

    @Override
    public int driverGetVersion() {
        MemorySegment function = function(CudaCall.DRIVER_GET_VERSION);
        return readInt(CudaCall.DRIVER_GET_VERSION, out -> call(function, out));
    }

    @Override
    public int deviceGetCount() {
        MemorySegment function = function(CudaCall.DEVICE_GET_COUNT);
        return readInt(CudaCall.DEVICE_GET_COUNT, out -> call(function, out));
    }

    @Override
    public int deviceGet(int ordinal) {
        MemorySegment function = function(CudaCall.DEVICE_GET);
        return readInt(CudaCall.DEVICE_GET, out -> call(function, out, ordinal), ordinal);
    }

    @Override
    public String deviceGetName(int device) {
        return readText(CudaCall.DEVICE_GET_NAME, 256, device);
    }

    private String readText(CudaCall call, int capacity, int device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(capacity);
            int status = call(function(call), text.address(), capacity, device);
            if (status != 0) {
                throw failed(call, status, device);
            }
            return text.getString(0);
        }
    }

    @Override
    public int deviceGetAttribute(DeviceAttribute attribute, int device) {
        MemorySegment function = function(CudaCall.DEVICE_GET_ATTRIBUTE);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(INT);
            int status = call(function, out.address(), attribute.code(), device);
            if (status == CudaStatus.CUDA_ERROR_INVALID_VALUE.code()) {
                // A driver older than the attribute: the feature it asks about is not there.
                return 0;
            }
            if (status != 0) {
                throw failed(CudaCall.DEVICE_GET_ATTRIBUTE, status, attribute, device);
            }
            return out.get(INT, 0);
        }
    }

    @Override
    public long deviceTotalMem(int device) {
        MemorySegment function = function(CudaCall.DEVICE_TOTAL_MEM);
        return readLong(CudaCall.DEVICE_TOTAL_MEM, out -> call(function, out, device), device);
    }

    @Override
    public byte[] deviceGetUuid(int device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment uuid = arena.allocate(16);
            int status = call(function(CudaCall.DEVICE_GET_UUID), uuid.address(), device);
            if (status != 0) {
                throw failed(CudaCall.DEVICE_GET_UUID, status, device);
            }
            return uuid.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    @Override
    public String deviceGetPCIBusId(int device) {
        return readText(CudaCall.DEVICE_GET_PCI_BUS_ID, 64, device);
    }

    @Override
    public boolean deviceCanAccessPeer(int device, int peerDevice) {
        MemorySegment function = function(CudaCall.DEVICE_CAN_ACCESS_PEER);
        return readInt(
                        CudaCall.DEVICE_CAN_ACCESS_PEER,
                        out -> call(function, out, device, peerDevice),
                        device,
                        peerDevice)
                != 0;
    }

    // ------------------------------------------------------------------ contexts

    @Override
    public long devicePrimaryCtxRetain(int device) {
        MemorySegment function = function(CudaCall.DEVICE_PRIMARY_CTX_RETAIN);
        return readLong(CudaCall.DEVICE_PRIMARY_CTX_RETAIN, out -> call(function, out, device), device);
    }

    @Override
    public void devicePrimaryCtxRelease(int device) {
        int status = call(function(CudaCall.DEVICE_PRIMARY_CTX_RELEASE), device);
        synchronized (this) {
            // A context that is retained again later may have the same handle but is not current anywhere.
            contextEpoch++;
        }
        if (status != 0) {
            throw failed(CudaCall.DEVICE_PRIMARY_CTX_RELEASE, status, device);
        }
    }

    @Override
    public void ctxSetCurrent(long context) {
        if (Thread.currentThread().isVirtual()) {
            Downcalls.linkAll();
            setCurrent(context);
            return;
        }
        Scratch mine = scratch.get();
        int epoch = contextEpoch;
        if (mine.context != context || mine.contextEpoch != epoch) {
            setCurrent(context);
            mine.context = context;
            mine.contextEpoch = epoch;
        }
    }

    private void setCurrent(long context) {
        int status = call(function(CudaCall.CTX_SET_CURRENT), context);
        if (status != 0) {
            throw failed(CudaCall.CTX_SET_CURRENT, status, hex(context));
        }
    }

    @Override
    public void ctxSynchronize() {
        int status = call(function(CudaCall.CTX_SYNCHRONIZE));
        if (status != 0) {
            throw failed(CudaCall.CTX_SYNCHRONIZE, status);
        }
    }

    @Override
    public StreamPriorityRange ctxGetStreamPriorityRange() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(INT, 2);
            int status = call(function(CudaCall.CTX_GET_STREAM_PRIORITY_RANGE), out.address(), out.address() + 4);
            if (status != 0) {
                throw failed(CudaCall.CTX_GET_STREAM_PRIORITY_RANGE, status);
            }
            return new StreamPriorityRange(out.getAtIndex(INT, 0), out.getAtIndex(INT, 1));
        }
    }

    @Override
    public void ctxEnablePeerAccess(long peerContext) {
        int status = call(function(CudaCall.CTX_ENABLE_PEER_ACCESS), peerContext, 0);
        if (status != 0 && status != CudaStatus.CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED.code()) {
            throw failed(CudaCall.CTX_ENABLE_PEER_ACCESS, status, hex(peerContext), 0);
        }
    }

    @Override
    public void ctxDisablePeerAccess(long peerContext) {
        int status = call(function(CudaCall.CTX_DISABLE_PEER_ACCESS), peerContext);
        if (status != 0) {
            throw failed(CudaCall.CTX_DISABLE_PEER_ACCESS, status, hex(peerContext));
        }
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
        return new SmallCopy(scratch.get().copies().asSlice(0, bytes), Optional.empty());
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

    // ------------------------------------------------------------------ streams and events

    @Override
    public long streamCreateWithPriority(boolean nonBlocking, int priority) {
        int flags = nonBlocking ? 1 : 0;
        MemorySegment function = function(CudaCall.STREAM_CREATE_WITH_PRIORITY);
        return readLong(
                CudaCall.STREAM_CREATE_WITH_PRIORITY, out -> call(function, out, flags, priority), flags, priority);
    }

    @Override
    public void streamDestroy(long stream) {
        int status = call(function(CudaCall.STREAM_DESTROY), stream);
        if (status != 0) {
            throw failed(CudaCall.STREAM_DESTROY, status, hex(stream));
        }
    }

    @Override
    public void streamSynchronize(long stream) {
        int status = call(function(CudaCall.STREAM_SYNCHRONIZE), stream);
        if (status != 0) {
            throw failed(CudaCall.STREAM_SYNCHRONIZE, status, hex(stream));
        }
    }

    @Override
    public boolean streamQuery(long stream) {
        int status = call(function(CudaCall.STREAM_QUERY), stream);
        if (status != 0 && status != CudaStatus.CUDA_ERROR_NOT_READY.code()) {
            throw failed(CudaCall.STREAM_QUERY, status, hex(stream));
        }
        return status == 0;
    }

    @Override
    public void streamWaitEvent(long stream, long event) {
        int status = call(function(CudaCall.STREAM_WAIT_EVENT), stream, event, 0);
        if (status != 0) {
            throw failed(CudaCall.STREAM_WAIT_EVENT, status, hex(stream), hex(event), 0);
        }
    }

    @Override
    public void launchHostFunc(long stream, Runnable function) {
        long ticket = HostFunctions.register(function);
        int status = call(function(CudaCall.LAUNCH_HOST_FUNC), stream, HostFunctions.address(), ticket);
        if (status != 0) {
            HostFunctions.forget(ticket);
            throw failed(CudaCall.LAUNCH_HOST_FUNC, status, hex(stream), function);
        }
    }

    @Override
    public long eventCreate(boolean timed, boolean blockingSync) {
        int flags = (blockingSync ? 1 : 0) | (timed ? 0 : 2);
        MemorySegment function = function(CudaCall.EVENT_CREATE);
        return readLong(CudaCall.EVENT_CREATE, out -> call(function, out, flags), flags);
    }

    @Override
    public void eventRecord(long event, long stream) {
        int status = call(function(CudaCall.EVENT_RECORD), event, stream);
        if (status != 0) {
            throw failed(CudaCall.EVENT_RECORD, status, hex(event), hex(stream));
        }
    }

    @Override
    public void eventSynchronize(long event) {
        int status = call(function(CudaCall.EVENT_SYNCHRONIZE), event);
        if (status != 0) {
            throw failed(CudaCall.EVENT_SYNCHRONIZE, status, hex(event));
        }
    }

    @Override
    public boolean eventQuery(long event) {
        int status = call(function(CudaCall.EVENT_QUERY), event);
        if (status != 0 && status != CudaStatus.CUDA_ERROR_NOT_READY.code()) {
            throw failed(CudaCall.EVENT_QUERY, status, hex(event));
        }
        return status == 0;
    }

    @Override
    public float eventElapsedTime(long start, long end) {
        MemorySegment function = function(CudaCall.EVENT_ELAPSED_TIME);
        return Float.intBitsToFloat(
                readInt(CudaCall.EVENT_ELAPSED_TIME, out -> call(function, out, start, end), hex(start), hex(end)));
    }

    @Override
    public void eventDestroy(long event) {
        int status = call(function(CudaCall.EVENT_DESTROY), event);
        if (status != 0) {
            throw failed(CudaCall.EVENT_DESTROY, status, hex(event));
        }
    }

    // ------------------------------------------------------------------ graphs

    @Override
    public void streamBeginCapture(long stream, CaptureMode mode) {
        int status = call(function(CudaCall.STREAM_BEGIN_CAPTURE), stream, mode.code());
        if (status != 0) {
            throw failed(CudaCall.STREAM_BEGIN_CAPTURE, status, hex(stream), mode);
        }
    }

    @Override
    public long streamEndCapture(long stream) {
        MemorySegment function = function(CudaCall.STREAM_END_CAPTURE);
        return readLong(CudaCall.STREAM_END_CAPTURE, out -> call(function, stream, out), hex(stream));
    }

    @Override
    public CaptureStatus streamIsCapturing(long stream) {
        MemorySegment function = function(CudaCall.STREAM_IS_CAPTURING);
        int code = readInt(CudaCall.STREAM_IS_CAPTURING, out -> call(function, stream, out), hex(stream));
        return switch (code) {
            case 0 -> CaptureStatus.NONE;
            case 1 -> CaptureStatus.ACTIVE;
            default -> CaptureStatus.INVALIDATED;
        };
    }

    @Override
    public List<Long> graphGetNodes(long graph) {
        MemorySegment function = function(CudaCall.GRAPH_GET_NODES);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(LONG);
            int status = call(function, graph, 0, count.address());
            if (status != 0) {
                throw failed(CudaCall.GRAPH_GET_NODES, status, hex(graph));
            }
            MemorySegment nodes = arena.allocate(LONG, Math.max(1, count.get(LONG, 0)));
            status = call(function, graph, nodes.address(), count.address());
            if (status != 0) {
                throw failed(CudaCall.GRAPH_GET_NODES, status, hex(graph));
            }
            List<Long> found = new ArrayList<>();
            for (long i = 0; i < count.get(LONG, 0); i++) {
                found.add(nodes.getAtIndex(LONG, i));
            }
            return found;
        }
    }

    @Override
    public int graphNodeGetType(long node) {
        MemorySegment function = function(CudaCall.GRAPH_NODE_GET_TYPE);
        return readInt(CudaCall.GRAPH_NODE_GET_TYPE, out -> call(function, node, out), hex(node));
    }

    @Override
    public KernelNode graphKernelNodeGetParams(long node) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment params = arena.allocate(KernelNodeParams.BYTES, 8);
            int status = call(function(CudaCall.GRAPH_KERNEL_NODE_GET_PARAMS), node, params.address());
            if (status != 0) {
                throw failed(CudaCall.GRAPH_KERNEL_NODE_GET_PARAMS, status, hex(node));
            }
            return KernelNodeParams.read(params);
        }
    }

    @Override
    public long graphInstantiate(long graph) {
        MemorySegment function = function(CudaCall.GRAPH_INSTANTIATE_WITH_FLAGS);
        return readLong(CudaCall.GRAPH_INSTANTIATE_WITH_FLAGS, out -> call(function, out, graph, 0), hex(graph), 0);
    }

    @Override
    public boolean graphExecUpdate(long graphExec, long graph) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(16, 8);
            int status = call(function(CudaCall.GRAPH_EXEC_UPDATE), graphExec, graph, out.address(), out.address() + 8);
            if (status == CudaStatus.CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE.code()) {
                return false;
            }
            if (status != 0) {
                throw failed(CudaCall.GRAPH_EXEC_UPDATE, status, hex(graphExec), hex(graph));
            }
            return true;
        }
    }

    @Override
    public void graphExecKernelNodeSetParams(
            long graphExec, long node, KernelNode launch, LaunchParameters parameters) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment params = arena.allocate(KernelNodeParams.BYTES, 8);
            KernelNodeParams.write(params, launch, parameters.pointersAddress());
            int status;
            try {
                status = call(function(CudaCall.GRAPH_EXEC_KERNEL_NODE_SET_PARAMS), graphExec, node, params.address());
            } finally {
                Reference.reachabilityFence(parameters);
            }
            if (status != 0) {
                throw failed(CudaCall.GRAPH_EXEC_KERNEL_NODE_SET_PARAMS, status, hex(graphExec), hex(node), launch);
            }
        }
    }

    @Override
    public void graphLaunch(long graphExec, long stream) {
        int status = call(function(CudaCall.GRAPH_LAUNCH), graphExec, stream);
        if (status != 0) {
            throw failed(CudaCall.GRAPH_LAUNCH, status, hex(graphExec), hex(stream));
        }
    }

    @Override
    public void graphDestroy(long graph) {
        int status = call(function(CudaCall.GRAPH_DESTROY), graph);
        if (status != 0) {
            throw failed(CudaCall.GRAPH_DESTROY, status, hex(graph));
        }
    }

    @Override
    public void graphExecDestroy(long graphExec) {
        int status = call(function(CudaCall.GRAPH_EXEC_DESTROY), graphExec);
        if (status != 0) {
            throw failed(CudaCall.GRAPH_EXEC_DESTROY, status, hex(graphExec));
        }
    }

    // ------------------------------------------------------------------ modules and kernels

    private static final int JIT_MAX_REGISTERS = 0;
    private static final int JIT_INFO_LOG = 3;
    private static final int JIT_INFO_LOG_BYTES = 4;
    private static final int JIT_ERROR_LOG = 5;
    private static final int JIT_ERROR_LOG_BYTES = 6;
    private static final int JIT_OPTIMIZATION_LEVEL = 7;
    private static final int JIT_DEBUG_INFO = 11;
    private static final int JIT_LOG_VERBOSE = 12;
    private static final int JIT_LINE_INFO = 13;

    @Override
    public LoadedImage moduleLoadDataEx(DeviceImage image, JitOptions options) {
        MemorySegment function = function(CudaCall.MODULE_LOAD_DATA_EX);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment code = switch (image) {
                case DeviceImage.Ptx ptx -> arena.allocateFrom(ptx.text());
                case DeviceImage.Cubin cubin -> zeroTerminated(arena, cubin.bytes());
            };
            MemorySegment log = arena.allocate(LOG_BYTES);
            MemorySegment errors = arena.allocate(LOG_BYTES);
            MemorySegment names = arena.allocate(INT, 9);
            MemorySegment values = arena.allocate(LONG, 9);
            int count = 0;
            count = option(names, values, count, JIT_INFO_LOG, log.address());
            count = option(names, values, count, JIT_INFO_LOG_BYTES, LOG_BYTES);
            count = option(names, values, count, JIT_ERROR_LOG, errors.address());
            count = option(names, values, count, JIT_ERROR_LOG_BYTES, LOG_BYTES);
            count = option(names, values, count, JIT_LOG_VERBOSE, 1);
            if (options.maxRegisters() > 0) {
                count = option(names, values, count, JIT_MAX_REGISTERS, options.maxRegisters());
            }
            if (options.optimizationLevel() != JitOptions.DEFAULT.optimizationLevel()) {
                count = option(names, values, count, JIT_OPTIMIZATION_LEVEL, options.optimizationLevel());
            }
            if (options.debug()) {
                count = option(names, values, count, JIT_DEBUG_INFO, 1);
            }
            if (options.lineInfo()) {
                count = option(names, values, count, JIT_LINE_INFO, 1);
            }
            MemorySegment module = arena.allocate(LONG);
            int status = call(function, module.address(), code.address(), count, names.address(), values.address());
            if (status != 0) {
                String said = errors.getString(0).strip();
                if (said.isEmpty()) {
                    throw failed(CudaCall.MODULE_LOAD_DATA_EX, status, describe(image));
                }
                throw CudaException.withDetail(
                        "\n" + said, CudaCall.MODULE_LOAD_DATA_EX.callName(), status, describe(image));
            }
            return new LoadedImage(module.get(LONG, 0), log.getString(0).strip());
        }
    }

    /** The driver takes an image that is no ELF for text, and would read on beyond its end. */
    private static MemorySegment zeroTerminated(Arena arena, byte[] bytes) {
        MemorySegment memory = arena.allocate(bytes.length + 16L, 16);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return memory;
    }

    private static int option(MemorySegment names, MemorySegment values, int index, int name, long value) {
        names.setAtIndex(INT, index, name);
        values.setAtIndex(LONG, index, value);
        return index + 1;
    }

    private static String describe(DeviceImage image) {
        return switch (image) {
            case DeviceImage.Ptx ptx -> "PTX of " + ptx.text().length() + " characters";
            case DeviceImage.Cubin cubin -> cubin.toString();
        };
    }

    @Override
    public void moduleUnload(long module) {
        int status = call(function(CudaCall.MODULE_UNLOAD), module);
        if (status != 0) {
            throw failed(CudaCall.MODULE_UNLOAD, status, hex(module));
        }
    }

    @Override
    public long moduleGetFunction(long module, String name) {
        MemorySegment function = function(CudaCall.MODULE_GET_FUNCTION);
        try (Arena arena = Arena.ofConfined()) {
            long symbol = arena.allocateFrom(name).address();
            return readLong(
                    CudaCall.MODULE_GET_FUNCTION, out -> call(function, out, module, symbol), hex(module), name);
        }
    }

    @Override
    public Optional<List<String>> moduleFunctionNames(long module) {
        if (lacks(CudaCall.MODULE_GET_FUNCTION_COUNT) || lacks(CudaCall.FUNC_GET_NAME)) {
            return Optional.empty();
        }
        MemorySegment counting = function(CudaCall.MODULE_GET_FUNCTION_COUNT);
        MemorySegment naming = function(CudaCall.FUNC_GET_NAME);
        int count = readInt(CudaCall.MODULE_GET_FUNCTION_COUNT, out -> call(counting, out, module), hex(module));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(LONG, Math.max(count, 1));
            int status = call(function(CudaCall.MODULE_ENUMERATE_FUNCTIONS), found.address(), count, module);
            if (status != 0) {
                throw failed(CudaCall.MODULE_ENUMERATE_FUNCTIONS, status, count, hex(module));
            }
            List<String> names = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                long handle = found.getAtIndex(LONG, i);
                long text = readLong(CudaCall.FUNC_GET_NAME, out -> call(naming, out, handle), hex(handle));
                names.add(MemorySegment.ofAddress(text)
                        .reinterpret(Long.MAX_VALUE)
                        .getString(0));
            }
            return Optional.of(names);
        }
    }

    @Override
    public GlobalSymbol moduleGetGlobal(long module, String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG, 2);
            MemorySegment symbol = arena.allocateFrom(name);
            int status = call(
                    function(CudaCall.MODULE_GET_GLOBAL), out.address(), out.address() + 8, module, symbol.address());
            if (status != 0) {
                throw failed(CudaCall.MODULE_GET_GLOBAL, status, hex(module), name);
            }
            return new GlobalSymbol(out.getAtIndex(LONG, 0), out.getAtIndex(LONG, 1));
        }
    }

    @Override
    public int funcGetAttribute(FunctionAttribute attribute, long function) {
        MemorySegment address = function(CudaCall.FUNC_GET_ATTRIBUTE);
        return readInt(
                CudaCall.FUNC_GET_ATTRIBUTE,
                out -> call(address, out, attribute.code(), function),
                attribute,
                hex(function));
    }

    @Override
    public void funcSetAttribute(long function, FunctionAttribute attribute, int value) {
        int status = call(function(CudaCall.FUNC_SET_ATTRIBUTE), function, attribute.code(), value);
        if (status != 0) {
            throw failed(CudaCall.FUNC_SET_ATTRIBUTE, status, hex(function), attribute, value);
        }
    }

    @Override
    public Optional<List<ParameterExtent>> funcGetParamInfo(long function) {
        if (lacks(CudaCall.FUNC_GET_PARAM_INFO)) {
            return Optional.empty();
        }
        MemorySegment address = function(CudaCall.FUNC_GET_PARAM_INFO);
        List<ParameterExtent> extents = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG, 2);
            while (true) {
                int status = call(address, function, extents.size(), out.address(), out.address() + 8);
                if (status == CudaStatus.CUDA_ERROR_INVALID_VALUE.code()) {
                    // An index past the last parameter, which is how the count is told.
                    return Optional.of(extents);
                }
                if (status != 0) {
                    throw failed(CudaCall.FUNC_GET_PARAM_INFO, status, hex(function), extents.size());
                }
                extents.add(new ParameterExtent(out.getAtIndex(LONG, 0), out.getAtIndex(LONG, 1)));
            }
        }
    }

    @Override
    public int occupancyMaxActiveBlocksPerMultiprocessor(long function, int blockThreads, long dynamicSharedBytes) {
        MemorySegment address = function(CudaCall.OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR);
        return readInt(
                CudaCall.OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
                out -> call(address, out, function, blockThreads, dynamicSharedBytes),
                hex(function),
                blockThreads,
                dynamicSharedBytes);
    }

    @Override
    public BlockSizeSuggestion occupancyMaxPotentialBlockSize(
            long function, long dynamicSharedBytes, int blockThreadsLimit) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(INT, 2);
            int status = call(
                    function(CudaCall.OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE),
                    out.address(),
                    out.address() + 4,
                    function,
                    0,
                    dynamicSharedBytes,
                    blockThreadsLimit);
            if (status != 0) {
                throw failed(
                        CudaCall.OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE,
                        status,
                        hex(function),
                        dynamicSharedBytes,
                        blockThreadsLimit);
            }
            return new BlockSizeSuggestion(out.getAtIndex(INT, 0), out.getAtIndex(INT, 1));
        }
    }

    // ------------------------------------------------------------------ launches

    @Override
    public void launchKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            LaunchParameters parameters) {
        int status;
        try {
            status = call(
                    function(CudaCall.LAUNCH_KERNEL),
                    function,
                    gridX,
                    gridY,
                    gridZ,
                    blockX,
                    blockY,
                    blockZ,
                    sharedBytes,
                    stream,
                    parameters.pointersAddress(),
                    0);
        } finally {
            Reference.reachabilityFence(parameters);
        }
        if (status != 0) {
            throw launchFailed(
                    CudaCall.LAUNCH_KERNEL,
                    status,
                    function,
                    gridX,
                    gridY,
                    gridZ,
                    blockX,
                    blockY,
                    blockZ,
                    sharedBytes,
                    stream);
        }
    }

    @Override
    public void launchCooperativeKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            LaunchParameters parameters) {
        int status;
        try {
            status = call(
                    function(CudaCall.LAUNCH_COOPERATIVE_KERNEL),
                    function,
                    gridX,
                    gridY,
                    gridZ,
                    blockX,
                    blockY,
                    blockZ,
                    sharedBytes,
                    stream,
                    parameters.pointersAddress());
        } finally {
            Reference.reachabilityFence(parameters);
        }
        if (status != 0) {
            throw launchFailed(
                    CudaCall.LAUNCH_COOPERATIVE_KERNEL,
                    status,
                    function,
                    gridX,
                    gridY,
                    gridZ,
                    blockX,
                    blockY,
                    blockZ,
                    sharedBytes,
                    stream);
        }
    }

    @Override
    public void launchKernelEx(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            LaunchAttributes attributes,
            LaunchParameters parameters) {
        boolean virtual = Thread.currentThread().isVirtual();
        MemorySegment config = virtual ? Arena.ofAuto().allocate(LaunchConfig.BYTES, 8) : scratch.get().launch;
        LaunchConfig.write(config, gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes, stream, attributes);
        int status;
        try {
            status = call(
                    function(CudaCall.LAUNCH_KERNEL_EX), config.address(), function, parameters.pointersAddress(), 0);
        } finally {
            Reference.reachabilityFence(parameters);
            Reference.reachabilityFence(config);
        }
        if (status != 0) {
            throw launchFailed(
                    CudaCall.LAUNCH_KERNEL_EX,
                    status,
                    function,
                    gridX,
                    gridY,
                    gridZ,
                    blockX,
                    blockY,
                    blockZ,
                    sharedBytes,
                    stream);
        }
    }

    private static CudaException launchFailed(
            CudaCall call,
            int status,
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream) {
        return failed(
                call,
                status,
                hex(function),
                "grid " + gridX + " x " + gridY + " x " + gridZ,
                "block " + blockX + " x " + blockY + " x " + blockZ,
                "shared " + sharedBytes,
                "stream " + hex(stream));
    }
}
