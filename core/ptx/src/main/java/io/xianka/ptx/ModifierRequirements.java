package io.xianka.ptx;

import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.Comparison;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Modifier.Rounding;

/** What {@link InstructionRules} cannot say in a table: modifiers that an opcode needs, or that exclude each other. */
final class ModifierRequirements {
    private ModifierRequirements() {}

    /** What is missing or too much in an operation whose words are each allowed; null if nothing is. */
    static String fault(Operation operation) {
        return switch (operation.opcode()) {
            case MUL, MAD -> half(operation);
            case MADC, MUL24, MAD24 -> count(operation, Keyword.LO, Keyword.HI) == 1 ? null : "needs .lo or .hi";
            case FMA -> operation.rounding() != null ? null : "needs a rounding, as .rn";
            case DIV ->
                operation.type().isFloat() ? precision(operation, "a rounding, as .rn, .approx or .full") : null;
            case RCP, SQRT -> precision(operation, "a rounding, as .rn, or .approx");
            case RSQRT, SIN, COS, LG2, EX2, TANH -> operation.has(Keyword.APPROX) ? null : "needs .approx";
            case SET, SETP -> comparison(operation);
            case CVT -> conversion(operation);
            case ST -> operation.space() == StateSpace.CONST ? "cannot write constant memory" : null;
            case ATOM, RED -> combiner(operation);
            case SHFL ->
                operation.find(Modifier.ShuffleMode.class).isPresent() ? null : "needs .up, .down, .bfly or .idx";
            case VOTE -> vote(operation);
            default -> null;
        };
    }

    private static int count(Operation operation, Keyword... words) {
        int count = 0;
        for (Keyword word : words) {
            count += operation.has(word) ? 1 : 0;
        }
        return count;
    }

    private static String half(Operation operation) {
        int halves = count(operation, Keyword.LO, Keyword.HI, Keyword.WIDE);
        if (!isWholeNumber(operation.type())) {
            return halves == 0 ? null : "has no .lo, .hi or .wide on floats";
        }
        if (halves != 1) {
            return "needs one of .lo, .hi and .wide";
        }
        return operation.has(Keyword.WIDE) && operation.type().bits() == 64 ? "is .wide up to 32 bits" : null;
    }

    private static boolean isWholeNumber(PtxType type) {
        return type.kind() == PtxType.Kind.SIGNED || type.kind() == PtxType.Kind.UNSIGNED;
    }

    private static String precision(Operation operation, String what) {
        boolean isSaid = operation.rounding() != null || operation.has(Keyword.APPROX) || operation.has(Keyword.FULL);
        return isSaid ? null : "needs " + what;
    }

    private static String comparison(Operation operation) {
        Comparison comparison = operation.find(Comparison.class).orElse(null);
        if (comparison == null) {
            return "needs a comparison, as .eq";
        }
        PtxType type = operation.sourceType();
        boolean fits = switch (comparison) {
            case EQ, NE -> true;
            case LT, LE, GT, GE -> type.kind() != PtxType.Kind.BITS;
            case LO, LS, HI, HS -> type.kind() == PtxType.Kind.UNSIGNED;
            case EQU, NEU, LTU, LEU, GTU, GEU, NUM, NAN ->
                type.kind() == PtxType.Kind.FLOAT || type.kind() == PtxType.Kind.PACKED;
        };
        return fits ? null : "has no ." + comparison.text() + " on ." + type.text();
    }

    private static String conversion(Operation operation) {
        PtxType to = operation.type();
        PtxType from = operation.sourceType();
        boolean needsRounding = from.isFloat()
                ? isWholeNumber(to) || (to.isFloat() && to.bits() < from.bits())
                : isWholeNumber(from) && to.isFloat();
        return needsRounding && operation.find(Rounding.class).isEmpty()
                ? "from ." + from.text() + " to ." + to.text() + " needs a rounding"
                : null;
    }

    private static String combiner(Operation operation) {
        Combiner combiner = operation.combiner();
        if (combiner == null) {
            return "needs an operation, as .add";
        }
        boolean isCompare = combiner == Combiner.CAS || combiner == Combiner.EXCH;
        return isCompare && operation.opcode() == Opcode.RED ? "has no ." + combiner.text() : null;
    }

    private static String vote(Operation operation) {
        Modifier.VoteMode mode = operation.find(Modifier.VoteMode.class).orElse(null);
        if (mode == null) {
            return "needs .all, .any, .uni or .ballot";
        }
        return (mode == Modifier.VoteMode.BALLOT) == (operation.type() == PtxType.B32)
                ? null
                : "gives .b32 for .ballot and .pred for the others";
    }
}
