package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.EnumType;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Value.BinaryOperator;
import io.xianka.compiler.typed.Variable;
import io.xianka.ptx.SpecialRegister;
import java.util.List;

/** Lowers {@link Value}s: scalars to nodes, records and arrays into places. */
final class Values {
    private final FunctionLowering lowering;
    private final Builder builder;
    private final Storage storage;

    Values(FunctionLowering lowering) {
        this.lowering = lowering;
        this.builder = lowering.builder;
        this.storage = lowering.storage;
    }

    /** For the effects alone. */
    void effects(Term term) {
        switch (term) {
            case Value.Load load when !load.place().type().isVolatile() -> effects(load.place());
            case Value value -> {
                if (Access.of(value.type()) != null || value.type().isVoid()) {
                    scalar(value);
                } else {
                    object(value);
                }
            }
            case Place place -> {
                Location at = lowering.places.locate(place);
                Access access = Access.of(place.type());
                boolean isRead = place instanceof Place.OfVariable
                        || place instanceof Place.Dereference
                        || place instanceof Place.Member
                        || place instanceof Place.Element;
                if (access != null && isRead && place.type().isVolatile()) {
                    storage.read(at, access);
                }
            }
        }
    }

    /** A scalar's value; of void: null. */
    Node scalar(Value value) {
        return switch (value) {
            case Value.IntegerConstant constant -> builder.constant(Access.of(constant.type()).kind, constant.value());
            case Value.FloatingConstant constant ->
                Access.of(constant.type()) == Access.F32
                        ? builder.graph.constant((float) constant.value())
                        : builder.graph.constant(constant.value());
            case Value.Null _ -> builder.constant(Kind.I64, 0);
            case Value.Load load -> load(load);
            case Value.Refer refer -> lowering.places.locate(refer.place()).address();
            case Value.AddressOf address ->
                lowering.places.locate(address.place()).address();
            case Value.Decay decay -> lowering.places.locate(decay.array()).address();
            case Value.FunctionAddress address -> {
                lowering.parts.need(address.function());
                yield builder.graph.symbol(address.function(), 0);
            }
            case Value.Special special -> special(special.register());
            case Value.Unary unary -> unary(unary);
            case Value.Binary binary -> binary(binary);
            case Value.ShortCircuit circuit -> shortCircuit(circuit);
            case Value.Conditional conditional -> conditional(conditional);
            case Value.Comma comma -> {
                effects(comma.first());
                yield scalar(comma.second());
            }
            case Value.PointerOffset offset -> pointerOffset(offset);
            case Value.PointerDifference difference -> pointerDifference(difference);
            case Value.PostIncrement increment ->
                lowering.places.increment(increment.span(), increment.target(), increment.delta(), true);
            case Value.Convert convert -> convert(convert);
            case Value.Discard discard -> {
                effects(discard.operand());
                yield null;
            }
            case Value.Call call -> lowering.calls.call(call, null);
            case Value.CallPointer call -> lowering.calls.callPointer(call, null);
            case Value.Print print -> lowering.calls.print(print);
            case Value.Construct _, Value.Repeat _ -> {
                object(value);
                yield null;
            }
            case Value.Aggregate aggregate -> {
                if (aggregate.slots().isEmpty()) {
                    yield builder.constant(Access.of(aggregate.type()).kind, 0);
                }
                yield scalar(aggregate.slots().getFirst().value());
            }
            case Value.Extract extract ->
                storage.read(field(object(extract.record()), extract.field()), Access.of(extract.type()));
            case Value.BitCast cast -> bitCast(cast);
            case Value.WithCleanup whole -> {
                Node result = scalar(whole.value());
                cleanUp(whole);
                yield result;
            }
        };
    }

    private void cleanUp(Value.WithCleanup whole) {
        for (int i = 0; i < whole.after().size(); i++) {
            lowering.statements.lower(whole.after().get(i));
        }
    }

    private Node bitCast(Value.BitCast cast) {
        Access to = Access.of(cast.type());
        Access from = Access.of(cast.operand().type());
        if (from != null && from.bytes >= 4) {
            return builder.node(Op.BITCAST, to.kind, scalar(cast.operand()));
        }
        if (from != null) {
            return storage.extend(
                    from == Access.BOOL ? storage.asInteger(scalar(cast.operand())) : scalar(cast.operand()), to);
        }
        return storage.read(object(cast.operand()), to);
    }

