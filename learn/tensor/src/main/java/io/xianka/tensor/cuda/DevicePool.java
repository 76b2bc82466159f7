package io.xianka.tensor.cuda;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.tensor.execution.MemoryUse;
import io.xianka.tensor.execution.OutOfDeviceMemory;
import io.xianka.tensor.graph.Storage;
import java.lang.ref.Cleaner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Device memory of tensors. Blocks that are given back are kept for the next request of their size: all work of a device's tensors
 * runs in one stream, so memory may be reused as soon as its last use was enqueued.
 */
final class DevicePool {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final long SMALL_BYTES = 1 << 20;
    private static final long SMALL_STEP_BYTES = 512;
    private static final long LARGE_STEP_BYTES = 2 << 20;

    private final Device device;
    private final TreeMap<Long, Deque<DeviceBuffer>> free = new TreeMap<>();
    private final Map<Long, Owner> owners = new HashMap<>();
    private long heldBytes;
    private long peakBytes;
    private long cachedBytes;

    /** How many bytes were asked for, and by whom. */
    private record Owner(long bytes, String line) {}

    DevicePool(Device device) {
        this.device = device;
    }

    /** A block of a tensor, given back when it is closed or can no longer be reached. */
    static final class Block implements Storage {
        private final long address;
        private final long bytes;
        private final Return giveBack;
        private final Handle handle;
        private final Cleaner.Cleanable cleanable;

        Block(DevicePool pool, DeviceBuffer buffer, long bytes) {
            this(new Return(pool, buffer), bytes);
        }

        private Block(Return giveBack, long bytes) {
            this.address = giveBack.buffer.pointer();
            this.bytes = bytes;
            this.giveBack = giveBack;
            this.handle = new Handle(giveBack);
            this.cleanable = CLEANER.register(this, handle);
        }

        long address() {
            return address;
        }

        DeviceBuffer buffer() {
            return giveBack.buffer;
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public boolean isOpen() {
            return handle.open;
        }

        @Override
        public Storage shared() {
            return new Block(giveBack, bytes);
        }

        @Override
        public void close() {
            cleanable.clean();
        }
    }

    /** One tensor's claim on a block. */
    private static final class Handle implements Runnable {
        private final Return giveBack;
        private volatile boolean open = true;

        Handle(Return giveBack) {
            this.giveBack = giveBack;
            giveBack.handles.incrementAndGet();
        }

        @Override
        public void run() {
            open = false;
            if (giveBack.handles.decrementAndGet() == 0) {
                giveBack.pool.giveBack(giveBack.buffer);
            }
        }
    }

    /** A block, given back with its last handle. */
    private static final class Return {
        private final DevicePool pool;
        private final DeviceBuffer buffer;
        private final AtomicInteger handles = new AtomicInteger();

        Return(DevicePool pool, DeviceBuffer buffer) {
            this.pool = pool;
            this.buffer = buffer;
        }
    }

    private static long rounded(long bytes) {
        long step = bytes < SMALL_BYTES ? SMALL_STEP_BYTES : LARGE_STEP_BYTES;
        return Math.max(step, Math.ceilDiv(bytes, step) * step);
    }

    /** Memory for a tensor. */
    Block allocate(long bytes) {
        return new Block(this, take(bytes), bytes);
    }

    /** A block that the caller gives back itself. */
    synchronized DeviceBuffer take(long bytes) {
        long size = rounded(bytes);
        Map.Entry<Long, Deque<DeviceBuffer>> found = free.ceilingEntry(size);
        // A block much larger would be wasted on it.
        DeviceBuffer buffer;
        if (found != null && found.getKey() <= size + size / 8) {
            buffer = found.getValue().pop();
            if (found.getValue().isEmpty()) {
                free.remove(found.getKey());
            }
            cachedBytes -= buffer.bytes();
        } else {
            buffer = allocateNew(size);
        }
        heldBytes += bytes;
        peakBytes = Math.max(peakBytes, heldBytes);
        owners.put(buffer.pointer(), new Owner(bytes, buffer.bytes() >= SMALL_BYTES ? caller() : "small tensors"));
        return buffer;
    }

    private DeviceBuffer allocateNew(long bytes) {
        for (int attempt = 0; ; attempt++) {
            try {
                return device.allocate(bytes);
            } catch (CudaException failure) {
                if (failure.status().orElse(null) != CudaStatus.CUDA_ERROR_OUT_OF_MEMORY) {
                    throw failure;
                }
                switch (attempt) {
                    case 0 -> releaseCached();
                    case 1 -> collectGarbage();
                    default -> throw new OutOfDeviceMemory(report(bytes), failure);
                }
            }
        }
    }

    /** Tensors that nobody reaches any more hold memory until the garbage collector finds them. */
    private void collectGarbage() {
        System.gc();
        // The cleaner's thread takes this lock to give blocks back.
        long until = System.nanoTime() + 100_000_000L;
        try {
            for (long left = 100; left > 0; left = (until - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        releaseCached();
    }

    synchronized void giveBack(DeviceBuffer buffer) {
        heldBytes -= owners.remove(buffer.pointer()).bytes;
        if (!buffer.isOpen()) {
            return;
        }
        cachedBytes += buffer.bytes();
        free.computeIfAbsent(buffer.bytes(), _ -> new ArrayDeque<>()).push(buffer);
    }

    /** Gives the driver back what no tensor uses. */
    synchronized void releaseCached() {
        device.synchronize();
        free.values().forEach(blocks -> blocks.forEach(DeviceBuffer::close));
        free.clear();
        cachedBytes = 0;
    }

    synchronized MemoryUse use() {
        return new MemoryUse(heldBytes, peakBytes);
    }

    synchronized void forgetPeak() {
        peakBytes = heldBytes;
    }

    private String report(long bytes) {
        var free = device.memory();
        var text = new StringBuilder("out of memory on " + device.place() + ": asked for " + bytes
                + " bytes; tensors hold "
                + heldBytes + ", kept for reuse " + cachedBytes + ", free on the device " + free.freeBytes() + " of "
                + free.totalBytes());
        List<Map.Entry<String, Long>> byLine = new ArrayList<>();
        Map<String, Long> sums = new HashMap<>();
        owners.values().forEach(owner -> sums.merge(owner.line, owner.bytes, Long::sum));
        byLine.addAll(sums.entrySet());
        byLine.sort(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()));
        for (Map.Entry<String, Long> line : byLine.subList(0, Math.min(5, byLine.size()))) {
            text.append("\n  ")
                    .append(line.getValue())
                    .append(" bytes held by ")
                    .append(line.getKey());
        }
        long fits = free.freeBytes() + cachedBytes;
        text.append("\n  up to ")
                .append(fits)
                .append(" bytes would fit now; close tensors, use smaller batches or checkpoint");
        return text.toString();
    }

    /** The line of the program that made a tensor be computed. */
    private static String caller() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !frame.getClassName().startsWith("io.xianka.tensor.")
                                && !frame.getClassName().startsWith("java."))
                        .findFirst()
                        .map(frame -> frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName()
                                + ":" + frame.getLineNumber() + ")")
                        .orElse("an unknown line"));
    }
}
