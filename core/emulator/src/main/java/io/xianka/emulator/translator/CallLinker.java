package io.xianka.emulator.translator;

import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.interpreter.FunctionAddresses;
import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Function;
import io.xianka.ptx.Guard;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operand.Address;
import io.xianka.ptx.Operand.IntegerImmediate;
import io.xianka.ptx.Operand.LabelName;
import io.xianka.ptx.Operand.Symbol;
import io.xianka.ptx.Operation;
import io.xianka.ptx.Param;
import io.xianka.ptx.PtxLine;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.StateSpace;
import io.xianka.ptx.Statement;
import io.xianka.ptx.Variable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes one body of a kernel and the functions it can reach, in which calls are jumps, so that the translator needs to know
 * nothing of calls. Each function's registers and local memory exist once for each thread; a function that may be called while it
 * runs has its local memory on a stack, and saves there what it still needs before it calls.
 *
 * <p>Functions stand before those that call them: lanes that are in a function run first, so that those that parted in it meet
 * again behind the call.
 */
final class CallLinker {
    /** Stack of a thread, in local memory, where functions call each other in a circle; as the interpreter's. */
    private static final int STACK_BYTES = 16 << 10;

    private static final String AREA = "$stack";
    private static final Register STACK = new Register("%stack@", PtxType.B64);
    private static final long ADDRESS_STRIDE_LOG = 4;

    private final KernelImage image;
    private final CallGraph graph;
    private final ParameterCells parameters;
    private final Map<String, Long> addresses;
    private final List<Instruction> instructions = new ArrayList<>();
    private final List<Instruction> shown = new ArrayList<>();
    private final List<Statement.Loc> locations = new ArrayList<>();
    private final Map<String, Integer> labels = new LinkedHashMap<>();
    private final Map<String, Statement.Targets> targets = new LinkedHashMap<>();
    private final List<Variable> variables = new ArrayList<>();
    private final List<List<String>> returnLabels = new ArrayList<>();
    private final List<Frame> frames = new ArrayList<>();
    private final Map<Integer, Callers> liveness = new HashMap<>();
    private int labelCount;
    private int temporaries;
    private boolean usesStack;

    /** The function at work, and its instruction. */
    private int function;

    private Instruction current;
    private Statement.Loc here;

    /** Where a recursive function keeps what lies in memory: offsets in its frame. */
    private record Frame(Map<String, Long> offsets, long bytes) {}

    /** What is live behind calls. */
    private record Callers(ControlFlow flow, Registers registers, Liveness liveness) {}

    private CallLinker(KernelImage image) throws Untranslatable {
        this.image = image;
        this.graph = new CallGraph(image);
        this.parameters = new ParameterCells(graph);
        this.addresses = FunctionAddresses.of(image.module());
    }

    /** The image itself where it calls no function and takes no function's address. */
    static KernelImage link(KernelImage image) throws Untranslatable {
        for (Instruction instruction : image.body().instructions()) {
            boolean calls = instruction.opcode() == Opcode.CALL && !CallGraph.isSystemCall(image.module(), instruction);
            if (calls || namesFunction(image, instruction)) {
                return new CallLinker(image).link();
            }
        }
        return image;
    }

    /** Whether a linked kernel has functions that call each other in a circle. */
    static boolean hasStack(KernelImage image) {
        return image.find(AREA) != null;
    }

    private static boolean namesFunction(KernelImage image, Instruction instruction) {
        return instruction.opcode() != Opcode.CALL
                && instruction.operands().stream()
                        .anyMatch(operand -> operand instanceof Symbol symbol
                                && image.find(symbol.name()) == null
                                && image.module().function(symbol.name()).isPresent());
    }

    private KernelImage link() throws Untranslatable {
        for (int f = 0; f < graph.size(); f++) {
            returnLabels.add(new ArrayList<>());
            frames.add(layOut(f));
        }
        emit("bra", new LabelName(entry(0)));
        List<Integer> order = new ArrayList<>();
        order(0, new BitSet(), order);
        for (int f : order) {
            write(f);
        }
        for (int f = 1; f < graph.size(); f++) {
            targets.put(returns(f), new Statement.Targets(returns(f), false, returnLabels.get(f), PtxLine.NONE));
        }
        if (usesStack) {
            variables.add(Variable.array(StateSpace.LOCAL, 16, PtxType.B8, AREA, STACK_BYTES));
        }
        return image.withBody(FlatBody.of(instructions, locations, labels, variables, targets), shown);
    }

