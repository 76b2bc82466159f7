package io.xianka.emulator.check;

/** A thread of a grid: its block's and its own position, as {@code blockIdx} and {@code threadIdx}. */
public record ThreadPlace(int blockX, int blockY, int blockZ, int threadX, int threadY, int threadZ) {
    /** {@code (3,0,0)}. */
    public String block() {
        return "(" + blockX + "," + blockY + "," + blockZ + ")";
    }

    /** {@code (31,0,0)}. */
    public String thread() {
        return "(" + threadX + "," + threadY + "," + threadZ + ")";
    }

    /** {@code thread (31,0,0) in block (3,0,0)}. */
    @Override
    public String toString() {
        return "thread " + thread() + " in block " + block();
    }
}
