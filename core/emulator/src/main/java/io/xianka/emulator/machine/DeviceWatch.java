package io.xianka.emulator.machine;

import java.util.List;

/**
 * What a checked device is told of its memory and launches. The machine calls it and knows nothing of what it does with that.
 * Safe for use by several threads.
 */
public interface DeviceWatch {
    /** Zeroed memory was allocated on the device; what kernels read of it before it is written is not initialised. */
    void allocated(MemoryRegion region);

    /** The region holds a variable of a module, and its initial value. */
    void isVariable(MemoryRegion region, String name);

    /** Host memory became visible to kernels. */
    void mapped(MemoryRegion region);

    /** A kernel allocated the region, by the call at a point. */
    void allocatedBy(MemoryRegion region, BlockContext block, int point);

    /** The region that begins here is gone. */
    void freed(long address);

    /** A kernel freed the region, by the call at a point. */
    void freedBy(long address, BlockContext block, int point);

    /**
     * Somebody frees what is no allocation, or was freed.
     *
     * @param block the block, the thread of it and the point that does; null and -1 for the host
     */
    void freedBadly(long address, BlockContext block, int thread, int point);

    /** The host wrote device memory. */
    void written(long address, long bytes);

    /** The host had device memory copied. */
    void copied(long destination, long source, long bytes);

    /** Nobody has the device open after this; what is still allocated is a leak. */
    void lastDeviceCloses();

    /**
     * Whether the watch is told of every access of global memory, by warps of 32 lanes unless there are only rows; or else of bad accesses only.
     */
    boolean isClose();

    /** Whether the watch is told what instructions compute; the interpreter then runs all kernels. */
    boolean isArithmetic();

    /** How a programmer calls the kernel with this symbol and its parameters, in order; empty where that is not known. */
    void describeKernel(String symbol, String name, List<String> parameters);

    /** A launch begins. */
    LaunchWatch begin(LaunchRequest request);

    /** A launch that is watched. */
    interface LaunchWatch {
        /** The watch of a block context, which runs blocks one after another. */
        BlockWatch watch(BlockContext block);

        /** Whether the blocks must run one after another. */
        boolean isOrdered();

        /**
         * Whether the warps of a block are to take short turns: they go through memory side by side then, which caches like. No more
         * than one of them may tell what another one does.
         */
        boolean prefersShortTurns();

        /**
         * Whether the launch, whose blocks ended or were stopped, is to run again from the beginning. Memory is then what it was
         * before.
         *
         * @param failure what a block threw; null if none did
         */
        boolean goesOn(Throwable failure);

        /** The launch is over. */
        void end();
    }
}
