package io.xianka.driver;

import io.xianka.driver.api.DriverApi;
import java.util.Objects;

/** A point in a stream's work: recorded, waited for, and a clock for what ran between two of them. */
public final class Event extends Owned {
    private final Device device;
    private final long handle;
    private final boolean timed;

    private record Native(DriverApi api, long context, String place, long handle) implements Lease.Resource {
        @Override
        public String describe() {
            return "event of " + place;
        }

        @Override
        public void release() {
            api.ctxSetCurrent(context);
            api.eventDestroy(handle);
        }
    }

    private Event(Device device, Lease lease, long handle, boolean timed) {
        super(lease);
        this.device = device;
        this.handle = handle;
        this.timed = timed;
    }

    static Event create(Device device, boolean timed) {
        DriverApi api = device.bind("create an event");
        long handle = api.eventCreate(timed, false);
        return new Event(
                device, device.lease.child(new Native(api, device.context(), device.place(), handle)), handle, timed);
    }

    DriverApi bind(String use) {
        requireOpen(use);
        return device.bind(use);
    }

    long handle() {
        return handle;
    }

    /** Marks the end of what the stream was given so far. */
    public Event record(Stream stream) {
        requireOpen("record");
        stream.bind("record").eventRecord(handle, stream.handle());
        return this;
    }

    /** Marks the end of what the default stream was given so far. */
    public Event record() {
        return record(device.defaultStream());
    }

    /** Waits until what was recorded last has happened. */
    public Event synchronize() {
        bind("synchronize").eventSynchronize(handle);
        return this;
    }

    /** Whether what was recorded last has happened. */
    public boolean isDone() {
        return bind("query").eventQuery(handle);
    }

    /** Milliseconds on the device's clock from another event to this one, with about half a microsecond's resolution. */
    public float millisSince(Event start) {
        Objects.requireNonNull(start, "start");
        start.requireOpen("millisSince");
        if (!timed || !start.timed) {
            throw new IllegalStateException(
                    "millisSince: the event was created without a clock; create both with Device.event()");
        }
        return bind("millisSince").eventElapsedTime(start.handle, handle);
    }
}
