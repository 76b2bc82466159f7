package io.xianka.tensor.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A graph of few nodes, read off without maps and told from others without a copy of its structure: what is paid by a small call whose
 * program is known. The order of nodes, leaves and parameters is that of {@link Subgraph}.
 *
 * <p>Storages are looked at once, so that another thread that computes one of the nodes meanwhile does no harm.
 */
public final class SmallGraph {
    static final int MOST_NODES = 24;
    private static final int MOST_INPUTS = 3;

    /** What of a graph of this kind a program depends on. */
    public static final class Structure {
        private final Op[] ops;
        private final List<List<Node.Result>> results;
        private final int[] edges;

        private Structure(Op[] ops, List<List<Node.Result>> results, int[] edges) {
            this.ops = ops;
            this.results = results;
            this.edges = edges;
        }

        /** {@return whether a graph's program is this one's} */
        public boolean isOf(SmallGraph graph) {
            int count = graph.count;
            if (ops.length != count || !Arrays.equals(edges, 0, edges.length, graph.edges, 0, graph.edgeCount)) {
                return false;
            }
            for (int i = 0; i < count; i++) {
                if (ops[i] != graph.ops[i] && !ops[i].equals(graph.ops[i])) {
                    return false;
                }
                List<Node.Result> known = results.get(i);
                List<Node.Result> own = graph.nodes[i].results();
                if (known != own && !known.equals(own)) {
                    return false;
                }
            }
            return true;
        }
    }

    private final Node[] nodes = new Node[MOST_NODES];
    private final Op[] ops = new Op[MOST_NODES];
    private final int[] edges = new int[MOST_NODES * (MOST_INPUTS + 1)];
    private final List<Storage> leaves = new ArrayList<>(MOST_INPUTS);
    private final List<Number> parameters = new ArrayList<>(0);
    private int count;
    private int edgeCount;
    private int hash = 1;

    private SmallGraph() {}

    /**
     * The part of the graph that these outputs need, or null where it is none of few nodes over open leaves of one device: when another
     * device's elements or an assigned variable must be computed first, too.
     */
    public static SmallGraph of(List<Node> outputs) {
        if (outputs.size() > MOST_INPUTS) {
            return null;
        }
        var graph = new SmallGraph();
        for (int i = 0; i < outputs.size(); i++) {
            int number = graph.visit(outputs.get(i), 0);
            if (number < 0) {
                return null;
            }
            graph.edge(MOST_NODES + number);
        }
        return graph;
    }

    /** Takes a node after its operands; -1 where the graph is not small. */
    private int visit(Node node, int depth) {
        for (int i = 0; i < count; i++) {
            if (nodes[i] == node) {
                return i;
            }
        }
        if (depth == MOST_NODES || count == MOST_NODES) {
            return -1;
        }
        Storage storage = node.storage();
        if (storage != null) {
            if (!storage.isOpen()) {
                return -1;
            }
            leaves.add(storage);
            return take(node, Subgraph.LEAF);
        }
        Op op = node.op();
        if (op instanceof Op.Parameter) {
            parameters.add(node.parameter());
            return take(node, op);
        }
        List<Node> inputs = Subgraph.needed(node);
        int operands = inputs.size();
        if (operands > MOST_INPUTS || node.variable() != null || op instanceof Op.Data || op instanceof Op.Transfer) {
            return -1;
        }
        int first = operands > 0 ? visit(inputs.get(0), depth + 1) : 0;
        int second = operands > 1 && first >= 0 ? visit(inputs.get(1), depth + 1) : 0;
        int third = operands > 2 && first >= 0 && second >= 0 ? visit(inputs.get(2), depth + 1) : 0;
        if ((first | second | third) < 0 || count == MOST_NODES) {
            return -1;
        }
        if (operands > 0) {
            edge(first);
        }
        if (operands > 1) {
            edge(second);
        }
        if (operands > 2) {
            edge(third);
        }
        return take(node, Subgraph.computed(op));
    }

    private void edge(int number) {
        edges[edgeCount++] = number;
        hash = 31 * hash + number;
    }

    private int take(Node node, Op op) {
        nodes[count] = node;
        ops[count] = op;
        hash = 31 * (31 * hash + op.hashCode()) + Long.hashCode(node.shape().elements());
        return count++;
    }

    /** {@return the elements of the leaves} */
    public List<Storage> leaves() {
        return leaves;
    }

    /** {@return the values of the parameters} */
    public List<Number> parameters() {
        return parameters;
    }

    /** {@return a number that graphs of one structure share} */
    public int hash() {
        return hash ^ hash >>> 16;
    }

    /** {@return what to keep beside the program} */
    public Structure structure() {
        List<List<Node.Result>> results = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            results.add(nodes[i].results());
        }
        return new Structure(Arrays.copyOf(ops, count), List.copyOf(results), Arrays.copyOf(edges, edgeCount));
    }
}
