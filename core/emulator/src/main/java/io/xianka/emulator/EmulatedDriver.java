package io.xianka.emulator;

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
import io.xianka.emulator.machine.DeviceMemory;
import io.xianka.emulator.machine.DeviceWatch;
import io.xianka.emulator.machine.MemoryRegion;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The driver calls of the emulator. */
final class EmulatedDriver implements DriverApi {
    static final String NAME = "emulated";

    private static final int CUDA_VERSION = 13_000;
    private static final int PAGE_BYTES = 4096;
    private static final StreamPriorityRange PRIORITIES = new StreamPriorityRange(0, -5);

    private final List<EmulatedDevice> devices = new ArrayList<>();
    private final DeviceAddresses addresses = new DeviceAddresses(devices);
    private final Handles handles = new Handles();
    private final EmulatedArrays arrays = new EmulatedArrays(this, handles);

    @SuppressWarnings("ThreadLocalUsage") // what is current for one driver says nothing of another
    private final ThreadLocal<EmulatedContext> current = new ThreadLocal<>();

    /** What checks kernels; null for a driver that does not. */
    private final DeviceWatch watch;

    EmulatedDriver(EmulatorSettings settings) {
        this(settings, null);
    }

    EmulatedDriver(EmulatorSettings settings, DeviceWatch watch) {
        this.watch = watch;
        for (int i = 0; i < settings.devices(); i++) {
            long contextHandle = handles.reserve();
            long poolHandle = handles.reserve();
            DeviceMemory memory = new DeviceMemory(settings.memoryBytes(), i, settings.devices(), watch);
            EmulatedDevice device = new EmulatedDevice(i, settings, memory, contextHandle, poolHandle, watch);
            handles.put(contextHandle, device.context());
            handles.put(poolHandle, device.pool());
            devices.add(device);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String origin() {
        return "the emulator in this JVM";
    }

    @Override
    public boolean isChecking() {
        return watch != null;
    }

    // ------------------------------------------------------------------ driver and devices

    @Override
    public void init() {
        // Nothing to begin.
    }

    @Override
    public int driverGetVersion() {
        return CUDA_VERSION;
    }

    @Override
    public int deviceGetCount() {
        return devices.size();
    }

    @Override
    public int deviceGet(int ordinal) {
        return device(ordinal, "cuDeviceGet").ordinal();
    }

    private EmulatedDevice device(int device, String call) {
        if (device < 0 || device >= devices.size()) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_INVALID_DEVICE,
                    "there are devices 0 to " + (devices.size() - 1) + "; -Dxianka.emulator.devices=N emulates more",
                    call,
                    device);
        }
        return devices.get(device);
    }

    @Override
    public String deviceGetName(int device) {
        return device(device, "cuDeviceGetName").name();
    }

    @Override
    public int deviceGetAttribute(DeviceAttribute attribute, int device) {
        return device(device, "cuDeviceGetAttribute").attribute(attribute);
    }

    @Override
    public long deviceTotalMem(int device) {
        return device(device, "cuDeviceTotalMem").memory().capacityBytes();
    }

    @Override
    public byte[] deviceGetUuid(int device) {
        return device(device, "cuDeviceGetUuid").uuid();
    }

    @Override
    public String deviceGetPCIBusId(int device) {
        return device(device, "cuDeviceGetPCIBusId").pciBusId();
    }

    @Override
    public boolean deviceCanAccessPeer(int device, int peerDevice) {
        String call = "cuDeviceCanAccessPeer";
        return device(device, call) != device(peerDevice, call);
    }

    // ------------------------------------------------------------------ contexts

    @Override
    public long devicePrimaryCtxRetain(int device) {
        EmulatedDevice retained = device(device, "cuDevicePrimaryCtxRetain");
        retained.references().incrementAndGet();
        return retained.context().handle();
    }

    @Override
    public void devicePrimaryCtxRelease(int device) {
        // The context costs nothing, so it stays for whoever opens the device next.
        device(device, "cuDevicePrimaryCtxRelease").references().decrementAndGet();
    }

