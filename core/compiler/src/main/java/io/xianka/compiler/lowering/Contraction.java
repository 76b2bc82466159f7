package io.xianka.compiler.lowering;

import java.util.ArrayList;
import java.util.List;

/**
 * Fuses products into sums. Of floats as NVIDIA's compiler does under {@code -fmad=true}: a product whose every use is a
 * sum or difference, fewer than five of them, disappears into them; of two such products the one with fewer uses, else
 * the left one. Of integers, where nobody can tell, a product with one use.
 */
final class Contraction {
    private static final int MOST_USES = 4;

    private final Graph graph;
    private final boolean floats;

    private Contraction(Graph graph, boolean floats) {
        this.graph = graph;
        this.floats = floats;
    }

    /** Needs the use counts that {@link Cleanup#removeUnused} leaves. */
    static void run(Graph graph, boolean floats) {
        new Contraction(graph, floats).run();
        Cleanup.removeUnused(graph);
    }

    private void run() {
        for (int i = 0; i < graph.blocks.size(); i++) {
            List<Node> body = graph.blocks.get(i).body;
            for (int j = 0; j < body.size(); j++) {
                body.get(j).mark = 0;
            }
        }
        // The mark counts the uses that could be fused.
        for (int i = 0; i < graph.blocks.size(); i++) {
            List<Node> body = graph.blocks.get(i).body;
            for (int j = 0; j < body.size(); j++) {
                Node node = body.get(j);
                if (node.op == Op.ADD || node.op == Op.SUB) {
                    node.in(0).mark++;
                    node.in(1).mark++;
                }
            }
        }
        for (int i = 0; i < graph.blocks.size(); i++) {
            Block block = graph.blocks.get(i);
            List<Node> old = block.body;
            block.body = new ArrayList<>(old.size());
            for (int j = 0; j < old.size(); j++) {
                Node node = old.get(j);
                fuse(node, block);
                block.body.add(node);
            }
        }
    }

    private void fuse(Node node, Block block) {
        switch (node.op) {
            case ADD -> {
                if (node.kind.isFloat()) {
                    add(node);
                } else {
                    addIntegers(node, block);
                }
            }
            case SUB -> {
                if (node.kind.isFloat()) {
                    subtract(node, block);
                }
            }
            case OFFSET -> {
                Node product = node.in(1);
                if (isLone(product, block)) {
                    node.op = fused(product.op);
                    node.in = new Node[] {product.in(0), product.in(1), node.in(0)};
                }
            }
            default -> {}
        }
    }

    private boolean isFusible(Node product) {
        return floats
                && product.op == Op.MUL
                && product.kind.isFloat()
                && product.uses <= MOST_USES
                && product.mark == product.uses;
    }

    private static void used(Node product) {
        product.uses--;
        product.mark--;
    }

    private void add(Node node) {
        Node left = node.in(0);
        Node right = node.in(1);
        boolean first = isFusible(left);
        boolean second = isFusible(right);
        if (!first && !second) {
            return;
        }
        Node product = !second || (first && left.uses <= right.uses) ? left : right;
        Node rest = product == left ? right : left;
        node.op = Op.FMA;
        node.in = new Node[] {product.in(0), product.in(1), rest};
        used(product);
        if (rest.op == Op.MUL) {
            rest.mark--;
        }
    }

    private void subtract(Node node, Block block) {
        Node left = node.in(0);
        Node right = node.in(1);
        if (isFusible(left)) {
            node.op = Op.FMA;
            node.in = new Node[] {left.in(0), left.in(1), negative(right, node, block)};
            used(left);
            right.mark--;
        } else if (isFusible(right)) {
            node.op = Op.FMA;
            node.in = new Node[] {negative(right.in(0), node, block), right.in(1), left};
            used(right);
            left.mark--;
        }
    }

    private Node negative(Node value, Node user, Block block) {
        if (value.isConstant()) {
            return graph.constant(
                    value.kind, value.kind == Kind.F32 ? value.bits ^ 0x8000_0000L : value.bits ^ Long.MIN_VALUE);
        }
        Node made = graph.newNode(Op.NEG, value.kind, new Node[] {value}, 0, null);
        made.block = block;
        made.place = user.place;
        block.body.add(made);
        return made;
    }

    private static void addIntegers(Node node, Block block) {
        Node left = node.in(0);
        Node right = node.in(1);
        Node product = isLone(left, block) ? left : isLone(right, block) ? right : null;
        if (product == null) {
            return;
        }
        Node rest = product == left ? right : left;
        node.op = fused(product.op);
        node.in = new Node[] {product.in(0), product.in(1), rest};
    }

    private static Op fused(Op product) {
        return product == Op.MUL ? Op.FMA : product == Op.MUL_WIDE ? Op.MAD_WIDE : Op.MAD_WIDE_U;
    }

    /** Nobody else wants it, and it is not computed before a loop for all its rounds. */
    private static boolean isLone(Node product, Block block) {
        return product.uses == 1
                && product.block == block
                && (product.op == Op.MUL || product.op == Op.MUL_WIDE || product.op == Op.MUL_WIDE_U);
    }
}
