package io.xianka.compiler.lowering;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.typed.ConstantImage;
import io.xianka.ptx.Guard;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxLine;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.SpecialRegister;
import io.xianka.ptx.StateSpace;
import io.xianka.ptx.Statement;
import io.xianka.ptx.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Writes a graph as the statements of a PTX function. */
final class Emission {
    private static final Operation BRANCH = Operation.of("bra");
    private static final Operation BRANCH_UNIFORM = Operation.of("bra.uni");
    private static final Operation RETURN = Operation.of("ret");
    private static final Operation TRAP = Operation.of("trap");

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Graph graph;
    private final SourceFiles files;
    private final Mnemonics mnemonics;
    private final int labelScope;
    private final Registers registers;
    private final Map<Integer, Register> byClass = new HashMap<>();
    private final Map<Node, Register> addresses = new IdentityHashMap<>();
    private final List<Statement> preamble = new ArrayList<>();
    private final List<Statement> statements = new ArrayList<>();
    private final int[] counts = new int[Kind.values().length];
    private List<Statement> output = statements;
    private final List<Variable> locals = new ArrayList<>();
    private int prototypes;
    private int writtenPlace = -1;
    private int writtenLine = -1;
    private int writtenColumn;
    private int writtenFile;

    Emission(Graph graph, CodeOptions options, SourceFiles files, int labelScope) {
        this.graph = graph;
        this.files = files;
        this.mnemonics = new Mnemonics(options);
        this.labelScope = labelScope;
        this.registers = Registers.assign(graph);
    }

    /** The body, declarations first. */
    List<Statement> body() {
        findResults();
        for (int i = 0; i < graph.blocks.size(); i++) {
            graph.blocks.get(i).index = i;
        }
        for (int i = 0; i < graph.blocks.size(); i++) {
            Block next = i + 1 < graph.blocks.size() ? graph.blocks.get(i + 1) : null;
            emit(graph.blocks.get(i), next);
        }
        List<Statement> body = new ArrayList<>(statements.size() + 16);
        body.addAll(locals);
        for (Kind kind : Kind.values()) {
            int count = counts[kind.ordinal()];
            if (count > 0) {
                body.add(new Statement.Registers(kind.register, kind.prefix, count + 1));
            }
        }
        body.addAll(preamble);
        body.addAll(statements);
        return body;
    }

    // Blocks.

    private String label(Block block) {
        return "$L__BB" + labelScope + "_" + block.id;
    }

    private void emit(Block block, Block next) {
        boolean entered = false;
        for (int i = 0; i < block.predecessors.size(); i++) {
            Block from = block.predecessors.get(i);
            boolean falls = from.end == Block.End.JUMP || from.end == Block.End.BRANCH;
            entered |= !(falls && follows(from, block) && !branchesTo(from, block));
        }
        if (entered) {
            output.add(new Statement.Label(label(block)));
        }
        if (block.noUnroll) {
            output.add(new io.xianka.ptx.Pragma("nounroll"));
        }
        for (int i = 0; i < block.body.size(); i++) {
            Node node = block.body.get(i);
            if (node.op != Op.RESULT) {
                at(node.place);
            }
            emit(node);
        }
        at(block.endPlace);
        copies(registers.copies(block));
        end(block, next);
    }

    private static boolean follows(Block from, Block block) {
        return block.index == from.index + 1;
    }

    /** The block's end names the other one instead of falling into it. */
    private static boolean branchesTo(Block from, Block other) {
        return from.end == Block.End.BRANCH && from.targets[0] == other && from.targets[1] == other;
    }

    private void end(Block block, Block next) {
        switch (block.end) {
            case JUMP -> {
                if (block.targets[0] != next) {
                    emit(BRANCH_UNIFORM, new Operand.LabelName(label(block.targets[0])));
                }
            }
            case BRANCH -> {
                Register asked = register(block.condition);
                if (block.targets[0] == next) {
                    branch(asked, true, block.targets[1]);
                } else {
                    branch(asked, false, block.targets[0]);
                    if (block.targets[1] != next) {
                        emit(BRANCH_UNIFORM, new Operand.LabelName(label(block.targets[1])));
                    }
                }
            }
            case TABLE -> table(block);
            case RETURN -> emit(RETURN);
            case UNREACHABLE, OPEN -> emit(TRAP);
        }
    }

