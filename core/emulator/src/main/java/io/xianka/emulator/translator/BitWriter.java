package io.xianka.emulator.translator;

import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/** Writes instructions on single bits and bytes of words: as operators that HotSpot has vectors of, where the amounts are constants. */
final class BitWriter extends OperandWriter {
    BitWriter(CodeBuilder code, TranslationPlan plan, LaneScope block) {
        super(code, plan, block);
    }

    /** @return false for what it does not know */
    boolean write(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        switch (instruction.opcode()) {
            case SHF -> writeFunnelShift(instruction);
            case LOP3 -> {
                if (operation.combiner() != null
                        || operation.type() != PtxType.B32
                        || instruction.operands().size() != 5
                        || !(instruction.operand(4) instanceof Operand.IntegerImmediate table)) {
                    return false;
                }
                writeLogic(instruction, (int) table.value() & 0xff);
            }
            case BFE -> {
                PtxType type = operation.type();
                ClassDesc n = type.bits() == 64 ? J : I;
                push(instruction.operand(1), type);
                push(instruction.operand(2), PtxType.B32);
                push(instruction.operand(3), PtxType.B32);
                call(Names.BITS, type.isSigned() ? "extract" : "extractUnsigned", n, n, I, I);
                pop(instruction.operand(0), type);
            }
            case PRMT -> {
                if (operation.modifiers().stream().anyMatch(Keyword.class::isInstance)
                        || !(instruction.operand(3) instanceof Operand.IntegerImmediate selector)) {
                    return false;
                }
                writePermutation(instruction, (int) selector.value());
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void writeFunnelShift(Instruction instruction) throws Untranslatable {
        boolean left = instruction.operation().has(Keyword.L);
        boolean clamp = instruction.operation().has(Keyword.CLAMP);
        Operand low = instruction.operand(1);
        Operand high = instruction.operand(2);
        if (!(instruction.operand(3) instanceof Operand.IntegerImmediate immediate)) {
            push(low, PtxType.B32);
            push(high, PtxType.B32);
            push(instruction.operand(3), PtxType.B32);
            call(Names.BITS, (left ? "funnelLeft" : "funnelRight") + (clamp ? "Clamp" : "Wrap"), I, I, I, I);
            pop(instruction.operand(0), PtxType.B32);
            return;
        }
        int amount = clamp ? (int) Math.min(immediate.value() & 0xffff_ffffL, 32) : (int) immediate.value() & 31;
        int fromLow = left ? 32 - amount : amount;
        if (fromLow == 0) {
            push(low, PtxType.B32);
        } else if (fromLow == 32) {
            push(high, PtxType.B32);
        } else if (low.equals(high)) {
            push(low, PtxType.B32);
            code.loadConstant(fromLow);
            call(Names.INTEGER, "rotateRight", I, I, I);
        } else {
            push(low, PtxType.B32);
            code.loadConstant(fromLow).iushr();
            push(high, PtxType.B32);
            code.loadConstant(32 - fromLow).ishl().ior();
        }
        pop(instruction.operand(0), PtxType.B32);
    }

    /** Bit {@code 4 * a + 2 * b + c} of the table is the result. */
    private void writeLogic(Instruction instruction, int table) throws Untranslatable {
        int[] locals = new int[3];
        for (int i = 0; i < 3; i++) {
            locals[i] = code.allocateLocal(TypeKind.INT);
            push(instruction.operand(i + 1), PtxType.B32);
            code.istore(locals[i]);
        }
        int where0 = table & 0xf;
        int where1 = table >> 4;
        if (where0 == where1) {
            pushLogic(where0, locals);
        } else if (where0 == (~where1 & 0xf)) {
            pushLogic(where0, locals);
            code.iload(locals[0]).ixor();
        } else {
            // The ways in which a selects, without what is always 0.
            if (where1 != 0) {
                pushLogic(where1, locals);
                code.iload(locals[0]).iand();
            }
            if (where0 != 0) {
                pushLogic(where0, locals);
                code.iload(locals[0]).iconst_m1().ixor().iand();
                if (where1 != 0) {
                    code.ior();
                }
            }
        }
        pop(instruction.operand(0), PtxType.B32);
    }

    /** A function of b and c, by a table of four bits. */
    private void pushLogic(int table, int[] locals) {
        int b = locals[1];
        int c = locals[2];
        switch (table) {
            case 0 -> code.iconst_0();
            case 0xf -> code.iconst_m1();
            case 0b1100 -> code.iload(b);
            case 0b0011 -> code.iload(b).iconst_m1().ixor();
            case 0b1010 -> code.iload(c);
            case 0b0101 -> code.iload(c).iconst_m1().ixor();
            case 0b1000 -> code.iload(b).iload(c).iand();
            case 0b0111 -> code.iload(b).iload(c).iand().iconst_m1().ixor();
            case 0b1110 -> code.iload(b).iload(c).ior();
            case 0b0001 -> code.iload(b).iload(c).ior().iconst_m1().ixor();
            case 0b0110 -> code.iload(b).iload(c).ixor();
            case 0b1001 -> code.iload(b).iload(c).ixor().iconst_m1().ixor();
            case 0b0100 -> code.iload(b).iload(c).iconst_m1().ixor().iand();
            case 0b1011 ->
                code.iload(b).iload(c).iconst_m1().ixor().iand().iconst_m1().ixor();
            case 0b0010 -> code.iload(c).iload(b).iconst_m1().ixor().iand();
            case 0b1101 ->
                code.iload(c).iload(b).iconst_m1().ixor().iand().iconst_m1().ixor();
            default -> throw new AssertionError(table);
        }
    }

    /** Each digit of the selector names a byte of {@code (b:a)}; its high bit asks for the byte's sign. */
    private void writePermutation(Instruction instruction, int selector) throws Untranslatable {
        int[] locals = new int[2];
        for (int i = 0; i < 2; i++) {
            locals[i] = code.allocateLocal(TypeKind.INT);
            push(instruction.operand(i + 1), PtxType.B32);
            code.istore(locals[i]);
        }
        for (int place = 0; place < 4; place++) {
            int digit = selector >> 4 * place & 0xf;
            int from = 8 * (digit & 3);
            int to = 8 * place;
            code.iload(locals[digit >> 2 & 1]);
            if ((digit & 8) != 0) {
                code.loadConstant(24 - from).ishl().loadConstant(31).ishr();
            } else if (from > to) {
                code.loadConstant(from - to).iushr();
            } else if (from < to) {
                code.loadConstant(to - from).ishl();
            }
            code.loadConstant(0xff << to).iand();
            if (place > 0) {
                code.ior();
            }
        }
        pop(instruction.operand(0), PtxType.B32);
    }
}
