package io.xianka.compiler.lowering;

import java.util.Set;

/** Finds local objects that were taken for registers and whose address is used as a number. */
final class Escapes {
    private Escapes() {}

    /** Adds the keys of such objects; whether there are any. The graph is clean. */
    static boolean find(Graph graph, Set<Object> inMemory) {
        boolean found = false;
        for (int i = 0; i < graph.blocks.size(); i++) {
            Block block = graph.blocks.get(i);
            for (int j = 0; j < block.phis.size(); j++) {
                found |= look(block.phis.get(j), inMemory);
            }
            for (int j = 0; j < block.body.size(); j++) {
                found |= look(block.body.get(j), inMemory);
            }
        }
        return found;
    }

    private static boolean look(Node node, Set<Object> inMemory) {
        boolean found = false;
        for (int i = 0; i < node.in.length; i++) {
            Node input = node.in(i);
            if (input.op == Op.SLOT && input.data instanceof Slot slot && !slot.inMemory) {
                found |= inMemory.add(slot.key);
            }
        }
        return found;
    }
}