    private void branch(Register asked, boolean negated, Block target) {
        output.add(new Instruction(
                new Guard(asked, negated), BRANCH, List.of(new Operand.LabelName(label(target))), PtxLine.NONE));
    }

    private void table(Block block) {
        List<String> names = new ArrayList<>(block.targets.length);
        for (Block target : block.targets) {
            names.add(label(target));
        }
        String table = "$L_brx_" + labelScope + "_" + block.id;
        output.add(new Statement.Targets(table, false, names, PtxLine.NONE));
        emit(Operation.of("brx.idx"), register(block.condition), new Operand.LabelName(table));
    }

    private void at(int place) {
        if (place == writtenPlace) {
            return;
        }
        writtenPlace = place;
        SourceSpan span = graph.places.get(place);
        int file = files.number(span.file());
        int line = span.line();
        int column = span.column();
        if (line != writtenLine || column != writtenColumn || file != writtenFile) {
            writtenLine = line;
            writtenColumn = column;
            writtenFile = file;
            output.add(new Statement.Loc(file, line, column));
        }
    }

    // Copies of phis.

    private void copies(List<Registers.Copy> wanted) {
        List<Registers.Copy> open = new ArrayList<>(wanted);
        while (!open.isEmpty()) {
            boolean moved = false;
            for (int i = 0; i < open.size(); i++) {
                Registers.Copy copy = open.get(i);
                if (!isRead(copy.phi(), open, copy)) {
                    move(register(copy.phi()), copy.phi().kind, operand(copy.source()));
                    open.remove(i);
                    moved = true;
                    break;
                }
            }
            if (!moved) {
                // A circle: keep what the first one overwrites.
                Registers.Copy first = open.getFirst();
                Register kept = fresh(first.phi().kind);
                move(kept, first.phi().kind, register(first.phi()));
                int overwritten = registers.classOf(first.phi());
                Node stand = graph.newNode(Op.BITCAST, first.phi().kind, Node.NONE, 0, null);
                standIns.put(stand, kept);
                for (int i = 0; i < open.size(); i++) {
                    Registers.Copy copy = open.get(i);
                    if (!copy.source().op.isFree()
                            && !standIns.containsKey(copy.source())
                            && registers.classOf(copy.source()) == overwritten) {
                        open.set(i, new Registers.Copy(copy.phi(), stand));
                    }
                }
            }
        }
    }

    private final Map<Node, Register> standIns = new IdentityHashMap<>();

    private boolean isRead(Node phi, List<Registers.Copy> open, Registers.Copy own) {
        int target = registers.classOf(phi);
        for (int i = 0; i < open.size(); i++) {
            Registers.Copy copy = open.get(i);
            if (copy != own
                    && !copy.source().op.isFree()
                    && !standIns.containsKey(copy.source())
                    && registers.classOf(copy.source()) == target) {
                return true;
            }
        }
        return false;
    }

    private void move(Register target, Kind kind, Operand source) {
        String text = switch (kind) {
            case I1 -> "mov.pred";
            case I16 -> "mov.u16";
            case I32 -> "mov.u32";
            case I64 -> "mov.u64";
            case F32 -> "mov.f32";
            case F64 -> "mov.f64";
            case VOID -> throw new IllegalArgumentException("nothing to move");
        };
        emit(Operation.of(text), target, source);
    }

    // Operands.

    private Register fresh(Kind kind) {
        int number = ++counts[kind.ordinal()];
        return new Register(kind.prefix + number, kind.register);
    }

    private Register register(Node given) {
        Node node = given.resolved();
        Register standIn = standIns.get(node);
        if (standIn != null) {
            return standIn;
        }
        if (node.op.isFree()) {
            return materialised(node);
        }
        int key = registers.classOf(node);
        Register found = byClass.get(key);
        if (found == null) {
            found = fresh(node.kind);
            byClass.put(key, found);
        }
        return found;
    }

