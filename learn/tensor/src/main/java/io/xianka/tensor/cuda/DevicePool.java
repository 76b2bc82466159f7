package io.xianka.tensor.cuda;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.tensor.execution.MemoryShortage;
import io.xianka.tensor.execution.MemoryUse;
import io.xianka.tensor.execution.OutOfDeviceMemory;
import io.xianka.tensor.graph.Storage;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Device memory of tensors. Blocks that are given back are kept for the next request of their size: all work of a device's tensors
 * runs in one stream, so memory may be reused as soon as its last use was enqueued. Of several that fit the one at the lowest address is
 * given, so that a loop that asks for and gives back the same finds itself in the same memory again, as captured graphs want it.
 */
final class DevicePool {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final int SMALL_BYTES = 1 << 20;
    private static final int SMALL_STEP_BYTES = 512;
    private static final long LARGE_STEP_BYTES = 2 << 20;

    private final Device device;
    private final List<Chunk> chunks = new ArrayList<>();
    /** Free ones of up to {@link #SMALL_BYTES}, by their size in steps; null where there never was one. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types cannot be made
    private final PriorityQueue<Chunk>[] smallFree = new PriorityQueue[SMALL_BYTES / SMALL_STEP_BYTES + 1];

    private final TreeMap<Long, PriorityQueue<Chunk>> largeFree = new TreeMap<>();
    private long heldBytes;
    private long peakBytes;
    private long cachedBytes;

    DevicePool(Device device) {
        this.device = device;
    }

    /** Memory of the driver's, in use or kept for reuse. */
    static final class Chunk implements Comparable<Chunk> {
        private final DevicePool pool;
        private final DeviceBuffer buffer;
        private final long address;
        private final long size;
        private final AtomicInteger handles = new AtomicInteger();
        private long askedBytes;
        /** Who has it; null while it is free. */
        private String owner;

        private Chunk(DevicePool pool, DeviceBuffer buffer) {
            this.pool = pool;
            this.buffer = buffer;
            this.address = buffer.pointer();
            this.size = buffer.bytes();
        }

        long address() {
            return address;
        }

        DeviceBuffer buffer() {
            return buffer;
        }

        void giveBack() {
            pool.giveBack(this);
        }

        @Override
        public int compareTo(Chunk other) {
            return Long.compareUnsigned(address, other.address);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(address);
        }
    }

    /** A block of a tensor, given back when it is closed or can no longer be reached. */
    static final class Block implements Storage {
        private final Chunk chunk;
        private final long bytes;
        private final Handle handle;
        private final Cleaner.Cleanable cleanable;

        private Block(Chunk chunk, long bytes) {
            this.chunk = chunk;
            this.bytes = bytes;
            this.handle = new Handle(chunk);
            this.cleanable = CLEANER.register(this, handle);
        }

        long address() {
            return chunk.address;
        }

        DeviceBuffer buffer() {
            return chunk.buffer;
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
            return new Block(chunk, bytes);
        }

        @Override
        public boolean isSameMemory(Storage other) {
            return other instanceof Block block && block.chunk == chunk;
        }

        @Override
        public boolean isSole() {
            return chunk.handles.get() == 1;
        }

        @Override
        public void close() {
            cleanable.clean();
        }
    }

    /** One tensor's claim on a chunk, which is given back with its last one. */
    private static final class Handle implements Runnable {
        private final Chunk chunk;
        private volatile boolean open = true;

        Handle(Chunk chunk) {
            this.chunk = chunk;
            chunk.handles.incrementAndGet();
        }

        @Override
        public void run() {
            open = false;
            if (chunk.handles.decrementAndGet() == 0) {
                chunk.giveBack();
            }
        }
    }

    private static long rounded(long bytes) {
        long step = bytes < SMALL_BYTES ? SMALL_STEP_BYTES : LARGE_STEP_BYTES;
        return Math.max(step, Math.ceilDiv(bytes, step) * step);
    }

    /** Memory for a tensor. */
    Block allocate(long bytes) {
        return new Block(take(bytes), bytes);
    }

    /** Memory that the caller gives back itself. */
    synchronized Chunk take(long bytes) {
        long size = rounded(bytes);
        Chunk chunk = size <= SMALL_BYTES ? smallFree((int) (size / SMALL_STEP_BYTES)) : largeFree(size);
        if (chunk == null) {
            chunk = new Chunk(this, allocateNew(size));
            chunks.add(chunk);
        } else {
            cachedBytes -= chunk.size;
        }
        chunk.askedBytes = bytes;
        chunk.owner = MemoryShortage.holder(chunk.size);
        heldBytes += bytes;
        peakBytes = Math.max(peakBytes, heldBytes);
        return chunk;
    }

    /** A kept chunk of a size or little more, since one much larger would be wasted; or null. */
    private Chunk smallFree(int steps) {
        int most = Math.min(steps + steps / 8, smallFree.length - 1);
        for (int at = steps; at <= most; at++) {
            Chunk chunk = smallFree[at] == null ? null : smallFree[at].poll();
            if (chunk != null) {
                return chunk;
            }
        }
        return null;
    }

    private Chunk largeFree(long size) {
        Map.Entry<Long, PriorityQueue<Chunk>> found = largeFree.ceilingEntry(size);
        if (found == null || found.getKey() > size + size / 8) {
            return null;
        }
        Chunk chunk = found.getValue().poll();
        if (found.getValue().isEmpty()) {
            largeFree.remove(found.getKey());
        }
        return chunk;
    }

    private synchronized void giveBack(Chunk chunk) {
        heldBytes -= chunk.askedBytes;
        chunk.owner = null;
        if (!chunk.buffer.isOpen()) {
            chunks.remove(chunk);
            return;
        }
        cachedBytes += chunk.size;
        if (chunk.size <= SMALL_BYTES) {
            int at = (int) (chunk.size / SMALL_STEP_BYTES);
            if (smallFree[at] == null) {
                smallFree[at] = new PriorityQueue<>();
            }
            smallFree[at].add(chunk);
        } else {
            largeFree.computeIfAbsent(chunk.size, _ -> new PriorityQueue<>()).add(chunk);
        }
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

    /** Gives the driver back what no tensor uses. */
    synchronized void releaseCached() {
        device.synchronize();
        chunks.removeIf(chunk -> {
            if (chunk.owner == null) {
                chunk.buffer.close();
            }
            return chunk.owner == null;
        });
        Arrays.fill(smallFree, null);
        largeFree.clear();
        cachedBytes = 0;
    }

    synchronized MemoryUse use() {
        return new MemoryUse(heldBytes, peakBytes);
    }

    synchronized void forgetPeak() {
        peakBytes = heldBytes;
    }

    private String report(long bytes) {
        Map<String, Long> holders = new HashMap<>();
        for (Chunk chunk : chunks) {
            if (chunk.owner != null) {
                holders.merge(chunk.owner, chunk.askedBytes, Long::sum);
            }
        }
        var memory = device.memory();
        String place = String.valueOf(device.place());
        return new MemoryShortage(
                        place, bytes, heldBytes, cachedBytes, memory.freeBytes(), memory.totalBytes(), holders)
                .report();
    }
}
