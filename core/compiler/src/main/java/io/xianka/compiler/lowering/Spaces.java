package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds out which state space each pointer points to, for loads and stores in that space are faster than generic ones. A
 * pointer of a known space is held as an address of that space, and made generic where a number is wanted.
 */
final class Spaces {
    /** States of the search: not known yet, a number that fits global pointers too (null), then the spaces. */
    private static final int UNKNOWN = 0;

    private static final int NUMBER = 1;
    private static final int FIRST_SPACE = 2;
    private static final int GENERIC = FIRST_SPACE + Space.GENERIC.ordinal();
    private static final int GLOBAL = FIRST_SPACE + Space.GLOBAL.ordinal();

    private final Graph graph;
    private final int[] states;
    /** Every origin of the pointer is memory that nobody writes. */
    private final boolean[] writable;

    private Spaces(Graph graph) {
        this.graph = graph;
        this.states = new int[graph.nodeCount()];
        this.writable = new boolean[graph.nodeCount()];
    }

    static void run(Graph graph) {
        Spaces spaces = new Spaces(graph);
        List<Block> order = Flow.order(graph);
        spaces.search(order);
        spaces.apply(order);
    }

    private void search(List<Block> order) {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 0; i < order.size(); i++) {
                Block block = order.get(i);
                for (int j = 0; j < block.phis.size(); j++) {
                    changed |= update(block.phis.get(j));
                }
                for (int j = 0; j < block.body.size(); j++) {
                    changed |= update(block.body.get(j));
                }
            }
        }
    }

    private boolean update(Node node) {
        if (node.kind != Kind.I64) {
            return false;
        }
        int state;
        boolean written;
        switch (node.op) {
            case PARAMETER -> {
                ParameterRead read = (ParameterRead) node.data;
                state = read.isGlobal() ? GLOBAL : GENERIC;
                written = !read.isReadOnly();
            }
            case OFFSET -> {
                state = state(node.in(0));
                written = isWritable(node.in(0));
            }
            case PHI -> {
                state = UNKNOWN;
                written = false;
                for (int i = 0; i < node.in.length; i++) {
                    state = meet(state, state(node.in(i)));
                    written |= isWritable(node.in(i));
                }
            }
            case SELECT -> {
                state = meet(state(node.in(1)), state(node.in(2)));
                written = isWritable(node.in(1)) | isWritable(node.in(2));
            }
            default -> {
                state = GENERIC;
                written = true;
            }
        }
        boolean changed = states[node.id] != state || writable[node.id] != written;
        states[node.id] = state;
        writable[node.id] = written;
        return changed;
    }

    private static int meet(int a, int b) {
        if (a == b || b == UNKNOWN) {
            return a;
        }
        if (a == UNKNOWN) {
            return b;
        }
        if (a == NUMBER && b == GLOBAL || a == GLOBAL && b == NUMBER) {
            return GLOBAL;
        }
        return GENERIC;
    }

    private int state(Node node) {
        return switch (node.op) {
            case CONSTANT -> NUMBER;
            case SLOT, SYMBOL -> FIRST_SPACE + spaceOf(node).ordinal();
            default -> states[node.id];
        };
    }

    private boolean isWritable(Node node) {
        return node.op.isFree() ? node.op != Op.CONSTANT : writable[node.id];
    }

    private static Space spaceOf(Node address) {
        if (address.op == Op.SLOT) {
            return Space.LOCAL;
        }
        if (!(address.data instanceof Variable variable)) {
            return Space.GENERIC;
        }
        return switch (variable.storage()) {
            case SHARED, EXTERN_SHARED -> Space.SHARED;
            case CONSTANT -> Space.CONSTANT;
            case GLOBAL -> Space.GLOBAL;
            case LOCAL, PARAMETER -> Space.GENERIC;
        };
    }

    private Space space(Node node) {
        if (node.kind != Kind.I64 || node.id >= states.length) {
            return Space.GENERIC;
        }
        int state = state(node);
        return state < FIRST_SPACE ? Space.GENERIC : SPACES[state - FIRST_SPACE];
    }

    private static final Space[] SPACES = Space.values();

    private void apply(List<Block> order) {
        // Set first, for a phi's inputs come later.
        for (int i = 0; i < order.size(); i++) {
            Block block = order.get(i);
            for (int j = 0; j < block.phis.size(); j++) {
                block.phis.get(j).space = space(block.phis.get(j));
            }
            for (int j = 0; j < block.body.size(); j++) {
                Node node = block.body.get(j);
                node.space = space(node);
            }
        }
        for (int i = 0; i < order.size(); i++) {
            Block block = order.get(i);
            List<Node> old = block.body;
            block.body = new ArrayList<>(old.size() + 4);
            for (int j = 0; j < old.size(); j++) {
                Node node = old.get(j);
                apply(node, block);
                block.body.add(node);
            }
        }
        for (int i = 0; i < order.size(); i++) {
            Block block = order.get(i);
            for (int j = 0; j < block.phis.size(); j++) {
                Node phi = block.phis.get(j);
                if (phi.kind == Kind.I64 && phi.space == Space.GENERIC) {
                    for (int k = 0; k < phi.in.length; k++) {
                        phi.in[k] = generic(phi.in(k), block.predecessors.get(k), phi.place);
                    }
                }
            }
        }
    }

    private void apply(Node node, Block block) {
        switch (node.op) {
            case LOAD, STORE -> {
                Node address = node.in(0);
                node.space = space(address);
                node.readOnly = node.op == Op.LOAD && node.space == Space.GLOBAL && !isWritable(address);
                for (int i = 1; i < node.in.length; i++) {
                    node.in[i] = generic(node.in(i), block, node.place);
                }
            }
            case OFFSET -> node.in[1] = generic(node.in(1), block, node.place);
            case SELECT -> {
                if (node.space == Space.GENERIC) {
                    node.in[1] = generic(node.in(1), block, node.place);
                    node.in[2] = generic(node.in(2), block, node.place);
                }
            }
            case COMPARE -> {
                boolean bothGlobal = isGlobalOrNumber(node.in(0)) && isGlobalOrNumber(node.in(1));
                if (!bothGlobal) {
                    genericInputs(node, block);
                }
            }
            case ASM -> {
                AsmTemplate template = (AsmTemplate) node.data;
                for (int i = 0; i < node.in.length; i++) {
                    Space space = space(node.in(i));
                    boolean named = space == Space.GLOBAL || space == Space.SHARED;
                    if (!(named && template.initialised(i) < 0 && template.isAddressOnly(template.number(i)))) {
                        node.in[i] = generic(node.in(i), block, node.place);
                    }
                }
            }
            default -> genericInputs(node, block);
        }
    }

    private boolean isGlobalOrNumber(Node node) {
        return node.kind == Kind.I64 && (state(node) == GLOBAL || node.op == Op.CONSTANT);
    }

    private void genericInputs(Node node, Block block) {
        for (int i = 0; i < node.in.length; i++) {
            node.in[i] = generic(node.in(i), block, node.place);
        }
    }

    private Node generic(Node pointer, Block block, int place) {
        Space space = space(pointer);
        if (space == Space.GENERIC) {
            return pointer;
        }
        for (int i = block.body.size() - 1; i >= 0; i--) {
            Node known = block.body.get(i);
            if (known.op == Op.TO_GENERIC && known.in[0] == pointer) {
                return known;
            }
        }
        Node made = graph.newNode(Op.TO_GENERIC, Kind.I64, new Node[] {pointer}, 0, space);
        made.block = block;
        made.place = place;
        block.body.add(made);
        return made;
    }
}
