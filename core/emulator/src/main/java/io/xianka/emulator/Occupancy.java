package io.xianka.emulator;

import io.xianka.driver.api.BlockSizeSuggestion;

/**
 * How many blocks fit on a multiprocessor of compute capability 9.0, by the rules that NVIDIA publishes with its occupancy
 * calculator.
 */
final class Occupancy {
    static final int THREADS_PER_MULTIPROCESSOR = 2048;
    static final int BLOCKS_PER_MULTIPROCESSOR = 32;
    static final int REGISTERS_PER_MULTIPROCESSOR = 65_536;
    static final int SHARED_BYTES_PER_MULTIPROCESSOR = 228 << 10;
    static final int RESERVED_SHARED_BYTES = 1 << 10;

    private static final int WARP_LANES = 32;
    private static final int REGISTER_UNIT = 256;
    private static final int SUBPARTITIONS = 4;
    private static final int SHARED_UNIT_BYTES = 128;

    private Occupancy() {}

    /** 0 where not even one block fits. */
    static int blocksPerMultiprocessor(int blockThreads, int registersPerThread, long sharedBytes) {
        int warps = Math.ceilDiv(blockThreads, WARP_LANES);
        int byThreads = THREADS_PER_MULTIPROCESSOR / WARP_LANES / warps;
        int registersPerWarp = roundUp(registersPerThread * WARP_LANES, REGISTER_UNIT);
        int warpsByRegisters = registersPerWarp == 0
                ? Integer.MAX_VALUE
                : REGISTERS_PER_MULTIPROCESSOR / SUBPARTITIONS / registersPerWarp * SUBPARTITIONS;
        int byRegisters = warpsByRegisters / warps;
        long sharedPerBlock = (sharedBytes + RESERVED_SHARED_BYTES + SHARED_UNIT_BYTES - 1) & -SHARED_UNIT_BYTES;
        long byShared = SHARED_BYTES_PER_MULTIPROCESSOR / sharedPerBlock;
        return (int) Math.min(Math.min(BLOCKS_PER_MULTIPROCESSOR, byThreads), Math.min(byRegisters, byShared));
    }

    /** The block size, a multiple of the warp's, with most threads on a multiprocessor; the largest of equals. */
    static BlockSizeSuggestion suggest(int mostThreads, int registersPerThread, long sharedBytes, int multiprocessors) {
        int best = 0;
        int bestBlocks = 0;
        int bestThreads = 0;
        for (int threads = roundUp(mostThreads, WARP_LANES); threads > 0; threads -= WARP_LANES) {
            int size = Math.min(threads, mostThreads);
            int blocks = blocksPerMultiprocessor(size, registersPerThread, sharedBytes);
            if (blocks * size > bestThreads) {
                bestThreads = blocks * size;
                bestBlocks = blocks;
                best = size;
            }
        }
        return new BlockSizeSuggestion(bestBlocks * multiprocessors, best);
    }

    private static int roundUp(int value, int unit) {
        return Math.ceilDiv(value, unit) * unit;
    }
}
