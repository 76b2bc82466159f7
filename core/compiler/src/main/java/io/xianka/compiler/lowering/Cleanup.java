package io.xianka.compiler.lowering;

import java.util.ArrayList;
import java.util.List;

/** Makes a graph small: simplifies again with what is known now, shares equal values, drops what nobody needs. */
final class Cleanup {
    private static final int MOST_ROUNDS = 6;

    private Cleanup() {}

    static void run(Graph graph) {
        Flow.prune(graph);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            boolean changed = simplify(graph);
            changed |= Flow.prune(graph);
            changed |= Flow.merge(graph);
            if (!changed) {
                break;
            }
        }
        removeUnused(graph);
    }

    /** One round; whether control flow or phis changed. */
    private static boolean simplify(Graph graph) {
        boolean changed = trivialPhis(graph);
        List<Block> order = Flow.order(graph);
        Builder builder = new Builder(graph);
        boolean[] quiet = quietLoops(order);
        int[] epochs = new int[order.size()];
        for (int i = 0; i < order.size(); i++) {
            Block block = order.get(i);
            List<Node> old = block.body;
            block.body = new ArrayList<>(old.size());
            int epoch = epochBefore(block, epochs, quiet[i]);
            if (epoch > 0) {
                builder.enter(block, epoch);
            } else {
                builder.enter(block);
            }
            for (int j = 0; j < old.size(); j++) {
                Node node = old.get(j);
                if (node.forward != null) {
                    continue;
                }
                node.resolveInputs();
                Node kept = builder.revisit(node);
                if (kept != node) {
                    node.forward = kept;
                }
            }
            epochs[i] = builder.epoch();
            changed |= settle(block);
        }
        return changed;
    }

    /** The state of memory that all ways into a block leave, or 0. */
    private static int epochBefore(Block block, int[] epochs, boolean quiet) {
        int all = 0;
        for (int i = 0; i < block.predecessors.size(); i++) {
            Block before = block.predecessors.get(i);
            if (before.order >= block.order) {
                if (quiet && block.dominates(before)) {
                    continue;
                }
                return 0;
            }
            int epoch = epochs[before.order];
            if (all != 0 && epoch != all) {
                return 0;
            }
            all = epoch;
        }
        return all;
    }

    /** For each block whether a loop starts there in which nobody changes memory. */
    private static boolean[] quietLoops(List<Block> order) {
        boolean[] writes = new boolean[order.size()];
        for (int i = 0; i < writes.length; i++) {
            List<Node> body = order.get(i).body;
            for (int j = 0; j < body.size() && !writes[i]; j++) {
                Node node = body.get(j);
                writes[i] = node.touchesMemory() && (node.op != Op.LOAD || ((MemoryAccess) node.data).isVolatile());
            }
        }
        boolean[] quiet = new boolean[order.size()];
        for (int i = 0; i < quiet.length; i++) {
            boolean[] inside = Flow.loop(order.get(i), quiet.length);
            quiet[i] = inside != null;
            for (int j = i; quiet[i] && j < quiet.length; j++) {
                quiet[i] = !(inside[j] && writes[j]);
            }
        }
        return quiet;
    }

    private static boolean settle(Block block) {
        if (block.condition == null) {
            return false;
        }
        block.condition = block.condition.resolved();
        if (block.condition.isConstant()) {
            long value = block.condition.bits;
            Block target = block.end == Block.End.BRANCH
                    ? block.targets[value != 0 ? 0 : 1]
                    : block.targets[Math.clamp(value, 0, block.targets.length - 1)];
            Flow.decide(block, target);
            return true;
        }
        if (block.end == Block.End.BRANCH && block.condition.op == Op.NOT) {
            block.condition = block.condition.in(0);
            Block first = block.targets[0];
            block.targets = new Block[] {block.targets[1], first};
        }
        return false;
    }

    private static boolean trivialPhis(Graph graph) {
        boolean any = false;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 0; i < graph.blocks.size(); i++) {
                List<Node> phis = graph.blocks.get(i).phis;
                for (int j = phis.size() - 1; j >= 0; j--) {
                    Node phi = phis.get(j);
                    Node only = Phis.onlyValue(phi, graph);
                    if (only == null) {
                        only = twin(phis, j);
                    }
                    if (only != null) {
                        phi.forward = only;
                        phis.remove(j);
                        changed = true;
                        any = true;
                    }
                }
            }
        }
        return any;
    }

    /** An earlier phi of the block with the same inputs. */
    private static Node twin(List<Node> phis, int index) {
        Node phi = phis.get(index);
        for (int i = 0; i < index; i++) {
            Node other = phis.get(i);
            boolean same = other.kind == phi.kind;
            for (int j = 0; same && j < phi.in.length; j++) {
                same = other.in(j) == phi.in(j);
            }
            if (same) {
                return other;
            }
        }
        return null;
    }

    /** Drops nodes without effect whose value nobody needs, circles of phis included. */
    static void removeUnused(Graph graph) {
        for (int i = 0; i < graph.blocks.size(); i++) {
            Block block = graph.blocks.get(i);
            clear(block.phis);
            clear(block.body);
        }
        List<Node> waiting = new ArrayList<>();
        for (int i = 0; i < graph.blocks.size(); i++) {
            Block block = graph.blocks.get(i);
            if (block.condition != null) {
                block.condition = block.condition.resolved();
                need(block.condition, waiting);
            }
            for (int j = 0; j < block.body.size(); j++) {
                Node node = block.body.get(j);
                if (!node.isRemovable()) {
                    need(node, waiting);
                }
            }
        }
        while (!waiting.isEmpty()) {
            Node node = waiting.removeLast();
            for (int i = 0; i < node.in.length; i++) {
                Node input = node.in(i);
                input.uses++;
                need(input, waiting);
            }
        }
        for (int i = 0; i < graph.blocks.size(); i++) {
            Block block = graph.blocks.get(i);
            block.phis = needed(block.phis);
            block.body = needed(block.body);
        }
    }

    private static void clear(List<Node> nodes) {
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i).mark = 0;
            nodes.get(i).uses = 0;
        }
    }

    private static void need(Node node, List<Node> waiting) {
        if (node.op.isFree() || node.mark == 1) {
            return;
        }
        node.mark = 1;
        waiting.add(node);
    }

    private static List<Node> needed(List<Node> nodes) {
        List<Node> kept = new ArrayList<>(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).mark == 1) {
                kept.add(nodes.get(i));
            }
        }
        return kept;
    }
}
