package io.xianka.emulator.translator;

import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.Comparison;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/** Writes comparisons and selections. */
final class ComparisonWriter extends OperandWriter {
    ComparisonWriter(CodeBuilder code, TranslationPlan plan, LaneScope block) {
        super(code, plan, block);
    }

    /** Pushes 1 or 0. */
    private void writeComparison(Comparison comparison, Operand a, Operand b, PtxType type, boolean flush)
            throws Untranslatable {
        Label yes = code.newLabel();
        Label end = code.newLabel();
        if (type == PtxType.F16 || type == PtxType.BF16) {
            // Halves widen exactly, so they compare as floats.
            pushWidened(a, type);
            pushWidened(b, type);
            writeSingleComparison(comparison, yes, end);
            return;
        }
        if (type.isInteger()) {
            push(a, type);
            push(b, type);
            boolean unsigned = switch (comparison) {
                case LO, LS, HI, HS -> true;
                default -> !type.isSigned();
            };
            boolean equality = comparison == Comparison.EQ || comparison == Comparison.NE;
            if (type.bits() == 64) {
                if (unsigned && !equality) {
                    call(Names.LONG, "compareUnsigned", I, J, J);
                } else {
                    code.lcmp();
                }
                branchIf(comparison, yes);
            } else if (unsigned && !equality && type.bits() == 32) {
                call(Names.INTEGER, "compareUnsigned", I, I, I);
                branchIf(comparison, yes);
            } else {
                switch (comparison) {
                    case EQ -> code.if_icmpeq(yes);
                    case NE -> code.if_icmpne(yes);
                    case LT, LO -> code.if_icmplt(yes);
                    case LE, LS -> code.if_icmple(yes);
                    case GT, HI -> code.if_icmpgt(yes);
                    case GE, HS -> code.if_icmpge(yes);
                    default -> throw new Untranslatable("comparison " + comparison + " of integers");
                }
            }
        } else if (type == PtxType.F32) {
            pushFlushed(a, type, flush);
            pushFlushed(b, type, flush);
            writeSingleComparison(comparison, yes, end);
            return;
        } else if (type == PtxType.F64) {
            pushNumber(a, type);
            pushNumber(b, type);
            if (writeNanComparison(comparison, D)) {
                return;
            }
            if (isNanLess(comparison)) {
                code.dcmpl();
            } else {
                code.dcmpg();
            }
            branchIf(comparison, yes);
        } else {
            throw new Untranslatable("comparison of ." + type.text());
        }
        code.iconst_0().goto_(end).labelBinding(yes).iconst_1().labelBinding(end);
    }

    private void pushWidened(Operand operand, PtxType type) throws Untranslatable {
        push(operand, type);
        call(Names.HALVES, type == PtxType.F16 ? "fromHalf" : "fromBfloat", F, I);
    }

    /** Of two floats on the stack. */
    private void writeSingleComparison(Comparison comparison, Label yes, Label end) throws Untranslatable {
        if (writeNanComparison(comparison, F)) {
            return;
        }
        if (isNanLess(comparison)) {
            code.fcmpl();
        } else {
            code.fcmpg();
        }
        branchIf(comparison, yes);
        code.iconst_0().goto_(end).labelBinding(yes).iconst_1().labelBinding(end);
    }

    /** Those that no single branch decides. */
    private boolean writeNanComparison(Comparison comparison, ClassDesc type) {
        String name = switch (comparison) {
            case NUM -> "areNumbers";
            case NAN -> "isAnyNan";
            case NE -> "areDifferentNumbers";
            case EQU -> "areEqualOrNan";
            default -> null;
        };
        if (name == null) {
            return false;
        }
        call(Names.EXCHANGES, name, Z, type, type);
        return true;
    }

    /** A NaN makes fcmpl answer -1 and fcmpg 1; this says which of them gives the comparison its answer. */
    private static boolean isNanLess(Comparison comparison) {
        return switch (comparison) {
            case GT, GE, LTU, LEU, EQ, NEU -> true;
            default -> false;
        };
    }

    private void pushFlushed(Operand operand, PtxType type, boolean flush) throws Untranslatable {
        pushNumber(operand, type);
        if (flush && type == PtxType.F32) {
            call(Names.FLOATS, "flush", F, F);
        }
    }

