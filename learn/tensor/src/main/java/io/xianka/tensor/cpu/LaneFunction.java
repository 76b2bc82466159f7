package io.xianka.tensor.cpu;

import io.xianka.tensor.cpu.Operand.Register;
import io.xianka.tensor.graph.UnaryOp;
import java.util.ArrayList;
import java.util.List;

/** A function of floats by its formula, for code that has its operands in arrays. */
final class LaneFunction {
    private final Register in = new Register(Kind.FLOAT, true);
    private final Register out;
    private final List<Instruction> instructions = new ArrayList<>();
    private final Registers registers = new Registers();

    LaneFunction(UnaryOp op) {
        Operand result = new Formulas((each, operands) -> {
                    boolean lanes = false;
                    for (Operand operand : operands) {
                        lanes |= operand instanceof Register;
                    }
                    var z = new Register(Kind.FLOAT, lanes);
                    instructions.add(new Instruction.Arithmetic(
                            each,
                            operands[0],
                            operands.length > 1 ? operands[1] : null,
                            operands.length > 2 ? operands[2] : null,
                            operands.length > 3 ? operands[3] : null,
                            z));
                    return z;
                })
                .of(op, in);
        this.out = (Register) result;
        registers.keep(in);
        registers.keep(out);
        registers.place(List.of(), instructions);
    }

    /** Replaces n elements, at most {@link Frame#LANES}, by the function of them. */
    void apply(Frame frame, float[] values, int from, int n) {
        frame.prepare(registers.count(Kind.FLOAT), 0, 0, 0, 0, 0, 0);
        System.arraycopy(values, from, frame.floats[in.number()], 0, n);
        for (Instruction instruction : instructions) {
            instruction.run(frame, n);
        }
        System.arraycopy(frame.floats[out.number()], 0, values, from, n);
    }
}
