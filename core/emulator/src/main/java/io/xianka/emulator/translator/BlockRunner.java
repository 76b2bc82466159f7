package io.xianka.emulator.translator;

/** What generated classes extend. */
abstract class BlockRunner {
    /**
     * Runs a basic block for lanes {@code from} to {@code to} (exclusive).
     *
     * @return how many lanes take the branch at its end; {@link TranslatedWarp#taken} says which, unless all or none do
     */
    abstract int run(int block, TranslatedWarp warp, int from, int to);

    /** Runs a basic block for the first {@code count} lanes of a list. */
    abstract int runListed(int block, TranslatedWarp warp, int[] lanes, int count);
}
