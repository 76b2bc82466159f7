package io.xianka.tensor.cpu;

/** A kernel as one nest of loops. */
interface NestLoop {
    /**
     * Computes some units.
     *
     * @param pointers addresses of the kernel's tensors
     * @param parameters numbers of this run
     * @param partials an array of {@link NestCode#PARTIALS} for each fold
     * @param from the first unit
     * @param to the unit after the last
     */
    void run(long[] pointers, Number[] parameters, float[][] partials, int from, int to);
}
