package io.xianka.emulator.check;

/** In which order two accesses that race were meant. An atomic operation counts as a write, or a read where it meets a write. */
public enum Hazard {
    /** Read after write. */
    RAW,
    /** Write after read. */
    WAR,
    /** Write after write, of different values. */
    WAW
}