    private Node load(Value.Load load) {
        Place place = load.place();
        if (place instanceof Place.OfVariable of && lowering.frame.bindings.get(of.variable()) instanceof Node node) {
            return node.resolved();
        }
        if (place instanceof Place.Conditional choice) {
            // The value of the chosen one, so that neither needs an address.
            return conditional(new Value.Conditional(
                    choice.span(),
                    choice.condition(),
                    new Value.Load(choice.then().span(), choice.then()),
                    new Value.Load(choice.otherwise().span(), choice.otherwise()),
                    load.type()));
        }
        Location at = lowering.places.locate(place);
        lowering.at(load.span());
        return storage.read(at, Access.of(place.type()));
    }

    Location field(Location object, RecordType.Field field) {
        Location at = storage.offset(object, field.offsetBytes());
        return field.isBitField()
                ? new Location(at.address(), at.alignmentBytes(), at.skewBytes(), at.isVolatile(), field)
                : at;
    }

    private Node special(Value.SpecialRegister register) {
        SpecialRegister name = switch (register) {
            case THREAD_X -> SpecialRegister.TID_X;
            case THREAD_Y -> SpecialRegister.TID_Y;
            case THREAD_Z -> SpecialRegister.TID_Z;
            case BLOCK_X -> SpecialRegister.CTAID_X;
            case BLOCK_Y -> SpecialRegister.CTAID_Y;
            case BLOCK_Z -> SpecialRegister.CTAID_Z;
            case BLOCK_DIM_X -> SpecialRegister.NTID_X;
            case BLOCK_DIM_Y -> SpecialRegister.NTID_Y;
            case BLOCK_DIM_Z -> SpecialRegister.NTID_Z;
            case GRID_DIM_X -> SpecialRegister.NCTAID_X;
            case GRID_DIM_Y -> SpecialRegister.NCTAID_Y;
            case GRID_DIM_Z -> SpecialRegister.NCTAID_Z;
            case WARP_SIZE -> null;
        };
        return name == null ? builder.constant(Kind.I32, 32) : builder.plain(Op.SPECIAL, Kind.I32, Node.NONE, 0, name);
    }

    private Node unary(Value.Unary unary) {
        Node operand = scalar(unary.operand());
        lowering.at(unary.span());
        return switch (unary.operator()) {
            case NEGATE -> builder.node(Op.NEG, operand.kind, operand);
            case COMPLEMENT, NOT -> builder.node(Op.NOT, operand.kind, operand);
        };
    }

    private Node binary(Value.Binary binary) {
        Node left = scalar(binary.left());
        Node right = scalar(binary.right());
        lowering.at(binary.span());
        return combine(binary.operator(), binary.left().type(), left, right);
    }

    /** {@code left op right} computed in that type. */
    Node combine(BinaryOperator operator, Type type, Node left, Node right) {
        boolean signed = isSigned(type);
        Kind kind = left.resolved().kind;
        boolean floats = kind.isFloat();
        return switch (operator) {
            case MULTIPLY -> arithmetic(Op.MUL, kind, left, right, signed);
            case ADD -> arithmetic(Op.ADD, kind, left, right, signed);
            case SUBTRACT -> arithmetic(Op.SUB, kind, left, right, signed);
            case DIVIDE -> builder.node(signed || floats ? Op.DIV : Op.DIV_U, kind, left, right);
            case REMAINDER -> builder.node(signed ? Op.REM : Op.REM_U, kind, left, right);
            case SHIFT_LEFT -> builder.node(Op.SHL, kind, left, shiftAmount(right));
            case SHIFT_RIGHT -> builder.node(signed ? Op.SHR : Op.SHR_U, kind, left, shiftAmount(right));
            case AND -> builder.node(Op.AND, kind, left, right);
            case XOR -> builder.node(Op.XOR, kind, left, right);
            case OR -> builder.node(Op.OR, kind, left, right);
            case LESS -> compare(signed || floats ? Condition.LT : Condition.LO, left, right);
            case GREATER -> compare(signed || floats ? Condition.GT : Condition.HI, left, right);
            case LESS_EQUAL -> compare(signed || floats ? Condition.LE : Condition.LS, left, right);
            case GREATER_EQUAL -> compare(signed || floats ? Condition.GE : Condition.HS, left, right);
            case EQUAL -> compare(Condition.EQ, left, right);
            case NOT_EQUAL -> compare(Condition.NE, left, right);
        };
    }

