package io.xianka.compiler.lowering;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Value.BinaryOperator;

/** Lowers {@link Place}s to {@link Location}s. */
final class Places {
    private final FunctionLowering lowering;
    private final Builder builder;
    private final Storage storage;

    Places(FunctionLowering lowering) {
        this.lowering = lowering;
        this.builder = lowering.builder;
        this.storage = lowering.storage;
    }

    Location locate(Place place) {
        return switch (place) {
            case Place.OfVariable of ->
                lowering.values.variable(of.variable()).withVolatile(of.type().isVolatile());
            case Place.Referent referent ->
                Location.of(
                                lowering.values.scalar(referent.reference()),
                                referent.type().alignment())
                        .withVolatile(referent.type().isVolatile());
            case Place.Dereference dereference ->
                Location.of(
                                lowering.values.scalar(dereference.pointer()),
                                dereference.type().alignment())
                        .withVolatile(dereference.type().isVolatile());
            case Place.Member member ->
                lowering.values
                        .field(locate(member.object()), member.field())
                        .withVolatile(member.type().isVolatile());
            case Place.BaseOf base ->
                storage.offset(locate(base.object()), base.base().offsetBytes());
            case Place.Element element -> element(element);
            case Place.Temporary temporary -> {
                Location fresh = storage.locationOf(storage.newSlot(
                        temporary.variable(),
                        "temporary",
                        temporary.type(),
                        temporary.variable().alignment()));
                lowering.frame.bindings.put(temporary.variable(), fresh);
                lowering.values.into(fresh, temporary.value());
                yield fresh;
            }
            case Place.Text text -> lowering.values.variable(text.variable());
            case Place.Assign assign -> assign(assign);
            case Place.CompoundAssign assign -> compoundAssign(assign);
            case Place.Increment increment -> {
                Location target = locate(increment.target());
                Node before = storage.read(target, Access.of(increment.target().type()));
                step(increment.span(), target, increment.target().type(), increment.delta(), before);
                yield target;
            }
            case Place.Conditional conditional -> conditional(conditional);
            case Place.Comma comma -> {
                lowering.values.effects(comma.first());
                yield locate(comma.second());
            }
            case Place.Reinterpreted seen -> {
                Location at = locate(seen.place());
                yield new Location(
                        at.address(),
                        at.alignmentBytes(),
                        at.skewBytes(),
                        seen.type().isVolatile(),
                        at.bitField());
            }
        };
    }

    private Location element(Place.Element element) {
        Location array = locate(element.array());
        Node index = lowering.values.scalar(element.index()).resolved();
        lowering.at(element.span());
        long size = element.type().bytes();
        if (index.isConstant()) {
            return storage.offset(array, index.bits * size)
                    .withVolatile(element.type().isVolatile());
        }
        int alignment = (int) Math.min(array.alignmentBytes(), Long.lowestOneBit(Math.max(1, size)));
        Node address = lowering.values.element(array.address(), index, size);
        return new Location(
                address, alignment, array.skewBytes(), element.type().isVolatile(), null);
    }

    private Location assign(Place.Assign assign) {
        Type type = assign.target().type();
        Access access = Access.of(type);
        if (access != null) {
            Node value = lowering.values.scalar(assign.value());
            Location target = locate(assign.target());
            lowering.at(assign.span());
            storage.write(target, access, value);
            return target;
        }
        Location source = lowering.values.object(assign.value());
        Location target = locate(assign.target());
        lowering.at(assign.span());
        storage.copy(target, source, type);
        return target;
    }

    private Location compoundAssign(Place.CompoundAssign assign) {
        Node operand = lowering.values.scalar(assign.operand());
        Location target = locate(assign.target());
        lowering.at(assign.span());
        Type type = assign.target().type().unqualified();
        Access access = Access.of(type);
        Node before = storage.read(target, access);
        Node after;
        if (type instanceof Type.Pointer) {
            Node count =
                    assign.operator() == BinaryOperator.SUBTRACT ? builder.node(Op.NEG, Kind.I64, operand) : operand;
            after = lowering.values.element(before, count, Values.elementBytes(type));
        } else {
            Node wide = lowering.values.toArithmetic(before, type, assign.computation());
            Node combined = lowering.values.combine(assign.operator(), assign.computation(), wide, operand);
            after = lowering.values.toArithmetic(combined, assign.computation(), type);
        }
        storage.write(target, access, after);
        return target;
    }

    /** Steps a place and gives the value before or after. */
    Node increment(SourceSpan span, Place place, int delta, boolean before) {
        Location target = locate(place);
        Access access = Access.of(place.type());
        Node old = storage.read(target, access);
        Node stepped = step(span, target, place.type(), delta, old);
        return before ? old : stepped;
    }

    private Node step(SourceSpan span, Location target, Type qualified, int delta, Node before) {
        Type type = qualified.unqualified();
        Access access = Access.of(type);
        lowering.at(span);
        Node after;
        if (type instanceof Type.Pointer) {
            after = builder.offset(before, delta * Values.elementBytes(type));
        } else if (access.kind.isFloat()) {
            Node one = access == Access.F32
                    ? builder.graph.constant((float) delta)
                    : builder.graph.constant((double) delta);
            after = builder.node(Op.ADD, access.kind, before, one);
        } else if (access == Access.BOOL) {
            after = builder.constant(Kind.I1, 1);
        } else {
            Node one = builder.constant(access.kind, delta);
            boolean signed = access.bytes >= 4 && Values.isSigned(type);
            Node sum = signed
                    ? builder.signed(Op.ADD, access.kind, before, one)
                    : builder.node(Op.ADD, access.kind, before, one);
            after = storage.extend(sum, access);
        }
        storage.write(target, access, after);
        return after;
    }

    private Location conditional(Place.Conditional conditional) {
        if (Cost.isFreeAddress(conditional.then(), lowering.frame)
                && Cost.isFreeAddress(conditional.otherwise(), lowering.frame)) {
            Node asked = lowering.values.scalar(conditional.condition());
            Node then = locate(conditional.then()).address();
            Node otherwise = locate(conditional.otherwise()).address();
            return Location.of(
                            builder.select(asked, then, otherwise),
                            conditional.type().alignment())
                    .withVolatile(conditional.type().isVolatile());
        }
        Slot chosen = storage.newSlot(conditional, "chosen", new Type.Pointer(Type.Void.VOID), 8);
        Location pointer = storage.locationOf(chosen);
        Block then = builder.newBlock();
        Block otherwise = builder.newBlock();
        Block join = builder.newBlock();
        lowering.values.condition(conditional.condition(), then, otherwise);
        builder.seal(then);
        builder.start(then);
        storage.write(pointer, Access.B64, locate(conditional.then()).address());
        builder.jump(join);
        builder.seal(otherwise);
        builder.start(otherwise);
        storage.write(pointer, Access.B64, locate(conditional.otherwise()).address());
        builder.jump(join);
        builder.seal(join);
        builder.start(join);
        return Location.of(storage.read(pointer, Access.B64), conditional.type().alignment())
                .withVolatile(conditional.type().isVolatile());
    }
}
