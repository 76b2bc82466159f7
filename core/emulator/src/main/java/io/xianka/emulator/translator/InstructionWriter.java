package io.xianka.emulator.translator;

import static io.xianka.emulator.translator.Shape.Uniform.UNIFORM;
import static io.xianka.emulator.translator.Shape.Varying.VARYING;

import io.xianka.emulator.image.KernelImage.SymbolPlace;
import io.xianka.emulator.interpreter.LaneFunction;
import io.xianka.emulator.machine.AddressWindows;
import io.xianka.emulator.translator.BasicBlock.Terminator;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.Comparison;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.SpecialRegister;
import io.xianka.ptx.StateSpace;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/** Writes what single instructions compute, for a lane or for scalars. Which of both, {@link BlockWriter} knows. */
final class InstructionWriter {
    private static final ClassDesc I = ConstantDescs.CD_int;
    private static final ClassDesc J = ConstantDescs.CD_long;
    private static final ClassDesc F = ConstantDescs.CD_float;
    private static final ClassDesc D = ConstantDescs.CD_double;
    private static final ClassDesc Z = ConstantDescs.CD_boolean;

    private final CodeBuilder code;
    private final TranslationPlan plan;
    private final BlockWriter block;
    private final MemoryWriter memory;

    InstructionWriter(CodeBuilder code, TranslationPlan plan, BlockWriter block) {
        this.code = code;
        this.plan = plan;
        this.block = block;
        this.memory = new MemoryWriter(code, plan, block, this);
    }

    MemoryWriter memory() {
        return memory;
    }

    Untranslatable untranslatable(Instruction instruction) {
        return new Untranslatable(instruction.toString());
    }

    // ---- operands

    /** Pushes an operand as a value of a type; narrow integers are extended as the type says. */
    void push(Operand operand, PtxType type) throws Untranslatable {
        push(operand, type, false);
    }

    /** As {@link #push}, for uses that make no difference between NaNs. */
    void pushNumber(Operand operand, PtxType type) throws Untranslatable {
        push(operand, type, true);
    }

    private void push(Operand operand, PtxType type, boolean anyNan) throws Untranslatable {
        Bank bank = Bank.of(type);
        if (bank == null) {
            throw new Untranslatable("type ." + type.text());
        }
        switch (operand) {
            case Register register -> {
                block.pushRegister(register);
                Bank own = Bank.of(register.type());
                if (own == Bank.FLOAT && !anyNan && plan.nans().isCanonicalAtRead(plan.registers(), register)) {
                    call(Names.FLOATS, "bits", I, F);
                    own = Bank.INT;
                }
                convert(own, type);
            }
            case Operand.IntegerImmediate immediate -> pushConstant(immediate.value(), type);
            case Operand.FloatImmediate immediate -> pushBits(immediate.bits() & 0xffff_ffffL, immediate.value(), type);
            case Operand.DoubleImmediate immediate -> pushBits(immediate.bits(), immediate.value(), type);
            case Operand.Negated negated -> {
                block.pushRegister(negated.predicate());
                code.iconst_1().ixor();
            }
            case Operand.Symbol symbol -> pushConstant(addressOf(symbol), type);
            default -> throw new Untranslatable("operand " + operand);
        }
    }

    long addressOf(Operand.Symbol symbol) throws Untranslatable {
        SymbolPlace place = plan.image().find(symbol.name());
        if (place == null) {
            throw new Untranslatable("the address of " + symbol.name());
        }
        return place.address() + symbol.offsetBytes();
    }

    private void pushConstant(long value, PtxType type) {
        switch (Bank.of(type)) {
            case PREDICATE -> code.loadConstant(value == 0 ? 0 : 1);
            case INT ->
                code.loadConstant(
                        type.bits() == 32
                                ? (int) value
                                : type.isSigned()
                                        ? (int) (value << (64 - type.bits()) >> (64 - type.bits()))
                                        : (int) (value & ((1L << type.bits()) - 1)));
            case LONG -> code.loadConstant(value);
            case FLOAT -> code.loadConstant((float) value);
            case DOUBLE -> code.loadConstant((double) value);
        }
    }

    private void pushBits(long bits, double value, PtxType type) {
        switch (Bank.of(type)) {
            case PREDICATE, INT -> code.loadConstant((int) bits);
            case LONG -> code.loadConstant(bits);
            case FLOAT -> code.loadConstant((float) value);
            case DOUBLE -> code.loadConstant(value);
        }
    }

    /** Turns a value of a register's bank into one of a type. */
    private void convert(Bank from, PtxType type) throws Untranslatable {
        Bank to = Bank.of(type);
        if (from == to) {
            if (to == Bank.INT) {
                narrow(type);
            }
            return;
        }
        switch (to) {
            case INT -> {
                switch (from) {
                    case LONG -> code.l2i();
                    case FLOAT -> call(Names.FLOAT, "floatToRawIntBits", I, F);
                    default -> throw new Untranslatable(from + " as ." + type.text());
                }
                narrow(type);
            }
            case FLOAT -> {
                if (from == Bank.LONG) {
                    code.l2i();
                } else if (from != Bank.INT) {
                    throw new Untranslatable(from + " as ." + type.text());
                }
                call(Names.FLOAT, "intBitsToFloat", F, I);
            }
            case LONG -> {
                switch (from) {
                    case DOUBLE -> call(Names.DOUBLE, "doubleToRawLongBits", J, D);
                    case INT -> extend(type);
                    default -> throw new Untranslatable(from + " as ." + type.text());
                }
            }
            case DOUBLE -> {
                if (from != Bank.LONG) {
                    throw new Untranslatable(from + " as ." + type.text());
                }
                call(Names.DOUBLE, "longBitsToDouble", D, J);
            }
            case PREDICATE -> throw new Untranslatable(from + " as a predicate");
        }
    }

    /** An int to the range of a type of at most 16 bits. */
    void narrow(PtxType type) {
        switch (type.bits()) {
            case 16 -> {
                if (type.isSigned()) {
                    code.i2s();
                } else {
                    code.i2c();
                }
            }
            case 8 -> {
                if (type.isSigned()) {
                    code.i2b();
                } else {
                    code.loadConstant(0xff).iand();
                }
            }
            default -> {}
        }
    }

    private void extend(PtxType signedness) {
        code.i2l();
        if (!signedness.isSigned()) {
            code.loadConstant(0xffff_ffffL).land();
        }
    }

    /** Pops a result of a type into an operand. */
    void pop(Operand operand, PtxType type) throws Untranslatable {
        Bank from = Bank.of(type);
        if (operand instanceof Operand.Sink) {
            if (from == Bank.LONG || from == Bank.DOUBLE) {
                code.pop2();
            } else {
                code.pop();
            }
            return;
        }
        if (!(operand instanceof Register register)) {
            throw new Untranslatable("result " + operand);
        }
        Bank to = Bank.of(register.type());
        if (from == Bank.INT) {
            narrow(type);
        }
        if (from != to) {
            switch (to) {
                case LONG -> {
                    if (from == Bank.INT) {
                        extend(type);
                    } else {
                        convert(from, PtxType.B64);
                    }
                }
                default -> convert(from, register.type());
            }
        } else if (to == Bank.INT && register.type().bits() < 32) {
            code.loadConstant((1 << register.type().bits()) - 1).iand();
        }
        if (to == Bank.INT && from != Bank.INT && register.type().bits() < 32) {
            code.loadConstant((1 << register.type().bits()) - 1).iand();
        }
        block.popRegister(register);
    }

