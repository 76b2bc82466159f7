package io.xianka.emulator.check;

import java.util.Locale;

/** What is looked for, in the names of compute-sanitizer's tools. */
public enum CheckTool {
    /** Accesses out of bounds, misaligned or of freed memory, foreign local memory, double frees, leaks. */
    MEMCHECK,
    /** Reads of memory that nobody wrote. */
    INITCHECK,
    /** Unordered accesses of shared and global memory, of which one writes. */
    RACECHECK,
    /** Barriers that not all threads reach, and wrong masks of {@code _sync} operations. */
    SYNCCHECK;

    /** {@code memcheck}, as on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
