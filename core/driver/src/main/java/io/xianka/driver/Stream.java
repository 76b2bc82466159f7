package io.xianka.driver;

import io.xianka.driver.api.CaptureMode;
import io.xianka.driver.api.CaptureStatus;
import io.xianka.driver.api.DriverApi;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * A queue of work on a device: copies, fills, launches and graphs run one after the other. Any thread may use it;
 * what several threads enqueue at once is in some order.
 *
 * <p>The default stream is the one that calls use which name none. Created streams do not wait for it.
 */
public final class Stream extends Owned {
    private final Device device;
    private final long handle;

    private record Native(DriverApi api, long context, String place, long handle) implements Lease.Resource {
        @Override
        public String describe() {
            return (handle == 0 ? "default stream of " : "stream of ") + place;
        }

        @Override
        public void release() {
            if (handle != 0) {
                api.ctxSetCurrent(context);
                api.streamDestroy(handle);
            }
        }

        @Override
        public boolean leaks() {
            return handle != 0;
        }
    }

    private Stream(Device device, Lease lease, long handle) {
        super(lease);
        this.device = device;
        this.handle = handle;
    }

    static Stream defaultOf(Device device, DriverApi api) {
        return new Stream(device, device.lease.child(new Native(api, device.context(), device.place(), 0)), 0);
    }

    static Stream create(Device device, boolean nonBlocking, int priority) {
        DriverApi api = device.bind("create a stream");
        long handle = api.streamCreateWithPriority(nonBlocking, priority);
        return new Stream(
                device, device.lease.child(new Native(api, device.context(), device.place(), handle)), handle);
    }

    DriverApi bind(String use) {
        requireOpen(use);
        return device.bind(use);
    }

    long handle() {
        return handle;
    }

    /** The device it belongs to. */
    public Device device() {
        return device;
    }

    /** Closes a created stream; work in it still ends. The default stream ends with its device alone. */
    @Override
    public void close() {
        if (handle != 0) {
            super.close();
        }
    }

    /** Waits for all work of this stream. Errors of kernels appear here. */
    public Stream synchronize() {
        bind("synchronize").streamSynchronize(handle);
        return this;
    }

    /** Whether all work of this stream is done. */
    public boolean isIdle() {
        return bind("query").streamQuery(handle);
    }

    /** Lets later work of this stream wait for what the event recorded last, in whatever stream. */
    public Stream waitFor(Event event) {
        Objects.requireNonNull(event, "event");
        event.requireOpen("waitFor");
        bind("waitFor").streamWaitEvent(handle, event.handle());
        return this;
    }

    /**
     * Runs a function on the host after earlier work of this stream, before later work. It runs on a thread of the
     * driver: it must be short, call nothing of this library, and throw nothing.
     */
    public Stream run(Runnable function) {
        Objects.requireNonNull(function, "function");
        bind("run").launchHostFunc(handle, function);
        return this;
    }

    /**
     * Lets one of NVIDIA's other libraries enqueue its work: the device's context is current on the calling thread, and the
     * work gets the CUstream. It must not block.
     */
    public Stream enqueue(LongConsumer work) {
        Objects.requireNonNull(work, "work");
        bind("enqueue the work of a library");
        work.accept(handle);
        return this;
    }

    /** Allocates in stream order from the device's pool; closing the buffer frees it in this stream's order. */
    public DeviceBuffer allocate(long bytes) {
        return DeviceBuffer.allocate(this, bytes);
    }

    /**
     * Records what {@code work} enqueues into this stream as a graph, instead of running it. The work must not wait,
     * allocate with {@link Device#allocate}, or use host arrays. Not possible on the default stream.
     */
    public Graph capture(Runnable work) {
        Objects.requireNonNull(work, "work");
        if (handle == 0) {
            throw new IllegalStateException(
                    "the default stream cannot be captured; capture on a stream of Device.stream()");
        }
        DriverApi api = bind("capture");
        // Relaxed, because the other modes want the end on the same thread, which a virtual thread may not keep.
        api.streamBeginCapture(handle, CaptureMode.RELAXED);
        try {
            work.run();
        } catch (RuntimeException | Error failure) {
            try {
                long dropped = bind("capture").streamEndCapture(handle);
                if (dropped != 0) {
                    api.graphDestroy(dropped);
                }
            } catch (RuntimeException invalidated) {
                failure.addSuppressed(invalidated);
            }
            throw failure;
        }
        return Graph.of(device, bind("capture").streamEndCapture(handle));
    }

    /** Whether a capture is in progress. */
    public boolean isCapturing() {
        return handle != 0 && bind("isCapturing").streamIsCapturing(handle) == CaptureStatus.ACTIVE;
    }
}
