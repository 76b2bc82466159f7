package io.xianka.emulator.translator;

import io.xianka.emulator.interpreter.LaneState;
import io.xianka.emulator.interpreter.SingleSteps;
import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.Warp;

/** The registers of a translated warp as the interpreter's steps see them. */
final class AsideLanes implements LaneState {
    /** Where a register lives; a temporary in an array of its own. */
    private enum Home {
        INT,
        NARROW,
        LONG,
        FLOAT,
        DOUBLE,
        PREDICATE,
        SCALAR_INT,
        SCALAR_LONG,
        SCALAR_FLOAT,
        SCALAR_DOUBLE,
        AFFINE_INT,
        AFFINE_LONG,
        OWN
    }

    private final TranslatedWarp warp;
    private final Asides asides;
    private final SingleSteps steps;
    private final Home[] homes;
    private final int[] slots;
    private final int[] masks;
    private final Shape[] shapes;
    private final int[] offsetSlots;
    private final long[][] own;

    AsideLanes(TranslatedWarp warp, TranslationPlan plan) {
        this.warp = warp;
        this.asides = plan.asides();
        this.steps = asides.steps();
        int count = steps.registers();
        homes = new Home[count];
        slots = new int[count];
        masks = new int[count];
        shapes = new Shape[count];
        offsetSlots = new int[count];
        own = new long[count][];
        for (int i = 0; i < count; i++) {
            int register = asides.register(i);
            if (register < 0
                    || plan.registers().bank(register) == null
                    || plan.file().slot(register) < 0) {
                homes[i] = Home.OWN;
                continue;
            }
            shapes[i] = plan.shapes().of(register);
            slots[i] = plan.file().slot(register);
            offsetSlots[i] = plan.file().offsetSlot(register);
            int bits = plan.registers().register(register).type().bits();
            masks[i] = (1 << bits) - 1;
            homes[i] = home(plan.registers().bank(register), bits, shapes[i]);
        }
    }

    private static Home home(Bank bank, int bits, Shape shape) {
        return switch (shape) {
            case Shape.Varying _ ->
                switch (bank) {
                    case INT -> bits < 32 ? Home.NARROW : Home.INT;
                    case LONG -> Home.LONG;
                    case FLOAT -> Home.FLOAT;
                    case DOUBLE -> Home.DOUBLE;
                    case PREDICATE -> Home.PREDICATE;
                };
            case Shape.Uniform _ ->
                switch (bank) {
                    case INT, PREDICATE -> Home.SCALAR_INT;
                    case LONG -> Home.SCALAR_LONG;
                    case FLOAT -> Home.SCALAR_FLOAT;
                    case DOUBLE -> Home.SCALAR_DOUBLE;
                };
            case Shape.Turning _ -> throw new AssertionError("an aside in a warp of several blocks");
            case Shape.Affine32 _ -> Home.AFFINE_INT;
            case Shape.Affine64 _ -> Home.AFFINE_LONG;
        };
    }

    /** Executes an instruction for {@code list[from..to)}, or for lanes {@code from..to} where the list is null. */
    void run(int instruction, int[] list, int from, int to) {
        int lane = list == null ? from : list[from];
        try {
            if (steps.isTogether(instruction)) {
                int present = 0;
                for (int i = from; i < to; i++) {
                    present |= 1 << (list == null ? i : list[i]);
                }
                steps.runTogether(instruction, this, present);
                return;
            }
            for (int i = from; i < to; i++) {
                lane = list == null ? i : list[i];
                steps.run(instruction, this, lane);
            }
        } catch (DeviceFault fault) {
            throw fault.at(warp.code.placeOf(instruction), warp.block.position(thread(lane)));
        }
    }

    @Override
    public BlockContext block() {
        return warp.block;
    }

    @Override
    public Warp warp() {
        return warp;
    }

    @Override
    public int lanes() {
        return warp.lanes;
    }

    @Override
    public int thread(int lane) {
        return warp.firstThread + lane;
    }

    @Override
    public long get(int lane, int operand) {
        if (operand < 0) {
            return steps.constant(operand);
        }
        int slot = slots[operand];
        return switch (homes[operand]) {
            case INT, NARROW -> warp.ints[slot][lane];
            case LONG -> warp.longs[slot][lane];
            case FLOAT -> Float.floatToRawIntBits(warp.floats[slot][lane]);
            case DOUBLE -> Double.doubleToRawLongBits(warp.doubles[slot][lane]);
            case PREDICATE -> warp.predicates[slot][lane] ? 1 : 0;
            case SCALAR_INT -> warp.scalarInts[slot];
            case SCALAR_LONG -> warp.scalarLongs[slot];
            case SCALAR_FLOAT -> Float.floatToRawIntBits(warp.scalarFloats[slot]);
            case SCALAR_DOUBLE -> Double.doubleToRawLongBits(warp.scalarDoubles[slot]);
            case AFFINE_INT -> warp.scalarInts[slot] + lane * ((Shape.Affine32) shapes[operand]).stride();
            case AFFINE_LONG -> {
                Shape.Affine64 shape = (Shape.Affine64) shapes[operand];
                int base = warp.scalarInts[slot] + lane * shape.stride();
                long extended = shape.isSigned() ? base : base & 0xffff_ffffL;
                yield extended * shape.scale() + warp.scalarLongs[offsetSlots[operand]];
            }
            case OWN -> own[operand] == null ? 0 : own[operand][lane];
        };
    }

    @Override
    public void set(int lane, int register, long value) {
        int slot = slots[register];
        switch (homes[register]) {
            case INT -> warp.ints[slot][lane] = (int) value;
            case NARROW -> warp.ints[slot][lane] = (int) value & masks[register];
            case LONG -> warp.longs[slot][lane] = value;
            case FLOAT -> warp.floats[slot][lane] = Float.intBitsToFloat((int) value);
            case DOUBLE -> warp.doubles[slot][lane] = Double.longBitsToDouble(value);
            case PREDICATE -> warp.predicates[slot][lane] = (value & 1) != 0;
            case OWN -> {
                if (own[register] == null) {
                    own[register] = new long[warp.lanes];
                }
                own[register][lane] = value;
            }
            case SCALAR_INT, SCALAR_LONG, SCALAR_FLOAT, SCALAR_DOUBLE, AFFINE_INT, AFFINE_LONG ->
                throw new IllegalStateException("a result of the interpreter in a scalar");
        }
    }

    @Override
    public int localBase(int lane) {
        return 0;
    }

    @Override
    public long localHost(int lane) {
        return warp.localHost + (long) lane * warp.block.localSlotBytes;
    }

    @Override
    public int carry(int lane) {
        return warp.carry(lane, true);
    }

    @Override
    public void carry(int lane, int carry) {
        warp.leaveCarry(lane, carry);
    }

    @Override
    public int site(int site) {
        return asides.siteOffset() + site;
    }

    @Override
    public void seemsToSpin(int steps) {
        warp.budget -= steps;
    }
}
