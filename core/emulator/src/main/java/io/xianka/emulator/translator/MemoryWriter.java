package io.xianka.emulator.translator;

import io.xianka.emulator.machine.BlockWatch;
import io.xianka.emulator.machine.RawMemory;
import io.xianka.emulator.machine.RegionViews;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.StateSpace;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes loads, stores and atomics: the check of the address, then the access. */
final class MemoryWriter extends OperandWriter {
    /** Locals with what checks compare against: by instruction for device memory, by shift for shared memory. */
    private final Map<Integer, Hint> hints = new HashMap<>();

    private final Map<Integer, View> views = new HashMap<>();

    private final Map<Integer, Integer> sharedCounts = new HashMap<>();
    private static final int MOST_ACCESS_BYTES = 32;

    private final Ranges ranges;
    private int sharedHost = -1;
    private int parametersHost = -1;

    private record Hint(int base, int count, int host) {}

    private enum Window {
        DEVICE,
        SHARED,
        LOCAL,
        PARAMETERS
    }

    MemoryWriter(CodeBuilder code, TranslationPlan plan, LaneScope block) {
        super(code, plan, block);
        ranges = new Ranges(plan);
    }

    private static Window window(Operation operation) {
        StateSpace space = operation.space();
        if (space.isShared()) {
            return Window.SHARED;
        }
        if (space.isParam()) {
            return Window.PARAMETERS;
        }
        return space == StateSpace.LOCAL ? Window.LOCAL : Window.DEVICE;
    }

    private static Operand.Address address(Instruction instruction) throws Untranslatable {
        int at = switch (instruction.opcode()) {
            case ST, RED -> 0;
            default -> 1;
        };
        if (!(instruction.operand(at) instanceof Operand.Address address)) {
            throw new Untranslatable(instruction.toString());
        }
        return address;
    }

    private static int shift(Operation operation) throws Untranslatable {
        int bytes = operation.type().bytes() * operation.vectorWidth();
        if (Integer.bitCount(bytes) != 1 || bytes > 32) {
            throw new Untranslatable(operation.text());
        }
        return Integer.numberOfTrailingZeros(bytes);
    }

    private static boolean isWrite(Instruction instruction) {
        return switch (instruction.opcode()) {
            case ST, ATOM, RED -> true;
            default -> false;
        };
    }

    /** Pushes an address in its space. */
    private void pushAddress(Operand.Address address) throws Untranslatable {
        switch (address.base()) {
            case null -> code.loadConstant(address.offsetBytes());
            case Register register -> {
                boolean isWide = register.type().bits() == 64;
                push(register, isWide ? PtxType.U64 : PtxType.U32);
                if (!isWide) {
                    // Addresses of 32 bits wrap.
                    if (address.offsetBytes() != 0) {
                        code.loadConstant((int) address.offsetBytes()).iadd();
                    }
                    code.i2l().loadConstant(0xffff_ffffL).land();
                } else if (address.offsetBytes() != 0) {
                    code.loadConstant(address.offsetBytes()).ladd();
                }
            }
            case Operand.Symbol symbol -> code.loadConstant(addressOf(symbol) + address.offsetBytes());
            default -> throw new Untranslatable("address " + address);
        }
    }

    // ---- what is looked up once, before the loop

    void prepare(List<Integer> laneWork) throws Untranslatable {
        for (int i : laneWork) {
            Instruction instruction = plan.flow().body().instruction(i);
            switch (instruction.opcode()) {
                case LD, LDU, ST, ATOM, RED -> prepare(instruction, i);
                default -> {}
            }
        }
    }

    /** Whether a watch says where the access may go. */
    private boolean isTold(Instruction instruction) {
        return isTold(plan, instruction);
    }

    private static boolean isTold(TranslationPlan plan, Instruction instruction) {
        if (!plan.image().isWatched()) {
            return false;
        }
        return switch (window(instruction.operation())) {
            case SHARED, LOCAL -> true;
            case DEVICE -> plan.image().isWatchedClosely();
            case PARAMETERS -> false;
        };
    }

    private void prepare(Instruction instruction, int index) throws Untranslatable {
        int shift = shift(instruction.operation());
        if (isTold(instruction)) {
            if (isToldOfBadOnes(instruction)) {
                prepareHint(instruction, index, shift);
            }
            return;
        }
        switch (window(instruction.operation())) {
            case DEVICE -> prepareHint(instruction, index, shift);
            case SHARED -> {
                if (sharedHost < 0) {
                    sharedHost = code.allocateLocal(TypeKind.LONG);
                    code.aload(LaneScope.WARP)
                            .getfield(Names.WARP, "sharedHost", J)
                            .lstore(sharedHost);
                }
                if (!sharedCounts.containsKey(shift)) {
                    int count = code.allocateLocal(TypeKind.LONG);
                    code.aload(LaneScope.WARP)
                            .getfield(Names.WARP, "sharedBytes", J)
                            .loadConstant(shift)
                            .lushr()
                            .lstore(count);
                    sharedCounts.put(shift, count);
                }
            }
            case PARAMETERS -> {
                if (parametersHost < 0) {
                    parametersHost = code.allocateLocal(TypeKind.LONG);
                    code.aload(LaneScope.WARP)
                            .getfield(Names.WARP, "parametersHost", J)
                            .lstore(parametersHost);
                }
            }
            case LOCAL -> {}
        }
    }

