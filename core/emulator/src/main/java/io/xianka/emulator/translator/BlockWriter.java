package io.xianka.emulator.translator;

import static io.xianka.emulator.translator.Shape.Uniform.UNIFORM;
import static io.xianka.emulator.translator.Shape.Varying.VARYING;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.xianka.emulator.translator.BasicBlock.Terminator;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Register;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes the method of one basic block. First what is scalar, once; then a loop over the lanes with all the rest, registers in
 * JVM locals; then what lives on goes back to the warp.
 *
 * <p>Where lanes access memory one step apart, the method checks the whole row before the loop, which then goes without
 * checks. If a row is not what it should be, it calls another method for the same block that checks each access: HotSpot
 * makes vectors of the only loop of a small method, and of that alone.
 */
final class BlockWriter extends LaneScope {
    /** How a method goes over the lanes, and how it accesses memory. */
    enum Way {
        /** A row of lanes {@code (TranslatedWarp warp, int from, int to)}, whose accesses are checked as rows. */
        RANGE("range"),
        /** The same, each access checked by itself. */
        CHECKED("checked"),
        /** A list of lanes {@code (TranslatedWarp warp, int[] lanes, int count)}. */
        LISTED("listed"),
        /** The same, where a watch is not asked for all lanes at once. */
        LISTED_CHECKED("listedChecked");

        private final String prefix;

        Way(String prefix) {
            this.prefix = prefix;
        }

        String methodName(int block) {
            return prefix + block;
        }

        boolean isListed() {
            return switch (this) {
                case RANGE, CHECKED -> false;
                case LISTED, LISTED_CHECKED -> true;
            };
        }

        /** The way where the accesses of this one cannot be checked together. */
        Way fallback() {
            return isListed() ? LISTED_CHECKED : CHECKED;
        }
    }

    /** Of the checks of a third buffer, HotSpot leaves some in the loop. */
    private static final int MOST_VIEWS = 2;

    private final BasicBlock block;
    private final Way way;
    private final ClassDesc self;
    private final InstructionWriter instructions;
    private final TerminatorWriter terminators;

    private final boolean[] isLoaded;
    private final Set<Integer> dirty = new LinkedHashSet<>();
    private final Set<Integer> writtenScalars = new LinkedHashSet<>();

    /** Which locals hold the scalars after an instruction of the block, in the order of the block. */
    private final List<ScalarVersion> versions = new ArrayList<>();

    private boolean isFast;
    private int takenCount = -1;

    /** The comparison of the branch where no loop is needed for it; else -1. */
    private int oneLane = -1;

    /** For each instruction of the block with a row of accesses, the local that holds the row's start. */
    private final int[] rowLocals;

    /** For each of them in the loop over arrays, the local that holds the row's array. */
    private final int[] stageLocals;

    /** Rows that are copied to or from the arrays of registers, so that the loop has nothing to do for them. */
    private final BitSet direct = new BitSet();

    /** What the loop does where it is over the elements of vectors; else null. */
    private FlatRows flat;

    /** The accesses that a watch is asked about for all lanes at once, addresses and all. */
    private final BitSet together = new BitSet();

    private record ScalarVersion(int instruction, int register, int local, int offsetLocal) {}

    /** @param self the class that the method is in */
    BlockWriter(CodeBuilder code, TranslationPlan plan, BasicBlock block, Way way, ClassDesc self) {
        super(code, plan, way.isListed());
        this.block = block;
        this.way = way;
        this.self = self;
        this.instructions = new InstructionWriter(code, plan, this);
        this.terminators = new TerminatorWriter(code, plan, this);
        this.isLoaded = new boolean[registers.size()];
        rowLocals = new int[block.end() - block.first()];
        Arrays.fill(rowLocals, -1);
        stageLocals = rowLocals.clone();
    }

