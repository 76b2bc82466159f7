package io.xianka.emulator.interpreter;

import io.xianka.emulator.machine.BlockWatch;
import io.xianka.emulator.machine.RawMemory;
import io.xianka.emulator.semantics.MbarrierState;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Operation;

/** Barriers in memory. Copies are over when the instruction that starts them is, so none is ever awaited. */
final class MbarrierInstructions {
    /** What a look at a phase that is not over takes of a warp's turn. */
    private static final int WAITING_STEPS = 256;

    private static final int BYTES = 8;

    private MbarrierInstructions() {}

    @FunctionalInterface
    private interface Change {
        long apply(LaneState warp, int lane, long state);
    }

    /** Who arrives by a change. */
    private enum Arrival {
        NOBODY,
        LANE,
        /** Without a count of its own, where the copies add one and take it. */
        COPIES,
        LANE_BEHIND_COPIES
    }

    /** Changes a barrier and answers its state before. */
    private static long change(MemoryPlace place, LaneState warp, int lane, Arrival arrival, Change change) {
        long host = place.locate(warp, lane, BYTES, true);
        while (true) {
            long before = RawMemory.getLongVolatile(host);
            long after = change.apply(warp, lane, before);
            if (RawMemory.compareAndExchangeLong(host, before, after) == before) {
                BlockWatch watch = warp.block().watch;
                if (watch != null) {
                    boolean isBehindCopies = arrival == Arrival.COPIES || arrival == Arrival.LANE_BEHIND_COPIES;
                    watch.changedBarrier(
                            warp.warp(),
                            lane,
                            host,
                            arrival != Arrival.NOBODY,
                            isBehindCopies,
                            MbarrierState.isOver(after, before));
                }
                return before;
            }
        }
    }

    /** {@code mbarrier.init}. */
    static Step.LaneAction init(MemoryPlace place, int count) {
        return (warp, lane) -> {
            int arrivals = (int) warp.get(lane, count);
            if (arrivals < 1 || arrivals > MbarrierState.MOST_ARRIVALS) {
                throw Faults.illegal("mbarrier.init for %d arrivals; 1 to %d are possible"
                        .formatted(arrivals, MbarrierState.MOST_ARRIVALS));
            }
            RawMemory.putLongVolatile(place.locate(warp, lane, BYTES, true), MbarrierState.initial(arrivals));
        };
    }

    /** {@code mbarrier.inval}: the memory may be used for something else. */
    static Step.LaneAction invalidate(MemoryPlace place) {
        return (warp, lane) -> RawMemory.putLongVolatile(place.locate(warp, lane, BYTES, true), 0);
    }

    /**
     * {@code mbarrier.arrive} and {@code mbarrier.arrive_drop}.
     *
     * @param token the register that gets the state before, or {@link Step#NONE}
     * @param count arrivals, or with {@code .expect_tx} bytes to await
     */
    static Step.LaneAction arrive(Operation operation, MemoryPlace place, int token, int count, boolean drops) {
        boolean expects = operation.has(Keyword.EXPECT_TX);
        return (warp, lane) -> {
            int number = (int) warp.get(lane, count);
            int arrivals = expects ? 1 : number;
            long before = change(place, warp, lane, Arrival.LANE, (w, l, state) -> {
                requireAwaited(state, arrivals);
                long next = expects ? MbarrierState.expectBytes(state, number) : state;
                return MbarrierState.arrive(drops ? MbarrierState.drop(next, arrivals) : next, arrivals);
            });
            if (token != Step.NONE) {
                warp.set(lane, token, before);
            }
        };
    }

    private static void requireAwaited(long state, int arrivals) {
        if (arrivals < 1 || arrivals > MbarrierState.pending(state)) {
            throw Faults.illegal("%d arrivals at an mbarrier that awaits %d; is it initialised, and for enough threads?"
                    .formatted(arrivals, MbarrierState.pending(state)));
        }
    }

    /** {@code mbarrier.expect_tx} and {@code mbarrier.complete_tx}. */
    static Step.LaneAction transact(MemoryPlace place, int bytes, boolean completes) {
        return (warp, lane) -> {
            int count = (int) warp.get(lane, bytes);
            change(
                    place,
                    warp,
                    lane,
                    Arrival.NOBODY,
                    (w, l, state) -> completes
                            ? MbarrierState.completeBytes(state, count)
                            : MbarrierState.expectBytes(state, count));
        };
    }

    /** {@code cp.async.mbarrier.arrive}: without {@code .noinc} it awaits one arrival more, and makes it. */
    static Step.LaneAction arriveAfterCopies(Operation operation, MemoryPlace place) {
        boolean counts = operation.has(Keyword.NOINC);
        Arrival arrival = counts ? Arrival.LANE_BEHIND_COPIES : Arrival.COPIES;
        return (warp, lane) -> change(place, warp, lane, arrival, (w, l, state) -> {
            requireAwaited(state, 1);
            return counts ? MbarrierState.arrive(state, 1) : state;
        });
    }

    /** {@code mbarrier.test_wait} and {@code mbarrier.try_wait}, by a token or by the parity of the phase. */
    static Step.LaneAction test(Operation operation, MemoryPlace place, int target, int phase) {
        boolean byParity = operation.has(Keyword.PARITY);
        return (warp, lane) -> {
            long host = place.locate(warp, lane, BYTES, false);
            long state = RawMemory.getLongVolatile(host);
            long which = warp.get(lane, phase);
            boolean isOver =
                    byParity ? MbarrierState.isParityOver(state, (int) which) : MbarrierState.isOver(state, which);
            if (!isOver) {
                warp.seemsToSpin(WAITING_STEPS);
            } else if (warp.block().watch != null) {
                warp.block().watch.sawPhaseEnd(warp.warp(), lane, host);
            }
            warp.set(lane, target, isOver ? 1 : 0);
        };
    }
}