    private void prepareHint(Instruction instruction, int index, int shift) {
        int region = code.allocateLocal(TypeKind.REFERENCE);
        Hint hint = new Hint(
                code.allocateLocal(TypeKind.LONG),
                code.allocateLocal(TypeKind.LONG),
                code.allocateLocal(TypeKind.LONG));
        code.aload(LaneScope.WARP)
                .getfield(Names.WARP, "hints", Names.REGION.arrayType())
                .loadConstant(plan.sites().site(index))
                .aaload()
                .astore(region);
        code.aload(region).getfield(Names.REGION, "base", J).lstore(hint.base);
        code.aload(region)
                .getfield(Names.REGION, isWrite(instruction) ? "writableBytes" : "bytes", J)
                .loadConstant(shift)
                .lushr()
                .lstore(hint.count);
        code.aload(region).getfield(Names.REGION, "host", J).lstore(hint.host);
        hints.put(index, hint);
    }

    /** Whether a watch is told of an access of shared memory only where it is bad. */
    private boolean isToldOfBadOnes(Instruction instruction) {
        return isTold(instruction)
                && window(instruction.operation()) == Window.SHARED
                && !plan.image().isWatchedClosely();
    }

    // ---- rows

    /** Whether neighbouring lanes access places one step apart, unless an index wraps. */
    static boolean isRow(TranslationPlan plan, Instruction instruction) {
        Operation operation = instruction.operation();
        if ((instruction.opcode() != Opcode.LD && instruction.opcode() != Opcode.ST)
                || instruction.guard() != null
                || ControlFlow.isStrong(instruction)) {
            return false;
        }
        if (!(instruction.operand(instruction.opcode() == Opcode.ST ? 0 : 1) instanceof Operand.Address address)
                || !(address.base() instanceof Register base)) {
            return false;
        }
        long bytes = (long) operation.type().bytes() * operation.vectorWidth();
        long step = step(plan, base);
        if (step != bytes && isTold(plan, instruction)) {
            return false;
        }
        if (step == 0 || step % bytes != 0) {
            return false;
        }
        return switch (window(operation)) {
            case DEVICE -> plan.shapes().of(base) instanceof Shape.Affine64;
            case SHARED -> true;
            case LOCAL, PARAMETERS -> false;
        };
    }

    /**
     * Whether a watch can be asked for all lanes at once, before any of them goes on.
     *
     * @param computed registers that lanes compute in the block before
     */
    static boolean isTogether(TranslationPlan plan, Instruction instruction, Set<Integer> computed) {
        boolean isPlain = instruction.guard() == null && !ControlFlow.isStrong(instruction);
        if (!isPlain || !plan.image().isWatchedClosely() || !plan.form().isNarrow()) {
            return false;
        }
        int at = switch (instruction.opcode()) {
            case ST, RED -> 0;
            case LD, ATOM -> 1;
            default -> -1;
        };
        boolean isKnown = at >= 0
                && instruction.operand(at) instanceof Operand.Address address
                && !(address.base() instanceof Register base
                        && computed.contains(plan.registers().numberOf(base)));
        boolean isAtomic = instruction.opcode() == Opcode.ATOM || instruction.opcode() == Opcode.RED;
        return isKnown
                && switch (window(instruction.operation())) {
                    case DEVICE -> !isAtomic;
                    case SHARED -> true;
                    case LOCAL, PARAMETERS -> false;
                };
    }

    /**
     * Whether lanes access places of their own, whose addresses are known before the block, so that they can be checked by a loop that
     * does nothing else.
     *
     * @param computed registers that lanes compute in the block before
     */
    static boolean isScattered(TranslationPlan plan, Instruction instruction, Set<Integer> computed) {
        return !plan.form().isNarrow()
                && (instruction.opcode() == Opcode.LD || instruction.opcode() == Opcode.ST)
                && instruction.guard() == null
                && !ControlFlow.isStrong(instruction)
                && window(instruction.operation()) == Window.DEVICE
                && !isTold(plan, instruction)
                && instruction.operand(instruction.opcode() == Opcode.ST ? 0 : 1) instanceof Operand.Address address
                && address.base() instanceof Register base
                && Bank.of(base.type()) == Bank.LONG
                && plan.shapes().of(base) == Shape.Varying.VARYING
                && !plan.registers().isLocal(plan.registers().numberOf(base))
                && !computed.contains(plan.registers().numberOf(base));
    }

    /** Leaves in a local how far it is from the lanes' addresses to their places, or goes to {@code checked}. */
    void writeScatteredCheck(Instruction instruction, int index, int distanceLocal, Label checked)
            throws Untranslatable {
        Operand.Address address = address(instruction);
        code.aload(LaneScope.WARP);
        code.aload(block.arrayLocals[plan.registers().numberOf((Register) address.base())]);
        code.iload(1).iload(2).loadConstant(address.offsetBytes());
        code.loadConstant(shift(instruction.operation()));
        code.loadConstant(isWrite(instruction) ? 1 : 0)
                .loadConstant(plan.sites().site(index));
        call(Names.ROWS, "scattered", J, Names.WARP, Names.arrayOf(TypeKind.LONG), I, I, J, I, Z, I);
        code.dup2().lstore(distanceLocal);
        code.loadConstant(Rows.APART).lcmp().ifeq(checked);
    }