    /** Whether a block has accesses of this way that may be checked together, so that it needs a method that does without. */
    static boolean needsFallback(TranslationPlan plan, BasicBlock block, Way way) {
        if (!way.isListed() && nanFreeLoop(plan, laneWork(plan, block), new BitSet()) != null) {
            return true;
        }
        for (int i = block.first(); i < block.end(); i++) {
            Instruction instruction = plan.flow().body().instruction(i);
            if ((!way.isListed()
                            && (MemoryWriter.isRow(plan, instruction)
                                    || MemoryWriter.isScattered(plan, instruction, Set.of())))
                    || MemoryWriter.isTogether(plan, instruction, Set.of())) {
                return true;
            }
        }
        return false;
    }

    void write() throws Untranslatable {
        if (isListed) {
            lane = code.allocateLocal(TypeKind.INT);
            code.aload(1).iconst_0().iaload().istore(lane);
        } else {
            // Says to the JIT compiler that lane numbers are small, so that it extends them to 64 bits once and not for
            // each access.
            code.iload(1).loadConstant(LANE_MASK).iand().istore(1);
            code.iload(2).loadConstant(LANE_MASK).iand().istore(2);
            lane = 1;
        }
        loadScalars();
        initialLocals = locals.clone();
        initialOffsets = offsetLocals.clone();
        computeScalars();
        List<Integer> laneWork = laneWork(plan, block);
        boolean parts = partsLanes();
        oneLane = parts && !isListed ? comparisonOfOneLane(laneWork) : -1;
        laneWork.removeIf(i -> i == oneLane);
        boolean partsInLoop = parts && oneLane < 0;
        if (parts) {
            takenCount = code.allocateLocal(TypeKind.INT);
            code.iconst_0().istore(takenCount);
        }
        if (!laneWork.isEmpty() || partsInLoop) {
            loadArrays(laneWork, partsInLoop);
            if (!isListed && partsInLoop && laneWork.size() == 1) {
                writeEndpoints(laneWork.getFirst());
            }
            switch (way) {
                case RANGE, LISTED -> writeRowLoop(laneWork, partsInLoop);
                case CHECKED, LISTED_CHECKED -> {
                    instructions.memory().prepare(laneWork);
                    writeLoop(partsInLoop);
                }
            }
        }
        if (oneLane >= 0) {
            useVersionsBefore(oneLane);
            instructions
                    .affine()
                    .writeOfOneLane(
                            plan.flow().body().instruction(oneLane),
                            ((Terminator.Branch) block.terminator()).negated());
            code.istore(takenCount);
        }
        if (block.terminator() instanceof Terminator.Switch select) {
            terminators.writeSwitch(select, isListed);
        }
        terminators.writeTerminator(block.terminator(), isListed);
        storeScalars();
        writeReturn(parts);
    }

    private static List<Integer> laneWork(TranslationPlan plan, BasicBlock block) {
        List<Integer> laneWork = new ArrayList<>();
        for (int i = block.first(); i < block.end(); i++) {
            if (!plan.shapes().isScalar(i)) {
                laneWork.add(i);
            }
        }
        return laneWork;
    }

    private void writeReturn(boolean parts) {
        if (parts) {
            code.iload(takenCount).ireturn();
            return;
        }
        if (block.terminator() instanceof Terminator.Branch branch) {
            Label none = code.newLabel();
            pushRegister(branch.predicate());
            if (branch.negated()) {
                code.ifne(none);
            } else {
                code.ifeq(none);
            }
            pushLaneCount();
            code.ireturn();
            code.labelBinding(none);
        }
        code.iconst_0().ireturn();
    }

    private boolean partsLanes() {
        return block.terminator() instanceof Terminator.Branch branch && shapes.of(branch.predicate()) != UNIFORM;
    }

    /** The instruction that nothing but the branch depends on, and that tells one lane from all others; -1 if it is none such. */
    private int comparisonOfOneLane(List<Integer> laneWork) {
        int predicate = registers.numberOf(((Terminator.Branch) block.terminator()).predicate());
        int found = -1;
        for (int i : laneWork) {
            for (int use : registers.uses(i)) {
                if (use == predicate) {
                    return -1;
                }
            }
            for (int result : registers.definitions(i)) {
                if (result == predicate) {
                    if (found >= 0
                            || !instructions
                                    .affine()
                                    .isOfOneLane(plan.flow().body().instruction(i))) {
                        return -1;
                    }
                    found = i;
                }
            }
        }
        return registers.isLocal(predicate) ? found : -1;
    }