    private void order(int f, BitSet seen, List<Integer> order) throws Untranslatable {
        seen.set(f);
        for (Instruction instruction : graph.body(f).instructions()) {
            if (instruction.opcode() == Opcode.CALL && !graph.isSystemCall(instruction)) {
                for (int callee : graph.callees(instruction, f)) {
                    if (!seen.get(callee)) {
                        order(callee, seen, order);
                    }
                }
            }
        }
        order.add(f);
    }

    // ---- names

    private static String entry(int f) {
        return "$entry@" + f;
    }

    private static String returns(int f) {
        return "$returns@" + f;
    }

    private static Register returnTo(int f) {
        return new Register("%return@" + f, PtxType.B32);
    }

    private static Register frame(int f) {
        return new Register("%frame@" + f, PtxType.B64);
    }

    private static String name(int f, String name) {
        return f == 0 ? name : name + "@" + f;
    }

    private String newLabel() {
        return "$" + labelCount++ + "@";
    }

    private Register temporary(PtxType type) {
        return new Register("%t" + temporaries++ + "@", type);
    }

    // ---- memory

    private Frame layOut(int f) throws Untranslatable {
        Map<String, Long> offsets = new HashMap<>();
        boolean isRecursive = graph.isRecursive(f);
        long end = 0;
        if (f != 0) {
            for (List<Param> params :
                    List.of(graph.function(f).parameters(), graph.function(f).results())) {
                for (Param param : params) {
                    if (param.space() != StateSpace.REG && parameters.isInMemory(f, param.name())) {
                        end = place(f, param.name(), param.effectiveAlignmentBytes(), param.sizeBytes(), end, offsets);
                    }
                }
            }
        }
        for (Variable variable : graph.body(f).variables()) {
            boolean isParam = variable.space().isParam();
            if (variable.space() == StateSpace.LOCAL || (isParam && parameters.isInMemory(f, variable.name()))) {
                end = place(f, variable.name(), variable.effectiveAlignmentBytes(), variable.sizeBytes(), end, offsets);
            } else if (variable.space().isShared() && f != 0) {
                throw new Untranslatable(
                        "shared memory of function " + graph.function(f).name());
            } else if (variable.space().isShared()) {
                variables.add(variable);
            }
        }
        usesStack |= isRecursive;
        return isRecursive ? new Frame(offsets, (end + 15) & -16) : null;
    }

    private long place(int f, String name, int alignment, long bytes, long end, Map<String, Long> offsets) {
        if (graph.isRecursive(f)) {
            long offset = (end + alignment - 1) & -(long) alignment;
            offsets.put(name, offset);
            return offset + bytes;
        }
        variables.add(Variable.array(StateSpace.LOCAL, alignment, PtxType.B8, name(f, name), Math.max(1, bytes)));
        return 0;
    }

    /** Where a variable of a function lies; its frame begins at {@code base} where it has one. */
    private Address address(int f, String name, long offset, Register base) {
        Frame frame = frames.get(f);
        Long inFrame = frame == null ? null : frame.offsets.get(name);
        return inFrame != null ? new Address(base, inFrame + offset) : new Address(new Symbol(name(f, name)), offset);
    }

    // ---- writing

    private void emit(Instruction instruction) {
        instructions.add(instruction);
        shown.add(current == null ? instruction : current);
        locations.add(here);
    }

    private void emit(Guard guard, String operation, Operand... operands) {
        PtxLine line = current == null ? PtxLine.NONE : current.line();
        emit(new Instruction(guard, Operation.of(operation), List.of(operands), line));
    }

    private void emit(String operation, Operand... operands) {
        emit(null, operation, operands);
    }

    private void label(String label) {
        labels.put(label, instructions.size());
    }

