package io.xianka.emulator.translator;

import static io.xianka.emulator.translator.Shape.Uniform.UNIFORM;

import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.FaultKind;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Register;

/** Barriers whose number, or number of threads, may differ between the lanes of a warp. */
final class Barriers {
    private static final int COUNT = 16;
    private static final Combiner[] COMBINERS = Combiner.values();

    private Barriers() {}

    /** Which barrier an instruction means. */
    static Operand number(Instruction instruction) {
        if (instruction.opcode() == Opcode.BARRIER_CLUSTER_WAIT) {
            // A cluster is one block; this is the barrier that is least likely to be somebody else's.
            return new Operand.IntegerImmediate(COUNT - 1);
        }
        int first = ControlFlow.isReduction(instruction) ? 1 : 0;
        return instruction.operand(first);
    }

    /** How many threads it waits for; 0 for all. */
    static Operand threads(Instruction instruction) {
        int first = ControlFlow.isReduction(instruction) ? 1 : 0;
        int operands = instruction.operands().size() - first - first;
        return operands > 1 ? instruction.operand(first + 1) : new Operand.IntegerImmediate(0);
    }

    static boolean isPerLane(Shapes shapes, Instruction instruction) {
        return varies(shapes, number(instruction)) || varies(shapes, threads(instruction));
    }

    private static boolean varies(Shapes shapes, Operand operand) {
        return operand instanceof Register register && shapes.of(register) != UNIFORM;
    }

    /** Whether it is known to be one of those that there are. */
    static boolean exists(Operand number) {
        return number instanceof Operand.IntegerImmediate known && known.value() >= 0 && known.value() < COUNT;
    }

    /** Refuses a barrier that there is not. */
    static void check(TranslatedWarp warp, int barrier, int instruction, int lane) {
        if (Integer.compareUnsigned(barrier, COUNT) >= 0) {
            throw DeviceFault.of(
                            FaultKind.ILLEGAL_INSTRUCTION,
                            "barrier " + Integer.toUnsignedString(barrier) + ", but there are barriers 0 to 15")
                    .at(warp.code.placeOf(instruction), warp.block.position(warp.firstThread + lane));
        }
    }

    private static int lane(int[] list, int i) {
        return list == null ? i : list[i];
    }

    /** Each lane names its barrier, and gives a predicate to a reduction; the array is null for others. */
    static void prepare(
            TranslatedWarp warp,
            int[] list,
            int from,
            int to,
            int instruction,
            int[] barriers,
            int[] threads,
            boolean[] predicates) {
        warp.barriers = barriers;
        warp.threadsOfBarriers = threads;
        for (int i = from; i < to; i++) {
            int lane = lane(list, i);
            check(warp, barriers[lane], instruction, lane);
            if (predicates != null) {
                warp.block.contribute(barriers[lane], predicates[lane]);
            }
        }
    }

    /** The result of a reduction of predicates into a predicate. */
    static void result(
            TranslatedWarp warp, int[] list, int from, int to, int combiner, int[] barriers, boolean[] target) {
        for (int i = from; i < to; i++) {
            int lane = lane(list, i);
            int holds = warp.block.reducedCount(barriers[lane]);
            target[lane] = COMBINERS[combiner] == Combiner.AND
                    ? holds == warp.block.reducedThreads(barriers[lane])
                    : holds != 0;
        }
    }

    /** The count of predicates that are true. */
    static void result(TranslatedWarp warp, int[] list, int from, int to, int combiner, int[] barriers, int[] target) {
        for (int i = from; i < to; i++) {
            target[lane(list, i)] = warp.block.reducedCount(barriers[lane(list, i)]);
        }
    }
}
