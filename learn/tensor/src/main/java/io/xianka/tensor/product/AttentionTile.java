package io.xianka.tensor.product;

/**
 * How the kernels for tensor cores cut an attention into blocks: how many queries and keys, and with how many threads.
 *
 * @param forwardThreads threads of a block of the forward kernel, which keeps {@code forwardQueries}, {@code
 *     forwardKeys} at a time
 * @param keysThreads threads of a block of the kernel for the gradients of keys and values, 16 keys a warp
 * @param keysQueries how many queries that kernel takes at a time
 * @param keysStages how many of those are in shared memory at once: 1 or 2
 * @param keysTogether whether one launch makes both gradients; two take half the registers
 * @param queriesThreads threads of a block of the kernel for the gradients of queries, which keeps {@code queriesQueries},
 *     {@code queriesKeys} at a time, {@code queriesStages} in shared memory at once
 */
record AttentionTile(
        int forwardThreads,
        int forwardQueries,
        int forwardKeys,
        int keysThreads,
        int keysQueries,
        int keysStages,
        boolean keysTogether,
        int queriesThreads,
        int queriesQueries,
        int queriesKeys,
        int queriesStages) {

    /** By the head size, from measurements on an H200. */
    static AttentionTile of(Arithmetic arithmetic, int headSize) {
        return switch (arithmetic) {
            case FLOAT16, BFLOAT16 -> {
                if (headSize <= 64) {
                    yield new AttentionTile(128, 128, 64, 128, 64, 1, true, 128, 64, 64, 2);
                }
                if (headSize <= 128) {
                    yield new AttentionTile(128, 64, 64, 128, 64, 2, true, 128, 64, 64, 2);
                }
                yield new AttentionTile(128, 64, 64, 128, 32, 1, false, 128, 64, 32, 1);
            }
            case TF32, FLOAT32 -> {
                if (headSize <= 64) {
                    yield new AttentionTile(128, 64, 64, 128, 64, 1, true, 128, 64, 64, 1);
                }
                if (headSize <= 128) {
                    yield new AttentionTile(128, 64, 32, 128, 32, 1, false, 128, 64, 32, 1);
                }
                yield new AttentionTile(64, 32, 32, 64, 16, 1, false, 64, 32, 16, 1);
            }
            case FLOAT64 -> throw new IllegalArgumentException("attention in float64");
        };
    }

    /** How many keys a block of the kernel for their gradients keeps. */
    int keysKeys() {
        return keysThreads / 2;
    }
}
