package io.xianka.compiler.lowering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Leaves SSA form: gives every value a register, a phi the one of its inputs where their lives do not overlap, and says
 * what has to be copied at the ends of blocks.
 */
final class Registers {
    /** A move at the end of a block: the class of a phi from a node. */
    record Copy(Node phi, Node source) {}

    private final List<Block> order;
    private final int[] position;
    private final int[] parent;
    private final List<List<Node>> members;
    private long[][] liveIn;
    private long[][] liveOut;
    /** A number for each node that is needed outside its block, or -1. */
    private final int[] wanderer;

    private final List<int[]> uses;
    private final List<List<Copy>> copies = new ArrayList<>();

    private Registers(Graph graph, List<Block> order) {
        this.order = order;
        int count = graph.nodeCount();
        this.position = new int[count];
        this.parent = new int[count];
        this.members = new ArrayList<>(count);
        this.uses = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            parent[i] = i;
            members.add(null);
            uses.add(null);
        }
        this.wanderer = new int[count];
        Arrays.fill(wanderer, -1);
    }

    static Registers assign(Graph graph) {
        List<Block> between = splitEdges(graph);
        List<Block> order = Flow.order(graph);
        Registers registers = new Registers(graph, order);
        boolean phis = false;
        for (int i = 0; i < order.size(); i++) {
            registers.copies.add(List.of());
            phis |= !order.get(i).phis.isEmpty();
        }
        if (phis) {
            registers.index();
            registers.liveness();
            registers.coalesce();
            registers.findCopies();
            for (int i = 0; i < between.size(); i++) {
                registers.copyEarly(between.get(i));
                if (registers.copies(between.get(i)).isEmpty()) {
                    unsplit(graph, between.get(i));
                }
            }
        }
        return registers;
    }

    /** Identifies the register of a node: nodes of one class share it. */
    int classOf(Node node) {
        int root = node.id;
        while (parent[root] != root) {
            root = parent[root];
        }
        int at = node.id;
        while (parent[at] != root) {
            int next = parent[at];
            parent[at] = root;
            at = next;
        }
        return root;
    }

    /** To be done at once before the end of that block. */
    List<Copy> copies(Block block) {
        return copies.get(block.order);
    }

    /**
     * Copies on the way back to the start of a loop go before the branch, where it does not matter that they are made on the
     * way out too: so the loop needs no block and no jump for them.
     */
    private void copyEarly(Block between) {
        Block from = between.predecessors.getFirst();
        Block header = between.targets[0];
        List<Copy> wanted = copies(between);
        if (wanted.isEmpty() || from.end != Block.End.BRANCH || header.order > from.order) {
            return;
        }
        Block out = from.targets[0] == between ? from.targets[1] : from.targets[0];
        for (int i = 0; i < wanted.size(); i++) {
            Node phi = wanted.get(i).phi();
            List<Node> together = membersOf(classOf(phi), phi);
            for (int j = 0; j < together.size(); j++) {
                Node member = together.get(j);
                int number = wanderer[member.id];
                boolean needed = number >= 0 && (liveIn[out.order][number >>> 6] & 1L << number) != 0;
                if (needed || member == from.condition) {
                    return;
                }
            }
        }
        copies.set(from.order, wanted);
        copies.set(between.order, List.of());
    }

    /** Copies for a phi need a block from which control goes nowhere else. */
    private static List<Block> splitEdges(Graph graph) {
        List<Block> made = new ArrayList<>();
        for (int i = 0; i < graph.blocks.size(); i++) {
            Block block = graph.blocks.get(i);
            if (block.phis.isEmpty() || block.predecessors.size() < 2) {
                continue;
            }
            for (int j = 0; j < block.predecessors.size(); j++) {
                Block from = block.predecessors.get(j);
                if (from.targets.length < 2) {
                    continue;
                }
                Block between = graph.newBlock();
                between.end = Block.End.JUMP;
                between.targets = new Block[] {block};
                between.predecessors.add(from);
                between.endPlace = from.endPlace;
                made.add(between);
                from.replaceTarget(block, between);
                block.predecessors.set(j, between);
                int index = graph.blocks.indexOf(from);
                boolean loopsBack = graph.blocks.indexOf(block) <= index;
                graph.blocks.add(loopsBack ? index + 1 : i, between);
                if (!loopsBack || index + 1 <= i) {
                    i++;
                }
            }
        }
        return made;
    }

    private static void unsplit(Graph graph, Block between) {
        Block from = between.predecessors.getFirst();
        Block to = between.targets[0];
        from.replaceTarget(between, to);
        to.predecessors.set(to.predecessors.indexOf(between), from);
        graph.blocks.remove(between);
    }

    private static boolean hasValue(Node node) {
        return node.kind != Kind.VOID && !node.op.isFree();
    }

    private void index() {
        for (int i = 0; i < order.size(); i++) {
            Block block = order.get(i);
            for (int j = 0; j < block.phis.size(); j++) {
                Node phi = block.phis.get(j);
                position[phi.id] = 0;
                for (int k = 0; k < phi.in.length; k++) {
                    use(phi.in(k), block.predecessors.get(k), Integer.MAX_VALUE);
                }
            }
            for (int j = 0; j < block.body.size(); j++) {
                Node node = block.body.get(j);
                // Even positions, so that what must outlive the instruction that reads it can be used just behind.
                position[node.id] = 2 * j + 2;
                int at = position[node.id];
                if (node.op == Op.ASM && !((AsmTemplate) node.data).isSingle()) {
                    at++;
                }
                for (int k = 0; k < node.in.length; k++) {
                    use(node.in(k), block, at);
                }
                if (node.op == Op.RESULT) {
                    // Written by the instruction that it is a result of.
                    position[node.id] = Math.max(1, position[node.in(0).id]);
                }
            }
            if (block.condition != null) {
                use(block.condition, block, Integer.MAX_VALUE - 1);
            }
        }
    }

    private void use(Node node, Block block, int at) {
        if (!hasValue(node)) {
            return;
        }
        int[] list = uses.get(node.id);
        if (list == null) {
            list = new int[5];
            uses.set(node.id, list);
        }
        int count = list[0];
        if (2 * count + 2 >= list.length) {
            list = Arrays.copyOf(list, list.length * 2);
            uses.set(node.id, list);
        }
        list[2 * count + 1] = block.order;
        list[2 * count + 2] = at;
        list[0] = count + 1;
    }

    private void liveness() {
        int count = 0;
        for (int i = 0; i < order.size(); i++) {
            count = countWanderers(order.get(i).phis, count);
            count = countWanderers(order.get(i).body, count);
        }
        int words = (count + 63) >>> 6;
        liveIn = new long[order.size()][words];
        liveOut = new long[order.size()][words];
        // From each use upwards to the definition.
        List<Block> waiting = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            Block block = order.get(i);
            live(block.phis, waiting);
            live(block.body, waiting);
        }
    }

    private int countWanderers(List<Node> nodes, int before) {
        int count = before;
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            int[] list = uses.get(node.id);
            for (int j = 0; list != null && j < list[0]; j++) {
                if (list[2 * j + 1] != node.block.order) {
                    wanderer[node.id] = count++;
                    break;
                }
            }
        }
        return count;
    }

    private void live(List<Node> nodes, List<Block> waiting) {
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            int[] list = uses.get(node.id);
            int number = wanderer[node.id];
            if (list == null || number < 0) {
                continue;
            }
            int word = number >>> 6;
            long bit = 1L << number;
            for (int j = 0; j < list[0]; j++) {
                Block at = order.get(list[2 * j + 1]);
                if (at != node.block && (liveIn[at.order][word] & bit) == 0) {
                    liveIn[at.order][word] |= bit;
                    waiting.add(at);
                }
                while (!waiting.isEmpty()) {
                    Block block = waiting.removeLast();
                    for (int k = 0; k < block.predecessors.size(); k++) {
                        Block before = block.predecessors.get(k);
                        liveOut[before.order][word] |= bit;
                        if (before != node.block && (liveIn[before.order][word] & bit) == 0) {
                            liveIn[before.order][word] |= bit;
                            waiting.add(before);
                        }
                    }
                }
            }
        }
    }

    private void coalesce() {
        for (int i = order.size() - 1; i >= 0; i--) {
            Block block = order.get(i);
            for (int j = 0; j < block.phis.size(); j++) {
                Node phi = block.phis.get(j);
                // Inputs over back edges first: those copies run most often.
                for (int k = 0; k < phi.in.length; k++) {
                    if (block.predecessors.get(k).order >= block.order) {
                        join(phi, phi.in(k));
                    }
                }
                for (int k = 0; k < phi.in.length; k++) {
                    if (block.predecessors.get(k).order < block.order) {
                        join(phi, phi.in(k));
                    }
                }
            }
        }
    }

    private void join(Node a, Node b) {
        if (!hasValue(b) || a.kind != b.kind) {
            return;
        }
        int first = classOf(a);
        int second = classOf(b);
        if (first == second) {
            return;
        }
        List<Node> left = membersOf(first, a);
        List<Node> right = membersOf(second, b);
        if ((long) left.size() * right.size() > 4096) {
            return;
        }
        for (int i = 0; i < left.size(); i++) {
            for (int j = 0; j < right.size(); j++) {
                if (interfere(left.get(i), right.get(j))) {
                    return;
                }
            }
        }
        parent[second] = first;
        List<Node> all = new ArrayList<>(left.size() + right.size());
        all.addAll(left);
        all.addAll(right);
        members.set(first, all);
    }

    private List<Node> membersOf(int root, Node only) {
        List<Node> list = members.get(root);
        return list == null ? List.of(only) : list;
    }

    private boolean interfere(Node a, Node b) {
        if (a.block == b.block) {
            return position[a.id] <= position[b.id] ? liveBehind(a, b) : liveBehind(b, a);
        }
        if (a.block.dominates(b.block)) {
            return liveBehind(a, b);
        }
        return b.block.dominates(a.block) && liveBehind(b, a);
    }

    /** The earlier one is needed after the later one is made. */
    private boolean liveBehind(Node earlier, Node later) {
        int block = later.block.order;
        int number = wanderer[earlier.id];
        if (number >= 0 && (liveOut[block][number >>> 6] & 1L << number) != 0) {
            return true;
        }
        if (position[earlier.id] == position[later.id] && earlier.block == later.block) {
            return true;
        }
        int[] list = uses.get(earlier.id);
        if (list != null) {
            for (int i = 0; i < list[0]; i++) {
                if (list[2 * i + 1] == block && list[2 * i + 2] > position[later.id]) {
                    return true;
                }
            }
        }
        return false;
    }

    private void findCopies() {
        for (int i = 0; i < order.size(); i++) {
            Block block = order.get(i);
            for (int j = 0; j < block.phis.size(); j++) {
                Node phi = block.phis.get(j);
                for (int k = 0; k < phi.in.length; k++) {
                    Node source = phi.in(k);
                    if (hasValue(source) && classOf(source) == classOf(phi)) {
                        continue;
                    }
                    int at = block.predecessors.get(k).order;
                    if (copies.get(at).isEmpty()) {
                        copies.set(at, new ArrayList<>());
                    }
                    copies.get(at).add(new Copy(phi, source));
                }
            }
        }
    }
}
