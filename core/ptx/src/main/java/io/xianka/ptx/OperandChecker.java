package io.xianka.ptx;

import io.xianka.ptx.Operand.Address;
import io.xianka.ptx.Operand.DoubleImmediate;
import io.xianka.ptx.Operand.FloatImmediate;
import io.xianka.ptx.Operand.IntegerImmediate;
import io.xianka.ptx.Operand.Pair;
import io.xianka.ptx.Operand.Sink;
import io.xianka.ptx.Operand.Symbol;
import io.xianka.ptx.Operand.Vector;
import java.util.List;

/** Holds operands against the forms of {@link InstructionRules}: their number, kind, type and width. */
final class OperandChecker {
    private final boolean addressesAreLong;

    OperandChecker(boolean addressesAreLong) {
        this.addressesAreLong = addressesAreLong;
    }

    /** What is wrong with an instruction whose modifiers are right; null if nothing is. */
    String fault(Instruction instruction) {
        InstructionRules.Rule rule = InstructionRules.of(instruction.opcode());
        if (rule == null) {
            return null;
        }
        List<Operand> operands = instruction.operands();
        int least = leastOperands(instruction.operation());
        if (operands.size() < least) {
            return "- has " + operands.size() + " operands; it takes " + least + " or more";
        }
        String firstFault = null;
        for (InstructionRules.Form form : rule.forms()) {
            if (!form.takes(operands.size())) {
                continue;
            }
            String fault = fault(form, instruction.operation(), operands);
            if (fault == null) {
                return null;
            }
            firstFault = firstFault == null ? fault : firstFault;
        }
        return firstFault != null ? firstFault : countFault(rule, operands.size());
    }

    /** Where modifiers make operands necessary. */
    private static int leastOperands(Operation operation) {
        boolean isSync = operation.has(Modifier.Keyword.SYNC);
        return switch (operation.opcode()) {
            case ATOM -> operation.combiner() == Modifier.Combiner.CAS ? 4 : 3;
            case SHFL -> isSync ? 5 : 4;
            case VOTE -> isSync ? 3 : 2;
            default -> 0;
        };
    }

    private static String countFault(InstructionRules.Rule rule, int count) {
        int least = rule.forms().stream()
                .mapToInt(InstructionRules.Form::required)
                .min()
                .orElseThrow();
        int most = rule.forms().stream()
                .mapToInt(form -> form.operands().length())
                .max()
                .orElseThrow();
        return "- has " + count + " operands; it takes " + (least == most ? least : least + " to " + most);
    }

    private static String fault(InstructionRules.Form form, Operation operation, List<Operand> operands) {
        for (int i = 0; i < operands.size(); i++) {
            String wanted = wantedInsteadOf(operands.get(i), form.operands().charAt(i), operation);
            if (wanted != null) {
                return "- operand " + (i + 1) + " is " + describe(operands.get(i)) + "; " + operation + " takes "
                        + wanted + " there";
            }
        }
        return null;
    }

    private static String describe(Operand operand) {
        return operand instanceof Register register
                ? register + " (." + register.type().text() + ")"
                : operand.toString();
    }

    /** Null if the operand is of the kind that the letter stands for. */
    private static String wantedInsteadOf(Operand operand, char letter, Operation operation) {
        return switch (letter) {
            case 'd' -> result(operand, operation.type(), false);
            case 'w' -> result(operand, wide(operation), false);
            case 'x' -> result(operand, operation.type(), true);
            case 'D' -> elements(operand, operation, true);
            case 'E' ->
                operand instanceof Pair pair
                        ? first(half(pair.first(), operation.type()), half(pair.second(), PtxType.PRED))
                        : result(operand, operation.type(), false);
            case 'I' -> result(operand, PtxType.B32, false);
            case 'P' -> result(operand, PtxType.PRED, false);
            case 'Q' ->
                operand instanceof Pair pair
                        ? first(half(pair.first(), PtxType.PRED), half(pair.second(), PtxType.PRED))
                        : result(operand, PtxType.PRED, false);
            case 't' -> source(operand, operation.type(), false);
            case 's' -> source(operand, operation.sourceType(), false);
            case 'W' -> source(operand, wide(operation), false);
            case 'y' -> operand instanceof SpecialRegister ? null : source(operand, operation.sourceType(), true);
            case 'Y' -> elements(operand, operation, false);
            case 'i' -> source(operand, PtxType.B32, false);
            case 'n' -> operand instanceof IntegerImmediate ? null : "an integer constant";
            case 'p' -> predicate(operand);
            case 'g' -> movable(operand, operation.type());
            case 'V' -> packed(operand, operation.type(), true);
            case 'U' -> packed(operand, operation.type(), false);
            case 'm' -> operand instanceof Address ? null : "an address in brackets";
            case 'M' ->
                operand instanceof Address || operand instanceof Operand.CompoundAddress
                        ? null
                        : "an address in brackets";
            case 'l' -> operand instanceof Operand.LabelName ? null : "a label";
            case 'o' -> null;
            default -> throw new AssertionError(letter);
        };
    }

    private static String first(String one, String other) {
        return one != null ? one : other;
    }

    private static PtxType wide(Operation operation) {
        PtxType type = operation.type();
        if (!operation.has(Modifier.Keyword.WIDE)) {
            return type;
        }
        return switch (type.bits()) {
            case 16 -> type.isSigned() ? PtxType.S32 : PtxType.U32;
            case 32 -> type.isSigned() ? PtxType.S64 : PtxType.U64;
            default -> PtxType.B128;
        };
    }