    /** A constant in a register, or the address of a variable, which is made once at the start of the function. */
    private Register materialised(Node node) {
        if (node.op == Op.CONSTANT) {
            Register made = fresh(node.kind);
            move(made, node.kind, immediate(node));
            return made;
        }
        Register known = addresses.get(node);
        if (known == null) {
            boolean narrow = isShared(node);
            known = fresh(narrow ? Kind.I32 : Kind.I64);
            addresses.put(node, known);
            preamble.add(Instruction.of(Operation.of(narrow ? "mov.u32" : "mov.u64"), known, symbol(node)));
        }
        return known;
    }

    private static boolean isShared(Node address) {
        return address.data instanceof io.xianka.compiler.typed.Variable variable
                && (variable.storage() == io.xianka.compiler.typed.Variable.Storage.SHARED
                        || variable.storage() == io.xianka.compiler.typed.Variable.Storage.EXTERN_SHARED);
    }

    private Operand.Symbol symbol(Node node) {
        if (node.op == Op.SLOT) {
            return new Operand.Symbol(variable((Slot) node.data), node.bits);
        }
        return new Operand.Symbol(((ConstantImage.Symbol) node.data).linkName(), node.bits);
    }

    /** Each object is a variable of its own, so that a checker can tell one from the next. */
    private String variable(Slot slot) {
        if (slot.variable == null) {
            String readable = IDENTIFIER.matcher(slot.name).matches() ? slot.name : "local";
            slot.variable = readable + "$" + labelScope + "_" + locals.size();
            locals.add(Variable.array(
                    StateSpace.LOCAL,
                    Math.max(1, slot.alignmentBytes),
                    PtxType.B8,
                    slot.variable,
                    Math.max(1, slot.bytes)));
        }
        return slot.variable;
    }

    /** A register or an immediate. */
    private Operand operand(Node given) {
        Node node = given.resolved();
        return node.isConstant() ? immediate(node) : register(node);
    }

    private static Operand immediate(Node constant) {
        return switch (constant.kind) {
            case F32 -> new Operand.FloatImmediate((int) constant.bits);
            case F64 -> new Operand.DoubleImmediate(constant.bits);
            default -> new Operand.IntegerImmediate(constant.bits);
        };
    }

    private Operand.Address address(Node given, long offset) {
        Node node = given.resolved();
        return switch (node.op) {
            case SYMBOL, SLOT -> {
                if (node.data instanceof io.xianka.compiler.typed.Function) {
                    // PTX takes a function's address only by mov.
                    yield Operand.Address.of(register(node), offset);
                }
                Operand.Symbol symbol = symbol(node);
                yield Operand.Address.of(symbol.name(), symbol.offsetBytes() + offset);
            }
            default -> {
                if (offset == (int) offset) {
                    yield Operand.Address.of(register(node), offset);
                }
                Register far = fresh(node.kind);
                String add = node.kind == Kind.I64 ? "add.s64" : "add.s32";
                emit(Operation.of(add), far, register(node), new Operand.IntegerImmediate(offset));
                yield Operand.Address.of(far);
            }
        };
    }

    // Nodes.

    private void emit(Operation operation, Operand... operands) {
        output.add(new Instruction(null, operation, List.of(operands), PtxLine.NONE));
    }

    private void emit(Node node) {
        switch (node.op) {
            case PARAMETER -> parameter(node);
            case SPECIAL -> emit(mnemonics.of(node), register(node), (SpecialRegister) node.data);
            case RESULT, PHI -> {}
            case LOAD -> load(node);
            case STORE -> store(node);
            case ASM -> new AssemblyEmission(node).emit();
            case CALL -> call(node, (CallTarget) node.data);
            case PRINT -> call(node, (CallTarget) node.data);
            case GIVE -> {
                Access access = (Access) node.data;
                emit(
                        Operation.of("st.param." + access.type.text()),
                        Operand.Address.of("func_retval0", node.bits),
                        register(node.in(0)));
            }
            case SELECT -> select(node);
            case TO_GENERIC -> toGeneric(node);
            case ZERO_8 ->
                emit(mnemonics.of(node), register(node), register(node.in(0)), new Operand.IntegerImmediate(0xFF));
            case ZERO_16 ->
                emit(mnemonics.of(node), register(node), register(node.in(0)), new Operand.IntegerImmediate(0xFFFF));
            default -> plain(node);
        }
    }