    /** Stores an access's address in the current lane's place of an array. */
    void writeAddress(Instruction instruction, int arrayLocal, int placeLocal) throws Untranslatable {
        code.aload(arrayLocal).iload(placeLocal);
        pushAddress(address(instruction));
        code.lastore();
    }

    /** Leaves in a local how far it is from the addresses in an array to their places, or goes to {@code apart}. */
    void writeTogether(Instruction instruction, int index, int arrayLocal, int distanceLocal, Label apart)
            throws Untranslatable {
        code.aload(LaneScope.WARP).aload(arrayLocal);
        if (block.isListed) {
            code.aload(1).iconst_0().iload(2);
        } else {
            code.aconst_null().iload(1).iload(2);
        }
        code.loadConstant(1 << shift(instruction.operation())).loadConstant(2 * index);
        call(
                Names.WARP,
                "watchedTogether",
                J,
                Names.WARP,
                Names.arrayOf(TypeKind.LONG),
                Names.arrayOf(TypeKind.INT),
                I,
                I,
                I,
                I);
        code.dup2().lstore(distanceLocal);
        code.loadConstant(BlockWatch.APART).lcmp().ifeq(apart);
    }

    private long step(Register base) {
        return step(plan, base);
    }

    private static long step(TranslationPlan plan, Register base) {
        return switch (plan.shapes().of(base)) {
            case Shape.Affine32(int stride) -> stride;
            case Shape.Affine64 wide -> wide.step();
            case Shape.Uniform _, Shape.Turning _, Shape.Varying _ -> 0;
        };
    }

    /** Leaves in a local where lane 0 of the row would be, or goes to {@code checked}. */
    void writeRowCheck(Instruction instruction, int index, int rowLocal, Label checked) throws Untranslatable {
        Operand.Address address = address(instruction);
        Register base = (Register) address.base();
        long step = step(base);
        boolean isShared = window(instruction.operation()) == Window.SHARED;
        code.aload(LaneScope.WARP);
        pushAtFirst(base, base.type(), false);
        code.loadConstant(address.offsetBytes()).ladd();
        pushAtLast(base, base.type(), false);
        code.loadConstant(address.offsetBytes()).ladd();
        code.loadConstant(step);
        block.pushLaneCount();
        code.loadConstant(shift(instruction.operation()));
        if (isTold(instruction)) {
            code.loadConstant(2 * index).iload(1);
            call(Names.WARP, "watchedRow", J, Names.WARP, J, J, J, I, I, I, I);
        } else if (isShared) {
            call(Names.ROWS, "shared", J, Names.WARP, J, J, J, I, I);
        } else {
            code.loadConstant(isWrite(instruction) ? 1 : 0)
                    .loadConstant(plan.sites().site(index));
            call(Names.ROWS, "global", J, Names.WARP, J, J, J, I, I, Z, I);
        }
        code.dup2().lstore(rowLocal).lconst_0().lcmp().ifeq(checked);
        code.lload(rowLocal).iload(1).i2l().loadConstant(step).lmul().lsub();
        code.dup2().loadConstant(RawMemory.ADDRESS_MASK).land().lstore(rowLocal);
        // No address of a process; but behind the mask it would be one.
        code.lconst_0().lcmp().iflt(checked);
    }

    /** What an access is called in {@link RawMemory}. */
    private String nameOf(int index, boolean strong) {
        return strong ? "Volatile" : block.rowLocal(index) >= 0 && !block.isTogether(index) ? "InRow" : "";
    }

    // ---- rows as buffers

    /** A buffer that holds a row, and the element in it that lane 0 would access, in locals; lanes are {@code step} elements apart. */
    private record View(Bank bank, int buffer, int at, int step) {}

    /** Whether the lanes of a row may go through a buffer. */
    boolean isViewable(Instruction instruction) throws Untranslatable {
        long step = step((Register) address(instruction).base());
        return !isTold(instruction)
                && stageBank(instruction) != null
                && step > 0
                && step * LaneScope.LANE_MASK + MOST_ACCESS_BYTES <= RegionViews.ROW_BYTES;
    }

    /** Whether the loads of a row are best read from a buffer even where arrays are the other way: HotSpot makes vectors of them. */
    boolean isReadInVectors(Instruction instruction, BitSet staged) {
        if (instruction.opcode() != Opcode.LD
                || stageBank(instruction) == null
                || (instruction.operation().vectorWidth() > 1 && !block.isFlat)) {
            return false;
        }
        return switch (stageBank(instruction)) {
            case FLOAT, LONG, DOUBLE -> true;
            // Of two rows of ints it makes none.
            case INT ->
                staged.stream()
                                .mapToObj(i -> plan.flow().body().instruction(i))
                                .filter(other -> other.opcode() == Opcode.LD && stageBank(other) == Bank.INT)
                                .count()
                        == 1;
            case PREDICATE -> false;
        };
    }

