package io.xianka.emulator.semantics;

/**
 * The 64 bits of an mbarrier object, and of the tokens that {@code mbarrier.arrive} gives: the state before the arrival. The
 * PTX ISA leaves the layout open; here, from the low bits up: arrivals that the phase still awaits (20), arrivals of the next
 * phase (20), bytes of transactions that the phase still awaits (21, signed), the phase (3).
 */
public final class MbarrierState {
    /** The most arrivals of a phase. */
    public static final int MOST_ARRIVALS = (1 << 20) - 1;

    private static final int EXPECTED_AT = 20;
    private static final int BYTES_AT = 40;
    private static final int PHASE_AT = 61;
    private static final int UNUSED_ABOVE_BYTES = 3;
    private static final int UNUSED_BELOW_BYTES = 43;

    private MbarrierState() {}

    /** {@code mbarrier.init}. */
    public static long initial(int arrivals) {
        return pack(0, 0, arrivals, arrivals);
    }

    /** {@code mbarrier.pending_count}: the arrivals that were awaited. */
    public static int pending(long state) {
        return (int) (state & MOST_ARRIVALS);
    }

    private static int expected(long state) {
        return (int) (state >>> EXPECTED_AT & MOST_ARRIVALS);
    }

    private static int bytes(long state) {
        return (int) (state << UNUSED_ABOVE_BYTES >> UNUSED_BELOW_BYTES);
    }

    private static int phase(long state) {
        return (int) (state >>> PHASE_AT);
    }

    private static long pack(int phase, int bytes, int expected, int pending) {
        return (long) phase << PHASE_AT | (bytes & 0x1f_ffffL) << BYTES_AT | (long) expected << EXPECTED_AT | pending;
    }

    /** So many threads arrive; at most {@link #pending}. */
    public static long arrive(long state, int count) {
        return completed(phase(state), bytes(state), expected(state), pending(state) - count);
    }

    /** So many threads will not arrive in the phases behind this one; at most {@link #pending}. */
    public static long drop(long state, int count) {
        return pack(phase(state), bytes(state), Math.max(0, expected(state) - count), pending(state));
    }

    /** The phase awaits so many more bytes of transactions. */
    public static long expectBytes(long state, int count) {
        return pack(phase(state), bytes(state) + count, expected(state), pending(state));
    }

    /** So many bytes of transactions have come. */
    public static long completeBytes(long state, int count) {
        return completed(phase(state), bytes(state) - count, expected(state), pending(state));
    }

    private static long completed(int phase, int bytes, int expected, int pending) {
        return pending == 0 && bytes == 0
                ? pack((phase + 1) & 7, 0, expected, expected)
                : pack(phase, bytes, expected, pending);
    }

    /** {@code mbarrier.test_wait}: whether the phase of a token is over. */
    public static boolean isOver(long state, long token) {
        return phase(state) != phase(token);
    }

    /** {@code mbarrier.test_wait.parity}: whether the last phase of this parity is over. */
    public static boolean isParityOver(long state, int parity) {
        return (phase(state) & 1) != (parity & 1);
    }
}