    private void plain(Node node) {
        Operation operation = mnemonics.of(node);
        Register result = register(node);
        switch (node.in.length) {
            case 1 -> emit(operation, result, register(node.in(0)));
            case 2 -> {
                Operand first = node.in(0).kind == Kind.I1 ? register(node.in(0)) : operand(node.in(0));
                Operand second = node.in(1).kind == Kind.I1 ? register(node.in(1)) : operand(node.in(1));
                emit(operation, result, first, second);
            }
            default -> emit(operation, result, operand(node.in(0)), operand(node.in(1)), operand(node.in(2)));
        }
    }

    private void toGeneric(Node node) {
        Register from = register(node.in(0));
        if (from.type() == PtxType.B32) {
            Register wide = fresh(Kind.I64);
            emit(Operation.of("cvt.u64.u32"), wide, from);
            from = wide;
        }
        emit(mnemonics.of(node), register(node), from);
    }

    private void select(Node node) {
        Register result = register(node);
        if (node.kind != Kind.I1) {
            emit(mnemonics.of(node), result, operand(node.in(1)), operand(node.in(2)), register(node.in(0)));
            return;
        }
        Register condition = register(node.in(0));
        Register chosen = fresh(Kind.I1);
        Register negated = fresh(Kind.I1);
        Register other = fresh(Kind.I1);
        emit(Operation.of("and.pred"), chosen, condition, register(node.in(1)));
        emit(Operation.of("not.pred"), negated, condition);
        emit(Operation.of("and.pred"), other, negated, register(node.in(2)));
        emit(Operation.of("or.pred"), result, chosen, other);
    }

    private void parameter(Node node) {
        ParameterRead read = (ParameterRead) node.data;
        Operation operation = Operation.of("ld.param." + read.access().type.text());
        Operand.Address from = Operand.Address.of(read.name(), read.offsetBytes());
        if (node.space != Space.GLOBAL) {
            emit(operation, register(node), from);
            return;
        }
        Register generic = fresh(Kind.I64);
        emit(operation, generic, from);
        emit(Operation.of("cvta.to.global.u64"), register(node), generic);
    }

    private void load(Node node) {
        MemoryAccess how = (MemoryAccess) node.data;
        Operand.Address from = address(node.in(0), node.bits);
        if (how.count() == 1) {
            emit(Mnemonics.load(node), register(node), from);
            return;
        }
        emit(Mnemonics.load(node), new Operand.Vector(results(node, how)), from);
    }

    private List<Operand> results(Node node, MemoryAccess how) {
        List<Operand> elements = new ArrayList<>(how.count());
        Node[] parts = vectorParts.get(node);
        for (int i = 0; i < how.count(); i++) {
            elements.add(parts != null && parts[i] != null ? register(parts[i]) : fresh(how.access().kind));
        }
        return elements;
    }

    private final Map<Node, Node[]> vectorParts = new IdentityHashMap<>();

    private void store(Node node) {
        MemoryAccess how = (MemoryAccess) node.data;
        Operand.Address to = address(node.in(0), node.bits);
        if (how.count() == 1) {
            emit(Mnemonics.store(node), to, operand(node.in(1)));
            return;
        }
        List<Operand> elements = new ArrayList<>(how.count());
        for (int i = 1; i < node.in.length; i++) {
            elements.add(register(node.in(i)));
        }
        emit(Mnemonics.store(node), to, new Operand.Vector(elements));
    }

    /** Finds the results of nodes that have several. */
    private void findResults() {
        for (int i = 0; i < graph.blocks.size(); i++) {
            List<Node> body = graph.blocks.get(i).body;
            for (int j = 0; j < body.size(); j++) {
                Node node = body.get(j);
                if (node.op == Op.RESULT) {
                    Node whole = node.in(0);
                    Node[] parts = vectorParts.get(whole);
                    if (parts == null || parts.length <= node.bits) {
                        Node[] larger = new Node[(int) Math.max(4, node.bits + 1)];
                        if (parts != null) {
                            System.arraycopy(parts, 0, larger, 0, parts.length);
                        }
                        parts = larger;
                        vectorParts.put(whole, parts);
                    }
                    parts[(int) node.bits] = node;
                }
            }
        }
    }