    // ---- scalars

    private Set<Integer> registersNamed() {
        Set<Integer> named = new LinkedHashSet<>();
        for (int i = block.first(); i < block.end(); i++) {
            for (int use : registers.uses(i)) {
                named.add(use);
            }
            for (int definition : registers.definitions(i)) {
                named.add(definition);
            }
        }
        switch (block.terminator()) {
            case Terminator.Branch branch -> named.add(registers.numberOf(branch.predicate()));
            case Terminator.Switch select -> addNamed(select.instruction(), named);
            case Terminator.Barrier barrier -> addNamed(barrier.instruction(), named);
            case Terminator.BarrierResult result -> addNamed(result.instruction(), named);
            case Terminator.Exchange exchange -> addNamed(exchange.instruction(), named);
            case Terminator.Jump _, Terminator.Exit _ -> {}
        }
        return named;
    }

    private void addNamed(int instruction, Set<Integer> named) {
        for (int use : registers.uses(instruction)) {
            named.add(use);
        }
        for (int definition : registers.definitions(instruction)) {
            named.add(definition);
        }
    }

    private void loadScalars() {
        for (int register : registersNamed()) {
            Shape shape = shapes.of(register);
            if (!shape.isScalar() || registers.isLocal(register) || isDefinedFirst(register)) {
                continue;
            }
            loadScalar(register);
        }
    }

    private boolean isDefinedFirst(int register) {
        for (int i = block.first(); i < block.end(); i++) {
            for (int use : registers.uses(i)) {
                if (use == register) {
                    return false;
                }
            }
            for (int definition : registers.definitions(i)) {
                if (definition == register) {
                    return plan.flow().body().instruction(i).guard() == null;
                }
            }
        }
        return false;
    }

    private void computeScalars() throws Untranslatable {
        for (int i = block.first(); i < block.end(); i++) {
            if (!shapes.isScalar(i)) {
                continue;
            }
            Instruction instruction = plan.flow().body().instruction(i);
            int[] results = registers.definitions(i);
            int[] before = new int[results.length];
            for (int r = 0; r < results.length; r++) {
                int register = results[r];
                before[r] = locals[register];
            }
            if (instruction.guard() == null) {
                instructions.write(instruction, i);
            } else {
                // The value before the guard goes into the new local, so that both ways have one.
                Label skip = code.newLabel();
                int[] fresh = new int[results.length];
                for (int r = 0; r < results.length; r++) {
                    TypeKind kind = scalarBank(results[r]).local();
                    fresh[r] = code.allocateLocal(kind);
                    if (before[r] >= 0) {
                        code.loadLocal(kind, before[r]);
                    } else {
                        pushZero(kind);
                    }
                    code.storeLocal(kind, fresh[r]);
                }
                pushRegister(instruction.guard().predicate());
                if (instruction.guard().negated()) {
                    code.ifne(skip);
                } else {
                    code.ifeq(skip);
                }
                instructions.write(instruction, i);
                for (int r = 0; r < results.length; r++) {
                    TypeKind kind = scalarBank(results[r]).local();
                    code.loadLocal(kind, locals[results[r]]).storeLocal(kind, fresh[r]);
                }
                code.labelBinding(skip);
                for (int r = 0; r < results.length; r++) {
                    locals[results[r]] = fresh[r];
                }
            }
            for (int register : results) {
                versions.add(new ScalarVersion(i, register, locals[register], offsetLocals[register]));
                writtenScalars.add(register);
            }
        }
    }

    private void pushZero(TypeKind kind) {
        switch (kind) {
            case LONG -> code.lconst_0();
            case FLOAT -> code.fconst_0();
            case DOUBLE -> code.dconst_0();
            default -> code.iconst_0();
        }
    }