    private Node arithmetic(Op op, Kind kind, Node left, Node right, boolean signed) {
        return signed ? builder.signed(op, kind, left, right) : builder.node(op, kind, left, right);
    }

    private Node compare(Condition condition, Node left, Node right) {
        Node a = left.resolved();
        Node b = right.resolved();
        if (a.kind == Kind.I1 && condition != Condition.EQ && condition != Condition.NE) {
            return builder.compare(condition, storage.asInteger(a), storage.asInteger(b));
        }
        return builder.compare(condition, a, b);
    }

    private Node shiftAmount(Node amount) {
        return amount.resolved().kind == Kind.I64 ? builder.node(Op.TRUNCATE, Kind.I32, amount) : amount;
    }

    static boolean isSigned(Type type) {
        Type bare = type.unqualified();
        if (bare instanceof EnumType enumeration) {
            return enumeration.underlying().signed();
        }
        return bare instanceof Type.Scalar scalar && scalar.signed();
    }

    // Control inside expressions.

    /** Goes to one of two blocks. */
    void condition(Value value, Block then, Block otherwise) {
        switch (value) {
            case Value.Unary unary
            when unary.operator() == Value.UnaryOperator.NOT -> condition(unary.operand(), otherwise, then);
            case Value.ShortCircuit circuit
            when !Cost.isFree(circuit.right(), lowering.frame) -> {
                Block second = builder.newBlock();
                if (circuit.isAnd()) {
                    condition(circuit.left(), second, otherwise);
                } else {
                    condition(circuit.left(), then, second);
                }
                builder.seal(second);
                builder.start(second);
                condition(circuit.right(), then, otherwise);
            }
            default -> {
                Node asked = scalar(value);
                lowering.at(value.span());
                builder.branch(asked, then, otherwise);
            }
        }
    }

    private Node shortCircuit(Value.ShortCircuit circuit) {
        if (Cost.isFree(circuit.right(), lowering.frame)) {
            Node left = scalar(circuit.left());
            if (left.resolved().isConstant() && (left.resolved().bits != 0) != circuit.isAnd()) {
                return left;
            }
            return builder.node(circuit.isAnd() ? Op.AND : Op.OR, Kind.I1, left, scalar(circuit.right()));
        }
        Location result = temporary(circuit, Type.Scalar.BOOL);
        Block then = builder.newBlock();
        Block otherwise = builder.newBlock();
        Block join = builder.newBlock();
        condition(circuit, then, otherwise);
        builder.seal(then);
        builder.start(then);
        storage.write(result, Access.BOOL, builder.constant(Kind.I1, 1));
        builder.jump(join);
        builder.seal(otherwise);
        builder.start(otherwise);
        storage.write(result, Access.BOOL, builder.constant(Kind.I1, 0));
        builder.jump(join);
        builder.seal(join);
        builder.start(join);
        return storage.read(result, Access.BOOL);
    }

    private Location temporary(Object key, Type type) {
        return storage.locationOf(storage.newSlot(key, "temporary", type, type.alignment()));
    }

    private Node conditional(Value.Conditional conditional) {
        Access access = Access.of(conditional.type());
        if (access != null
                && Cost.isFree(conditional.then(), lowering.frame)
                && Cost.isFree(conditional.otherwise(), lowering.frame)) {
            Node condition = scalar(conditional.condition());
            if (condition.resolved().isConstant()) {
                return scalar(condition.resolved().bits != 0 ? conditional.then() : conditional.otherwise());
            }
            Node then = scalar(conditional.then());
            Node otherwise = scalar(conditional.otherwise());
            lowering.at(conditional.span());
            return builder.select(condition, then, otherwise);
        }
        Location result = access == null ? null : temporary(conditional, conditional.type());
        choose(conditional, result);
        return access == null ? null : storage.read(result, access);
    }

