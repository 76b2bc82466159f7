package io.xianka.emulator.machine;

import java.util.List;

/**
 * What a checked launch knows of a kernel.
 *
 * @param points by number; null where nothing is to be told
 * @param shared the shared variables: number {@code i} is at {@link #sharedAddress(int)}, in the {@code i}th part of {@code 1 << sharedShift} bytes
 * @param local the kernel's local variables from number 1 on, at {@link #localAddress}; below them lie the frames of calls
 * @param parameters of the kernel
 * @param areBlocksIndependent whether, unless blocks race, what one does depends on no other
 */
public record WatchedCode(
        WatchPoint[] points,
        List<Slot> shared,
        int sharedShift,
        List<Slot> local,
        List<Parameter> parameters,
        boolean areBlocksIndependent) {
    /** Local variables lie this far apart: {@code 1 << LOCAL_SHIFT} bytes. */
    public static final int LOCAL_SHIFT = 20;

    /** Shared memory begins at a multiple of these bytes. */
    private static final int MOST_ALIGNMENT = 128;

    /** The local memories of threads lie this far apart: {@code 1 << THREAD_SHIFT} bytes. */
    public static final int THREAD_SHIFT = 29;

    /**
     * A variable.
     *
     * @param hostOffset where it lies in the block's shared or the thread's local memory
     * @param bytes -1 where the launch decides
     */
    public record Slot(String name, int hostOffset, int bytes) {}

    /** A parameter, and where it lies in the parameter block. */
    public record Parameter(String name, int offsetBytes, int bytes) {}

    /** How far apart shared variables lie, as a power of two: all of them must fit in 4 GiB. */
    public static int sharedShift(int variables) {
        int shift = 24;
        while (shift > 18 && (long) variables << shift >= 1L << 32) {
            shift--;
        }
        return shift;
    }

    /**
     * The offset in the shared window of a variable. It is aligned as the variable really is: by its neighbours, too.
     *
     * @param hostOffset where it lies in the block's shared memory
     */
    public static long sharedAddress(int number, int shift, int hostOffset) {
        return ((long) number << shift) + (1L << shift >> 1) + (hostOffset & MOST_ALIGNMENT - 1);
    }

    /** The offset in the shared window of a variable, by its number. */
    public long sharedAddress(int number) {
        return sharedAddress(number, sharedShift, shared.get(number).hostOffset());
    }

    /** The offset in a thread's local memory of a variable, from number 1 on. */
    public static long localAddress(int number) {
        return ((long) number << LOCAL_SHIFT) + (1L << LOCAL_SHIFT >> 1);
    }
}