    /** Gets the buffer of a row, which lanes then access. */
    void writeView(Instruction instruction, int index, int rowLocal) throws Untranslatable {
        Bank bank = stageBank(instruction);
        int bytes = instruction.operation().type().bytes();
        long step = step((Register) address(instruction).base());
        int elementStep = Math.toIntExact(step / bytes);
        View view = new View(
                bank,
                code.allocateLocal(TypeKind.REFERENCE),
                code.allocateLocal(TypeKind.INT),
                block.isFlat ? 1 : elementStep);
        int region = code.allocateLocal(TypeKind.REFERENCE);
        int host = code.allocateLocal(TypeKind.LONG);
        pushRegion(instruction, index);
        code.astore(region);
        code.lload(rowLocal).iload(1).i2l().loadConstant(step).lmul().ladd().lstore(host);
        code.aload(region).lload(host);
        call(Names.ROWS, viewName(bank), buffer(bank), Names.REGION, J);
        code.astore(view.buffer);
        code.aload(region).lload(host).loadConstant(Integer.numberOfTrailingZeros(bytes));
        call(Names.ROWS, "index", I, Names.REGION, J, I);
        code.iload(1).loadConstant(elementStep).imul().isub().istore(view.at);
        views.put(index, view);
    }

    /** Pushes the region that a row was found in. */
    private void pushRegion(Instruction instruction, int index) {
        if (window(instruction.operation()) == Window.SHARED) {
            code.aload(LaneScope.WARP)
                    .getfield(Names.WARP, "block", Names.BLOCK)
                    .getfield(Names.BLOCK, "shared", Names.REGION);
            return;
        }
        code.aload(LaneScope.WARP)
                .getfield(Names.WARP, "hints", Names.REGION.arrayType())
                .loadConstant(plan.sites().site(index))
                .aaload();
    }

    private static ClassDesc buffer(Bank bank) {
        return switch (bank) {
            case INT -> Names.INT_BUFFER;
            case LONG -> Names.LONG_BUFFER;
            case FLOAT -> Names.FLOAT_BUFFER;
            case DOUBLE -> Names.DOUBLE_BUFFER;
            case PREDICATE -> throw new AssertionError(bank);
        };
    }

    private static String viewName(Bank bank) {
        return switch (bank) {
            case INT -> "ints";
            case LONG -> "longs";
            case FLOAT -> "floats";
            case DOUBLE -> "doubles";
            case PREDICATE -> throw new AssertionError(bank);
        };
    }

    /** The buffer that the lane's access goes to; null where it goes to memory. */
    private View view(int index) {
        return block.rowLocal(index) >= 0 ? views.get(index) : null;
    }

    private void pushViewed(View view, int element) {
        code.aload(view.buffer).iload(view.at).iload(block.laneLocal());
        if (view.step != 1) {
            code.loadConstant(view.step).imul();
        }
        code.iadd();
        if (element > 0) {
            code.loadConstant(element).iadd();
        }
    }

    private void writeViewedLoad(View view, List<Operand> elements) {
        for (int i = 0; i < elements.size(); i++) {
            pushViewed(view, i);
            code.invokevirtual(
                    buffer(view.bank),
                    "get",
                    MethodTypeDesc.of(view.bank.local().upperBound(), I));
            block.popRegister((Register) elements.get(i));
        }
    }

    private void writeViewedStore(View view, List<Operand> elements) {
        for (int i = 0; i < elements.size(); i++) {
            Register element = (Register) elements.get(i);
            pushViewed(view, i);
            block.pushRegister(element);
            if (view.bank == Bank.FLOAT && isAnyCanonicalAtRead(element)) {
                call(Names.FLOATS, "canonical", F, F);
            }
            code.invokevirtual(
                            buffer(view.bank),
                            "put",
                            MethodTypeDesc.of(
                                    buffer(view.bank), I, view.bank.local().upperBound()))
                    .pop();
        }
    }

    /** The elements that the loop accesses at a time. */
    private List<Operand> elements(Operand value) {
        return value instanceof Operand.Vector vector && block.isFlat
                ? vector.elements().subList(0, 1)
                : all(value);
    }

    private static List<Operand> all(Operand value) {
        return value instanceof Operand.Vector vector ? vector.elements() : List.of(value);
    }

    // ---- rows by way of arrays

    /**
     * The rows without gaps that may be read before the loop, or written behind it: where no access that might be of the same
     * place comes before, or behind.
     */
    BitSet stageable(List<Integer> laneWork) {
        BitSet stageable = new BitSet();
        List<StateSpace> written = new ArrayList<>();
        for (int i : laneWork) {
            Instruction instruction = plan.flow().body().instruction(i);
            switch (instruction.opcode()) {
                case LD -> {
                    if (isGapless(instruction) && !mayMeet(written, instruction)) {
                        stageable.set(i);
                    }
                }
                case ST, ATOM, RED -> written.add(instruction.operation().space());
                case MEMBAR, FENCE, TRAP, BRKPT -> {
                    return new BitSet();
                }
                default -> {}
            }
        }
        List<StateSpace> behind = new ArrayList<>();
        for (int at = laneWork.size() - 1; at >= 0; at--) {
            int i = laneWork.get(at);
            Instruction instruction = plan.flow().body().instruction(i);
            switch (instruction.opcode()) {
                case ST -> {
                    if (isGapless(instruction) && !mayMeet(behind, instruction)) {
                        stageable.set(i);
                    } else {
                        behind.add(instruction.operation().space());
                    }
                }
                case LD -> {
                    if (!stageable.get(i)) {
                        behind.add(instruction.operation().space());
                    }
                }
                case LDU, ATOM, RED -> behind.add(instruction.operation().space());
                default -> {}
            }
        }
        return stageable;
    }

