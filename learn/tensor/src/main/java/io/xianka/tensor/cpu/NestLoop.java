package io.xianka.tensor.cpu;

/** A kernel as one nest of loops. */
interface NestLoop {
    /** The whole of each unit. */
    int ALL = 0;

    /** Folds some steps of one unit, whose partial results the caller wants. */
    int FOLD = 1;

    /** What is left to do with one unit's partial results. */
    int REST = 2;

    /**
     * Computes some units.
     *
     * @param pointers addresses of the kernel's tensors
     * @param parameters numbers of this run
     * @param partials for each fold an array of {@link NestPlan#partials}
     * @param from the first unit
     * @param to the unit after the last
     * @param firstStep of those of a column
     * @param stepsEnd the step after the last
     * @param phase one of the above; others than ALL where columns are folded in parts
     */
    void run(
            long[] pointers,
            Number[] parameters,
            float[][] partials,
            int from,
            int to,
            int firstStep,
            int stepsEnd,
            int phase);
}
