package io.xianka.emulator.translator;

import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/** Writes integer arithmetic and logic. */
final class IntegerWriter extends OperandWriter {
    IntegerWriter(CodeBuilder code, TranslationPlan plan, LaneScope block) {
        super(code, plan, block);
    }

    /** {@code add.cc}, {@code addc} and their like; the carry lives beside the registers, one for each lane. */
    void writeCarrying(Instruction instruction) throws Untranslatable {
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
        code.aload(LaneScope.WARP)
                .iload(block.laneLocal())
                .loadConstant(reads ? 1 : 0)
                .loadConstant(operation.has(Keyword.CC) ? 1 : 0);
        call(Names.WARP, subtracts ? "subtract" : "add", n, n, n, Names.WARP, I, Z, Z);
        pop(instruction.operand(0), type);
    }

    boolean writeLogic(Instruction instruction, PtxType type) throws Untranslatable {
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

    boolean writeInteger(Instruction instruction, PtxType type) throws Untranslatable {
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
                if (operation.has(Keyword.RELU)) {
                    return false;
                }
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
}