    /** Shared and global memory lie apart; a generic address is in either. */
    private static boolean mayMeet(List<StateSpace> spaces, Instruction instruction) {
        boolean isShared = instruction.operation().space().isShared();
        boolean isGlobal = instruction.operation().space() == StateSpace.GLOBAL;
        for (StateSpace other : spaces) {
            boolean areApart = (isShared && other == StateSpace.GLOBAL) || (isGlobal && other.isShared());
            if (!areApart) {
                return true;
            }
        }
        return false;
    }

    private boolean isGapless(Instruction instruction) {
        if (!isRow(plan, instruction) || stageBank(instruction) == null) {
            return false;
        }
        Operand.Address address = (Operand.Address) instruction.operand(instruction.opcode() == Opcode.ST ? 0 : 1);
        Operation operation = instruction.operation();
        return step((Register) address.base()) == (long) operation.type().bytes() * operation.vectorWidth();
    }

    private static Operand value(Instruction instruction) {
        return instruction.operand(instruction.opcode() == Opcode.ST ? 1 : 0);
    }

    /** The kind of the array; null where value and register differ in width, or the value is no register. */
    private static Bank stageBank(Instruction instruction) {
        int bits = instruction.operation().type().bits();
        if (value(instruction) instanceof Operand.Vector vector) {
            Bank bank = null;
            for (Operand element : vector.elements()) {
                Bank own = stageBank(element, bits);
                if (own == null || (bank != null && own != bank)) {
                    return null;
                }
                bank = own;
            }
            return bank;
        }
        return stageBank(value(instruction), bits);
    }

    private static Bank stageBank(Operand value, int bits) {
        return value instanceof Register register && register.type().bits() == bits && bits >= 32
                ? Bank.of(register.type())
                : null;
    }

    private static String arrayName(Bank bank) {
        return switch (bank) {
            case INT -> "ints";
            case LONG -> "longs";
            case FLOAT -> "floats";
            case DOUBLE -> "doubles";
            case PREDICATE -> throw new AssertionError(bank);
        };
    }

    private void pushRowArrays() {
        code.aload(LaneScope.WARP).getfield(Names.WARP, "rows", Names.ROW_ARRAYS);
    }

    /** Gets an array with some elements for each lane. */
    void writeNewStage(Bank bank, int number, int width, int arrayLocal) {
        ClassDesc array = Names.arrayOf(bank.element());
        pushRowArrays();
        code.loadConstant(number)
                .loadConstant(width)
                .invokevirtual(Names.ROW_ARRAYS, arrayName(bank), MethodTypeDesc.of(array, I, I))
                .astore(arrayLocal);
    }

    /** Gets an array for a row; for a load, fills it. */
    void writeStage(Instruction instruction, int number, int arrayLocal, int rowLocal) {
        writeNewStage(stageBank(instruction), number, instruction.operation().vectorWidth(), arrayLocal);
        if (instruction.opcode() == Opcode.LD) {
            writeRowRead(instruction, arrayLocal, rowLocal);
        }
    }

    /** Fills an array from a row. */
    void writeRowRead(Instruction instruction, int arrayLocal, int rowLocal) {
        int width = instruction.operation().vectorWidth();
        pushRowStart(instruction, rowLocal);
        code.aload(arrayLocal);
        pushElement(1, width);
        pushElementCount(width);
        call(
                Names.MEMORY,
                "copy",
                ConstantDescs.CD_void,
                J,
                Names.arrayOf(stageBank(instruction).local()),
                I,
                I);
    }

    /**
     * Those of the accesses that go through arrays for which these may be the registers' own: loads into registers that nothing
     * else in the block writes, and stores of such that nothing in it writes.
     */
    BitSet direct(List<Integer> laneWork, BitSet stageable) {
        BitSet direct = new BitSet();
        Registers registers = plan.registers();
        for (int i = stageable.nextSetBit(0); i >= 0; i = stageable.nextSetBit(i + 1)) {
            Instruction instruction = plan.flow().body().instruction(i);
            if (!(value(instruction) instanceof Register named)) {
                continue;
            }
            int register = registers.numberOf(named);
            int access = i;
            boolean isLoad = instruction.opcode() == Opcode.LD;
            boolean isAlone = laneWork.stream()
                    .filter(other -> other != access)
                    .noneMatch(other -> contains(registers.definitions(other), register)
                            || (isLoad && other < access && contains(registers.uses(other), register)));
            if (isAlone && !registers.isLocal(register) && plan.shapes().of(register) == Shape.Varying.VARYING) {
                direct.set(i);
            }
        }
        return direct;
    }

    private static boolean contains(int[] registers, int register) {
        return Arrays.stream(registers).anyMatch(each -> each == register);
    }

    /** The register whose array a row is read into or written from. */
    Register directRegister(Instruction instruction) {
        return (Register) value(instruction);
    }

    /** Goes to {@code again} if the array of a row that is to be written holds a NaN. */
    void writeNanSearch(Instruction instruction, int arrayLocal, Label again) {
        int width = instruction.operation().vectorWidth();
        pushRowArrays();
        code.aload(arrayLocal);
        pushElement(1, width);
        pushElement(2, width);
        code.invokevirtual(Names.ROW_ARRAYS, "hasNans", MethodTypeDesc.of(Z, Names.arrayOf(TypeKind.FLOAT), I, I))
                .ifne(again);
    }

