package io.xianka.driver;

import io.xianka.driver.api.DriverApi;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Blocks of pinned host memory, each with device memory of the same size, for the small arrays of a launch: they
 * travel together, in one copy each way. A launch has a block to itself until its results are back.
 */
final class StagingPool {
    /** Beyond this the time of a copy is its bytes, and a block would only be copied once more. */
    static final int BLOCK_BYTES = 64 * 1024;

    /** A pair of memories of {@link #BLOCK_BYTES}. */
    record Block(Arena arena, MemorySegment host, long pointer) {}

    /** Apart from the pool, so that the device's end frees the blocks. */
    private static final class Blocks implements Lease.Resource {
        final DriverApi api;
        final long context;
        final ConcurrentLinkedQueue<Block> all = new ConcurrentLinkedQueue<>();

        Blocks(DriverApi api, long context) {
            this.api = api;
            this.context = context;
        }

        @Override
        public String describe() {
            return "staging memory";
        }

        @Override
        public void release() {
            for (Block block : all) {
                api.ctxSetCurrent(context);
                api.memFree(block.pointer);
                long address = block.host.address();
                block.arena.close();
                api.ctxSetCurrent(context);
                api.memFreeHost(address);
            }
        }

        @Override
        public boolean leaks() {
            return false;
        }
    }

    private final Blocks blocks;
    private final Lease lease;
    private final ConcurrentLinkedDeque<Block> idle = new ConcurrentLinkedDeque<>();

    StagingPool(Device device) {
        this.blocks = new Blocks(device.api(), device.context());
        this.lease = device.lease.child(blocks);
    }

    Block take(Device device) {
        Block block = idle.pollFirst();
        if (block != null) {
            return block;
        }
        if (!lease.isOpen()) {
            throw lease.closed("launch");
        }
        DriverApi api = device.bind("launch");
        long pointer = api.memAlloc(BLOCK_BYTES);
        Arena arena = PinnedBuffer.viewArena();
        try {
            block = new Block(arena, api.memHostAlloc(BLOCK_BYTES, false, false, arena), pointer);
        } catch (RuntimeException failure) {
            arena.close();
            api.memFree(pointer);
            throw failure;
        }
        blocks.all.add(block);
        return block;
    }

    void giveBack(Block block) {
        idle.addFirst(block);
    }
}
