package io.xianka.emulator.translator;

import io.xianka.ptx.Instruction;

/**
 * Kernels that a close watch may follow in warps of more lanes than the hardware's: threads have nothing to do with each other, a watch is asked
 * for nothing but rows, and lanes part only by what rises evenly over them, such as their index and a bound, into shorter rows that need not meet
 * again. What the watch is told of is then the same, however many lanes a row has.
 */
final class WatchedRows {
    private WatchedRows() {}

    /** Whether a kernel does nothing else. */
    static boolean isAllOf(TranslationPlan plan) {
        if (plan.shapes().hasPartings()) {
            return false;
        }
        for (BasicBlock block : plan.flow().blocks()) {
            SerialRegion region = plan.shapes().region(block.index());
            if (region != null && region.join() != SerialRegion.END) {
                return false;
            }
            for (int i = block.first(); i < block.end(); i++) {
                if (!isOfRows(plan, i)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isOfRows(TranslationPlan plan, int index) {
        Instruction instruction = plan.flow().body().instruction(index);
        return switch (instruction.opcode()) {
            case LD, LDU, ST ->
                plan.shapes().isScalar(index)
                        || instruction.operation().space().isParam()
                        || MemoryWriter.isRow(plan, instruction);
            case ATOM, RED, MEMBAR, FENCE, NANOSLEEP -> false;
            default -> true;
        };
    }
}
