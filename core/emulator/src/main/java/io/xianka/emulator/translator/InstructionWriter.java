package io.xianka.emulator.translator;

import io.xianka.emulator.interpreter.LaneFunction;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Writes what single instructions compute, for a lane or for scalars. Which of both, {@link BlockWriter} knows. */
final class InstructionWriter extends OperandWriter {
    private final AffineWriter affine;
    private final MoveWriter moves;
    private final IntegerWriter integers;
    private final BitWriter bits;
    private final ComparisonWriter comparisons;
    private final FloatWriter floats;
    private final MemoryWriter memory;

    InstructionWriter(CodeBuilder code, TranslationPlan plan, LaneScope block) {
        super(code, plan, block);
        affine = new AffineWriter(code, plan, block);
        moves = new MoveWriter(code, plan, block);
        integers = new IntegerWriter(code, plan, block);
        bits = new BitWriter(code, plan, block);
        comparisons = new ComparisonWriter(code, plan, block);
        floats = new FloatWriter(code, plan, block);
        memory = new MemoryWriter(code, plan, block);
    }

    AffineWriter affine() {
        return affine;
    }

    MemoryWriter memory() {
        return memory;
    }

    /** Writes an instruction without its guard. */
    void write(Instruction instruction, int index) throws Untranslatable {
        code.lineNumber(index + 1);
        if (instruction.operands().isEmpty()) {
            writeBare(instruction, index);
            return;
        }
        if (!block.inLaneLoop() && affine.writeAffine(instruction)) {
            return;
        }
        block.ensureOperandsLoaded(index);
        Operation operation = instruction.operation();
        switch (instruction.opcode()) {
            case LD, LDU -> memory.writeLoad(instruction, index);
            case ST -> memory.writeStore(instruction, index);
            case ATOM, RED -> memory.writeAtomic(instruction, index);
            case MOV -> moves.writeMove(instruction);
            case CVTA -> moves.writeAddressConversion(instruction);
            case ISSPACEP -> moves.writeSpaceTest(instruction);
            case CVT -> {
                if (!floats.writeConversion(instruction)) {
                    writeByInterpreter(instruction);
                }
            }
            case SETP -> {
                if (!comparisons.writeSetPredicate(instruction)) {
                    writeByInterpreter(instruction);
                }
            }
            case SET -> {
                if (!comparisons.writeSet(instruction)) {
                    writeByInterpreter(instruction);
                }
            }
            case SELP -> comparisons.writeSelect(instruction);
            case SLCT -> {
                if (!comparisons.writeSelectBySign(instruction)) {
                    writeByInterpreter(instruction);
                }
            }
            case SHF, LOP3, BFE, PRMT -> {
                if (!bits.write(instruction)) {
                    writeByInterpreter(instruction);
                }
            }
            case ADDC, SUBC, MADC -> integers.writeCarrying(instruction);
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
            case PREFETCH, PREFETCHU, DISCARD, APPLYPRIORITY, PMEVENT, NANOSLEEP, SETMAXNREG -> {}
            case MEMBAR, FENCE, FENCE_PROXY -> writeFence(instruction, index);
            default -> {
                if (!operation.hasType()) {
                    throw untranslatable(instruction);
                }
                PtxType type = operation.type();
                boolean done = switch (Bank.of(type)) {
                    case null -> false;
                    case PREDICATE -> integers.writeLogic(instruction, type);
                    case INT ->
                        type.isInteger()
                                && (integers.writeLogic(instruction, type) || integers.writeInteger(instruction, type));
                    case LONG ->
                        type.isInteger()
                                && (integers.writeLogic(instruction, type) || integers.writeInteger(instruction, type));
                    case FLOAT -> floats.writeSingle(instruction);
                    case DOUBLE -> floats.writeDouble(instruction);
                };
                if (!done) {
                    writeByInterpreter(instruction);
                }
            }
        }
    }

    private void writeFence(Instruction instruction, int index) {
        code.invokestatic(Names.VAR_HANDLE, "fullFence", MethodTypeDesc.of(ConstantDescs.CD_void));
        boolean isOrder = instruction.opcode() == Opcode.MEMBAR || instruction.opcode() == Opcode.FENCE;
        if (plan.image().isWatched() && isOrder) {
            code.aload(LaneScope.WARP).loadConstant(2 * index).iload(block.laneLocal());
            code.invokevirtual(Names.WARP, "fenced", MethodTypeDesc.of(ConstantDescs.CD_void, I, I));
        }
    }

    private void writeBare(Instruction instruction, int index) throws Untranslatable {
        switch (instruction.opcode()) {
            case MEMBAR, FENCE, MEMBAR_PROXY, FENCE_PROXY, FENCE_MBARRIER_INIT -> writeFence(instruction, index);
            case GRIDDEPCONTROL_WAIT, GRIDDEPCONTROL_LAUNCH_DEPENDENTS, BARRIER_CLUSTER_ARRIVE -> {}
            case TRAP, BRKPT -> {
                code.aload(LaneScope.WARP);
                code.iload(block.laneLocal());
                code.loadConstant(index);
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
        code.aload(LaneScope.WARP);
        code.loadConstant(plan.functions().number(instruction.operation(), function));
        for (int i = 1; i <= 3; i++) {
            if (i <= operands) {
                pushRaw(instruction.operand(i), operandType(instruction.operation(), i));
            } else {
                code.lconst_0();
            }
        }
        code.invokevirtual(Names.WARP, "compute", MethodTypeDesc.of(J, I, J, J, J));
        if (instruction.operand(0) instanceof Operand.Pair pair) {
            code.dup2().loadConstant(1).lushr();
            popRaw(pair.second(), instruction);
            popRaw(pair.first(), instruction);
            return;
        }
        popRaw(instruction.operand(0), instruction);
    }

    /** The type of a source, for constants. */
    private static PtxType operandType(Operation operation, int operand) {
        return switch (operation.opcode()) {
            case SLCT -> operand == 3 ? operation.sourceType() : operation.type();
            case SET, SETP -> operand == 3 ? PtxType.PRED : operation.sourceType();
            default -> operation.sourceType();
        };
    }

    /** Pops a long with a result's raw bits. */
    private void popRaw(Operand target, Instruction instruction) throws Untranslatable {
        if (target instanceof Operand.Sink) {
            code.pop2();
            return;
        }
        if (!(target instanceof Register result)) {
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
}
