package io.xianka.emulator.translator;

import static io.xianka.emulator.translator.Shape.Uniform.UNIFORM;

import io.xianka.ptx.Operand;
import io.xianka.ptx.Register;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.Arrays;

/** Where registers are while instructions are written: in JVM locals, of the warp's scalars or of one lane. */
abstract class LaneScope {
    /** The local that holds the {@link TranslatedWarp}. */
    static final int WARP = 0;

    /** Lane numbers, and the number of lanes, fit in this. */
    static final int LANE_MASK = 0x7ff;

    final CodeBuilder code;
    final TranslationPlan plan;
    final Registers registers;
    final Shapes shapes;
    final RegisterFile file;
    final boolean isListed;

    /** The local of a register's value for the lane, of its scalar, or of its base; -1 where none is made yet. */
    final int[] locals;

    final int[] offsetLocals;
    final int[] arrayLocals;
    boolean inLaneLoop;

    /** Whether the loop is over the elements of vectors, each as if it were a lane's ({@link FlatRows}). */
    boolean isFlat;

    /** Whether code is written as if there were no NaNs ({@link NanFreeLoop}). */
    boolean isNanFree;

    int lane = -1;

    LaneScope(CodeBuilder code, TranslationPlan plan, boolean isListed) {
        this.code = code;
        this.plan = plan;
        this.registers = plan.registers();
        this.shapes = plan.shapes();
        this.file = plan.file();
        this.isListed = isListed;
        this.locals = new int[registers.size()];
        this.offsetLocals = new int[registers.size()];
        this.arrayLocals = new int[registers.size()];
        Arrays.fill(locals, -1);
        Arrays.fill(offsetLocals, -1);
        Arrays.fill(arrayLocals, -1);
    }

    // ---- for those that write instructions

    /** Before code that branches, so that each way finds them in locals. */
    abstract void ensureOperandsLoaded(int instruction);

    /** Before a varying register is read. */
    abstract void ensureLoaded(int register);

    /** Pops a value of the register's bank into it. */
    abstract void popRegister(Register named);

    /** Pops the offset of an affine 64-bit register; its base is popped by {@link #popBase}. */
    abstract void popOffset(int register);

    abstract void popBase(int register);

    /** The local that holds the array of a staged row; -1 for an access that goes to memory. */
    abstract int stageLocal(int instruction);

    /** The local that holds a row's start minus what its first lane would add, in the loop without checks; else -1. */
    abstract int rowLocal(int instruction);

    /** Whether the local is the distance from each lane's address to its place. */
    abstract boolean isTogether(int instruction);

    /** Pushes how many lanes there are. */
    final void pushLaneCount() {
        if (isListed) {
            code.iload(2);
        } else {
            code.iload(2).iload(1).isub();
        }
    }

    final boolean inLaneLoop() {
        return inLaneLoop;
    }

    final int laneLocal() {
        return lane;
    }

    final void setLaneLocal(int local) {
        lane = local;
    }

    final void setInLaneLoop(boolean in) {
        inLaneLoop = in;
    }

    /** Pushes the value of a register, as its own bank: of the current lane in the loop, of lane 0 outside. */
    final void pushRegister(Register named) {
        int register = registers.numberOf(named);
        switch (shapes.of(register)) {
            case Shape.Varying _ -> {
                ensureLoaded(register);
                code.loadLocal(registers.bank(register).local(), locals[register]);
            }
            case Shape.Uniform _ -> code.loadLocal(scalarBank(register).local(), locals[register]);
            case Shape.Turning _ -> {
                if (inLaneLoop) {
                    throw new AssertionError(named); // Shapes would have refused to let a warp run several blocks
                }
                code.iload(locals[register]);
            }
            case Shape.Affine32(int stride) -> {
                code.iload(locals[register]);
                addLaneTimes(stride);
            }
            case Shape.Affine64 wide -> {
                code.iload(locals[register]);
                addLaneTimes(wide.stride());
                code.i2l();
                if (!wide.isSigned()) {
                    code.loadConstant(0xffff_ffffL).land();
                }
                if (wide.scale() != 1) {
                    code.loadConstant(wide.scale()).lmul();
                }
                code.lload(offsetLocals[register]).ladd();
            }
        }
    }

    private void addLaneTimes(int stride) {
        if (!inLaneLoop || stride == 0) {
            return;
        }
        code.iload(lane);
        if (stride != 1) {
            code.loadConstant(stride).imul();
        }
        code.iadd();
    }

    final int scalarLocal(int register) {
        return locals[register];
    }

    final int offsetLocal(int register) {
        return offsetLocals[register];
    }

    final Shape shape(Operand operand) {
        return operand instanceof Register register ? shapes.of(register) : UNIFORM;
    }

    /** Pushes the array of a varying register. */
    final void loadLaneArray(int register) {
        Bank bank = registers.bank(register);
        String name = switch (bank) {
            case PREDICATE -> "predicates";
            case INT -> "ints";
            case LONG -> "longs";
            case FLOAT -> "floats";
            case DOUBLE -> "doubles";
        };
        code.aload(WARP)
                .getfield(Names.WARP, name, Names.arrayOf(bank.element()).arrayType())
                .loadConstant(file.slot(register))
                .aaload();
    }

    // ---- scalars

    final Bank scalarBank(int register) {
        return switch (shapes.of(register)) {
            case Shape.Affine32 _, Shape.Affine64 _, Shape.Turning _ -> Bank.INT;
            case Shape.Uniform _, Shape.Varying _ -> RegisterFile.scalarBank(registers.bank(register));
        };
    }

    private void pushScalarArray(Bank bank) {
        String name = switch (bank) {
            case INT, PREDICATE -> "scalarInts";
            case LONG -> "scalarLongs";
            case FLOAT -> "scalarFloats";
            case DOUBLE -> "scalarDoubles";
        };
        code.aload(WARP)
                .getfield(Names.WARP, name, Names.arrayOf(bank == Bank.PREDICATE ? TypeKind.INT : bank.local()));
    }

    /** From the warp's scalars into new locals. */
    final void loadScalar(int register) {
        Bank bank = scalarBank(register);
        locals[register] = code.allocateLocal(bank.local());
        pushScalarArray(bank);
        code.loadConstant(file.slot(register)).arrayLoad(bank.local()).storeLocal(bank.local(), locals[register]);
        if (shapes.of(register) instanceof Shape.Affine64) {
            offsetLocals[register] = code.allocateLocal(TypeKind.LONG);
            pushScalarArray(Bank.LONG);
            code.loadConstant(file.offsetSlot(register)).laload().lstore(offsetLocals[register]);
        }
    }

    /** From locals to the warp's scalars. */
    final void storeScalar(int register) {
        Bank bank = scalarBank(register);
        pushScalarArray(bank);
        code.loadConstant(file.slot(register))
                .loadLocal(bank.local(), locals[register])
                .arrayStore(bank.local());
        if (shapes.of(register) instanceof Shape.Affine64) {
            pushScalarArray(Bank.LONG);
            code.loadConstant(file.offsetSlot(register))
                    .lload(offsetLocals[register])
                    .lastore();
        }
    }
}
