package io.xianka.emulator.interpreter;

import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.Warp;

/**
 * What a step sees of a warp: the registers of its lanes, and where they run. There are two: the interpreter's own warp,
 * and translated code that leaves an instruction to the interpreter. An operand is a register, or a constant where it is
 * negative; values are raw bits.
 */
public interface LaneState {
    BlockContext block();

    /** The warp whose lanes these are. */
    Warp warp();

    /** How many lanes the warp has. */
    int lanes();

    /** The linear index in the block of a lane. */
    int thread(int lane);

    long get(int lane, int operand);

    void set(int lane, int register, long value);

    /** The offset in the thread's local memory where the frame of a lane begins. */
    int localBase(int lane);

    /** Where a thread's local memory begins in this process. */
    long localHost(int lane);

    /** The carry that {@code add.cc} and its like leave, 0 or 1. */
    int carry(int lane);

    void carry(int lane, int carry);

    /** The number among the sites of the block's hints of the interpreter's site. */
    int site(int site);

    /** A lane looked at what another may write: other lanes and other warps get their turns sooner. */
    void seemsToSpin(int steps);
}
