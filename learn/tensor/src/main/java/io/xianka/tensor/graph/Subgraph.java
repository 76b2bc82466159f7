package io.xianka.tensor.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What is computed in one go: all recorded nodes between some outputs and the leaves they are computed from, in an order that
 * depends on the structure alone.
 *
 * @param nodes all nodes, operands before what uses them, leaves included
 * @param leaves those in memory
 * @param parameters those that are numbers
 * @param outputs what is asked for
 */
public record Subgraph(List<Node> nodes, List<Node> leaves, List<Node> parameters, List<Node> outputs) {
    /** What a node in memory computes. */
    static final Op LEAF = new Op.Data();

    private static final Op WITH_GRADIENT = new Op.WithGradient((_, _) -> List.of());

    /** The part of the graph that these outputs need. */
    public static Subgraph of(List<Node> outputs) {
        return Recorded.of(outputs).graph();
    }

    /** {@return whether the elements of a node are read from memory in this graph} */
    public static boolean isInMemory(Node node) {
        return node.storage() != null || node.op() instanceof Op.Data;
    }

    /** A gradient rule says nothing about the value, and may be another object at each recording. */
    static Op computed(Op op) {
        return op instanceof Op.WithGradient ? WITH_GRADIENT : op;
    }

    /** What a node's value is computed from: not what only its gradient rule speaks of. */
    static List<Node> needed(Node node) {
        List<Node> inputs = node.inputs();
        return node.op() instanceof Op.WithGradient && inputs.size() > 1 ? inputs.subList(0, 1) : inputs;
    }

    /** What a node computes, as far as another node could compute the same. Inputs are compared by identity. */
    private record Computation(Op op, List<Node> inputs, List<Node.Result> results, Place place) {}

    /**
     * The same structure in nodes of its own, whose leaves hold no elements: what a plan that is kept may refer to without keeping
     * memory alive. Nodes that compute the same from the same are one; outputs stay apart.
     */
    public Subgraph detached() {
        var copies = new IdentityHashMap<Node, Node>(nodes.size() * 2);
        var known = new HashMap<Computation, Node>(nodes.size() * 2);
        var asked = Collections.newSetFromMap(new IdentityHashMap<Node, Boolean>());
        asked.addAll(outputs);
        var given = Collections.newSetFromMap(new IdentityHashMap<Node, Boolean>());
        var kept = new ArrayList<Node>(nodes.size());
        for (Node node : nodes) {
            boolean inMemory = isInMemory(node);
            Op op = inMemory ? LEAF : computed(node.op());
            List<Node> inputs = inMemory
                    ? List.of()
                    : needed(node).stream().map(copies::get).toList();
            Node copy = null;
            if (!inMemory && !(op instanceof Op.Parameter)) {
                copy = known.get(new Computation(op, inputs, node.results(), node.place()));
            }
            if (copy == null || (asked.contains(node) && given.contains(copy))) {
                copy = new Node(op, inputs, node.results(), node.place(), false, null);
                known.putIfAbsent(new Computation(op, inputs, node.results(), node.place()), copy);
                kept.add(copy);
            }
            if (asked.contains(node)) {
                given.add(copy);
            }
            copies.put(node, copy);
        }
        return new Subgraph(
                kept,
                leaves.stream().map(copies::get).toList(),
                parameters.stream().map(copies::get).toList(),
                outputs.stream().map(copies::get).toList());
    }

    /**
     * The same results, with some nodes computed twice: late users take the second.
     *
     * @param chosen what is computed twice
     * @param inMemory nodes that are computed once and stored; others are computed wherever they are used
     * @param late which of those in memory are computed late
     */
    public Subgraph twice(Set<Node> chosen, Predicate<Node> inMemory, Predicate<Node> late) {
        var second = new Twice(chosen, inMemory, late);
        nodes.forEach(second::take);
        return new Subgraph(
                second.nodes,
                leaves,
                parameters,
                outputs.stream().map(second::early).toList());
    }

    private static final class Twice {
        private final Set<Node> chosen;
        private final Predicate<Node> inMemory;
        private final Predicate<Node> late;
        private final List<Node> nodes = new ArrayList<>();
        private final Map<Node, Node> early = new IdentityHashMap<>();
        private final Map<Node, Node> later = new IdentityHashMap<>();
        private final Set<Node> differing = Collections.newSetFromMap(new IdentityHashMap<>());

        Twice(Set<Node> chosen, Predicate<Node> inMemory, Predicate<Node> late) {
            this.chosen = chosen;
            this.inMemory = inMemory;
            this.late = late;
        }

        Node early(Node node) {
            return early.get(node);
        }

        /** Operands were taken before. */
        void take(Node node) {
            boolean isLate = inMemory.test(node) && late.test(node);
            Node copy = with(node, isLate ? late(node) : all(node.inputs(), this::early));
            early.put(node, copy);
            nodes.add(copy);
            boolean passes = !inMemory.test(node) && node.inputs().stream().anyMatch(differing::contains);
            if (passes || chosen.contains(node)) {
                differing.add(node);
            }
        }

        private List<Node> late(Node user) {
            Node other = user.inputs().stream()
                    .filter(input -> !differing.contains(input))
                    .findFirst()
                    .map(this::early)
                    .orElse(null);
            return all(user.inputs(), input -> later(input, other));
        }

        /** The node as late users take it: made when the first of them comes, and not before another of that one's operands is there. */
        private Node later(Node node, Node after) {
            if (!differing.contains(node)) {
                return early.get(node);
            }
            Node known = later.get(node);
            if (known == null) {
                known = chosen.contains(node)
                        ? again(node, after, new IdentityHashMap<>())
                        : add(node, all(node.inputs(), input -> later(input, after)));
                later.put(node, known);
            }
            return known;
        }

        /** The node computed once more from what is in memory. */
        private Node again(Node node, Node after, Map<Node, Node> copies) {
            Node known = copies.get(node);
            if (known == null) {
                boolean isRead = inMemory.test(node) && !chosen.contains(node);
                known = isRead
                        ? bar(early.get(node), after)
                        : add(node, all(node.inputs(), input -> again(input, after, copies)));
                copies.put(node, known);
            }
            return known;
        }

        private Node bar(Node node, Node after) {
            if (after == null) {
                return node;
            }
            var barrier = new Node(new Op.Barrier(), List.of(node, after), node.results(), node.place(), false, null);
            nodes.add(barrier);
            return barrier;
        }

        private Node add(Node like, List<Node> inputs) {
            var copy = new Node(like.op(), inputs, like.results(), like.place(), false, null);
            nodes.add(copy);
            return copy;
        }

        private static List<Node> all(List<Node> nodes, UnaryOperator<Node> each) {
            return nodes.stream().map(each).toList();
        }

        private static Node with(Node node, List<Node> inputs) {
            return inputs.equals(node.inputs())
                    ? node
                    : new Node(node.op(), inputs, node.results(), node.place(), false, null);
        }
    }
}
