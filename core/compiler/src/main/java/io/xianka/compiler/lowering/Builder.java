package io.xianka.compiler.lowering;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Appends nodes to a {@link Graph}: folded where the inputs are constant, simplified, and shared with an equal node that
 * surely ran before. Also keeps what each {@link Leaf} holds in each block.
 */
final class Builder {
    final Graph graph;
    private static final int MOST_DEPTH = 200;

    private final Simplifier simplifier;
    private final Map<NodeKey, Node> known = new HashMap<>();
    /** What a load just behind a store gives. */
    private final Map<NodeKey, Node> stored = new HashMap<>();

    private Block block;
    private int place;
    /** Counts what may have changed memory, so that a load is shared only with one before the change. */
    private int epoch = 1;

    private int lastEpoch = 1;

    /** How many joins back the search for a leaf's value is, and those it has put off so as not to go deeper. */
    private int depth;

    private final List<Postponed> postponed = new ArrayList<>();

    private record Postponed(Leaf leaf, Node phi) {}

    Builder(Graph graph) {
        this.graph = graph;
        this.simplifier = new Simplifier(this);
    }

    /** What makes two nodes compute the same. */
    private record NodeKey(Op op, Kind kind, Node[] in, long bits, Object data, int epoch) {
        @Override
        public int hashCode() {
            int hash = op.ordinal() * 31 + kind.ordinal();
            for (int i = 0; i < in.length; i++) {
                hash = hash * 31 + in[i].id;
            }
            return (hash * 31 + Long.hashCode(bits)) * 31 + epoch;
        }

