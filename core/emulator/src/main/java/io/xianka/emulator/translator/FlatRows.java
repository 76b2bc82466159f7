package io.xianka.emulator.translator;

import static io.xianka.emulator.translator.Shape.Uniform.UNIFORM;

import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Register;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of vectors whose elements are all treated alike: then it makes no difference which element belongs to which lane, and the loop may
 * go over elements, each with what is done to the first one of a lane. HotSpot makes vectors of that, and not of four elements a
 * lane in memory.
 */
final class FlatRows {
    private final TranslationPlan plan;

    /** How many elements a lane has. */
    private final int width;

    private final List<Integer> ofFirst = new ArrayList<>();

    /** What a register holds: the result of something that is done to each element, for one of them. */
    private final Map<Register, Part> parts = new HashMap<>();

    private record Part(Object whole, int element) {}

    private FlatRows(TranslationPlan plan, int width) {
        this.plan = plan;
        this.width = width;
    }

    /**
     * Null where elements are not treated alike.
     *
     * @param laneWork what lanes do in a block, accesses of memory only in rows without gaps
     */
    static FlatRows of(TranslationPlan plan, List<Integer> laneWork) {
        int width = laneWork.stream()
                .mapToInt(i -> plan.flow().body().instruction(i).operation().vectorWidth())
                .max()
                .orElse(1);
        if (width == 1) {
            return null;
        }
        FlatRows rows = new FlatRows(plan, width);
        return laneWork.stream().allMatch(rows::add) ? rows : null;
    }

    int width() {
        return width;
    }

    /** What is done to the first element of a lane, and so to each. */
    List<Integer> work() {
        return ofFirst;
    }

    private boolean add(int index) {
        Instruction instruction = plan.flow().body().instruction(index);
        if (instruction.guard() != null) {
            return false;
        }
        return switch (instruction.opcode()) {
            case LD -> addLoad(instruction, index);
            case ST -> addStore(instruction, index);
            default -> addComputation(instruction, index);
        };
    }

    private boolean addLoad(Instruction instruction, int index) {
        if (!(instruction.operand(0) instanceof Operand.Vector vector)
                || vector.elements().size() != width) {
            return false;
        }
        for (int element = 0; element < width; element++) {
            if (!hold(vector.elements().get(element), index, element)) {
                return false;
            }
        }
        ofFirst.add(index);
        return true;
    }

    private boolean addStore(Instruction instruction, int index) {
        if (!(instruction.operand(1) instanceof Operand.Vector vector)
                || vector.elements().size() != width
                || !(vector.elements().getFirst() instanceof Register first)
                || parts.get(first) == null) {
            return false;
        }
        Object whole = parts.get(first).whole;
        for (int element = 0; element < width; element++) {
            if (!(vector.elements().get(element) instanceof Register register)
                    || !new Part(whole, element).equals(parts.get(register))) {
                return false;
            }
        }
        ofFirst.add(index);
        return true;
    }

    private boolean addComputation(Instruction instruction, int index) {
        if (!isOfOneLane(instruction)) {
            return false;
        }
        List<Object> whole = new ArrayList<>();
        whole.add(instruction.operation());
        int element = -1;
        for (Operand operand :
                instruction.operands().subList(1, instruction.operands().size())) {
            switch (operand) {
                case Register register when plan.shapes().of(register) == UNIFORM -> whole.add(register);
                case Register register -> {
                    Part part = parts.get(register);
                    if (part == null || (element >= 0 && part.element != element)) {
                        return false;
                    }
                    element = part.element;
                    whole.add(part.whole);
                }
                case Operand.IntegerImmediate _, Operand.FloatImmediate _, Operand.DoubleImmediate _ ->
                    whole.add(operand);
                default -> {
                    return false;
                }
            }
        }
        if (element < 0 || !hold(instruction.operand(0), whole, element)) {
            return false;
        }
        if (element == 0) {
            ofFirst.add(index);
        }
        return true;
    }

    /** Computes something of a lane's registers and of nothing else. */
    private static boolean isOfOneLane(Instruction instruction) {
        return switch (instruction.opcode()) {
            case ADD, SUB, MUL, MAD, FMA, DIV, ABS, NEG, MIN, MAX, SQRT, RSQRT, RCP ->
                !instruction.operation().has(Keyword.CC);
            case AND, OR, XOR, NOT, SHL, SHR, MOV, CVT, EX2, LG2, SIN, COS, TANH, COPYSIGN -> true;
            default -> false;
        };
    }

    private boolean hold(Operand target, Object whole, int element) {
        if (!(target instanceof Register register)
                || !plan.registers().isLocal(plan.registers().numberOf(register))) {
            return false;
        }
        parts.put(register, new Part(whole, element));
        return true;
    }
}
