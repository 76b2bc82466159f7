package io.xianka.driver;

import io.xianka.driver.api.DriverApi;

/**
 * A surface object: an array that kernels read and write. Passed to a kernel where it takes a {@code
 * cudaSurfaceObject_t}.
 */
public final class Surface extends Owned {
    private final DeviceArray array;
    private final long handle;

    private Surface(Lease lease, DeviceArray array, long handle) {
        super(lease);
        this.array = array;
        this.handle = handle;
    }

    private record ObjectOf(DriverApi api, long context, String array, long handle) implements Lease.Resource {
        @Override
        public String describe() {
            return "surface of " + array;
        }

        @Override
        public void release() {
            api.ctxSetCurrent(context);
            api.arrays().surfObjectDestroy(handle);
        }
    }

    static Surface of(DeviceArray array) {
        if (!array.shape().surfaces()) {
            throw new IllegalArgumentException(
                    "surface of " + array + ": kernels may not write it; make the array of a shape withSurfaces()");
        }
        Device device = array.device();
        DriverApi api = device.bind("make a surface");
        long handle = api.arrays().surfObjectCreate(array.handle("make a surface of it"));
        Lease lease = array.lease.child(new ObjectOf(api, device.context(), array.toString(), handle));
        return new Surface(lease, array, handle);
    }

    public Device device() {
        return array.device();
    }

    /** What a kernel is given: {@code cudaSurfaceObject_t}. */
    public long handle() {
        requireOpen("pass to a kernel");
        return handle;
    }
}