    /** For a store, writes the row from its array. */
    void writeUnstage(Instruction instruction, int index, int arrayLocal, int rowLocal) {
        if (instruction.opcode() != Opcode.ST) {
            return;
        }
        Bank bank = stageBank(instruction);
        int width = instruction.operation().vectorWidth();
        ClassDesc array = Names.arrayOf(bank.local());
        boolean hasNans = bank == Bank.FLOAT && isAnyCanonicalAtRead(value(instruction));
        if (hasNans && isTold(instruction)) {
            pushRowArrays();
            code.aload(arrayLocal);
            pushElement(1, width);
            pushElement(2, width);
            code.invokevirtual(
                    Names.ROW_ARRAYS, "makeNansCanonical", MethodTypeDesc.of(ConstantDescs.CD_void, array, I, I));
        }
        code.aload(arrayLocal);
        pushElement(1, width);
        pushRowStart(instruction, rowLocal);
        pushElementCount(width);
        call(Names.MEMORY, "copy", ConstantDescs.CD_void, array, I, J, I);
        if (hasNans && !isTold(instruction)) {
            pushRegion(instruction, index);
            pushRowStart(instruction, rowLocal);
            pushElementCount(width);
            call(Names.ROWS, "makeNansCanonical", ConstantDescs.CD_void, Names.REGION, J, I);
        }
    }

    private boolean isAnyCanonicalAtRead(Operand value) {
        return switch (value) {
            case Operand.Vector vector -> vector.elements().stream().anyMatch(this::isAnyCanonicalAtRead);
            case Register register -> plan.nans().isCanonicalAtRead(plan.registers(), register);
            default -> false;
        };
    }

    /** Pushes where a lane's elements begin. */
    private void pushElement(int laneLocal, int width) {
        code.iload(laneLocal);
        if (width > 1) {
            code.loadConstant(width).imul();
        }
    }

    private void pushElementCount(int width) {
        block.pushLaneCount();
        if (width > 1) {
            code.loadConstant(width).imul();
        }
    }

    private void pushStaged(int stage, int width, int element) {
        code.aload(stage);
        pushElement(block.laneLocal(), width);
        if (element > 0) {
            code.loadConstant(element).iadd();
        }
    }

    private void pushRowStart(Instruction instruction, int rowLocal) {
        code.lload(rowLocal)
                .iload(1)
                .i2l()
                .loadConstant((long) instruction.operation().type().bytes()
                        * instruction.operation().vectorWidth())
                .lmul()
                .ladd();
    }

    // ---- accesses

    /** Pushes the address in this process, checked. */
    private void pushHost(Instruction instruction, int index) throws Untranslatable {
        Operation operation = instruction.operation();
        Operand.Address address = address(instruction);
        int shift = shift(operation);
        int site = plan.sites().site(index);
        int row = block.rowLocal(index);
        if (row >= 0 && block.isTogether(index)) {
            pushAddress(address);
            code.lload(row).ladd();
            return;
        }
        if (row >= 0) {
            code.lload(row)
                    .iload(block.laneLocal())
                    .i2l()
                    .loadConstant(step((Register) address.base()))
                    .lmul()
                    .ladd();
            return;
        }
        if (isToldOfBadOnes(instruction) && hints.containsKey(index)) {
            Hint hint = hints.get(index);
            pushAddress(address);
            code.lload(hint.base).lload(hint.count).lload(hint.host).loadConstant(shift);
            code.aload(LaneScope.WARP).loadConstant(site).iload(block.laneLocal());
            call(Names.WARP, "hintedShared", J, J, J, J, J, I, Names.WARP, I, I);
            return;
        }
        if (isToldOfBadOnes(instruction)) {
            pushAddress(address);
            code.loadConstant(shift)
                    .aload(LaneScope.WARP)
                    .loadConstant(2 * index)
                    .iload(block.laneLocal());
            call(Names.WARP, "watchedShared", J, J, I, Names.WARP, I, I);
            return;
        }
        if (isTold(instruction)) {
            code.aload(LaneScope.WARP);
            pushAddress(address);
            code.loadConstant(1 << shift).loadConstant(2 * index).iload(block.laneLocal());
            code.invokevirtual(Names.WARP, "watched", MethodTypeDesc.of(J, J, I, I, I));
            return;
        }
        if (!block.inLaneLoop()) {
            pushScalarHost(instruction, address, shift, site);
            return;
        }
        if (window(operation) == Window.SHARED && ranges.isInShared(address, 1 << shift)) {
            push((Register) address.base(), PtxType.U32);
            code.i2l()
                    .loadConstant(address.offsetBytes())
                    .ladd()
                    .lload(sharedHost)
                    .ladd();
            return;
        }
        pushAddress(address);
        switch (window(operation)) {
            case DEVICE -> {
                Hint hint = hints.get(index);
                code.lload(hint.base).lload(hint.count).lload(hint.host).loadConstant(shift);
                code.aload(LaneScope.WARP)
                        .loadConstant(isWrite(instruction) ? 1 : 0)
                        .loadConstant(site)
                        .iload(block.laneLocal());
                call(Names.WARP, "global", J, J, J, J, J, I, Names.WARP, Z, I, I);
            }
            case SHARED -> {
                code.lload(sharedCounts.get(shift)).lload(sharedHost).loadConstant(shift);
                code.aload(LaneScope.WARP).loadConstant(site).iload(block.laneLocal());
                call(Names.WARP, "shared", J, J, J, J, I, Names.WARP, I, I);
            }
            case LOCAL -> {
                code.loadConstant((long) plan.image().localBytes() >>> shift).loadConstant(shift);
                code.aload(LaneScope.WARP).loadConstant(site).iload(block.laneLocal());
                call(Names.WARP, "local", J, J, J, I, Names.WARP, I, I);
            }
            case PARAMETERS -> {
                code.lload(parametersHost).loadConstant(shift);
                code.aload(LaneScope.WARP).loadConstant(site).iload(block.laneLocal());
                call(Names.WARP, "parameter", J, J, J, I, Names.WARP, I, I);
            }
        }
    }

