package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceAttribute;
import io.xianka.driver.api.LaunchAttributes;
import io.xianka.driver.api.LaunchParameters;
import io.xianka.driver.api.StreamPriorityRange;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/**
 * The CUDA driver of this machine. Symbols are looked up when they are first called, so that an old driver lacks only
 * what it lacks.
 *
 * <p>The current context is remembered for each platform thread, so that setting it again costs no native call; code
 * outside of this library that changes a thread's current context restores it. A virtual thread may be on another
 * carrier than a moment ago: there the context is set with every use. Between that and the use nothing blocks, as a
 * native call holds its carrier.
 */
public final class NativeDriver extends NativeModules {
    private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);
    private volatile int contextEpoch;

    /** What a platform thread keeps. */
    private static final class Scratch {
        private long context;
        private int contextEpoch = -1;
        private final MemorySegment launch = Arena.ofAuto().allocate(LaunchConfig.BYTES, 8);
    }

    private NativeDriver(DriverLibrary library) {
        super(library);
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
