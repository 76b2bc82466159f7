package io.xianka.tensor.cpu;

import io.xianka.driver.memory.NativeHeap;
import io.xianka.tensor.execution.MemoryShortage;
import io.xianka.tensor.execution.MemoryUse;
import io.xianka.tensor.execution.OutOfDeviceMemory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Native memory of tensors and running plans. Blocks that are given back are kept for the next tensor of their size, as the system
 * takes long to give memory that was never touched.
 *
 * <p>The garbage collector does not see this memory: when as much as last survived a collection has been taken since, it is asked to
 * look for tensors that nothing refers to.
 */
final class CpuMemory {
    private static final long ALIGNMENT_BYTES = 64;
    private static final long MOST_KEPT_BYTES = 1L << 30;
    private static final long LEAST_COLLECTED_BYTES = 512L << 20;

    /** Smaller blocks are asked for without a look at what is there. */
    private static final long LEAST_DOUBTED_BYTES = 256L << 20;

    /**
     * Memory of the C library.
     *
     * @param base what is freed
     * @param address the first aligned one
     * @param bytes usable from there on
     * @param holder the line of the program that has it
     */
    record Block(long base, long address, long bytes, String holder) {
        private Block(long base, long bytes, String holder) {
            this(base, Math.ceilDiv(base, ALIGNMENT_BYTES) * ALIGNMENT_BYTES, bytes, holder);
        }
    }

    private final TreeMap<Long, Deque<Block>> kept = new TreeMap<>();
    private final Map<String, Long> holders = new HashMap<>();
    private long keptBytes;
    private long heldBytes;
    private long peakBytes;
    private long collectAtBytes = LEAST_COLLECTED_BYTES;

    /** What tensors may take in all now: not what other processes have. */
    long capacityBytes() {
        long free = HostCapacity.HERE.freeBytes();
        long all = HostCapacity.HERE.bytes();
        synchronized (this) {
            return Math.min(all, free > all ? all : free + heldBytes + keptBytes);
        }
    }

    /** A block and the number of tensors that have it. */
    static final class Lease {
        private final CpuMemory memory;
        private final Block block;
        private final AtomicInteger handles = new AtomicInteger(1);

        private Lease(CpuMemory memory, Block block) {
            this.memory = memory;
            this.block = block;
        }

        Block block() {
            return block;
        }

        boolean isSole() {
            return handles.get() == 1;
        }

        void take() {
            handles.incrementAndGet();
        }

        void release() {
            if (handles.decrementAndGet() == 0) {
                memory.giveBack(block);
            }
        }
    }

    /** Memory for a tensor. */
    CpuStorage allocate(long bytes) {
        return new CpuStorage(new Lease(this, take(bytes)), bytes);
    }

    /** Memory with undefined contents, 64 bytes aligned. */
    Block take(long bytes) {
        long size = rounded(bytes);
        boolean collect;
        synchronized (this) {
            collect = heldBytes + size > collectAtBytes;
        }
        if (collect) {
            collect(size);
        }
        if (size >= LEAST_DOUBTED_BYTES) {
            refuseMoreThanThereIs(bytes, size);
        }
        String holder = MemoryShortage.holder(size);
        synchronized (this) {
            heldBytes += size;
            peakBytes = Math.max(peakBytes, heldBytes);
            holders.merge(holder, size, Long::sum);
            Deque<Block> fitting = kept.get(size);
            if (fitting != null && !fitting.isEmpty()) {
                keptBytes -= size;
                return new Block(fitting.pop().base, size, holder);
            }
        }
        try {
            return new Block(NativeHeap.allocate(size + ALIGNMENT_BYTES), size, holder);
        } catch (OutOfMemoryError full) {
            release(size, holder);
            free(0);
            throw none(bytes, full);
        }
    }

    private synchronized void release(long size, String holder) {
        heldBytes -= size;
        holders.merge(holder, -size, (all, less) -> all + less == 0 ? null : Long.valueOf(all + less));
    }

    /** Linux promises more than it has, and kills who takes it at his word. */
    private void refuseMoreThanThereIs(long bytes, long size) {
        synchronized (this) {
            if (kept.containsKey(size) && !kept.get(size).isEmpty()) {
                return;
            }
        }
        if (!isThere(size)) {
            free(0);
        }
        if (!isThere(size)) {
            collect(size);
            free(0);
        }
        if (!isThere(size)) {
            throw none(bytes, null);
        }
    }

    private synchronized boolean isThere(long size) {
        return size <= capacityBytes() - heldBytes - keptBytes;
    }

    private synchronized OutOfDeviceMemory none(long bytes, OutOfMemoryError full) {
        long capacity = capacityBytes();
        long free = Math.max(0, capacity - heldBytes - keptBytes);
        var shortage = new MemoryShortage("cpu", bytes, heldBytes, keptBytes, free, capacity, Map.copyOf(holders));
        return new OutOfDeviceMemory(shortage.report(), full);
    }

    synchronized void giveBack(Block block) {
        release(block.bytes, block.holder);
        if (keptBytes + block.bytes > MOST_KEPT_BYTES) {
            NativeHeap.free(block.base);
        } else {
            keptBytes += block.bytes;
            kept.computeIfAbsent(block.bytes, _ -> new ArrayDeque<>()).push(block);
        }
    }

    /** Frees kept blocks, largest first, until no more than so many bytes are kept. */
    synchronized void free(long bytes) {
        Iterator<Map.Entry<Long, Deque<Block>>> sizes =
                kept.descendingMap().entrySet().iterator();
        while (keptBytes > bytes && sizes.hasNext()) {
            Deque<Block> blocks = sizes.next().getValue();
            while (keptBytes > bytes && !blocks.isEmpty()) {
                Block block = blocks.pop();
                keptBytes -= block.bytes;
                NativeHeap.free(block.base);
            }
        }
    }

    /** Eight sizes for each power of two, so that tensors of nearly one size share blocks. */
    private static long rounded(long bytes) {
        long least = Math.max(256, bytes);
        long step = Math.max(64, Long.highestOneBit(least) / 8);
        return Math.addExact(least, step - 1) / step * step;
    }

    private void collect(long size) {
        System.gc();
        for (int i = 0; i < 20; i++) {
            synchronized (this) {
                if (heldBytes + size <= collectAtBytes) {
                    return;
                }
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        synchronized (this) {
            collectAtBytes = Math.max(LEAST_COLLECTED_BYTES, 2 * (heldBytes + size));
        }
    }

    synchronized MemoryUse use() {
        return new MemoryUse(heldBytes, peakBytes);
    }
}
