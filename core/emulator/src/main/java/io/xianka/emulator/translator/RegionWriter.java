package io.xianka.emulator.translator;

import io.xianka.emulator.translator.BasicBlock.Terminator;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Register;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Writes a method for a {@link SerialRegion}: a loop over the lanes, and in it the region's blocks with their jumps. All
 * registers that are written in there are JVM locals; those that are read behind it are stored at a lane's end.
 */
final class RegionWriter extends LaneScope {
    private static final MethodTypeDesc NOTHING_TO_INT = MethodTypeDesc.of(ConstantDescs.CD_int);

    /** Jumps back until the launch is asked whether it was cancelled. */
    static final int FUEL = 1 << 16;

    private final SerialRegion region;
    private final InstructionWriter instructions;
    private final BitSet written = new BitSet();
    private final BitSet named = new BitSet();
    private final BitSet liveBefore = new BitSet();
    private final BitSet liveBehind = new BitSet();
    private final Map<Integer, Label> labels = new HashMap<>();
    private Label laneEnd;
    private Label laneExit;
    private Label nextLane;
    private int fuel;
    private int exited;

    RegionWriter(CodeBuilder code, TranslationPlan plan, SerialRegion region, Liveness liveness, boolean isListed) {
        super(code, plan, isListed);
        this.region = region;
        this.instructions = new InstructionWriter(code, plan, this);
        for (int next : plan.flow().block(region.branch()).successors()) {
            liveBefore.or(liveness.atStart(next));
        }
        if (region.join() != SerialRegion.END) {
            liveBehind.or(liveness.atStart(region.join()));
        }
        forEachInstruction(i -> {
            for (int use : registers.uses(i)) {
                named.set(use);
            }
            for (int result : registers.definitions(i)) {
                named.set(result);
                written.set(result);
            }
        });
        BitSet blocks = region.blocks();
        for (int b = blocks.nextSetBit(0); b >= 0; b = blocks.nextSetBit(b + 1)) {
            if (plan.flow().block(b).terminator() instanceof Terminator.Branch branch) {
                named.set(registers.numberOf(branch.predicate()));
            }
        }
    }

    private void forEachInstruction(IntConsumer action) {
        BitSet blocks = region.blocks();
        for (int b = blocks.nextSetBit(0); b >= 0; b = blocks.nextSetBit(b + 1)) {
            BasicBlock block = plan.flow().block(b);
            for (int i = block.first(); i < block.end(); i++) {
                action.accept(i);
            }
        }
    }

