package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.cpu.Operand.Register;
import io.xianka.tensor.graph.UnaryOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A function of floats by its formula, for code that has its operands in arrays. */
final class LaneFunction {
    private final Register in = new Register(Kind.FLOAT, true);
    private final Register out;
    private final Instruction[] instructions;
    private final int registers;

    LaneFunction(UnaryOp op) {
        List<Instruction> formula = new ArrayList<>();
        Operand result = new Formulas((each, operands) -> {
                    boolean lanes = false;
                    for (Operand operand : operands) {
                        lanes |= operand instanceof Register;
                    }
                    var z = new Register(Kind.FLOAT, lanes);
                    formula.add(new Instruction.Arithmetic(
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
        var places = new Registers();
        places.keep(in);
        places.keep(out);
        places.place(List.of(), formula);
        this.registers = places.count(Kind.FLOAT);
        // Vector code writes down only what somebody else reads, as the caller does.
        formula.add(new Instruction.Convert(DType.FLOAT32, out, DType.FLOAT32, in));
        Instruction[] run = Vectorisation.vectorised(formula, VectorLoops.Use.WHEN_FAST, 0);
        this.instructions = Arrays.copyOf(run, run.length - 1);
    }

    /** Replaces n elements, at most {@link Frame#LANES}, by the function of them. */
    void apply(Frame frame, float[] values, int from, int n) {
        frame.prepare(registers, 0, 0, 0, 0, 0, 0);
        System.arraycopy(values, from, frame.floats[in.number()], 0, n);
        // Lanes beyond hold anything, and nobody reads what becomes of it.
        int whole = (n + FoldLoops.PARTIALS - 1) / FoldLoops.PARTIALS * FoldLoops.PARTIALS;
        for (Instruction instruction : instructions) {
            instruction.run(frame, whole);
        }
        System.arraycopy(frame.floats[out.number()], 0, values, from, n);
    }
}