    private Register result(Node whole, int number, Kind kind) {
        Node[] parts = vectorParts.get(whole);
        return parts != null && number < parts.length && parts[number] != null ? register(parts[number]) : fresh(kind);
    }

    // Calls.

    private void call(Node node, CallTarget target) {
        List<Statement> outer = output;
        // What a scope needs from outside is made before it.
        boolean indirect = target.function() == null && node.op == Op.CALL;
        int first = indirect ? 1 : 0;
        Operand[] values = new Operand[node.in.length - first];
        for (int i = 0; i < values.length; i++) {
            values[i] = register(node.in(i + first));
        }
        Register pointer = indirect ? register(node.in(0)) : null;
        List<Statement> scope = new ArrayList<>();
        output = scope;
        List<Operand> arguments = new ArrayList<>();
        for (int i = 0; i < target.parameters().size(); i++) {
            String parameter = "param" + i;
            scope.add(parameterVariable(target.parameters().get(i), parameter));
            arguments.add(new Operand.Symbol(parameter));
        }
        for (int i = 0; i < target.parts().size(); i++) {
            CallTarget.Part part = target.parts().get(i);
            emit(
                    Operation.of("st.param." + part.access().type.text()),
                    Operand.Address.of("param" + part.parameter(), part.offsetBytes()),
                    values[i]);
        }
        List<Operand> results = new ArrayList<>();
        if (target.result() != null) {
            scope.add(parameterVariable(target.result(), "retval0"));
            results.add(new Operand.Symbol("retval0"));
        }
        Operand.Arguments given = new Operand.Arguments(arguments);
        Operand.Arguments taken = new Operand.Arguments(results);
        if (indirect) {
            String prototype = "prototype_" + labelScope + "_" + prototypes++;
            scope.add(new Statement.Prototype(
                    prototype,
                    Signatures.results(target.result()),
                    Signatures.parameters(target.parameters(), "_"),
                    false,
                    PtxLine.NONE));
            emit(Operation.of("call"), taken, pointer, given, new Operand.Symbol(prototype));
        } else {
            String callee = node.op == Op.PRINT ? "vprintf" : target.function().linkName();
            emit(Operation.of("call.uni"), taken, new Operand.Symbol(callee), given);
        }
        for (int i = 0; i < target.resultParts().size(); i++) {
            CallTarget.Part part = target.resultParts().get(i);
            Kind kind = part.access() == Access.BOOL ? Kind.I32 : part.access().kind;
            emit(
                    Operation.of("ld.param." + part.access().type.text()),
                    result(node, i, kind),
                    Operand.Address.of("retval0", part.offsetBytes()));
        }
        output = outer;
        output.add(new Statement.Scope(scope, PtxLine.NONE));
    }

    private static Variable parameterVariable(CallTarget.Shape shape, String name) {
        return shape.scalar() == null
                ? Variable.array(StateSpace.PARAM, shape.alignmentBytes(), PtxType.B8, name, shape.bytes())
                : Variable.scalar(StateSpace.PARAM, Signatures.type(shape.scalar()), name);
    }

    // Inline assembly.

    private final class AssemblyEmission {
        private final Node node;
        private final AsmTemplate template;
        private final Operand[] operands;
        private final Space[] spaces;

        AssemblyEmission(Node node) {
            this.node = node;
            this.template = (AsmTemplate) node.data;
            this.operands = new Operand[template.operandCount()];
            this.spaces = new Space[template.operandCount()];
        }

        void emit() {
            for (int i = 0; i < template.outputCount(); i++) {
                operands[i] = template.outputCount() == 1 && node.kind != Kind.VOID
                        ? register(node)
                        : result(node, i, template.output(i));
            }
            // Inputs before what they initialise, for an output must not be overwritten while it is still read.
            for (int i = 0; i < node.in.length; i++) {
                Node input = node.in(i);
                int number = template.number(i);
                if (template.initialised(i) < 0) {
                    spaces[number] = spaceOf(input);
                    operands[number] =
                            template.takesImmediate(number) && input.isConstant() ? immediate(input) : register(input);
                }
            }
            for (int i = 0; i < node.in.length; i++) {
                int output = template.initialised(i);
                if (output >= 0) {
                    move((Register) operands[output], node.in(i).kind, operand(node.in(i)));
                }
            }
            for (int i = 0; i < template.statements().size(); i++) {
                output.add(substitute(template.statements().get(i)));
            }
        }