    private void storeScalars() {
        for (ScalarVersion version : versions) {
            locals[version.register] = version.local;
            offsetLocals[version.register] = version.offsetLocal;
        }
        for (int register : writtenScalars) {
            if (registers.isLocal(register)) {
                continue;
            }
            storeScalar(register);
        }
    }

    // ---- the loop over the lanes

    private void loadArrays(List<Integer> laneWork, boolean parts) {
        Set<Integer> needed = new LinkedHashSet<>();
        for (int i : laneWork) {
            for (int use : registers.uses(i)) {
                needed.add(use);
            }
            for (int definition : registers.definitions(i)) {
                needed.add(definition);
            }
        }
        if (parts) {
            needed.add(registers.numberOf(((Terminator.Branch) block.terminator()).predicate()));
        }
        for (int register : needed) {
            if (shapes.of(register) == VARYING) {
                if (!registers.isLocal(register)) {
                    arrayLocals[register] = pushArray(register);
                }
                locals[register] = code.allocateLocal(registers.bank(register).local());
            }
        }
    }

    /** Makes a local that holds the array of a varying register. */
    private int pushArray(int register) {
        int local = code.allocateLocal(TypeKind.REFERENCE);
        loadLaneArray(register);
        code.astore(local);
        return local;
    }

    private void writeRowLoop(List<Integer> laneWork, boolean parts) throws Untranslatable {
        List<Integer> rows = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        Set<Integer> computed = new HashSet<>();
        for (int i : laneWork) {
            Instruction instruction = plan.flow().body().instruction(i);
            boolean isRow = !isListed && MemoryWriter.isRow(plan, instruction);
            if (!isRow
                    && (MemoryWriter.isTogether(plan, instruction, computed)
                            || (!isListed && MemoryWriter.isScattered(plan, instruction, computed)))) {
                together.set(i);
            }
            (isRow || together.get(i) ? rows : others).add(i);
            for (int result : registers.definitions(i)) {
                computed.add(result);
            }
        }
        instructions.memory().prepare(others);
        // Over 32 lanes the copies would cost what vectors save.
        BitSet staged = isListed || plan.form().isNarrow()
                ? new BitSet()
                : instructions.memory().stageable(laneWork);
        direct.or(instructions.memory().direct(laneWork, staged));
        NanFreeLoop nanFree = isListed ? null : nanFreeLoop(plan, laneWork, staged);
        if (rows.isEmpty() && nanFree == null) {
            writeLoop(parts);
            return;
        }
        Label checked = code.newLabel();
        Label done = code.newLabel();
        for (int i : rows) {
            int local = code.allocateLocal(TypeKind.LONG);
            rowLocals[i - block.first()] = local;
        }
        int asked = code.allocateLocal(TypeKind.INT);
        code.iconst_0().istore(asked);
        for (int i : rows) {
            lane = 1;
            useVersionsBefore(i);
            if (together.get(i) && plan.image().isWatchedClosely()) {
                writeTogetherCheck(i, checked);
            } else if (together.get(i)) {
                instructions
                        .memory()
                        .writeScatteredCheck(
                                plan.flow().body().instruction(i), i, rowLocals[i - block.first()], checked);
            } else {
                instructions
                        .memory()
                        .writeRowCheck(plan.flow().body().instruction(i), i, rowLocals[i - block.first()], checked);
            }
            code.iinc(asked, 1);
        }
        isFast = true;
        BitSet allStaged = (BitSet) staged.clone();
        if (!parts
                && staged.cardinality()
                        == laneWork.stream().filter(this::isAccess).count()) {
            flat = FlatRows.of(plan, laneWork);
            isFlat = flat != null;
        }
        if (!staged.isEmpty() && others.stream().noneMatch(this::isAccess)) {
            // Behind a call, such as the check of an access, HotSpot would look at a buffer's bounds again.
            int views = 0;
            for (int i : rows) {
                Instruction instruction = plan.flow().body().instruction(i);
                if (views < MOST_VIEWS
                        && !direct.get(i)
                        && instructions.memory().isReadInVectors(instruction, allStaged)
                        && instructions.memory().isViewable(instruction)) {
                    views++;
                    staged.clear(i);
                    instructions.memory().writeView(instruction, i, rowLocals[i - block.first()]);
                }
            }
        }
        stageLoads(staged);
        isNanFree = nanFree != null;
        if (parts || !laneWork.stream().allMatch(direct::get)) {
            writeLoop(parts);
        }
        isNanFree = false;
        if (nanFree != null) {
            writeNanSearch(nanFree, checked);
        }
        isFlat = false;
        flat = null;
        writeStagedStores(staged);
        Arrays.fill(stageLocals, -1);
        direct.clear();
        isFast = false;
        code.goto_(done);
        code.labelBinding(checked);
        if (plan.image().isWatchedClosely()) {
            code.aload(WARP).iload(asked).invokevirtual(Names.WARP, "watchedApart", MethodTypeDesc.of(CD_void, CD_int));
        }
        String fallback = way.fallback().methodName(block.index());
        code.aload(WARP);
        if (isListed) {
            code.aload(1).iload(2).invokestatic(self, fallback, ClassWriter.LISTED);
        } else {
            code.iload(1).iload(2).invokestatic(self, fallback, ClassWriter.RANGE);
        }
        code.ireturn();
        code.labelBinding(done);
    }

