package io.xianka.driver;

import io.xianka.driver.api.DriverApi;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Device memory. Sizes and offsets are bytes. Its contents are undefined until written.
 *
 * <p>Copies from and to arrays and memory segments run after earlier work of a stream (the default stream unless one
 * is named) and return when they are done; work in other streams is not waited for. The {@code Async} forms only
 * enqueue: their host memory is native, best pinned, and stays untouched until the stream got there.
 */
public final class DeviceBuffer extends Owned implements DeviceMemory {
    private final Device device;
    private final DeviceBuffer whole;
    private final KernelModule module;
    private final long pointer;
    private final long bytes;

    private DeviceBuffer(
            Device device, Lease lease, DeviceBuffer whole, KernelModule module, long pointer, long bytes) {
        super(lease);
        this.device = device;
        this.whole = whole;
        this.module = module;
        this.pointer = pointer;
        this.bytes = bytes;
    }

    private record Allocation(DriverApi api, long context, String place, long pointer, long bytes)
            implements Lease.Resource {
        @Override
        public String describe() {
            return "buffer of " + bytes + " bytes on " + place;
        }

        @Override
        public void release() {
            api.ctxSetCurrent(context);
            api.memFree(pointer);
        }
    }

    private record PooledAllocation(
            DriverApi api, long context, String place, long pointer, long bytes, long stream, Lease streamLease)
            implements Lease.Resource {
        @Override
        public String describe() {
            return "pooled buffer of " + bytes + " bytes on " + place;
        }

        @Override
        public void release() {
            api.ctxSetCurrent(context);
            if (streamLease.isOpen()) {
                api.memFreeAsync(pointer, stream);
            } else {
                api.memFree(pointer);
            }
        }
    }

    private record Part(String describe) implements Lease.Resource {
        @Override
        public void release() {}

        @Override
        public boolean leaks() {
            return false;
        }
    }

    static DeviceBuffer allocate(Device device, long bytes) {
        requirePositive(bytes);
        DriverApi api = device.bind("allocate");
        long pointer = api.memAlloc(bytes);
        return new DeviceBuffer(
                device,
                device.lease.child(new Allocation(api, device.context(), device.place(), pointer, bytes)),
                null,
                null,
                pointer,
                bytes);
    }

    static DeviceBuffer allocate(Stream stream, long bytes) {
        requirePositive(bytes);
        Device device = stream.device();
        DriverApi api = stream.bind("allocate");
        long pointer = api.memAllocAsync(bytes, stream.handle());
        return new DeviceBuffer(
                device,
                device.lease.child(new PooledAllocation(
                        api, device.context(), device.place(), pointer, bytes, stream.handle(), stream.lease)),
                null,
                null,
                pointer,
                bytes);
    }

    static DeviceBuffer global(KernelModule module, String name, long pointer, long bytes) {
        return new DeviceBuffer(
                module.device(),
                module.lease.child(new Part("variable '" + name + "' of " + bytes + " bytes")),
                null,
                module,
                pointer,
                bytes);
    }

