package io.xianka.emulator.translator;

import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import java.lang.classfile.CodeBuilder;

/** Writes floating-point arithmetic and conversions; what it does not know is the interpreter's. */
final class FloatWriter extends OperandWriter {
    FloatWriter(CodeBuilder code, TranslationPlan plan, LaneScope block) {
        super(code, plan, block);
    }

    private boolean isPlainRounding(Operation operation) {
        Modifier.Rounding rounding = operation.rounding();
        return rounding == null || rounding == Modifier.Rounding.RN;
    }

    private void pushRounding(Operation operation) throws Untranslatable {
        Modifier.Rounding rounding = operation.rounding();
        String name = switch (rounding) {
            case null -> "NEAREST_EVEN";
            case RN, RNI -> "NEAREST_EVEN";
            case RZ, RZI -> "TOWARD_ZERO";
            case RM, RMI -> "DOWN";
            case RP, RPI -> "UP";
            case RNA, RS -> throw new Untranslatable("rounding " + rounding);
        };
        code.getstatic(Names.ROUNDING, name, Names.ROUNDING);
    }

    private void pushSingles(Instruction instruction, int count) throws Untranslatable {
        for (int i = 1; i <= count; i++) {
            pushNumber(instruction.operand(i), PtxType.F32);
            if (instruction.operation().ftz()) {
                call(Names.FLOATS, "flush", F, F);
            }
        }
    }

    boolean writeSingle(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        boolean plain = isPlainRounding(operation);
        switch (instruction.opcode()) {
            case ADD, SUB, MUL -> {
                pushSingles(instruction, 2);
                if (plain) {
                    switch (instruction.opcode()) {
                        case ADD -> code.fadd();
                        case SUB -> code.fsub();
                        default -> code.fmul();
                    }
                } else {
                    pushRounding(operation);
                    String name = switch (instruction.opcode()) {
                        case ADD -> "add";
                        case SUB -> "subtract";
                        default -> "multiply";
                    };
                    call(Names.FLOATS, name, F, F, F, Names.ROUNDING);
                }
            }
            case MAD, FMA -> {
                pushSingles(instruction, 3);
                if (plain) {
                    call(Names.MATH, "fma", F, F, F, F);
                } else {
                    pushRounding(operation);
                    call(Names.FLOATS, "fma", F, F, F, F, Names.ROUNDING);
                }
            }
            case DIV -> {
                pushSingles(instruction, 2);
                if (operation.has(Keyword.APPROX) || operation.has(Keyword.FULL)) {
                    call(Names.FLOATS, "divideApproximately", F, F, F);
                } else if (plain) {
                    code.fdiv();
                } else {
                    pushRounding(operation);
                    call(Names.FLOATS, "divide", F, F, F, Names.ROUNDING);
                }
            }
            case MIN, MAX -> {
                if (instruction.operands().size() != 3 || operation.has(Keyword.XORSIGN)) {
                    return false;
                }
                pushSingles(instruction, 2);
                String name = instruction.opcode() == Opcode.MIN ? "min" : "max";
                call(Names.FLOATS, operation.has(Keyword.NAN) ? name + "OrNan" : name, F, F, F);
            }
            case SQRT -> {
                pushSingles(instruction, 1);
                if (plain) {
                    code.f2d();
                    call(Names.MATH, "sqrt", D, D);
                    code.d2f();
                } else {
                    pushRounding(operation);
                    call(Names.FLOATS, "squareRoot", F, F, Names.ROUNDING);
                }
            }
            case RCP -> {
                if (plain) {
                    code.fconst_1();
                    pushSingles(instruction, 1);
                    code.fdiv();
                } else {
                    pushSingles(instruction, 1);
                    pushRounding(operation);
                    call(Names.FLOATS, "reciprocal", F, F, Names.ROUNDING);
                }
            }
            case RSQRT, EX2, LG2, SIN, COS, TANH -> {
                pushSingles(instruction, 1);
                String name = switch (instruction.opcode()) {
                    case RSQRT -> "reciprocalSquareRoot";
                    case EX2 -> "exponential2";
                    case LG2 -> "logarithm2";
                    case SIN -> "sine";
                    case COS -> "cosine";
                    default -> "hyperbolicTangent";
                };
                call(Names.FLOATS, name, F, F);
            }
            case NEG, ABS -> {
                return writeSign(instruction);
            }
            default -> {
                return false;
            }
        }
        if (operation.ftz()) {
            call(Names.FLOATS, "flush", F, F);
        }
        if (operation.sat()) {
            call(Names.FLOATS, "saturate", F, F);
        }
        popSingle(instruction.operand(0));
        return true;
    }

    /** A NaN keeps its bits, but for the sign; where nobody looks at them, any NaN will do. */
    private boolean writeSign(Instruction instruction) throws Untranslatable {
        boolean isNegation = instruction.opcode() == Opcode.NEG;
        if (instruction.operation().ftz() || !(instruction.operand(0) instanceof Register result)) {
            return false;
        }
        if (Bank.of(result.type()) == Bank.FLOAT
                && (block.isNanFree || !plan.nans().areBitsSeen(plan.registers(), result))) {
            pushNumber(instruction.operand(1), PtxType.F32);
            if (isNegation) {
                code.fneg();
            } else {
                call(Names.MATH, "abs", F, F);
            }
            block.popRegister(result);
            return true;
        }
        push(instruction.operand(1), PtxType.B32);
        if (isNegation) {
            code.loadConstant(0x8000_0000).ixor();
        } else {
            code.loadConstant(0x7fff_ffff).iand();
        }
        pop(result, PtxType.B32);
        return true;
    }