    private void choose(Value.Conditional conditional, Location result) {
        Block then = builder.newBlock();
        Block otherwise = builder.newBlock();
        Block join = builder.newBlock();
        condition(conditional.condition(), then, otherwise);
        builder.seal(then);
        builder.start(then);
        arm(conditional.then(), result);
        builder.jump(join);
        builder.seal(otherwise);
        builder.start(otherwise);
        arm(conditional.otherwise(), result);
        builder.jump(join);
        builder.seal(join);
        builder.start(join);
    }

    private void arm(Value value, Location result) {
        if (!builder.isReachable()) {
            return;
        }
        if (result == null) {
            effects(value);
        } else {
            into(result, value);
        }
    }

    // Pointers.

    private Node pointerOffset(Value.PointerOffset offset) {
        Node pointer = scalar(offset.pointer());
        Node index = scalar(offset.index());
        lowering.at(offset.span());
        long size = elementBytes(offset.type());
        return element(pointer, index, size);
    }

    static long elementBytes(Type pointer) {
        Type pointee = ((Type.Pointer) pointer.unqualified()).pointee();
        return Math.max(1, pointee.bytes());
    }

    /** {@code pointer + index * size}, with what is constant of it outermost. */
    Node element(Node pointer, Node longIndex, long size) {
        Node index = longIndex.resolved();
        if (index.isConstant()) {
            return builder.offset(pointer, index.bits * size);
        }
        if (index.op == Op.ADD && index.in(1).isConstant()) {
            return builder.offset(element(pointer, index.in(0), size), index.in(1).bits * size);
        }
        if (index.op == Op.SIGN_EXTEND) {
            Node narrow = index.in(0);
            if (narrow.op == Op.ADD && narrow.noWrap && narrow.in(1).isConstant()) {
                Node rest = builder.node(Op.SIGN_EXTEND, Kind.I64, narrow.in(0));
                return builder.offset(element(pointer, rest, size), narrow.in(1).bits * size);
            }
            if (size == (int) size) {
                Node bytes = builder.node(Op.MUL_WIDE, Kind.I64, narrow, builder.constant(Kind.I32, size));
                return builder.offset(pointer, bytes);
            }
        }
        if (index.op == Op.ZERO_EXTEND) {
            Node narrow = index.in(0);
            if (narrow.op == Op.ADD
                    && narrow.in(1).isConstant()
                    && narrow.in(1).bits > 0
                    && Ranges.unsignedMaximum(narrow.in(0)) + narrow.in(1).bits <= 0xFFFF_FFFFL) {
                Node rest = builder.node(Op.ZERO_EXTEND, Kind.I64, narrow.in(0));
                return builder.offset(element(pointer, rest, size), narrow.in(1).bits * size);
            }
            if (size == (int) size) {
                Node bytes = builder.node(Op.MUL_WIDE_U, Kind.I64, narrow, builder.constant(Kind.I32, size));
                return builder.offset(pointer, bytes);
            }
        }
        return builder.offset(pointer, builder.signed(Op.MUL, Kind.I64, index, builder.constant(Kind.I64, size)));
    }

    private Node pointerDifference(Value.PointerDifference difference) {
        Node left = scalar(difference.left());
        Node right = scalar(difference.right());
        lowering.at(difference.span());
        Node bytes = builder.node(Op.SUB, Kind.I64, left, right);
        long size = elementBytes(difference.left().type());
        if (Long.bitCount(size) == 1) {
            return builder.node(Op.SHR, Kind.I64, bytes, builder.constant(Kind.I32, Long.numberOfTrailingZeros(size)));
        }
        return builder.node(Op.DIV, Kind.I64, bytes, builder.constant(Kind.I64, size));
    }

    // Conversions.

    private Node convert(Value.Convert convert) {
        if (convert.conversion() == Value.Conversion.TO_VOID) {
            effects(convert.operand());
            return null;
        }
        Node operand = scalar(convert.operand());
        lowering.at(convert.span());
        return convert(convert.conversion(), operand, convert.operand().type(), convert.type());
    }