    /** Pops a single-precision result, of which NaNs must be canonical. */
    private void popSingle(Operand operand) throws Untranslatable {
        if (operand instanceof Register register && Bank.of(register.type()) == Bank.FLOAT) {
            if (plan.nans().isCanonicalAtWrite(plan.registers(), register)) {
                call(Names.FLOATS, "bits", I, F);
                call(Names.FLOAT, "intBitsToFloat", F, I);
            }
            block.popRegister(register);
        } else {
            call(Names.FLOATS, "bits", I, F);
            pop(operand, PtxType.B32);
        }
    }

    void call(ClassDesc owner, String name, ClassDesc result, ClassDesc... parameters) {
        code.invokestatic(owner, name, MethodTypeDesc.of(result, parameters));
    }

    // ---- instructions

    /** Writes an instruction without its guard. */
    void write(Instruction instruction, int index) throws Untranslatable {
        if (instruction.operands().isEmpty()) {
            writeBare(instruction);
            return;
        }
        if (!block.inLaneLoop() && writeAffine(instruction)) {
            return;
        }
        block.ensureOperandsLoaded(index);
        Operation operation = instruction.operation();
        switch (instruction.opcode()) {
            case LD, LDU -> memory.writeLoad(instruction, index);
            case ST -> memory.writeStore(instruction, index);
            case ATOM, RED -> memory.writeAtomic(instruction, index);
            case MOV -> writeMove(instruction);
            case CVTA -> writeAddressConversion(instruction);
            case ISSPACEP -> writeSpaceTest(instruction);
            case CVT -> writeConversion(instruction);
            case SETP -> writeSetPredicate(instruction);
            case SET -> writeSet(instruction);
            case SELP -> writeSelect(instruction);
            case SLCT -> writeSelectBySign(instruction);
            case ADDC, SUBC, MADC -> writeCarrying(instruction);
            case BFI -> {
                boolean wide = operation.type().bits() == 64;
                push(instruction.operand(1), operation.type());
                push(instruction.operand(2), operation.type());
                push(instruction.operand(3), PtxType.B32);
                push(instruction.operand(4), PtxType.B32);
                ClassDesc n = wide ? J : I;
                call(Names.BITS, "insert", n, n, n, I, I);
                pop(instruction.operand(0), operation.type());
            }
            case PREFETCH, PREFETCHU, NANOSLEEP -> {}
            case MEMBAR, FENCE ->
                code.invokestatic(Names.VAR_HANDLE, "fullFence", MethodTypeDesc.of(ConstantDescs.CD_void));
            default -> {
                if (!operation.hasType()) {
                    throw untranslatable(instruction);
                }
                PtxType type = operation.type();
                boolean done = switch (Bank.of(type)) {
                    case null -> false;
                    case PREDICATE -> writeLogic(instruction, type);
                    case INT -> type.isInteger() && (writeLogic(instruction, type) || writeInteger(instruction, type));
                    case LONG -> type.isInteger() && (writeLogic(instruction, type) || writeInteger(instruction, type));
                    case FLOAT -> writeSingle(instruction);
                    case DOUBLE -> writeDouble(instruction);
                };
                if (!done) {
                    writeByInterpreter(instruction);
                }
            }
        }
    }

    private void writeBare(Instruction instruction) throws Untranslatable {
        switch (instruction.opcode()) {
            case MEMBAR, FENCE ->
                code.invokestatic(Names.VAR_HANDLE, "fullFence", MethodTypeDesc.of(ConstantDescs.CD_void));
            case TRAP, BRKPT -> {
                code.aload(BlockWriter.WARP);
                code.iload(block.laneLocal());
                code.loadConstant(plan.flow().body().instructions().indexOf(instruction));
                code.invokevirtual(Names.WARP, "trap", MethodTypeDesc.of(ConstantDescs.CD_void, I, I));
            }
            default -> throw untranslatable(instruction);
        }
    }

    /** Anything that computes one value from up to three, by the interpreter's own table. */
    private void writeByInterpreter(Instruction instruction) throws Untranslatable {
        LaneFunction function = LaneFunction.of(instruction.operation());
        int operands = instruction.operands().size() - 1;
        if (function == null || operands > 3) {
            throw untranslatable(instruction);
        }
        code.aload(BlockWriter.WARP);
        code.loadConstant(plan.functions().number(instruction.operation(), function));
        for (int i = 1; i <= 3; i++) {
            if (i <= operands) {
                pushRaw(instruction.operand(i), instruction.operation().sourceType());
            } else {
                code.lconst_0();
            }
        }
        code.invokevirtual(Names.WARP, "compute", MethodTypeDesc.of(J, I, J, J, J));
        if (instruction.operand(0) instanceof Operand.Sink) {
            code.pop2();
            return;
        }
        if (!(instruction.operand(0) instanceof Register result)) {
            throw untranslatable(instruction);
        }
        switch (Bank.of(result.type())) {
            case PREDICATE -> code.l2i().iconst_1().iand();
            case INT -> {
                code.l2i();
                if (result.type().bits() < 32) {
                    code.loadConstant((1 << result.type().bits()) - 1).iand();
                }
            }
            case LONG -> {}
            case FLOAT -> {
                code.l2i();
                call(Names.FLOAT, "intBitsToFloat", F, I);
            }
            case DOUBLE -> call(Names.DOUBLE, "longBitsToDouble", D, J);
        }
        block.popRegister(result);
    }

    /** Pushes an operand's bits as a long. */
    private void pushRaw(Operand operand, PtxType type) throws Untranslatable {
        switch (operand) {
            case Register register -> {
                push(
                        register,
                        register.type().kind() == PtxType.Kind.PREDICATE
                                ? PtxType.PRED
                                : register.type().untyped());
                if (Bank.of(register.type()) != Bank.LONG && Bank.of(register.type()) != Bank.DOUBLE) {
                    code.i2l();
                }
            }
            case Operand.IntegerImmediate immediate -> code.loadConstant(immediate.value());
            case Operand.FloatImmediate immediate ->
                code.loadConstant(
                        type == PtxType.F64
                                ? Double.doubleToRawLongBits(immediate.value())
                                : immediate.bits() & 0xffff_ffffL);
            case Operand.DoubleImmediate immediate ->
                code.loadConstant(
                        type.bits() == 64
                                ? immediate.bits()
                                : Float.floatToRawIntBits((float) immediate.value()) & 0xffff_ffffL);
            default -> throw new Untranslatable("operand " + operand);
        }
    }

    /** {@code add.cc}, {@code addc} and their like; the carry lives beside the registers, one for each lane. */
    private void writeCarrying(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        PtxType type = operation.type();
        boolean wide = type.bits() == 64;
        if (!type.isInteger() || type.bits() < 32) {
            throw untranslatable(instruction);
        }
        Opcode opcode = instruction.opcode();
        boolean multiplies = opcode == Opcode.MAD || opcode == Opcode.MADC;
        boolean subtracts = opcode == Opcode.SUB || opcode == Opcode.SUBC;
        boolean reads = opcode == Opcode.ADDC || opcode == Opcode.SUBC || opcode == Opcode.MADC;
        ClassDesc n = wide ? J : I;
        pushTwo(instruction, type);
        if (multiplies) {
            if (!operation.has(Keyword.HI)) {
                if (wide) {
                    code.lmul();
                } else {
                    code.imul();
                }
            } else if (wide) {
                call(Names.MATH, type.isSigned() ? "multiplyHigh" : "unsignedMultiplyHigh", J, J, J);
            } else {
                call(Names.INTEGERS, type.isSigned() ? "multiplyHigh" : "multiplyHighUnsigned", I, I, I);
            }
            push(instruction.operand(3), type);
        }
        code.aload(BlockWriter.WARP)
                .iload(block.laneLocal())
                .loadConstant(reads ? 1 : 0)
                .loadConstant(operation.has(Keyword.CC) ? 1 : 0);
        call(Names.WARP, subtracts ? "subtract" : "add", n, n, n, Names.WARP, I, Z, Z);
        pop(instruction.operand(0), type);
    }

