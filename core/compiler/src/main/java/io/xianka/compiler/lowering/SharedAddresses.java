package io.xianka.compiler.lowering;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Computes addresses in shared memory in 32 bits, which hold all of them. */
final class SharedAddresses {
    private static final int DEPTH = 4;

    private final Graph graph;
    private final Map<Node, Node> narrowed = new IdentityHashMap<>();
    private Block block;
    private int place;

    private SharedAddresses(Graph graph) {
        this.graph = graph;
    }

    /** Needs what {@link Spaces} found out. */
    static void run(Graph graph) {
        new SharedAddresses(graph).run();
    }

    private void run() {
        List<Block> order = Flow.order(graph);
        for (int i = 0; i < order.size(); i++) {
            block = order.get(i);
            for (int j = 0; j < block.phis.size(); j++) {
                narrowPointer(block.phis.get(j));
            }
            List<Node> old = block.body;
            block.body = new ArrayList<>(old.size());
            for (int j = 0; j < old.size(); j++) {
                Node node = old.get(j);
                place = node.place;
                if (narrowPointer(node) && node.op == Op.OFFSET) {
                    node.in[1] = narrow(node.in(1), DEPTH);
                }
                block.body.add(node);
            }
        }
    }

    private static boolean narrowPointer(Node node) {
        boolean pointer = node.op == Op.OFFSET || node.op == Op.PHI || node.op == Op.SELECT;
        if (!pointer || node.kind != Kind.I64 || node.space != Space.SHARED) {
            return false;
        }
        node.kind = Kind.I32;
        return true;
    }

    /** The low half of a number, made here or where it dominates. */
    private Node narrow(Node wide, int depth) {
        if (wide.isConstant()) {
            return graph.constant(Kind.I32, wide.bits);
        }
        Node known = narrowed.get(wide);
        if (known != null && known.block != null && known.block.dominates(block)) {
            return known;
        }
        Node made = switch (wide.op) {
            case SIGN_EXTEND, ZERO_EXTEND -> wide.in(0);
            case MUL_WIDE, MUL_WIDE_U -> product(wide.in(0), wide.in(1));
            case ADD, SUB, MUL ->
                depth == 0 ? null : add(wide.op, narrow(wide.in(0), depth - 1), narrow(wide.in(1), depth - 1));
            case SHL ->
                depth == 0 || !wide.in(1).isConstant() ? null : add(Op.SHL, narrow(wide.in(0), depth - 1), wide.in(1));
            default -> null;
        };
        if (made == null) {
            made = add(Op.TRUNCATE, wide);
        }
        if (made.block == block) {
            narrowed.put(wide, made);
        }
        return made;
    }

    private Node product(Node factor, Node size) {
        if (size.isConstant() && size.bits > 0 && Long.bitCount(size.bits) == 1) {
            return add(Op.SHL, factor, graph.constant(Kind.I32, Long.numberOfTrailingZeros(size.bits)));
        }
        return add(Op.MUL, factor, size);
    }

    private Node add(Op op, Node... in) {
        Node made = graph.newNode(op, Kind.I32, in, 0, null);
        made.place = place;
        made.block = block;
        block.body.add(made);
        return made;
    }
}
