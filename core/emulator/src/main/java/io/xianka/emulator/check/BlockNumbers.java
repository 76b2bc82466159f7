package io.xianka.emulator.check;

/**
 * What the blocks of a launch are called in {@link Stamp}s: numbers that no other launch of the same age gives, so that stamps may
 * stay when a launch is over. All accesses of launches before are ordered before those of this one.
 *
 * @param age how often the numbers were used up
 * @param first of block 0
 */
record BlockNumbers(int age, long first) {
    /** As many as a stamp tells apart. */
    private static final long MOST = (1L << 28) - 2;

    static final BlockNumbers NONE = new BlockNumbers(0, 0);

    /** The numbers for a launch behind one that had {@code blocks}. */
    BlockNumbers next(long blocks, long nextBlocks) {
        long begin = first + blocks;
        return begin + nextBlocks <= MOST ? new BlockNumbers(age, begin) : new BlockNumbers(age + 1, 0);
    }
}