    /** An integer instruction whose scalar result is affine: its base, and for 64 bits its offset. */
    private boolean writeAffine(Instruction instruction) throws Untranslatable {
        if (!(instruction.operand(0) instanceof Register result)) {
            return false;
        }
        int number = plan.registers().numberOf(result);
        if (!(plan.shapes().of(number) instanceof Shape.Affine64)) {
            return false; // the base of a 32-bit one is its value for lane 0
        }
        PtxType type = instruction.operation().type();
        Operand a = instruction.operand(1);
        switch (instruction.opcode()) {
            case MOV, CVTA -> copyAffine(number, a);
            case CVT -> {
                if (block.shape(a) instanceof Shape.Affine64) {
                    copyAffine(number, a);
                } else {
                    block.pushRegister((Register) a);
                    block.popBase(number);
                    code.lconst_0();
                    block.popOffset(number);
                }
            }
            case MUL -> {
                if (instruction.operation().has(Keyword.WIDE)) {
                    block.pushRegister((Register) a);
                    block.popBase(number);
                    code.lconst_0();
                } else {
                    int from = plan.registers().numberOf((Register) a);
                    int base = block.scalarLocal(from);
                    int offset = block.offsetLocal(from);
                    code.iload(base);
                    block.popBase(number);
                    code.lload(offset);
                    push(instruction.operand(2), PtxType.B64);
                    code.lmul();
                }
                block.popOffset(number);
            }
            case SHL -> {
                int from = plan.registers().numberOf((Register) a);
                int base = block.scalarLocal(from);
                int offset = block.offsetLocal(from);
                code.iload(base);
                block.popBase(number);
                code.lload(offset);
                push(instruction.operand(2), PtxType.B32);
                code.lshl();
                block.popOffset(number);
            }
            case MAD -> {
                push(instruction.operand(3), PtxType.B64);
                int sum = code.allocateLocal(TypeKind.LONG);
                code.lstore(sum);
                if (instruction.operation().has(Keyword.WIDE)) {
                    block.pushRegister((Register) a);
                    block.popBase(number);
                    code.lload(sum);
                } else {
                    return affineMad(instruction, number, sum);
                }
                block.popOffset(number);
            }
            case ADD, SUB -> {
                boolean minus = instruction.opcode() == Opcode.SUB;
                Operand b = instruction.operand(2);
                boolean isFirst = block.shape(a) instanceof Shape.Affine64;
                int from = plan.registers().numberOf((Register) (isFirst ? a : b));
                int base = block.scalarLocal(from);
                int offset = block.offsetLocal(from);
                code.lload(offset);
                push(isFirst ? b : a, PtxType.B64);
                if (minus) {
                    code.lsub();
                } else {
                    code.ladd();
                }
                code.iload(base);
                block.popBase(number);
                block.popOffset(number);
            }
            default -> throw new AssertionError(type);
        }
        return true;
    }

    /** {@code mad.lo} of an affine 64-bit value by a constant. */
    private boolean affineMad(Instruction instruction, int number, int sum) throws Untranslatable {
        Operand a = instruction.operand(1);
        if (block.shape(a) instanceof Shape.Affine64) {
            int from = plan.registers().numberOf((Register) a);
            int base = block.scalarLocal(from);
            int offset = block.offsetLocal(from);
            code.lload(offset);
            push(instruction.operand(2), PtxType.B64);
            code.lmul().lload(sum).ladd();
            code.iload(base);
            block.popBase(number);
            block.popOffset(number);
            return true;
        }
        int from = plan.registers().numberOf((Register) instruction.operand(3));
        int base = block.scalarLocal(from);
        int offset = block.offsetLocal(from);
        push(a, PtxType.B64);
        push(instruction.operand(2), PtxType.B64);
        code.lmul().lload(offset).ladd();
        code.iload(base);
        block.popBase(number);
        block.popOffset(number);
        return true;
    }

    private void copyAffine(int number, Operand from) {
        int source = plan.registers().numberOf((Register) from);
        int base = block.scalarLocal(source);
        int offset = block.offsetLocal(source);
        code.iload(base);
        block.popBase(number);
        code.lload(offset);
        block.popOffset(number);
    }

    private void writeMove(Instruction instruction) throws Untranslatable {
        PtxType type = instruction.operation().type();
        Operand target = instruction.operand(0);
        Operand source = instruction.operand(1);
        switch (source) {
            case SpecialRegister special -> {
                writeSpecial(special);
                boolean isArray = target instanceof Register register
                        && !plan.shapes().of(register).isScalar();
                if (isArray && plan.form().shapeOf(special) instanceof Shape.Affine32(int stride)) {
                    // What was pushed is lane 0's.
                    code.iload(block.laneLocal()).loadConstant(stride).imul().iadd();
                }
                pop(target, special.type().bits() == 64 ? PtxType.B64 : PtxType.B32);
            }
            case Operand.Vector vector -> {
                packed(vector.elements(), type);
                pop(target, type.bits() == 64 ? PtxType.B64 : PtxType.B32);
            }
            default -> {
                if (target instanceof Operand.Vector vector) {
                    unpack(source, vector.elements(), type);
                } else {
                    push(source, type);
                    pop(target, type);
                }
            }
        }
    }

    private static PtxType part(PtxType whole, int count) throws Untranslatable {
        return switch (whole.bits() / count) {
            case 8 -> PtxType.B8;
            case 16 -> PtxType.B16;
            case 32 -> PtxType.B32;
            default -> throw new Untranslatable("mov of parts of ." + whole.text());
        };
    }

    private void packed(List<Operand> elements, PtxType whole) throws Untranslatable {
        PtxType part = part(whole, elements.size());
        boolean wide = whole.bits() == 64;
        for (int i = 0; i < elements.size(); i++) {
            push(elements.get(i), part);
            if (wide) {
                code.i2l().loadConstant(0xffff_ffffL).land();
            }
            if (i > 0) {
                code.loadConstant(i * part.bits());
                if (wide) {
                    code.lshl().lor();
                } else {
                    code.ishl().ior();
                }
            }
        }
    }

