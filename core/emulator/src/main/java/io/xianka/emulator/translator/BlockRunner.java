package io.xianka.emulator.translator;

/** What generated classes extend. */
abstract class BlockRunner {
    /**
     * Runs a basic block for lanes {@code from} to {@code to} (exclusive).
     *
     * @return how many lanes take the branch at its end; {@link TranslatedWarp#taken} says which, unless all or none do
     */
    abstract int run(int block, TranslatedWarp warp, int from, int to);

    /**
     * Runs one basic block after another for lanes {@code from} to {@code to}, which must be all that have not ended, for as long as
     * all of them go the same way and {@link TranslatedWarp#budget} lasts.
     *
     * @return as {@link #run} for {@link TranslatedWarp#lastBlock}, which parts the lanes or ends in more than a jump; negative where
     *     that block is still to run, because the budget is used up
     */
    int runTogether(int block, TranslatedWarp warp, int from, int to) {
        warp.lastBlock = block;
        warp.budget -= warp.code.costs(warp.lanes)[block];
        return warp.budget < 0 ? -1 : run(block, warp, from, to);
    }

    /** Runs a basic block for the first {@code count} lanes of a list. */
    abstract int runListed(int block, TranslatedWarp warp, int[] lanes, int count);
}
