package io.xianka.emulator.check;

import java.util.Comparator;

/**
 * When a finding was made, as a device that runs one block after another would have it: blocks that run side by side find in an
 * order of chance.
 *
 * @param launch how many launches had begun
 * @param block {@link #BEHIND} for what is found when no kernel runs
 * @param number of the findings of the block
 */
record FindingOrder(long launch, long block, long number) implements Comparable<FindingOrder> {
    static final long BEHIND = Long.MAX_VALUE;

    private static final Comparator<FindingOrder> ORDER = Comparator.comparingLong(FindingOrder::launch)
            .thenComparingLong(FindingOrder::block)
            .thenComparingLong(FindingOrder::number);

    @Override
    public int compareTo(FindingOrder other) {
        return ORDER.compare(this, other);
    }
}
