package io.xianka.emulator.translator;

import static io.xianka.emulator.translator.Shape.Uniform.UNIFORM;
import static io.xianka.emulator.translator.Shape.Varying.VARYING;

import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Modifier.ShuffleMode;
import io.xianka.ptx.Modifier.VoteMode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.List;

/** Writes calls of {@link Exchanges}: operands in which lanes look at each other. */
final class ExchangeWriter {
    private static final ClassDesc I = ConstantDescs.CD_int;
    private static final ClassDesc INTS = ConstantDescs.CD_int.arrayType();
    private static final ClassDesc FLOATS = ConstantDescs.CD_float.arrayType();
    private static final ClassDesc FLAGS = ConstantDescs.CD_boolean.arrayType();

    private static final Operand ALL_LANES = new Operand.IntegerImmediate(-1);

    private final CodeBuilder code;
    private final TranslationPlan plan;
    private final TerminatorWriter operands;
    private final boolean isListed;

    ExchangeWriter(TerminatorWriter operands, boolean isListed) {
        this.code = operands.code;
        this.plan = operands.plan;
        this.operands = operands;
        this.isListed = isListed;
    }

    void write(Instruction instruction) throws Untranslatable {
        Operation operation = instruction.operation();
        List<ClassDesc> types = new ArrayList<>(List.of(Names.WARP, INTS, I, I));
        switch (instruction.opcode()) {
            case BAR_WARP_SYNC -> {}
            case SHFL -> {
                boolean isSync = operation.has(Keyword.SYNC);
                Operand target = first(instruction.operand(0));
                boolean isFloat = bank(instruction.operand(1)) == Bank.FLOAT;
                if (operation.type().bits() != 32
                        || (target instanceof Register && (bank(target) == Bank.FLOAT) != isFloat)) {
                    throw operands.untranslatable(instruction);
                }
                operands.pushExchangeArguments(isListed);
                code.loadConstant(
                        operation.find(ShuffleMode.class).orElseThrow().ordinal());
                types.add(I);
                pushTarget(target);
                types.add(isFloat ? FLOATS : INTS);
                pushTarget(second(instruction.operand(0)));
                types.add(FLAGS);
                if (isFloat) {
                    pushFloats(instruction.operand(1));
                } else {
                    operands.pushInts(instruction.operand(1));
                }
                types.add(isFloat ? FLOATS : INTS);
                Operand mask = isSync ? instruction.operand(4) : ALL_LANES;
                if (isUniform(instruction.operand(2)) && isUniform(instruction.operand(3)) && isUniform(mask)) {
                    operands.push(instruction.operand(2), PtxType.B32);
                    operands.push(instruction.operand(3), PtxType.B32);
                    operands.push(mask, PtxType.B32);
                    types.addAll(List.of(I, I, I));
                    call(Names.EVEN_EXCHANGES, "shuffle", types);
                    return;
                }
                operands.pushInts(instruction.operand(2));
                operands.pushInts(instruction.operand(3));
                operands.pushInts(mask);
                types.addAll(List.of(INTS, INTS, INTS));
                call("shuffle", types);
            }
            case VOTE -> {
                boolean isSync = operation.has(Keyword.SYNC);
                VoteMode mode = operation.find(VoteMode.class).orElse(null);
                if (mode == null) {
                    mode = operation.has(Keyword.ALL)
                            ? VoteMode.ALL
                            : operation.has(Keyword.ANY) ? VoteMode.ANY : VoteMode.UNI;
                }
                operands.pushExchangeArguments(isListed);
                code.loadConstant(mode.ordinal());
                types.add(I);
                pushTarget(instruction.operand(0));
                types.add(mode == VoteMode.BALLOT ? INTS : FLAGS);
                operands.pushPredicates(instruction.operand(1));
                types.add(FLAGS);
                operands.pushInts(isSync ? instruction.operand(2) : ALL_LANES);
                types.add(INTS);
                call("vote", types);
            }
            case ACTIVEMASK -> {
                operands.pushExchangeArguments(isListed);
                pushTarget(instruction.operand(0));
                types.add(INTS);
                call("activeMask", types);
            }
            case MATCH -> {
                if (operation.type().bits() != 32) {
                    throw operands.untranslatable(instruction);
                }
                boolean isAll = operation.has(Keyword.ALL)
                        || operation.find(VoteMode.class).orElse(null) == VoteMode.ALL;
                operands.pushExchangeArguments(isListed);
                pushTarget(first(instruction.operand(0)));
                types.add(INTS);
                if (isAll) {
                    pushTarget(second(instruction.operand(0)));
                    types.add(FLAGS);
                }
                operands.pushInts(instruction.operand(1));
                operands.pushInts(instruction.operand(2));
                types.addAll(List.of(INTS, INTS));
                call(isAll ? "matchAll" : "matchAny", types);
            }
            case REDUX -> {
                Combiner combiner = operation.combiner();
                if (combiner == null || !operation.type().isInteger()) {
                    throw operands.untranslatable(instruction);
                }
                operands.pushExchangeArguments(isListed);
                code.loadConstant(combiner.ordinal())
                        .loadConstant(operation.type().isSigned() ? 1 : 0);
                types.addAll(List.of(I, ConstantDescs.CD_boolean));
                pushTarget(instruction.operand(0));
                operands.pushInts(instruction.operand(1));
                operands.pushInts(instruction.operand(2));
                types.addAll(List.of(INTS, INTS, INTS));
                call("reduce", types);
            }
            case ELECT -> {
                operands.pushExchangeArguments(isListed);
                pushTarget(first(instruction.operand(0)));
                pushTarget(second(instruction.operand(0)));
                operands.pushInts(instruction.operand(1));
                types.addAll(List.of(INTS, FLAGS, INTS));
                call("elect", types);
            }
            default -> throw operands.untranslatable(instruction);
        }
    }

    private boolean isUniform(Operand operand) {
        return operands.block.shape(operand) == UNIFORM;
    }

    private void call(String name, List<ClassDesc> types) {
        call(Names.EXCHANGES, name, types);
    }

    private void call(ClassDesc owner, String name, List<ClassDesc> types) {
        operands.call(owner, name, ConstantDescs.CD_void, types.toArray(ClassDesc[]::new));
    }

    private static Operand first(Operand target) {
        return target instanceof Operand.Pair pair ? pair.first() : target;
    }

    private static Operand second(Operand target) {
        return target instanceof Operand.Pair pair ? pair.second() : Operand.SINK;
    }

    private static Bank bank(Operand operand) {
        return operand instanceof Register register ? Bank.of(register.type()) : Bank.INT;
    }

    /** Pushes the array of a result; null for one that nobody wants. */
    private void pushTarget(Operand target) throws Untranslatable {
        if (target instanceof Register register) {
            if (plan.shapes().of(register) != VARYING
                    || register.type().bits() == 64
                    || register.type().bits() == 16) {
                throw new Untranslatable("result " + register + " across lanes");
            }
            operands.block.loadLaneArray(plan.registers().numberOf(register));
        } else {
            code.aconst_null();
        }
    }

    private void pushFloats(Operand source) throws Untranslatable {
        Register register = (Register) source;
        if (plan.shapes().of(register) == VARYING) {
            operands.block.loadLaneArray(plan.registers().numberOf(register));
        } else {
            code.aload(LaneScope.WARP);
            operands.push(register, PtxType.F32);
            code.invokevirtual(
                    Names.WARP, "spread", java.lang.constant.MethodTypeDesc.of(FLOATS, ConstantDescs.CD_float));
        }
    }
}
