package io.xianka.compiler.lowering;

import java.util.ArrayList;
import java.util.List;

/** Joins loads, and stores, of neighbours in memory where the alignment allows. */
final class Vectors {
    private final Graph graph;

    private Vectors(Graph graph) {
        this.graph = graph;
    }

    static void run(Graph graph) {
        Vectors vectors = new Vectors(graph);
        for (int i = 0; i < graph.blocks.size(); i++) {
            Block block = graph.blocks.get(i);
            vectors.loads(block);
            vectors.stores(block);
        }
    }

    // Loads.

    private void loads(Block block) {
        List<Node> open = new ArrayList<>();
        List<List<Node>> groups = new ArrayList<>();
        for (int i = 0; i < block.body.size(); i++) {
            Node node = block.body.get(i);
            if (node.op == Op.LOAD && isPlain(node)) {
                open.add(node);
            } else if (node.touchesMemory()) {
                group(open, groups);
                open.clear();
            }
        }
        group(open, groups);
        if (groups.isEmpty()) {
            return;
        }
        // The group's load stands where its first member stood.
        List<Node> old = block.body;
        block.body = new ArrayList<>(old.size());
        for (int i = 0; i < old.size(); i++) {
            Node node = old.get(i);
            List<Node> group = groupOf(node, groups);
            if (group == null) {
                block.body.add(node);
            } else if (node.forward == null) {
                replaceLoads(group, node, block);
            }
        }
    }

    private static boolean isPlain(Node node) {
        MemoryAccess how = (MemoryAccess) node.data;
        return how.count() == 1 && !how.isVolatile();
    }

    private static List<Node> groupOf(Node node, List<List<Node>> groups) {
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).contains(node)) {
                return groups.get(i);
            }
        }
        return null;
    }

    private void replaceLoads(List<Node> group, Node earliest, Block block) {
        Node first = group.getFirst();
        MemoryAccess how = (MemoryAccess) first.data;
        Node whole = graph.newNode(
                Op.LOAD,
                Kind.VOID,
                new Node[] {first.in(0)},
                first.bits,
                new MemoryAccess(how.access(), group.size(), false, how.alignmentBytes(), how.skewBytes()));
        whole.space = first.space;
        whole.readOnly = first.readOnly;
        whole.place = earliest.place;
        whole.block = block;
        block.body.add(whole);
        for (int i = 0; i < group.size(); i++) {
            Node part = graph.newNode(Op.RESULT, first.kind, new Node[] {whole}, i, null);
            part.block = block;
            part.place = earliest.place;
            block.body.add(part);
            group.get(i).forward = part;
        }
    }

    /** Finds runs of two or four among accesses. */
    private static void group(List<Node> open, List<List<Node>> groups) {
        List<Node> rest = new ArrayList<>(open);
        while (rest.size() > 1) {
            Node seed = rest.getFirst();
            List<Node> same = new ArrayList<>();
            for (int i = 0; i < rest.size(); i++) {
                Node node = rest.get(i);
                if (node.in(0) == seed.in(0) && access(node) == access(seed) && node.readOnly == seed.readOnly) {
                    same.add(node);
                }
            }
            rest.removeAll(same);
            same.sort((a, b) -> Long.compare(a.bits, b.bits));
            runs(same, groups);
        }
    }

    private static Access access(Node node) {
        return ((MemoryAccess) node.data).access();
    }

    private static void runs(List<Node> same, List<List<Node>> groups) {
        int size = same.isEmpty() ? 0 : access(same.getFirst()).bytes;
        int i = 0;
        while (i < same.size()) {
            int width = size == 8 ? 2 : 4;
            while (width > 1 && !isRun(same, i, width, size)) {
                width /= 2;
            }
            if (width > 1) {
                groups.add(List.copyOf(same.subList(i, i + width)));
            }
            i += width;
        }
    }

    private static boolean isRun(List<Node> same, int from, int width, int size) {
        if (from + width > same.size()) {
            return false;
        }
        Node first = same.get(from);
        for (int i = 1; i < width; i++) {
            if (same.get(from + i).bits != first.bits + (long) i * size) {
                return false;
            }
        }
        return ((MemoryAccess) first.data).knownAlignmentBytes() >= width * size;
    }

    // Stores.

    private void stores(Block block) {
        List<Node> open = new ArrayList<>();
        List<List<Node>> groups = new ArrayList<>();
        for (int i = 0; i < block.body.size(); i++) {
            Node node = block.body.get(i);
            if (node.op == Op.STORE && isPlain(node) && isFresh(node, open)) {
                open.add(node);
            } else if (node.touchesMemory()) {
                group(open, groups);
                open.clear();
                if (node.op == Op.STORE && isPlain(node)) {
                    open.add(node);
                }
            }
        }
        group(open, groups);
        if (groups.isEmpty()) {
            return;
        }
        // The group's store stands where its last member stood.
        List<Node> old = block.body;
        block.body = new ArrayList<>(old.size());
        for (int i = 0; i < old.size(); i++) {
            Node node = old.get(i);
            List<Node> group = groupOf(node, groups);
            if (group == null) {
                block.body.add(node);
            } else if (isLast(node, group, old, i)) {
                block.body.add(replaceStores(group, node, block));
            }
        }
    }

    /** It overlaps none of the others for sure, so that their order does not matter: all have one base. */
    private static boolean isFresh(Node store, List<Node> open) {
        long start = store.bits;
        long end = start + access(store).bytes;
        for (int i = 0; i < open.size(); i++) {
            Node other = open.get(i);
            if (other.in(0) != store.in(0) || (other.bits < end && start < other.bits + access(other).bytes)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLast(Node node, List<Node> group, List<Node> body, int at) {
        for (int i = at + 1; i < body.size(); i++) {
            if (group.contains(body.get(i))) {
                return false;
            }
        }
        return group.contains(node);
    }

    private Node replaceStores(List<Node> group, Node last, Block block) {
        Node first = group.getFirst();
        MemoryAccess how = (MemoryAccess) first.data;
        Node[] in = new Node[group.size() + 1];
        in[0] = first.in(0);
        for (int i = 0; i < group.size(); i++) {
            in[i + 1] = group.get(i).in(1);
        }
        Node whole = graph.newNode(
                Op.STORE,
                Kind.VOID,
                in,
                first.bits,
                new MemoryAccess(how.access(), group.size(), false, how.alignmentBytes(), how.skewBytes()));
        whole.space = first.space;
        whole.place = last.place;
        whole.block = block;
        return whole;
    }
}
