package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads, writes and copies objects: those in registers leaf by leaf, those in memory by loads and stores. */
final class Storage {
    /** Local objects beyond this size are in memory from the start. */
    private static final long MOST_REGISTER_BYTES = 1024;

    private final Builder builder;
    private final Set<Object> inMemory;
    private final Map<Type, Layout> layouts = new HashMap<>();
    private final Set<Object> moving;
    private boolean escaped;

    /** Names a leaf when the function is lowered again. */
    private record LeafKey(Object slot, long offset) {}

    /**
     * @param inMemory keys of the slots that must be in memory; those that turn out to are added, and then the function
     *     has to be lowered again
     * @param moving leaves that point to a local object and later elsewhere; kept in the same way. A pointer to a local
     *     object counts as constant until it is written again: or it would be unknown in every loop
     */
    Storage(Builder builder, Set<Object> inMemory, Set<Object> moving) {
        this.builder = builder;
        this.inMemory = inMemory;
        this.moving = moving;
    }

    /** An assumption failed: the function must be lowered again. */
    boolean hasEscaped() {
        return escaped;
    }

    Slot newSlot(Object key, String name, Type type, int alignmentBytes) {
        boolean memory = type.bytes() > MOST_REGISTER_BYTES || inMemory.contains(key);
        return new Slot(key, name, type.bytes(), Math.max(alignmentBytes, type.alignment()), memory);
    }

    Location locationOf(Slot slot) {
        return Location.of(builder.graph.slot(slot, 0), slot.alignmentBytes);
    }

    /** That object's address is needed as a number. */
    void escape(Slot slot) {
        if (!slot.inMemory && inMemory.add(slot.key)) {
            escaped = true;
        }
    }

    /** A node whose address, if it is one of a local object, goes where it cannot be followed. */
    Node escape(Node value) {
        Node known = value.resolved();
        if (known.op == Op.SLOT) {
            escape((Slot) known.data);
        }
        return known;
    }

    Location offset(Location start, long bytes) {
        return new Location(
                builder.offset(start.address(), bytes),
                start.alignmentBytes(),
                start.skewBytes() + bytes,
                start.isVolatile(),
                null);
    }

    // Scalars.

    Node read(Location location, Access access) {
        if (location.bitField() != null) {
            return readBits(location, access);
        }
        Node address = location.address().resolved();
        if (address.op == Op.SLOT && !((Slot) address.data).inMemory) {
            return readSlot((Slot) address.data, address.bits, access);
        }
        if (isChoice(address)) {
            Node then = read(at(location, address.in(1)), access);
            Node otherwise = read(at(location, address.in(2)), access);
            return builder.select(address.in(0), then, otherwise);
        }
        if (address.op == Op.SYMBOL && !location.isVolatile()) {
            Node known = ConstantData.read(builder.graph, address, access);
            if (known != null) {
                return known;
            }
        }
        MemoryAccess how =
                new MemoryAccess(access, 1, location.isVolatile(), location.alignmentBytes(), location.skewBytes());
        if (access == Access.BOOL) {
            Node raw = builder.load(address, 0, how, Kind.I32);
            return builder.compare(Condition.NE, raw, builder.constant(Kind.I32, 0));
        }
        return builder.load(address, 0, how, access.kind);
    }

    void write(Location location, Access access, Node value) {
        if (location.bitField() != null) {
            writeBits(location, access, value);
            return;
        }
        Node address = location.address().resolved();
        if (address.op == Op.SLOT && !((Slot) address.data).inMemory) {
            writeSlot((Slot) address.data, address.bits, access, value);
            return;
        }
        if (isChoice(address)) {
            Location then = at(location, address.in(1));
            Location otherwise = at(location, address.in(2));
            Node condition = address.in(0);
            write(then, access, builder.select(condition, value, read(then, access)));
            write(otherwise, access, builder.select(condition, read(otherwise, access), value));
            return;
        }
        MemoryAccess how =
                new MemoryAccess(access, 1, location.isVolatile(), location.alignmentBytes(), location.skewBytes());
        Node stored = access == Access.BOOL ? asInteger(value) : value;
        builder.store(address, 0, how, escape(stored));
    }

