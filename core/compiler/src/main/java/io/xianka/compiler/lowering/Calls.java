package io.xianka.compiler.lowering;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.List;

/** Lowers calls: most in place, the rest as calls of PTX functions. */
final class Calls {
    /** Functions beyond this size are called, unless the source asks otherwise. */
    private static final long MOST_INLINED_COST = 4000;

    private static final int MOST_DEPTH = 200;

    private final FunctionLowering lowering;
    private final Builder builder;
    private final Storage storage;

    Calls(FunctionLowering lowering) {
        this.lowering = lowering;
        this.builder = lowering.builder;
        this.storage = lowering.storage;
    }

    /**
     * @param target where a record result goes, or null for a fresh place
     * @return a scalar result, else null
     */
    Node call(Value.Call call, Location target) {
        Function function = call.function();
        if (function.body() == null && !function.isLibrary()) {
            throw new LoweringException(call.span(), "function " + function.name() + " is called and not defined");
        }
        lowering.at(call.span());
        if (function.body() == null || !isInlined(function)) {
            lowering.parts.need(function);
            return callFunction(call, target);
        }
        Type type = call.type();
        Location result = type.isVoid() ? null : target != null ? target : fresh(call, type);
        inline(function, call.arguments(), null, result);
        lowering.at(call.span());
        Access access = Access.of(type);
        return access == null ? null : storage.read(result, access);
    }

    private Location fresh(Object key, Type type) {
        return storage.locationOf(storage.newSlot(key, "result", type, type.alignment()));
    }

    private boolean isInlined(Function function) {
        if (function.isRecursive() || lowering.frame.depth > MOST_DEPTH) {
            return false;
        }
        return switch (function.inlining()) {
            case ALWAYS -> true;
            case NEVER -> false;
            case UNSPECIFIED -> function.isLibrary() || lowering.parts.cost(function) <= MOST_INLINED_COST;
        };
    }

    /** Runs a constructor on a place. */
    void construct(Value.Construct construct, Location target) {
        Function constructor = construct.constructor();
        lowering.at(construct.span());
        if (isInlined(constructor)) {
            inline(constructor, construct.arguments(), target.address(), null);
            return;
        }
        lowering.parts.need(constructor);
        List<Node> arguments = new ArrayList<>();
        arguments.add(target.address());
        List<Type> types = new ArrayList<>();
        for (Variable parameter : constructor.parameters()) {
            types.add(parameter.type());
        }
        emit(constructor, null, arguments, types, construct.arguments(), Type.Void.VOID, null);
    }

    private void inline(Function function, List<Value> arguments, Node self, Location result) {
        Block exit = builder.newBlock();
        Frame caller = lowering.frame;
        Frame frame = new Frame(caller, function, exit, result);
        List<Variable> parameters = function.parameters();
        int first = 0;
        List<Object> received = new ArrayList<>(parameters.size());
        if (self != null) {
            received.add(self);
            first = 1;
        }
        for (int i = 0; i < arguments.size(); i++) {
            received.add(argument(parameters.get(i + first), arguments.get(i)));
        }
        int place = builder.place();
        lowering.frame = frame;
        for (int i = 0; i < received.size(); i++) {
            if (received.get(i) instanceof Node node) {
                lowering.bind(parameters.get(i), node);
            } else {
                frame.bindings.put(parameters.get(i), received.get(i));
            }
        }
        if (!frame.frozenPlace) {
            lowering.at(function.body().span());
        }
        lowering.statements.lower(function.body());
        builder.jump(exit);
        lowering.statements.sealLabels(frame);
        builder.seal(exit);
        builder.start(exit);
        lowering.frame = caller;
        builder.at(place);
        lowering.placeMoved();
    }

    /** A scalar's node, or where a record argument lives from now on. */
    private Object argument(Variable parameter, Value argument) {
        if (Access.of(parameter.type()) != null) {
            return lowering.values.scalar(argument);
        }
        Location own = storage.locationOf(
                storage.newSlot(parameter, parameter.name(), parameter.type(), parameter.alignment()));
        lowering.values.into(own, argument);
        return own;
    }

    // Calls that stay calls.

    private Node callFunction(Value.Call call, Location target) {
        List<Type> types = new ArrayList<>();
        for (Variable parameter : call.function().parameters()) {
            types.add(parameter.type());
        }
        return emit(call.function(), call, new ArrayList<>(), types, call.arguments(), call.type(), target);
    }

    Node callPointer(Value.CallPointer call, Location target) {
        Node pointer = lowering.values.scalar(call.pointer());
        lowering.at(call.span());
        List<Node> inputs = new ArrayList<>();
        inputs.add(pointer);
        List<Type> types = new ArrayList<>();
        for (Value argument : call.arguments()) {
            types.add(argument.type());
        }
        return emit(null, call, inputs, types, call.arguments(), call.type(), target);
    }