    private void write(int f) throws Untranslatable {
        function = f;
        current = null;
        here = null;
        FlatBody body = graph.body(f);
        label(entry(f));
        if (f == 0 && usesStack) {
            emit("mov.u64", STACK, new Symbol(AREA));
        }
        if (graph.isRecursive(f)) {
            emit("mov.u64", frame(f), STACK);
            moveStack(frames.get(f).bytes);
        }
        Map<Integer, List<String>> labelsAt = new HashMap<>();
        body.labels()
                .forEach((label, at) ->
                        labelsAt.computeIfAbsent(at, _ -> new ArrayList<>()).add(label));
        for (Statement.Targets list : body.targets().values()) {
            if (!list.ofCalls()) {
                String label = name(f, list.label());
                List<String> names =
                        list.names().stream().map(label2 -> name(f, label2)).toList();
                targets.put(label, new Statement.Targets(label, false, names, list.line()));
            }
        }
        for (int i = 0; i <= body.size(); i++) {
            for (String label : labelsAt.getOrDefault(i, List.of())) {
                label(name(f, label));
            }
            if (i < body.size()) {
                current = body.instruction(i);
                here = body.location(i);
                write(current, i);
            }
        }
        current = null;
        if (f == 0) {
            emit("ret");
        } else {
            leave();
        }
    }

    private void moveStack(long bytes) {
        if (bytes != 0) {
            emit("add.s64", STACK, STACK, new IntegerImmediate(bytes));
        }
    }

    private void write(Instruction instruction, int index) throws Untranslatable {
        boolean returns = instruction.opcode() == Opcode.RET && function != 0;
        boolean calls = instruction.opcode() == Opcode.CALL && !graph.isSystemCall(instruction);
        boolean isParam = accessesPlace(instruction);
        if (!returns && !calls && !isParam) {
            emit(renamed(instruction));
            return;
        }
        String skip = null;
        if (instruction.guard() != null) {
            skip = newLabel();
            Guard guard = instruction.guard();
            emit(new Guard(renamed(guard.predicate()), !guard.negated()), "bra", new LabelName(skip));
        }
        if (returns) {
            leave();
        } else if (calls) {
            call(instruction, index);
        } else {
            access(instruction);
        }
        if (skip != null) {
            label(skip);
        }
    }

    private void leave() {
        if (graph.isRecursive(function)) {
            moveStack(-frames.get(function).bytes);
        }
        emit("brx.idx", returnTo(function), new LabelName(returns(function)));
    }

    // ---- parameters

    private boolean accessesPlace(Instruction instruction) {
        if (instruction.opcode() != Opcode.LD && instruction.opcode() != Opcode.ST) {
            return false;
        }
        int at = instruction.opcode() == Opcode.LD ? 1 : 0;
        return instruction.operand(at) instanceof Address address
                && address.base() instanceof Symbol symbol
                && parameters.isPlace(function, symbol.name())
                && !parameters.isInMemory(function, symbol.name());
    }

    /** A load or store of a parameter that lives in registers. */
    private void access(Instruction instruction) {
        boolean loads = instruction.opcode() == Opcode.LD;
        Address address = (Address) instruction.operand(loads ? 1 : 0);
        Operand value = instruction.operand(loads ? 0 : 1);
        PtxType type = instruction.operation().type();
        String name = ((Symbol) address.base()).name();
        List<Operand> values = value instanceof Operand.Vector vector ? vector.elements() : List.of(value);
        for (int i = 0; i < values.size(); i++) {
            long offset = address.offsetBytes() + (long) i * type.bytes();
            Register cell = ParameterCells.cell(function, name, offset, type.bytes());
            if (loads && values.get(i) instanceof Register target) {
                load(renamed(target), cell, type);
            } else if (!loads) {
                store(cell, renamed(values.get(i)), type);
            }
        }
    }

    private void load(Register target, Register cell, PtxType type) {
        int bits = target.type().bits();
        if (bits == cell.type().bits() && type.bits() == bits) {
            emit("mov.b" + bits, target, cell);
            return;
        }
        String sign = type.isSigned() ? "s" : "u";
        emit("cvt." + sign + bits + "." + sign + type.bits(), target, cell);
    }