    boolean writeDouble(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        if (!isPlainRounding(operation)) {
            return false;
        }
        switch (instruction.opcode()) {
            case ADD, SUB, MUL, DIV -> {
                pushTwo(instruction, PtxType.F64);
                switch (instruction.opcode()) {
                    case ADD -> code.dadd();
                    case SUB -> code.dsub();
                    case MUL -> code.dmul();
                    default -> code.ddiv();
                }
            }
            case MAD, FMA -> {
                pushTwo(instruction, PtxType.F64);
                push(instruction.operand(3), PtxType.F64);
                call(Names.MATH, "fma", D, D, D, D);
            }
            case MIN, MAX -> {
                pushTwo(instruction, PtxType.F64);
                call(Names.DOUBLES, instruction.opcode() == Opcode.MIN ? "min" : "max", D, D, D);
            }
            case SQRT -> {
                push(instruction.operand(1), PtxType.F64);
                call(Names.MATH, "sqrt", D, D);
            }
            case RCP -> {
                if (operation.has(Keyword.APPROX)) {
                    return false;
                }
                code.dconst_1();
                push(instruction.operand(1), PtxType.F64);
                code.ddiv();
            }
            case NEG -> {
                push(instruction.operand(1), PtxType.F64);
                code.dneg();
            }
            case ABS -> {
                push(instruction.operand(1), PtxType.F64);
                call(Names.DOUBLES, "absolute", D, D);
            }
            default -> {
                return false;
            }
        }
        pop(instruction.operand(0), PtxType.F64);
        return true;
    }

    /** Answers false for what the interpreter's functions do. */
    boolean writeConversion(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        PtxType to = operation.type();
        PtxType from = operation.sourceType();
        Operand target = instruction.operand(0);
        Operand source = instruction.operand(1);
        if (operation.types().size() != 2 || operation.ftz()) {
            return false;
        }
        Modifier.Rounding rounding = operation.rounding();
        if (from.isInteger() && to.isInteger() && !operation.sat()) {
            push(source, from);
            if (to.bits() == 64 && from.bits() < 64) {
                extend(from);
            } else if (to.bits() < 64 && from.bits() == 64) {
                code.l2i();
            }
            pop(target, to);
        } else if (from == PtxType.F32 && to == PtxType.F64 && !operation.sat()) {
            push(source, from);
            code.f2d();
            pop(target, to);
        } else if (from == PtxType.F64
                && to == PtxType.F32
                && !operation.sat()
                && (rounding == null || rounding == Modifier.Rounding.RN)) {
            push(source, from);
            code.d2f();
            popSingle(target);
        } else if (from.isInteger()
                && from.bits() <= 32
                && (to == PtxType.F64 || to == PtxType.F32)
                && !operation.sat()
                && (rounding == null || rounding == Modifier.Rounding.RN)) {
            push(source, from);
            if (from.bits() == 32 && !from.isSigned()) {
                extend(from);
                if (to == PtxType.F64) {
                    code.l2d();
                } else {
                    code.l2f();
                }
            } else if (to == PtxType.F64) {
                code.i2d();
            } else {
                code.i2f();
            }
            pop(target, to);
        } else if (from == to && (from == PtxType.F32 || from == PtxType.F64) && !operation.sat()) {
            String name = wholeNumber(rounding);
            if (name == null) {
                return false;
            }
            pushWhole(source, from, name);
            if (to == PtxType.F32) {
                popSingle(target);
            } else {
                pop(target, to);
            }
        } else if (to.isInteger()
                && to.bits() == 32
                && (from == PtxType.F32 || from == PtxType.F64)
                && !operation.sat()
                && (rounding == Modifier.Rounding.RZI || wholeNumber(rounding) != null)) {
            if (rounding == Modifier.Rounding.RZI) {
                pushNumber(source, from);
            } else {
                pushWhole(source, from, wholeNumber(rounding));
            }
            call(Names.CONVERSIONS, to.isSigned() ? "toInt" : "toUnsignedInt", I, from == PtxType.F32 ? F : D);
            pop(target, to);
        } else {
            return false;
        }
        return true;
    }

    /** The method of {@link Math} that rounds to a whole number; null where there is none. */
    private static String wholeNumber(Modifier.Rounding rounding) {
        return switch (rounding) {
            case RNI -> "rint";
            case RMI -> "floor";
            case RPI -> "ceil";
            case RZI, RN, RZ, RM, RP, RNA, RS -> null;
            case null -> null;
        };
    }

    private void pushWhole(Operand source, PtxType type, String name) throws Untranslatable {
        pushNumber(source, type);
        if (type == PtxType.F32) {
            code.f2d();
        }
        call(Names.MATH, name, D, D);
        if (type == PtxType.F32) {
            code.d2f();
        }
    }
}
