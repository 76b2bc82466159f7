package io.xianka.emulator.translator;

import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A block whose loop may be written as if no NaN arose in it: tests for them keep HotSpot from making vectors. What it wrote is looked
 * through behind it, and if there is one, the whole block is done again with the tests. So nothing that it reads may be what
 * it writes, and a NaN must not get lost on the way in a form that the result depends on.
 *
 * @param registers whose arrays are looked through
 * @param stores whose rows are, before they go to memory
 */
record NanFreeLoop(Set<Integer> registers, Set<Integer> stores) {
    /**
     * Null where the block must do with the tests, or has none.
     *
     * @param laneWork what lanes do in the block
     * @param staged the accesses that go through arrays
     */
    static NanFreeLoop of(TranslationPlan plan, List<Integer> laneWork, BitSet staged) {
        Registers registers = plan.registers();
        NanForms nans = plan.nans();
        Set<Integer> written = new HashSet<>();
        Set<Integer> computed = new HashSet<>();
        Set<Integer> readBefore = new HashSet<>();
        Set<Integer> stores = new LinkedHashSet<>();
        boolean hasTests = false;
        for (int i : laneWork) {
            Instruction instruction = plan.flow().body().instruction(i);
            boolean canRepeat = instruction.opcode() == Opcode.ST ? staged.get(i) : isRepeatable(plan, i);
            if (!canRepeat) {
                return null;
            }
            for (int use : registers.uses(i)) {
                if (!written.contains(use)) {
                    readBefore.add(use);
                }
                hasTests |= instruction.opcode() != Opcode.ST
                        && !NanForms.makesNans(instruction)
                        && instruction.opcode() != Opcode.SETP
                        && !nans.leavesNans(registers, instruction)
                        && nans.isCanonicalAtRead(registers, registers.register(use));
                if (instruction.opcode() == Opcode.ST && computed.contains(use) && isMade(plan, use)) {
                    stores.add(i);
                }
            }
            for (int result : registers.definitions(i)) {
                if (instruction.guard() != null && !written.contains(result)) {
                    readBefore.add(result);
                }
                written.add(result);
                if (instruction.opcode() == Opcode.LD) {
                    continue;
                }
                computed.add(result);
                hasTests |= NanForms.makesNans(instruction) && isMade(plan, result);
            }
        }
        written.removeIf(registers::isLocal);
        if (!hasTests || written.stream().anyMatch(readBefore::contains)) {
            return null;
        }
        written.removeIf(register -> !computed.contains(register) || !isMade(plan, register));
        return new NanFreeLoop(written, stores);
    }

    /** Whether a register is in the form that others rely on as soon as it is written. */
    private static boolean isMade(TranslationPlan plan, int register) {
        return plan.registers().bank(register) == Bank.FLOAT
                && plan.nans()
                        .isCanonicalAtWrite(plan.registers(), plan.registers().register(register));
    }

    /** Does no more than write registers, and shows a NaN of its operands as one of its result, or not at all. */
    private static boolean isRepeatable(TranslationPlan plan, int index) {
        Instruction instruction = plan.flow().body().instruction(index);
        Registers registers = plan.registers();
        if (registers.definitions(index).length == 0
                || instruction.opcode() == Opcode.ATOM
                || instruction.operation().has(Keyword.CC)
                || instruction.operation().has(Keyword.XORSIGN)
                || Asides.isAside(instruction)
                || ControlFlow.isStrong(instruction)) {
            return false;
        }
        boolean readsFloats = false;
        for (int use : registers.uses(index)) {
            readsFloats |= registers.bank(use) == Bank.FLOAT;
        }
        boolean isOfFloats = instruction.operand(0) instanceof Register result && Bank.of(result.type()) == Bank.FLOAT;
        if (NanForms.makesNans(instruction)) {
            return isOfFloats;
        }
        return !readsFloats
                || switch (instruction.opcode()) {
                    case SELP, MOV, NEG, ABS -> isOfFloats;
                    case SETP -> instruction.operation().type() == PtxType.F32;
                    default -> false;
                };
    }
}