    /** For what all lanes read at one place. */
    private void pushScalarHost(Instruction instruction, Operand.Address address, int shift, int site)
            throws Untranslatable {
        if (window(instruction.operation()) == Window.PARAMETERS) {
            pushAddress(address);
            code.aload(LaneScope.WARP).getfield(Names.WARP, "parametersHost", J);
            code.loadConstant(shift).aload(LaneScope.WARP).loadConstant(site).iload(block.laneLocal());
            call(Names.WARP, "parameter", J, J, J, I, Names.WARP, I, I);
            return;
        }
        if (window(instruction.operation()) == Window.SHARED) {
            pushAddress(address);
            code.aload(LaneScope.WARP)
                    .getfield(Names.WARP, "sharedBytes", J)
                    .loadConstant(shift)
                    .lushr();
            code.aload(LaneScope.WARP).getfield(Names.WARP, "sharedHost", J);
            code.loadConstant(shift).aload(LaneScope.WARP).loadConstant(site).iload(block.laneLocal());
            call(Names.WARP, "shared", J, J, J, J, I, Names.WARP, I, I);
            return;
        }
        code.aload(LaneScope.WARP);
        pushAddress(address);
        code.loadConstant(1 << shift).iconst_0().loadConstant(site).iload(block.laneLocal());
        code.invokevirtual(Names.WARP, "locate", MethodTypeDesc.of(J, J, I, Z, I, I));
    }

    /** Whether other workers may watch the order of accesses; those of shared memory are all by one. */
    private static boolean isSeenByOthers(Instruction instruction) {
        return ControlFlow.isStrong(instruction) && window(instruction.operation()) != Window.SHARED;
    }

    void writeLoad(Instruction instruction, int index) throws Untranslatable {
        Operation operation = instruction.operation();
        PtxType type = operation.type();
        boolean strong = isSeenByOthers(instruction);
        View view = view(index);
        if (view != null) {
            writeViewedLoad(view, elements(instruction.operand(0)));
            return;
        }
        int stage = block.stageLocal(index);
        if (stage >= 0) {
            List<Operand> elements = elements(instruction.operand(0));
            for (int i = 0; i < elements.size(); i++) {
                Register element = (Register) elements.get(i);
                pushStaged(stage, elements.size(), i);
                code.arrayLoad(Bank.of(element.type()).local());
                block.popRegister(element);
            }
            return;
        }
        pushHost(instruction, index);
        if (!(instruction.operand(0) instanceof Operand.Vector vector)) {
            writeRead(instruction.operand(0), type, strong, nameOf(index, strong));
            return;
        }
        int host = code.allocateLocal(TypeKind.LONG);
        code.lstore(host);
        for (int i = 0; i < vector.elements().size(); i++) {
            if (vector.elements().get(i) instanceof Operand.Sink) {
                continue;
            }
            code.lload(host);
            if (i > 0) {
                code.loadConstant((long) i * type.bytes()).ladd();
            }
            writeRead(vector.elements().get(i), type, strong, nameOf(index, strong));
        }
    }

    private void writeRead(Operand target, PtxType type, boolean strong, String suffix) throws Untranslatable {
        Bank bank = target instanceof Register register ? Bank.of(register.type()) : Bank.INT;
        if (bank == Bank.FLOAT && type.bits() == 32 && !strong) {
            call(Names.MEMORY, "getFloat" + suffix, ConstantDescs.CD_float, J);
            pop(target, PtxType.F32);
            return;
        }
        if (bank == Bank.DOUBLE && type.bits() == 64 && !strong) {
            call(Names.MEMORY, "getDouble" + suffix, ConstantDescs.CD_double, J);
            pop(target, PtxType.F64);
            return;
        }
        switch (type.bits()) {
            case 8 -> call(Names.MEMORY, "getByte" + suffix, ConstantDescs.CD_byte, J);
            case 16 -> call(Names.MEMORY, "getShort" + suffix, ConstantDescs.CD_short, J);
            case 32 -> call(Names.MEMORY, "getInt" + suffix, I, J);
            case 64 -> call(Names.MEMORY, "getLong" + suffix, J, J);
            default -> throw new Untranslatable("access of ." + type.text());
        }
        pop(target, type.isInteger() ? type : type.untyped());
    }