        private Space spaceOf(Node input) {
            return switch (input.op) {
                case SLOT -> Space.LOCAL;
                case SYMBOL ->
                    input.data instanceof io.xianka.compiler.typed.Variable variable
                            ? switch (variable.storage()) {
                                case SHARED, EXTERN_SHARED -> Space.SHARED;
                                case CONSTANT -> Space.CONSTANT;
                                case GLOBAL -> Space.GLOBAL;
                                case LOCAL, PARAMETER -> Space.GENERIC;
                            }
                            : Space.GENERIC;
                default -> input.op == Op.LOAD ? Space.GENERIC : input.space;
            };
        }

        private Statement substitute(Statement statement) {
            return switch (statement) {
                case Instruction instruction -> substitute(instruction);
                case Statement.Scope scope -> {
                    List<Statement> inside = new ArrayList<>(scope.statements().size());
                    for (int i = 0; i < scope.statements().size(); i++) {
                        inside.add(substitute(scope.statements().get(i)));
                    }
                    yield new Statement.Scope(inside, PtxLine.NONE);
                }
                default -> statement;
            };
        }

        private Instruction substitute(Instruction instruction) {
            List<Operand> given = instruction.operands();
            List<Operand> replaced = new ArrayList<>(given.size());
            Space space = Space.GENERIC;
            for (int i = 0; i < given.size(); i++) {
                if (given.get(i) instanceof Operand.Address address && address.base() instanceof Register register) {
                    int number = AsmTemplate.numberOf(register);
                    if (number >= 0 && spaces[number] != null && template.isAddressOnly(number)) {
                        space = spaces[number];
                    }
                }
                replaced.add(substitute(given.get(i)));
            }
            Guard guard = instruction.guard();
            if (guard != null && substitute(guard.predicate()) instanceof Register predicate) {
                guard = new Guard(predicate, guard.negated());
            }
            Operation operation =
                    space == Space.GENERIC ? instruction.operation() : inSpace(instruction.operation(), space);
            return new Instruction(guard, operation, replaced, PtxLine.NONE);
        }

        private Operand substitute(Operand operand) {
            return switch (operand) {
                case Register register -> {
                    int number = AsmTemplate.numberOf(register);
                    yield number < 0 ? register : operands[number];
                }
                case Operand.Address address -> {
                    if (address.base() instanceof Register base && AsmTemplate.numberOf(base) >= 0) {
                        yield new Operand.Address(substitute(base), address.offsetBytes());
                    }
                    yield address;
                }
                case Operand.Vector vector -> new Operand.Vector(substituteAll(vector.elements()));
                case Operand.CompoundAddress address -> new Operand.CompoundAddress(substituteAll(address.parts()));
                case Operand.Arguments arguments -> new Operand.Arguments(substituteAll(arguments.values()));
                case Operand.Pair pair -> new Operand.Pair(substitute(pair.first()), substitute(pair.second()));
                case Operand.Negated negated ->
                    substitute(negated.predicate()) instanceof Register predicate
                            ? new Operand.Negated(predicate)
                            : negated;
                default -> operand;
            };
        }

        private List<Operand> substituteAll(List<Operand> given) {
            List<Operand> replaced = new ArrayList<>(given.size());
            for (int i = 0; i < given.size(); i++) {
                replaced.add(substitute(given.get(i)));
            }
            return replaced;
        }
    }

    /** The operation with a state space written where its grammar wants it: behind memory order and scope. */
    private static Operation inSpace(Operation operation, Space space) {
        StringBuilder text = new StringBuilder(operation.opcode().text());
        boolean written = false;
        for (int i = 0; i < operation.modifiers().size(); i++) {
            io.xianka.ptx.Modifier modifier = operation.modifiers().get(i);
            boolean before = modifier instanceof io.xianka.ptx.Modifier.MemoryOrder
                    || modifier instanceof io.xianka.ptx.Modifier.MemoryScope;
            if (!before && !written) {
                text.append('.').append(space.state.text());
                written = true;
            }
            text.append('.').append(modifier.text());
        }
        return Operation.of(text.toString());
    }
}
