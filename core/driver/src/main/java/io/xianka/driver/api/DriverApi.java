package io.xianka.driver.api;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * The CUDA driver calls that Xianka uses, one method a call, named as in cuda.h without {@code cu}.
 *
 * <p>Device pointers and handles (contexts, streams, events, modules, functions, graphs) are {@code long}; stream 0 is
 * the default stream. Sizes are bytes unless the name says otherwise. Every method throws {@link CudaException} when
 * the call's status is not success, with the call's name and arguments.
 *
 * <p>Threads: all methods may be called from any thread, platform or virtual. Calls that need a current context use
 * the one set last by {@link #ctxSetCurrent} on the calling thread; a caller sets it before each such call, with
 * nothing between that may block, because a virtual thread may wake up on another carrier thread.
 *
 * <p>Host memory: a heap segment is accepted where a method says so; other methods need a native segment. {@link
 * #launchKernel} and the methods around a launch (events, stream synchronisation, copies) allocate nothing on the
 * heap when they succeed.
 *
 * <p>An implementation may be wrapped: the profiler's recording driver delegates every method.
 */
public interface DriverApi {

    /** What this driver is, in one word for messages: {@code cuda} or {@code emulated}. */
    String name();

    /** Where this driver comes from: the path of the library loaded, or what emulates. */
    String origin();

    /** Whether accesses of kernels are checked against allocations, so that arrays should not share one. */
    default boolean isChecking() {
        return false;
    }

    /**
     * Told how a programmer calls a kernel and its parameters, for reports of a driver that checks.
     *
     * @param parameters in order; an empty text where the name is not known
     */
    default void describeKernel(long function, String name, List<String> parameters) {}

    /** Told before a device of the object model frees what is left on it; a driver that checks looks for leaks then. */
    default void deviceClosing(int device) {}

    // ------------------------------------------------------------------ driver and devices

    /** {@code cuInit}. Repeated calls are harmless. */
    void init();

    /** {@code cuDriverGetVersion}: 1000 * major + 10 * minor of the newest CUDA that the driver runs, such as 13000. */
    int driverGetVersion();

    /** {@code cuDeviceGetCount}. */
    int deviceGetCount();

    /** {@code cuDeviceGet}: the handle of the device with this number. */
    int deviceGet(int ordinal);

    /** {@code cuDeviceGetName}. */
    String deviceGetName(int device);

    /** {@code cuDeviceGetAttribute}. */
    int deviceGetAttribute(DeviceAttribute attribute, int device);

    /** {@code cuDeviceTotalMem}. */
    long deviceTotalMem(int device);

    /** {@code cuDeviceGetUuid}: 16 bytes. */
    byte[] deviceGetUuid(int device);

    /** {@code cuDeviceGetPCIBusId}: {@code domain:bus:device.function} in hexadecimal. */
    String deviceGetPCIBusId(int device);

    /** {@code cuDeviceCanAccessPeer}. */
    boolean deviceCanAccessPeer(int device, int peerDevice);

    // ------------------------------------------------------------------ contexts

    /** {@code cuDevicePrimaryCtxRetain}: the context that all threads of the process share. */
    long devicePrimaryCtxRetain(int device);

    /** {@code cuDevicePrimaryCtxRelease}. */
    void devicePrimaryCtxRelease(int device);

    /** {@code cuCtxSetCurrent} for the calling thread. Cheap when the context is current already. */
    void ctxSetCurrent(long context);

    /** {@code cuCtxSynchronize}: waits for all work of the current context. */
    void ctxSynchronize();

    /** {@code cuCtxGetStreamPriorityRange}. */
    StreamPriorityRange ctxGetStreamPriorityRange();

    /** {@code cuCtxEnablePeerAccess}: lets the current context read and write memory of {@code peerContext}. */
    void ctxEnablePeerAccess(long peerContext);

    /** {@code cuCtxDisablePeerAccess}. */
    void ctxDisablePeerAccess(long peerContext);

    // ------------------------------------------------------------------ device memory

    /** {@code cuMemGetInfo}. */
    MemoryInfo memGetInfo();

    /** {@code cuMemAlloc}: at least 256-byte aligned device memory with undefined contents. */
    long memAlloc(long bytes);

    /** {@code cuMemFree}. */
    void memFree(long pointer);

    /** {@code cuMemAllocAsync} from the device's default pool, ordered in {@code stream}. */
    long memAllocAsync(long bytes, long stream);

    /** {@code cuMemFreeAsync}, ordered in {@code stream}. */
    void memFreeAsync(long pointer, long stream);

    /** {@code cuDeviceGetDefaultMemPool}. */
    long deviceGetDefaultMemPool(int device);

    /** {@code cuMemPoolGetAttribute}. */
    long memPoolGetAttribute(long pool, MemoryPoolAttribute attribute);

    /** {@code cuMemPoolSetAttribute}. */
    void memPoolSetAttribute(long pool, MemoryPoolAttribute attribute, long value);

    /** {@code cuMemPoolTrimTo}: gives free memory back until at most this much is kept. */
    void memPoolTrimTo(long pool, long bytesToKeep);

    // ------------------------------------------------------------------ host and managed memory

    /**
     * {@code cuMemHostAlloc}: page-locked host memory.
     *
     * @param mapped whether devices can reach it through {@link #memHostGetDevicePointer}
     * @param writeCombined faster for the device to read, slow for the host to read
     * @param arena bounds the lifetime of the segment: closing it ends access from Java, and {@link #memFreeHost}
     *     follows
     * @return a native segment of exactly this size
     */
    MemorySegment memHostAlloc(long bytes, boolean mapped, boolean writeCombined, Arena arena);

    /** {@code cuMemFreeHost} of memory whose segment had this address; its arena is closed and the device is idle. */
    void memFreeHost(long address);

    /** {@code cuMemHostGetDevicePointer}: how devices see mapped host memory. */
    long memHostGetDevicePointer(MemorySegment memory);

    /** {@code cuMemHostRegister}: locks the pages of a native segment and maps it into the address space of devices. */
    void memHostRegister(MemorySegment memory, boolean readOnlyForDevice);

    /** {@code cuMemHostUnregister}. */
    void memHostUnregister(MemorySegment memory);

    /**
     * {@code cuMemAllocManaged}, attached globally: memory that host and device both reach. Freed by {@link #memFree}
     * after its arena is closed and the device is idle.
     *
     * @param arena bounds the lifetime of the host's view
     */
    ManagedMemory memAllocManaged(long bytes, Arena arena);

    /** {@code cuMemPrefetchAsync}: moves managed memory to a device, or to the host for {@link #HOST_DEVICE}. */
    void memPrefetchAsync(long pointer, long bytes, int device, long stream);

    /** {@code cuMemAdvise} for managed memory. */
    void memAdvise(long pointer, long bytes, MemoryAdvice advice, int device);

    /** The device number that stands for the host ({@code CU_DEVICE_CPU}). */
    int HOST_DEVICE = -1;

    // ------------------------------------------------------------------ copies and fills

    /**
     * {@code cuMemcpyHtoDAsync} and a wait where the source could change: when this returns the source may be reused.
     *
     * @param source heap or native, its whole size is copied
     * @param stream the copy runs after earlier work in this stream
     */
    void memcpyHtoD(long destination, MemorySegment source, long stream);

    /** {@code cuMemcpyDtoHAsync} and a wait: when this returns the destination, heap or native, holds the data. */
    void memcpyDtoH(MemorySegment destination, long source, long stream);

    /** {@code cuMemcpyHtoDAsync} from native memory, which must stay alive and unchanged until the stream got there. */
    void memcpyHtoDAsync(long destination, MemorySegment source, long stream);

    /** {@code cuMemcpyDtoHAsync} into native memory, which must stay alive until the stream got there. */
    void memcpyDtoHAsync(MemorySegment destination, long source, long stream);

    /** {@code cuMemcpyDtoDAsync}. */
    void memcpyDtoDAsync(long destination, long source, long bytes, long stream);

    /** {@code cuMemcpyPeerAsync}. */
    void memcpyPeerAsync(
            long destination, long destinationContext, long source, long sourceContext, long bytes, long stream);

    /** {@code cuMemsetD8Async}. */
    void memsetD8Async(long pointer, byte value, long count, long stream);

    /** {@code cuMemsetD16Async}; the pointer is aligned to 2. */
    void memsetD16Async(long pointer, short value, long count, long stream);

    /** {@code cuMemsetD32Async}; the pointer is aligned to 4. */
    void memsetD32Async(long pointer, int value, long count, long stream);

    // ------------------------------------------------------------------ arrays

    /** The calls about arrays, textures and surfaces. */
    ArrayApi arrays();

    // ------------------------------------------------------------------ streams and events

    /** {@code cuStreamCreateWithPriority}: a lower number is more urgent, see {@link #ctxGetStreamPriorityRange}. */
    long streamCreateWithPriority(boolean nonBlocking, int priority);

    /** {@code cuStreamDestroy}: returns at once; the driver frees the stream when its work is done. */
    void streamDestroy(long stream);

    /** {@code cuStreamSynchronize}. */
    void streamSynchronize(long stream);

    /** {@code cuStreamQuery}: whether all work of the stream is done. */
    boolean streamQuery(long stream);

    /** {@code cuStreamWaitEvent}: later work in the stream waits for what the event recorded last. */
    void streamWaitEvent(long stream, long event);

    /** {@code cuLaunchHostFunc}: runs on a thread of the driver; it must not call the driver and must not throw. */
    void launchHostFunc(long stream, Runnable function);

    /** {@code cuEventCreate}. */
    long eventCreate(boolean timed, boolean blockingSync);

    /** {@code cuEventRecord}. */
    void eventRecord(long event, long stream);

    /** {@code cuEventSynchronize}. */
    void eventSynchronize(long event);

    /** {@code cuEventQuery}: whether what was recorded last has happened. */
    boolean eventQuery(long event);

    /** {@code cuEventElapsedTime}, in milliseconds; both events were recorded and have happened. */
    float eventElapsedTime(long start, long end);

    /** {@code cuEventDestroy}. */
    void eventDestroy(long event);

    // ------------------------------------------------------------------ graphs

    /** {@code cuStreamBeginCapture}. */
    void streamBeginCapture(long stream, CaptureMode mode);

    /** {@code cuStreamEndCapture}: the graph of what was captured. */
    long streamEndCapture(long stream);

    /** {@code cuStreamIsCapturing}. */
    CaptureStatus streamIsCapturing(long stream);

    /** {@code cuGraphGetNodes}, in no particular order. */
    List<Long> graphGetNodes(long graph);

    /** {@code cuGraphNodeGetType}: a value of {@code CUgraphNodeType}, {@link #GRAPH_NODE_KERNEL} for a launch. */
    int graphNodeGetType(long node);

    /** {@code CU_GRAPH_NODE_TYPE_KERNEL}. */
    int GRAPH_NODE_KERNEL = 0;

    /** {@code cuGraphKernelNodeGetParams}: which kernel a node launches, and its sizes. */
    KernelNode graphKernelNodeGetParams(long node);

    /** {@code cuGraphInstantiateWithFlags}. */
    long graphInstantiate(long graph);

    /** {@code cuGraphExecUpdate}: takes over changed parameters of an equally shaped graph; false when the shape differs. */
    boolean graphExecUpdate(long graphExec, long graph);

    /** {@code cuGraphExecKernelNodeSetParams}: the node is one of the graph that was instantiated. */
    void graphExecKernelNodeSetParams(long graphExec, long node, KernelNode launch, LaunchParameters parameters);

    /** {@code cuGraphLaunch}. */
    void graphLaunch(long graphExec, long stream);

    /** {@code cuGraphDestroy}. */
    void graphDestroy(long graph);

    /** {@code cuGraphExecDestroy}. */
    void graphExecDestroy(long graphExec);

    // ------------------------------------------------------------------ modules and kernels

    /**
     * {@code cuModuleLoadDataEx}.
     *
     * @throws CudaException with the assembler's log in its message when PTX does not assemble
     */
    LoadedImage moduleLoadDataEx(DeviceImage image, JitOptions options);

    /** {@code cuModuleUnload}. */
    void moduleUnload(long module);

    /** {@code cuModuleGetFunction}. */
    long moduleGetFunction(long module, String name);

    /**
     * {@code cuModuleEnumerateFunctions} and {@code cuFuncGetName}: the names of a module's kernels; empty when the
     * driver is older than these calls (12.4).
     */
    Optional<List<String>> moduleFunctionNames(long module);

    /** {@code cuModuleGetGlobal}: a {@code __device__} or {@code __constant__} variable. */
    GlobalSymbol moduleGetGlobal(long module, String name);

    /** {@code cuFuncGetAttribute}. */
    int funcGetAttribute(FunctionAttribute attribute, long function);

    /** {@code cuFuncSetAttribute}. */
    void funcSetAttribute(long function, FunctionAttribute attribute, int value);

    /**
     * {@code cuFuncGetParamInfo} for all parameters in order; empty when the driver is older than the call (12.4).
     */
    Optional<List<ParameterExtent>> funcGetParamInfo(long function);

    /** {@code cuOccupancyMaxActiveBlocksPerMultiprocessor}. */
    int occupancyMaxActiveBlocksPerMultiprocessor(long function, int blockThreads, long dynamicSharedBytes);

    /** {@code cuOccupancyMaxPotentialBlockSize} for a fixed amount of dynamic shared memory. */
    BlockSizeSuggestion occupancyMaxPotentialBlockSize(long function, long dynamicSharedBytes, int blockThreadsLimit);

    // ------------------------------------------------------------------ launches

    /** {@code cuLaunchKernel}. Parameter values are taken over before this returns. */
    void launchKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            LaunchParameters parameters);

    /** {@code cuLaunchCooperativeKernel}: all blocks are resident at once and may wait for each other. */
    void launchCooperativeKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            LaunchParameters parameters);

    /** {@code cuLaunchKernelEx} with launch attributes. */
    void launchKernelEx(
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
            LaunchParameters parameters);
}