    private Node convert(Value.Conversion conversion, Node operand, Type from, Type to) {
        return switch (conversion) {
            case INTEGRAL -> toInteger(operand, from, to);
            case INTEGRAL_TO_FLOATING -> {
                Node number = operand.resolved().kind == Kind.I1 ? storage.asInteger(operand) : operand;
                Op op = isSigned(from) ? Op.INT_TO_FLOAT : Op.UINT_TO_FLOAT;
                yield builder.node(op, Access.of(to).kind, number);
            }
            case FLOATING_TO_INTEGRAL -> {
                Access target = Access.of(to);
                boolean unsigned = !isSigned(to) && target.bytes >= 4;
                Node number = builder.node(unsigned ? Op.FLOAT_TO_UINT : Op.FLOAT_TO_INT, target.kind, operand);
                yield storage.extend(number, target);
            }
            case FLOATING -> {
                Kind kind = Access.of(to).kind;
                yield operand.resolved().kind == kind ? operand : builder.node(Op.FLOAT_CONVERT, kind, operand);
            }
            case TO_BOOL -> {
                Kind kind = operand.resolved().kind;
                yield kind == Kind.I1 ? operand : builder.compare(Condition.NE, operand, builder.constant(kind, 0));
            }
            case POINTER, POINTER_TO_INTEGRAL, INTEGRAL_TO_POINTER -> operand;
            case TO_VOID -> null;
        };
    }

    /** A value of one arithmetic type as another, as C converts. */
    Node toArithmetic(Node operand, Type from, Type to) {
        if (Access.of(from) == Access.of(to) && isSigned(from) == isSigned(to)) {
            return operand;
        }
        if (from.isFloating()) {
            return convert(
                    to.isFloating()
                            ? Value.Conversion.FLOATING
                            : to.unqualified() == Type.Scalar.BOOL
                                    ? Value.Conversion.TO_BOOL
                                    : Value.Conversion.FLOATING_TO_INTEGRAL,
                    operand,
                    from,
                    to);
        }
        if (to.isFloating()) {
            return convert(Value.Conversion.INTEGRAL_TO_FLOATING, operand, from, to);
        }
        return convert(
                to.unqualified() == Type.Scalar.BOOL ? Value.Conversion.TO_BOOL : Value.Conversion.INTEGRAL,
                operand,
                from,
                to);
    }

    private Node toInteger(Node value, Type from, Type to) {
        Node operand = value.resolved();
        Access target = Access.of(to);
        if (operand.kind == Kind.I1) {
            return builder.select(operand, builder.constant(target.kind, 1), builder.constant(target.kind, 0));
        }
        if (target.kind == Kind.I64) {
            if (operand.kind == Kind.I64) {
                return operand;
            }
            return builder.node(isSigned(from) ? Op.SIGN_EXTEND : Op.ZERO_EXTEND, Kind.I64, operand);
        }
        Node narrow = operand.kind == Kind.I64 ? builder.node(Op.TRUNCATE, Kind.I32, operand) : operand;
        if (target.bytes == 4) {
            return narrow;
        }
        Access source = Access.of(from);
        if (source == target
                || (source == Access.U8 && target.bytes == 2)
                || (source == Access.S8 && target == Access.S16)) {
            return narrow;
        }
        return storage.extend(narrow, target);
    }

    // Records and arrays.

    /** Where a record or array value is: its own place, not to be written, or a fresh one. */
    Location object(Value value) {
        return switch (value) {
            case Value.Load load -> lowering.places.locate(load.place());
            case Value.Comma comma -> {
                effects(comma.first());
                yield object(comma.second());
            }
            case Value.Extract extract -> field(object(extract.record()), extract.field());
            default -> {
                Location fresh = temporary(value, value.type());
                into(fresh, value);
                yield fresh;
            }
        };
    }

    /** Makes a fresh object at that place hold a value. */
    void into(Location target, Value value) {
        Access access = Access.of(value.type());
        if (access != null) {
            storage.write(target, access, scalar(value));
            return;
        }
        switch (value) {
            case Value.Call call -> lowering.calls.call(call, target);
            case Value.CallPointer call -> lowering.calls.callPointer(call, target);
            case Value.Construct construct -> {
                if (construct.zeroFirst()) {
                    storage.zero(target, construct.type());
                }
                lowering.calls.construct(construct, target);
            }
            case Value.Aggregate aggregate -> aggregate(target, aggregate);
            case Value.Repeat repeat -> repeat(target, repeat);
            case Value.Conditional conditional -> choose(conditional, target);
            case Value.Comma comma -> {
                effects(comma.first());
                into(target, comma.second());
            }
            case Value.WithCleanup whole -> {
                into(target, whole.value());
                cleanUp(whole);
            }
            case Value.BitCast cast -> {
                Access from = Access.of(cast.operand().type());
                if (from != null) {
                    Location source = temporary(cast, cast.operand().type());
                    storage.write(source, from, scalar(cast.operand()));
                    storage.copy(target, source, cast.type());
                } else {
                    storage.copy(target, object(cast.operand()), cast.type());
                }
            }
            default -> storage.copy(target, object(value), value.type());
        }
    }

