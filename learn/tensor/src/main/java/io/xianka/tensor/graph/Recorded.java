package io.xianka.tensor.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A part of what was recorded, read off in one walk together with its structure. That is done for each step of a training, thousands of
 * nodes at a time and long before the virtual machine has compiled anything, so it is written without maps and streams.
 *
 * <p>What a node computes is looked at once, so that another thread that computes it meanwhile does no harm.
 */
public final class Recorded {
    /** What tells graphs of one structure from others: everything but the elements of leaves and the values of parameters. */
    public static final class Structure {
        private final Op[] ops;
        private final List<Node.Result>[] results;
        private final int[] edges;
        private final int hash;

        private Structure(Op[] ops, List<Node.Result>[] results, int[] edges, int hash) {
            this.ops = ops;
            this.results = results;
            this.edges = edges;
            this.hash = hash;
        }

        /** What is quickly said of an operation; hashes of records take far longer than comparing the few that differ here. */
        static int kind(Op op) {
            return op instanceof Op.Binary binary
                    ? binary.op().ordinal()
                    : op instanceof Op.Unary unary ? 64 + unary.op().ordinal() : 128;
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Structure that) || hash != that.hash || !Arrays.equals(edges, that.edges)) {
                return false;
            }
            if (ops.length != that.ops.length) {
                return false;
            }
            for (int i = 0; i < ops.length; i++) {
                if (ops[i] != that.ops[i] && !ops[i].equals(that.ops[i]) || !areSame(results[i], that.results[i])) {
                    return false;
                }
            }
            return true;
        }

        private static boolean areSame(List<Node.Result> some, List<Node.Result> others) {
            int count = some.size();
            boolean same = some == others || count == others.size();
            for (int i = 0; same && some != others && i < count; i++) {
                Node.Result one = some.get(i);
                Node.Result other = others.get(i);
                same = one.dtype() == other.dtype() && one.shape().equals(other.shape());
            }
            return same;
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private static final int FEW = 256;

    private final Numbering numbers = new Numbering();
    private final List<Node> nodes = new ArrayList<>(FEW);
    private final List<Node> leaves = new ArrayList<>();
    private final List<Node> parameters = new ArrayList<>();
    private final List<Op> ops = new ArrayList<>(FEW);
    private final BitSet asked = new BitSet();
    private int[] edges = new int[64];
    private int edgeCount;

    private final Subgraph graph;
    private final Structure structure;

    private Recorded(List<Node> outputs) {
        var walk = new Walk();
        int[] places = new int[outputs.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = walk.from(outputs.get(i));
            asked.set(places[i]);
        }
        edges(new int[] {-1}, 0, 1);
        edges(places, 0, places.length);
        graph = new Subgraph(nodes, leaves, parameters, List.copyOf(outputs));
        structure = structured();
    }

    /** The part of the graph that these outputs need. */
    public static Recorded of(List<Node> outputs) {
        return new Recorded(outputs);
    }

    /** {@return the graph} */
    public Subgraph graph() {
        return graph;
    }

    /** {@return its structure} */
    public Structure structure() {
        return structure;
    }

    /** {@return whether the elements of the node at a place were in memory when it was read} */
    public boolean isInMemory(int place) {
        return ops.get(place) == Subgraph.LEAF;
    }

    /** {@return whether the node at a place is asked for} */
    public boolean isOutput(int place) {
        return asked.get(place);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types cannot be made
    private Structure structured() {
        List<Node.Result>[] results = new List[nodes.size()];
        int[] ends = Arrays.copyOf(edges, edgeCount);
        int hash = Arrays.hashCode(ends);
        for (int i = 0; i < results.length; i++) {
            Node node = nodes.get(i);
            results[i] = node.results();
            hash = 31 * hash + Structure.kind(ops.get(i));
            hash = 31 * hash + Long.hashCode(node.shape().elements());
        }
        return new Structure(ops.toArray(Op[]::new), results, ends, hash);
    }

    private void edges(int[] places, int from, int count) {
        if (edgeCount + count > edges.length) {
            edges = Arrays.copyOf(edges, 2 * (edgeCount + count));
        }
        System.arraycopy(places, from, edges, edgeCount, count);
        edgeCount += count;
    }

    /** {@return the place of a node whose inputs were taken before} */
    private int take(Node node, Op op) {
        int place = nodes.size();
        numbers.put(node, place);
        nodes.add(node);
        ops.add(op);
        return place;
    }

    /** Depth first with a stack of its own: graphs can be deeper than a thread's stack. */
    private final class Walk {
        private Node[] path = new Node[64];
        private Op[] pathOps = new Op[64];
        private int[] next = new int[64];
        private final List<List<Node>> pathInputs = new ArrayList<>();
        /** Places of the inputs met so far of all that is on the path, so that none is looked up twice. */
        private int[] places = new int[64];

        private int placeCount;

        /** {@return the output's place} */
        int from(Node output) {
            meet(output);
            while (!pathInputs.isEmpty()) {
                int top = pathInputs.size() - 1;
                List<Node> inputs = pathInputs.get(top);
                if (next[top] < inputs.size()) {
                    meet(inputs.get(next[top]++));
                } else {
                    pathInputs.remove(top);
                    placeCount -= inputs.size();
                    edges(places, placeCount, inputs.size());
                    found(take(path[top], pathOps[top]));
                }
            }
            return places[--placeCount];
        }

        private void found(int place) {
            if (placeCount == places.length) {
                places = Arrays.copyOf(places, 2 * placeCount);
            }
            places[placeCount++] = place;
        }

        private void meet(Node node) {
            int known = numbers.of(node);
            if (known >= 0) {
                found(known);
                return;
            }
            Op op = node.op();
            List<Node> inputs = Subgraph.needed(node);
            // Its elements may be there since: then it has forgotten what it was computed from.
            if (Subgraph.isInMemory(node)) {
                found(take(node, Subgraph.LEAF));
                leaves.add(node);
            } else if (op instanceof Op.Parameter) {
                found(take(node, op));
                parameters.add(node);
            } else {
                push(node, Subgraph.computed(op), inputs);
            }
        }

        private void push(Node node, Op op, List<Node> inputs) {
            int depth = pathInputs.size();
            if (depth == path.length) {
                path = Arrays.copyOf(path, 2 * depth);
                pathOps = Arrays.copyOf(pathOps, 2 * depth);
                next = Arrays.copyOf(next, 2 * depth);
            }
            path[depth] = node;
            pathOps[depth] = op;
            next[depth] = 0;
            pathInputs.add(inputs);
        }
    }
}