    /** One of several local objects in registers, by conditions. */
    private static boolean isChoice(Node address) {
        return address.op == Op.SELECT && isRegisterAddress(address.in(1)) && isRegisterAddress(address.in(2));
    }

    /** What is there is in registers. */
    static boolean isRegisterAddress(Node address) {
        return (address.op == Op.SLOT && !((Slot) address.data).inMemory) || isChoice(address);
    }

    private static Location at(Location location, Node address) {
        return new Location(address, location.alignmentBytes(), location.skewBytes(), location.isVolatile(), null);
    }

    Node asInteger(Node predicate) {
        return builder.select(predicate, builder.constant(Kind.I32, 1), builder.constant(Kind.I32, 0));
    }

    private Node readBits(Location location, Access access) {
        RecordType.Field field = location.bitField();
        Access unit = access == Access.BOOL ? Access.U8 : access;
        Node whole = read(
                new Location(
                        location.address(),
                        location.alignmentBytes(),
                        location.skewBytes(),
                        location.isVolatile(),
                        null),
                unit);
        int registerBits = unit.kind.bits();
        int width = field.bitWidth();
        boolean signed = field.type().unqualified() instanceof Type.Scalar scalar && scalar.signed();
        Node high = builder.node(
                Op.SHL, unit.kind, whole, builder.constant(Kind.I32, registerBits - width - field.bitOffset()));
        Node value = builder.node(
                signed ? Op.SHR : Op.SHR_U, unit.kind, high, builder.constant(Kind.I32, registerBits - width));
        return access == Access.BOOL ? builder.compare(Condition.NE, value, builder.constant(unit.kind, 0)) : value;
    }

    private void writeBits(Location location, Access access, Node value) {
        RecordType.Field field = location.bitField();
        Access unit = access == Access.BOOL ? Access.U8 : access;
        Location whole = new Location(
                location.address(), location.alignmentBytes(), location.skewBytes(), location.isVolatile(), null);
        Node number = access == Access.BOOL ? asInteger(value) : value;
        long mask = field.bitWidth() == 64 ? -1 : (1L << field.bitWidth()) - 1;
        Node kept = builder.node(
                Op.AND, unit.kind, read(whole, unit), builder.constant(unit.kind, ~(mask << field.bitOffset())));
        Node placed = builder.node(
                Op.SHL,
                unit.kind,
                builder.node(Op.AND, unit.kind, number, builder.constant(unit.kind, mask)),
                builder.constant(Kind.I32, field.bitOffset()));
        Node merged = builder.node(Op.OR, unit.kind, kept, placed);
        write(whole, unit, extend(merged, unit));
    }

    /** An I32 as a variable of that type holds it. */
    Node extend(Node value, Access access) {
        return switch (access) {
            case S8 -> builder.node(Op.SIGN_8, Kind.I32, value);
            case U8 -> builder.node(Op.ZERO_8, Kind.I32, value);
            case S16 -> builder.node(Op.SIGN_16, Kind.I32, value);
            case U16 -> builder.node(Op.ZERO_16, Kind.I32, value);
            case BOOL, B32, B64, F32, F64 -> value;
        };
    }

    // Objects in registers.

    private Node read(Leaf leaf) {
        if (leaf.pointer != null && builder.known(leaf) == null) {
            leaf.assumed = true;
            return leaf.pointer;
        }
        return builder.read(leaf);
    }

    private void write(Leaf leaf, Node given) {
        Node value = given.resolved();
        if (!leaf.written && value.op == Op.SLOT && !moving.contains(new LeafKey(leaf.slot.key, leaf.offset))) {
            leaf.pointer = value;
        } else if (leaf.pointer != null && leaf.pointer != value) {
            if (leaf.assumed && moving.add(new LeafKey(leaf.slot.key, leaf.offset))) {
                escaped = true;
            }
            leaf.pointer = null;
        }
        leaf.written = true;
        builder.write(leaf, value);
    }

