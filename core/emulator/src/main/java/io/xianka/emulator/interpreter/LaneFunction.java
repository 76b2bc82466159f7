package io.xianka.emulator.interpreter;

import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operation;

/** What an instruction computes from up to three operands, on raw register bits; operands that it lacks are 0. */
@FunctionalInterface
public interface LaneFunction {
    long apply(long a, long b, long c);

    /** For the translator, of instructions that look at nothing but their operands; null for others. */
    static LaneFunction of(Operation operation) {
        if (operation.opcode() == Opcode.CVT) {
            return ConversionInstructions.of(operation);
        }
        LaneFunction function = IntegerInstructions.of(operation);
        return function != null ? function : FloatInstructions.of(operation);
    }
}