    void writeStore(Instruction instruction, int index) throws Untranslatable {
        Operation operation = instruction.operation();
        PtxType type = operation.type();
        boolean strong = isSeenByOthers(instruction);
        View view = view(index);
        if (view != null) {
            writeViewedStore(view, elements(instruction.operand(1)));
            return;
        }
        int stage = block.stageLocal(index);
        if (stage >= 0) {
            List<Operand> elements = elements(instruction.operand(1));
            for (int i = 0; i < elements.size(); i++) {
                Register element = (Register) elements.get(i);
                pushStaged(stage, elements.size(), i);
                block.pushRegister(element);
                code.arrayStore(Bank.of(element.type()).local());
            }
            return;
        }
        pushHost(instruction, index);
        if (!(instruction.operand(1) instanceof Operand.Vector vector)) {
            writeWrite(instruction.operand(1), type, strong, nameOf(index, strong));
            return;
        }
        int host = code.allocateLocal(TypeKind.LONG);
        code.lstore(host);
        for (int i = 0; i < vector.elements().size(); i++) {
            code.lload(host);
            if (i > 0) {
                code.loadConstant((long) i * type.bytes()).ladd();
            }
            writeWrite(vector.elements().get(i), type, strong, nameOf(index, strong));
        }
    }

    private void writeWrite(Operand source, PtxType type, boolean strong, String suffix) throws Untranslatable {
        ClassDesc nothing = ConstantDescs.CD_void;
        if (source instanceof Register register && !strong) {
            if (Bank.of(register.type()) == Bank.FLOAT
                    && type.bits() == 32
                    && !plan.nans().isCanonicalAtRead(plan.registers(), register)) {
                push(source, PtxType.F32);
                call(Names.MEMORY, "putFloat" + suffix, nothing, J, ConstantDescs.CD_float);
                return;
            }
            if (Bank.of(register.type()) == Bank.DOUBLE && type.bits() == 64) {
                push(source, PtxType.F64);
                call(Names.MEMORY, "putDouble" + suffix, nothing, J, ConstantDescs.CD_double);
                return;
            }
        }
        PtxType bits = type.untyped();
        if (source instanceof Operand.DoubleImmediate immediate && type == PtxType.F32) {
            code.loadConstant(Float.floatToRawIntBits((float) immediate.value()));
        } else {
            push(source, bits);
        }
        switch (bits.bits()) {
            case 8 -> {
                code.i2b();
                call(Names.MEMORY, "putByte" + suffix, nothing, J, ConstantDescs.CD_byte);
            }
            case 16 -> {
                code.i2s();
                call(Names.MEMORY, "putShort" + suffix, nothing, J, ConstantDescs.CD_short);
            }
            case 32 -> call(Names.MEMORY, "putInt" + suffix, nothing, J, I);
            case 64 -> call(Names.MEMORY, "putLong" + suffix, nothing, J, J);
            default -> throw new Untranslatable("access of ." + type.text());
        }
    }

    void writeAtomic(Instruction instruction, int index) throws Untranslatable {
        Operation operation = instruction.operation();
        PtxType type = operation.type();
        Combiner combiner = operation.combiner();
        boolean isAtom = instruction.opcode() == Opcode.ATOM;
        if (operation.vectorWidth() > 1 || combiner == null || (type.bits() != 32 && type.bits() != 64)) {
            throw new Untranslatable(instruction.toString());
        }
        int first = isAtom ? 2 : 1;
        boolean wide = type.bits() == 64;
        String width = wide ? "Long" : "Int";
        ClassDesc n = wide ? J : I;
        PtxType bits = type.untyped();
        pushHost(instruction, index);
        PtxType operandType = type.isFloat() && combiner == Combiner.ADD ? type : type.isInteger() ? type : bits;
        ClassDesc operandClass = n;
        push(instruction.operand(first), operandType);
        boolean isShared = window(operation) == Window.SHARED;
        ClassDesc owner = isShared ? Names.SHARED_ATOMICS : Names.ATOMICS;
        ClassDesc memory = isShared ? Names.SHARED_ATOMICS : Names.MEMORY;
        String name;
        switch (combiner) {
            case ADD -> {
                if (type.isFloat()) {
                    if (type != PtxType.F32 && type != PtxType.F64) {
                        throw new Untranslatable(instruction.toString());
                    }
                    operandClass = wide ? ConstantDescs.CD_double : ConstantDescs.CD_float;
                    n = operandClass;
                    name = wide ? "addDouble" : "addFloat";
                } else if (type.isInteger()) {
                    owner = memory;
                    name = "add" + width;
                } else {
                    throw new Untranslatable(instruction.toString());
                }
            }
            case EXCH -> {
                owner = memory;
                name = "exchange" + width;
            }
            case CAS -> {
                owner = memory;
                name = "compareAndExchange" + width;
                push(instruction.operand(first + 1), operandType);
            }
            case AND, OR, XOR -> name = combiner.text() + width;
            case MIN, MAX -> {
                if (!type.isInteger()) {
                    throw new Untranslatable(instruction.toString());
                }
                name = combiner.text() + (type.isSigned() ? "" : "Unsigned") + width;
            }
            case INC, DEC -> {
                if (wide) {
                    throw new Untranslatable(instruction.toString());
                }
                name = combiner == Combiner.INC ? "increment" : "decrement";
            }
            default -> throw new Untranslatable(instruction.toString());
        }
        if (combiner == Combiner.CAS) {
            call(owner, name, n, J, operandClass, operandClass);
        } else {
            call(owner, name, n, J, operandClass);
        }
        PtxType resultType = operandClass == n && type.isFloat() && combiner == Combiner.ADD ? type : bits;
        pop(isAtom ? instruction.operand(0) : Operand.SINK, resultType);
    }
}