    private void store(Register cell, Operand value, PtxType type) {
        int bits = cell.type().bits();
        if (value instanceof Register register && register.type().bits() != bits) {
            emit("cvt.u" + bits + ".u" + register.type().bits(), cell, register);
        } else if (value instanceof Operand.DoubleImmediate immediate && type == PtxType.F32) {
            emit("mov.b32", cell, Operand.FloatImmediate.of((float) immediate.value()));
        } else if (value instanceof Operand.FloatImmediate immediate && type == PtxType.F64) {
            emit("mov.b64", cell, Operand.DoubleImmediate.of(immediate.value()));
        } else {
            emit("mov.b" + bits, cell, value);
        }
    }

    /** Passes the place of one function to that of another. */
    private void pass(int from, String fromName, Register fromBase, int to, String toName, Register toBase) {
        if (!parameters.isInMemory(from, fromName)) {
            parameters
                    .cells(from, fromName)
                    .forEach((offset, bytes) -> emit(
                            "mov.b"
                                    + ParameterCells.cell(to, toName, offset, bytes)
                                            .type()
                                            .bits(),
                            ParameterCells.cell(to, toName, offset, bytes),
                            ParameterCells.cell(from, fromName, offset, bytes)));
            return;
        }
        long size = Math.min(parameters.sizeBytes(from, fromName), parameters.sizeBytes(to, toName));
        for (long offset = 0; offset < size; ) {
            int bytes = size - offset >= 4 && isAligned(from, fromName) && isAligned(to, toName) ? 4 : 1;
            Register carried = temporary(bytes == 4 ? PtxType.B32 : PtxType.B16);
            emit("ld.local.b" + 8 * bytes, carried, address(from, fromName, offset, fromBase));
            emit("st.local.b" + 8 * bytes, address(to, toName, offset, toBase), carried);
            offset += bytes;
        }
    }

    private boolean isAligned(int f, String name) {
        for (List<Param> params :
                List.of(graph.function(f).parameters(), graph.function(f).results())) {
            for (Param param : params) {
                if (param.name().equals(name)) {
                    return param.effectiveAlignmentBytes() >= 4;
                }
            }
        }
        return graph.body(f).variables().stream()
                .anyMatch(variable -> variable.name().equals(name) && variable.effectiveAlignmentBytes() >= 4);
    }

    // ---- calls

    private void call(Instruction call, int index) throws Untranslatable {
        int[] callees = graph.callees(call, function);
        boolean isRecursive = false;
        for (int callee : callees) {
            isRecursive |= callee == function || graph.reaches(callee, function);
        }
        List<Register> saved = isRecursive ? saved(index) : List.of();
        long savedBytes = (8L * saved.size() + 15) & -16;
        for (int i = 0; i < saved.size(); i++) {
            save(saved.get(i), i);
        }
        moveStack(savedBytes);
        if (call.operand(1) instanceof Symbol) {
            callOne(call, callees[0]);
        } else {
            callAny(call, callees);
        }
        moveStack(-savedBytes);
        for (int i = 0; i < saved.size(); i++) {
            restore(saved.get(i), i);
        }
    }

    private void callOne(Instruction call, int callee) throws Untranslatable {
        List<Operand> arguments = ((Operand.Arguments) call.operand(2)).values();
        List<Param> formals = graph.function(callee).parameters();
        List<Register> carried = new ArrayList<>();
        for (int i = 0; i < formals.size(); i++) {
            Param formal = formals.get(i);
            if (formal.space() == StateSpace.REG) {
                // By way of temporaries: a function may pass its own parameters to itself in another order.
                Register temporary = temporary(formal.type().untyped());
                emit("mov." + formal.type().untyped().text(), temporary, renamed(arguments.get(i)));
                carried.add(temporary);
            } else {
                carried.add(null);
                pass(function, ((Symbol) arguments.get(i)).name(), frame(function), callee, formal.name(), STACK);
            }
        }
        for (int i = 0; i < formals.size(); i++) {
            if (carried.get(i) != null) {
                Param formal = formals.get(i);
                emit(
                        "mov." + formal.type().untyped().text(),
                        new Register(name(callee, formal.name()), formal.type()),
                        carried.get(i));
            }
        }
        List<String> returned = returnLabels.get(callee);
        String label = newLabel();
        emit("mov.u32", returnTo(callee), new IntegerImmediate(returned.size()));
        returned.add(label);
        emit("bra", new LabelName(entry(callee)));
        label(label);
        List<Operand> wanted = ((Operand.Arguments) call.operand(0)).values();
        List<Param> results = graph.function(callee).results();
        for (int i = 0; i < results.size(); i++) {
            Param result = results.get(i);
            if (result.space() != StateSpace.REG) {
                pass(callee, result.name(), STACK, function, ((Symbol) wanted.get(i)).name(), frame(function));
            } else if (wanted.get(i) instanceof Register target) {
                emit(
                        "mov." + result.type().untyped().text(),
                        renamed(target),
                        new Register(name(callee, result.name()), result.type()));
            }
        }
    }

