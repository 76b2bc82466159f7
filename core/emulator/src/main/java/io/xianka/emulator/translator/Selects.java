package io.xianka.emulator.translator;

import io.xianka.emulator.image.KernelImage;
import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Modifier.Rounding;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns branches around a few cheap instructions into selections: both arms are computed, each into registers of its own, and
 * {@code selp} takes the values of the one or the other. Lanes need not part for them.
 *
 * <p>An arm is such if all it does is arithmetic: it may be skipped by {@code @p bra end}, or stand against another.
 */
final class Selects {
    /** Of both arms; beyond, a lane saves more by leaving one out. */
    private static final int MOST_INSTRUCTIONS = 12;

    /** How deep arms may be nested. */
    private static final int PASSES = 3;

    private final KernelImage image;
    private final FlatBody body;
    private final Map<Register, List<Integer>> uses = new HashMap<>();
    private final Map<Register, List<Integer>> definitions = new HashMap<>();
    private final Map<String, Integer> references = new HashMap<>();
    private final Set<Integer> labelled = new HashSet<>();

    /** Registers that instructions write which no arm may have. */
    private final Set<Register> writtenOtherwise = new HashSet<>();

    private final List<Instruction> instructions = new ArrayList<>();
    private final List<Statement.Loc> locations = new ArrayList<>();
    private final List<Instruction> shown = new ArrayList<>();
    private int fresh;

    private Selects(KernelImage image, int firstFresh) {
        this.image = image;
        this.body = image.body();
        this.fresh = firstFresh;
        for (int i = 0; i < body.size(); i++) {
            Instruction instruction = body.instruction(i);
            int index = i;
            boolean hasResult = isCheap(instruction);
            for (int o = 0; o < instruction.operands().size(); o++) {
                if (o == 0 && hasResult) {
                    definitions
                            .computeIfAbsent((Register) instruction.operand(0), _ -> new ArrayList<>())
                            .add(i);
                } else if (instruction.operand(o) instanceof Operand.LabelName label) {
                    references.merge(label.name(), 1, Integer::sum);
                } else {
                    // A register that is written otherwise counts as read there, too.
                    if (o == 0 && !(instruction.operand(o) instanceof Operand.Address)) {
                        writtenOtherwise.addAll(namedIn(instruction.operand(o)));
                    }
                    namedIn(instruction.operand(o))
                            .forEach(register -> uses.computeIfAbsent(register, _ -> new ArrayList<>())
                                    .add(index));
                }
            }
            if (instruction.guard() != null) {
                uses.computeIfAbsent(instruction.guard().predicate(), _ -> new ArrayList<>())
                        .add(i);
            }
        }
        body.targets().values().forEach(list -> list.names().forEach(name -> references.merge(name, 2, Integer::sum)));
        body.labels().forEach((name, at) -> {
            if (references.containsKey(name)) {
                labelled.add(at);
            }
        });
    }

    /** The same kernel, with selections for branches where that is better. */
    static KernelImage of(KernelImage image) {
        KernelImage now = image;
        int fresh = 0;
        for (int pass = 0; pass < PASSES; pass++) {
            Selects selects = new Selects(now, fresh);
            if (!selects.rewrite()) {
                break;
            }
            now = selects.result();
            fresh = selects.fresh;
        }
        return now;
    }

    private final Map<Integer, Integer> moved = new HashMap<>();

    private boolean rewrite() {
        boolean hasChanged = false;
        for (int i = 0; i < body.size(); i++) {
            moved.put(i, instructions.size());
            Arms arms = arms(i);
            if (arms == null) {
                add(body.instruction(i), i);
                continue;
            }
            hasChanged = true;
            write(i, arms);
            for (int skipped = i + 1; skipped < arms.end; skipped++) {
                moved.put(skipped, instructions.size());
            }
            i = arms.end - 1;
        }
        moved.put(body.size(), instructions.size());
        return hasChanged;
    }

    private KernelImage result() {
        Map<String, Integer> labels = new LinkedHashMap<>();
        body.labels().forEach((name, at) -> labels.put(name, moved.get(at)));
        return image.withBody(FlatBody.of(instructions, locations, labels, body.variables(), body.targets()), shown);
    }

