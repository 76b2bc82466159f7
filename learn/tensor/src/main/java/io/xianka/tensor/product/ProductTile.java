package io.xianka.tensor.product;

import java.util.Map;

/** How a generated kernel cuts a product into blocks. Sizes are elements. */
sealed interface ProductTile {

    /** Rows of the result that a block makes. */
    int m();

    /** Columns of the result that a block makes. */
    int n();

    /** How much of k a block takes at once. */
    int k();

    /** Threads of a block. */
    int threads();

    /** Dynamic shared memory of a block. */
    int sharedBytes(Arithmetic arithmetic);

    /** The macros that the source takes. */
    Map<String, Integer> macros();

    /** Plain multiply-adds by 256 threads. */
    record ByThreads(int m, int n, int k) implements ProductTile {
        @Override
        public int threads() {
            return 256;
        }

        @Override
        public int sharedBytes(Arithmetic arithmetic) {
            return 0;
        }

        @Override
        public Map<String, Integer> macros() {
            return Map.of("BM", m, "BN", n, "BK", k);
        }
    }

    /**
     * Tensor cores, fed through shared memory.
     *
     * @param warpM rows of the block's tile that a warp makes
     * @param warpN columns of the block's tile that a warp makes
     * @param stages how many steps along k are in shared memory at once
     */
    record ByWarps(int m, int n, int k, int warpM, int warpN, int stages) implements ProductTile {
        @Override
        public int threads() {
            return 32 * (m / warpM) * (n / warpN);
        }

        @Override
        public int sharedBytes(Arithmetic arithmetic) {
            return stages * (m + n) * k * arithmetic.factors().bytes();
        }

        @Override
        public Map<String, Integer> macros() {
            return Map.of("BM", m, "BN", n, "BK", k, "WM", warpM, "WN", warpN, "STAGES", stages);
        }
    }
}