    private static void requirePositive(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException(
                    "cannot allocate " + bytes + " bytes: a buffer has at least one; leave the argument out instead");
        }
    }

    @Override
    public long pointer() {
        return pointer;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public Device device() {
        return device;
    }

    /** A part of this buffer, which ends at the latest with it. Closing the part frees nothing. */
    public DeviceBuffer slice(long offsetBytes, long sizeBytes) {
        requireOpen("slice");
        checkRange(offsetBytes, sizeBytes, "slice");
        return new DeviceBuffer(
                device,
                lease.child(new Part("slice of " + sizeBytes + " bytes at " + offsetBytes + " of " + lease.describe())),
                this,
                module,
                pointer + offsetBytes,
                sizeBytes);
    }

    // ------------------------------------------------------------------ from the host

    /** Copies an array to the start of this buffer. */
    public DeviceBuffer copyFrom(float[] source) {
        return copyFrom(MemorySegment.ofArray(source));
    }

    /** Copies an array to the start of this buffer. */
    public DeviceBuffer copyFrom(double[] source) {
        return copyFrom(MemorySegment.ofArray(source));
    }

    /** Copies an array to the start of this buffer. */
    public DeviceBuffer copyFrom(int[] source) {
        return copyFrom(MemorySegment.ofArray(source));
    }

    /** Copies an array to the start of this buffer. */
    public DeviceBuffer copyFrom(long[] source) {
        return copyFrom(MemorySegment.ofArray(source));
    }

    /** Copies an array to the start of this buffer. */
    public DeviceBuffer copyFrom(short[] source) {
        return copyFrom(MemorySegment.ofArray(source));
    }

    /** Copies an array to the start of this buffer. */
    public DeviceBuffer copyFrom(byte[] source) {
        return copyFrom(MemorySegment.ofArray(source));
    }

    /** Copies memory, heap or native, to the start of this buffer. */
    public DeviceBuffer copyFrom(MemorySegment source) {
        return copyFrom(source, device.defaultStream());
    }

    /** Copies memory, heap or native, to the start of this buffer, after earlier work of the stream. */
    public DeviceBuffer copyFrom(MemorySegment source, Stream stream) {
        checkRange(0, source.byteSize(), "copyFrom");
        if (source.byteSize() > 0) {
            bind("copyFrom", stream).memcpyHtoD(pointer, source, stream.handle());
        }
        return this;
    }

    /** Enqueues a copy from native memory. */
    public DeviceBuffer copyFromAsync(MemorySegment source, Stream stream) {
        checkRange(0, source.byteSize(), "copyFromAsync");
        requireNative(source, "copyFromAsync");
        if (source.byteSize() > 0) {
            bind("copyFromAsync", stream).memcpyHtoDAsync(pointer, source, stream.handle());
        }
        return this;
    }

    // ------------------------------------------------------------------ to the host

    /** Copies the start of this buffer into an array, as much as it takes. */
    public void copyTo(float[] target) {
        copyTo(MemorySegment.ofArray(target));
    }

    /** Copies the start of this buffer into an array, as much as it takes. */
    public void copyTo(double[] target) {
        copyTo(MemorySegment.ofArray(target));
    }

    /** Copies the start of this buffer into an array, as much as it takes. */
    public void copyTo(int[] target) {
        copyTo(MemorySegment.ofArray(target));
    }

    /** Copies the start of this buffer into an array, as much as it takes. */
    public void copyTo(long[] target) {
        copyTo(MemorySegment.ofArray(target));
    }

    /** Copies the start of this buffer into an array, as much as it takes. */
    public void copyTo(short[] target) {
        copyTo(MemorySegment.ofArray(target));
    }

    /** Copies the start of this buffer into an array, as much as it takes. */
    public void copyTo(byte[] target) {
        copyTo(MemorySegment.ofArray(target));
    }

    /** Copies the start of this buffer into memory, heap or native, as much as it takes. */
    public void copyTo(MemorySegment target) {
        copyTo(target, device.defaultStream());
    }

    /** Copies the start of this buffer into memory, heap or native, after earlier work of the stream. */
    public void copyTo(MemorySegment target, Stream stream) {
        checkRange(0, target.byteSize(), "copyTo");
        if (target.byteSize() > 0) {
            bind("copyTo", stream).memcpyDtoH(target, pointer, stream.handle());
        }
    }

    /** Enqueues a copy into native memory. */
    public void copyToAsync(MemorySegment target, Stream stream) {
        checkRange(0, target.byteSize(), "copyToAsync");
        requireNative(target, "copyToAsync");
        if (target.byteSize() > 0) {
            bind("copyToAsync", stream).memcpyDtoHAsync(target, pointer, stream.handle());
        }
    }

    /** All of this buffer as a new array. */
    public float[] toFloats() {
        float[] array = new float[elements(Float.BYTES, "toFloats")];
        copyTo(array);
        return array;
    }

    /** All of this buffer as a new array. */
    public double[] toDoubles() {
        double[] array = new double[elements(Double.BYTES, "toDoubles")];
        copyTo(array);
        return array;
    }

    /** All of this buffer as a new array. */
    public int[] toInts() {
        int[] array = new int[elements(Integer.BYTES, "toInts")];
        copyTo(array);
        return array;
    }

    /** All of this buffer as a new array. */
    public long[] toLongs() {
        long[] array = new long[elements(Long.BYTES, "toLongs")];
        copyTo(array);
        return array;
    }

    /** All of this buffer as a new array. */
    public byte[] toBytes() {
        byte[] array = new byte[elements(1, "toBytes")];
        copyTo(array);
        return array;
    }

    // ------------------------------------------------------------------ on the device

    /**
     * Enqueues a copy of all of another buffer to the start of this one, in the default stream of this one's device. The
     * other may lie on another device of the same driver.
     */
    public DeviceBuffer copyFrom(DeviceMemory source) {
        return copyFrom(source, device.defaultStream());
    }

    /** Enqueues a copy of all of another buffer to the start of this one. */
    public DeviceBuffer copyFrom(DeviceMemory source, Stream stream) {
        checkRange(0, source.bytes(), "copyFrom");
        Device from = source.device();
        from.requireOpen("copyFrom");
        if (!source.isOpen()) {
            throw new IllegalStateException("cannot copy from " + source + ": it was closed");
        }
        if (!device.sharesDriver(from)) {
            throw new IllegalArgumentException("cannot copy from " + source + " to " + this
                    + ": they belong to different drivers; copy through a host array");
        }
        DriverApi api = bind("copyFrom", stream);
        if (device.sharesContext(from)) {
            api.memcpyDtoDAsync(pointer, source.pointer(), source.bytes(), stream.handle());
        } else {
            api.memcpyPeerAsync(
                    pointer, device.context(), source.pointer(), from.context(), source.bytes(), stream.handle());
        }
        return this;
    }

    /** Enqueues filling all of this buffer with a byte, in the default stream. */
    public DeviceBuffer fill(byte value) {
        return fill(value, device.defaultStream());
    }

    /** Enqueues filling all of this buffer with a byte. */
    public DeviceBuffer fill(byte value, Stream stream) {
        bind("fill", stream).memsetD8Async(pointer, value, bytes, stream.handle());
        return this;
    }

    /** Enqueues filling all of this buffer with a 16-bit value. */
    public DeviceBuffer fill(short value, Stream stream) {
        requireWhole(Short.BYTES, "fill");
        bind("fill", stream).memsetD16Async(pointer, value, bytes / Short.BYTES, stream.handle());
        return this;
    }

    /** Enqueues filling all of this buffer with a 32-bit value, in the default stream. */
    public DeviceBuffer fill(int value) {
        return fill(value, device.defaultStream());
    }

    /** Enqueues filling all of this buffer with a 32-bit value. */
    public DeviceBuffer fill(int value, Stream stream) {
        requireWhole(Integer.BYTES, "fill");
        bind("fill", stream).memsetD32Async(pointer, value, bytes / Integer.BYTES, stream.handle());
        return this;
    }

    /** Enqueues filling all of this buffer with a float, in the default stream. */
    public DeviceBuffer fill(float value) {
        return fill(Float.floatToRawIntBits(value));
    }

    /** Enqueues filling all of this buffer with a float. */
    public DeviceBuffer fill(float value, Stream stream) {
        return fill(Float.floatToRawIntBits(value), stream);
    }

    // ------------------------------------------------------------------ checks

    private DriverApi bind(String use, Stream stream) {
        requireOpen(use);
        if (whole != null) {
            whole.requireOpen(use);
        }
        if (!stream.device().sharesContext(device)) {
            throw new IllegalArgumentException(
                    use + ": " + this + " cannot be used in " + stream + "; take a stream of its device");
        }
        return stream.bind(use);
    }

    private void checkRange(long offsetBytes, long sizeBytes, String use) {
        if (offsetBytes < 0 || sizeBytes < 0 || sizeBytes > bytes - offsetBytes) {
            throw new IndexOutOfBoundsException(use + ": " + sizeBytes + " bytes at " + offsetBytes
                    + " do not fit into the " + bytes + " bytes of " + this);
        }
    }

    private int elements(int elementBytes, String use) {
        requireWhole(elementBytes, use);
        long count = bytes / elementBytes;
        if (count > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(use + ": " + count
                    + " elements are more than an array can hold; copy slices, or into a MemorySegment");
        }
        return (int) count;
    }

    private void requireWhole(int elementBytes, String use) {
        if (bytes % elementBytes != 0 || pointer % elementBytes != 0) {
            throw new IllegalArgumentException(use + ": " + this + " at 0x" + Long.toHexString(pointer)
                    + " does not hold whole elements of " + elementBytes + " bytes");
        }
    }

    private static void requireNative(MemorySegment memory, String use) {
        Objects.requireNonNull(memory, "memory");
        if (!memory.isNative()) {
            throw new IllegalArgumentException(
                    use
                            + ": an array may move while the copy runs; use memory of Device.pinned, or the form without Async");
        }
    }
}
