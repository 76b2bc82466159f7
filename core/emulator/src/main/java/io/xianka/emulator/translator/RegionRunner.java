package io.xianka.emulator.translator;

/** What the generated class of a {@link SerialRegion} extends. The lanes are as in {@link BlockRunner}. */
abstract class RegionRunner {
    /**
     * Runs lanes one after another, from where {@link TranslatedWarp#taken} says to the end of the region.
     *
     * @return how many of them ended their thread on the way, where the region has a place where lanes meet again
     */
    abstract int run(TranslatedWarp warp, int from, int to);

    abstract int runListed(TranslatedWarp warp, int[] lanes, int count);
}
