package io.xianka.emulator.translator;

import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.interpreter.SingleSteps;
import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.StateSpace;
import java.util.HashMap;
import java.util.Map;

/**
 * The instructions that translated code leaves to the interpreter, each in a basic block of its own: those whose cost is in
 * what they do, not in how they are called, and rare forms of common ones.
 */
final class Asides {
    private final SingleSteps steps;
    private final int[] registerOf;
    private final int siteOffset;

    private Asides(SingleSteps steps, int[] registerOf, int siteOffset) {
        this.steps = steps;
        this.registerOf = registerOf;
        this.siteOffset = siteOffset;
    }

    /** Null for a kernel that has none. */
    static Asides of(KernelImage image, Registers registers, AccessSites sites) {
        FlatBody body = image.body();
        if (body.instructions().stream().noneMatch(Asides::isAside)) {
            return null;
        }
        SingleSteps steps = SingleSteps.of(image);
        Map<String, Integer> numbers = new HashMap<>();
        for (int register = 0; register < registers.size(); register++) {
            numbers.put(registers.register(register).name(), register);
        }
        int[] registerOf = new int[steps.registers()];
        for (int i = 0; i < registerOf.length; i++) {
            registerOf[i] = steps.register(i) == null ? -1 : numbers.getOrDefault(steps.register(i), -1);
        }
        return new Asides(steps, registerOf, sites.count());
    }

    SingleSteps steps() {
        return steps;
    }

    /** The translator's register for the interpreter's; -1 for one that the interpreter keeps to itself. */
    int register(int interpreted) {
        return registerOf[interpreted];
    }

    /** What is added to the interpreter's numbers of access sites. */
    int siteOffset() {
        return siteOffset;
    }

    int accessSites() {
        return steps.accessSites();
    }

    static boolean isAside(Instruction instruction) {
        Operation operation = instruction.operation();
        return switch (instruction.opcode()) {
            case BRA, BRX_IDX, RET, EXIT -> false;
            case MMA, WMMA_LOAD, WMMA_STORE, WMMA_MMA, LDMATRIX, STMATRIX, MOVMATRIX -> true;
            case CALL, MAPA, GETCTARANK, CREATEPOLICY_CVT, CREATEPOLICY_FRACTIONAL, CREATEPOLICY_RANGE -> true;
            case CP_ASYNC, CP_ASYNC_COMMIT_GROUP, CP_ASYNC_WAIT_GROUP, CP_ASYNC_WAIT_ALL -> true;
            case CP_ASYNC_MBARRIER_ARRIVE, ISTYPEP -> true;
            case TEX, TLD4, TXQ, SULD, SUST, SUQ -> true;
            case MBARRIER_INIT, MBARRIER_INVAL, MBARRIER_EXPECT_TX, MBARRIER_COMPLETE_TX -> true;
            case MBARRIER_ARRIVE, MBARRIER_ARRIVE_DROP, MBARRIER_PENDING_COUNT -> true;
            case MBARRIER_TEST_WAIT, MBARRIER_TRY_WAIT -> true;
            case ATOM, RED -> isRareAtomic(operation);
            case MATCH -> operation.type().bits() == 64;
            case LOP3 -> operation.combiner() != null;
            case ISSPACEP -> operation.space() == StateSpace.CONST || operation.space() == StateSpace.GLOBAL;
            case ADDC, SUBC, MADC -> operation.type().bits() < 32;
            case LD, LDU, ST -> operation.type().bits() > 64;
            case MOV -> operation.type().bits() > 64 || hasBytes(instruction);
            default ->
                instruction.operands().stream()
                        .anyMatch(operand -> operand instanceof Register register && Bank.of(register.type()) == null);
        };
    }

    /** Whether lanes look at each other, so that they must meet first. */
    static boolean isExchange(Instruction instruction) {
        return switch (instruction.opcode()) {
            case MMA, WMMA_LOAD, WMMA_STORE, WMMA_MMA, LDMATRIX, STMATRIX, MOVMATRIX -> true;
            default -> false;
        };
    }

    /** Whether another thread's doing may be waited for by repeating this. */
    static boolean mayWait(Instruction instruction) {
        return switch (instruction.opcode()) {
            case ATOM, RED, MBARRIER_TEST_WAIT, MBARRIER_TRY_WAIT -> isAside(instruction);
            default -> false;
        };
    }

    private static boolean isRareAtomic(Operation operation) {
        if (!operation.hasType() || operation.combiner() == null || operation.vectorWidth() > 1) {
            return true;
        }
        PtxType type = operation.type();
        boolean isPlain =
                type.isInteger() || ((type == PtxType.F32 || type == PtxType.F64) && isPlainOnFloats(operation));
        return !isPlain || (type.bits() != 32 && type.bits() != 64) || operation.combiner() == Combiner.POPC;
    }

    private static boolean isPlainOnFloats(Operation operation) {
        return switch (operation.combiner()) {
            case ADD, EXCH, CAS -> true;
            case MIN, MAX, AND, OR, XOR, INC, DEC, POPC -> false;
        };
    }

    /** Packing of bytes, whose registers the translator has no vectors of. */
    private static boolean hasBytes(Instruction instruction) {
        for (Operand operand : instruction.operands()) {
            if (operand instanceof Operand.Vector vector) {
                for (Operand element : vector.elements()) {
                    if (element instanceof Register register && register.type().bits() == 8) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
