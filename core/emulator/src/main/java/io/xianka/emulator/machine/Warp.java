package io.xianka.emulator.machine;

import java.util.Arrays;

/**
 * Threads of a block that run in lockstep, as far as a program can tell. Implementations of {@link KernelCode} add
 * registers. Fields are public because generated code uses them.
 */
public abstract class Warp {
    /** The lane can run. */
    public static final byte RUNNING = 0;

    /** The lane waits at {@link #barrierOf}. */
    public static final byte WAITING = 1;

    /** The lane has ended. */
    public static final byte EXITED = 2;

    public final BlockContext block;

    /** The linear index in the block of lane 0. */
    public final int firstThread;

    /** At most what {@link KernelCode#lanesPerWarp} said; fewer in the last warp of a block. */
    public final int lanes;

    /** Where each lane goes on; what the numbers mean is the implementation's. */
    public final int[] pc;

    /** {@link #RUNNING}, {@link #WAITING} or {@link #EXITED}; of a warp that all wait in, perhaps still RUNNING. */
    public final byte[] status;

    /** At which barrier a waiting lane waits. */
    public final byte[] barrierOf;

    /** Counts down as the warp runs; below 0 it must return, so that others get their turn. */
    public int budget;

    /** In a checked launch: lanes wait for no others of the warp, because those do not come. */
    public boolean goesAlone;

    /** The barrier that all lanes wait at, of which their status says nothing then; -1 where it does. */
    private int barrierOfAll = -1;

    private int running;
    private int alive;

    protected Warp(BlockContext block, int firstThread, int lanes) {
        this.block = block;
        this.firstThread = firstThread;
        this.lanes = lanes;
        this.pc = new int[lanes];
        this.status = new byte[lanes];
        this.barrierOf = new byte[lanes];
        this.running = lanes;
        this.alive = lanes;
    }

    /** Back to the kernel's first instruction, all lanes running. Registers need not be cleared. */
    protected void restart() {
        Arrays.fill(pc, 0);
        restartLanes();
    }

    /** Makes all lanes run again, wherever {@link #pc} says. */
    protected final void restartLanes() {
        Arrays.fill(status, RUNNING);
        barrierOfAll = -1;
        running = lanes;
        alive = lanes;
    }

    /** Lanes that can run. */
    public final int running() {
        return running;
    }

    /** Lanes that have not ended. */
    public final int alive() {
        return alive;
    }

    /** Lanes that have not ended, as a bit set; for warps of at most 32. */
    public final int aliveLanes() {
        int set = 0;
        for (int lane = 0; lane < lanes; lane++) {
            if (status[lane] != EXITED) {
                set |= 1 << lane;
            }
        }
        return set;
    }

    /** Ends a lane. */
    public final void exit(int lane) {
        status[lane] = EXITED;
        running--;
        alive--;
        block.threadsExited(1);
    }

    /** Ends lanes {@code from} to {@code to} (exclusive), all of them running. */
    public final void exit(int from, int to) {
        Arrays.fill(status, from, to, EXITED);
        running -= to - from;
        alive -= to - from;
        block.threadsExited(to - from);
    }

    /**
     * A lane arrives at a barrier and waits; its {@code pc} already says where it goes on. It may be running again on
     * return, as may others, if it was the last.
     *
     * @param expectedThreads how many must arrive; 0 for all threads of the block that have not ended
     */
    public final void arrive(int lane, int barrier, int expectedThreads) {
        status[lane] = WAITING;
        barrierOf[lane] = (byte) barrier;
        running--;
        block.threadsArrived(barrier, 1, expectedThreads);
    }

    /** Lanes {@code from} to {@code to} (exclusive), all of them running, arrive at a barrier and wait. */
    public final void arrive(int from, int to, int barrier, int expectedThreads) {
        if (to - from == lanes && block.watch == null) {
            barrierOfAll = barrier;
        } else {
            Arrays.fill(status, from, to, WAITING);
            Arrays.fill(barrierOf, from, to, (byte) barrier);
        }
        running -= to - from;
        block.threadsArrived(barrier, to - from, expectedThreads);
    }

    /** Makes {@link #status} say what all lanes wait for. */
    final void showWaiting() {
        if (barrierOfAll >= 0) {
            Arrays.fill(status, WAITING);
            Arrays.fill(barrierOf, (byte) barrierOfAll);
            barrierOfAll = -1;
        }
    }

    final void release(int barrier) {
        if (running == alive) {
            return;
        }
        if (barrierOfAll >= 0) {
            if (barrierOfAll == barrier) {
                barrierOfAll = -1;
                running = alive;
            }
            return;
        }
        for (int lane = 0; lane < lanes; lane++) {
            if (status[lane] == WAITING && barrierOf[lane] == barrier) {
                status[lane] = RUNNING;
                running++;
            }
        }
    }
}
