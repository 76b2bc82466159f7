package io.xianka.emulator.machine;

/**
 * What a checked launch is told of a block. Lanes are those of a {@link Warp}, which has 32, or more where a closely watched kernel has nothing but
 * {@link #row}s; points are those of {@link KernelCode#watched}.
 */
public abstract class BlockWatch {
    /** The block begins. */
    public abstract void start();

    /** The block is over. */
    public abstract void end();

    /**
     * A lane accesses memory.
     *
     * @param address in the point's window: an offset in shared or local memory, or a device address
     * @return where in this process it may do so: the place itself, or a harmless one where it must not
     */
    public abstract long access(Warp warp, int lane, long address, int bytes, int point);

    /**
     * Lanes {@code from} to {@code from + lanes} (exclusive) access memory side by side, without gaps.
     *
     * @param address of the first, as for {@link #access}
     * @return where in this process the first may do so, and the others behind it; 0 where each must ask for itself
     */
    public abstract long row(Warp warp, int from, int lanes, long address, int bytes, int point);

    /** What {@link #together} answers where each lane must ask for itself. */
    public static final long APART = Long.MIN_VALUE;

    /**
     * Lanes of a mask access memory at once.
     *
     * @param addresses of {@code count} lanes, in order, as for {@link #access}
     * @return how far it is from each address to where in this process its lane may access memory, or {@link #APART}
     */
    public abstract long together(Warp warp, long[] addresses, int count, int mask, int bytes, int point);

    /** The last {@code count} answers of {@link #row} and {@link #together} were not used: their lanes will ask each for itself. */
    public abstract void apart(int count);

    /**
     * Where in this process a device address lies, for a system call.
     *
     * @return 0 if not all bytes are memory of the thread
     */
    public abstract long find(long address, int bytes, int thread);

    /** A lane executes a fence. */
    public abstract void fenced(Warp warp, int lane, int point);

    /** A lane is about to meet others under a mask; {@code here} are those at the same instruction, itself included. */
    public abstract void meets(Warp warp, int lane, int mask, int here, int point);

    /** Lanes met, and go on together. */
    public abstract void met(Warp warp, int lanes);

    /** A lane shuffles from one that takes no part. */
    public abstract void shuffledFromNobody(Warp warp, int lane, int source, int point);

    /** A lane arrives at a barrier, where it will wait unless the point only arrives. */
    public abstract void arrives(Warp warp, int lane, int barrier, int expectedThreads, int point);

    /** A barrier is complete; those who wait there do so still. */
    public abstract void completes(int barrier);

    /**
     * A lane changed a barrier in memory.
     *
     * @param host the barrier's place in this process
     * @param arrives whether the lane, or its copies, arrived
     * @param isAfterCopies whether what the lane copies is over when the phase is
     * @param isPhaseOver whether this ended the phase
     */
    public abstract void changedBarrier(
            Warp warp, int lane, long host, boolean arrives, boolean isAfterCopies, boolean isPhaseOver);

    /** A lane saw that the phase it waited for is over, at the barrier in memory at this place in this process. */
    public abstract void sawPhaseEnd(Warp warp, int lane, long host);

    /** A lane makes a group of its asynchronous copies. */
    public abstract void groupsCopies(Warp warp, int lane);

    /** A lane waits for its asynchronous copies, but for the last groups; for all copies where {@code groupsLeft} is negative. */
    public abstract void awaitsCopies(Warp warp, int lane, int groupsLeft);

    /** No thread can go on, some have not ended: the block is given up. */
    public abstract void isStuck();

    /**
     * Lanes came to a branch that some may take.
     *
     * @param warps of 32 lanes
     * @param divergent how many of these part there
     */
    public abstract void branches(int warps, int divergent, int point);

    /** A lane computed a value: its bits and those of what it came from, by the point's instruction. */
    public abstract void computed(Warp warp, int lane, long result, long a, long b, long c, int point);
}