    private void branchIf(Comparison comparison, Label target) throws Untranslatable {
        switch (comparison) {
            case EQ -> code.ifeq(target);
            case NE, NEU -> code.ifne(target);
            case LT, LO, LTU -> code.iflt(target);
            case LE, LS, LEU -> code.ifle(target);
            case GT, HI, GTU -> code.ifgt(target);
            case GE, HS, GEU -> code.ifge(target);
            case EQU, NUM, NAN -> throw new Untranslatable("comparison " + comparison);
        }
    }

    /** False for types that are left to the interpreter's functions. */
    boolean writeSetPredicate(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        PtxType type = operation.type();
        if (isLeft(type, operation)) {
            return false;
        }
        writeComparison(operation.comparison(), instruction.operand(1), instruction.operand(2), type, operation.ftz());
        Combiner combiner = operation.combiner();
        Operand target = instruction.operand(0);
        if (combiner == null) {
            if (target instanceof Operand.Pair pair) {
                code.dup().iconst_1().ixor();
                pop(pair.second(), PtxType.PRED);
                pop(pair.first(), PtxType.PRED);
            } else {
                pop(target, PtxType.PRED);
            }
            return true;
        }
        Operand other = instruction.operand(3);
        if (target instanceof Operand.Pair pair) {
            int local = code.allocateLocal(TypeKind.INT);
            int combined = code.allocateLocal(TypeKind.INT);
            code.istore(local);
            push(other, PtxType.PRED);
            code.istore(combined);
            code.iload(local).iload(combined);
            combine(combiner);
            code.iload(local).iconst_1().ixor().iload(combined);
            combine(combiner);
            pop(pair.second(), PtxType.PRED);
            pop(pair.first(), PtxType.PRED);
        } else {
            push(other, PtxType.PRED);
            combine(combiner);
            pop(target, PtxType.PRED);
        }
        return true;
    }

    private static boolean isLeft(PtxType type, Operation operation) {
        return type.kind() == PtxType.Kind.PACKED || (operation.ftz() && type.bits() == 16);
    }

    private void combine(Combiner combiner) throws Untranslatable {
        switch (combiner) {
            case AND -> code.iand();
            case OR -> code.ior();
            case XOR -> code.ixor();
            default -> throw new Untranslatable("combination " + combiner);
        }
    }

    /** False for types that are left to the interpreter's functions. */
    boolean writeSet(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        PtxType result = operation.type();
        boolean isWord = result == PtxType.F32 || (result.bits() == 32 && result.isInteger());
        if (!isWord || isLeft(operation.sourceType(), operation)) {
            return false;
        }
        writeComparison(
                operation.comparison(),
                instruction.operand(1),
                instruction.operand(2),
                operation.sourceType(),
                operation.ftz());
        if (operation.combiner() != null) {
            push(instruction.operand(3), PtxType.PRED);
            combine(operation.combiner());
        }
        if (result == PtxType.F32) {
            code.i2f();
            pop(instruction.operand(0), PtxType.F32);
        } else {
            code.ineg();
            pop(instruction.operand(0), PtxType.B32);
        }
        return true;
    }

    void writeSelect(Instruction instruction) throws Untranslatable {
        PtxType type = instruction.operation().type();
        Label otherwise = code.newLabel();
        Label end = code.newLabel();
        push(instruction.operand(3), PtxType.PRED);
        code.ifeq(otherwise);
        boolean anyNan = plan.nans().leavesNans(plan.registers(), instruction);
        push(instruction.operand(1), type, anyNan);
        code.goto_(end).labelBinding(otherwise);
        push(instruction.operand(2), type, anyNan);
        code.labelBinding(end);
        pop(instruction.operand(0), type);
    }

    /** False where the interpreter's function is to choose. */
    boolean writeSelectBySign(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        if (operation.sourceType() != PtxType.S32) {
            return false;
        }
        PtxType type = operation.type();
        Label otherwise = code.newLabel();
        Label end = code.newLabel();
        push(instruction.operand(3), PtxType.S32);
        code.iflt(otherwise);
        push(instruction.operand(1), type);
        code.goto_(end).labelBinding(otherwise);
        push(instruction.operand(2), type);
        code.labelBinding(end);
        pop(instruction.operand(0), type);
        return true;
    }
}
