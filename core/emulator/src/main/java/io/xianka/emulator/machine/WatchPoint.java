package io.xianka.emulator.machine;

/**
 * An instruction that a checked launch is told of, and all that the checks ask of it.
 *
 * @param elementBytes of the access, one of {@code bytes / elementBytes} elements; 0 where it is none
 * @param isStrong volatile, relaxed or stronger
 * @param isVolatile strong only by being volatile
 * @param wideScope whether its order holds beyond the block
 * @param isOptimistic a plain read of what the same code then compares and swaps
 * @param isAsynchronous whether it may be done until a wait for copies
 * @param index of the instruction in its function
 */
public record WatchPoint(
        Kind kind,
        Window window,
        int bytes,
        int elementBytes,
        boolean isStrong,
        boolean isVolatile,
        boolean acquires,
        boolean releases,
        boolean wideScope,
        boolean isOptimistic,
        boolean isAsynchronous,
        FaultPlace place,
        int index,
        FunctionFlow flow) {
    /** What the instruction does. */
    public enum Kind {
        READ,
        WRITE,
        ATOMIC,
        /** An operation on a barrier in memory. */
        MEETING,
        FENCE,
        /** Lanes wait for each other, wherever they are. */
        WARP_BARRIER,
        /** Lanes exchange values. */
        EXCHANGE,
        BARRIER,
        BRANCH,
        OTHER
    }

    /** In which memory its address counts. */
    public enum Window {
        /** Global, constant or generic. */
        DEVICE,
        SHARED,
        LOCAL,
        NONE
    }

    /** The control flow of a function. */
    public interface FunctionFlow {
        /** Whether a thread can get from one instruction to another without a barrier of the block between. */
        boolean reaches(int from, int to);
    }
}
