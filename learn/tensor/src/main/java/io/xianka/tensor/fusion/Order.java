package io.xianka.tensor.fusion;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Subgraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * In which order steps run: of those that are ready the one after which the least memory is held, so that a gradient of weights is
 * computed as soon as it can be, and what it is computed from is free for the rest of the walk back. Among equals the graph's order
 * decides.
 */
final class Order {
    private final Map<Step, Integer> rank = new IdentityHashMap<>();
    private final Map<Step, Set<Step>> needs = new IdentityHashMap<>();
    private final Map<Step, List<Step>> feeds = new IdentityHashMap<>();
    private final Map<Step, Set<Buffer>> reads = new IdentityHashMap<>();
    private final Map<Step, Long> written = new IdentityHashMap<>();
    private final Map<Buffer, Integer> readers = new HashMap<>();
    private final Set<Buffer> outputs = new HashSet<>();

    private Order(Subgraph graph, List<Step> steps, Map<Node, Integer> positions, Map<Step, Set<Step>> barred) {
        graph.outputs().forEach(output -> outputs.add(Schedule.buffer(output)));
        Map<Buffer, Step> producers = new HashMap<>();
        for (Step step : steps) {
            int position = 0;
            long bytes = 0;
            for (Node node : step.writes()) {
                position = Math.max(position, positions.get(node));
            }
            for (Buffer buffer : step.writtenBuffers()) {
                producers.put(buffer, step);
                // Outputs have memory of their own from the start.
                bytes += outputs.contains(buffer) ? 0 : buffer.bytes();
            }
            rank.put(step, position);
            written.put(step, bytes);
        }
        for (Step step : steps) {
            Set<Step> before = Collections.newSetFromMap(new IdentityHashMap<>());
            Set<Buffer> own = new LinkedHashSet<>();
            for (Node read : step.reads()) {
                Buffer buffer = Schedule.buffer(read);
                own.add(buffer);
                Step producer = producers.get(buffer);
                if (producer == null && !isThere(buffer)) {
                    throw new IllegalStateException("a kernel of a plan reads " + read + ", which none makes");
                }
                if (producer != null && before.add(producer)) {
                    feeds.computeIfAbsent(producer, _ -> new ArrayList<>()).add(step);
                }
            }
            for (Step producer : barred.getOrDefault(step, Set.of())) {
                if (before.add(producer)) {
                    feeds.computeIfAbsent(producer, _ -> new ArrayList<>()).add(step);
                }
            }
            needs.put(step, before);
            reads.put(step, own);
            own.forEach(buffer -> readers.merge(buffer, 1, Integer::sum));
        }
    }

    /**
     * The steps in order.
     *
     * @param positions of nodes in the graph's order
     * @param barred steps that a step waits for although it reads nothing of them
     */
    static List<Step> of(Subgraph graph, List<Step> steps, Map<Node, Integer> positions, Map<Step, Set<Step>> barred) {
        var order = new Order(graph, steps, positions, barred);
        Set<Step> ready = Collections.newSetFromMap(new IdentityHashMap<>());
        steps.stream().filter(step -> order.needs.get(step).isEmpty()).forEach(ready::add);
        List<Step> ordered = new ArrayList<>();
        while (!ready.isEmpty()) {
            Step step = order.best(ready);
            ready.remove(step);
            ordered.add(step);
            order.reads.get(step).forEach(buffer -> order.readers.merge(buffer, -1, Integer::sum));
            for (Step next : order.feeds.getOrDefault(step, List.of())) {
                Set<Step> before = order.needs.get(next);
                if (before.remove(step) && before.isEmpty()) {
                    ready.add(next);
                }
            }
        }
        if (ordered.size() != steps.size()) {
            throw new IllegalStateException("kernels of a plan wait for each other");
        }
        return List.copyOf(ordered);
    }

    private static boolean isThere(Buffer buffer) {
        return buffer.owner().op() instanceof Op.Data || buffer.owner().op() instanceof Op.Parameter;
    }

    private Step best(Set<Step> ready) {
        Step best = null;
        long least = 0;
        for (Step step : ready) {
            long grows = growth(step);
            if (best == null || grows < least || (grows == least && rank.get(step) < rank.get(best))) {
                best = step;
                least = grows;
            }
        }
        return best;
    }

    /** How much more is held after a step than before. */
    private long growth(Step step) {
        long bytes = written.get(step);
        for (Buffer buffer : reads.get(step)) {
            boolean isFreed =
                    readers.get(buffer) == 1 && !(buffer.owner().op() instanceof Op.Data) && !outputs.contains(buffer);
            bytes -= isFreed ? buffer.bytes() : 0;
        }
        return bytes;
    }
}