    private static String result(Operand operand, PtxType type, boolean mayBeWider) {
        boolean fits = operand instanceof Register register && fits(register.type(), type, mayBeWider);
        return fits ? null : register(type, mayBeWider);
    }

    /** One result of two, which may be dropped. */
    private static String half(Operand operand, PtxType type) {
        return operand instanceof Sink ? null : result(operand, type, false);
    }

    private static String register(PtxType type, boolean mayBeWider) {
        return "a register of ." + type.text() + (mayBeWider && !type.isFloat() ? " or wider" : "");
    }

    /** Whether a register of one type holds a value of another: equal widths, and not a float for an integer. */
    private static boolean fits(PtxType register, PtxType wanted, boolean mayBeWider) {
        boolean isPredicate = register == PtxType.PRED;
        if (isPredicate != (wanted == PtxType.PRED)) {
            return false;
        }
        boolean widthFits = register.bits() == wanted.bits()
                || (mayBeWider && !wanted.isFloat() && register.bits() > wanted.bits());
        boolean mixes = (register.isFloat() && isNumber(wanted)) || (wanted.isFloat() && isNumber(register));
        return widthFits && !mixes;
    }

    private static boolean isNumber(PtxType type) {
        return type.kind() == PtxType.Kind.SIGNED || type.kind() == PtxType.Kind.UNSIGNED;
    }

    private static String source(Operand operand, PtxType type, boolean mayBeWider) {
        boolean fits = switch (operand) {
            case Register register -> fits(register.type(), type, mayBeWider);
            case IntegerImmediate _ -> !type.isFloat();
            case Operand.Negated _ -> type == PtxType.PRED;
            case FloatImmediate _ -> type == PtxType.F64 || (type.bits() == 32 && !isNumber(type));
            case DoubleImmediate _ -> type == PtxType.F32 || (type.bits() == 64 && !isNumber(type));
            default -> false;
        };
        return fits ? null : register(type, mayBeWider) + " or a constant";
    }

    private static String predicate(Operand operand) {
        boolean fits = switch (operand) {
            case Register register -> register.type() == PtxType.PRED;
            case Operand.Negated negated -> negated.predicate().type() == PtxType.PRED;
            case IntegerImmediate _ -> true;
            default -> false;
        };
        return fits ? null : "a predicate";
    }

    private static String movable(Operand operand, PtxType type) {
        return switch (operand) {
            case Symbol _ -> type.bits() >= 32 && !type.isFloat() ? null : "a register of ." + type.text();
            case SpecialRegister special ->
                (special.type().bits() == type.bits() || (special.type() == PtxType.U32 && type.bits() == 16))
                                && !type.isFloat()
                        ? null
                        : "a register of ." + type.text();
            default -> source(operand, type, false);
        };
    }

    /** The value of a load or store: one element, or a vector of as many as the operation says. */
    private static String elements(Operand operand, Operation operation, boolean areResults) {
        PtxType type = operation.type();
        int count = operation.vectorWidth();
        if (count == 1) {
            boolean isDropped = operation.opcode() == Opcode.ATOM && operand instanceof Sink;
            return areResults ? (isDropped ? null : result(operand, type, true)) : source(operand, type, true);
        }
        if (!(operand instanceof Vector vector) || vector.elements().size() != count) {
            return "a vector of " + count;
        }
        for (Operand element : vector.elements()) {
            String wanted = areResults ? result(element, type, true) : source(element, type, true);
            if (!(element instanceof Sink && areResults) && wanted != null) {
                return wanted + " in each place of the vector";
            }
        }
        return null;
    }

    /** {@code mov.b64 {lo, hi}, x}: elements of equal width that together are as wide as the type. */
    private static String packed(Operand operand, PtxType type, boolean areResults) {
        if (!(operand instanceof Vector vector)
                || type.kind() != PtxType.Kind.BITS
                || type.bits() % vector.elements().size() != 0) {
            return "a register, or a vector as wide as an untyped ."
                    + type.untyped().text();
        }
        int bits = type.bits() / vector.elements().size();
        for (Operand element : vector.elements()) {
            boolean fits =
                    (element instanceof Register register && register.type().bits() == bits)
                            || element instanceof Sink
                            || (!areResults && element instanceof IntegerImmediate)
                            || (!areResults && bits == 32 && element instanceof FloatImmediate);
            if (!fits) {
                return "a vector of " + vector.elements().size() + " registers of " + bits + " bits";
            }
        }
        return null;
    }

    /** What is wrong with a register as the start of an address; null if nothing is. */
    String addressFault(Register register, Operation operation) {
        PtxType type = register.type();
        boolean isInteger = type.isInteger() && type.bits() >= 32;
        StateSpace space = operation.space();
        boolean mayBeShort = !addressesAreLong
                || switch (operation.opcode()) {
                    case LD, ST, ATOM, RED -> space != StateSpace.GENERIC && space != StateSpace.GLOBAL;
                    default -> true;
                };
        if (isInteger && type.bits() <= 64 && (mayBeShort || type.bits() == 64)) {
            return null;
        }
        return "- the address starts from " + register + " (." + type.text() + "); an address "
                + (mayBeShort
                        ? "has 32 or 64 bits"
                        : "in " + (space == StateSpace.GENERIC ? "generic" : "global") + " memory has 64 bits");
    }
}
