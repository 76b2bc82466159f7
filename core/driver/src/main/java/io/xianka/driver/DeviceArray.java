package io.xianka.driver;

import io.xianka.driver.api.ArrayShape;
import io.xianka.driver.api.Copy3D;
import io.xianka.driver.api.DriverApi;
import java.lang.foreign.MemorySegment;

/**
 * An array: device memory in an order of its own, which kernels reach through textures and surfaces only. Its contents
 * are undefined until written. On the host all elements lie in rows without gaps, channels together.
 *
 * <p>Copies run after earlier work of a stream (the default stream unless one is named) and return when they are done;
 * the {@code Async} forms only enqueue, and their host memory is native and untouched until the stream got there.
 */
public final class DeviceArray extends Owned {
    private final Device device;
    private final long handle;
    private final ArrayShape shape;

    private DeviceArray(Device device, Lease lease, long handle, ArrayShape shape) {
        super(lease);
        this.device = device;
        this.handle = handle;
        this.shape = shape;
    }

    private record Allocation(DriverApi api, long context, String place, long handle, ArrayShape shape)
            implements Lease.Resource {
        @Override
        public String describe() {
            return "array of " + shape + " on " + place;
        }

        @Override
        public void release() {
            api.ctxSetCurrent(context);
            api.arrays().arrayDestroy(handle);
        }
    }

    static DeviceArray create(Device device, ArrayShape shape) {
        DriverApi api = device.bind("make an array");
        long handle = api.arrays().arrayCreate(shape);
        return new DeviceArray(
                device,
                device.lease.child(new Allocation(api, device.context(), device.place(), handle, shape)),
                handle,
                shape);
    }

    public Device device() {
        return device;
    }

    public ArrayShape shape() {
        return shape;
    }

    long handle(String use) {
        requireOpen(use);
        return handle;
    }

    /** Fills the array from one of Java's. */
    public DeviceArray copyFrom(float[] source) {
        return copyFrom(MemorySegment.ofArray(source));
    }

    /** Fills the array from one of Java's. */
    public DeviceArray copyFrom(int[] source) {
        return copyFrom(MemorySegment.ofArray(source));
    }

    /** Fills the array from one of Java's. */
    public DeviceArray copyFrom(short[] source) {
        return copyFrom(MemorySegment.ofArray(source));
    }

    /** Fills the array from one of Java's. */
    public DeviceArray copyFrom(byte[] source) {
        return copyFrom(MemorySegment.ofArray(source));
    }

    /** Fills the array from memory, heap or native, of its size. */
    public DeviceArray copyFrom(MemorySegment source) {
        return copyFrom(source, device.defaultStream());
    }

    /** Fills the array from memory, heap or native, of its size, after earlier work of the stream. */
    public DeviceArray copyFrom(MemorySegment source, Stream stream) {
        requireSize(source.byteSize(), "copyFrom");
        bind("copyFrom", stream).arrays().memcpy3D(all(host(source), here()), stream.handle());
        return this;
    }

    /** Enqueues a copy from native memory of the array's size. */
    public DeviceArray copyFromAsync(MemorySegment source, Stream stream) {
        requireSize(source.byteSize(), "copyFromAsync");
        requireNative(source, "copyFromAsync");
        bind("copyFromAsync", stream).arrays().memcpy3DAsync(all(host(source), here()), stream.handle());
        return this;
    }

    /** Enqueues a copy from the start of device memory, in the default stream. */
    public DeviceArray copyFrom(DeviceBuffer source) {
        requireSize(Math.min(source.bytes(), shape.bytes()), "copyFrom");
        Copy3D.End from = new Copy3D.End.Device(source.pointer(), shape.rowBytes(), shape.rows());
        Stream stream = device.defaultStream();
        bind("copyFrom", stream).arrays().memcpy3DAsync(all(from, here()), stream.handle());
        return this;
    }

    /** Copies all of the array into one of Java's. */
    public void copyTo(float[] target) {
        copyTo(MemorySegment.ofArray(target));
    }

    /** Copies all of the array into one of Java's. */
    public void copyTo(int[] target) {
        copyTo(MemorySegment.ofArray(target));
    }

    /** Copies all of the array into one of Java's. */
    public void copyTo(short[] target) {
        copyTo(MemorySegment.ofArray(target));
    }

    /** Copies all of the array into one of Java's. */
    public void copyTo(byte[] target) {
        copyTo(MemorySegment.ofArray(target));
    }

    /** Copies all of the array into memory, heap or native, of its size. */
    public void copyTo(MemorySegment target) {
        copyTo(target, device.defaultStream());
    }

    /** Copies all of the array into memory, heap or native, of its size, after earlier work of the stream. */
    public void copyTo(MemorySegment target, Stream stream) {
        requireSize(target.byteSize(), "copyTo");
        bind("copyTo", stream).arrays().memcpy3D(all(here(), host(target)), stream.handle());
    }

    /** Enqueues a copy into native memory of the array's size. */
    public void copyToAsync(MemorySegment target, Stream stream) {
        requireSize(target.byteSize(), "copyToAsync");
        requireNative(target, "copyToAsync");
        bind("copyToAsync", stream).arrays().memcpy3DAsync(all(here(), host(target)), stream.handle());
    }

    /**
     * Enqueues a copy of a box of elements between host or device memory and the array, or two arrays, as {@code
     * cuMemcpy3DAsync} describes it; host memory is native.
     */
    public static void copyAsync(Copy3D copy, Stream stream) {
        stream.bind("copy").arrays().memcpy3DAsync(copy, stream.handle());
    }

    /** A place in this array, for {@link #copyAsync}: an element of a row of a slice. */
    public Copy3D.End at(int x, int y, int z) {
        return new Copy3D.End.OfArray(handle("copy"), (long) x * shape.elementBytes(), y, z);
    }

    private DriverApi bind(String use, Stream stream) {
        requireOpen(use);
        return stream.bind(use);
    }

    private Copy3D all(Copy3D.End from, Copy3D.End to) {
        return new Copy3D(from, to, shape.rowBytes(), shape.rows(), shape.slices());
    }

    private Copy3D.End here() {
        return new Copy3D.End.OfArray(handle, 0, 0, 0);
    }

    private Copy3D.End host(MemorySegment memory) {
        return new Copy3D.End.Host(memory, shape.rowBytes(), shape.rows());
    }

    private void requireSize(long bytes, String use) {
        if (bytes != shape.bytes()) {
            throw new IllegalArgumentException(use + ": " + this + " has " + shape.bytes() + " bytes, the other side "
                    + bytes + "; copy parts with copyAsync");
        }
    }

    private static void requireNative(MemorySegment memory, String use) {
        if (!memory.isNative()) {
            throw new IllegalArgumentException(use
                    + " needs native memory, which stays where it is; use Device.pinned, or the form without Async");
        }
    }
}
