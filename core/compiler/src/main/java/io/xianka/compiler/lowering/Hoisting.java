package io.xianka.compiler.lowering;

import java.util.ArrayList;
import java.util.List;

/** Takes out of loops what is the same in each round. */
final class Hoisting {
    private Hoisting() {}

    static void run(Graph graph) {
        addEntrances(graph);
        List<Block> order = Flow.order(graph);
        // Inner loops come later in the order; what leaves one may leave the next one out.
        for (int i = order.size() - 1; i >= 0; i--) {
            Block header = order.get(i);
            Block outside = onlyWayIn(header);
            boolean enters = outside != null && outside.targets.length == 1;
            if (isHeader(header) && enters) {
                hoist(header, order);
            }
        }
        Flow.merge(graph);
    }

    private static void hoist(Block header, List<Block> order) {
        boolean[] inside = new boolean[order.size()];
        List<Block> waiting = new ArrayList<>();
        List<Block> latches = new ArrayList<>();
        inside[header.order] = true;
        for (int i = 0; i < header.predecessors.size(); i++) {
            Block latch = header.predecessors.get(i);
            if (header.dominates(latch)) {
                latches.add(latch);
                if (!inside[latch.order]) {
                    inside[latch.order] = true;
                    waiting.add(latch);
                }
            }
        }
        while (!waiting.isEmpty()) {
            Block block = waiting.removeLast();
            for (int i = 0; i < block.predecessors.size(); i++) {
                Block before = block.predecessors.get(i);
                if (!inside[before.order]) {
                    inside[before.order] = true;
                    waiting.add(before);
                }
            }
        }
        List<Node> moved = new ArrayList<>();
        for (int i = header.order; i < order.size(); i++) {
            Block block = order.get(i);
            if (!inside[i]) {
                continue;
            }
            boolean always = true;
            for (int j = 0; j < latches.size(); j++) {
                always &= block.dominates(latches.get(j));
            }
            for (int j = 0; j < block.body.size(); j++) {
                Node node = block.body.get(j);
                if (isMovable(node, always) && isInvariant(node, inside)) {
                    moved.add(node);
                    node.block = null;
                }
            }
        }
        if (moved.isEmpty()) {
            return;
        }
        Block before = entrance(header, inside);
        for (int i = header.order; i < order.size(); i++) {
            Block block = order.get(i);
            if (inside[i]) {
                List<Node> kept = new ArrayList<>(block.body.size());
                for (int j = 0; j < block.body.size(); j++) {
                    if (block.body.get(j).block != null) {
                        kept.add(block.body.get(j));
                    }
                }
                block.body = kept;
            }
        }
        for (int i = 0; i < moved.size(); i++) {
            moved.get(i).block = before;
            before.body.add(moved.get(i));
        }
    }

    private static boolean isMovable(Node node, boolean always) {
        return switch (node.op) {
            case RESULT, PHI, COMPARE -> false;
            case DIV, DIV_U, REM, REM_U -> always;
            case ASM -> always && !((AsmTemplate) node.data).hasEffects() && node.kind != Kind.VOID;
            default -> node.op.isPure() && node.kind != Kind.I1;
        };
    }

    private static boolean isInvariant(Node node, boolean[] inside) {
        for (int i = 0; i < node.in.length; i++) {
            Block made = node.in(i).block;
            // Null: a constant, an address, or a node that moves too.
            if (made != null && inside[made.order]) {
                return false;
            }
        }
        return true;
    }

    /** The block that runs once before the loop. */
    private static Block entrance(Block header, boolean[] inside) {
        for (int i = 0; i < header.predecessors.size(); i++) {
            if (!inside[header.predecessors.get(i).order]) {
                return header.predecessors.get(i);
            }
        }
        throw new IllegalStateException("a loop without a way in");
    }

    /** Gives each loop a block before it that leads nowhere else, where it has one way in. */
    private static void addEntrances(Graph graph) {
        List<Block> order = Flow.order(graph);
        for (int i = 0; i < order.size(); i++) {
            Block header = order.get(i);
            if (!isHeader(header)) {
                continue;
            }
            Block outside = onlyWayIn(header);
            if (outside == null || outside.end != Block.End.BRANCH) {
                continue;
            }
            Block made = graph.newBlock();
            made.end = Block.End.JUMP;
            made.targets = new Block[] {header};
            made.endPlace = outside.endPlace;
            made.predecessors.add(outside);
            outside.replaceTarget(header, made);
            header.predecessors.set(header.predecessors.indexOf(outside), made);
            graph.blocks.add(graph.blocks.indexOf(header), made);
        }
    }

    private static boolean isHeader(Block block) {
        for (int i = 0; i < block.predecessors.size(); i++) {
            if (block.dominates(block.predecessors.get(i))) {
                return true;
            }
        }
        return false;
    }

    private static Block onlyWayIn(Block header) {
        Block outside = null;
        for (int i = 0; i < header.predecessors.size(); i++) {
            Block before = header.predecessors.get(i);
            if (!header.dominates(before)) {
                if (outside != null) {
                    return null;
                }
                outside = before;
            }
        }
        return outside;
    }
}
