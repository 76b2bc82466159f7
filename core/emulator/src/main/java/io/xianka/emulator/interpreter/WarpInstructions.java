package io.xianka.emulator.interpreter;

import static io.xianka.emulator.interpreter.Step.Together.isIn;

import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Modifier.ShuffleMode;
import io.xianka.ptx.Modifier.VoteMode;
import io.xianka.ptx.Operation;
import java.util.function.LongBinaryOperator;

/** Instructions in which lanes look at each other's registers. */
final class WarpInstructions {
    private WarpInstructions() {}

    /** {@code shfl.sync}. A source lane that takes no part gives its reader the reader's own value. */
    static Step.Together.WarpFunction shuffle(
            ShuffleMode mode, int target, int predicate, int value, int offset, int clamp, int point) {
        return (warp, lanes) -> {
            long[] read = new long[warp.lanes()];
            boolean[] inRange = new boolean[warp.lanes()];
            for (int lane = 0; lane < warp.lanes(); lane++) {
                if (!isIn(lanes, lane)) {
                    continue;
                }
                int b = (int) warp.get(lane, offset) & 31;
                int c = (int) warp.get(lane, clamp);
                int segment = c >> 8 & 31;
                int most = (lane & segment) | (c & 31 & ~segment);
                int least = lane & segment;
                int source = switch (mode) {
                    case UP -> lane - b;
                    case DOWN -> lane + b;
                    case BFLY -> lane ^ b;
                    case IDX -> least | (b & ~segment);
                };
                // For up, the clamp is a lower bound.
                inRange[lane] = mode == ShuffleMode.UP ? source >= most : source <= most;
                boolean takes = inRange[lane] && source < warp.lanes() && isIn(lanes, source);
                if (!takes && inRange[lane] && warp.block().watch != null) {
                    warp.block().watch.shuffledFromNobody(warp.warp(), lane, source, point);
                }
                read[lane] = warp.get(takes ? source : lane, value);
            }
            for (int lane = 0; lane < warp.lanes(); lane++) {
                if (isIn(lanes, lane)) {
                    if (target != Step.NONE) {
                        warp.set(lane, target, read[lane]);
                    }
                    if (predicate != Step.NONE) {
                        warp.set(lane, predicate, inRange[lane] ? 1 : 0);
                    }
                }
            }
        };
    }

    /** {@code vote.sync}. */
    static Step.Together.WarpFunction vote(VoteMode mode, int target, int predicate) {
        return (warp, lanes) -> {
            int ballot = 0;
            for (int lane = 0; lane < warp.lanes(); lane++) {
                if (isIn(lanes, lane) && (warp.get(lane, predicate) & 1) != 0) {
                    ballot |= 1 << lane;
                }
            }
            boolean all = ballot == lanes;
            long result = switch (mode) {
                case ALL -> all ? 1 : 0;
                case ANY -> ballot != 0 ? 1 : 0;
                case UNI -> all || ballot == 0 ? 1 : 0;
                case BALLOT -> ballot & 0xffff_ffffL;
            };
            setAll(warp, lanes, target, result);
        };
    }

    /** {@code match.any.sync}: who holds the same value. */
    static Step.Together.WarpFunction matchAny(int target, int value, boolean wide) {
        return (warp, lanes) -> {
            long[] found = new long[warp.lanes()];
            for (int lane = 0; lane < warp.lanes(); lane++) {
                for (int other = 0; isIn(lanes, lane) && other < warp.lanes(); other++) {
                    if (isIn(lanes, other) && equal(warp, lane, other, value, wide)) {
                        found[lane] |= 1L << other;
                    }
                }
            }
            for (int lane = 0; lane < warp.lanes(); lane++) {
                if (isIn(lanes, lane)) {
                    warp.set(lane, target, found[lane]);
                }
            }
        };
    }

    /** {@code match.all.sync}: the mask, if all hold the same value, or else 0. */
    static Step.Together.WarpFunction matchAll(int target, int predicate, int value, boolean wide) {
        return (warp, lanes) -> {
            int first = Integer.numberOfTrailingZeros(lanes);
            boolean same = true;
            for (int lane = 0; lane < warp.lanes(); lane++) {
                same &= !isIn(lanes, lane) || equal(warp, first, lane, value, wide);
            }
            setAll(warp, lanes, target, same ? lanes & 0xffff_ffffL : 0);
            if (predicate != Step.NONE) {
                setAll(warp, lanes, predicate, same ? 1 : 0);
            }
        };
    }

    private static boolean equal(LaneState warp, int a, int b, int value, boolean wide) {
        long difference = warp.get(a, value) ^ warp.get(b, value);
        return wide ? difference == 0 : (int) difference == 0;
    }

    /** {@code redux.sync}; null for a combination that is not known. */
    static Step.Together.WarpFunction reduce(Operation operation, int target, int value) {
        if (operation.combiner() == null || !operation.type().isInteger() || operation.has(Keyword.ABS)) {
            return null;
        }
        LongBinaryOperator combine = MemoryInstructions.combine(operation, operation.type());
        return combine == null
                ? null
                : (warp, lanes) -> {
                    int first = Integer.numberOfTrailingZeros(lanes);
                    long sum = warp.get(first, value);
                    for (int lane = first + 1; lane < warp.lanes(); lane++) {
                        if (isIn(lanes, lane)) {
                            sum = combine.applyAsLong(sum, warp.get(lane, value));
                        }
                    }
                    setAll(warp, lanes, target, sum);
                };
    }

    /** {@code elect.sync}: the lowest lane leads. */
    static Step.Together.WarpFunction elect(int target, int predicate) {
        return (warp, lanes) -> {
            int leader = Integer.numberOfTrailingZeros(lanes);
            if (target != Step.NONE) {
                setAll(warp, lanes, target, leader);
            }
            setAll(warp, lanes, predicate, 0);
            warp.set(leader, predicate, 1);
        };
    }

    private static void setAll(LaneState warp, int lanes, int target, long value) {
        for (int lane = 0; lane < warp.lanes(); lane++) {
            if (isIn(lanes, lane)) {
                warp.set(lane, target, value);
            }
        }
    }

    /** {@code activemask}: the lanes that execute it together. */
    static final class ActiveMask extends Step {
        private final int target;

        ActiveMask(int target) {
            this.target = target;
        }

        @Override
        void run(InterpretedWarp warp, int pc, int count) {
            long mask = 0;
            for (int i = 0; i < count; i++) {
                mask |= 1L << warp.group[i];
            }
            for (int i = 0; i < count; i++) {
                warp.set(warp.group[i], target, mask);
                warp.pc[warp.group[i]] = pc + 1;
            }
        }
    }
}
