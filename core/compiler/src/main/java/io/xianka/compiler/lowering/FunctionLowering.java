package io.xianka.compiler.lowering;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Variable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Lowers one function, with what it inlines, to a {@link Graph}. */
final class FunctionLowering {
    final Function function;
    final Graph graph = new Graph();
    final Builder builder = new Builder(graph);
    final Storage storage;
    final Values values;
    final Places places;
    final Statements statements;
    final Calls calls;
    final Loops loops;
    final InlineAssembly assembly;
    final ModuleParts parts;
    Frame frame;

    private SourceSpan lastPlace;

    private FunctionLowering(Function function, ModuleParts parts, Set<Object> inMemory, Set<Object> moving) {
        this.function = function;
        this.parts = parts;
        this.storage = new Storage(builder, inMemory, moving);
        this.values = new Values(this);
        this.places = new Places(this);
        this.statements = new Statements(this);
        this.calls = new Calls(this);
        this.loops = new Loops(this);
        this.assembly = new InlineAssembly(this);
    }

    /** The graph of a function, simplified once. */
    static Graph lower(Function function, ModuleParts parts) {
        Set<Object> inMemory = new HashSet<>();
        Set<Object> moving = new HashSet<>();
        while (true) {
            FunctionLowering lowering = new FunctionLowering(function, parts, inMemory, moving);
            lowering.run();
            Cleanup.run(lowering.graph);
            boolean failed = lowering.storage.hasEscaped();
            if (!failed) {
                failed = Escapes.find(lowering.graph, inMemory);
            }
            if (!failed) {
                return lowering.graph;
            }
        }
    }

    private void run() {
        Block entry = builder.newBlock();
        builder.start(entry);
        builder.seal(entry);
        Block exit = builder.newBlock();
        Type result = function.result();
        Location resultPlace = result.isVoid()
                ? null
                : storage.locationOf(storage.newSlot(function, "result", result, result.alignment()));
        frame = new Frame(null, function, exit, resultPlace);
        graph.places.add(function.span());
        lastPlace = function.span();
        builder.at(0);
        List<Variable> parameters = function.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            receive(parameters.get(i), i);
        }
        statements.lower(function.body());
        builder.jump(exit);
        statements.sealLabels(frame);
        builder.seal(exit);
        if (exit.predecessors.isEmpty()) {
            return;
        }
        builder.start(exit);
        SourceSpan body = function.body().span();
        at(new SourceSpan(body.file(), Math.max(body.start(), body.end() - 1), body.end()));
        if (resultPlace != null) {
            calls.giveResult(resultPlace, result);
        }
        builder.finish(Block.End.RETURN);
    }

    private void receive(Variable parameter, int index) {
        String name = function.linkName() + "_param_" + index;
        boolean kernel = function.kind() == Function.Kind.KERNEL;
        Type type = parameter.type();
        Access scalar = Access.of(type);
        if (scalar != null) {
            Node value = read(new ParameterRead(name, scalar, 0, kernel && isAddress(type), isReadOnly(type, kernel)));
            bind(parameter, value);
            return;
        }
        Location place = storage.locationOf(storage.newSlot(parameter, parameter.name(), type, parameter.alignment()));
        Layout layout = Layout.of(type);
        if (layout == null) {
            throw new LoweringException(
                    parameter.span(), "a parameter of " + type.bytes() + " bytes by value has too many parts to read");
        }
        for (int i = 0; i < layout.count(); i++) {
            Access access = layout.access(i);
            ParameterRead read = new ParameterRead(
                    name, access, layout.offset(i), kernel && isAddressAt(type, layout.offset(i)), false);
            storage.write(storage.offset(place, layout.offset(i)), access, read(read));
        }
        frame.bindings.put(parameter, place);
    }

    private Node read(ParameterRead read) {
        Kind kind = read.access() == Access.BOOL ? Kind.I32 : read.access().kind;
        Node raw = builder.plain(Op.PARAMETER, kind, Node.NONE, read.offsetBytes(), read);
        return read.access() == Access.BOOL ? builder.compare(Condition.NE, raw, builder.constant(Kind.I32, 0)) : raw;
    }

    private static boolean isAddress(Type type) {
        Type bare = type.unqualified();
        return bare instanceof Type.Reference
                || (bare instanceof Type.Pointer pointer && !(pointer.pointee() instanceof Type.Function));
    }

    private static boolean isAddressAt(Type type, long offset) {
        Type bare = type.unqualified();
        if (bare instanceof Type.Array array) {
            long size = array.element().bytes();
            return size > 0 && isAddressAt(array.element(), offset % size);
        }
        if (bare instanceof io.xianka.compiler.typed.RecordType record) {
            if (record.isUnion()) {
                return false;
            }
            for (var base : record.bases()) {
                if (offset >= base.offsetBytes()
                        && offset < base.offsetBytes() + base.type().bytes()) {
                    return isAddressAt(base.type(), offset - base.offsetBytes());
                }
            }
            for (var field : record.fields()) {
                if (offset >= field.offsetBytes()
                        && offset < field.offsetBytes() + field.type().bytes()) {
                    return isAddressAt(field.type(), offset - field.offsetBytes());
                }
            }
            return false;
        }
        return offset == 0 && isAddress(bare);
    }

    private static boolean isReadOnly(Type type, boolean kernel) {
        return kernel
                && type.isRestrict()
                && type.unqualified() instanceof Type.Pointer pointer
                && pointer.pointee().isConst()
                && !pointer.pointee().isVolatile();
    }

    /** Gives a scalar variable its first value. */
    void bind(Variable variable, Node value) {
        if (!variable.isModified()
                && !variable.isAddressTaken()
                && !variable.type().isVolatile()) {
            frame.bindings.put(variable, value);
            return;
        }
        Location place =
                storage.locationOf(storage.newSlot(variable, variable.name(), variable.type(), variable.alignment()));
        frame.bindings.put(variable, place);
        storage.write(place, Access.of(variable.type()), value);
    }

    /** Nodes made from now on come from that place of the source. */
    void at(SourceSpan span) {
        if (frame.frozenPlace || span == lastPlace || span == null) {
            return;
        }
        lastPlace = span;
        graph.places.add(span);
        builder.at(graph.places.size() - 1);
    }

    /** Forgets where nodes come from, after {@link Builder#at} was called with a place kept from before. */
    void placeMoved() {
        lastPlace = null;
    }
}
