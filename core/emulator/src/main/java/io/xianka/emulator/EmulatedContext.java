package io.xianka.emulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The primary context of a device: its streams. */
final class EmulatedContext {
    private final long handle;
    private final EmulatedDevice device;
    private final EmulatedStream defaultStream = new EmulatedStream(0, this, false);
    private final Map<Long, EmulatedStream> streams = new ConcurrentHashMap<>();

    EmulatedContext(long handle, EmulatedDevice device) {
        this.handle = handle;
        this.device = device;
    }

    long handle() {
        return handle;
    }

    EmulatedDevice device() {
        return device;
    }

    EmulatedStream defaultStream() {
        return defaultStream;
    }

    void add(EmulatedStream stream) {
        streams.put(stream.handle(), stream);
    }

    void remove(EmulatedStream stream) {
        streams.remove(stream.handle());
    }

    /** Streams that are not destroyed, and the default one. */
    List<EmulatedStream> streams() {
        List<EmulatedStream> all = new ArrayList<>(streams.values());
        all.add(defaultStream);
        return all;
    }

    /**
     * What work queued now must wait for in other streams: the default stream waits for all blocking streams, and they
     * for it.
     */
    List<StreamTask> tasksBefore(EmulatedStream stream) {
        List<StreamTask> before = new ArrayList<>();
        if (stream.isDefault()) {
            for (EmulatedStream other : streams.values()) {
                if (!other.isNonBlocking()) {
                    before.add(other.last());
                }
            }
        } else if (!stream.isNonBlocking()) {
            before.add(defaultStream.last());
        }
        return before;
    }

    /** Waits for all streams. */
    void await() {
        streams().forEach(EmulatedStream::await);
    }

    boolean isIdle() {
        return streams().stream().allMatch(EmulatedStream::isIdle);
    }

    /** A failure that no call has reported yet; null if there is none. */
    Throwable takeFailure() {
        Throwable found = null;
        for (EmulatedStream stream : streams()) {
            Throwable taken = stream.takeFailure();
            found = found == null ? taken : found;
        }
        return found;
    }
}
