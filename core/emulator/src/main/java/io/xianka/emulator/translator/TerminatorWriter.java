package io.xianka.emulator.translator;

import static io.xianka.emulator.translator.Shape.Varying.VARYING;

import io.xianka.emulator.translator.BasicBlock.Terminator;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Operand;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Writes what ends a block, as far as it is more than a number in a table. */
final class TerminatorWriter extends OperandWriter {
    TerminatorWriter(CodeBuilder code, TranslationPlan plan, LaneScope block) {
        super(code, plan, block);
    }

    void writeSwitch(Terminator.Switch select, boolean isListed) throws Untranslatable {
        Instruction instruction = plan.flow().body().instruction(select.instruction());
        if (!(instruction.operand(0) instanceof Register index)) {
            throw untranslatable(instruction);
        }
        pushArguments(isListed);
        code.loadConstant(select.instruction());
        pushLaneValues(index);
        code.loadConstant(select.targets().size()).newarray(TypeKind.INT);
        for (int i = 0; i < select.targets().size(); i++) {
            code.dup().loadConstant(i).loadConstant(select.targets().get(i)).iastore();
        }
        call(
                Names.EXCHANGES,
                "select",
                ConstantDescs.CD_void,
                Names.WARP,
                I.arrayType(),
                I,
                I,
                I,
                I.arrayType(),
                I.arrayType());
    }

    /** Warp, list of lanes or null, from (or 0), to (or count). */
    private void pushArguments(boolean isListed) {
        code.aload(LaneScope.WARP);
        if (isListed) {
            code.aload(1).iconst_0().iload(2);
        } else {
            code.aconst_null().iload(1).iload(2);
        }
    }

    /** Pushes an int array with an element for each lane, whatever the operand is. */
    private void pushLaneValues(Operand operand) throws Untranslatable {
        switch (operand) {
            case Register register
            when plan.shapes().of(register) == VARYING -> {
                switch (Bank.of(register.type())) {
                    case INT, PREDICATE -> block.loadLaneArray(plan.registers().numberOf(register));
                    default -> throw new Untranslatable("register " + register + " across lanes");
                }
            }
            case Register register -> {
                int stride = plan.shapes().of(register) instanceof Shape.Affine32(int s) ? s : 0;
                if (plan.shapes().of(register) instanceof Shape.Affine64) {
                    throw new Untranslatable("register " + register + " across lanes");
                }
                code.aload(LaneScope.WARP);
                push(register, Bank.of(register.type()) == Bank.PREDICATE ? PtxType.PRED : PtxType.B32);
                code.loadConstant(stride);
                boolean isPredicate = Bank.of(register.type()) == Bank.PREDICATE;
                code.invokevirtual(
                        Names.WARP,
                        isPredicate ? "spreadPredicate" : "spread",
                        MethodTypeDesc.of(isPredicate ? Z.arrayType() : I.arrayType(), I, I));
            }
            default -> {
                code.aload(LaneScope.WARP);
                push(operand, PtxType.B32);
                code.iconst_0();
                code.invokevirtual(Names.WARP, "spread", MethodTypeDesc.of(I.arrayType(), I, I));
            }
        }
    }

    private void pushPredicateValues(Operand operand) throws Untranslatable {
        switch (operand) {
            case Register register -> pushLaneValues(register);
            case Operand.Negated negated -> {
                code.aload(LaneScope.WARP);
                pushLaneValues(negated.predicate());
                code.invokevirtual(Names.WARP, "negated", MethodTypeDesc.of(Z.arrayType(), Z.arrayType()));
            }
            default -> {
                code.aload(LaneScope.WARP);
                push(operand, PtxType.PRED);
                code.iconst_0();
                code.invokevirtual(Names.WARP, "spreadPredicate", MethodTypeDesc.of(Z.arrayType(), I, I));
            }
        }
    }