    private Node readSlot(Slot slot, long offset, Access access) {
        Leaf leaf = leaf(slot, offset, access);
        if (leaf != null) {
            return convert(read(leaf), leaf.access, access);
        }
        List<Leaf> parts = parts(slot, offset, access);
        if (parts == null) {
            escape(slot);
            return builder.constant(access.kind, 0);
        }
        Leaf first = parts.getFirst();
        if (parts.size() == 1) {
            Node bits = toBits(read(first), first.access);
            return fromBits(shifted(Op.SHR_U, bits, 8 * (offset - first.offset)), access);
        }
        Node whole = null;
        Kind kind = access.bytes == 8 ? Kind.I64 : Kind.I32;
        for (int i = 0; i < parts.size(); i++) {
            Leaf part = parts.get(i);
            Node bits = toKind(toBits(read(part), part.access), kind);
            Node placed = shifted(Op.SHL, bits, 8 * (part.offset - offset));
            whole = whole == null ? placed : builder.node(Op.OR, kind, whole, placed);
        }
        return fromBits(whole, access);
    }

    private void writeSlot(Slot slot, long offset, Access access, Node value) {
        Leaf leaf = leaf(slot, offset, access);
        if (leaf != null) {
            write(leaf, convert(value.resolved(), access, leaf.access));
            return;
        }
        List<Leaf> parts = parts(slot, offset, access);
        if (parts == null) {
            escape(slot);
            return;
        }
        Node bits = toBits(value.resolved(), access);
        Leaf first = parts.getFirst();
        if (parts.size() == 1) {
            Node before = toBits(read(first), first.access);
            long shift = 8 * (offset - first.offset);
            long mask = ((1L << 8 * access.bytes) - 1) << shift;
            Node kept = builder.node(Op.AND, before.kind, before, builder.constant(before.kind, ~mask));
            Node placed = shifted(Op.SHL, toKind(bits, before.kind), shift);
            write(first, fromBits(builder.node(Op.OR, before.kind, kept, placed), first.access));
            return;
        }
        for (int i = 0; i < parts.size(); i++) {
            Leaf part = parts.get(i);
            write(part, fromBits(shifted(Op.SHR_U, bits, 8 * (part.offset - offset)), part.access));
        }
    }

    /** The leaf of exactly these bytes, made when they are untouched; null where the object is taken apart otherwise. */
    private Leaf leaf(Slot slot, long offset, Access access) {
        long end = offset + access.bytes;
        int at = 0;
        for (; at < slot.leaves.size(); at++) {
            Leaf leaf = slot.leaves.get(at);
            if (leaf.offset == offset && leaf.access.bytes == access.bytes) {
                return leaf;
            }
            if (leaf.offset < end && offset < leaf.offset + leaf.access.bytes) {
                return null;
            }
            if (leaf.offset >= end) {
                break;
            }
        }
        if (offset < 0 || end > slot.bytes) {
            return null;
        }
        Leaf made = builder.graph.newLeaf(slot, offset, access);
        slot.leaves.add(at, made);
        return made;
    }

    /** The one leaf around these bytes, or those that they are made of; null when it is neither. */
    private static List<Leaf> parts(Slot slot, long offset, Access access) {
        long end = offset + access.bytes;
        List<Leaf> parts = new ArrayList<>();
        long next = offset;
        for (int i = 0; i < slot.leaves.size(); i++) {
            Leaf leaf = slot.leaves.get(i);
            long leafEnd = leaf.offset + leaf.access.bytes;
            if (leafEnd <= offset || leaf.offset >= end) {
                continue;
            }
            if (leaf.offset <= offset && end <= leafEnd) {
                return List.of(leaf);
            }
            if (leaf.offset != next) {
                return null;
            }
            parts.add(leaf);
            next = leafEnd;
        }
        return next == end && !parts.isEmpty() ? parts : null;
    }

    // Scalars as plain bits: an I64, or an I32 with zeros above the scalar.

    private Node toBits(Node value, Access access) {
        return switch (access) {
            case BOOL -> asInteger(value);
            case S8 -> builder.node(Op.ZERO_8, Kind.I32, value);
            case S16 -> builder.node(Op.ZERO_16, Kind.I32, value);
            case F32 -> builder.node(Op.BITCAST, Kind.I32, value);
            case F64 -> builder.node(Op.BITCAST, Kind.I64, value);
            case U8, U16, B32, B64 -> value.resolved();
        };
    }