    /** Through a pointer: functions lie 16 bytes apart, so that the pointer is nearly an index. */
    private void callAny(Instruction call, int[] callees) throws Untranslatable {
        Register pointer = renamed((Register) call.operand(1));
        Register offset = temporary(PtxType.B64);
        Register low = temporary(PtxType.B64);
        Register high = temporary(PtxType.B64);
        Register index = temporary(PtxType.B32);
        long first =
                addresses.values().stream().mapToLong(Long::longValue).min().orElse(0);
        emit("sub.s64", offset, pointer, new IntegerImmediate(first));
        // An address between two functions becomes an index beyond all.
        emit("shl.b64", low, offset, new IntegerImmediate(64 - ADDRESS_STRIDE_LOG));
        emit("shr.u64", high, offset, new IntegerImmediate(ADDRESS_STRIDE_LOG));
        emit("or.b64", offset, low, high);
        emit("min.u64", offset, offset, new IntegerImmediate(0xffff_ffffL));
        emit("cvt.u32.u64", index, offset);
        String nowhere = newLabel();
        String list = newLabel();
        List<String> stubs = new ArrayList<>();
        for (int i = 0; i < addresses.size(); i++) {
            stubs.add(nowhere);
        }
        String[] stubOf = new String[callees.length];
        for (int i = 0; i < callees.length; i++) {
            stubOf[i] = newLabel();
            long address = addresses.get(graph.function(callees[i]).name());
            stubs.set((int) (address - first >> ADDRESS_STRIDE_LOG), stubOf[i]);
        }
        targets.put(list, new Statement.Targets(list, false, List.copyOf(stubs), call.line()));
        emit("brx.idx", index, new LabelName(list));
        String done = newLabel();
        for (int i = 0; i < callees.length; i++) {
            label(stubOf[i]);
            callOne(call, callees[i]);
            emit("bra", new LabelName(done));
        }
        label(nowhere);
        emit("mov.u32", index, new IntegerImmediate(-1));
        emit("brx.idx", index, new LabelName(list));
        label(done);
    }

