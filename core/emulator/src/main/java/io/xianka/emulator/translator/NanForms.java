package io.xianka.emulator.translator;

import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import java.util.ArrayList;
import java.util.List;

/**
 * Where NaNs are given their canonical bits. Single-precision instructions of a GPU return one NaN; Java's return what the
 * processor returns, but moving a value keeps its bits. So a register that holds nothing but results is made canonical where its
 * bits are looked at, and one that may hold other values where a result is written to it. Moves and selections between registers of
 * the first kind leave a NaN as it is.
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
        List<Instruction> moves = new ArrayList<>();
        for (int i = 0; i < body.size(); i++) {
            Instruction instruction = body.instruction(i);
            for (int result : registers.definitions(i)) {
                if (makesNans(instruction) && !Asides.isAside(instruction)) {
                    holdsResults[result] = true;
                } else if (isMove(instruction)) {
                    moves.add(instruction);
                } else {
                    holdsOthers[result] = true;
                }
            }
            if (isMove(instruction)) {
                continue;
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
        boolean hasChanged = true;
        while (hasChanged) {
            hasChanged = false;
            for (Instruction move : moves) {
                hasChanged |= passOn(move, registers);
            }
        }
    }

    /** Puts a value of one register, or a number, into another, both for single precision. */
    private static boolean isMove(Instruction instruction) {
        boolean isOfFloats = (instruction.opcode() == Opcode.MOV || instruction.opcode() == Opcode.SELP)
                && instruction.operand(0) instanceof Register result
                && Bank.of(result.type()) == Bank.FLOAT;
        if (!isOfFloats) {
            return false;
        }
        for (Operand source : sources(instruction)) {
            boolean isPlain = switch (source) {
                case Register register -> Bank.of(register.type()) == Bank.FLOAT;
                case Operand.FloatImmediate number -> !Float.isNaN(number.value());
                default -> false;
            };
            if (!isPlain) {
                return false;
            }
        }
        return true;
    }

    private static List<Operand> sources(Instruction move) {
        return move.operands().subList(1, move.opcode() == Opcode.SELP ? 3 : 2);
    }

    private boolean passOn(Instruction move, Registers registers) {
        int result = registers.numberOf((Register) move.operand(0));
        boolean isResult = holdsResults[result];
        boolean isOther = holdsOthers[result];
        boolean hasChanged = false;
        for (Operand source : sources(move)) {
            if (source instanceof Register register) {
                int from = registers.numberOf(register);
                isResult |= holdsResults[from];
                isOther |= holdsOthers[from];
                hasChanged |= areBitsSeen[result] && !areBitsSeen[from];
                areBitsSeen[from] |= areBitsSeen[result];
            }
        }
        hasChanged |= isResult != holdsResults[result] || isOther != holdsOthers[result];
        holdsResults[result] = isResult;
        holdsOthers[result] = isOther;
        return hasChanged;
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

    /** Whether an instruction puts a NaN, as it is, into a register where it is made canonical later. */
    boolean leavesNans(Registers registers, Instruction instruction) {
        return isMove(instruction) && isCanonicalAtRead(registers, (Register) instruction.operand(0));
    }

    /** Whether this register is read by more than arithmetic, which makes no difference between NaNs. */
    boolean areBitsSeen(Registers registers, Register register) {
        return areBitsSeen[registers.numberOf(register)];
    }
}
