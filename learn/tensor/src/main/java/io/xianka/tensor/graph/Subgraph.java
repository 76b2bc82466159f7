package io.xianka.tensor.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

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
    /** What tells graphs of one structure from others: everything but the elements of leaves and the values of parameters. */
    public static final class Key {
        private final Op[] ops;
        private final Node.Result[] results;
        private final int[] edges;
        private final int hash;

        private Key(Op[] ops, Node.Result[] results, int[] edges) {
            this.ops = ops;
            this.results = results;
            this.edges = edges;
            this.hash = 31 * (31 * Arrays.hashCode(ops) + Arrays.hashCode(results)) + Arrays.hashCode(edges);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && hash == key.hash
                    && Arrays.equals(edges, key.edges)
                    && Arrays.equals(results, key.results)
                    && Arrays.equals(ops, key.ops);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** What a node in memory computes. */
    static final Op LEAF = new Op.Data();

    private static final Op WITH_GRADIENT = new Op.WithGradient((_, _) -> List.of());

    /** The part of the graph that these outputs need. */
    public static Subgraph of(List<Node> outputs) {
        var found = new Collector();
        outputs.forEach(found::add);
        return new Subgraph(found.nodes, found.leaves, found.parameters, List.copyOf(outputs));
    }

    private static final class Collector {
        private final Map<Node, Boolean> done = new IdentityHashMap<>();
        private final List<Node> nodes = new ArrayList<>();
        private final List<Node> leaves = new ArrayList<>();
        private final List<Node> parameters = new ArrayList<>();

        /** Depth first with a stack of its own: graphs can be deeper than a thread's stack. */
        void add(Node output) {
            var stack = new ArrayList<Node>();
            stack.add(output);
            while (!stack.isEmpty()) {
                Node node = stack.getLast();
                Boolean state = done.get(node);
                if (state != null && state) {
                    stack.removeLast();
                } else if (state != null || node.isLeaf() || node.inputs().isEmpty()) {
                    stack.removeLast();
                    done.put(node, true);
                    take(node);
                } else {
                    done.put(node, false);
                    List<Node> inputs = needed(node);
                    for (int i = inputs.size() - 1; i >= 0; i--) {
                        if (!done.containsKey(inputs.get(i))) {
                            stack.add(inputs.get(i));
                        }
                    }
                }
            }
        }

        private void take(Node node) {
            nodes.add(node);
            if (node.storage() != null || node.op() instanceof Op.Data) {
                leaves.add(node);
            } else if (node.op() instanceof Op.Parameter) {
                parameters.add(node);
            }
        }
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
        return node.op() instanceof Op.WithGradient ? node.inputs().subList(0, 1) : node.inputs();
    }

    /** {@return the structure} */
    public Key key() {
        var numbers = new IdentityHashMap<Node, Integer>(nodes.size() * 2);
        Op[] ops = new Op[nodes.size()];
        var results = new ArrayList<Node.Result>(nodes.size());
        int[] edges = new int[nodes.size() * 3 + outputs.size() + 1];
        int count = 0;
        for (int i = 0; i < ops.length; i++) {
            Node node = nodes.get(i);
            numbers.put(node, i);
            boolean inMemory = isInMemory(node);
            ops[i] = inMemory ? LEAF : computed(node.op());
            results.addAll(node.results());
            if (!inMemory) {
                List<Node> inputs = needed(node);
                if (count + inputs.size() + outputs.size() + 1 > edges.length) {
                    edges = Arrays.copyOf(edges, 2 * (count + inputs.size() + outputs.size() + 1));
                }
                for (Node input : inputs) {
                    edges[count++] = numbers.get(input);
                }
            }
        }
        edges[count++] = -1;
        for (Node output : outputs) {
            edges[count++] = numbers.get(output);
        }
        return new Key(ops, results.toArray(Node.Result[]::new), Arrays.copyOf(edges, count));
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
}
