package io.xianka.emulator.translator;

import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;

/**
 * Where NaNs are given their canonical bits. Single-precision instructions of a GPU return one NaN; Java's return what the
 * processor returns, but moving a value keeps its bits. So a register that holds nothing but results is made canonical where its
 * bits are looked at, and one that may hold other values where a result is written to it.
 */
final class NanForms {
    private final boolean[] holdsResults;
    private final boolean[] holdsOthers;
    private final boolean[] areBitsSeen;

    NanForms(FlatBody body, Registers registers) {
        holdsResults = new boolean[registers.size()];
        holdsOthers = new boolean[registers.size()];
        areBitsSeen = new boolean[registers.size()];
        int[] looks = new int[registers.size()];
        for (int i = 0; i < body.size(); i++) {
            Instruction instruction = body.instruction(i);
            for (int result : registers.definitions(i)) {
                if (makesNans(instruction) && !Asides.isAside(instruction)) {
                    holdsResults[result] = true;
                } else {
                    holdsOthers[result] = true;
                }
            }
            if (!makesNans(instruction) || instruction.operation().has(Keyword.XORSIGN)) {
                for (int use : registers.uses(i)) {
                    areBitsSeen[use] = true;
                    looks[use] += instruction.opcode() == Opcode.ST ? 0 : 1;
                }
            }
            if (ControlFlow.isExchange(instruction.opcode()) || Asides.isAside(instruction)) {
                // These copy from lane to lane without a look at the bits.
                for (int use : registers.uses(i)) {
                    holdsOthers[use] = true;
                }
            }
        }
        settleOften(looks);
    }

    /** Where bits are looked at several times, they are made canonical once. */
    private void settleOften(int[] looks) {
        for (int r = 0; r < looks.length; r++) {
            holdsOthers[r] |= looks[r] > 1;
        }
    }

    static boolean makesNans(Instruction instruction) {
        if (!instruction.operation().hasType() || instruction.operation().type() != PtxType.F32) {
            return false;
        }
        return switch (instruction.opcode()) {
            case ADD, SUB, MUL, MAD, FMA, DIV, MIN, MAX, RCP, SQRT, RSQRT, SIN, COS, LG2, EX2, TANH, CVT -> true;
            default -> false;
        };
    }

    /** Whether a result that is written to this register must be canonical. */
    boolean isCanonicalAtWrite(Registers registers, Register register) {
        return holdsOthers[registers.numberOf(register)];
    }

    /** Whether the bits of this register must be made canonical before they are looked at. */
    boolean isCanonicalAtRead(Registers registers, Register register) {
        int number = registers.numberOf(register);
        return holdsResults[number] && !holdsOthers[number];
    }

    /** Whether this register is read by more than arithmetic, which makes no difference between NaNs. */
    boolean areBitsSeen(Registers registers, Register register) {
        return areBitsSeen[registers.numberOf(register)];
    }
}
