package io.xianka.emulator.translator;

import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.FaultKind;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.ShuffleMode;
import io.xianka.ptx.Modifier.VoteMode;

/**
 * What generated code calls where lanes look at each other, and comparisons that Java has no operator for. The lanes that take
 * part come as {@code list[from..to)}, or as {@code from..to} themselves where the list is null. A lane exchanges with
 * those of them that its mask names.
 */
final class Exchanges {
    private static final ShuffleMode[] SHUFFLES = ShuffleMode.values();
    private static final VoteMode[] VOTES = VoteMode.values();
    private static final Combiner[] COMBINERS = Combiner.values();

    private Exchanges() {}

    private static int lane(int[] list, int i) {
        return list == null ? i : list[i];
    }

    static int active(int[] list, int from, int to) {
        int active = 0;
        for (int i = from; i < to; i++) {
            active |= 1 << lane(list, i);
        }
        return active;
    }

    /** The lane to read from; the complement of the lane's own number where that is out of range. */
    static int source(int mode, int lane, int offset, int clamp) {
        int b = offset & 31;
        int segment = clamp >> 8 & 31;
        int most = (lane & segment) | (clamp & 31 & ~segment);
        int source = switch (SHUFFLES[mode]) {
            case UP -> lane - b;
            case DOWN -> lane + b;
            case BFLY -> lane ^ b;
            case IDX -> (lane & segment) | (b & ~segment);
        };
        boolean inRange = mode == ShuffleMode.UP.ordinal() ? source >= most : source <= most;
        return inRange ? source : ~lane;
    }

    static void shuffle(
            TranslatedWarp warp,
            int[] list,
            int from,
            int to,
            int mode,
            int[] target,
            boolean[] inRange,
            int[] value,
            int[] offset,
            int[] clamp,
            int[] mask) {
        int active = active(list, from, to);
        int[] read = value.clone();
        for (int i = from; i < to; i++) {
            int lane = lane(list, i);
            int source = source(mode, lane, offset[lane], clamp[lane]);
            boolean takes = source >= 0 && (active & mask[lane] & 1 << source) != 0;
            if (source >= 0 && !takes && warp.block.watch != null) {
                warp.block.watch.shuffledFromNobody(warp, lane, source, warp.exchangePoint);
            }
            if (target != null) {
                target[lane] = read[takes ? source : lane];
            }
            if (inRange != null) {
                inRange[lane] = source >= 0;
            }
        }
    }

    static void shuffle(
            TranslatedWarp warp,
            int[] list,
            int from,
            int to,
            int mode,
            float[] target,
            boolean[] inRange,
            float[] value,
            int[] offset,
            int[] clamp,
            int[] mask) {
        int active = active(list, from, to);
        float[] read = value.clone();
        for (int i = from; i < to; i++) {
            int lane = lane(list, i);
            int source = source(mode, lane, offset[lane], clamp[lane]);
            boolean takes = source >= 0 && (active & mask[lane] & 1 << source) != 0;
            if (source >= 0 && !takes && warp.block.watch != null) {
                warp.block.watch.shuffledFromNobody(warp, lane, source, warp.exchangePoint);
            }
            if (target != null) {
                target[lane] = read[takes ? source : lane];
            }
            if (inRange != null) {
                inRange[lane] = source >= 0;
            }
        }
    }

    private static int ballot(int active, boolean[] predicate, int mask) {
        int ballot = 0;
        for (int left = active & mask; left != 0; left &= left - 1) {
            int lane = Integer.numberOfTrailingZeros(left);
            if (predicate[lane]) {
                ballot |= 1 << lane;
            }
        }
        return ballot;
    }

    static void vote(
            TranslatedWarp warp,
            int[] list,
            int from,
            int to,
            int mode,
            int[] target,
            boolean[] predicate,
            int[] mask) {
        int active = active(list, from, to);
        int ballot = ballot(active, predicate, -1);
        for (int i = from; i < to; i++) {
            int lane = lane(list, i);
            target[lane] = ballot & mask[lane];
        }
    }

    static void vote(
            TranslatedWarp warp,
            int[] list,
            int from,
            int to,
            int mode,
            boolean[] target,
            boolean[] predicate,
            int[] mask) {
        int active = active(list, from, to);
        int ballot = ballot(active, predicate, -1);
        for (int i = from; i < to; i++) {
            int lane = lane(list, i);
            int own = active & (mask[lane] | 1 << lane);
            int voted = ballot & own;
            target[lane] = switch (VOTES[mode]) {
                case ALL -> voted == own;
                case ANY -> voted != 0;
                case UNI -> voted == own || voted == 0;
                case BALLOT -> throw new AssertionError();
            };
        }
    }

    static void activeMask(TranslatedWarp warp, int[] list, int from, int to, int[] target) {
        int active = active(list, from, to);
        for (int i = from; i < to; i++) {
            target[lane(list, i)] = active;
        }
    }