    void write() throws Untranslatable {
        Map<Integer, int[]> entryScalars = new HashMap<>();
        for (int r = named.nextSetBit(0); r >= 0; r = named.nextSetBit(r + 1)) {
            prepareRegister(r, entryScalars);
        }
        fuel = code.allocateLocal(TypeKind.INT);
        code.loadConstant(FUEL).istore(fuel);
        exited = code.allocateLocal(TypeKind.INT);
        code.iconst_0().istore(exited);
        Label head = code.newLabel();
        Label end = code.newLabel();
        laneEnd = code.newLabel();
        laneExit = code.newLabel();
        nextLane = code.newLabel();
        int counter = code.allocateLocal(TypeKind.INT);
        if (isListed) {
            code.iconst_0().istore(counter);
            lane = code.allocateLocal(TypeKind.INT);
        } else {
            code.iload(1).istore(counter);
            lane = code.allocateLocal(TypeKind.INT);
        }
        code.labelBinding(head);
        code.iload(counter).iload(2).if_icmpge(end);
        if (isListed) {
            code.aload(1).iload(counter).iaload();
        } else {
            code.iload(counter);
        }
        code.loadConstant(LANE_MASK).iand().istore(lane);
        inLaneLoop = true;
        List<Integer> all = new ArrayList<>();
        forEachInstruction(i -> {
            if (!shapes.isScalar(i)) {
                all.add(i);
            }
        });
        // For each lane again: a hint that was renewed serves the next one.
        instructions.memory().prepare(all);
        loadLane(entryScalars);
        writeBlocks();
        code.labelBinding(laneExit);
        if (region.join() != SerialRegion.END) {
            code.aload(WARP)
                    .iload(lane)
                    .invokevirtual(Names.WARP, "exit", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int));
            code.iinc(exited, 1);
        }
        code.goto_(nextLane);
        code.labelBinding(laneEnd);
        storeLane();
        code.labelBinding(nextLane);
        code.iinc(counter, 1).goto_(head);
        code.labelBinding(end);
        code.iload(exited).ireturn();
    }

    private void prepareRegister(int register, Map<Integer, int[]> entryScalars) {
        boolean isKept = file.slot(register) >= 0;
        if (shapes.of(register).isScalar()) {
            if (isKept && liveBefore.get(register)) {
                loadScalar(register);
                if (written.get(register)) {
                    entryScalars.put(register, new int[] {locals[register], offsetLocals[register]});
                    allocate(register);
                }
            } else {
                allocate(register);
            }
            return;
        }
        if (isKept && (liveBefore.get(register) || (written.get(register) && liveBehind.get(register)))) {
            arrayLocals[register] = code.allocateLocal(TypeKind.REFERENCE);
            loadLaneArray(register);
            code.astore(arrayLocals[register]);
        }
        allocate(register);
    }

    private void allocate(int register) {
        locals[register] = code.allocateLocal(
                shapes.of(register).isScalar()
                        ? scalarBank(register).local()
                        : registers.bank(register).local());
        if (shapes.of(register) instanceof Shape.Affine64) {
            offsetLocals[register] = code.allocateLocal(TypeKind.LONG);
        }
    }

    private void loadLane(Map<Integer, int[]> entryScalars) {
        entryScalars.forEach((register, entry) -> {
            TypeKind kind = scalarBank(register).local();
            code.loadLocal(kind, entry[0]).storeLocal(kind, locals[register]);
            if (shapes.of(register) instanceof Shape.Affine64) {
                code.lload(entry[1]).lstore(offsetLocals[register]);
            }
        });
        for (int r = named.nextSetBit(0); r >= 0; r = named.nextSetBit(r + 1)) {
            if (arrayLocals[r] >= 0 && liveBefore.get(r)) {
                Bank bank = registers.bank(r);
                code.aload(arrayLocals[r]).iload(lane).arrayLoad(bank.element()).storeLocal(bank.local(), locals[r]);
            }
        }
    }

    private void storeLane() {
        for (int r = written.nextSetBit(0); r >= 0; r = written.nextSetBit(r + 1)) {
            if (arrayLocals[r] >= 0 && liveBehind.get(r)) {
                Bank bank = registers.bank(r);
                code.aload(arrayLocals[r])
                        .iload(lane)
                        .loadLocal(bank.local(), locals[r])
                        .arrayStore(bank.element());
            }
        }
    }

    private Label label(int block) {
        if (block == region.join()) {
            return laneEnd;
        }
        if (!region.blocks().get(block)) {
            return laneExit; // it does nothing but end the lane
        }
        return labels.computeIfAbsent(block, _ -> code.newLabel());
    }

    private void writeBlocks() throws Untranslatable {
        Terminator.Branch entry =
                (Terminator.Branch) plan.flow().block(region.branch()).terminator();
        code.aload(WARP)
                .getfield(Names.WARP, "taken", Names.arrayOf(TypeKind.BOOLEAN))
                .iload(lane)
                .baload()
                .ifne(label(entry.taken()))
                .goto_(label(entry.next()));
        BitSet blocks = region.blocks();
        for (int b = blocks.nextSetBit(0); b >= 0; b = blocks.nextSetBit(b + 1)) {
            BasicBlock block = plan.flow().block(b);
            code.labelBinding(label(b));
            for (int i = block.first(); i < block.end(); i++) {
                writeInstruction(i);
            }
            int following = blocks.nextSetBit(b + 1);
            switch (block.terminator()) {
                case Terminator.Jump jump -> writeJump(b, jump.next(), following);
                case Terminator.Branch branch -> {
                    pushRegister(branch.predicate());
                    if (branch.taken() > b) {
                        if (branch.negated()) {
                            code.ifeq(label(branch.taken()));
                        } else {
                            code.ifne(label(branch.taken()));
                        }
                    } else {
                        Label stay = code.newLabel();
                        if (branch.negated()) {
                            code.ifne(stay);
                        } else {
                            code.ifeq(stay);
                        }
                        writeJump(b, branch.taken(), -1);
                        code.labelBinding(stay);
                    }
                    writeJump(b, branch.next(), following);
                }
                case Terminator.Exit _ -> code.goto_(laneExit);
                case Terminator.Switch _, Terminator.Barrier _, Terminator.BarrierResult _, Terminator.Exchange _ ->
                    throw new AssertionError(block);
            }
        }
    }

    private void writeJump(int from, int to, int following) {
        if (to <= from) {
            Label go = code.newLabel();
            code.iinc(fuel, -1).iload(fuel).ifge(go);
            code.aload(WARP).invokevirtual(Names.WARP, "refuel", NOTHING_TO_INT).istore(fuel);
            code.labelBinding(go);
        }
        if (to != following || to == region.join()) {
            code.goto_(label(to));
        }
    }

    private void writeInstruction(int index) throws Untranslatable {
        Instruction instruction = plan.flow().body().instruction(index);
        Label skip = null;
        if (instruction.guard() != null) {
            skip = code.newLabel();
            pushRegister(instruction.guard().predicate());
            if (instruction.guard().negated()) {
                code.ifne(skip);
            } else {
                code.ifeq(skip);
            }
        }
        boolean isScalar = shapes.isScalar(index);
        inLaneLoop = !isScalar;
        instructions.write(instruction, index);
        inLaneLoop = true;
        if (isScalar) {
            for (int result : registers.definitions(index)) {
                if (file.slot(result) >= 0 && liveBehind.get(result)) {
                    storeScalar(result);
                }
            }
        }
        if (skip != null) {
            code.labelBinding(skip);
        }
    }

    @Override
    void ensureOperandsLoaded(int instruction) {}

    @Override
    void ensureLoaded(int register) {}

    @Override
    void popRegister(Register named) {
        int register = registers.numberOf(named);
        Bank bank = shapes.of(register).isScalar() ? scalarBank(register) : registers.bank(register);
        code.storeLocal(bank.local(), locals[register]);
    }

    @Override
    void popOffset(int register) {
        code.lstore(offsetLocals[register]);
    }

    @Override
    void popBase(int register) {
        code.istore(locals[register]);
    }

    @Override
    int stageLocal(int instruction) {
        return -1;
    }

    @Override
    int rowLocal(int instruction) {
        return -1;
    }

    @Override
    boolean isTogether(int instruction) {
        return false;
    }
}