    /** @param inputs holds the pointer of an indirect call, or {@code this} of a constructor */
    private Node emit(
            Function function,
            Value call,
            List<Node> inputs,
            List<Type> types,
            List<Value> arguments,
            Type result,
            Location target) {
        List<CallTarget.Shape> shapes = new ArrayList<>();
        List<CallTarget.Part> parts = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            shapes.add(shape(types.get(i)));
        }
        int first = types.size() - arguments.size();
        if (first == 1) {
            parts.add(new CallTarget.Part(0, 0, Access.B64));
        }
        for (int i = 0; i < arguments.size(); i++) {
            Value argument = arguments.get(i);
            Access access = Access.of(types.get(i + first));
            if (access != null) {
                inputs.add(passed(lowering.values.scalar(argument), access));
                parts.add(new CallTarget.Part(i + first, 0, access));
                continue;
            }
            Location object = lowering.values.object(argument);
            Layout layout = layout(types.get(i + first), argument.span());
            for (int j = 0; j < layout.count(); j++) {
                inputs.add(passed(
                        storage.read(storage.offset(object, layout.offset(j)), layout.access(j)), layout.access(j)));
                parts.add(new CallTarget.Part(i + first, layout.offset(j), layout.access(j)));
            }
        }
        List<CallTarget.Part> resultParts = new ArrayList<>();
        Access scalar = Access.of(result);
        if (scalar != null) {
            resultParts.add(new CallTarget.Part(0, 0, scalar));
        } else if (!result.isVoid()) {
            Layout layout = layout(result, call.span());
            for (int j = 0; j < layout.count(); j++) {
                resultParts.add(new CallTarget.Part(0, layout.offset(j), layout.access(j)));
            }
        }
        CallTarget how = new CallTarget(function, shapes, result.isVoid() ? null : shape(result), parts, resultParts);
        Node made = builder.append(Op.CALL, Kind.VOID, inputs.toArray(Node.NONE), 0, how);
        if (scalar != null) {
            return received(made, 0, scalar);
        }
        if (!result.isVoid()) {
            Location place = target == null ? fresh(call, result) : target;
            for (int j = 0; j < resultParts.size(); j++) {
                CallTarget.Part part = resultParts.get(j);
                storage.write(
                        storage.offset(place, part.offsetBytes()), part.access(), received(made, j, part.access()));
            }
        }
        return null;
    }

    private static CallTarget.Shape shape(Type type) {
        return new CallTarget.Shape(Access.of(type), type.bytes(), type.alignment());
    }

    private static Layout layout(Type type, SourceSpan span) {
        Layout layout = Layout.of(type);
        if (layout == null) {
            throw new LoweringException(
                    span,
                    "a call cannot pass " + type.spelling() + " by value: " + type.bytes()
                            + " bytes in too many parts; pass a pointer");
        }
        return layout;
    }

    private Node passed(Node value, Access access) {
        return access == Access.BOOL ? storage.asInteger(value) : value.resolved();
    }

    private Node received(Node call, int number, Access access) {
        Kind kind = access == Access.BOOL ? Kind.I32 : access.kind;
        Node raw = builder.append(Op.RESULT, kind, new Node[] {call}, number, null);
        return access == Access.BOOL ? builder.compare(Condition.NE, raw, builder.constant(Kind.I32, 0)) : raw;
    }

    /** The results of the function being lowered, from where {@code return} left them. */
    void giveResult(Location place, Type type) {
        Access scalar = Access.of(type);
        if (scalar != null) {
            give(storage.read(place, scalar), 0, scalar);
            return;
        }
        Layout layout = layout(type, lowering.function.span());
        for (int i = 0; i < layout.count(); i++) {
            give(
                    storage.read(storage.offset(place, layout.offset(i)), layout.access(i)),
                    layout.offset(i),
                    layout.access(i));
        }
    }

    private void give(Node value, long offset, Access access) {
        builder.append(Op.GIVE, Kind.VOID, new Node[] {passed(value, access)}, offset, access);
    }

    /** printf: the promoted arguments lie in a local buffer whose address vprintf takes. */
    Node print(Value.Print print) {
        Node format = lowering.values.scalar(print.format());
        long bytes = 0;
        List<Long> offsets = new ArrayList<>();
        for (Value argument : print.arguments()) {
            long size = argument.type().bytes();
            bytes = (bytes + size - 1) / size * size;
            offsets.add(bytes);
            bytes += size;
        }
        Node buffer = builder.constant(Kind.I64, 0);
        if (bytes > 0) {
            Type type = new Type.Array(Type.Scalar.UNSIGNED_LONG_LONG, (bytes + 7) / 8);
            Slot slot = storage.newSlot(print, "arguments", type, 8);
            storage.escape(slot);
            Location start = storage.locationOf(slot);
            for (int i = 0; i < offsets.size(); i++) {
                Value argument = print.arguments().get(i);
                storage.write(
                        storage.offset(start, offsets.get(i)),
                        Access.of(argument.type()),
                        lowering.values.scalar(argument));
            }
            buffer = start.address();
        }
        lowering.at(print.span());
        lowering.parts.needPrint();
        CallTarget.Shape pointer = new CallTarget.Shape(Access.B64, 8, 8);
        CallTarget how = new CallTarget(
                null,
                List.of(pointer, pointer),
                new CallTarget.Shape(Access.B32, 4, 4),
                List.of(new CallTarget.Part(0, 0, Access.B64), new CallTarget.Part(1, 0, Access.B64)),
                List.of(new CallTarget.Part(0, 0, Access.B32)));
        Node made = builder.append(Op.PRINT, Kind.VOID, new Node[] {format.resolved(), buffer.resolved()}, 0, how);
        return builder.append(Op.RESULT, Kind.I32, new Node[] {made}, 0, null);
    }
}
