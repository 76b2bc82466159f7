package io.xianka.tensor.product;

/**
 * How the kernels for tensor cores cut an attention.
 *
 * @param forward blocks of the forward kernel; it keeps queries, and has keys or values of one stage in shared memory
 * @param keys blocks of the kernel for the gradients of keys and values, which keeps those
 * @param together whether one launch makes both gradients; two take half the registers
 * @param queries blocks of the kernel for the gradients of queries, which keeps those
 */
record AttentionTile(Block forward, Block keys, boolean together, Block queries) {

    /**
     * A block of threads.
     *
     * @param threads of the block; each warp has a share of the rows, 16 or a multiple
     * @param rows how many queries, or keys, the block keeps
     * @param passing how many keys, or queries, it takes at a time
     * @param stages how many times as many are in shared memory at once: 1 or 2
     */
    record Block(int threads, int rows, int passing, int stages) {
        Block {
            if (rows % (threads / 2) != 0 || passing % 16 != 0) {
                throw new IllegalArgumentException(rows + " rows of " + threads + " threads, " + passing
                        + " passing: not 16 a warp, 16 at a time");
            }
        }
    }

    /** By the head size, from measurements on an H200. */
    static AttentionTile of(Arithmetic arithmetic, int headSize) {
        return switch (arithmetic) {
            case FLOAT16, BFLOAT16 -> {
                if (headSize <= 64) {
                    yield new AttentionTile(
                            new Block(128, 128, 64, 1), new Block(128, 128, 64, 1), true, new Block(128, 64, 64, 2));
                }
                if (headSize <= 128) {
                    yield new AttentionTile(
                            new Block(128, 64, 64, 1), new Block(128, 64, 64, 2), true, new Block(128, 64, 64, 2));
                }
                yield new AttentionTile(
                        new Block(128, 64, 64, 1), new Block(128, 64, 32, 1), false, new Block(128, 64, 32, 1));
            }
            case TF32 -> {
                if (headSize <= 64) {
                    yield new AttentionTile(
                            new Block(128, 128, 64, 1), new Block(128, 128, 32, 1), true, new Block(128, 128, 32, 2));
                }
                if (headSize <= 128) {
                    yield new AttentionTile(
                            new Block(128, 64, 32, 1), new Block(128, 64, 32, 1), true, new Block(128, 64, 32, 1));
                }
                yield new AttentionTile(
                        new Block(64, 32, 32, 1), new Block(64, 32, 16, 1), false, new Block(64, 32, 16, 1));
            }
            case FLOAT32 -> {
                if (headSize <= 64) {
                    yield new AttentionTile(
                            new Block(128, 64, 64, 1), new Block(128, 64, 64, 1), true, new Block(128, 64, 32, 2));
                }
                if (headSize <= 128) {
                    yield new AttentionTile(
                            new Block(128, 64, 32, 1), new Block(128, 64, 32, 1), false, new Block(128, 64, 32, 1));
                }
                yield new AttentionTile(
                        new Block(64, 32, 32, 1), new Block(64, 32, 16, 1), false, new Block(64, 32, 16, 1));
            }
            case FLOAT64 -> throw new IllegalArgumentException("attention in float64");
        };
    }
}