        @Override
        public boolean equals(Object object) {
            if (!(object instanceof NodeKey other)
                    || op != other.op
                    || kind != other.kind
                    || bits != other.bits
                    || epoch != other.epoch
                    || in.length != other.in.length
                    || (data != other.data && (data == null || !data.equals(other.data)))) {
                return false;
            }
            for (int i = 0; i < in.length; i++) {
                if (in[i] != other.in[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    // Where nodes go.

    Block block() {
        return block;
    }

    /** Nodes go to the end of that block from now on; its contents must not depend on what this builder knows of loads. */
    void enter(Block next) {
        block = next;
        epoch = ++lastEpoch;
    }

    /** The same where memory is as it was at that time. */
    void enter(Block next, int knownEpoch) {
        block = next;
        epoch = knownEpoch;
    }

    /** Which state memory is in, as far as is known; the same number, the same contents. */
    int epoch() {
        return epoch;
    }

    void at(int placeIndex) {
        place = placeIndex;
    }

    int place() {
        return place;
    }

    /** Memory may have changed. */
    void forgetLoads() {
        changed();
    }

    private void changed() {
        epoch = ++lastEpoch;
    }

    // Making nodes.

    Node constant(Kind kind, long bits) {
        return graph.constant(kind, bits);
    }

    Node node(Op op, Kind kind, Node a) {
        return node(op, kind, new Node[] {a.resolved()}, 0, null, false);
    }

    Node node(Op op, Kind kind, Node a, Node b) {
        return node(op, kind, new Node[] {a.resolved(), b.resolved()}, 0, null, false);
    }

    Node signed(Op op, Kind kind, Node a, Node b) {
        return node(op, kind, new Node[] {a.resolved(), b.resolved()}, 0, null, true);
    }

    Node select(Node condition, Node then, Node otherwise) {
        return node(
                Op.SELECT,
                then.kind,
                new Node[] {condition.resolved(), then.resolved(), otherwise.resolved()},
                0,
                null,
                false);
    }

    Node compare(Condition condition, Node a, Node b) {
        return node(Op.COMPARE, Kind.I1, new Node[] {a.resolved(), b.resolved()}, condition.ordinal(), null, false);
    }

    Node not(Node predicate) {
        return node(Op.NOT, Kind.I1, predicate);
    }

    /** Pointer plus bytes. */
    Node offset(Node pointer, Node bytes) {
        return node(Op.OFFSET, Kind.I64, new Node[] {pointer.resolved(), bytes.resolved()}, 0, null, false);
    }

    Node offset(Node pointer, long bytes) {
        return bytes == 0 ? pointer.resolved() : offset(pointer, constant(Kind.I64, bytes));
    }

    /** A node of a pure operation, or what it simplifies to. The inputs are resolved. */
    Node node(Op op, Kind kind, Node[] in, long bits, Object data, boolean noWrap) {
        Node simpler = simplifier.simplify(op, kind, in, bits, data, noWrap);
        if (simpler != null) {
            return simpler;
        }
        return shared(op, kind, in, bits, data, noWrap, 0);
    }

    private Node shared(Op op, Kind kind, Node[] in, long bits, Object data, boolean noWrap, int keyEpoch) {
        NodeKey key = new NodeKey(op, kind, in, bits, data, keyEpoch);
        Node value = keyEpoch == 0 ? null : stored.get(key);
        if (value != null) {
            return value.resolved();
        }
        Node found = known.get(key);
        if (found != null && found.forward == null && holds(found)) {
            found.noWrap &= noWrap;
            return found;
        }
        Node made = graph.newNode(op, kind, in, bits, data);
        made.noWrap = noWrap;
        append(made);
        known.put(new NodeKey(op, kind, in.clone(), bits, data, keyEpoch), made);
        return made;
    }

    /** That node has run whenever control is here. */
    private boolean holds(Node node) {
        return node.block == block
                || (node.block.dominatorExit > 0 && block.dominatorExit > 0 && node.block.dominates(block));
    }

    Node load(Node pointer, long start, MemoryAccess access, Kind kind) {
        Node address = pointer.resolved();
        long offset = start;
        if (address.op == Op.OFFSET && address.in(1).isConstant()) {
            offset += address.in(1).bits;
            address = address.in(0);
        }
        Node[] in = {address};
        if (access.isVolatile()) {
            Node made = graph.newNode(Op.LOAD, kind, in, offset, access);
            append(made);
            changed();
            return made;
        }
        return shared(Op.LOAD, kind, in, offset, access, false, epoch);
    }

    void store(Node pointer, long start, MemoryAccess access, Node... values) {
        Node[] in = new Node[values.length + 1];
        in[0] = pointer.resolved();
        long offset = start;
        if (in[0].op == Op.OFFSET && in[0].in(1).isConstant()) {
            offset += in[0].in(1).bits;
            in[0] = in[0].in(0);
        }
        for (int i = 0; i < values.length; i++) {
            in[i + 1] = values[i].resolved();
        }
        append(graph.newNode(Op.STORE, Kind.VOID, in, offset, access));
        changed();
        if (!access.isVolatile() && values.length == 1 && access.access().bytes >= 4) {
            stored.put(new NodeKey(Op.LOAD, values[0].kind, new Node[] {in[0]}, offset, access, epoch), in[1]);
        }
    }

    /** A node as it is, neither simplified nor shared. */
    Node append(Op op, Kind kind, Node[] in, long bits, Object data) {
        Node made = graph.newNode(op, kind, in, bits, data);
        append(made);
        if (made.touchesMemory()) {
            changed();
        }
        return made;
    }

    /** A pure node that may be shared but has nothing to simplify. */
    Node plain(Op op, Kind kind, Node[] in, long bits, Object data) {
        return shared(op, kind, in, bits, data, false, 0);
    }

    private void append(Node node) {
        node.place = place;
        node.block = block;
        block.body.add(node);
    }

    /** Puts a node that has been somewhere else to the end of this block, or shares it. Its inputs are resolved. */
    Node revisit(Node node) {
        place = node.place;
        if (node.op == Op.LOAD || node.op == Op.STORE) {
            Node address = node.in[0];
            if (address.op == Op.OFFSET && address.in(1).isConstant()) {
                node.bits += address.in(1).bits;
                node.in[0] = address.in(0);
            }
        }
        if (node.op.isPure() || (node.op == Op.ASM && !((AsmTemplate) node.data).hasEffects())) {
            Node simpler = simplifier.simplify(node.op, node.kind, node.in, node.bits, node.data, node.noWrap);
            if (simpler != null) {
                return simpler;
            }
            return keep(node, 0);
        }
        if (node.op == Op.LOAD && !((MemoryAccess) node.data).isVolatile()) {
            return keep(node, epoch);
        }
        node.block = block;
        block.body.add(node);
        if (node.op == Op.STORE) {
            changed();
            MemoryAccess access = (MemoryAccess) node.data;
            if (!access.isVolatile() && access.count() == 1 && access.access().bytes >= 4) {
                stored.put(
                        new NodeKey(Op.LOAD, node.in[1].kind, new Node[] {node.in[0]}, node.bits, access, epoch),
                        node.in[1]);
            }
        } else if (node.touchesMemory()) {
            changed();
        }
        return node;
    }

    private Node keep(Node node, int keyEpoch) {
        NodeKey key = new NodeKey(node.op, node.kind, node.in, node.bits, node.data, keyEpoch);
        Node value = keyEpoch == 0 ? null : stored.get(key);
        if (value != null) {
            return value.resolved();
        }
        Node found = known.get(key);
        if (found != null && found.forward == null && holds(found)) {
            found.noWrap &= node.noWrap;
            return found;
        }
        node.block = block;
        block.body.add(node);
        known.put(new NodeKey(node.op, node.kind, node.in.clone(), node.bits, node.data, keyEpoch), node);
        return node;
    }

    // Control.

    Block newBlock() {
        return graph.newBlock();
    }

    /** Starts a block: it comes next in the text, and nodes go there. */
    void start(Block next) {
        graph.blocks.add(next);
        enter(next);
    }

    /** True while control can come here. */
    boolean isReachable() {
        return block.id == 0 || !block.predecessors.isEmpty() || !block.sealed;
    }

    void jump(Block target) {
        if (block.end != Block.End.OPEN) {
            return;
        }
        if (!isReachable()) {
            block.end = Block.End.UNREACHABLE;
            return;
        }
        block.end = Block.End.JUMP;
        block.endPlace = place;
        block.targets = new Block[] {target};
        target.predecessors.add(block);
    }

    void branch(Node condition, Block then, Block otherwise) {
        if (block.end != Block.End.OPEN) {
            return;
        }
        Node asked = condition.resolved();
        if (asked.isConstant()) {
            jump(asked.bits != 0 ? then : otherwise);
            return;
        }
        if (then == otherwise || !isReachable()) {
            jump(then);
            return;
        }
        block.end = Block.End.BRANCH;
        block.endPlace = place;
        block.condition = asked;
        block.targets = new Block[] {then, otherwise};
        then.predecessors.add(block);
        otherwise.predecessors.add(block);
    }

    /** Goes to the target of that number, which is surely one of them. */
    void table(Node index, Block[] targets) {
        if (block.end != Block.End.OPEN) {
            return;
        }
        if (!isReachable()) {
            block.end = Block.End.UNREACHABLE;
            return;
        }
        block.end = Block.End.TABLE;
        block.endPlace = place;
        block.condition = index.resolved();
        block.targets = targets;
        for (int i = 0; i < targets.length; i++) {
            if (!targets[i].predecessors.contains(block)) {
                targets[i].predecessors.add(block);
            }
        }
    }

    void finish(Block.End end) {
        if (block.end == Block.End.OPEN) {
            block.end = end;
            block.endPlace = place;
        }
    }

    // What leaves hold.

    void write(Leaf leaf, Node value) {
        block.definitions.put(leaf, value);
    }

    /** What this block wrote last, or null. */
    Node known(Leaf leaf) {
        return block.definitions.get(leaf);
    }

    Node read(Leaf leaf) {
        Node found = read(leaf, block);
        while (!postponed.isEmpty()) {
            Postponed next = postponed.removeLast();
            complete(next.leaf(), next.phi());
        }
        return found.resolved();
    }

    private Node read(Leaf leaf, Block start) {
        Block at = start;
        Node found;
        List<Block> passed = null;
        while (true) {
            found = at.definitions.get(leaf);
            if (found != null) {
                found = found.resolved();
                break;
            }
            if (at.sealed && at.predecessors.size() == 1) {
                if (passed == null) {
                    passed = new ArrayList<>();
                }
                passed.add(at);
                if (passed.size() > graph.blockCount()) {
                    // Round a loop that nothing leads into.
                    found = graph.zero(leaf.access.kind);
                    break;
                }
                at = at.predecessors.getFirst();
                continue;
            }
            found = merge(leaf, at);
            break;
        }
        if (passed != null) {
            for (int i = 0; i < passed.size(); i++) {
                passed.get(i).definitions.put(leaf, found);
            }
        }
        return found;
    }

    private Node merge(Leaf leaf, Block at) {
        if (at.sealed && at.predecessors.isEmpty()) {
            Node none = graph.zero(leaf.access.kind);
            at.definitions.put(leaf, none);
            return none;
        }
        Node phi = graph.newNode(Op.PHI, leaf.access.kind, Node.NONE, 0, null);
        phi.block = at;
        phi.place = place;
        at.phis.add(phi);
        at.definitions.put(leaf, phi);
        if (!at.sealed) {
            if (at.incomplete == null) {
                at.incomplete = new HashMap<>();
            }
            at.incomplete.put(leaf, phi);
            return phi;
        }
        if (depth == MOST_DEPTH) {
            postponed.add(new Postponed(leaf, phi));
            return phi;
        }
        return complete(leaf, phi);
    }

    private Node complete(Leaf leaf, Node phi) {
        Block at = phi.block;
        Node[] in = new Node[at.predecessors.size()];
        depth++;
        for (int i = 0; i < in.length; i++) {
            in[i] = read(leaf, at.predecessors.get(i));
        }
        depth--;
        phi.in = in;
        Node only = Phis.onlyValue(phi, graph);
        if (only != null) {
            at.phis.remove(phi);
            phi.forward = only;
            return only;
        }
        return phi;
    }

    /** All predecessors of that block are known now. */
    void seal(Block target) {
        if (target.sealed) {
            return;
        }
        target.sealed = true;
        if (target.incomplete != null) {
            List<Map.Entry<Leaf, Node>> open = new ArrayList<>(target.incomplete.entrySet());
            target.incomplete = null;
            open.sort((a, b) -> Integer.compare(a.getValue().id, b.getValue().id));
            for (int i = 0; i < open.size(); i++) {
                complete(open.get(i).getKey(), open.get(i).getValue());
            }
            while (!postponed.isEmpty()) {
                Postponed next = postponed.removeLast();
                complete(next.leaf(), next.phi());
            }
        }
    }
}
