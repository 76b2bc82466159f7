package io.xianka.emulator.machine;

/** A block of a grid and a thread of that block. */
public record ThreadPosition(int blockX, int blockY, int blockZ, int threadX, int threadY, int threadZ) {
    @Override
    public String toString() {
        return "block (%d,%d,%d), thread (%d,%d,%d)".formatted(blockX, blockY, blockZ, threadX, threadY, threadZ);
    }
}
