package io.xianka.emulator.machine;

import io.xianka.driver.Dim3;

/**
 * A kernel as something that runs. Two implementations, which must agree bit for bit: the interpreter and the
 * translator's. Shared by all workers, so without state of its own.
 */
public interface KernelCode {
    String kernelName();

    /** Local memory of a thread. */
    int localBytes();

    /**
     * How many threads run as one {@link Warp}: 32, or more where the kernel has no instruction that could tell. At least
     * 1.
     */
    int lanesPerWarp(Dim3 block);

    /** How many blocks that lie side by side in x may run as one warp, thread behind thread; 1 where their threads need each other. */
    default int blocksPerWarp() {
        return 1;
    }

    /** How many places access memory, each with a hint of its own in {@link BlockContext#hints}. */
    int accessSites();

    /** What a checked launch is told of; null for code that was made for other launches. */
    default WatchedCode watched() {
        return null;
    }

    /** A warp of a block, at its start; reused for further blocks after {@link Warp#restart}. */
    Warp newWarp(BlockContext block, int firstThread, int lanes);

    /**
     * Runs a warp until none of its lanes can run, or {@link Warp#budget} is used up. Lanes that end or wait are reported by
     * {@link Warp#exit} and {@link Warp#arrive}.
     *
     * @throws DeviceFault with its place and thread
     */
    void run(Warp warp);
}