    /** Goes to {@code again} if the loop wrote a NaN. */
    private void writeNanSearch(NanFreeLoop loop, Label again) {
        for (int register : loop.registers()) {
            code.aload(WARP).loadConstant(file.slot(register)).iload(1).iload(2);
            code.invokestatic(Names.WARP, "hasNans", MethodTypeDesc.of(CD_boolean, Names.WARP, CD_int, CD_int, CD_int))
                    .ifne(again);
        }
        for (int store : loop.stores()) {
            instructions
                    .memory()
                    .writeNanSearch(plan.flow().body().instruction(store), stageLocals[store - block.first()], again);
        }
    }

    /** Null where NaNs are tested for in the loop; so they are in loops over few lanes. */
    private static NanFreeLoop nanFreeLoop(TranslationPlan plan, List<Integer> laneWork, BitSet staged) {
        return plan.form().isNarrow() || plan.image().isWatched() ? null : NanFreeLoop.of(plan, laneWork, staged);
    }

    /** Gathers the addresses of all lanes, and asks a watch for them. */
    private void writeTogetherCheck(int instruction, Label apart) throws Untranslatable {
        int addresses = code.allocateLocal(TypeKind.REFERENCE);
        int place = code.allocateLocal(TypeKind.INT);
        lane = code.allocateLocal(TypeKind.INT);
        code.aload(WARP)
                .invokevirtual(Names.WARP, "askedAddresses", MethodTypeDesc.of(Names.arrayOf(TypeKind.LONG)))
                .astore(addresses);
        code.iconst_0().istore(place);
        Label head = code.newLabel();
        Label done = code.newLabel();
        code.labelBinding(head);
        code.iload(place);
        pushLaneCount();
        code.if_icmpge(done);
        if (isListed) {
            code.aload(1).iload(place).iaload().loadConstant(LANE_MASK).iand().istore(lane);
        } else {
            code.iload(1).iload(place).iadd().istore(lane);
        }
        inLaneLoop = true;
        Arrays.fill(isLoaded, false);
        Instruction access = plan.flow().body().instruction(instruction);
        instructions.memory().writeAddress(access, addresses, place);
        inLaneLoop = false;
        code.iinc(place, 1).goto_(head);
        code.labelBinding(done);
        instructions
                .memory()
                .writeTogether(access, instruction, addresses, rowLocals[instruction - block.first()], apart);
    }

    @Override
    boolean isTogether(int instruction) {
        return together.get(instruction);
    }

    private boolean isAccess(int instruction) {
        return switch (plan.flow().body().instruction(instruction).opcode()) {
            case LD, LDU, ST, ATOM, RED -> true;
            default -> false;
        };
    }