    private void unpack(Operand source, List<Operand> elements, PtxType whole) throws Untranslatable {
        PtxType part = part(whole, elements.size());
        boolean wide = whole.bits() == 64;
        // Into a local first: an element may be the source.
        int local = code.allocateLocal(wide ? TypeKind.LONG : TypeKind.INT);
        push(source, wide ? PtxType.B64 : PtxType.B32);
        code.storeLocal(wide ? TypeKind.LONG : TypeKind.INT, local);
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof Operand.Sink) {
                continue;
            }
            if (wide) {
                code.lload(local).loadConstant(i * part.bits()).lushr().l2i();
            } else {
                code.iload(local).loadConstant(i * part.bits()).iushr();
            }
            pop(elements.get(i), part);
        }
    }

    private void writeSpecial(SpecialRegister special) throws Untranslatable {
        switch (special) {
            case TID_X, TID_Y, TID_Z -> {
                int axis = special.ordinal() - SpecialRegister.TID_X.ordinal();
                if (plan.form().isRow()) {
                    code.aload(BlockWriter.WARP)
                            .getfield(Names.WARP, axis == 0 ? "tidX" : axis == 1 ? "tidY" : "tidZ", I);
                } else {
                    code.aload(BlockWriter.WARP)
                            .loadConstant(axis)
                            .invokevirtual(Names.WARP, "tids", MethodTypeDesc.of(I.arrayType(), I))
                            .iload(block.laneLocal())
                            .iaload();
                }
            }
            case LANEID -> code.iconst_0();
            case LANEMASK_EQ, LANEMASK_LE, LANEMASK_LT, LANEMASK_GE, LANEMASK_GT -> {
                code.iload(block.laneLocal());
                String name = switch (special) {
                    case LANEMASK_EQ -> "maskEqual";
                    case LANEMASK_LE -> "maskLessOrEqual";
                    case LANEMASK_LT -> "maskLess";
                    case LANEMASK_GE -> "maskGreaterOrEqual";
                    default -> "maskGreater";
                };
                call(Names.EXCHANGES, name, I, I);
            }
            case CLOCK64, GLOBALTIMER -> call(Names.SYSTEM, "nanoTime", J);
            case CLOCK, GLOBALTIMER_LO -> {
                call(Names.SYSTEM, "nanoTime", J);
                code.l2i();
            }
            case CLOCK_HI, GLOBALTIMER_HI -> {
                call(Names.SYSTEM, "nanoTime", J);
                code.loadConstant(32).lushr().l2i();
            }
            case GRIDID, CURRENT_GRAPH_EXEC -> code.lconst_0();
            case TID_W, CTAID_W, CLUSTERID_W, CLUSTER_CTAID_X, CLUSTER_CTAID_Y, CLUSTER_CTAID_Z, CLUSTER_CTAID_W ->
                code.iconst_0();
            case CLUSTER_CTARANK, IS_EXPLICIT_CLUSTER, SMID -> code.iconst_0();
            // Every block is a cluster of its own.
            case CLUSTER_NCTAID_X, CLUSTER_NCTAID_Y, CLUSTER_NCTAID_Z, CLUSTER_NCTARANK -> code.iconst_1();
            case NTID_W, NCTAID_W, NCLUSTERID_W, CLUSTER_NCTAID_W, NSMID -> code.iconst_1();
            default -> {
                code.aload(BlockWriter.WARP);
                String name = specialName(special);
                if (name == null) {
                    throw new Untranslatable("register " + special.text());
                }
                code.invokevirtual(Names.WARP, name, MethodTypeDesc.of(I));
            }
        }
    }

    private static String specialName(SpecialRegister special) {
        return switch (special) {
            case NTID_X -> "sizeX";
            case NTID_Y -> "sizeY";
            case NTID_Z -> "sizeZ";
            case CTAID_X, CLUSTERID_X -> "blockX";
            case CTAID_Y, CLUSTERID_Y -> "blockY";
            case CTAID_Z, CLUSTERID_Z -> "blockZ";
            case NCTAID_X, NCLUSTERID_X -> "gridX";
            case NCTAID_Y, NCLUSTERID_Y -> "gridY";
            case NCTAID_Z, NCLUSTERID_Z -> "gridZ";
            case WARPID -> "warpId";
            case NWARPID -> "warps";
            case DYNAMIC_SMEM_SIZE -> "dynamicSharedBytes";
            case TOTAL_SMEM_SIZE, AGGR_SMEM_SIZE -> "sharedBytes";
            case ENVREG1 -> "gridWorkspaceHigh";
            case ENVREG2 -> "gridWorkspaceLow";
            default -> null;
        };
    }

    private void writeAddressConversion(Instruction instruction) throws Untranslatable {
        StateSpace space = instruction.operation().space();
        boolean toSpace = instruction.operation().has(Keyword.TO);
        push(instruction.operand(1), PtxType.U64);
        if (space.isShared()) {
            code.loadConstant(toSpace ? -AddressWindows.SHARED : AddressWindows.SHARED)
                    .ladd();
        } else if (space.isParam()) {
            code.loadConstant(toSpace ? -AddressWindows.PARAMETERS : AddressWindows.PARAMETERS)
                    .ladd();
        } else if (space == StateSpace.LOCAL) {
            code.aload(BlockWriter.WARP)
                    .iload(block.laneLocal())
                    .invokevirtual(Names.WARP, "localAddress", MethodTypeDesc.of(J, I));
            if (toSpace) {
                code.lsub();
            } else {
                code.ladd();
            }
        }
        pop(instruction.operand(0), PtxType.U64);
    }

    private void writeSpaceTest(Instruction instruction) throws Untranslatable {
        push(instruction.operand(1), PtxType.U64);
        StateSpace space = instruction.operation().space();
        String name = space.isShared()
                ? "isShared"
                : space.isParam() ? "isParameter" : space == StateSpace.LOCAL ? "isLocal" : "isGlobal";
        call(Names.WINDOWS, name, Z, J);
        pop(instruction.operand(0), PtxType.PRED);
    }

    // ---- integers

    private boolean writeLogic(Instruction instruction, PtxType type) throws Untranslatable {
        boolean wide = Bank.of(type) == Bank.LONG;
        switch (instruction.opcode()) {
            case AND, OR, XOR -> {
                push(instruction.operand(1), type);
                push(instruction.operand(2), type);
                switch (instruction.opcode()) {
                    case AND -> {
                        if (wide) {
                            code.land();
                        } else {
                            code.iand();
                        }
                    }
                    case OR -> {
                        if (wide) {
                            code.lor();
                        } else {
                            code.ior();
                        }
                    }
                    default -> {
                        if (wide) {
                            code.lxor();
                        } else {
                            code.ixor();
                        }
                    }
                }
            }
            case NOT -> {
                push(instruction.operand(1), type);
                if (wide) {
                    code.loadConstant(-1L).lxor();
                } else {
                    code.loadConstant(type == PtxType.PRED ? 1 : -1).ixor();
                }
            }
            default -> {
                return false;
            }
        }
        pop(instruction.operand(0), type);
        return true;
    }

    private boolean writeInteger(Instruction instruction, PtxType type) throws Untranslatable {
        Operation operation = instruction.operation();
        if (operation.has(Keyword.CC)) {
            writeCarrying(instruction);
            return true;
        }
        boolean wide = type.bits() == 64;
        boolean isWord = type.bits() == 32;
        boolean signed = type.isSigned();
        ClassDesc n = wide ? J : I;
        PtxType resultType = type;
        switch (instruction.opcode()) {
            case ADD, SUB -> {
                pushTwo(instruction, type);
                if (operation.sat()) {
                    call(
                            Names.INTEGERS,
                            instruction.opcode() == Opcode.ADD ? "addSaturated" : "subtractSaturated",
                            I,
                            I,
                            I);
                } else if (instruction.opcode() == Opcode.ADD) {
                    add(wide);
                } else if (wide) {
                    code.lsub();
                } else {
                    code.isub();
                }
            }
            case MUL, MAD -> {
                boolean isMad = instruction.opcode() == Opcode.MAD;
                if (operation.sat()) {
                    return false;
                }
                if (operation.has(Keyword.WIDE)) {
                    resultType = wider(type);
                    pushTwo(instruction, type);
                    if (isWord) {
                        if (signed) {
                            // Extended one by one: the JIT compiler knows this product.
                            int second = code.allocateLocal(TypeKind.INT);
                            code.istore(second).i2l().iload(second).i2l().lmul();
                        } else {
                            call(Names.INTEGERS, "multiplyWideUnsigned", J, I, I);
                        }
                    } else if (type.bits() == 16) {
                        code.imul();
                    } else {
                        return false;
                    }
                } else if (operation.has(Keyword.HI)) {
                    pushTwo(instruction, type);
                    if (isWord) {
                        call(Names.INTEGERS, signed ? "multiplyHigh" : "multiplyHighUnsigned", I, I, I);
                    } else if (wide) {
                        call(Names.MATH, signed ? "multiplyHigh" : "unsignedMultiplyHigh", J, J, J);
                    } else {
                        code.imul().loadConstant(16).ishr();
                    }
                } else {
                    pushTwo(instruction, type);
                    if (wide) {
                        code.lmul();
                    } else {
                        code.imul();
                    }
                }
                if (isMad) {
                    push(instruction.operand(3), resultType);
                    add(resultType.bits() == 64);
                }
            }
            case DIV, REM -> {
                pushTwo(instruction, type);
                String name = instruction.opcode() == Opcode.DIV ? "divide" : "remainder";
                call(Names.INTEGERS, signed ? name : name + "Unsigned", n, n, n);
            }
            case MIN, MAX -> {
                pushTwo(instruction, type);
                String name = instruction.opcode() == Opcode.MIN ? "min" : "max";
                if (signed || type.bits() < 32) {
                    call(Names.MATH, name, n, n, n);
                } else {
                    call(Names.INTEGERS, name + "Unsigned", n, n, n);
                }
            }
            case ABS -> {
                push(instruction.operand(1), type);
                call(Names.MATH, "abs", n, n);
            }
            case NEG -> {
                push(instruction.operand(1), type);
                if (wide) {
                    code.lneg();
                } else {
                    code.ineg();
                }
            }
            case SHL, SHR -> {
                boolean left = instruction.opcode() == Opcode.SHL;
                writeShift(instruction, type, left);
            }
            case CNOT -> {
                push(instruction.operand(1), type);
                if (wide) {
                    code.lconst_0().lcmp();
                }
                truth(true);
                if (wide) {
                    code.i2l();
                }
            }
            case POPC -> {
                push(instruction.operand(1), type);
                call(wide ? Names.LONG : Names.INTEGER, "bitCount", I, n);
                resultType = PtxType.U32;
            }
            case CLZ -> {
                push(instruction.operand(1), type);
                call(wide ? Names.LONG : Names.INTEGER, "numberOfLeadingZeros", I, n);
                resultType = PtxType.U32;
            }
            case BREV -> {
                push(instruction.operand(1), type);
                call(wide ? Names.LONG : Names.INTEGER, "reverse", n, n);
            }
            case LOP3 -> {
                if (operation.modifiers().size() != 1 || instruction.operands().size() != 5) {
                    return false;
                }
                push(instruction.operand(1), type);
                push(instruction.operand(2), type);
                push(instruction.operand(3), type);
                push(instruction.operand(4), PtxType.B32);
                call(Names.BITS, "logic3", I, I, I, I, I);
            }
            default -> {
                return false;
            }
        }
        pop(instruction.operand(0), resultType);
        return true;
    }

    private static PtxType wider(PtxType type) throws Untranslatable {
        return switch (type) {
            case S32 -> PtxType.S64;
            case U32 -> PtxType.U64;
            case S16 -> PtxType.S32;
            case U16 -> PtxType.U32;
            default -> throw new Untranslatable("wide product of ." + type.text());
        };
    }

    private void pushTwo(Instruction instruction, PtxType type) throws Untranslatable {
        push(instruction.operand(1), type);
        push(instruction.operand(2), type);
    }

    private void add(boolean wide) {
        if (wide) {
            code.ladd();
        } else {
            code.iadd();
        }
    }

    private void writeShift(Instruction instruction, PtxType type, boolean left) throws Untranslatable {
        boolean wide = type.bits() == 64;
        push(instruction.operand(1), type);
        if (instruction.operand(2) instanceof Operand.IntegerImmediate amount
                && amount.value() >= 0
                && amount.value() < type.bits()) {
            code.loadConstant((int) amount.value());
            if (left) {
                if (wide) {
                    code.lshl();
                } else {
                    code.ishl();
                }
            } else if (type.isSigned()) {
                if (wide) {
                    code.lshr();
                } else {
                    code.ishr();
                }
            } else if (wide) {
                code.lushr();
            } else {
                code.iushr();
            }
            return;
        }
        push(instruction.operand(2), PtxType.B32);
        ClassDesc n = wide ? J : I;
        String name = left ? "shiftLeft" : type.isSigned() ? "shiftRight" : "shiftRightUnsigned";
        call(Names.BITS, type.bits() == 16 ? name + "16" : name, n, n, I);
    }

    // ---- comparisons

    /** Pops an int and pushes whether it is zero, or whether it is not. */
    private void truth(boolean isZero) {
        Label yes = code.newLabel();
        Label end = code.newLabel();
        if (isZero) {
            code.ifeq(yes);
        } else {
            code.ifne(yes);
        }
        code.iconst_0().goto_(end).labelBinding(yes).iconst_1().labelBinding(end);
    }

    /** Pushes 1 or 0. */
    private void writeComparison(Comparison comparison, Operand a, Operand b, PtxType type, boolean flush)
            throws Untranslatable {
        Label yes = code.newLabel();
        Label end = code.newLabel();
        if (type == PtxType.F16 || type == PtxType.BF16) {
            // Halves widen exactly, so they compare as floats.
            pushWidened(a, type);
            pushWidened(b, type);
            writeSingleComparison(comparison, yes, end);
            return;
        }
        if (type.isInteger()) {
            push(a, type);
            push(b, type);
            boolean unsigned = switch (comparison) {
                case LO, LS, HI, HS -> true;
                default -> !type.isSigned();
            };
            boolean equality = comparison == Comparison.EQ || comparison == Comparison.NE;
            if (type.bits() == 64) {
                if (unsigned && !equality) {
                    call(Names.LONG, "compareUnsigned", I, J, J);
                } else {
                    code.lcmp();
                }
                branchIf(comparison, yes);
            } else if (unsigned && !equality && type.bits() == 32) {
                call(Names.INTEGER, "compareUnsigned", I, I, I);
                branchIf(comparison, yes);
            } else {
                switch (comparison) {
                    case EQ -> code.if_icmpeq(yes);
                    case NE -> code.if_icmpne(yes);
                    case LT, LO -> code.if_icmplt(yes);
                    case LE, LS -> code.if_icmple(yes);
                    case GT, HI -> code.if_icmpgt(yes);
                    case GE, HS -> code.if_icmpge(yes);
                    default -> throw new Untranslatable("comparison " + comparison + " of integers");
                }
            }
        } else if (type == PtxType.F32) {
            pushFlushed(a, type, flush);
            pushFlushed(b, type, flush);
            writeSingleComparison(comparison, yes, end);
            return;
        } else if (type == PtxType.F64) {
            pushNumber(a, type);
            pushNumber(b, type);
            if (writeNanComparison(comparison, D)) {
                return;
            }
            if (isNanLess(comparison)) {
                code.dcmpl();
            } else {
                code.dcmpg();
            }
            branchIf(comparison, yes);
        } else {
            throw new Untranslatable("comparison of ." + type.text());
        }
        code.iconst_0().goto_(end).labelBinding(yes).iconst_1().labelBinding(end);
    }

    private void pushWidened(Operand operand, PtxType type) throws Untranslatable {
        push(operand, type);
        call(Names.HALVES, type == PtxType.F16 ? "fromHalf" : "fromBfloat", F, I);
    }

    /** Of two floats on the stack. */
    private void writeSingleComparison(Comparison comparison, Label yes, Label end) throws Untranslatable {
        if (writeNanComparison(comparison, F)) {
            return;
        }
        if (isNanLess(comparison)) {
            code.fcmpl();
        } else {
            code.fcmpg();
        }
        branchIf(comparison, yes);
        code.iconst_0().goto_(end).labelBinding(yes).iconst_1().labelBinding(end);
    }

    /** Those that no single branch decides. */
    private boolean writeNanComparison(Comparison comparison, ClassDesc type) {
        String name = switch (comparison) {
            case NUM -> "areNumbers";
            case NAN -> "isAnyNan";
            case NE -> "areDifferentNumbers";
            case EQU -> "areEqualOrNan";
            default -> null;
        };
        if (name == null) {
            return false;
        }
        call(Names.EXCHANGES, name, Z, type, type);
        return true;
    }

    /** A NaN makes fcmpl answer -1 and fcmpg 1; this says which of them gives the comparison its answer. */
    private static boolean isNanLess(Comparison comparison) {
        return switch (comparison) {
            case GT, GE, LTU, LEU, EQ, NEU -> true;
            default -> false;
        };
    }

    private void pushFlushed(Operand operand, PtxType type, boolean flush) throws Untranslatable {
        pushNumber(operand, type);
        if (flush && type == PtxType.F32) {
            call(Names.FLOATS, "flush", F, F);
        }
    }

    private void branchIf(Comparison comparison, Label target) throws Untranslatable {
        switch (comparison) {
            case EQ -> code.ifeq(target);
            case NE, NEU -> code.ifne(target);
            case LT, LO, LTU -> code.iflt(target);
            case LE, LS, LEU -> code.ifle(target);
            case GT, HI, GTU -> code.ifgt(target);
            case GE, HS, GEU -> code.ifge(target);
            case EQU, NUM, NAN -> throw new Untranslatable("comparison " + comparison);
        }
    }

    private void writeSetPredicate(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        PtxType type = operation.type();
        writeComparison(operation.comparison(), instruction.operand(1), instruction.operand(2), type, operation.ftz());
        Combiner combiner = operation.combiner();
        Operand target = instruction.operand(0);
        if (combiner == null) {
            if (target instanceof Operand.Pair pair) {
                code.dup().iconst_1().ixor();
                pop(pair.second(), PtxType.PRED);
                pop(pair.first(), PtxType.PRED);
            } else {
                pop(target, PtxType.PRED);
            }
            return;
        }
        Operand other = instruction.operand(3);
        if (target instanceof Operand.Pair pair) {
            int local = code.allocateLocal(TypeKind.INT);
            int combined = code.allocateLocal(TypeKind.INT);
            code.istore(local);
            push(other, PtxType.PRED);
            code.istore(combined);
            code.iload(local).iload(combined);
            combine(combiner);
            code.iload(local).iconst_1().ixor().iload(combined);
            combine(combiner);
            pop(pair.second(), PtxType.PRED);
            pop(pair.first(), PtxType.PRED);
        } else {
            push(other, PtxType.PRED);
            combine(combiner);
            pop(target, PtxType.PRED);
        }
    }

    private void combine(Combiner combiner) throws Untranslatable {
        switch (combiner) {
            case AND -> code.iand();
            case OR -> code.ior();
            case XOR -> code.ixor();
            default -> throw new Untranslatable("combination " + combiner);
        }
    }

    private void writeSet(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        PtxType result = operation.type();
        writeComparison(
                operation.comparison(),
                instruction.operand(1),
                instruction.operand(2),
                operation.sourceType(),
                operation.ftz());
        if (operation.combiner() != null) {
            push(instruction.operand(3), PtxType.PRED);
            combine(operation.combiner());
        }
        if (result == PtxType.F32) {
            code.i2f();
            pop(instruction.operand(0), PtxType.F32);
        } else if (result.bits() == 32) {
            code.ineg();
            pop(instruction.operand(0), PtxType.B32);
        } else {
            throw untranslatable(instruction);
        }
    }

    private void writeSelect(Instruction instruction) throws Untranslatable {
        PtxType type = instruction.operation().type();
        Label otherwise = code.newLabel();
        Label end = code.newLabel();
        push(instruction.operand(3), PtxType.PRED);
        code.ifeq(otherwise);
        push(instruction.operand(1), type);
        code.goto_(end).labelBinding(otherwise);
        push(instruction.operand(2), type);
        code.labelBinding(end);
        pop(instruction.operand(0), type);
    }

    private void writeSelectBySign(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        if (operation.sourceType() != PtxType.S32) {
            throw untranslatable(instruction);
        }
        PtxType type = operation.type();
        Label otherwise = code.newLabel();
        Label end = code.newLabel();
        push(instruction.operand(3), PtxType.S32);
        code.iflt(otherwise);
        push(instruction.operand(1), type);
        code.goto_(end).labelBinding(otherwise);
        push(instruction.operand(2), type);
        code.labelBinding(end);
        pop(instruction.operand(0), type);
    }

    // ---- floating point

    private boolean isPlainRounding(Operation operation) {
        Modifier.Rounding rounding = operation.rounding();
        return rounding == null || rounding == Modifier.Rounding.RN;
    }

    private void pushRounding(Operation operation) throws Untranslatable {
        Modifier.Rounding rounding = operation.rounding();
        String name = switch (rounding) {
            case null -> "NEAREST_EVEN";
            case RN, RNI -> "NEAREST_EVEN";
            case RZ, RZI -> "TOWARD_ZERO";
            case RM, RMI -> "DOWN";
            case RP, RPI -> "UP";
            case RNA, RS -> throw new Untranslatable("rounding " + rounding);
        };
        code.getstatic(Names.ROUNDING, name, Names.ROUNDING);
    }

    private void pushSingles(Instruction instruction, int count) throws Untranslatable {
        for (int i = 1; i <= count; i++) {
            pushNumber(instruction.operand(i), PtxType.F32);
            if (instruction.operation().ftz()) {
                call(Names.FLOATS, "flush", F, F);
            }
        }
    }

    private boolean writeSingle(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        boolean plain = isPlainRounding(operation);
        switch (instruction.opcode()) {
            case ADD, SUB, MUL -> {
                pushSingles(instruction, 2);
                if (plain) {
                    switch (instruction.opcode()) {
                        case ADD -> code.fadd();
                        case SUB -> code.fsub();
                        default -> code.fmul();
                    }
                } else {
                    pushRounding(operation);
                    String name = switch (instruction.opcode()) {
                        case ADD -> "add";
                        case SUB -> "subtract";
                        default -> "multiply";
                    };
                    call(Names.FLOATS, name, F, F, F, Names.ROUNDING);
                }
            }
            case MAD, FMA -> {
                pushSingles(instruction, 3);
                if (plain) {
                    call(Names.MATH, "fma", F, F, F, F);
                } else {
                    pushRounding(operation);
                    call(Names.FLOATS, "fma", F, F, F, F, Names.ROUNDING);
                }
            }
            case DIV -> {
                pushSingles(instruction, 2);
                if (operation.has(Keyword.APPROX) || operation.has(Keyword.FULL)) {
                    call(Names.FLOATS, "divideApproximately", F, F, F);
                } else if (plain) {
                    code.fdiv();
                } else {
                    pushRounding(operation);
                    call(Names.FLOATS, "divide", F, F, F, Names.ROUNDING);
                }
            }
            case MIN, MAX -> {
                if (instruction.operands().size() != 3 || operation.has(Keyword.XORSIGN)) {
                    return false;
                }
                pushSingles(instruction, 2);
                String name = instruction.opcode() == Opcode.MIN ? "min" : "max";
                call(Names.FLOATS, operation.has(Keyword.NAN) ? name + "OrNan" : name, F, F, F);
            }
            default -> {
                return false;
            }
        }
        if (operation.ftz()) {
            call(Names.FLOATS, "flush", F, F);
        }
        if (operation.sat()) {
            call(Names.FLOATS, "saturate", F, F);
        }
        popSingle(instruction.operand(0));
        return true;
    }

    private boolean writeDouble(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        if (!isPlainRounding(operation)) {
            return false;
        }
        switch (instruction.opcode()) {
            case ADD, SUB, MUL, DIV -> {
                pushTwo(instruction, PtxType.F64);
                switch (instruction.opcode()) {
                    case ADD -> code.dadd();
                    case SUB -> code.dsub();
                    case MUL -> code.dmul();
                    default -> code.ddiv();
                }
            }
            case MAD, FMA -> {
                pushTwo(instruction, PtxType.F64);
                push(instruction.operand(3), PtxType.F64);
                call(Names.MATH, "fma", D, D, D, D);
            }
            case MIN, MAX -> {
                pushTwo(instruction, PtxType.F64);
                call(Names.DOUBLES, instruction.opcode() == Opcode.MIN ? "min" : "max", D, D, D);
            }
            case NEG -> {
                push(instruction.operand(1), PtxType.F64);
                code.dneg();
            }
            case ABS -> {
                push(instruction.operand(1), PtxType.F64);
                call(Names.DOUBLES, "absolute", D, D);
            }
            default -> {
                return false;
            }
        }
        pop(instruction.operand(0), PtxType.F64);
        return true;
    }

    // ---- conversions

    private void writeConversion(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        PtxType to = operation.type();
        PtxType from = operation.sourceType();
        Operand target = instruction.operand(0);
        Operand source = instruction.operand(1);
        if (operation.types().size() != 2 || operation.ftz()) {
            writeByInterpreter(instruction);
            return;
        }
        Modifier.Rounding rounding = operation.rounding();
        if (from.isInteger() && to.isInteger() && !operation.sat()) {
            push(source, from);
            if (to.bits() == 64 && from.bits() < 64) {
                extend(from);
            } else if (to.bits() < 64 && from.bits() == 64) {
                code.l2i();
            }
            pop(target, to);
        } else if (from == PtxType.F32 && to == PtxType.F64 && !operation.sat()) {
            push(source, from);
            code.f2d();
            pop(target, to);
        } else if (from == PtxType.F64
                && to == PtxType.F32
                && !operation.sat()
                && (rounding == null || rounding == Modifier.Rounding.RN)) {
            push(source, from);
            code.d2f();
            popSingle(target);
        } else if (from.isInteger()
                && from.bits() <= 32
                && (to == PtxType.F64 || to == PtxType.F32)
                && !operation.sat()
                && (rounding == null || rounding == Modifier.Rounding.RN)) {
            push(source, from);
            if (from.bits() == 32 && !from.isSigned()) {
                extend(from);
                if (to == PtxType.F64) {
                    code.l2d();
                } else {
                    code.l2f();
                }
            } else if (to == PtxType.F64) {
                code.i2d();
            } else {
                code.i2f();
            }
            pop(target, to);
        } else if (to.isInteger()
                && to.bits() == 32
                && (from == PtxType.F32 || from == PtxType.F64)
                && !operation.sat()
                && rounding == Modifier.Rounding.RZI) {
            pushNumber(source, from);
            call(Names.CONVERSIONS, to.isSigned() ? "toInt" : "toUnsignedInt", I, from == PtxType.F32 ? F : D);
            pop(target, to);
        } else {
            writeByInterpreter(instruction);
        }
    }

    // ---- rows

    boolean isRow(Instruction instruction) {
        return memory.isRow(instruction);
    }

    void writeRowCheck(Instruction instruction, int index, int rowLocal, Label checked) throws Untranslatable {
        memory.writeRowCheck(instruction, index, rowLocal, checked);
    }

    boolean canStage(List<Integer> laneWork) {
        return memory.canStage(laneWork);
    }

    void writeStage(Instruction instruction, int number, int arrayLocal, int rowLocal) {
        memory.writeStage(instruction, number, arrayLocal, rowLocal);
    }

    void writeUnstage(Instruction instruction, int arrayLocal, int rowLocal) {
        memory.writeUnstage(instruction, arrayLocal, rowLocal);
    }

    void prepare(List<Integer> laneWork) throws Untranslatable {
        memory.prepare(laneWork);
    }

    /** A comparison that changes at most once along a row of lanes. */
    boolean isMonotone(Instruction instruction) {
        if (instruction.opcode() != Opcode.SETP
                || instruction.guard() != null
                || instruction.operation().combiner() != null
                || !(instruction.operand(0) instanceof Register)
                || !instruction.operation().type().isInteger()
                || instruction.operation().type().bits() < 32) {
            return false;
        }
        switch (instruction.operation().comparison()) {
            case LT, LE, GT, GE, LO, LS, HI, HS -> {}
            default -> {
                return false;
            }
        }
        for (int i = 1; i <= 2; i++) {
            Operand operand = instruction.operand(i);
            if (!block.shape(operand).isScalar()
                    || (operand instanceof Register register
                            && register.type().bits()
                                    != instruction.operation().type().bits())) {
                return false;
            }
        }
        return true;
    }

    /** Goes to {@code different} if an affine operand wraps within the row, as seen by the comparison. */
    void writeMonotoneCheck(Instruction instruction, Label different) throws Untranslatable {
        Comparison comparison = instruction.operation().comparison();
        PtxType type = instruction.operation().type();
        boolean signed = type.isSigned()
                && switch (comparison) {
                    case LO, LS, HI, HS -> false;
                    default -> true;
                };
        for (int i = 1; i <= 2; i++) {
            Operand operand = instruction.operand(i);
            long step = switch (block.shape(operand)) {
                case Shape.Affine32(int stride) -> stride;
                case Shape.Affine64 wide -> wide.step();
                case Shape.Uniform _, Shape.Varying _ -> 0;
            };
            if (step == 0) {
                continue;
            }
            pushAtLast(operand, type, signed);
            pushAtFirst(operand, type, signed);
            code.lsub();
            code.iload(2).iload(1).isub().iconst_1().isub().i2l();
            code.loadConstant(step).lmul();
            code.lcmp().ifne(different);
        }
    }

    /** The value of an operand for the first lane of a row, extended to 64 bits. */
    void pushAtFirst(Operand operand, PtxType type, boolean signed) throws Untranslatable {
        pushAt(operand, 1, type, signed);
    }

    /** The value of an operand for the last lane of a row, extended to 64 bits. */
    void pushAtLast(Operand operand, PtxType type, boolean signed) throws Untranslatable {
        int last = code.allocateLocal(TypeKind.INT);
        code.iload(2).iconst_1().isub().istore(last);
        pushAt(operand, last, type, signed);
    }

    private void pushAt(Operand operand, int lane, PtxType type, boolean signed) throws Untranslatable {
        boolean before = block.inLaneLoop();
        int laneBefore = block.laneLocal();
        block.setInLaneLoop(true);
        block.setLaneLocal(lane);
        push(operand, type.bits() == 64 ? PtxType.B64 : PtxType.B32);
        if (type.bits() != 64) {
            extend(signed ? PtxType.S32 : PtxType.U32);
        }
        block.setInLaneLoop(before);
        block.setLaneLocal(laneBefore);
    }

    // ---- what ends a block

    void writeSwitch(Terminator.Switch select, boolean isListed) throws Untranslatable {
        Instruction instruction = plan.flow().body().instruction(select.instruction());
        if (!(instruction.operand(0) instanceof Register index)) {
            throw untranslatable(instruction);
        }
        pushArguments(isListed);
        code.loadConstant(select.instruction());
        pushLaneValues(index);
        code.loadConstant(select.targets().size()).newarray(TypeKind.INT);
        for (int i = 0; i < select.targets().size(); i++) {
            code.dup().loadConstant(i).loadConstant(select.targets().get(i)).iastore();
        }
        call(
                Names.EXCHANGES,
                "select",
                ConstantDescs.CD_void,
                Names.WARP,
                I.arrayType(),
                I,
                I,
                I,
                I.arrayType(),
                I.arrayType());
    }

    /** Warp, list of lanes or null, from (or 0), to (or count). */
    private void pushArguments(boolean isListed) {
        code.aload(BlockWriter.WARP);
        if (isListed) {
            code.aload(1).iconst_0().iload(2);
        } else {
            code.aconst_null().iload(1).iload(2);
        }
    }

    /** Pushes an int array with an element for each lane, whatever the operand is. */
    private void pushLaneValues(Operand operand) throws Untranslatable {
        switch (operand) {
            case Register register
            when plan.shapes().of(register) == VARYING -> {
                switch (Bank.of(register.type())) {
                    case INT, PREDICATE -> block.loadLaneArray(plan.registers().numberOf(register));
                    default -> throw new Untranslatable("register " + register + " across lanes");
                }
            }
            case Register register -> {
                int stride = plan.shapes().of(register) instanceof Shape.Affine32(int s) ? s : 0;
                if (plan.shapes().of(register) instanceof Shape.Affine64) {
                    throw new Untranslatable("register " + register + " across lanes");
                }
                code.aload(BlockWriter.WARP);
                push(register, Bank.of(register.type()) == Bank.PREDICATE ? PtxType.PRED : PtxType.B32);
                code.loadConstant(stride);
                boolean isPredicate = Bank.of(register.type()) == Bank.PREDICATE;
                code.invokevirtual(
                        Names.WARP,
                        isPredicate ? "spreadPredicate" : "spread",
                        MethodTypeDesc.of(isPredicate ? Z.arrayType() : I.arrayType(), I, I));
            }
            default -> {
                code.aload(BlockWriter.WARP);
                push(operand, PtxType.B32);
                code.iconst_0();
                code.invokevirtual(Names.WARP, "spread", MethodTypeDesc.of(I.arrayType(), I, I));
            }
        }
    }

    private void pushPredicateValues(Operand operand) throws Untranslatable {
        switch (operand) {
            case Register register -> pushLaneValues(register);
            case Operand.Negated negated -> {
                code.aload(BlockWriter.WARP);
                pushLaneValues(negated.predicate());
                code.invokevirtual(Names.WARP, "negated", MethodTypeDesc.of(Z.arrayType(), Z.arrayType()));
            }
            default -> {
                code.aload(BlockWriter.WARP);
                push(operand, PtxType.PRED);
                code.iconst_0();
                code.invokevirtual(Names.WARP, "spreadPredicate", MethodTypeDesc.of(Z.arrayType(), I, I));
            }
        }
    }

    void writeTerminator(Terminator terminator, boolean isListed) throws Untranslatable {
        switch (terminator) {
            case Terminator.Jump _, Terminator.Branch _, Terminator.Switch _, Terminator.Exit _ -> {}
            case Terminator.Barrier barrier -> writeBarrier(barrier.instruction(), isListed);
            case Terminator.BarrierResult result -> writeBarrierResult(result.instruction(), isListed);
            case Terminator.Exchange exchange -> writeExchange(exchange.instruction(), isListed);
        }
    }

    private void writeBarrier(int index, boolean isListed) throws Untranslatable {
        Instruction instruction = plan.flow().body().instruction(index);
        boolean isReduction = ControlFlow.isReduction(instruction);
        int first = isReduction ? 1 : 0;
        int operands = instruction.operands().size() - first - (isReduction ? 1 : 0);
        boolean isArrive = switch (instruction.opcode()) {
            case BAR_ARRIVE, BAR_CTA_ARRIVE, BARRIER_ARRIVE, BARRIER_CTA_ARRIVE -> true;
            default -> false;
        };
        if (isArrive) {
            // Its budget: the warp goes on at once.
            code.nop();
        }
        code.aload(BlockWriter.WARP);
        pushUniform(instruction, operands > 0 ? instruction.operand(first) : new Operand.IntegerImmediate(0));
        code.putfield(Names.WARP, "barrier", I);
        code.aload(BlockWriter.WARP);
        pushUniform(instruction, operands > 1 ? instruction.operand(first + 1) : new Operand.IntegerImmediate(0));
        code.putfield(Names.WARP, "barrierThreads", I);
        if (isReduction) {
            pushArguments(isListed);
            pushPredicateValues(instruction.operands().getLast());
            call(Names.EXCHANGES, "contribute", ConstantDescs.CD_void, Names.WARP, I.arrayType(), I, I, Z.arrayType());
        }
    }

    private void pushUniform(Instruction instruction, Operand operand) throws Untranslatable {
        if (operand instanceof Register register && plan.shapes().of(register) != UNIFORM) {
            throw untranslatable(instruction);
        }
        push(operand, PtxType.B32);
    }

    private void writeBarrierResult(int index, boolean isListed) throws Untranslatable {
        Instruction instruction = plan.flow().body().instruction(index);
        Operand target = instruction.operand(0);
        pushArguments(isListed);
        pushUniform(instruction, instruction.operand(1));
        if (!(target instanceof Register register) || plan.shapes().of(register) != VARYING) {
            throw untranslatable(instruction);
        }
        block.loadLaneArray(plan.registers().numberOf(register));
        String name = switch (instruction.operation().combiner()) {
            case POPC -> "reducedCount";
            case AND -> "reducedAnd";
            case OR -> "reducedOr";
            case null, default -> throw untranslatable(instruction);
        };
        ClassDesc array = Bank.of(register.type()) == Bank.PREDICATE ? Z.arrayType() : I.arrayType();
        call(Names.EXCHANGES, name, ConstantDescs.CD_void, Names.WARP, I.arrayType(), I, I, I, array);
    }

    private void writeExchange(int index, boolean isListed) throws Untranslatable {
        new ExchangeWriter(code, plan, this, isListed).write(plan.flow().body().instruction(index));
    }

    void pushExchangeArguments(boolean isListed) {
        pushArguments(isListed);
    }

    void pushInts(Operand operand) throws Untranslatable {
        pushLaneValues(operand);
    }

    void pushPredicates(Operand operand) throws Untranslatable {
        pushPredicateValues(operand);
    }

    BlockWriter block() {
        return block;
    }
}