    void writeTerminator(Terminator terminator, boolean isListed) throws Untranslatable {
        switch (terminator) {
            case Terminator.Jump _, Terminator.Branch _, Terminator.Switch _, Terminator.Exit _ -> {}
            case Terminator.Barrier barrier -> writeBarrier(barrier.instruction(), isListed);
            case Terminator.BarrierResult result -> writeBarrierResult(result.instruction(), isListed);
            case Terminator.Exchange exchange -> writeExchange(exchange.instruction(), isListed);
        }
    }

    private void writeBarrier(int index, boolean isListed) throws Untranslatable {
        Instruction instruction = plan.flow().body().instruction(index);
        boolean isReduction = ControlFlow.isReduction(instruction);
        if (Barriers.isPerLane(plan.shapes(), instruction)) {
            pushArguments(isListed);
            code.loadConstant(index);
            pushLaneValues(Barriers.number(instruction));
            pushLaneValues(Barriers.threads(instruction));
            if (isReduction) {
                pushPredicateValues(instruction.operands().getLast());
            } else {
                code.aconst_null();
            }
            ClassDesc ints = I.arrayType();
            call(
                    Names.BARRIERS,
                    "prepare",
                    ConstantDescs.CD_void,
                    Names.WARP,
                    ints,
                    I,
                    I,
                    I,
                    ints,
                    ints,
                    Z.arrayType());
            return;
        }
        code.aload(LaneScope.WARP);
        push(Barriers.number(instruction), PtxType.B32);
        code.putfield(Names.WARP, "barrier", I);
        code.aload(LaneScope.WARP);
        push(Barriers.threads(instruction), PtxType.B32);
        code.putfield(Names.WARP, "barrierThreads", I);
        if (!Barriers.exists(Barriers.number(instruction))) {
            code.aload(LaneScope.WARP).dup().getfield(Names.WARP, "barrier", I).loadConstant(index);
            pushFirstLane(isListed);
            call(Names.BARRIERS, "check", ConstantDescs.CD_void, Names.WARP, I, I, I);
        }
        if (isReduction) {
            pushArguments(isListed);
            pushPredicateValues(instruction.operands().getLast());
            call(Names.EXCHANGES, "contribute", ConstantDescs.CD_void, Names.WARP, I.arrayType(), I, I, Z.arrayType());
        }
    }

    private void pushFirstLane(boolean isListed) {
        if (isListed) {
            code.aload(1).iconst_0().iaload();
        } else {
            code.iload(1);
        }
    }

    private void writeBarrierResult(int index, boolean isListed) throws Untranslatable {
        Instruction instruction = plan.flow().body().instruction(index);
        Operand target = instruction.operand(0);
        Combiner combiner = instruction.operation().combiner();
        if (combiner == null
                || !(target instanceof Register register)
                || plan.shapes().of(register) != VARYING) {
            throw untranslatable(instruction);
        }
        pushArguments(isListed);
        code.loadConstant(combiner.ordinal());
        pushLaneValues(Barriers.number(instruction));
        block.loadLaneArray(plan.registers().numberOf(register));
        ClassDesc array = Bank.of(register.type()) == Bank.PREDICATE ? Z.arrayType() : I.arrayType();
        call(Names.BARRIERS, "result", ConstantDescs.CD_void, Names.WARP, I.arrayType(), I, I, I, I.arrayType(), array);
    }

    private void writeExchange(int index, boolean isListed) throws Untranslatable {
        if (Asides.isAside(plan.flow().body().instruction(index))) {
            code.aload(LaneScope.WARP).loadConstant(index);
            if (isListed) {
                code.aload(1).iconst_0().iload(2);
            } else {
                code.aconst_null().iload(1).iload(2);
            }
            code.invokevirtual(Names.WARP, "aside", MethodTypeDesc.of(ConstantDescs.CD_void, I, I.arrayType(), I, I));
            return;
        }
        new ExchangeWriter(this, isListed).write(plan.flow().body().instruction(index));
    }

    void pushExchangeArguments(boolean isListed) {
        pushArguments(isListed);
    }

    void pushInts(Operand operand) throws Untranslatable {
        pushLaneValues(operand);
    }

    void pushPredicates(Operand operand) throws Untranslatable {
        pushPredicateValues(operand);
    }
}