    /** What a recursive function needs again behind a call. */
    private List<Register> saved(int index) throws Untranslatable {
        Callers callers = liveness.get(function);
        if (callers == null) {
            ControlFlow flow = ControlFlow.of(graph.body(function), true, false);
            Registers registers = new Registers(flow);
            callers = new Callers(flow, registers, new Liveness(flow, registers));
            liveness.put(function, callers);
        }
        BasicBlock block = callers.flow.block(callers.flow.blockOf(index));
        List<Register> saved = new ArrayList<>();
        saved.add(returnTo(function));
        saved.add(frame(function));
        BitSet live = callers.liveness.atStart(block.successors().getFirst());
        for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
            saved.add(renamed(callers.registers.register(r)));
        }
        Function code = graph.function(function);
        for (Param param : code.parameters()) {
            if (param.space() == StateSpace.REG) {
                Register formal = new Register(name(function, param.name()), param.type());
                if (!saved.contains(formal)) {
                    saved.add(formal);
                }
            } else if (!parameters.isInMemory(function, param.name())) {
                parameters
                        .cells(function, param.name())
                        .forEach((offset, bytes) ->
                                saved.add(ParameterCells.cell(function, param.name(), offset, bytes)));
            }
        }
        return saved;
    }

    private void save(Register register, int slot) {
        Address at = new Address(STACK, 8L * slot);
        if (register.type() == PtxType.PRED) {
            Register word = temporary(PtxType.B32);
            emit("selp.b32", word, new IntegerImmediate(1), new IntegerImmediate(0), register);
            emit("st.local.b32", at, word);
        } else {
            emit("st.local.b" + register.type().bits(), at, register);
        }
    }

    private void restore(Register register, int slot) {
        Address at = new Address(STACK, 8L * slot);
        if (register.type() == PtxType.PRED) {
            Register word = temporary(PtxType.B32);
            emit("ld.local.b32", word, at);
            emit("setp.ne.b32", register, word, new IntegerImmediate(0));
        } else {
            emit("ld.local.b" + register.type().bits(), register, at);
        }
    }

    // ---- renaming

    private Register renamed(Register register) {
        return function == 0 ? register : new Register(name(function, register.name()), register.type());
    }

    private Instruction renamed(Instruction instruction) {
        List<Operand> operands = new ArrayList<>();
        for (Operand operand : instruction.operands()) {
            operands.add(instruction.opcode() == Opcode.CALL && operand instanceof Symbol ? operand : value(operand));
        }
        Operation operation = instruction.operation();
        if (namesPlaceInMemory(instruction)
                || (function != 0 && operation.space().isParam())) {
            operation = Operation.of(operation
                    .text()
                    .replace(".param::func", ".local")
                    .replace(".param::entry", ".local")
                    .replace(".param", ".local"));
        }
        Guard guard = instruction.guard();
        return new Instruction(
                guard == null ? null : new Guard(renamed(guard.predicate()), guard.negated()),
                operation,
                operands,
                instruction.line());
    }

    private boolean namesPlaceInMemory(Instruction instruction) {
        return instruction.operands().stream()
                .anyMatch(operand -> operand instanceof Address address
                        && address.base() instanceof Symbol symbol
                        && parameters.isPlace(function, symbol.name()));
    }

    /** An operand whose address in a frame is computed first. */
    private Operand value(Operand operand) {
        Frame frame = frames.get(function);
        if (operand instanceof Symbol symbol && frame != null && frame.offsets.containsKey(symbol.name())) {
            Register address = temporary(PtxType.B64);
            emit(
                    "add.s64",
                    address,
                    frame(function),
                    new IntegerImmediate(frame.offsets.get(symbol.name()) + symbol.offsetBytes()));
            return address;
        }
        return renamed(operand);
    }

    private boolean isOwn(String name) {
        return parameters.isPlace(function, name)
                || graph.body(function).variables().stream()
                        .anyMatch(variable -> variable.name().equals(name));
    }

    private Operand renamed(Operand operand) {
        return switch (operand) {
            case Register register -> renamed(register);
            case Symbol symbol -> {
                if (isOwn(symbol.name())) {
                    yield new Symbol(name(function, symbol.name()), symbol.offsetBytes());
                }
                Long address = image.find(symbol.name()) == null ? addresses.get(symbol.name()) : null;
                yield address == null ? symbol : new IntegerImmediate(address + symbol.offsetBytes());
            }
            case Address address ->
                switch (address.base()) {
                    case null -> address;
                    case Register register -> new Address(renamed(register), address.offsetBytes());
                    case Symbol symbol ->
                        isOwn(symbol.name())
                                ? address(function, symbol.name(), address.offsetBytes(), frame(function))
                                : address;
                    default -> address;
                };
            case Operand.Vector vector ->
                new Operand.Vector(vector.elements().stream().map(this::renamed).toList());
            case Operand.CompoundAddress address ->
                new Operand.CompoundAddress(
                        address.parts().stream().map(this::renamed).toList());
            case Operand.Arguments values ->
                new Operand.Arguments(
                        values.values().stream().map(this::renamed).toList());
            case Operand.Pair pair -> new Operand.Pair(renamed(pair.first()), renamed(pair.second()));
            case Operand.Negated negated -> new Operand.Negated(renamed(negated.predicate()));
            case LabelName label -> new LabelName(name(function, label.name()));
            case io.xianka.ptx.SpecialRegister _, IntegerImmediate _, Operand.FloatImmediate _ -> operand;
            case Operand.DoubleImmediate _, Operand.Sink _ -> operand;
        };
    }
}
