package io.xianka.emulator.translator;

import io.xianka.emulator.image.KernelImage.SymbolPlace;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Operand;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** What all that write instructions share: operands onto the stack, results off it. */
abstract class OperandWriter {
    static final ClassDesc I = ConstantDescs.CD_int;
    static final ClassDesc J = ConstantDescs.CD_long;
    static final ClassDesc F = ConstantDescs.CD_float;
    static final ClassDesc D = ConstantDescs.CD_double;
    static final ClassDesc Z = ConstantDescs.CD_boolean;

    final CodeBuilder code;
    final TranslationPlan plan;
    final LaneScope block;

    OperandWriter(CodeBuilder code, TranslationPlan plan, LaneScope block) {
        this.code = code;
        this.plan = plan;
        this.block = block;
    }

    Untranslatable untranslatable(Instruction instruction) {
        return new Untranslatable(instruction.toString());
    }

    /** Pushes an operand as a value of a type; narrow integers are extended as the type says. */
    void push(Operand operand, PtxType type) throws Untranslatable {
        push(operand, type, false);
    }

    /** As {@link #push}, for uses that make no difference between NaNs. */
    void pushNumber(Operand operand, PtxType type) throws Untranslatable {
        push(operand, type, true);
    }

    void push(Operand operand, PtxType type, boolean anyNan) throws Untranslatable {
        Bank bank = Bank.of(type);
        if (bank == null) {
            throw new Untranslatable("type ." + type.text());
        }
        switch (operand) {
            case Register register -> {
                block.pushRegister(register);
                Bank own = Bank.of(register.type());
                boolean isLeft = anyNan
                        || block.isNanFree
                        || own != Bank.FLOAT
                        || !plan.nans().isCanonicalAtRead(plan.registers(), register);
                if (!isLeft && bank == Bank.FLOAT) {
                    call(Names.FLOATS, "canonical", F, F);
                } else if (!isLeft) {
                    call(Names.FLOATS, "bits", I, F);
                    own = Bank.INT;
                }
                convert(own, type);
            }
            case Operand.IntegerImmediate immediate -> pushConstant(immediate.value(), type);
            case Operand.FloatImmediate immediate -> pushBits(immediate.bits() & 0xffff_ffffL, immediate.value(), type);
            case Operand.DoubleImmediate immediate -> pushBits(immediate.bits(), immediate.value(), type);
            case Operand.Negated negated -> {
                block.pushRegister(negated.predicate());
                code.iconst_1().ixor();
            }
            case Operand.Symbol symbol -> pushConstant(addressOf(symbol), type);
            default -> throw new Untranslatable("operand " + operand);
        }
    }

    long addressOf(Operand.Symbol symbol) throws Untranslatable {
        SymbolPlace place = plan.image().find(symbol.name());
        if (place == null) {
            throw new Untranslatable("the address of " + symbol.name());
        }
        return place.address() + symbol.offsetBytes();
    }

    private void pushConstant(long value, PtxType type) {
        switch (Bank.of(type)) {
            case PREDICATE -> code.loadConstant(value == 0 ? 0 : 1);
            case INT ->
                code.loadConstant(
                        type.bits() == 32
                                ? (int) value
                                : type.isSigned()
                                        ? (int) (value << (64 - type.bits()) >> (64 - type.bits()))
                                        : (int) (value & ((1L << type.bits()) - 1)));
            case LONG -> code.loadConstant(value);
            case FLOAT -> code.loadConstant((float) value);
            case DOUBLE -> code.loadConstant((double) value);
        }
    }

    private void pushBits(long bits, double value, PtxType type) {
        switch (Bank.of(type)) {
            case PREDICATE, INT -> code.loadConstant((int) bits);
            case LONG -> code.loadConstant(bits);
            case FLOAT -> code.loadConstant((float) value);
            case DOUBLE -> code.loadConstant(value);
        }
    }

    /** Turns a value of a register's bank into one of a type. */
    private void convert(Bank from, PtxType type) throws Untranslatable {
        Bank to = Bank.of(type);
        if (from == to) {
            if (to == Bank.INT) {
                narrow(type);
            }
            return;
        }
        switch (to) {
            case INT -> {
                switch (from) {
                    case LONG -> code.l2i();
                    case FLOAT -> call(Names.FLOAT, "floatToRawIntBits", I, F);
                    default -> throw new Untranslatable(from + " as ." + type.text());
                }
                narrow(type);
            }
            case FLOAT -> {
                if (from == Bank.LONG) {
                    code.l2i();
                } else if (from != Bank.INT) {
                    throw new Untranslatable(from + " as ." + type.text());
                }
                call(Names.FLOAT, "intBitsToFloat", F, I);
            }
            case LONG -> {
                switch (from) {
                    case DOUBLE -> call(Names.DOUBLE, "doubleToRawLongBits", J, D);
                    case INT -> extend(type);
                    default -> throw new Untranslatable(from + " as ." + type.text());
                }
            }
            case DOUBLE -> {
                if (from != Bank.LONG) {
                    throw new Untranslatable(from + " as ." + type.text());
                }
                call(Names.DOUBLE, "longBitsToDouble", D, J);
            }
            case PREDICATE -> throw new Untranslatable(from + " as a predicate");
        }
    }

