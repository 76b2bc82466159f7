package io.xianka.driver;

import java.util.Objects;
import java.util.Optional;

/**
 * How to launch a kernel: sizes, dynamic shared memory, attributes, stream. A value; the {@code with} methods give
 * changed copies.
 *
 * @param grid how many blocks
 * @param block how many threads a block
 * @param sharedBytes dynamic shared memory of a block; above 48 KB the kernel opts in by itself
 * @param cooperative whether all blocks are resident at once, so that they may wait for each other
 * @param cluster blocks of a cluster; empty leaves it to the kernel
 * @param stream where to launch; empty is the device's default stream
 */
public record Launch(
        Dim3 grid, Dim3 block, int sharedBytes, boolean cooperative, Optional<Dim3> cluster, Optional<Stream> stream) {

    public Launch {
        Objects.requireNonNull(grid, "grid");
        Objects.requireNonNull(block, "block");
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(stream, "stream");
        if (sharedBytes < 0) {
            throw new IllegalArgumentException("sharedBytes " + sharedBytes + " is negative");
        }
    }

    /** A line of blocks, each a line of threads: {@code Launch.of(1, 400)}. */
    public static Launch of(int gridBlocks, int blockThreads) {
        return of(Dim3.of(gridBlocks), Dim3.of(blockThreads));
    }

    /** Blocks and threads in up to three directions. */
    public static Launch of(Dim3 grid, Dim3 block) {
        return new Launch(grid, block, 0, false, Optional.empty(), Optional.empty());
    }

    /**
     * One thread for each element: as many blocks in a line as it takes. The last block may have threads too many, so
     * the kernel checks its index.
     */
    public static Launch covering(long elements, int blockThreads) {
        if (elements < 1 || blockThreads < 1) {
            throw new IllegalArgumentException(
                    elements + " elements by blocks of " + blockThreads + ": both must be at least 1");
        }
        long blocks = Math.ceilDiv(elements, (long) blockThreads);
        if (blocks > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(elements + " elements need " + blocks + " blocks of " + blockThreads
                    + ": a grid has at most " + Integer.MAX_VALUE + "; let each thread take several elements");
        }
        return of((int) blocks, blockThreads);
    }

    /** The same launch with dynamic shared memory. */
    public Launch withShared(int bytes) {
        return new Launch(grid, block, bytes, cooperative, cluster, stream);
    }

    /** The same launch with all blocks resident at once. */
    public Launch asCooperative() {
        return new Launch(grid, block, sharedBytes, true, cluster, stream);
    }

    /** The same launch with clusters of so many blocks. */
    public Launch withCluster(Dim3 blocks) {
        return new Launch(grid, block, sharedBytes, cooperative, Optional.of(blocks), stream);
    }

    /** The same launch in a stream. */
    public Launch on(Stream where) {
        return new Launch(grid, block, sharedBytes, cooperative, cluster, Optional.of(where));
    }
}
