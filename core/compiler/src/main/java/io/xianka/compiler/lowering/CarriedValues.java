package io.xianka.compiler.lowering;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Takes into the next round of a loop what this round has computed already: where the end of {@code while (x * x < 4)}
 * computes the square of the new {@code x}, its start need not do so again.
 */
final class CarriedValues {
    private record Computation(Op op, Kind kind, List<Node> in, long bits) {
        static Computation of(Node node) {
            node.resolveInputs();
            return new Computation(node.op, node.kind, List.of(node.in), node.bits);
        }
    }

    private final Graph graph;
    private final Block header;
    private final Map<Computation, Node> inLoop = new HashMap<>();

    private CarriedValues(Graph graph, Block header) {
        this.graph = graph;
        this.header = header;
    }

    static void run(Graph graph) {
        List<Block> order = Flow.order(graph);
        for (int i = 0; i < order.size(); i++) {
            Block header = order.get(i);
            if (header.phis.isEmpty() || header.predecessors.size() != 2) {
                continue;
            }
            int latch = header.dominates(header.predecessors.get(1)) ? 1 : 0;
            if (header.dominates(header.predecessors.get(latch))
                    && !header.dominates(header.predecessors.get(1 - latch))) {
                new CarriedValues(graph, header).run(latch, order);
            }
        }
    }

    private void run(int latch, List<Block> order) {
        Block last = header.predecessors.get(latch);
        for (int i = header.order; i <= last.order; i++) {
            Block block = order.get(i);
            // In every round.
            if (header.dominates(block) && block.dominates(last)) {
                for (int j = 0; j < block.body.size(); j++) {
                    Node node = block.body.get(j);
                    if (isWorthIt(node)) {
                        inLoop.putIfAbsent(Computation.of(node), node);
                    }
                }
            }
        }
        if (inLoop.isEmpty()) {
            return;
        }
        Builder before = new Builder(graph);
        before.enter(header.predecessors.get(1 - latch));
        for (Iterator<Node> nodes = header.body.iterator(); nodes.hasNext(); ) {
            Node node = nodes.next();
            if (isWorthIt(node) && carry(node, latch, before)) {
                nodes.remove();
            }
        }
    }

    private boolean carry(Node node, int latch, Builder before) {
        Node[] next = new Node[node.in.length];
        Node[] first = new Node[node.in.length];
        boolean changes = false;
        for (int i = 0; i < next.length; i++) {
            Node input = node.in(i);
            boolean own = input.op == Op.PHI && input.block == header;
            if (!own && !input.op.isFree() && (input.block == header || !input.block.dominates(header))) {
                return false;
            }
            next[i] = own ? input.in(latch) : input;
            first[i] = own ? input.in(1 - latch) : input;
            changes |= own;
        }
        Node known = inLoop.get(new Computation(node.op, node.kind, List.of(next), node.bits));
        if (known == null && node.op.isCommutative()) {
            known = inLoop.get(new Computation(node.op, node.kind, List.of(next[1], next[0]), node.bits));
        }
        if (!changes || known == null || known == node || known.forward != null) {
            return false;
        }
        before.at(node.place);
        Node start = before.node(node.op, node.kind, Arrays.copyOf(first, first.length), node.bits, node.data, false);
        Node[] in = new Node[2];
        in[latch] = known;
        in[1 - latch] = start;
        Node phi = graph.newNode(Op.PHI, node.kind, in, 0, null);
        phi.block = header;
        phi.place = node.place;
        header.phis.add(phi);
        node.forward = phi;
        return true;
    }

    private static boolean isWorthIt(Node node) {
        return switch (node.op) {
            case ADD, SUB, MUL, FMA -> node.kind.isFloat() || (node.op == Op.MUL && node.kind == Kind.I64);
            case INT_TO_FLOAT, UINT_TO_FLOAT, FLOAT_CONVERT -> true;
            default -> false;
        };
    }
}
