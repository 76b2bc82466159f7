package io.xianka.driver;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.LaunchParameters;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A launch whose arguments hold host arrays: to the device, run, back.
 *
 * <p>All arrays share one piece of device memory, in the order in, in-out, out, so that one copy takes everything
 * there and one brings everything back. Small ones are gathered in pinned memory first; large ones are copied from
 * where they lie. On a driver that checks accesses each array has memory of its own.
 */
final class HostTransfers {
    private static final int ALIGNMENT_BYTES = 256;

    private final PreparedLaunch launch;
    private final Object[] arguments;
    private final long[] offsetsBytes;
    private long bytes;
    private long outStartBytes = -1;

    private HostTransfers(PreparedLaunch launch, Object[] arguments) {
        this.launch = launch;
        this.arguments = arguments;
        this.offsetsBytes = new long[arguments.length];
        place(Arg.Direction.IN);
        place(Arg.Direction.IN_OUT);
        place(Arg.Direction.OUT);
    }

    private void place(Arg.Direction direction) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof Arg.Host host && host.direction == direction) {
                if (outStartBytes < 0 && host.comesOut()) {
                    outStartBytes = bytes;
                }
                offsetsBytes[i] = bytes;
                // An empty array still gets an address of its own.
                long size = Math.max(host.memory.byteSize(), 1);
                bytes = Math.addExact(bytes, (size + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES);
            }
        }
    }

    static void launch(PreparedLaunch launch, Object[] arguments) {
        HostTransfers transfers = new HostTransfers(launch, arguments);
        if (launch.stream().isCapturing()) {
            throw new IllegalStateException(launch.kernel().name() + ": " + launch.stream()
                    + " captures a graph: host arrays cannot be captured; pass a DeviceBuffer");
        }
        try {
            if (launch.kernel().module().device().api().isChecking()) {
                transfers.apart();
            } else if (transfers.bytes <= StagingPool.BLOCK_BYTES) {
                transfers.throughStaging();
            } else {
                transfers.inPlace();
            }
        } catch (CudaException failure) {
            throw failure.detail().isEmpty() ? failure.during(launch.kernel().name()) : failure;
        }
    }

    private void throughStaging() {
        Device device = launch.kernel().module().device();
        StagingPool.Block block = device.staging().take(device);
        MemorySegment staged = block.host();
        long stream = launch.stream().handle();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof Arg.Host host) {
                if (host.goesIn()) {
                    MemorySegment.copy(host.memory, 0, staged, offsetsBytes[i], host.memory.byteSize());
                } else {
                    staged.asSlice(offsetsBytes[i], host.memory.byteSize()).fill((byte) 0);
                }
            }
        }
        pointAt(block.pointer());
        DriverApi api = launch.stream().bind("launch");
        api.memcpyHtoDAsync(block.pointer(), staged.asSlice(0, bytes), stream);
        launch.enqueue();
        if (outStartBytes >= 0) {
            api.memcpyDtoHAsync(
                    staged.asSlice(outStartBytes, bytes - outStartBytes), block.pointer() + outStartBytes, stream);
        }
        api.streamSynchronize(stream);
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof Arg.Host host && host.comesOut()) {
                MemorySegment.copy(staged, offsetsBytes[i], host.memory, 0, host.memory.byteSize());
            }
        }
        // Not after a failure: a block whose copies may still run must not be used again.
        device.staging().giveBack(block);
    }

    private void inPlace() {
        Stream stream = launch.stream();
        DriverApi api = stream.bind("launch");
        boolean pooled = stream.device().hasMemoryPools();
        long pointer = pooled ? api.memAllocAsync(bytes, stream.handle()) : api.memAlloc(bytes);
        try {
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i] instanceof Arg.Host host && host.memory.byteSize() > 0) {
                    if (host.goesIn()) {
                        stream.bind("launch").memcpyHtoD(pointer + offsetsBytes[i], host.memory, stream.handle());
                    } else {
                        stream.bind("launch")
                                .memsetD8Async(
                                        pointer + offsetsBytes[i], (byte) 0, host.memory.byteSize(), stream.handle());
                    }
                }
            }
            pointAt(pointer);
            launch.enqueue();
            stream.bind("launch").streamSynchronize(stream.handle());
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i] instanceof Arg.Host host && host.comesOut() && host.memory.byteSize() > 0) {
                    stream.bind("launch").memcpyDtoH(host.memory, pointer + offsetsBytes[i], stream.handle());
                }
            }
        } catch (RuntimeException failure) {
            try {
                free(pooled, pointer, stream);
            } catch (RuntimeException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
        free(pooled, pointer, stream);
    }

    /** Each array in memory of its own, so that a driver that checks accesses can tell them apart. */
    private void apart() {
        Stream stream = launch.stream();
        DriverApi api = stream.bind("launch");
        long[] pointers = new long[arguments.length];
        LaunchParameters parameters = launch.parameters();
        try {
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i] instanceof Arg.Host host) {
                    long size = host.memory.byteSize();
                    pointers[i] = api.memAlloc(Math.max(size, 1));
                    if (size > 0 && host.goesIn()) {
                        api.memcpyHtoD(pointers[i], host.memory, stream.handle());
                    } else if (size > 0) {
                        api.memsetD8Async(pointers[i], (byte) 0, size, stream.handle());
                    }
                    parameters.values().set(ValueLayout.JAVA_LONG, parameters.offsetBytes(i), pointers[i]);
                }
            }
            launch.enqueue();
            api.streamSynchronize(stream.handle());
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i] instanceof Arg.Host host && host.comesOut() && host.memory.byteSize() > 0) {
                    api.memcpyDtoH(host.memory, pointers[i], stream.handle());
                }
            }
        } finally {
            for (long pointer : pointers) {
                if (pointer != 0) {
                    api.memFree(pointer);
                }
            }
        }
    }

    private static void free(boolean pooled, long pointer, Stream stream) {
        DriverApi api = stream.bind("launch");
        if (pooled) {
            api.memFreeAsync(pointer, stream.handle());
        } else {
            api.memFree(pointer);
        }
    }

    private void pointAt(long pointer) {
        LaunchParameters parameters = launch.parameters();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof Arg.Host) {
                parameters.values().set(ValueLayout.JAVA_LONG, parameters.offsetBytes(i), pointer + offsetsBytes[i]);
            }
        }
    }
}