    /** The scalar in the low bits; what lies above does not matter. */
    private Node fromBits(Node bits, Access access) {
        Node fitting = toKind(bits, access.bytes == 8 ? Kind.I64 : Kind.I32);
        return switch (access) {
            case BOOL ->
                builder.compare(
                        Condition.NE, builder.node(Op.ZERO_8, Kind.I32, fitting), builder.constant(Kind.I32, 0));
            case F32 -> builder.node(Op.BITCAST, Kind.F32, fitting);
            case F64 -> builder.node(Op.BITCAST, Kind.F64, fitting);
            case S8, U8, S16, U16, B32, B64 -> extend(fitting, access);
        };
    }

    private Node toKind(Node bits, Kind kind) {
        Kind own = bits.resolved().kind;
        if (own == kind) {
            return bits;
        }
        return builder.node(kind == Kind.I64 ? Op.ZERO_EXTEND : Op.TRUNCATE, kind, bits);
    }

    private Node shifted(Op op, Node bits, long count) {
        Kind kind = bits.resolved().kind;
        return builder.node(op, kind, bits, builder.constant(Kind.I32, count));
    }

    private Node convert(Node value, Access from, Access to) {
        if (from == to) {
            return value;
        }
        if (from.kind == Kind.I1) {
            return extend(asInteger(value), to);
        }
        if (to.kind == Kind.I1) {
            return builder.compare(Condition.NE, value, builder.constant(Kind.I32, 0));
        }
        if (from.kind != to.kind) {
            return builder.node(Op.BITCAST, to.kind, value);
        }
        return extend(value, to);
    }

    // Whole objects.

    private Layout layout(Type type) {
        Type bare = type.unqualified();
        Layout found = layouts.get(bare);
        if (found == null && !layouts.containsKey(bare)) {
            found = Layout.of(bare);
            layouts.put(bare, found);
        }
        return found;
    }

    private static Slot registerSlot(Location location) {
        Node address = location.address().resolved();
        return address.op == Op.SLOT && !((Slot) address.data).inMemory ? (Slot) address.data : null;
    }

    /** Copies an object over another; they are the same or apart. */
    void copy(Location target, Location source, Type type) {
        if (target.address().resolved() == source.address().resolved()) {
            return;
        }
        Access scalar = Access.of(type);
        if (scalar != null) {
            write(target, scalar, read(source, scalar));
            return;
        }
        Slot from = registerSlot(source);
        if (from != null
                && !from.leaves.isEmpty()
                && !cutsLeaf(from, source.address().resolved().bits, type.bytes())) {
            copyLeaves(target, source, from, type.bytes());
            return;
        }
        Layout layout = layout(type);
        if (layout == null) {
            copyBytes(target, source, type);
            return;
        }
        Slot to = registerSlot(target);
        if (to != null && !to.leaves.isEmpty() && from == null && isUnionInside(type)) {
            for (Leaf leaf : to.leaves.toArray(new Leaf[0])) {
                long at = leaf.offset - target.address().resolved().bits;
                if (at >= 0 && at < type.bytes()) {
                    write(offset(target, at), leaf.access, read(offset(source, at), leaf.access));
                }
            }
            return;
        }
        // All reads before all writes, so that they can be joined.
        int count = layout.count();
        for (int first = 0; first < count; first += 16) {
            int end = Math.min(count, first + 16);
            Node[] values = new Node[end - first];
            for (int i = first; i < end; i++) {
                values[i - first] = read(offset(source, layout.offset(i)), layout.access(i));
            }
            for (int i = first; i < end; i++) {
                write(offset(target, layout.offset(i)), layout.access(i), values[i - first]);
            }
        }
    }

    private static boolean isUnionInside(Type type) {
        return type.unqualified() instanceof RecordType record && record.isUnion();
    }

    /** Some leaf lies partly within these bytes and partly outside. */
    private static boolean cutsLeaf(Slot slot, long start, long bytes) {
        long end = start + bytes;
        for (Leaf leaf : slot.leaves) {
            long leafEnd = leaf.offset + leaf.access.bytes;
            if (leaf.offset < end && start < leafEnd && (leaf.offset < start || leafEnd > end)) {
                return true;
            }
        }
        return false;
    }