    /**
     * Copies whole rows into arrays, so that the loop touches nothing but arrays, which HotSpot turns into vector
     * instructions.
     */
    private void stageLoads(BitSet staged) {
        int number = 0;
        for (int i = staged.nextSetBit(0); i >= 0; i = staged.nextSetBit(i + 1)) {
            Instruction instruction = plan.flow().body().instruction(i);
            int row = rowLocals[i - block.first()];
            if (direct.get(i)) {
                int array = arrayLocals[registers.numberOf(instructions.memory().directRegister(instruction))];
                stageLocals[i - block.first()] = array;
                if (instruction.opcode() == Opcode.LD) {
                    instructions.memory().writeRowRead(instruction, array, row);
                }
            } else {
                int local = code.allocateLocal(TypeKind.REFERENCE);
                stageLocals[i - block.first()] = local;
                instructions.memory().writeStage(instruction, number++, local, row);
            }
        }
    }

    private void writeStagedStores(BitSet staged) {
        for (int i = staged.nextSetBit(0); i >= 0; i = staged.nextSetBit(i + 1)) {
            instructions
                    .memory()
                    .writeUnstage(
                            plan.flow().body().instruction(i),
                            i,
                            stageLocals[i - block.first()],
                            rowLocals[i - block.first()]);
        }
    }

    @Override
    int stageLocal(int instruction) {
        return stageLocals[instruction - block.first()];
    }

    @Override
    int rowLocal(int instruction) {
        return isFast ? rowLocals[instruction - block.first()] : -1;
    }

    private void useVersionsBefore(int instruction) {
        resetVersions();
        for (ScalarVersion version : versions) {
            if (version.instruction < instruction) {
                locals[version.register] = version.local;
                offsetLocals[version.register] = version.offsetLocal;
            }
        }
    }

    private int[] initialLocals;
    private int[] initialOffsets;

    private void resetVersions() {
        for (ScalarVersion version : versions) {
            locals[version.register] = initialLocals[version.register];
            offsetLocals[version.register] = initialOffsets[version.register];
        }
    }

    private void writeLoop(boolean parts) throws Untranslatable {
        Label head = code.newLabel();
        Label done = code.newLabel();
        int counter = code.allocateLocal(TypeKind.INT);
        int limit;
        if (isListed) {
            code.iconst_0().istore(counter);
            limit = 2;
            lane = code.allocateLocal(TypeKind.INT);
        } else if (isFlat) {
            limit = code.allocateLocal(TypeKind.INT);
            code.iload(1).loadConstant(flat.width()).imul().istore(counter);
            code.iload(2).loadConstant(flat.width()).imul().istore(limit);
            lane = counter;
        } else {
            code.iload(1).istore(counter);
            limit = 2;
            lane = counter;
        }
        code.labelBinding(head);
        code.iload(counter).iload(limit).if_icmpge(done);
        if (isListed) {
            code.aload(1).iload(counter).iaload().loadConstant(LANE_MASK).iand().istore(lane);
        }
        inLaneLoop = true;
        Arrays.fill(isLoaded, false);
        dirty.clear();
        resetVersions();
        int nextVersion = 0;
        for (int i = block.first(); i < block.end(); i++) {
            if (shapes.isScalar(i)) {
                while (nextVersion < versions.size() && versions.get(nextVersion).instruction <= i) {
                    ScalarVersion version = versions.get(nextVersion++);
                    locals[version.register] = version.local;
                    offsetLocals[version.register] = version.offsetLocal;
                }
                continue;
            }
            if (i == oneLane || direct.get(i) || (isFlat && !flat.work().contains(i))) {
                continue;
            }
            Instruction instruction = plan.flow().body().instruction(i);
            if (instruction.guard() != null) {
                Label skip = code.newLabel();
                for (int use : registers.uses(i)) {
                    ensureLoaded(use);
                }
                for (int definition : registers.definitions(i)) {
                    ensureLoaded(definition);
                }
                pushRegister(instruction.guard().predicate());
                if (instruction.guard().negated()) {
                    code.ifne(skip);
                } else {
                    code.ifeq(skip);
                }
                instructions.write(instruction, i);
                code.labelBinding(skip);
            } else {
                instructions.write(instruction, i);
            }
        }
        if (parts) {
            Terminator.Branch branch = (Terminator.Branch) block.terminator();
            code.aload(WARP)
                    .getfield(Names.WARP, "taken", Names.arrayOf(TypeKind.BOOLEAN))
                    .iload(lane);
            pushRegister(branch.predicate());
            if (branch.negated()) {
                code.iconst_1().ixor();
            }
            int bit = code.allocateLocal(TypeKind.INT);
            code.dup().istore(bit);
            code.bastore();
            code.iload(takenCount).iload(bit).iadd().istore(takenCount);
        }
        for (int register : dirty) {
            Bank bank = registers.bank(register);
            code.aload(arrayLocals[register])
                    .iload(lane)
                    .loadLocal(bank.local(), locals[register])
                    .arrayStore(bank.element());
        }
        code.iinc(counter, 1).goto_(head);
        code.labelBinding(done);
        inLaneLoop = false;
    }

