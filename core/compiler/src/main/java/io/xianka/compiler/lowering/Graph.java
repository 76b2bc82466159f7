package io.xianka.compiler.lowering;

import io.xianka.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The code of one function while it is built and improved. */
final class Graph {
    private record ConstantKey(Kind kind, long bits) {}

    private record AddressKey(Object target, long offset) {}

    final List<Block> blocks = new ArrayList<>();
    /** Places of the source that nodes name by index; the first is the function itself. */
    final List<SourceSpan> places = new ArrayList<>();

    private final Map<ConstantKey, Node> constants = new HashMap<>();
    private final Map<AddressKey, Node> addresses = new HashMap<>();
    private int nodeCount;
    private int blockCount;
    private int leafCount;

    Block newBlock() {
        return new Block(blockCount++);
    }

    int nodeCount() {
        return nodeCount;
    }

    int blockCount() {
        return blockCount;
    }

    Node newNode(Op op, Kind kind, Node[] in, long bits, Object data) {
        return new Node(nodeCount++, op, kind, in, bits, data);
    }

    Leaf newLeaf(Slot slot, long offset, Access access) {
        return new Leaf(slot, offset, access, leafCount++);
    }

    /** @param bits as the kind wants them: an I32 is sign-extended, an I1 is 0 or 1 */
    Node constant(Kind kind, long bits) {
        long normal = switch (kind) {
            case I1 -> bits & 1;
            case I16 -> (short) bits;
            case I32, F32 -> (int) bits;
            case I64, F64, VOID -> bits;
        };
        ConstantKey key = new ConstantKey(kind, normal);
        Node found = constants.get(key);
        if (found == null) {
            found = newNode(Op.CONSTANT, kind, Node.NONE, normal, null);
            constants.put(key, found);
        }
        return found;
    }

    Node constant(float value) {
        return constant(Kind.F32, Float.floatToRawIntBits(value));
    }

    Node constant(double value) {
        return constant(Kind.F64, Double.doubleToRawLongBits(value));
    }

    Node zero(Kind kind) {
        return constant(kind, 0);
    }

    /** The address of a variable or function of the program. */
    Node symbol(Object target, long offset) {
        return address(Op.SYMBOL, target, offset);
    }

    /** The address of a local object. */
    Node slot(Slot target, long offset) {
        return address(Op.SLOT, target, offset);
    }

    private Node address(Op op, Object target, long offset) {
        AddressKey key = new AddressKey(target, offset);
        Node found = addresses.get(key);
        if (found == null) {
            found = newNode(op, Kind.I64, Node.NONE, offset, target);
            addresses.put(key, found);
        }
        return found;
    }
}
