package io.xianka.emulator.interpreter;

import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.machine.AddressWindows;
import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.FaultKind;
import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.emulator.semantics.BitOperations;
import io.xianka.emulator.semantics.FloatArithmetic;
import io.xianka.emulator.semantics.IntegerArithmetic;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.Param;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.SpecialRegister;
import io.xianka.ptx.StateSpace;
import io.xianka.ptx.Statement;
import io.xianka.ptx.Variable;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Turns the body of one function into steps. */
final class FunctionReader {
    private final ProgramBuilder program;
    private final FunctionCode code;
    private final boolean isEntry;
    private final Map<String, Integer> registers = new HashMap<>();

    /** What the function declares in its frame, by name: offsets in local memory. */
    private final Map<String, Integer> inFrame = new HashMap<>();

    private final WarpReader warps = new WarpReader(this);
    private final CopyReader copies = new CopyReader(this);
    private int registerCount;
    private int[] stepOf;
    private Instruction current;
    private int currentIndex;

    FunctionReader(ProgramBuilder program, FunctionCode code, boolean isEntry) {
        this.program = program;
        this.code = code;
        this.isEntry = isEntry;
    }

    void read() {
        int frameBytes = layOutFrame();
        int first = program.nextStep();
        int size = code.body().size();
        stepOf = new int[size + 1];
        List<Runnable> branches = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            stepOf[i] = program.nextStep();
            current = code.body().instruction(i);
            currentIndex = i;
            try {
                read(current, branches, stepOf);
            } catch (IndexOutOfBoundsException | ClassCastException | java.util.NoSuchElementException malformed) {
                throw refuse("its operands are not those of " + current.opcode().text());
            }
        }
        stepOf[size] = program.nextStep();
        currentIndex = size;
        Step end = new Step.Return();
        end.place(code, size, point());
        program.add(end);
        branches.forEach(Runnable::run);
        code.complete(first, registerCount, frameBytes);
    }

    /** The first step of each instruction, and the one behind the last. */
    int[] stepOf() {
        return stepOf;
    }

    /** The names of the function's registers by number; null for temporaries. */
    String[] registerNames() {
        String[] names = new String[registerCount];
        registers.forEach((name, number) -> names[number] = name);
        return names;
    }

    private int layOutFrame() {
        long end = isEntry ? program.image().localBytes() : 0;
        if (!isEntry) {
            List<Param> parameters = code.function().parameters();
            for (int i = 0; i < parameters.size(); i++) {
                end = Math.max(end, declare(parameters.get(i), code.formals().get(i)));
            }
            List<Param> results = code.function().results();
            for (int i = 0; i < results.size(); i++) {
                end = Math.max(end, declare(results.get(i), code.results().get(i)));
            }
        }
        for (Variable variable : code.body().variables()) {
            boolean isLocal = variable.space() == StateSpace.LOCAL;
            if (isLocal && isEntry) {
                inFrame.put(
                        variable.name(),
                        Math.toIntExact(program.image().place(variable.name()).address()));
            } else if (isLocal || variable.space().isParam()) {
                int offset = ProgramBuilder.FrameLayout.align(end, variable.effectiveAlignmentBytes());
                inFrame.put(variable.name(), offset);
                end = offset + variable.sizeBytes();
            }
        }
        return ProgramBuilder.FrameLayout.align(end, 16);
    }

    private int declare(Param param, FunctionCode.Formal formal) {
        if (formal.inMemory()) {
            inFrame.put(param.name(), formal.place());
            return formal.place() + formal.sizeBytes();
        }
        registers.put(param.name(), formal.place());
        registerCount = Math.max(registerCount, formal.place() + 1);
        return 0;
    }

    // ---- operands

    /** The number of a register; a wide one has its high half in the next. */
    private int register(Register register) {
        return registers.computeIfAbsent(register.name(), name -> {
            int number = registerCount;
            registerCount += register.type().bits() > 64 ? 2 : 1;
            return number;
        });
    }

    private int temporary() {
        return registerCount++;
    }

    /** The register that a result goes to; {@link Step#NONE} for the sink. */
    int target(Operand operand) {
        return operand instanceof Operand.Sink ? Step.NONE : register((Register) operand);
    }

    int targetOrTemporary(Operand operand) {
        return operand instanceof Operand.Sink ? temporary() : register((Register) operand);
    }

    /** The operand of a value; immediates are converted to the type. */
    int source(Operand operand, PtxType type) {
        return switch (operand) {
            case Register register -> register(register);
            case Operand.IntegerImmediate immediate -> program.constant(immediate.value());
            case Operand.FloatImmediate immediate ->
                program.constant(
                        type == PtxType.F64
                                ? Double.doubleToRawLongBits(immediate.value())
                                : immediate.bits() & 0xffff_ffffL);
            case Operand.DoubleImmediate immediate ->
                program.constant(
                        type.bits() == 64
                                ? immediate.bits()
                                : Float.floatToRawIntBits((float) immediate.value()) & 0xffff_ffffL);
            case SpecialRegister special -> {
                SpecialRegisters.Reader reader = SpecialRegisters.of(special);
                int register = temporary();
                add(new Step.PerLane((warp, lane) -> warp.set(lane, register, reader.read(warp, lane))));
                yield register;
            }
            case Operand.Symbol symbol -> address(symbol);
            case Operand.Negated negated -> {
                int register = temporary();
                int predicate = register(negated.predicate());
                add(new Step.Compute(
                        (a, b, c) -> a ^ 1, register, predicate, program.constant(0), program.constant(0)));
                yield register;
            }
            case Operand.LabelName _, Operand.Address _, Operand.CompoundAddress _, Operand.Vector _ ->
                throw refuse("operand " + operand + " is no value");
            case Operand.Pair _, Operand.Sink _, Operand.Arguments _ ->
                throw refuse("operand " + operand + " is no value");
        };
    }

    private int address(Operand.Symbol symbol) {
        Integer frameOffset = inFrame.get(symbol.name());
        if (frameOffset != null) {
            long offset = frameOffset + symbol.offsetBytes();
            if (isEntry) {
                return program.constant(offset);
            }
            int register = temporary();
            add(new Step.PerLane((warp, lane) -> warp.set(lane, register, warp.localBase(lane) + offset)));
            return register;
        }
        KernelImage.SymbolPlace place = program.image().find(symbol.name());
        if (place != null) {
            return program.constant(place.address() + symbol.offsetBytes());
        }
        if (program.isFunction(symbol.name())) {
            return program.constant(program.addressOf(symbol.name()));
        }
        throw refuse("'" + symbol.name() + "' has no address");
    }

    private Operand.CompoundAddress textureAddress(Operand operand) {
        if (operand instanceof Operand.CompoundAddress address
                && address.parts().size() == 2) {
            return address;
        }
        throw refuse("only texture and surface objects are known, not references or separate samplers");
    }

    MemoryPlace place(Operand operand, StateSpace space) {
        return place(operand, space, 0);
    }

    /** @param second 1 for the second place that an instruction accesses */
    MemoryPlace place(Operand operand, StateSpace space, int second) {
        int point = program.isWatched() && !space.isParam() ? point() + second : -1;
        Operand.Address address = (Operand.Address) operand;
        MemoryPlace.Window window = switch (space) {
            case SHARED, SHARED_CTA, SHARED_CLUSTER -> MemoryPlace.Window.SHARED;
            case LOCAL -> MemoryPlace.Window.LOCAL;
            case PARAM, PARAM_ENTRY, PARAM_FUNC -> isEntry ? MemoryPlace.Window.PARAMETERS : MemoryPlace.Window.LOCAL;
            case GENERIC, GLOBAL, CONST -> MemoryPlace.Window.DEVICE;
            case REG, TEX -> throw refuse("." + space.text() + " is no memory that it can reach");
        };
        int site = program.nextSite();
        return switch (address.base()) {
            case null -> new MemoryPlace(window, Step.NONE, false, address.offsetBytes(), false, site, point);
            case Register register ->
                new MemoryPlace(
                        window,
                        register(register),
                        register.type().bits() == 32,
                        address.offsetBytes(),
                        false,
                        site,
                        point);
            case Operand.Symbol symbol -> {
                Integer frameOffset = inFrame.get(symbol.name());
                if (frameOffset != null) {
                    yield new MemoryPlace(
                            MemoryPlace.Window.LOCAL,
                            Step.NONE,
                            false,
                            frameOffset + address.offsetBytes(),
                            !isEntry,
                            site,
                            point);
                }
                KernelImage.SymbolPlace symbolPlace = program.image().find(symbol.name());
                if (symbolPlace == null) {
                    throw refuse("'" + symbol.name() + "' has no address");
                }
                long offset = symbolPlace.address() + address.offsetBytes();
                // A generic access of a shared variable's name reaches the shared variable.
                MemoryPlace.Window named = symbolPlace.space().isShared() ? MemoryPlace.Window.SHARED : window;
                yield new MemoryPlace(named, Step.NONE, false, offset, false, site, point);
            }
            default -> throw refuse("operand " + operand + " is no address");
        };
    }

    /** The number of the current instruction for checked launches. */
    int point() {
        return code.firstPoint() + 2 * currentIndex;
    }

    // ---- steps

    UnsupportedInstruction refuse(String why) {
        return program.refuse(code, current, why);
    }

    private void add(Step step) {
        step.place(code, currentIndex, point());
        program.add(step);
    }

    /** Adds the step that has the instruction's effect, under its guard. */
    void addGuarded(Step step) {
        if (current.guard() != null) {
            step.guardBy(register(current.guard().predicate()), current.guard().negated());
        }
        add(step);
    }

    void perLane(Step.LaneAction action) {
        addGuarded(new Step.PerLane(action));
    }

    private void read(Instruction instruction, List<Runnable> branches, int[] stepOf) {
        Operation operation = instruction.operation();
        switch (operation.opcode()) {
            case ADD, SUB, MUL, MAD, ADDC, SUBC, MADC -> {
                if (operation.has(Keyword.CC)
                        || operation.opcode() == Opcode.ADDC
                        || operation.opcode() == Opcode.SUBC
                        || operation.opcode() == Opcode.MADC) {
                    carrying(operation);
                } else {
                    compute(operation);
                }
            }
            case MOV -> move(operation);
            case LD, LDU -> {
                refuseWide(operation);
                int[] targets = halves(operation, targets(instruction.operand(0)));
                perLane(MemoryInstructions.load(
                        operation, half(operation), place(instruction.operand(1), operation.space()), targets));
            }
            case ST -> {
                refuseWide(operation);
                if (operation.space() == StateSpace.CONST) {
                    throw refuse("constant memory can only be read");
                }
                int[] sources = halves(operation, sources(instruction.operand(1), operation.type()));
                perLane(MemoryInstructions.store(
                        operation, half(operation), place(instruction.operand(0), operation.space()), sources));
            }
            case ATOM -> atomic(operation, instruction.operand(0), 1);
            case RED -> atomic(operation, Operand.SINK, 0);
            case CVT -> convert(operation);
            case SETP -> compareToPredicate(operation);
            case SET -> compareToValue(operation);
            case SELP -> {
                PtxType type = operation.type();
                computed(
                        (a, b, c) -> (c & 1) != 0 ? a : b,
                        source(instruction.operand(1), type),
                        source(instruction.operand(2), type),
                        source(instruction.operand(3), PtxType.PRED));
            }
            case SLCT ->
                computed(
                        selection(operation),
                        source(instruction.operand(1), operation.type()),
                        source(instruction.operand(2), operation.type()),
                        source(instruction.operand(3), operation.sourceType()));
            case BFI -> insert(operation);
            case LOP3 -> logic3(operation);
            case CVTA -> convertAddress(operation);
            case ISSPACEP -> isInSpace(operation);
            case MAPA -> computed((a, b, c) -> a, source(instruction.operand(1), PtxType.U64), none(), none());
            case GETCTARANK -> computed((a, b, c) -> 0, none(), none(), none());
            case BRA -> {
                Step.Branch branch = new Step.Branch();
                addGuarded(branch);
                String label = label(instruction.operand(0));
                Integer target = code.body().labels().get(label);
                if (target == null) {
                    throw refuse("there is no label " + label);
                }
                branches.add(() -> branch.to(stepOf[target]));
            }
            case BRX_IDX -> indexedBranch(branches, stepOf);
            case CALL -> call();
            case RET -> addGuarded(isEntry ? new Step.Exit() : new Step.Return());
            case EXIT -> addGuarded(new Step.Exit());
            case TRAP, BRKPT ->
                perLane((warp, lane) -> {
                    throw DeviceFault.of(FaultKind.TRAP, "the kernel stopped itself");
                });
            case BAR_SYNC, BAR_CTA_SYNC, BARRIER_SYNC, BARRIER_CTA_SYNC -> barrier(true);
            case BAR_ARRIVE, BAR_CTA_ARRIVE, BARRIER_ARRIVE, BARRIER_CTA_ARRIVE -> barrier(false);
            case BAR_RED, BAR_CTA_RED, BARRIER_RED, BARRIER_CTA_RED -> reducingBarrier(operation);
            case BAR_WARP_SYNC ->
                addGuarded(new Step.Together(
                        (warp, lanes) -> VarHandle.fullFence(), source(instruction.operand(0), PtxType.B32), true));
            case MEMBAR, FENCE -> {
                int point = point();
                perLane((warp, lane) -> {
                    VarHandle.fullFence();
                    if (warp.block().watch != null) {
                        warp.block().watch.fenced(warp.warp(), lane, point);
                    }
                });
            }
            case MEMBAR_PROXY, FENCE_PROXY, FENCE_MBARRIER_INIT -> perLane((warp, lane) -> VarHandle.fullFence());
            case NANOSLEEP -> addGuarded(new Step.Sleep());
            case SETMAXNREG, PMEVENT, PREFETCH, PREFETCHU, DISCARD, APPLYPRIORITY -> nothing();
            case GRIDDEPCONTROL_LAUNCH_DEPENDENTS, GRIDDEPCONTROL_WAIT -> nothing();
            case CREATEPOLICY_CVT, CREATEPOLICY_FRACTIONAL, CREATEPOLICY_RANGE ->
                computed((a, b, c) -> 0, none(), none(), none());
            case TEX, TLD4 -> {
                Operand.CompoundAddress address = textureAddress(instruction.operand(1));
                perLane(TextureInstructions.sample(
                        operation,
                        targets(instruction.operand(0)),
                        source(address.parts().getFirst(), PtxType.U64),
                        sources(address.parts().get(1), PtxType.B32),
                        this::refuse));
            }
            case SULD -> {
                Operand.CompoundAddress address = textureAddress(instruction.operand(1));
                perLane(TextureInstructions.load(
                        operation,
                        targets(instruction.operand(0)),
                        source(address.parts().getFirst(), PtxType.U64),
                        sources(address.parts().get(1), PtxType.B32),
                        this::refuse));
            }
            case SUST -> {
                Operand.CompoundAddress address = textureAddress(instruction.operand(0));
                perLane(TextureInstructions.store(
                        operation,
                        sources(instruction.operand(1), operation.type()),
                        source(address.parts().getFirst(), PtxType.U64),
                        sources(address.parts().get(1), PtxType.B32),
                        this::refuse));
            }
            case TXQ, SUQ ->
                perLane(TextureInstructions.query(
                        operation,
                        target(instruction.operand(0)),
                        source(((Operand.Address) instruction.operand(1)).base(), PtxType.U64),
                        this::refuse));
            // There are no texture references: a handle is an object's.
            case ISTYPEP -> computed((a, b, c) -> 0, none(), none(), none());
            case CVT_PACK -> pack(operation);
            case BARRIER_CLUSTER_ARRIVE -> nothing();
            // A cluster is one block, so its barrier is a barrier that block barriers do not use.
            case BARRIER_CLUSTER_WAIT -> addGuarded(new Step.Barrier(program.constant(15), Step.NONE, Step.NONE, true));
            case ACTIVEMASK -> addGuarded(new WarpInstructions.ActiveMask(target(instruction.operand(0))));
            default -> {
                if (!warps.read(instruction) && !copies.read(instruction)) {
                    compute(operation);
                }
            }
        }
    }

    int none() {
        return constant(0);
    }

    int constant(long value) {
        return program.constant(value);
    }

    void nothing() {
        perLane((warp, lane) -> {});
    }

    private void refuseWide(Operation operation) {
        if (operation.type().bits() < 8 || operation.type() == PtxType.PRED) {
            throw refuse("type ." + operation.type().text());
        }
    }

    /** The type of what is loaded or stored at once: 128 bits go in two halves. */
    private static PtxType half(Operation operation) {
        return operation.type().bits() > 64 ? PtxType.B64 : operation.type();
    }

    /** The registers of both halves where values have 128 bits. */
    private static int[] halves(Operation operation, int[] registers) {
        return operation.type().bits() <= 64
                ? registers
                : Arrays.stream(registers)
                        .flatMap(register -> register == Step.NONE
                                ? IntStream.of(Step.NONE, Step.NONE)
                                : IntStream.of(register, register + 1))
                        .toArray();
    }

    private static String label(Operand operand) {
        return operand instanceof Operand.Symbol symbol ? symbol.name() : ((Operand.LabelName) operand).name();
    }

    /** A result from up to three values. */
    void computed(LaneFunction function, int a, int b, int c) {
        addGuarded(new Step.Compute(function, targetOrTemporary(current.operand(0)), a, b, c));
    }

    private void compute(Operation operation) {
        LaneFunction function = VideoInstructions.of(operation);
        if (function == null) {
            function = IntegerInstructions.of(operation);
        }
        if (function == null) {
            function = FloatInstructions.of(operation);
        }
        if (function == null || current.operands().size() > 4) {
            throw refuse("");
        }
        PtxType type = operation.type();
        int[] operands = {none(), none(), none()};
        for (int i = 1; i < current.operands().size(); i++) {
            operands[i - 1] = source(current.operand(i), type);
        }
        computed(function, operands[0], operands[1], operands[2]);
    }

    private void carrying(Operation operation) {
        PtxType type = operation.type();
        boolean wide = type.bits() == 64;
        boolean writes = operation.has(Keyword.CC);
        boolean reads = operation.opcode() == Opcode.ADDC
                || operation.opcode() == Opcode.SUBC
                || operation.opcode() == Opcode.MADC;
        boolean multiplies = operation.opcode() == Opcode.MAD || operation.opcode() == Opcode.MADC;
        boolean subtracts = operation.opcode() == Opcode.SUB || operation.opcode() == Opcode.SUBC;
        int target = targetOrTemporary(current.operand(0));
        int a = source(current.operand(1), type);
        int b = source(current.operand(2), type);
        int c = multiplies ? source(current.operand(3), type) : none();
        String half = operation.has(Keyword.HI) ? "mul.hi." : "mul.lo.";
        LaneFunction product = IntegerInstructions.of(Operation.of(half + type.text()));
        perLane((warp, lane) -> {
            long x = multiplies ? product.apply(warp.get(lane, a), warp.get(lane, b), 0) : warp.get(lane, a);
            long y = warp.get(lane, multiplies ? c : b);
            int carry = reads ? warp.carry(lane) : 0;
            int out;
            if (subtracts) {
                out = wide
                        ? IntegerArithmetic.borrowOut(x, y, carry)
                        : IntegerArithmetic.borrowOut((int) x, (int) y, carry);
            } else {
                out = wide
                        ? IntegerArithmetic.carryOut(x, y, carry)
                        : IntegerArithmetic.carryOut((int) x, (int) y, carry);
            }
            warp.set(lane, target, subtracts ? x - y - carry : x + y + carry);
            if (writes) {
                warp.carry(lane, out);
            }
        });
    }

    private void move(Operation operation) {
        PtxType type = operation.type();
        Operand to = current.operand(0);
        Operand from = current.operand(1);
        if (type.bits() > 64) {
            moveWide(type, to, from);
            return;
        }
        if (to instanceof Operand.Vector parts) {
            int value = source(from, type);
            int[] targets = targets(parts);
            int width = type.bits() / targets.length;
            perLane((warp, lane) -> {
                long bits = warp.get(lane, value);
                for (int i = 0; i < targets.length; i++) {
                    if (targets[i] != Step.NONE) {
                        warp.set(lane, targets[i], bits >>> (i * width));
                    }
                }
            });
        } else if (from instanceof Operand.Vector parts) {
            int[] sources = sources(parts, type);
            int width = type.bits() / sources.length;
            long mask = -1L >>> (64 - width);
            int target = targetOrTemporary(to);
            perLane((warp, lane) -> {
                long bits = 0;
                for (int i = 0; i < sources.length; i++) {
                    bits |= (warp.get(lane, sources[i]) & mask) << (i * width);
                }
                warp.set(lane, target, bits);
            });
        } else {
            computed((a, b, c) -> a, source(from, type), none(), none());
        }
    }

    /** {@code mov.b128}, whole or with its halves as a vector. */
    private void moveWide(PtxType type, Operand to, Operand from) {
        int[] targets = to instanceof Operand.Vector ? targets(to) : both(target(to));
        int[] sources = from instanceof Operand.Vector ? sources(from, PtxType.B64) : both(source(from, type));
        if (targets.length != 2 || sources.length != 2) {
            throw refuse("type ." + type.text());
        }
        perLane((warp, lane) -> {
            long low = warp.get(lane, sources[0]);
            long high = warp.get(lane, sources[1]);
            if (targets[0] != Step.NONE) {
                warp.set(lane, targets[0], low);
            }
            if (targets[1] != Step.NONE) {
                warp.set(lane, targets[1], high);
            }
        });
    }

    private int[] both(int register) {
        if (register < 0) {
            throw refuse("a constant of 128 bits");
        }
        return new int[] {register, register + 1};
    }

    int[] targets(Operand operand) {
        return operand instanceof Operand.Vector vector
                ? vector.elements().stream().mapToInt(this::target).toArray()
                : new int[] {target(operand)};
    }

    int[] sources(Operand operand, PtxType type) {
        return operand instanceof Operand.Vector vector
                ? vector.elements().stream()
                        .mapToInt(element -> source(element, type))
                        .toArray()
                : new int[] {source(operand, type)};
    }

    private void atomic(Operation operation, Operand result, int first) {
        PtxType type = operation.type();
        boolean swaps = operation.combiner() == Combiner.CAS;
        if (type.bits() > 64) {
            if (!swaps && operation.combiner() != Combiner.EXCH) {
                throw refuse("");
            }
            perLane(MemoryInstructions.atomicWide(
                    place(current.operand(first), operation.space()),
                    target(result),
                    both(source(current.operand(first + 1), type))[0],
                    swaps ? both(source(current.operand(first + 2), type))[0] : Step.NONE));
            return;
        }
        if (operation.vectorWidth() > 1) {
            int[] targets = targets(result);
            int[] sources = sources(current.operand(first + 1), type);
            Step.LaneAction action = MemoryInstructions.atomicVector(
                    operation, place(current.operand(first), operation.space()), targets, sources);
            if (action == null || sources.length != operation.vectorWidth()) {
                throw refuse("");
            }
            perLane(action);
            return;
        }
        int target = target(result);
        int b = source(current.operand(first + 1), type);
        int c = swaps ? source(current.operand(first + 2), type) : none();
        Step.LaneAction action =
                MemoryInstructions.atomic(operation, place(current.operand(first), operation.space()), target, b, c);
        if (action == null) {
            throw refuse("");
        }
        perLane(action);
    }

    private void convert(Operation operation) {
        LaneFunction function = ConversionInstructions.of(operation);
        if (function == null) {
            throw refuse("");
        }
        PtxType from = operation.sourceType();
        computed(
                function,
                source(current.operand(1), from),
                current.operands().size() > 2 ? source(current.operand(2), from) : none(),
                none());
    }

    private void pack(Operation operation) {
        LaneFunction function = ConversionInstructions.pack(operation);
        if (function == null) {
            throw refuse("");
        }
        computed(
                function,
                source(current.operand(1), PtxType.S32),
                source(current.operand(2), PtxType.S32),
                current.operands().size() > 3 ? source(current.operand(3), PtxType.B32) : none());
    }

    private void compareToPredicate(Operation operation) {
        Operand results = current.operand(0);
        int p = target(results instanceof Operand.Pair pair ? pair.first() : results);
        int q = target(results instanceof Operand.Pair pair ? pair.second() : Operand.SINK);
        LaneFunction compare = Comparisons.toPredicates(operation);
        if (compare == null) {
            throw refuse("");
        }
        int a = source(current.operand(1), operation.sourceType());
        int b = source(current.operand(2), operation.sourceType());
        int with = combinedWith();
        perLane((warp, lane) -> {
            long holds = compare.apply(warp.get(lane, a), warp.get(lane, b), warp.get(lane, with));
            if (p != Step.NONE) {
                warp.set(lane, p, holds & 1);
            }
            if (q != Step.NONE) {
                warp.set(lane, q, holds >>> 1);
            }
        });
    }

    /** {@code slct}. */
    static LaneFunction selection(Operation operation) {
        if (operation.sourceType() != PtxType.F32) {
            return (a, b, c) -> (int) c >= 0 ? a : b;
        }
        boolean flush = operation.ftz();
        return (a, b, c) -> {
            float x = RegisterBits.single(c);
            return (flush ? FloatArithmetic.flush(x) : x) >= 0 ? a : b;
        };
    }

    private int combinedWith() {
        return current.operands().size() > 3 ? source(current.operand(3), PtxType.PRED) : none();
    }

    private void compareToValue(Operation operation) {
        LaneFunction compare = Comparisons.toValue(operation);
        if (compare == null) {
            throw refuse("");
        }
        computed(
                compare,
                source(current.operand(1), operation.sourceType()),
                source(current.operand(2), operation.sourceType()),
                combinedWith());
    }

    private void insert(Operation operation) {
        boolean wide = operation.type().bits() == 64;
        int target = targetOrTemporary(current.operand(0));
        int a = source(current.operand(1), operation.type());
        int b = source(current.operand(2), operation.type());
        int position = source(current.operand(3), PtxType.U32);
        int length = source(current.operand(4), PtxType.U32);
        perLane((warp, lane) -> {
            int from = (int) warp.get(lane, position);
            int count = (int) warp.get(lane, length);
            long x = warp.get(lane, a);
            long y = warp.get(lane, b);
            warp.set(
                    lane,
                    target,
                    wide
                            ? BitOperations.insert(x, y, from, count)
                            : BitOperations.insert((int) x, (int) y, from, count));
        });
    }

    private void logic3(Operation operation) {
        if (operation.combiner() != null) {
            logic3WithPredicate(operation);
            return;
        }
        int table = (int) ((Operand.IntegerImmediate) current.operand(4)).value();
        PtxType type = operation.type();
        computed(
                (a, b, c) -> BitOperations.logic3((int) a, (int) b, (int) c, table),
                source(current.operand(1), type),
                source(current.operand(2), type),
                source(current.operand(3), type));
    }

    /** {@code lop3.and} and {@code lop3.or}: the predicate says whether any bit of the result is set, combined with another. */
    private void logic3WithPredicate(Operation operation) {
        if (!(current.operand(0) instanceof Operand.Pair pair)) {
            throw refuse("");
        }
        int target = target(pair.first());
        int predicate = targetOrTemporary(pair.second());
        PtxType type = operation.type();
        int a = source(current.operand(1), type);
        int b = source(current.operand(2), type);
        int c = source(current.operand(3), type);
        int table = (int) ((Operand.IntegerImmediate) current.operand(4)).value();
        int with = source(current.operand(5), PtxType.PRED);
        boolean both = operation.combiner() == Combiner.AND;
        perLane((warp, lane) -> {
            int result = BitOperations.logic3(
                    (int) warp.get(lane, a), (int) warp.get(lane, b), (int) warp.get(lane, c), table);
            long isSet = result != 0 ? 1 : 0;
            long other = warp.get(lane, with) & 1;
            if (target != Step.NONE) {
                warp.set(lane, target, result);
            }
            warp.set(lane, predicate, both ? isSet & other : isSet | other);
        });
    }

    private void convertAddress(Operation operation) {
        boolean fromGeneric = operation.has(Keyword.TO);
        int target = targetOrTemporary(current.operand(0));
        int address = source(current.operand(1), operation.type());
        StateSpace space = operation.space();
        boolean local = space == StateSpace.LOCAL || (space.isParam() && !isEntry);
        if (local) {
            perLane((warp, lane) -> {
                long slot = AddressWindows.LOCAL + warp.thread(lane) * warp.block().localStrideBytes;
                long from = warp.get(lane, address);
                warp.set(lane, target, fromGeneric ? from - slot : from + slot);
            });
            return;
        }
        long base = space.isShared() ? AddressWindows.SHARED : space.isParam() ? AddressWindows.PARAMETERS : 0;
        computed((a, b, c) -> fromGeneric ? a - base : a + base, address, none(), none());
    }

    private void isInSpace(Operation operation) {
        int target = targetOrTemporary(current.operand(0));
        int address = source(current.operand(1), PtxType.U64);
        StateSpace space = operation.space();
        perLane((warp, lane) -> {
            long at = warp.get(lane, address);
            boolean isIn = switch (space) {
                case SHARED, SHARED_CTA, SHARED_CLUSTER -> AddressWindows.isShared(at);
                case LOCAL -> AddressWindows.isLocal(at);
                case PARAM, PARAM_ENTRY, PARAM_FUNC -> AddressWindows.isParameter(at);
                case CONST -> isConstant(warp, at);
                case GLOBAL -> AddressWindows.isGlobal(at) && !isConstant(warp, at);
                case GENERIC, REG, TEX -> false;
            };
            warp.set(lane, target, isIn ? 1 : 0);
        });
    }

    private static boolean isConstant(LaneState warp, long address) {
        MemoryRegion region = warp.block().launch.memory().find(address);
        return region != null && region.isReadOnly();
    }

    private void indexedBranch(List<Runnable> branches, int[] stepOf) {
        Step.IndexedBranch branch = new Step.IndexedBranch(source(current.operand(0), PtxType.U32));
        addGuarded(branch);
        Statement.Targets list = code.body().targets().get(label(current.operand(1)));
        if (list == null) {
            throw refuse("there is no list of targets " + current.operand(1));
        }
        branches.add(() -> branch.to(list.names().stream()
                .mapToInt(name -> stepOf[code.body().labels().get(name)])
                .toArray()));
    }

    private void call() {
        Operand.Arguments results = (Operand.Arguments) current.operand(0);
        Operand.Arguments arguments = (Operand.Arguments) current.operand(2);
        if (current.operand(1) instanceof Operand.Symbol symbol) {
            FunctionCode callee = program.callee(symbol.name());
            if (callee == null) {
                callSystem(symbol.name(), arguments, results);
                return;
            }
            program.noteCall(code.name(), symbol.name());
            addGuarded(new Step.Call(callee, Step.NONE, passed(arguments), passed(results)));
            return;
        }
        program.noteIndirectCall();
        int address = register((Register) current.operand(1));
        addGuarded(new Step.Call(null, address, passed(arguments), passed(results)));
    }

    /** For a {@code .param} variable its offset in the frame, otherwise the operand of a value. */
    private int[] passed(Operand.Arguments arguments) {
        return arguments.values().stream()
                .mapToInt(value -> {
                    Integer offset = value instanceof Operand.Symbol symbol ? inFrame.get(symbol.name()) : null;
                    return offset != null ? offset : source(value, PtxType.B64);
                })
                .toArray();
    }

    private void callSystem(String name, Operand.Arguments arguments, Operand.Arguments results) {
        SystemCalls.SystemCall systemCall = SystemCalls.named(name);
        if (systemCall == null) {
            throw refuse("'" + name + "' has no body in this module");
        }
        int[] places = passed(arguments);
        int result = results.values().isEmpty() ? Step.NONE : passed(results)[0];
        int point = point();
        perLane((warp, lane) -> {
            long frame = warp.localHost(lane) + warp.localBase(lane);
            long[] values = new long[places.length];
            for (int i = 0; i < places.length; i++) {
                values[i] = frame + places[i];
            }
            systemCall.call(warp, lane, values, result == Step.NONE ? 0 : frame + result, point);
        });
    }

    private void barrier(boolean waits) {
        List<Operand> operands = current.operands();
        int barrier = source(operands.getFirst(), PtxType.U32);
        int threads = operands.size() > 1 ? source(operands.get(1), PtxType.U32) : Step.NONE;
        addGuarded(new Step.Barrier(barrier, threads, Step.NONE, waits));
    }

    private void reducingBarrier(Operation operation) {
        List<Operand> operands = current.operands();
        int target = targetOrTemporary(operands.getFirst());
        int barrier = source(operands.get(1), PtxType.U32);
        int threads = operands.size() > 3 ? source(operands.get(2), PtxType.U32) : Step.NONE;
        int predicate = source(operands.getLast(), PtxType.PRED);
        addGuarded(new Step.Barrier(barrier, threads, predicate, true));
        Combiner combiner = operation.combiner();
        perLane((warp, lane) -> {
            int id = (int) warp.get(lane, barrier);
            int holds = warp.block().reducedCount(id);
            boolean all = holds == warp.block().reducedThreads(id);
            warp.set(
                    lane,
                    target,
                    switch (combiner) {
                        case POPC -> holds;
                        case AND -> all ? 1 : 0;
                        case OR -> holds > 0 ? 1 : 0;
                        case ADD, MIN, MAX, XOR, INC, DEC, EXCH, CAS -> throw new AssertionError(combiner);
                    });
        });
    }
}