    @Override
    public void deviceClosing(int device) {
        if (watch != null && device(device, "close").references().get() == 1) {
            watch.lastDeviceCloses();
        }
    }

    @Override
    public void ctxSetCurrent(long context) {
        EmulatedContext now = current.get();
        if (now == null || now.handle() != context) {
            current.set(handles.get(EmulatedContext.class, context, "cuCtxSetCurrent"));
        }
    }

    EmulatedContext context(String call) {
        EmulatedContext context = current.get();
        if (context == null) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_INVALID_CONTEXT, "no context is current on this thread; open a Device", call);
        }
        return context;
    }

    @Override
    public void ctxSynchronize() {
        String call = "cuCtxSynchronize";
        EmulatedContext context = context(call);
        for (EmulatedStream stream : context.streams()) {
            refuseInCapture(stream, call);
        }
        context.await();
        report(context.takeFailure(), call);
    }

    @Override
    public StreamPriorityRange ctxGetStreamPriorityRange() {
        return PRIORITIES;
    }

    @Override
    public void ctxEnablePeerAccess(long peerContext) {
        String call = "cuCtxEnablePeerAccess";
        EmulatedContext context = context(call);
        EmulatedContext peer = handles.get(EmulatedContext.class, peerContext, call);
        if (peer == context) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_INVALID_DEVICE, "a device is no peer of itself", call, peerContext);
        }
        if (!context.device().memory().addPeer(peer.device().memory())) {
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, peerContext);
        }
    }

    @Override
    public void ctxDisablePeerAccess(long peerContext) {
        String call = "cuCtxDisablePeerAccess";
        EmulatedContext context = context(call);
        EmulatedContext peer = handles.get(EmulatedContext.class, peerContext, call);
        context.await();
        if (!context.device().memory().removePeer(peer.device().memory())) {
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, peerContext);
        }
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

    private void free(long pointer, String call) {
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

    private MemorySegment hostMemory(long bytes, Arena arena, String call) {
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

    private void unmap(long address, String call) {
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
        ordered.enqueueShort(cancellation -> copyIn(destination, source, call));
        ordered.await();
        report(ordered, call);
    }

    private void copyIn(long destination, MemorySegment source, String call) {
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
        ordered.enqueueShort(
                cancellation -> destination.copyFrom(addresses.segment(source, destination.byteSize(), call)));
        ordered.await();
        report(ordered, call);
    }

    @Override
    public void memcpyHtoDAsync(long destination, MemorySegment source, long stream) {
        String call = "cuMemcpyHtoDAsync";
        requireNative(source, call);
        if (source.byteSize() > 0) {
            addresses.segment(destination, source.byteSize(), call);
            submit(stream, EmulatedGraph.Kind.MEMCPY, call, cancellation -> copyIn(destination, source, call));
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
                    cancellation -> destination.copyFrom(addresses.segment(source, destination.byteSize(), call)));
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

    private void copyOnDevice(long destination, long source, long bytes, long stream, String call) {
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

    private void fill(
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

    // ------------------------------------------------------------------ streams and events

    private EmulatedStream stream(long stream, String call) {
        if (stream == 0) {
            EmulatedContext context = context(call);
            for (EmulatedStream other : context.streams()) {
                GraphCapture capture = other.isNonBlocking() ? null : other.capture();
                if (capture != null) {
                    capture.invalidate();
                    throw Statuses.with(
                            CudaStatus.CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
                            "the default stream would wait for " + other
                                    + ", which captures; use another stream, or capture a non-blocking one",
                            call);
                }
            }
            return context.defaultStream();
        }
        return handles.get(EmulatedStream.class, stream, call);
    }

    /** Puts short work into a stream, or a node into the graph that it captures. */
    private void submit(long stream, EmulatedGraph.Kind kind, String call, StreamTask.Work work) {
        EmulatedStream ordered = stream(stream, call);
        if (ordered.capture() != null) {
            capture(ordered, kind, null, work, call);
        } else {
            ordered.enqueueShort(work);
        }
    }

    /** Does something after earlier work of a stream, and waits for it. */
    void doInStream(long stream, String call, Runnable work) {
        EmulatedStream ordered = stream(stream, call);
        refuseInCapture(ordered, call);
        ordered.enqueueShort(cancellation -> work.run());
        ordered.await();
        report(ordered, call);
    }

    /** Puts a copy into a stream, or into the graph that it captures. */
    void submitCopy(long stream, String call, Runnable work) {
        submit(stream, EmulatedGraph.Kind.MEMCPY, call, cancellation -> work.run());
    }

    /** Device memory of the driver's devices as a segment. */
    MemorySegment segment(long address, long bytes, String call) {
        return addresses.segment(address, bytes, call);
    }

    @Override
    public ArrayApi arrays() {
        return arrays;
    }

    private void capture(
            EmulatedStream stream, EmulatedGraph.Kind kind, KernelLaunch launch, StreamTask.Work work, String call) {
        GraphCapture capture = stream.capture();
        if (capture.isInvalidated()) {
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, stream);
        }
        long handle = handles.reserve();
        EmulatedGraph.Node node =
                new EmulatedGraph.Node(handle, capture.graph(), kind, stream.captureTail(), launch, work);
        handles.put(handle, node);
        capture.graph().add(node);
        stream.captureTail(node);
    }

    /** A call that would wait, or that a graph cannot hold, ends a capture. */
    private static void refuseInCapture(EmulatedStream stream, String call) {
        GraphCapture capture = stream.capture();
        if (capture != null) {
            capture.invalidate();
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, stream);
        }
    }

    private static void report(Throwable failure, String call, Object... arguments) {
        if (failure != null) {
            throw Statuses.ofWaiting(failure, call, arguments);
        }
    }

    /** The default stream waited for the blocking streams, so it reports for them, too. */
    private static void report(EmulatedStream stream, String call) {
        Throwable failure = stream.takeFailure();
        if (stream.isDefault()) {
            for (EmulatedStream other : stream.context().streams()) {
                if (!other.isNonBlocking()) {
                    Throwable taken = other.takeFailure();
                    failure = failure == null ? taken : failure;
                }
            }
        }
        report(failure, call, stream.handle());
    }

    @Override
    public long streamCreateWithPriority(boolean nonBlocking, int priority) {
        EmulatedContext context = context("cuStreamCreateWithPriority");
        long handle = handles.reserve();
        EmulatedStream stream = new EmulatedStream(handle, context, nonBlocking);
        handles.put(handle, stream);
        context.add(stream);
        return handle;
    }

    @Override
    public void streamDestroy(long stream) {
        EmulatedStream destroyed = handles.remove(EmulatedStream.class, stream, "cuStreamDestroy");
        GraphCapture capture = destroyed.capture();
        if (capture != null) {
            capture.invalidate();
        }
        if (destroyed.isIdle()) {
            destroyed.context().remove(destroyed);
        } else {
            // Until its work is done, the default stream and the context still wait for it.
            destroyed.enqueue(cancellation -> destroyed.context().remove(destroyed));
        }
    }

    @Override
    public void streamSynchronize(long stream) {
        String call = "cuStreamSynchronize";
        EmulatedStream awaited = stream(stream, call);
        refuseInCapture(awaited, call);
        if (awaited.isDefault()) {
            for (EmulatedStream other : awaited.context().streams()) {
                if (!other.isNonBlocking()) {
                    other.await();
                }
            }
        }
        awaited.await();
        report(awaited, call);
    }

    @Override
    public boolean streamQuery(long stream) {
        String call = "cuStreamQuery";
        EmulatedStream queried = stream(stream, call);
        refuseInCapture(queried, call);
        if (!queried.isIdle()) {
            return false;
        }
        if (queried.isDefault()) {
            for (EmulatedStream other : queried.context().streams()) {
                if (!other.isNonBlocking() && !other.isIdle()) {
                    return false;
                }
            }
        }
        report(queried, call);
        return true;
    }

    @Override
    public void streamWaitEvent(long stream, long event) {
        String call = "cuStreamWaitEvent";
        EmulatedStream waiting = stream(stream, call);
        EmulatedEvent awaited = handles.get(EmulatedEvent.class, event, call);
        GraphCapture capture = awaited.capture();
        if (capture != null) {
            if (waiting.capture() != null && waiting.capture() != capture) {
                capture.invalidate();
                waiting.capture().invalidate();
                throw CudaException.of(call, CudaStatus.CUDA_ERROR_STREAM_CAPTURE_MERGE, stream, event);
            }
            capture.join(waiting);
            waiting.joinCapture(capture, awaited.captured());
            return;
        }
        if (waiting.capture() != null) {
            waiting.capture().invalidate();
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_STREAM_CAPTURE_ISOLATION, stream, event);
        }
        StreamTask task = awaited.task();
        if (task != null) {
            waiting.waitFor(task);
        }
    }

    @Override
    public void launchHostFunc(long stream, Runnable function) {
        String call = "cuLaunchHostFunc";
        EmulatedStream ordered = stream(stream, call);
        if (ordered.capture() != null) {
            capture(ordered, EmulatedGraph.Kind.HOST, null, cancellation -> function.run(), call);
        } else {
            // Never on the caller's thread: what it waits for may be the caller.
            ordered.enqueue(cancellation -> function.run());
        }
    }

    @Override
    public long eventCreate(boolean timed, boolean blockingSync) {
        context("cuEventCreate");
        return handles.put(new EmulatedEvent(timed));
    }

    @Override
    public void eventRecord(long event, long stream) {
        String call = "cuEventRecord";
        EmulatedEvent recorded = handles.get(EmulatedEvent.class, event, call);
        EmulatedStream marked = stream(stream, call);
        GraphCapture capture = marked.capture();
        if (capture != null) {
            recorded.recordCaptured(capture, marked.captureTail());
        } else {
            recorded.record(marked.enqueueShort(cancellation -> {}), marked);
        }
    }

    private EmulatedEvent outsideOfCapture(long event, String call) {
        EmulatedEvent found = handles.get(EmulatedEvent.class, event, call);
        if (found.capture() != null) {
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_CAPTURED_EVENT, event);
        }
        return found;
    }

    @Override
    public void eventSynchronize(long event) {
        String call = "cuEventSynchronize";
        EmulatedEvent awaited = outsideOfCapture(event, call);
        StreamTask task = awaited.task();
        if (task != null) {
            awaited.stream().await(task);
            reportOf(awaited, task, call, event);
        }
    }

    @Override
    public boolean eventQuery(long event) {
        String call = "cuEventQuery";
        EmulatedEvent queried = outsideOfCapture(event, call);
        StreamTask task = queried.task();
        if (task == null) {
            return true;
        }
        if (task.isDone()) {
            reportOf(queried, task, call, event);
        }
        return task.isDone();
    }

    private static void reportOf(EmulatedEvent event, StreamTask task, String call, long handle) {
        if (task.failure() != null) {
            event.stream().takeFailure();
            throw Statuses.ofWaiting(task.failure(), call, handle);
        }
    }

    @Override
    public float eventElapsedTime(long start, long end) {
        String call = "cuEventElapsedTime";
        EmulatedEvent first = outsideOfCapture(start, call);
        EmulatedEvent second = outsideOfCapture(end, call);
        if (!first.isTimed() || !second.isTimed() || first.task() == null || second.task() == null) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_INVALID_HANDLE,
                    "both events must be timed and recorded before",
                    call,
                    start,
                    end);
        }
        if (!first.task().isDone() || !second.task().isDone()) {
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_NOT_READY, start, end);
        }
        return (second.task().endNanos() - first.task().endNanos()) / 1e6f;
    }

    @Override
    public void eventDestroy(long event) {
        handles.remove(EmulatedEvent.class, event, "cuEventDestroy");
    }

    // ------------------------------------------------------------------ graphs

    @Override
    public void streamBeginCapture(long stream, CaptureMode mode) {
        String call = "cuStreamBeginCapture";
        if (stream == 0) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                    "the default stream cannot capture; create a stream",
                    call);
        }
        EmulatedStream origin = stream(stream, call);
        if (origin.capture() != null) {
            throw Statuses.with(CudaStatus.CUDA_ERROR_ILLEGAL_STATE, origin + " captures already", call, stream);
        }
        origin.joinCapture(new GraphCapture(origin, new EmulatedGraph()), List.of());
    }

    @Override
    public long streamEndCapture(long stream) {
        String call = "cuStreamEndCapture";
        EmulatedStream origin = stream(stream, call);
        GraphCapture capture = origin.capture();
        if (capture == null) {
            throw Statuses.with(CudaStatus.CUDA_ERROR_ILLEGAL_STATE, origin + " captures nothing", call, stream);
        }
        if (capture.origin() != origin) {
            capture.invalidate();
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, stream);
        }
        List<EmulatedGraph.Node> joined = origin.captureTail();
        List<EmulatedStream> unjoined = new ArrayList<>();
        for (EmulatedStream other : capture.streams()) {
            if (other != origin && !allBefore(other.captureTail(), joined)) {
                unjoined.add(other);
            }
            other.leaveCapture();
        }
        if (capture.isInvalidated()) {
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, stream);
        }
        if (!unjoined.isEmpty()) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_STREAM_CAPTURE_UNJOINED,
                    origin + " does not wait for " + unjoined + "; record an event there and wait for it here",
                    call,
                    stream);
        }
        return handles.put(capture.graph());
    }

    /** Whether all of these nodes are among others or before one of them. */
    private static boolean allBefore(List<EmulatedGraph.Node> nodes, List<EmulatedGraph.Node> others) {
        List<EmulatedGraph.Node> reached = new ArrayList<>(others);
        for (int i = 0; i < reached.size(); i++) {
            reached.get(i).after().stream()
                    .filter(node -> !reached.contains(node))
                    .forEach(reached::add);
        }
        return reached.containsAll(nodes);
    }

    @Override
    public CaptureStatus streamIsCapturing(long stream) {
        return stream == 0
                ? CaptureStatus.NONE
                : handles.get(EmulatedStream.class, stream, "cuStreamIsCapturing")
                        .captureStatus();
    }

    private EmulatedGraph graph(long graph, String call) {
        return handles.get(EmulatedGraph.class, graph, call);
    }

    @Override
    public List<Long> graphGetNodes(long graph) {
        return graph(graph, "cuGraphGetNodes").nodes().stream()
                .map(EmulatedGraph.Node::handle)
                .toList();
    }

    @Override
    public int graphNodeGetType(long node) {
        return handles.get(EmulatedGraph.Node.class, node, "cuGraphNodeGetType")
                .kind()
                .code();
    }

    @Override
    public KernelNode graphKernelNodeGetParams(long node) {
        String call = "cuGraphKernelNodeGetParams";
        KernelLaunch launch = handles.get(EmulatedGraph.Node.class, node, call).launch();
        if (launch == null) {
            throw Statuses.invalidValue(call, "the node launches no kernel", node);
        }
        return new KernelNode(
                launch.function().handle(),
                launch.gridX(),
                launch.gridY(),
                launch.gridZ(),
                launch.blockX(),
                launch.blockY(),
                launch.blockZ(),
                launch.dynamicSharedBytes());
    }

    private EmulatedGraph.Executable executable(long graphExec, String call) {
        return handles.get(EmulatedGraph.Executable.class, graphExec, call);
    }

    @Override
    public long graphInstantiate(long graph) {
        return handles.put(new EmulatedGraph.Executable(graph(graph, "cuGraphInstantiateWithFlags")));
    }

    @Override
    public boolean graphExecUpdate(long graphExec, long graph) {
        String call = "cuGraphExecUpdate";
        return executable(graphExec, call).update(graph(graph, call));
    }

    @Override
    public void graphExecKernelNodeSetParams(
            long graphExec, long node, KernelNode launch, LaunchParameters parameters) {
        String call = "cuGraphExecKernelNodeSetParams";
        EmulatedGraph.Executable executable = executable(graphExec, call);
        EmulatedGraph.Node changed = handles.get(EmulatedGraph.Node.class, node, call);
        KernelLaunch before = executable.launch(changed);
        if (before == null) {
            throw Statuses.invalidValue(call, "the node is no kernel of this graph", graphExec, node);
        }
        executable.set(
                changed,
                KernelLaunch.of(
                        call,
                        function(launch.function(), call),
                        new int[] {launch.gridX(), launch.gridY(), launch.gridZ()},
                        new int[] {launch.blockX(), launch.blockY(), launch.blockZ()},
                        launch.sharedBytes(),
                        before.isCooperative(),
                        parameters));
    }

    @Override
    public void graphLaunch(long graphExec, long stream) {
        String call = "cuGraphLaunch";
        EmulatedGraph.Executable executable = executable(graphExec, call);
        EmulatedStream ordered = stream(stream, call);
        refuseInCapture(ordered, call);
        ordered.enqueue(executable.work(ordered.context().device()));
    }

    @Override
    public void graphDestroy(long graph) {
        // Its nodes keep their handles: an executable graph may still be changed through them.
        handles.remove(EmulatedGraph.class, graph, "cuGraphDestroy");
    }

    @Override
    public void graphExecDestroy(long graphExec) {
        handles.remove(EmulatedGraph.Executable.class, graphExec, "cuGraphExecDestroy");
    }

    // ------------------------------------------------------------------ modules and kernels

    @Override
    public LoadedImage moduleLoadDataEx(DeviceImage image, JitOptions options) {
        EmulatedDevice device = context("cuModuleLoadDataEx").device();
        LoadedModule module = LoadedModule.load(device, image);
        module.kernels().forEach(kernel -> kernel.handle(handles.put(kernel)));
        return new LoadedImage(handles.put(module), "");
    }

    private LoadedModule module(long module, String call) {
        return handles.get(LoadedModule.class, module, call);
    }

    private LoadedFunction function(long function, String call) {
        return handles.get(LoadedFunction.class, function, call);
    }

    @Override
    public void describeKernel(long function, String name, List<String> parameters) {
        if (watch != null) {
            watch.describeKernel(function(function, "describe").name(), name, parameters);
        }
    }

    @Override
    public void moduleUnload(long module) {
        String call = "cuModuleUnload";
        LoadedModule unloaded = handles.remove(LoadedModule.class, module, call);
        awaitAll();
        unloaded.kernels().forEach(kernel -> handles.remove(LoadedFunction.class, kernel.handle(), call));
        unloaded.unload();
    }

    @Override
    public long moduleGetFunction(long module, String name) {
        String call = "cuModuleGetFunction";
        LoadedModule loaded = module(module, call);
        LoadedFunction kernel = loaded.kernel(name);
        if (kernel == null) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_NOT_FOUND, "the module has kernels " + loaded.kernelNames(), call, name);
        }
        return kernel.handle();
    }

    @Override
    public Optional<List<String>> moduleFunctionNames(long module) {
        return Optional.of(module(module, "cuModuleEnumerateFunctions").kernelNames());
    }

    @Override
    public GlobalSymbol moduleGetGlobal(long module, String name) {
        String call = "cuModuleGetGlobal";
        LoadedModule loaded = module(module, call);
        GlobalSymbol symbol = loaded.variable(name);
        if (symbol == null) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_NOT_FOUND, "the module has variables " + loaded.variableNames(), call, name);
        }
        return symbol;
    }

    @Override
    public int funcGetAttribute(FunctionAttribute attribute, long function) {
        return function(function, "cuFuncGetAttribute").attribute(attribute);
    }

    @Override
    public void funcSetAttribute(long function, FunctionAttribute attribute, int value) {
        String call = "cuFuncSetAttribute";
        LoadedFunction kernel = function(function, call);
        String refusal = kernel.setAttribute(attribute, value);
        if (refusal != null) {
            throw Statuses.invalidValue(call, refusal, kernel, attribute, value);
        }
    }

    @Override
    public Optional<List<ParameterExtent>> funcGetParamInfo(long function) {
        return Optional.of(function(function, "cuFuncGetParamInfo").parameters());
    }

    @Override
    public int occupancyMaxActiveBlocksPerMultiprocessor(long function, int blockThreads, long dynamicSharedBytes) {
        String call = "cuOccupancyMaxActiveBlocksPerMultiprocessor";
        LoadedFunction kernel = function(function, call);
        if (blockThreads < 1 || dynamicSharedBytes < 0) {
            throw Statuses.invalidValue(
                    call, "a block has at least 1 thread", kernel, blockThreads, dynamicSharedBytes);
        }
        if (blockThreads > kernel.mostThreads()) {
            return 0;
        }
        return Occupancy.blocksPerMultiprocessor(
                blockThreads, kernel.registers(), kernel.image().staticSharedBytes() + dynamicSharedBytes);
    }

    @Override
    public BlockSizeSuggestion occupancyMaxPotentialBlockSize(
            long function, long dynamicSharedBytes, int blockThreadsLimit) {
        LoadedFunction kernel = function(function, "cuOccupancyMaxPotentialBlockSize");
        int most = blockThreadsLimit <= 0 ? kernel.mostThreads() : Math.min(blockThreadsLimit, kernel.mostThreads());
        return Occupancy.suggest(
                most,
                kernel.registers(),
                kernel.image().staticSharedBytes() + dynamicSharedBytes,
                kernel.module().device().workers());
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
        launch(
                "cuLaunchKernel",
                function,
                new int[] {gridX, gridY, gridZ},
                new int[] {blockX, blockY, blockZ},
                sharedBytes,
                stream,
                false,
                parameters);
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
        launch(
                "cuLaunchCooperativeKernel",
                function,
                new int[] {gridX, gridY, gridZ},
                new int[] {blockX, blockY, blockZ},
                sharedBytes,
                stream,
                true,
                parameters);
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
        String call = "cuLaunchKernelEx";
        if (attributes.hasCluster()
                && (long) attributes.clusterX() * attributes.clusterY() * attributes.clusterZ() != 1) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_NOT_SUPPORTED,
                    "the emulator has clusters of one block only, not of " + attributes.clusterX() + " x "
                            + attributes.clusterY() + " x " + attributes.clusterZ(),
                    call,
                    function);
        }
        launch(
                call,
                function,
                new int[] {gridX, gridY, gridZ},
                new int[] {blockX, blockY, blockZ},
                sharedBytes,
                stream,
                attributes.cooperative(),
                parameters);
    }

    private void launch(
            String call,
            long function,
            int[] grid,
            int[] block,
            int sharedBytes,
            long stream,
            boolean isCooperative,
            LaunchParameters parameters) {
        LoadedFunction kernel = function(function, call);
        EmulatedStream ordered = stream(stream, call);
        EmulatedDevice device = ordered.context().device();
        if (kernel.module().device() != device) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_INVALID_HANDLE,
                    kernel + " was loaded on device " + kernel.module().device().ordinal()
                            + ", the stream is of device " + device.ordinal(),
                    call,
                    kernel);
        }
        KernelLaunch launch = KernelLaunch.of(call, kernel, grid, block, sharedBytes, isCooperative, parameters);
        if (ordered.capture() != null) {
            capture(ordered, EmulatedGraph.Kind.KERNEL, launch, null, call);
        } else {
            ordered.enqueue(cancellation -> device.engine().run(launch.request(device, cancellation)));
        }
    }
}
