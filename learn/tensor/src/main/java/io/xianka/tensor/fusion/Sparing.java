package io.xianka.tensor.fusion;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Subgraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes large values a second time instead of holding them across the moment at which most is held: an activation that a product
 * of the backward pass takes, when what it is made of is held for the gradient of the activation anyway. It costs a store beside a
 * kernel that reads the same, and spares a training step a fifth of its memory.
 */
final class Sparing {
    /** Smaller values are not worth it. */
    static final long LEAST_BYTES = 16L << 20;

    /** More would cost more time than a store. */
    private static final int MOST_OPERATIONS = 60;

    /** What else must be spared for a second plan to be taken. */
    private static final double FIRST_TO_SECOND = 1.02;

    private final Schedule schedule;
    private final Map<Buffer, Integer> made = new HashMap<>();
    private final Map<Buffer, List<Integer>> read = new HashMap<>();
    private final Set<Buffer> outputs = new HashSet<>();
    private final Map<Node, List<Node>> users = new IdentityHashMap<>();

    private Sparing(Schedule schedule) {
        this.schedule = schedule;
        List<Step> steps = schedule.steps();
        for (int at = 0; at < steps.size(); at++) {
            int time = at;
            steps.get(at).writtenBuffers().forEach(buffer -> made.put(buffer, time));
            steps.get(at).reads().stream()
                    .map(Schedule::buffer)
                    .distinct()
                    .forEach(buffer ->
                            read.computeIfAbsent(buffer, _ -> new ArrayList<>()).add(time));
        }
        schedule.graph().outputs().forEach(output -> outputs.add(Schedule.buffer(output)));
        for (Node node : schedule.graph().nodes()) {
            for (Node input : node.inputs()) {
                users.computeIfAbsent(input, _ -> new ArrayList<>()).add(node);
            }
        }
    }

    /**
     * The schedule, or another that holds less.
     *
     * @param leastBytes of values that are computed again
     */
    static Schedule of(Schedule schedule, long leastBytes) {
        Subgraph sparing = graph(schedule, leastBytes);
        if (sparing == null) {
            return schedule;
        }
        Schedule second = new Fuser(sparing, true).schedule();
        return arenaBytes(second) * FIRST_TO_SECOND < arenaBytes(schedule) ? second : schedule;
    }

    private static long arenaBytes(Schedule schedule) {
        return MemoryPlan.of(schedule, _ -> 0).arenaBytes();
    }

    /** The graph in which such values are computed twice, or null when there are none. */
    static Subgraph graph(Schedule schedule, long leastBytes) {
        var sparing = new Sparing(schedule);
        int peak = sparing.peak();
        Set<Node> chosen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Step step : schedule.steps()) {
            if (step instanceof Step.Fused) {
                for (Node node : step.writes()) {
                    if (node.bytes() >= leastBytes && sparing.isSpared(node, peak, chosen)) {
                        chosen.add(node);
                    }
                }
            }
        }
        return chosen.isEmpty()
                ? null
                : schedule.graph().twice(chosen, sparing::isInMemory, node -> sparing.timeOf(node) > peak);
    }

    private int last(Buffer buffer) {
        List<Integer> times = read.getOrDefault(buffer, List.of());
        return times.isEmpty() ? made.get(buffer) : times.getLast();
    }

    /** The step during which most is held. */
    private int peak() {
        long[] change = new long[schedule.steps().size() + 1];
        made.forEach((buffer, from) -> {
            if (!outputs.contains(buffer)) {
                change[from] += buffer.bytes();
                change[last(buffer) + 1] -= buffer.bytes();
            }
        });
        int peak = 0;
        long held = 0;
        long most = 0;
        for (int at = 0; at < change.length; at++) {
            held += change[at];
            if (held > most) {
                most = held;
                peak = at;
            }
        }
        return peak;
    }

    private boolean isSpared(Node node, int peak, Set<Node> chosen) {
        Buffer buffer = Schedule.buffer(node);
        boolean isHeld = made.get(buffer) < peak && last(buffer) > peak && !outputs.contains(buffer);
        if (!isHeld || node.op() instanceof Op.Reduce) {
            return false;
        }
        int again = read.get(buffer).stream()
                .filter(time -> time > peak)
                .findFirst()
                .orElseThrow();
        return isMadeOfWhatIsHeld(node, again, chosen) && isUsedByOthersAlone(node);
    }

    /** Whether all that it is computed from is in memory when it is wanted again, and wanted then by others. */
    private boolean isMadeOfWhatIsHeld(Node node, int again, Set<Node> chosen) {
        boolean isComputed = false;
        Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        var open = new ArrayDeque<Node>(node.inputs());
        while (!open.isEmpty()) {
            Node operand = open.remove();
            if (!seen.add(operand)) {
                continue;
            }
            if (seen.size() > MOST_OPERATIONS || operand.op() instanceof Op.Barrier) {
                return false;
            }
            Buffer buffer = Schedule.buffer(operand);
            if (made.containsKey(buffer)) {
                if (last(buffer) < again || chosen.contains(buffer.owner())) {
                    return false;
                }
                isComputed = true;
            } else if (!(operand.op() instanceof Op.Data)) {
                open.addAll(operand.inputs());
            }
        }
        // A weight's narrow copy would be made anew for little.
        return isComputed;
    }

    /** Whether products and the like take it, as it is or viewed: what computes with it in a kernel would compute it there. */
    private boolean isUsedByOthersAlone(Node node) {
        var open = new ArrayDeque<Node>(users.getOrDefault(node, List.of()));
        while (!open.isEmpty()) {
            Node user = open.remove();
            switch (user.op()) {
                case Op.Reshape _, Op.Permute _, Op.Slice _, Op.WithGradient _ -> {
                    if (made.containsKey(new Buffer(user, 0))) {
                        return false;
                    }
                    open.addAll(users.getOrDefault(user, List.of()));
                }
                case Op.Dot _, Op.Attention _, Op.AttentionGradient _ -> {}
                default -> {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isInMemory(Node node) {
        // What an operation with several results has made lies in memory by each of its results.
        Buffer own = node.op() instanceof Op.Item ? Schedule.buffer(node) : new Buffer(node, 0);
        return node.op() instanceof Op.Data || made.containsKey(own);
    }

    private int timeOf(Node node) {
        return made.getOrDefault(new Buffer(node, 0), -1);
    }
}
