package io.xianka.compiler.lowering;

import java.util.ArrayList;
import java.util.List;

/** The order of blocks and who dominates whom. */
final class Flow {
    private Flow() {}

    /** Drops blocks that control cannot reach. */
    static boolean prune(Graph graph) {
        for (int i = 0; i < graph.blocks.size(); i++) {
            graph.blocks.get(i).order = -1;
        }
        List<Block> waiting = new ArrayList<>();
        Block entry = graph.blocks.getFirst();
        entry.order = 0;
        waiting.add(entry);
        int reached = 0;
        while (!waiting.isEmpty()) {
            Block block = waiting.removeLast();
            reached++;
            for (Block target : block.targets) {
                if (target.order < 0) {
                    target.order = 0;
                    waiting.add(target);
                }
            }
        }
        if (reached == graph.blocks.size()) {
            return false;
        }
        List<Block> kept = new ArrayList<>(reached);
        for (int i = 0; i < graph.blocks.size(); i++) {
            Block block = graph.blocks.get(i);
            if (block.order < 0) {
                continue;
            }
            kept.add(block);
            for (int j = block.predecessors.size() - 1; j >= 0; j--) {
                if (block.predecessors.get(j).order < 0) {
                    block.removePredecessor(block.predecessors.get(j));
                }
            }
        }
        graph.blocks.clear();
        graph.blocks.addAll(kept);
        return true;
    }

    /** The blocks in reverse postorder, with dominators set. All blocks are reachable. */
    static List<Block> order(Graph graph) {
        List<Block> blocks = postorder(graph);
        List<Block> order = new ArrayList<>(blocks.size());
        for (int i = blocks.size() - 1; i >= 0; i--) {
            Block block = blocks.get(i);
            block.order = order.size();
            block.dominator = null;
            order.add(block);
        }
        dominators(order);
        number(order);
        return order;
    }

    /** For each block of that order, the first block of the innermost loop around it, by its place in the order, or -1. */
    static int[] innermostLoops(List<Block> order) {
        int[] innermost = new int[order.size()];
        java.util.Arrays.fill(innermost, -1);
        // An inner loop's first block comes later than an outer one's.
        for (int i = 0; i < order.size(); i++) {
            boolean[] inside = loop(order.get(i), order.size());
            for (int j = i; inside != null && j < inside.length; j++) {
                if (inside[j]) {
                    innermost[j] = i;
                }
            }
        }
        return innermost;
    }

    /** The blocks of the loop that starts with that block, or null where none does. */
    static boolean[] loop(Block header, int count) {
        boolean[] inside = null;
        List<Block> waiting = new ArrayList<>();
        for (int i = 0; i < header.predecessors.size(); i++) {
            Block latch = header.predecessors.get(i);
            if (header.dominates(latch)) {
                if (inside == null) {
                    inside = new boolean[count];
                    inside[header.order] = true;
                }
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
        return inside;
    }

    private static List<Block> postorder(Graph graph) {
        for (int i = 0; i < graph.blocks.size(); i++) {
            graph.blocks.get(i).order = -1;
        }
        List<Block> result = new ArrayList<>(graph.blocks.size());
        List<Block> path = new ArrayList<>();
        List<int[]> next = new ArrayList<>();
        Block entry = graph.blocks.getFirst();
        entry.order = 0;
        path.add(entry);
        next.add(new int[1]);
        while (!path.isEmpty()) {
            Block block = path.getLast();
            int[] index = next.getLast();
            if (index[0] < block.targets.length) {
                // The last target first, so that in reverse the first one comes first.
                Block target = block.targets[block.targets.length - 1 - index[0]++];
                if (target.order < 0) {
                    target.order = 0;
                    path.add(target);
                    next.add(new int[1]);
                }
            } else {
                result.add(block);
                path.removeLast();
                next.removeLast();
            }
        }
        return result;
    }

    private static void dominators(List<Block> order) {
        Block entry = order.getFirst();
        entry.dominator = entry;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 1; i < order.size(); i++) {
                Block block = order.get(i);
                Block best = null;
                for (int j = 0; j < block.predecessors.size(); j++) {
                    Block predecessor = block.predecessors.get(j);
                    if (predecessor.dominator != null) {
                        best = best == null ? predecessor : common(best, predecessor);
                    }
                }
                if (best != block.dominator) {
                    block.dominator = best;
                    changed = true;
                }
            }
        }
    }

    /** The nearest block that dominates both. */
    static Block common(Block a, Block b) {
        Block left = a;
        Block right = b;
        while (left != right) {
            if (left.order > right.order) {
                left = left.dominator;
            } else {
                right = right.dominator;
            }
        }
        return left;
    }