    private void copyLeaves(Location target, Location source, Slot from, long bytes) {
        long start = source.address().resolved().bits;
        Leaf[] leaves = from.leaves.toArray(new Leaf[0]);
        for (Leaf leaf : leaves) {
            long at = leaf.offset - start;
            if (at >= 0 && at + leaf.access.bytes <= bytes) {
                write(offset(target, at), leaf.access, read(leaf));
            }
        }
    }

    /** A copy of an object too large to take apart, by a loop. */
    private void copyBytes(Location target, Location source, Type type) {
        escape(target.address());
        escape(source.address());
        int step = Math.min(8, type.alignment());
        Access word = switch (step) {
            case 1 -> Access.U8;
            case 2 -> Access.U16;
            case 4 -> Access.B32;
            default -> Access.B64;
        };
        Slot counter = new Slot(this, "counter", 8, 8, false);
        Leaf index = builder.graph.newLeaf(counter, 0, Access.B64);
        write(index, builder.constant(Kind.I64, 0));
        Block loop = builder.newBlock();
        Block after = builder.newBlock();
        builder.jump(loop);
        builder.start(loop);
        Node at = read(index);
        Location from = Location.of(builder.offset(source.address(), at), step);
        Location to = Location.of(builder.offset(target.address(), at), step);
        write(to, word, read(from, word));
        Node next = builder.node(Op.ADD, Kind.I64, at, builder.constant(Kind.I64, step));
        write(index, next);
        builder.branch(builder.compare(Condition.LO, next, builder.constant(Kind.I64, type.bytes())), loop, after);
        builder.seal(loop);
        builder.start(after);
        builder.seal(after);
    }

    void zero(Location target, Type type) {
        Layout layout = layout(type);
        if (layout == null) {
            zeroBytes(target, type);
            return;
        }
        Slot slot = registerSlot(target);
        if (slot != null && !slot.leaves.isEmpty()) {
            long start = target.address().resolved().bits;
            for (Leaf leaf : slot.leaves.toArray(new Leaf[0])) {
                if (leaf.offset >= start && leaf.offset < start + type.bytes()) {
                    write(leaf, builder.constant(leaf.access.kind, 0));
                }
            }
        }
        for (int i = 0; i < layout.count(); i++) {
            Access access = layout.access(i);
            long at = target.address().resolved().bits + layout.offset(i);
            if (slot == null || isFree(slot, at, access.bytes)) {
                write(offset(target, layout.offset(i)), access, builder.constant(access.kind, 0));
            }
        }
    }

    private static boolean isFree(Slot slot, long offset, int bytes) {
        for (Leaf leaf : slot.leaves) {
            if (leaf.offset < offset + bytes && offset < leaf.offset + leaf.access.bytes) {
                return false;
            }
        }
        return true;
    }

    private void zeroBytes(Location target, Type type) {
        escape(target.address());
        Slot counter = new Slot(this, "counter", 8, 8, false);
        Leaf index = builder.graph.newLeaf(counter, 0, Access.B64);
        write(index, builder.constant(Kind.I64, 0));
        Block loop = builder.newBlock();
        Block after = builder.newBlock();
        builder.jump(loop);
        builder.start(loop);
        Node at = read(index);
        int step = Math.min(4, type.alignment());
        Access word = step == 4 ? Access.B32 : step == 2 ? Access.U16 : Access.U8;
        write(Location.of(builder.offset(target.address(), at), step), word, builder.constant(Kind.I32, 0));
        Node next = builder.node(Op.ADD, Kind.I64, at, builder.constant(Kind.I64, step));
        write(index, next);
        builder.branch(builder.compare(Condition.LO, next, builder.constant(Kind.I64, type.bytes())), loop, after);
        builder.seal(loop);
        builder.start(after);
        builder.seal(after);
    }

    /** Where a variable of the program is. */
    Location global(Variable variable) {
        return Location.of(builder.graph.symbol(variable, 0), variable.alignment());
    }
}
