package io.xianka.ptx;

import java.util.List;
import java.util.Objects;

/**
 * One instruction: who executes it, what is done, on what.
 *
 * <p>Operands stand in the order of the text, the result first. A {@code call} always has three operands,
 * {@code Arguments results, Symbol or Register target, Arguments arguments}, and a fourth for an indirect call: the
 * {@link Operand.Symbol} of its prototype or target list.
 *
 * @param guard null for an instruction that every lane executes
 */
public record Instruction(Guard guard, Operation operation, List<Operand> operands, PtxLine line) implements Statement {
    public Instruction {
        Objects.requireNonNull(operation);
        Objects.requireNonNull(line);
        operands = List.copyOf(operands);
    }

    public static Instruction of(Operation operation, Operand... operands) {
        return new Instruction(null, operation, List.of(operands), PtxLine.NONE);
    }

    public Instruction guardedBy(Guard newGuard) {
        return new Instruction(newGuard, operation, operands, line);
    }

    public Opcode opcode() {
        return operation.opcode();
    }

    public boolean isGuarded() {
        return guard != null;
    }

    public Operand operand(int index) {
        return operands.get(index);
    }

    /** As PTX text, without a line end. */
    @Override
    public String toString() {
        return PtxPrinter.print(this);
    }
}
