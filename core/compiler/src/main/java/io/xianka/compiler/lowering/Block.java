package io.xianka.compiler.lowering;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Nodes executed one after the other, and where control goes then. */
final class Block {
    /** How a block ends. */
    enum End {
        /** Not yet decided. */
        OPEN,
        JUMP,
        /** To the first target when {@link Block#condition} holds, else to the second. */
        BRANCH,
        /** By the number {@link Block#condition} among the targets. */
        TABLE,
        RETURN,
        /** Control does not come here. */
        UNREACHABLE
    }

    final int id;
    List<Node> phis = new ArrayList<>(2);
    List<Node> body = new ArrayList<>();
    final List<Block> predecessors = new ArrayList<>(2);
    End end = End.OPEN;
    Node condition;
    Block[] targets = {};
    int endPlace;
    /** True for the first block of a loop that the source asked not to unroll. */
    boolean noUnroll;

    /** While building: what each leaf holds at the end, so far. */
    Map<Leaf, Node> definitions = new HashMap<>();

    Map<Leaf, Node> incomplete;
    boolean sealed;

    /** Dominator tree and order, set by Flow. */
    int order = -1;

    Block dominator;
    int dominatorEntry;
    int dominatorExit;
    /** Place in the text, set by Emission. */
    int index;

    Block(int id) {
        this.id = id;
    }

    boolean dominates(Block other) {
        return dominatorEntry <= other.dominatorEntry && other.dominatorExit <= dominatorExit;
    }

    void replaceTarget(Block from, Block to) {
        for (int i = 0; i < targets.length; i++) {
            if (targets[i] == from) {
                targets[i] = to;
            }
        }
    }

    /** Takes one edge from that block away, with the phis' inputs. */
    void removePredecessor(Block from) {
        int index = predecessors.indexOf(from);
        predecessors.remove(index);
        for (int i = 0; i < phis.size(); i++) {
            Node phi = phis.get(i);
            Node[] rest = new Node[phi.in.length - 1];
            for (int j = 0, k = 0; j < phi.in.length; j++) {
                if (j != index) {
                    rest[k++] = phi.in[j];
                }
            }
            phi.in = rest;
        }
    }

    @Override
    public String toString() {
        return "b" + id;
    }
}