    /** An int to the range of a type of at most 16 bits. */
    private void narrow(PtxType type) {
        switch (type.bits()) {
            case 16 -> {
                if (type.isSigned()) {
                    code.i2s();
                } else {
                    code.i2c();
                }
            }
            case 8 -> {
                if (type.isSigned()) {
                    code.i2b();
                } else {
                    code.loadConstant(0xff).iand();
                }
            }
            default -> {}
        }
    }

    void extend(PtxType signedness) {
        code.i2l();
        if (!signedness.isSigned()) {
            code.loadConstant(0xffff_ffffL).land();
        }
    }

    /** Pops a result of a type into an operand. */
    void pop(Operand operand, PtxType type) throws Untranslatable {
        Bank from = Bank.of(type);
        if (operand instanceof Operand.Sink) {
            if (from == Bank.LONG || from == Bank.DOUBLE) {
                code.pop2();
            } else {
                code.pop();
            }
            return;
        }
        if (!(operand instanceof Register register)) {
            throw new Untranslatable("result " + operand);
        }
        Bank to = Bank.of(register.type());
        if (from == Bank.INT) {
            narrow(type);
        }
        if (from != to) {
            switch (to) {
                case LONG -> {
                    if (from == Bank.INT) {
                        extend(type);
                    } else {
                        convert(from, PtxType.B64);
                    }
                }
                default -> convert(from, register.type());
            }
        } else if (to == Bank.INT && register.type().bits() < 32) {
            code.loadConstant((1 << register.type().bits()) - 1).iand();
        }
        if (to == Bank.INT && from != Bank.INT && register.type().bits() < 32) {
            code.loadConstant((1 << register.type().bits()) - 1).iand();
        }
        block.popRegister(register);
    }

    /** Pops a single-precision result, of which NaNs must be canonical. */
    void popSingle(Operand operand) throws Untranslatable {
        if (operand instanceof Register register && Bank.of(register.type()) == Bank.FLOAT) {
            if (!block.isNanFree && plan.nans().isCanonicalAtWrite(plan.registers(), register)) {
                call(Names.FLOATS, "canonical", F, F);
            }
            block.popRegister(register);
        } else {
            call(Names.FLOATS, "bits", I, F);
            pop(operand, PtxType.B32);
        }
    }

    void call(ClassDesc owner, String name, ClassDesc result, ClassDesc... parameters) {
        code.invokestatic(owner, name, MethodTypeDesc.of(result, parameters));
    }

    /** Pushes an operand's bits as a long. */
    void pushRaw(Operand operand, PtxType type) throws Untranslatable {
        switch (operand) {
            case Register register -> {
                push(
                        register,
                        register.type().kind() == PtxType.Kind.PREDICATE
                                ? PtxType.PRED
                                : register.type().untyped());
                if (Bank.of(register.type()) != Bank.LONG && Bank.of(register.type()) != Bank.DOUBLE) {
                    code.i2l();
                }
            }
            case Operand.Negated _ -> {
                push(operand, PtxType.PRED);
                code.i2l();
            }
            case Operand.IntegerImmediate immediate -> code.loadConstant(immediate.value());
            case Operand.FloatImmediate immediate ->
                code.loadConstant(
                        type == PtxType.F64
                                ? Double.doubleToRawLongBits(immediate.value())
                                : immediate.bits() & 0xffff_ffffL);
            case Operand.DoubleImmediate immediate ->
                code.loadConstant(
                        type.bits() == 64
                                ? immediate.bits()
                                : Float.floatToRawIntBits((float) immediate.value()) & 0xffff_ffffL);
            default -> throw new Untranslatable("operand " + operand);
        }
    }

    void pushTwo(Instruction instruction, PtxType type) throws Untranslatable {
        push(instruction.operand(1), type);
        push(instruction.operand(2), type);
    }

    void add(boolean wide) {
        if (wide) {
            code.ladd();
        } else {
            code.iadd();
        }
    }

    /** The value of an operand for the first lane of a row, extended to 64 bits. */
    void pushAtFirst(Operand operand, PtxType type, boolean signed) throws Untranslatable {
        pushAt(operand, 1, type, signed);
    }

    /** The value of an operand for the last lane of a row, extended to 64 bits. */
    void pushAtLast(Operand operand, PtxType type, boolean signed) throws Untranslatable {
        int last = code.allocateLocal(TypeKind.INT);
        code.iload(2).iconst_1().isub().istore(last);
        pushAt(operand, last, type, signed);
    }

    private void pushAt(Operand operand, int lane, PtxType type, boolean signed) throws Untranslatable {
        boolean before = block.inLaneLoop();
        int laneBefore = block.laneLocal();
        block.setInLaneLoop(true);
        block.setLaneLocal(lane);
        push(operand, type.bits() == 64 ? PtxType.B64 : PtxType.B32);
        if (type.bits() != 64) {
            extend(signed ? PtxType.S32 : PtxType.U32);
        }
        block.setInLaneLoop(before);
        block.setLaneLocal(laneBefore);
    }
}
