package io.xianka.tensor.cpu;

import io.xianka.driver.memory.NativeHeap;
import io.xianka.tensor.execution.MemoryUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

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

    /**
     * Memory of the C library.
     *
     * @param base what is freed
     * @param address the first aligned one
     * @param bytes usable from there on
     */
    record Block(long base, long address, long bytes) {}

    private final TreeMap<Long, Deque<Block>> kept = new TreeMap<>();
    private long keptBytes;
    private long heldBytes;
    private long peakBytes;
    private long collectAtBytes = LEAST_COLLECTED_BYTES;

    /** The machine's memory as Linux tells it, elsewhere what the heap may take. */
    static long capacityBytes() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemTotal:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(Runtime.getRuntime().maxMemory());
        } catch (IOException none) {
            return Runtime.getRuntime().maxMemory();
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
        synchronized (this) {
            heldBytes += size;
            peakBytes = Math.max(peakBytes, heldBytes);
            Deque<Block> fitting = kept.get(size);
            if (fitting != null && !fitting.isEmpty()) {
                keptBytes -= size;
                return fitting.pop();
            }
        }
        try {
            long base = NativeHeap.allocate(size + ALIGNMENT_BYTES);
            return new Block(base, (base + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES, size);
        } catch (OutOfMemoryError full) {
            MemoryUse use;
            synchronized (this) {
                heldBytes -= size;
                use = use();
            }
            free(0);
            throw new IllegalStateException(
                    "cpu: no memory for " + bytes + " bytes; tensors and running plans hold " + use.heldBytes()
                            + " bytes, at most " + use.peakBytes()
                            + " so far. Close tensors that are not needed, or compute in smaller pieces",
                    full);
        }
    }

    synchronized void giveBack(Block block) {
        heldBytes -= block.bytes;
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