    private static void number(List<Block> order) {
        int count = order.size();
        int[] firstChild = new int[count];
        int[] sibling = new int[count];
        java.util.Arrays.fill(firstChild, -1);
        java.util.Arrays.fill(sibling, -1);
        for (int i = count - 1; i > 0; i--) {
            int parent = order.get(i).dominator.order;
            sibling[i] = firstChild[parent];
            firstChild[parent] = i;
        }
        int clock = 1;
        int at = 0;
        order.getFirst().dominatorEntry = clock++;
        while (true) {
            if (firstChild[at] >= 0) {
                int child = firstChild[at];
                firstChild[at] = sibling[child];
                at = child;
                order.get(at).dominatorEntry = clock++;
            } else {
                order.get(at).dominatorExit = clock++;
                if (at == 0) {
                    return;
                }
                at = order.get(at).dominator.order;
            }
        }
    }

    /** Replaces a block's end by a jump to one of its targets. */
    static void decide(Block block, Block target) {
        for (Block other : block.targets) {
            if (other != target && other.predecessors.contains(block)) {
                other.removePredecessor(block);
            }
        }
        block.end = Block.End.JUMP;
        block.condition = null;
        block.targets = new Block[] {target};
    }

    /** Joins blocks that follow each other in any case, and goes past empty ones. */
    static boolean merge(Graph graph) {
        boolean changed = false;
        for (int i = 1; i < graph.blocks.size(); i++) {
            changed |= skip(graph.blocks.get(i));
        }
        if (changed) {
            prune(graph);
        }
        boolean joined = false;
        for (int i = 0; i < graph.blocks.size(); i++) {
            Block block = graph.blocks.get(i);
            if (block.order == DEAD) {
                continue;
            }
            while (block.end == Block.End.JUMP) {
                Block next = block.targets[0];
                if (next == block || next.predecessors.size() != 1 || next == graph.blocks.getFirst()) {
                    break;
                }
                join(block, next);
                joined = true;
            }
        }
        if (joined) {
            List<Block> kept = new ArrayList<>(graph.blocks.size());
            for (int i = 0; i < graph.blocks.size(); i++) {
                if (graph.blocks.get(i).order != DEAD) {
                    kept.add(graph.blocks.get(i));
                }
            }
            graph.blocks.clear();
            graph.blocks.addAll(kept);
        }
        return changed || joined;
    }

    private static final int DEAD = -2;

    private static void join(Block block, Block next) {
        for (int i = 0; i < next.phis.size(); i++) {
            next.phis.get(i).forward = next.phis.get(i).in(0);
        }
        for (int i = 0; i < next.body.size(); i++) {
            next.body.get(i).block = block;
        }
        block.body.addAll(next.body);
        block.end = next.end;
        block.condition = next.condition;
        block.targets = next.targets;
        block.endPlace = next.endPlace;
        block.noUnroll |= next.noUnroll;
        for (Block target : next.targets) {
            int index = target.predecessors.indexOf(next);
            if (index >= 0) {
                target.predecessors.set(index, block);
            }
        }
        next.order = DEAD;
    }

    private static boolean skip(Block empty) {
        if (empty.end != Block.End.JUMP
                || !empty.body.isEmpty()
                || !empty.phis.isEmpty()
                || empty.noUnroll
                || empty.targets[0] == empty) {
            return false;
        }
        Block target = empty.targets[0];
        boolean changed = false;
        int from = target.predecessors.indexOf(empty);
        for (int i = empty.predecessors.size() - 1; i >= 0; i--) {
            Block predecessor = empty.predecessors.get(i);
            if (predecessor.end == Block.End.TABLE) {
                continue;
            }
            if (target.predecessors.contains(predecessor)) {
                if (!target.phis.isEmpty() || predecessor.end != Block.End.BRANCH) {
                    continue;
                }
                // Both ways lead to the target.
                decide(predecessor, target);
                if (empty.predecessors.contains(predecessor)) {
                    empty.removePredecessor(predecessor);
                }
                changed = true;
                continue;
            }
            predecessor.replaceTarget(empty, target);
            empty.predecessors.remove(i);
            target.predecessors.add(predecessor);
            for (int j = 0; j < target.phis.size(); j++) {
                Node phi = target.phis.get(j);
                phi.in = java.util.Arrays.copyOf(phi.in, phi.in.length + 1);
                phi.in[phi.in.length - 1] = phi.in[from];
            }
            changed = true;
        }
        return changed;
    }
}
