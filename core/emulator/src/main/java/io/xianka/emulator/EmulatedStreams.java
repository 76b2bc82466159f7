package io.xianka.emulator;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceAttribute;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.StreamPriorityRange;
import io.xianka.emulator.machine.DeviceMemory;
import io.xianka.emulator.machine.DeviceWatch;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The calls about devices, contexts, streams and events, and what orders the others. */
abstract class EmulatedStreams implements DriverApi {
    static final String NAME = "emulated";

    static final int CUDA_VERSION = 13_000;
    static final StreamPriorityRange PRIORITIES = new StreamPriorityRange(0, -5);

    final List<EmulatedDevice> devices = new ArrayList<>();
    final DeviceAddresses addresses = new DeviceAddresses(devices);
    final Handles handles = new Handles();

    @SuppressWarnings("ThreadLocalUsage") // what is current for one driver says nothing of another
    final ThreadLocal<EmulatedContext> current = new ThreadLocal<>();

    /** What checks kernels; null for a driver that does not. */
    final DeviceWatch watch;

    EmulatedStreams(EmulatorSettings settings, DeviceWatch watch) {
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
        return true;
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

    EmulatedDevice device(int device, String call) {
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

    // ------------------------------------------------------------------ streams and events

    EmulatedStream stream(long stream, String call) {
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
    void submit(long stream, EmulatedGraph.Kind kind, String call, StreamTask.Work work) {
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

    void capture(
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
    static void refuseInCapture(EmulatedStream stream, String call) {
        GraphCapture capture = stream.capture();
        if (capture != null) {
            capture.invalidate();
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, stream);
        }
    }

    static void report(Throwable failure, String call, Object... arguments) {
        if (failure != null) {
            throw Statuses.ofWaiting(failure, call, arguments);
        }
    }

    /** The default stream waited for the blocking streams, so it reports for them, too. */
    static void report(EmulatedStream stream, String call) {
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

    EmulatedEvent outsideOfCapture(long event, String call) {
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

    static void reportOf(EmulatedEvent event, StreamTask task, String call, long handle) {
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
}
