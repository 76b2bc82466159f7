package io.xianka.tensor.fusion;

import io.xianka.tensor.graph.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Which steps of a schedule run at once: those of one kind, as the updates of parameters of one shape, each of which would leave most
 * of a GPU idle. A step waits for the last of its kind when nothing reads what it writes before, and when what it reads is held so
 * long anyway or nothing large happens in between.
 *
 * @param schedule the steps, so that those of a turn follow each other
 * @param turns the places of the steps of each turn
 */
public record Gathering(Schedule schedule, List<List<Integer>> turns) {
    /** What a step may read and write that still waits for others; larger ones fill a GPU. */
    private static final long MOST_BYTES = 64L << 20;

    /** Each step alone. */
    public static Gathering none(Schedule schedule) {
        List<List<Integer>> turns = new ArrayList<>();
        for (int at = 0; at < schedule.steps().size(); at++) {
            turns.add(List.of(at));
        }
        return new Gathering(schedule, turns);
    }

    /**
     * Gathers the steps of a schedule.
     *
     * @param kinds what is equal for steps that can run at once, or null for those that run alone
     */
    public static Gathering of(Schedule schedule, Function<Step, Object> kinds) {
        List<Step> steps = schedule.steps();
        var uses = new Uses(schedule);
        Map<Object, List<Integer>> open = new HashMap<>();
        Map<Integer, List<Integer>> byLast = new HashMap<>();
        for (int at = steps.size() - 1; at >= 0; at--) {
            Object kind = Explanation.bytes(steps.get(at)) <= MOST_BYTES ? kinds.apply(steps.get(at)) : null;
            List<Integer> others = kind == null ? null : open.get(kind);
            if (others != null && uses.canWait(at, others.getFirst())) {
                others.add(at);
                continue;
            }
            List<Integer> alone = new ArrayList<>(List.of(at));
            byLast.put(at, alone);
            if (kind != null) {
                open.put(kind, alone);
            }
        }
        List<Step> ordered = new ArrayList<>();
        List<List<Integer>> turns = new ArrayList<>();
        for (int at = 0; at < steps.size(); at++) {
            List<Integer> together = byLast.getOrDefault(at, List.of());
            List<Integer> turn = new ArrayList<>();
            for (int from : together.reversed()) {
                turn.add(ordered.size());
                ordered.add(steps.get(from));
            }
            if (!turn.isEmpty()) {
                turns.add(List.copyOf(turn));
            }
        }
        return new Gathering(new Schedule(schedule.graph(), List.copyOf(ordered)), List.copyOf(turns));
    }

    /** {@return of each step the number of its turn} */
    int[] turnOfSteps() {
        int[] numbers = new int[schedule.steps().size()];
        for (int turn = 0; turn < turns.size(); turn++) {
            for (int at : turns.get(turn)) {
                numbers[at] = turn;
            }
        }
        return numbers;
    }

    /** Where the memory of a schedule is read. */
    private static final class Uses {
        private final List<Step> steps;
        private final Map<Buffer, Integer> first = new HashMap<>();
        private final Map<Buffer, Integer> last = new HashMap<>();
        private final Set<Buffer> outputs = new HashSet<>();
        /** How many steps before each are no small kernels. */
        private final int[] large;

        Uses(Schedule schedule) {
            steps = schedule.steps();
            schedule.graph().outputs().forEach(output -> outputs.add(Schedule.buffer(output)));
            large = new int[steps.size() + 1];
            for (int at = 0; at < steps.size(); at++) {
                Step step = steps.get(at);
                boolean isSmall = step instanceof Step.Fused && Explanation.bytes(step) <= MOST_BYTES;
                large[at + 1] = large[at] + (isSmall ? 0 : 1);
                for (var read : step.reads()) {
                    first.putIfAbsent(Schedule.buffer(read), at);
                    last.put(Schedule.buffer(read), at);
                }
            }
        }

        boolean canWait(int at, int until) {
            Step step = steps.get(at);
            boolean isWanted = step.writtenBuffers().stream()
                    .anyMatch(buffer -> first.getOrDefault(buffer, Integer.MAX_VALUE) <= until);
            return !isWanted
                    && (large[until] == large[at]
                            || step.reads().stream().map(Schedule::buffer).allMatch(buffer -> isHeld(buffer, until)));
        }

        private boolean isHeld(Buffer buffer, int until) {
            return buffer.owner().op() instanceof Op.Data || outputs.contains(buffer) || last.get(buffer) >= until;
        }
    }
}