    private void aggregate(Location target, Value.Aggregate aggregate) {
        Type type = aggregate.type().unqualified();
        List<Value.Slot> slots = aggregate.slots();
        if (!isComplete(type, slots)) {
            storage.zero(target, type);
        }
        for (int i = 0; i < slots.size(); i++) {
            Value.Slot slot = slots.get(i);
            into(part(target, type, slot.index()), slot.value());
        }
    }

    private Location part(Location target, Type type, long index) {
        if (type instanceof Type.Array array) {
            return storage.offset(target, index * array.element().bytes());
        }
        RecordType record = (RecordType) type;
        if (index < 0) {
            return storage.offset(target, record.bases().get((int) (-1 - index)).offsetBytes());
        }
        return field(target, record.fields().get((int) index));
    }

    private static boolean isComplete(Type type, List<Value.Slot> slots) {
        if (type instanceof Type.Array array) {
            return slots.size() == array.count();
        }
        RecordType record = (RecordType) type;
        if (record.isUnion()) {
            return slots.size() == 1
                    && slots.getFirst().index() >= 0
                    && record.fields()
                                    .get((int) slots.getFirst().index())
                                    .type()
                                    .bytes()
                            == record.bytes();
        }
        for (int i = 0; i < record.fields().size(); i++) {
            if (record.fields().get(i).isBitField()) {
                return false;
            }
        }
        return slots.size() == record.fields().size() + record.bases().size();
    }

    private void repeat(Location target, Value.Repeat repeat) {
        Type.Array array = (Type.Array) repeat.type().unqualified();
        if (array.count() <= 64) {
            for (long i = 0; i < array.count(); i++) {
                into(storage.offset(target, i * array.element().bytes()), repeat.element());
            }
            return;
        }
        Slot counter = storage.newSlot(repeat, "counter", Type.Scalar.LONG, 8);
        Location index = storage.locationOf(counter);
        storage.write(index, Access.B64, builder.constant(Kind.I64, 0));
        Block loop = builder.newBlock();
        Block after = builder.newBlock();
        builder.jump(loop);
        builder.start(loop);
        Node at = storage.read(index, Access.B64);
        Node place = element(target.address(), at, array.element().bytes());
        into(Location.of(place, array.element().alignment()), repeat.element());
        Node next = builder.node(Op.ADD, Kind.I64, storage.read(index, Access.B64), builder.constant(Kind.I64, 1));
        storage.write(index, Access.B64, next);
        builder.branch(builder.compare(Condition.LO, next, builder.constant(Kind.I64, array.count())), loop, after);
        builder.seal(loop);
        builder.seal(after);
        builder.start(after);
    }

    /** A variable that this frame or the program holds. */
    Location variable(Variable variable) {
        Object bound = lowering.frame.bindings.get(variable);
        if (bound instanceof Location location) {
            return location;
        }
        if (bound instanceof Node node) {
            // Never written again, so a copy is as good.
            Location copy = temporary(variable, variable.type());
            storage.write(copy, Access.of(variable.type()), node);
            return copy;
        }
        return switch (variable.storage()) {
            case SHARED, EXTERN_SHARED, CONSTANT, GLOBAL -> {
                lowering.parts.need(variable);
                yield storage.global(variable);
            }
            case LOCAL, PARAMETER -> {
                // Jumped over its declaration: it exists, and holds nothing.
                Location place = storage.locationOf(
                        storage.newSlot(variable, variable.name(), variable.type(), variable.alignment()));
                lowering.frame.bindings.put(variable, place);
                yield place;
            }
        };
    }
}