    static void matchAny(TranslatedWarp warp, int[] list, int from, int to, int[] target, int[] value, int[] mask) {
        int active = active(list, from, to);
        int[] read = value.clone();
        for (int i = from; i < to; i++) {
            int lane = lane(list, i);
            int found = 0;
            for (int left = active & mask[lane]; left != 0; left &= left - 1) {
                int other = Integer.numberOfTrailingZeros(left);
                if (read[other] == read[lane]) {
                    found |= 1 << other;
                }
            }
            target[lane] = found;
        }
    }

    static void matchAll(
            TranslatedWarp warp,
            int[] list,
            int from,
            int to,
            int[] target,
            boolean[] predicate,
            int[] value,
            int[] mask) {
        int active = active(list, from, to);
        int[] read = value.clone();
        for (int i = from; i < to; i++) {
            int lane = lane(list, i);
            boolean same = true;
            int own = active & mask[lane];
            for (int left = own; left != 0; left &= left - 1) {
                same &= read[Integer.numberOfTrailingZeros(left)] == read[lane];
            }
            if (target != null) {
                target[lane] = same ? own : 0;
            }
            if (predicate != null) {
                predicate[lane] = same;
            }
        }
    }

    static void reduce(
            TranslatedWarp warp,
            int[] list,
            int from,
            int to,
            int combiner,
            boolean isSigned,
            int[] target,
            int[] value,
            int[] mask) {
        int active = active(list, from, to);
        int[] read = value.clone();
        for (int i = from; i < to; i++) {
            int lane = lane(list, i);
            int result = read[lane];
            for (int left = active & mask[lane] & ~(1 << lane); left != 0; left &= left - 1) {
                int other = read[Integer.numberOfTrailingZeros(left)];
                result = switch (COMBINERS[combiner]) {
                    case ADD -> result + other;
                    case AND -> result & other;
                    case OR -> result | other;
                    case XOR -> result ^ other;
                    case MIN ->
                        isSigned
                                ? Math.min(result, other)
                                : Integer.compareUnsigned(result, other) < 0 ? result : other;
                    case MAX ->
                        isSigned
                                ? Math.max(result, other)
                                : Integer.compareUnsigned(result, other) > 0 ? result : other;
                    case INC, DEC, EXCH, CAS, POPC -> throw new AssertionError(COMBINERS[combiner]);
                };
            }
            target[lane] = result;
        }
    }

    static void elect(
            TranslatedWarp warp, int[] list, int from, int to, int[] target, boolean[] predicate, int[] mask) {
        int active = active(list, from, to);
        for (int i = from; i < to; i++) {
            int lane = lane(list, i);
            int leader = Integer.numberOfTrailingZeros(active & (mask[lane] | 1 << lane));
            if (target != null) {
                target[lane] = leader;
            }
            if (predicate != null) {
                predicate[lane] = lane == leader;
            }
        }
    }

    // ---- barriers and branches

    static void contribute(TranslatedWarp warp, int[] list, int from, int to, boolean[] predicate) {
        for (int i = from; i < to; i++) {
            warp.block.contribute(warp.barrier, predicate[lane(list, i)]);
        }
    }

    /** {@code brx.idx}: sends each lane to the block that its index selects. */
    static void select(TranslatedWarp warp, int[] list, int from, int to, int instruction, int[] index, int[] targets) {
        for (int i = from; i < to; i++) {
            int lane = lane(list, i);
            if (Integer.compareUnsigned(index[lane], targets.length) >= 0) {
                throw DeviceFault.of(
                                FaultKind.ILLEGAL_INSTRUCTION,
                                "brx.idx of " + Integer.toUnsignedString(index[lane]) + " where there are "
                                        + targets.length + " targets")
                        .at(warp.code.placeOf(instruction), warp.block.position(warp.firstThread + lane));
            }
            warp.pc[lane] = targets[index[lane]];
        }
    }

    // ---- masks of lanes

    static int maskEqual(int lane) {
        return 1 << lane;
    }

    static int maskLessOrEqual(int lane) {
        return (2 << lane) - 1;
    }

    static int maskLess(int lane) {
        return (1 << lane) - 1;
    }

    static int maskGreaterOrEqual(int lane) {
        return -(1 << lane);
    }

    static int maskGreater(int lane) {
        return -(2 << lane);
    }

    // ---- comparisons

    static boolean areNumbers(float a, float b) {
        return !Float.isNaN(a) && !Float.isNaN(b);
    }

    static boolean areNumbers(double a, double b) {
        return !Double.isNaN(a) && !Double.isNaN(b);
    }

    static boolean isAnyNan(float a, float b) {
        return !areNumbers(a, b);
    }

    static boolean isAnyNan(double a, double b) {
        return !areNumbers(a, b);
    }

    static boolean areDifferentNumbers(float a, float b) {
        return a < b || a > b;
    }

    static boolean areDifferentNumbers(double a, double b) {
        return a < b || a > b;
    }

    static boolean areEqualOrNan(float a, float b) {
        return !(a < b || a > b);
    }

    static boolean areEqualOrNan(double a, double b) {
        return !(a < b || a > b);
    }
}
