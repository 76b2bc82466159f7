package io.xianka.tensor.cpu;

/** A generated loop over lanes; see {@link VectorCode}. */
interface VectorLoop {
    /**
     * Computes n lanes.
     *
     * @param addresses of the first lane's elements, for each load and store
     * @param scalars operands that are the same for all lanes
     * @param arrays registers that are read or written, partial results, rows
     * @param column where in a row the first lane is
     * @param n a multiple of {@link FoldLoops#PARTIALS}
     */
    void run(long[] addresses, float[] scalars, float[][] arrays, int column, int n);
}
