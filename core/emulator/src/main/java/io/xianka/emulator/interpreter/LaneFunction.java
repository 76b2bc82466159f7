package io.xianka.emulator.interpreter;

import io.xianka.ptx.Operation;

/** What an instruction computes from up to three operands, on raw register bits; operands that it lacks are 0. */
@FunctionalInterface
public interface LaneFunction {
    long apply(long a, long b, long c);

    /**
     * For the translator, of instructions that look at nothing but their operands; null for others. That of {@code setp} has
     * its second predicate in bit 1.
     */
    static LaneFunction of(Operation operation) {
        switch (operation.opcode()) {
            case CVT -> {
                return ConversionInstructions.of(operation);
            }
            case CVT_PACK -> {
                return ConversionInstructions.pack(operation);
            }
            case SET -> {
                return Comparisons.toValue(operation);
            }
            case SETP -> {
                return Comparisons.toPredicates(operation);
            }
            case SLCT -> {
                return FunctionReader.selection(operation);
            }
            default -> {}
        }
        LaneFunction video = VideoInstructions.of(operation);
        if (video != null) {
            return video;
        }
        LaneFunction function = IntegerInstructions.of(operation);
        return function != null ? function : FloatInstructions.of(operation);
    }
}
