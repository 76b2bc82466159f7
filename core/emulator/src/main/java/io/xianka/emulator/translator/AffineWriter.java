package io.xianka.emulator.translator;

import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Comparison;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;

/** Writes integer instructions whose results rise evenly from lane to lane, on what stands for them: base and offset. */
final class AffineWriter extends OperandWriter {
    AffineWriter(CodeBuilder code, TranslationPlan plan, LaneScope block) {
        super(code, plan, block);
    }

    /** An integer instruction whose scalar result is affine: its base, and for 64 bits its offset. */
    boolean writeAffine(Instruction instruction) throws Untranslatable {
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

    /** A comparison that singles out at most one lane: what rises by one is equal to what all lanes share, or is not. */
    boolean isOfOneLane(Instruction instruction) {
        if (instruction.opcode() != Opcode.SETP
                || instruction.guard() != null
                || instruction.operation().combiner() != null
                || !(instruction.operand(0) instanceof Register)
                || !instruction.operation().type().isInteger()
                || instruction.operation().type().bits() != 32) {
            return false;
        }
        switch (instruction.operation().comparison()) {
            case EQ, NE -> {}
            default -> {
                return false;
            }
        }
        return rises(instruction.operand(1)) && isShared(instruction.operand(2));
    }

    private boolean rises(Operand operand) {
        return operand instanceof Register register
                && register.type().bits() == 32
                && block.shape(register) instanceof Shape.Affine32(int stride)
                && stride == 1;
    }

    private boolean isShared(Operand operand) {
        return switch (operand) {
            case Operand.IntegerImmediate _ -> true;
            case Register register -> register.type().bits() == 32 && block.shape(register) == Shape.Uniform.UNIFORM;
            default -> false;
        };
    }

    /** Marks the lanes that take a branch by such a comparison, and pushes how many there are. */
    void writeOfOneLane(Instruction instruction, boolean isNegated) throws Untranslatable {
        boolean isOfEqual = instruction.operation().comparison() == Comparison.EQ;
        code.aload(LaneScope.WARP).iload(1).iload(2);
        push(instruction.operand(2), PtxType.B32);
        push(instruction.operand(1), PtxType.B32);
        code.isub().loadConstant(isOfEqual == isNegated ? 0 : 1);
        call(Names.WARP, "takeAt", I, Names.WARP, I, I, I, Z);
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
                case Shape.Uniform _, Shape.Turning _, Shape.Varying _ -> 0;
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
}