    /**
     * The branch depends on nothing but one comparison that changes at most once over a row of lanes: if it comes out the
     * same at both ends, it does everywhere.
     */
    private void writeEndpoints(int comparison) throws Untranslatable {
        Instruction instruction = plan.flow().body().instruction(comparison);
        Terminator.Branch branch = (Terminator.Branch) block.terminator();
        if (!registers.isLocal(registers.numberOf(branch.predicate()))
                || !instructions.affine().isMonotone(instruction)
                || !(instruction.operand(0) instanceof Register result)
                || !result.equals(branch.predicate())) {
            return;
        }
        Label different = code.newLabel();
        useVersionsBefore(comparison);
        int outcome = locals[registers.numberOf(branch.predicate())];
        lane = 1;
        instructions.affine().writeMonotoneCheck(instruction, different);
        inLaneLoop = true;
        isLoaded[registers.numberOf(branch.predicate())] = true;
        lane = 1;
        instructions.write(instruction, comparison);
        int first = code.allocateLocal(TypeKind.INT);
        code.iload(outcome).istore(first);
        lane = code.allocateLocal(TypeKind.INT);
        code.iload(2).iconst_1().isub().istore(lane);
        instructions.write(instruction, comparison);
        inLaneLoop = false;
        code.iload(first).iload(outcome).if_icmpne(different);
        storeScalars();
        Label none = code.newLabel();
        code.iload(first);
        if (branch.negated()) {
            code.ifne(none);
        } else {
            code.ifeq(none);
        }
        pushLaneCount();
        code.ireturn();
        code.labelBinding(none);
        code.iconst_0().ireturn();
        code.labelBinding(different);
        useVersionsBefore(block.first());
    }

    @Override
    void ensureLoaded(int register) {
        if (shapes.of(register) != VARYING || isLoaded[register]) {
            return;
        }
        isLoaded[register] = true;
        if (arrayLocals[register] >= 0) {
            Bank bank = registers.bank(register);
            code.aload(arrayLocals[register])
                    .iload(lane)
                    .arrayLoad(bank.element())
                    .storeLocal(bank.local(), locals[register]);
        }
    }

    // ---- for those that write instructions

    @Override
    void ensureOperandsLoaded(int instruction) {
        if (inLaneLoop) {
            for (int use : registers.uses(instruction)) {
                ensureLoaded(use);
            }
        }
    }

    @Override
    void popRegister(Register named) {
        int register = registers.numberOf(named);
        Bank bank = registers.bank(register);
        if (shapes.of(register) == VARYING) {
            code.storeLocal(bank.local(), locals[register]);
            isLoaded[register] = true;
            if (arrayLocals[register] >= 0) {
                dirty.add(register);
            }
        } else {
            Bank scalar = scalarBank(register);
            locals[register] = code.allocateLocal(scalar.local());
            code.storeLocal(scalar.local(), locals[register]);
        }
    }

    @Override
    void popOffset(int register) {
        offsetLocals[register] = code.allocateLocal(TypeKind.LONG);
        code.lstore(offsetLocals[register]);
    }

    @Override
    void popBase(int register) {
        locals[register] = code.allocateLocal(TypeKind.INT);
        code.istore(locals[register]);
    }
}