    private void add(Instruction instruction, int original) {
        instructions.add(instruction);
        locations.add(body.location(original));
        shown.add(image.written(original));
    }

    // ---- which branches

    /** Instructions {@code [first, firstEnd)} for lanes that do not branch, {@code [second, end)} for those that do; both meet at {@code end}. */
    private record Arms(int first, int firstEnd, int second, int end) {
        boolean contain(int index) {
            return (index >= first && index < firstEnd) || (index >= second && index < end);
        }
    }

    /** The arms behind a branch that selections may stand for; null where it must stay. */
    private Arms arms(int branch) {
        Arms arms = shapedArms(branch);
        return arms != null
                        && arms.firstEnd - arms.first + arms.end - arms.second <= MOST_INSTRUCTIONS
                        && results(arms).stream().allMatch(result -> isSelectable(result, arms))
                ? arms
                : null;
    }

    private Arms shapedArms(int branch) {
        Integer target = isBranch(branch) && body.instruction(branch).isGuarded() ? target(branch) : null;
        if (target == null || target <= branch + 1 || target - branch > MOST_INSTRUCTIONS + 2) {
            return null;
        }
        int firstEnd = branch + 1;
        while (firstEnd < target && !labelled.contains(firstEnd) && isOfArm(firstEnd)) {
            firstEnd++;
        }
        if (firstEnd == target) {
            return new Arms(branch + 1, target, target, target);
        }
        boolean isAgainstAnother = firstEnd == target - 1
                && isBranch(firstEnd)
                && !labelled.contains(firstEnd)
                && !body.instruction(firstEnd).isGuarded()
                && hasOneReference(target);
        Integer end = isAgainstAnother ? target(firstEnd) : null;
        if (end == null || end < target) {
            return null;
        }
        int at = target;
        while (at < end && (at == target || !labelled.contains(at)) && isOfArm(at)) {
            at++;
        }
        return at == end ? new Arms(branch + 1, firstEnd, target, end) : null;
    }

    private boolean isBranch(int index) {
        return index < body.size() && body.instruction(index).opcode() == Opcode.BRA;
    }

    private Integer target(int branch) {
        return body.instruction(branch).operand(0) instanceof Operand.LabelName label
                ? body.labels().get(label.name())
                : null;
    }

    private boolean hasOneReference(int position) {
        int count = 0;
        for (Map.Entry<String, Integer> label : body.labels().entrySet()) {
            if (label.getValue() == position) {
                count += references.getOrDefault(label.getKey(), 0);
            }
        }
        return count == 1;
    }

    private boolean isOfArm(int index) {
        return !body.instruction(index).isGuarded() && isCheap(body.instruction(index));
    }

    /** Computes one register from others and nothing else, in about the time of a branch. */
    private static boolean isCheap(Instruction instruction) {
        Operation operation = instruction.operation();
        boolean isArithmetic = switch (instruction.opcode()) {
            case ADD, SUB, MUL, MAD, FMA, ABS, NEG, MIN, MAX -> true;
            case AND, OR, XOR, NOT, SHL, SHR, SELP, SETP, MOV, CVT, COPYSIGN -> true;
            default -> false;
        };
        return isArithmetic
                && !Asides.isAside(instruction)
                && !operation.has(Keyword.CC)
                && (operation.rounding() == null || operation.rounding() == Rounding.RN)
                && instruction.operand(0) instanceof Register
                && instruction.operands().stream().allMatch(Selects::isPlain);
    }

    private static boolean isPlain(Operand operand) {
        return switch (operand) {
            case Register _, Operand.Negated _, Operand.IntegerImmediate _ -> true;
            case Operand.FloatImmediate _, Operand.DoubleImmediate _ -> true;
            default -> false;
        };
    }

    private Set<Register> results(Arms arms) {
        Set<Register> results = new LinkedHashSet<>();
        for (int i = arms.first; i < arms.end; i++) {
            if (arms.contain(i)) {
                results.add((Register) body.instruction(i).operand(0));
            }
        }
        return results;
    }

