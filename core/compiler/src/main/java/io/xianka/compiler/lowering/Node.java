package io.xianka.compiler.lowering;

/**
 * A value or an effect in a {@link Graph}. Fields are open to the package: the passes work on them.
 *
 * <p>A node that turned out to be another one is {@link #forward}ed; whoever holds it asks {@link #resolved()}.
 */
final class Node {
    static final Node[] NONE = {};

    final int id;
    Op op;
    Kind kind;
    Node[] in;
    long bits;
    Object data;
    Block block;
    /** Index of the source place in {@link Graph#places}. */
    int place;
    /** Signed arithmetic that the source forbids to overflow. */
    boolean noWrap;

    Node forward;

    /** For pointers after {@code Spaces}. */
    Space space = Space.GENERIC;

    /** Of a load after {@code Spaces}: nobody writes this memory while the kernel runs. */
    boolean readOnly;
    /** Scratch of the pass that runs. */
    int uses;

    int mark;

    Node(int id, Op op, Kind kind, Node[] in, long bits, Object data) {
        this.id = id;
        this.op = op;
        this.kind = kind;
        this.in = in;
        this.bits = bits;
        this.data = data;
    }

    Node resolved() {
        Node end = this;
        while (end.forward != null) {
            end = end.forward;
        }
        if (forward != null && forward != end) {
            forward = end;
        }
        return end;
    }

    Node in(int index) {
        Node input = in[index];
        if (input.forward != null) {
            input = input.resolved();
            in[index] = input;
        }
        return input;
    }

    void resolveInputs() {
        for (int i = 0; i < in.length; i++) {
            in(i);
        }
    }

    boolean isConstant() {
        return op == Op.CONSTANT;
    }

    boolean isConstant(long value) {
        return op == Op.CONSTANT && bits == value;
    }

    /** Nothing happens when it is not executed, or executed for nobody. */
    boolean isRemovable() {
        return switch (op) {
            case STORE, CALL, PRINT, GIVE -> false;
            case LOAD -> !((MemoryAccess) data).isVolatile();
            case ASM -> !((AsmTemplate) data).hasEffects();
            default -> true;
        };
    }

    boolean touchesMemory() {
        return switch (op) {
            case STORE, LOAD, CALL, PRINT -> true;
            case ASM -> ((AsmTemplate) data).hasEffects();
            default -> false;
        };
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("n").append(id).append(" = ").append(op);
        text.append('.').append(kind);
        for (Node input : in) {
            text.append(" n").append(input == null ? -1 : input.resolved().id);
        }
        return text.append(" #").append(bits).append(' ').append(data).toString();
    }
}
