package io.xianka.tensor;

import io.xianka.tensor.execution.Executor;
import io.xianka.tensor.execution.HostMemory;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Trace;
import java.lang.foreign.MemorySegment;

/**
 * Memory of the host in which batch after batch is put together for a device. For a GPU it is page-locked: {@link #tensor} enqueues the
 * copy behind the work that is under way and returns at once.
 *
 * {@snippet :
 * try (var buffer = HostBuffer.of(device, 4 * 1024)) {
 *     fill(buffer.segment());
 *     Tensor batch = buffer.tensor(0, Shape.of(1024), DType.FLOAT32);
 * }
 * }
 *
 * <p>Used by one thread at a time; another may take over.
 */
public final class HostBuffer implements AutoCloseable {
    private final Device device;
    private final long bytes;
    private final HostMemory memory;

    private HostBuffer(Device device, long bytes, HostMemory memory) {
        this.device = device;
        this.bytes = bytes;
        this.memory = memory;
    }

    /** {@return memory of so many bytes, from which this device is filled} */
    public static HostBuffer of(Device device, long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a host buffer of " + bytes + " bytes; there is at least one");
        }
        return new HostBuffer(device, bytes, device.realisation().executor().hostMemory(bytes));
    }

    /** {@return its bytes} */
    public long bytes() {
        return bytes;
    }

    /** {@return the memory to write to; waits until copies of what it held before are done} */
    public MemorySegment segment() {
        return memory.segment();
    }

    /**
     * The elements that start at a byte, row-major, as a tensor on the device. What they are made of must not change until {@link
     * #segment} is asked for again.
     *
     * @throws ShapeMismatch when the elements reach beyond the end
     */
    public Tensor tensor(long from, Shape shape, DType dtype) {
        long size = Creation.bytes(shape, dtype);
        if (from < 0 || size > bytes - from) {
            throw new ShapeMismatch("shape " + shape + " of " + dtype + " needs " + size + " bytes from byte " + from
                    + " of a host buffer, which has " + bytes);
        }
        Executor executor = device.realisation().executor();
        Storage storage = executor.allocate(size);
        if (size > 0) {
            memory.upload(from, storage);
        }
        return new Tensor(Trace.data(storage, shape, dtype, device, false));
    }

    /** Gives the memory back, after all copies from it. */
    @Override
    public void close() {
        memory.close();
    }
}