    private boolean isReadBehind(Register result, Arms arms) {
        return uses.getOrDefault(result, List.of()).stream().anyMatch(use -> !arms.contain(use));
    }

    private boolean isSelectable(Register result, Arms arms) {
        if (!isReadBehind(result, arms)) {
            return true;
        }
        // Where only one arm has a value, the other one is from before.
        boolean isInFirst = isDefinedIn(result, arms.first, arms.firstEnd);
        boolean isInSecond = isDefinedIn(result, arms.second, arms.end);
        boolean isKnownBefore = writtenOtherwise.contains(result)
                || definitions.get(result).stream().anyMatch(at -> !arms.contain(at));
        return result.type() != PtxType.PRED
                && result.type().bits() <= 64
                && ((isInFirst && isInSecond) || isKnownBefore);
    }

    private boolean isDefinedIn(Register result, int from, int to) {
        return definitions.get(result).stream().anyMatch(at -> at >= from && at < to);
    }

    // ---- what is written for them

    private void write(int branch, Arms arms) {
        Map<Register, Register> ofFirst = writeArm(arms.first, arms.firstEnd);
        Map<Register, Register> ofSecond = writeArm(arms.second, arms.end);
        Instruction decision = body.instruction(branch);
        for (Register result : results(arms)) {
            if (!isReadBehind(result, arms)) {
                continue;
            }
            Register first = ofFirst.getOrDefault(result, result);
            Register second = ofSecond.getOrDefault(result, result);
            boolean negated = decision.guard().negated();
            PtxType type = result.type().isFloat() && result.type().bits() >= 32
                    ? result.type()
                    : result.type().untyped();
            add(
                    new Instruction(
                            null,
                            Operation.of(Opcode.SELP, type),
                            List.of(
                                    result,
                                    negated ? first : second,
                                    negated ? second : first,
                                    decision.guard().predicate()),
                            decision.line()),
                    branch);
        }
    }

    /** Writes an arm over registers of its own; answers which hold its results. */
    private Map<Register, Register> writeArm(int from, int to) {
        Map<Register, Register> own = new HashMap<>();
        for (int i = from; i < to; i++) {
            Instruction instruction = body.instruction(i);
            List<Operand> operands = new ArrayList<>();
            for (Operand operand :
                    instruction.operands().subList(1, instruction.operands().size())) {
                operands.add(
                        switch (operand) {
                            case Register register -> own.getOrDefault(register, register);
                            case Operand.Negated(Register predicate) ->
                                new Operand.Negated(own.getOrDefault(predicate, predicate));
                            default -> operand;
                        });
            }
            Register result = (Register) instruction.operand(0);
            Register renamed = new Register(result.name() + "$arm" + fresh++, result.type());
            own.put(result, renamed);
            operands.addFirst(renamed);
            add(new Instruction(null, instruction.operation(), operands, instruction.line()), i);
        }
        return own;
    }

    static Set<Register> namedIn(Operand operand) {
        Set<Register> named = new LinkedHashSet<>();
        collect(operand, named);
        return named;
    }

    private static void collect(Operand operand, Set<Register> named) {
        switch (operand) {
            case Register register -> named.add(register);
            case Operand.Negated negated -> named.add(negated.predicate());
            case Operand.Address address -> {
                if (address.base() instanceof Register register) {
                    named.add(register);
                }
            }
            case Operand.Vector vector -> vector.elements().forEach(element -> collect(element, named));
            case Operand.Pair pair -> {
                collect(pair.first(), named);
                collect(pair.second(), named);
            }
            case Operand.Arguments arguments -> arguments.values().forEach(value -> collect(value, named));
            case Operand.CompoundAddress address -> address.parts().forEach(part -> collect(part, named));
            case Operand.Symbol _, Operand.LabelName _, Operand.Sink _, Operand.IntegerImmediate _ -> {}
            case Operand.FloatImmediate _, Operand.DoubleImmediate _, io.xianka.ptx.SpecialRegister _ -> {}
        }
    }
}
