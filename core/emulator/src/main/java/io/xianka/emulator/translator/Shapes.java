package io.xianka.emulator.translator;

import static io.xianka.emulator.translator.Shape.Uniform.UNIFORM;
import static io.xianka.emulator.translator.Shape.Varying.VARYING;

import io.xianka.emulator.translator.BasicBlock.Terminator;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.SpecialRegister;
import io.xianka.ptx.StateSpace;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which registers need an array over the lanes, and which are scalars of the warp. Computed for one way of cutting blocks
 * into warps.
 *
 * <p>A scalar is shared by all lanes, so it must be right for every lane that will read it. It is where its value is a
 * pure function of what no thread of the warp changes ({@link #isInvariant}): whoever computes it, and whenever, gets the same. It
 * also is where it is computed only by all lanes together: in blocks that are under the influence of no branch on which
 * lanes may part. Such blocks are {@link #isConvergent convergent}: the warp waits there until all its lanes have come.
 *
 * <p>Where lanes part at a {@link SerialRegion}, each of them has registers of its own in there, so only what is read behind
 * it needs to be an array.
 */
final class Shapes {
    private static final int MOST_STRIDE = 1 << 16;

    private static final int MOST_TURN = 1 << 30;

    /** How many conditions a branch may be made of to be looked through. */
    private static final int MOST_CONDITIONS = 4;

    private final ControlFlow flow;
    private final Registers registers;
    private final WarpForm form;
    private final boolean allowsRegions;
    private final boolean loadsOnce;
    private final Shape[] shapes;
    private final boolean[] isInvariant;
    private final BitSet influenced = new BitSet();
    private final BitSet partingBlocks = new BitSet();
    private final Map<Integer, SerialRegion> regions = new LinkedHashMap<>();
    private boolean hasPartings;
    private PostDominators postDominators;
    private Liveness liveness;

    /**
     * @param allowsRegions whether lanes that part may run one after another
     * @param loadsOnce whether what lanes that run together load from one address may be loaded once for all
     */
    Shapes(ControlFlow flow, Registers registers, WarpForm form, boolean allowsRegions, boolean loadsOnce) {
        this.allowsRegions = allowsRegions;
        this.loadsOnce = loadsOnce;
        this.flow = flow;
        this.registers = registers;
        this.form = form;
        this.shapes = new Shape[registers.size()];
        this.isInvariant = new boolean[registers.size()];
        for (int r = 0; r < registers.size(); r++) {
            isInvariant[r] = registers.definedBy(r).size() == 1;
            if (registers.definedBy(r).isEmpty()) {
                shapes[r] = VARYING;
            }
        }
        boolean changed = true;
        while (changed) {
            changed = propagate();
            changed |= findInfluence();
        }
        for (int r = 0; r < shapes.length; r++) {
            if (shapes[r] == null) {
                shapes[r] = VARYING; // only in code that is never reached
            }
        }
    }

    Shape of(int register) {
        return shapes[register];
    }

    Shape of(Register register) {
        return shapes[registers.numberOf(register)];
    }

    /** Whether lanes wait here for each other, so that scalars may be written. */
    boolean isConvergent(int block) {
        return !influenced.get(block);
    }

    /** Whether some branch may part the lanes so that they run apart. */
    boolean hasPartings() {
        return hasPartings;
    }

    /** What lanes do one after another when they part at the end of a block; null where they do not. */
    SerialRegion region(int block) {
        return regions.get(block);
    }

    Liveness liveness() {
        if (liveness == null) {
            liveness = new Liveness(flow, registers);
        }
        return liveness;
    }

    /** Whether an instruction computes scalars only. */
    boolean isScalar(int instruction) {
        int[] results = registers.definitions(instruction);
        if (results.length == 0) {
            return false;
        }
        for (int result : results) {
            if (!shapes[result].isScalar()) {
                return false;
            }
        }
        return true;
    }

    private boolean propagate() {
        boolean changedAtAll = false;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (BasicBlock block : flow.blocks()) {
                for (int i = block.first(); i < block.end(); i++) {
                    changed |= visit(i, block.index());
                }
                switch (block.terminator()) {
                    case Terminator.Exchange exchange -> changed |= forceVarying(exchange.instruction());
                    case Terminator.BarrierResult result -> changed |= forceVarying(result.instruction());
                    case Terminator.Jump _, Terminator.Branch _, Terminator.Switch _ -> {}
                    case Terminator.Exit _, Terminator.Barrier _ -> {}
                }
            }
            changedAtAll |= changed;
        }
        return changedAtAll;
    }

    private boolean forceVarying(int instruction) {
        boolean changed = false;
        for (int result : registers.definitions(instruction)) {
            changed |= raise(result, VARYING);
            isInvariant[result] = false;
        }
        return changed;
    }

    private boolean raise(int register, Shape shape) {
        Shape joined = Shape.join(shapes[register], shape);
        if (joined == null || joined.equals(shapes[register])) {
            return false;
        }
        shapes[register] = joined;
        return true;
    }

    private boolean visit(int index, int block) {
        int[] results = registers.definitions(index);
        if (results.length == 0) {
            return false;
        }
        Instruction instruction = flow.body().instruction(index);
        boolean sourcesInvariant = true;
        boolean allUniform = true;
        for (int use : registers.uses(index)) {
            sourcesInvariant &= isInvariant[use];
            if (shapes[use] == null) {
                return false; // not known yet
            }
            allUniform &= shapes[use] == UNIFORM;
        }
        Shape shape = results.length == 1 || allUniform ? result(instruction, allUniform) : VARYING;
        if (allUniform && isLoadedOnce(index, block)) {
            shape = UNIFORM;
        }
        if (instruction.guard() != null) {
            sourcesInvariant = false;
            Shape guard = of(instruction.guard().predicate());
            if (guard != UNIFORM) {
                shape = VARYING;
            }
        }
        boolean changed = false;
        for (int result : results) {
            if (isInvariant[result] && (!sourcesInvariant || !isStable(instruction))) {
                isInvariant[result] = false;
                changed = true;
            }
            Shape own = shape;
            if (!isInvariant[result] && influenced.get(block) && !registers.isLocal(result)) {
                own = VARYING;
            }
            changed |= raise(result, own);
        }
        // An instruction is written once, for scalars or in the loop over the lanes: its results are all of one kind.
        for (int result : results) {
            if (shapes[result] == VARYING) {
                for (int other : results) {
                    changed |= raise(other, VARYING);
                }
            }
        }
        return changed;
    }

    /** Whether lanes load from one address, before anything in their block may write there: scalars are computed before the lanes' loop. */
    private boolean isLoadedOnce(int index, int block) {
        Instruction instruction = flow.body().instruction(index);
        StateSpace space = instruction.operation().space();
        if (!loadsOnce
                || instruction.opcode() != Opcode.LD
                || ControlFlow.isStrong(instruction)
                || (space != StateSpace.GLOBAL && !space.isShared())) {
            return false;
        }
        for (int i = flow.block(block).first(); i < index; i++) {
            switch (flow.body().instruction(i).opcode()) {
                case ST, ATOM, RED, MEMBAR, FENCE -> {
                    return false;
                }
                default -> {}
            }
        }
        return true;
    }

    /** Whether an instruction gives the same result whenever a thread executes it with the same operands. */
    private static boolean isStable(Instruction instruction) {
        return switch (instruction.opcode()) {
            case LD -> isConstantLoad(instruction);
            case MOV -> !(instruction.operand(1) instanceof SpecialRegister special && isClock(special));
            default -> isPure(instruction);
        };
    }

    private static boolean isClock(SpecialRegister special) {
        return switch (special) {
            case CLOCK, CLOCK_HI, CLOCK64, GLOBALTIMER, GLOBALTIMER_LO, GLOBALTIMER_HI -> true;
            default -> false;
        };
    }

    static boolean isConstantLoad(Instruction instruction) {
        Operation operation = instruction.operation();
        return instruction.opcode() == Opcode.LD
                && !ControlFlow.isStrong(instruction)
                && (operation.space().isParam() || operation.space() == StateSpace.CONST || operation.has(Keyword.NC));
    }

    /** Whether the result depends on the operands alone. Carries are kept out: they live beside the registers. */
    private static boolean isPure(Instruction instruction) {
        return switch (instruction.opcode()) {
            case ADD, SUB, MUL, MAD, FMA -> !instruction.operation().has(Keyword.CC);
            case MUL24, MAD24, SAD, DIV, REM, ABS, NEG, MIN, MAX -> true;
            case POPC, CLZ, BFIND, FNS, BREV, BFE, BFI, BMSK, SZEXT, DP4A, DP2A -> true;
            case TESTP, COPYSIGN, RCP, SQRT, RSQRT, SIN, COS, LG2, EX2, TANH -> true;
            case SET, SETP, SELP, SLCT, AND, OR, XOR, NOT, CNOT, LOP3, SHF, SHL, SHR, MOV, PRMT -> true;
            case ISSPACEP, CVTA, CVT -> true;
            default -> false;
        };
    }

    private Shape result(Instruction instruction, boolean allUniform) {
        Operation operation = instruction.operation();
        switch (instruction.opcode()) {
            case LD -> {
                return allUniform && isConstantLoad(instruction) ? UNIFORM : VARYING;
            }
            case MOV -> {
                if (instruction.operand(1) instanceof SpecialRegister special) {
                    return form.shapeOf(special);
                }
            }
            default -> {
                if (!isPure(instruction)) {
                    return VARYING;
                }
            }
        }
        if (allUniform) {
            // The address of local memory differs between threads, whatever it is computed from.
            boolean isLocalAddress = instruction.opcode() == Opcode.CVTA && operation.space() == StateSpace.LOCAL;
            return isLocalAddress ? VARYING : UNIFORM;
        }
        if (instruction.guard() != null
                || !(instruction.operand(0) instanceof Register)
                || !operation.hasType()
                || !operation.type().isInteger()
                || operation.sat()) {
            return VARYING;
        }
        return affine(instruction, operation);
    }

    /** For integer instructions of which at least one operand is not uniform. */
    private Shape affine(Instruction instruction, Operation operation) {
        PtxType type = operation.type();
        boolean isWord = type.bits() == 32;
        boolean isLong = type.bits() == 64;
        switch (instruction.opcode()) {
            case MOV -> {
                return sameWidth(instruction, type) ? shapeOf(instruction.operand(1)) : VARYING;
            }
            case CVTA -> {
                return operation.space() == StateSpace.GLOBAL || operation.space() == StateSpace.CONST
                        ? shapeOf(instruction.operand(1))
                        : VARYING;
            }
            case CVT -> {
                PtxType source = operation.sourceType();
                Shape from = shapeOf(instruction.operand(1));
                if (!sameWidth(instruction, type)
                        || !(instruction.operand(1) instanceof Register register)
                        || register.type().bits() != source.bits()
                        || !source.isInteger()) {
                    return VARYING;
                }
                if (source.bits() == type.bits()) {
                    return from;
                }
                if (from instanceof Shape.Affine32(int stride) && isLong && source.bits() == 32) {
                    return new Shape.Affine64(stride, 1, source.isSigned());
                }
                if (from instanceof Shape.Affine64 wide && isWord && source.bits() == 64) {
                    return affine32(wide.stride() * wide.scale());
                }
                return VARYING;
            }
            case ADD, SUB -> {
                if (!sameWidth(instruction, type)) {
                    return VARYING;
                }
                boolean minus = instruction.opcode() == Opcode.SUB;
                return sum(shapeOf(instruction.operand(1)), shapeOf(instruction.operand(2)), minus);
            }
            case SHL -> {
                if (!sameWidth(instruction, type)
                        || !(instruction.operand(2) instanceof Operand.IntegerImmediate amount)
                        || amount.value() < 0
                        || amount.value() > 16) {
                    return VARYING;
                }
                return scaled(shapeOf(instruction.operand(1)), 1L << amount.value());
            }
            case MUL -> {
                if (operation.has(Keyword.LO) && sameWidth(instruction, type)) {
                    return product(instruction);
                }
                return operation.has(Keyword.WIDE) && isWord
                        ? widened(product(instruction), instruction, type)
                        : VARYING;
            }
            case MAD -> {
                Shape added = shapeOf(instruction.operand(3));
                Shape product = product(instruction);
                if (operation.has(Keyword.LO) && sameWidth(instruction, type)) {
                    return sum(product, added, false);
                }
                return operation.has(Keyword.WIDE) && isWord && product != UNIFORM && added == UNIFORM
                        ? widened(product, instruction, type)
                        : VARYING;
            }
            default -> {
                return VARYING;
            }
        }
    }

    /** Registers may be wider than the type in some instructions; those are left alone. */
    private static boolean sameWidth(Instruction instruction, PtxType type) {
        return instruction.operand(0) instanceof Register register
                && register.type().bits() == type.bits()
                && (type.bits() == 32 || type.bits() == 64)
                && Bank.of(register.type()) == Bank.of(type);
    }

    private Shape shapeOf(Operand operand) {
        return switch (operand) {
            case Register register -> of(register);
            case Operand.Vector _, Operand.Negated _ -> VARYING; // asked only where some register is not uniform
            default -> UNIFORM;
        };
    }

    private static Shape affine32(long stride) {
        return Math.abs(stride) <= MOST_STRIDE ? new Shape.Affine32((int) stride) : VARYING;
    }

    /** What rises by {@code stride} from lane to lane, and by {@code turn} more from block to block of the warp. */
    private static Shape rising(long stride, long turn) {
        if (turn == 0) {
            return affine32(stride);
        }
        return Math.abs(stride) <= MOST_STRIDE && Math.abs(turn) <= MOST_TURN
                ? new Shape.Turning((int) stride, (int) turn)
                : VARYING;
    }

    private static Shape sum(Shape a, Shape b, boolean minus) {
        if (b == UNIFORM && a.isScalar()) {
            return a;
        }
        if (isOfWord(a) && isOfWord(b)) {
            long sign = minus ? -1 : 1;
            return rising(stride(a) + sign * stride(b), turn(a) + sign * turn(b));
        }
        if (a == UNIFORM && b instanceof Shape.Affine64 && !minus) {
            return b;
        }
        return VARYING;
    }

    private static boolean isOfWord(Shape shape) {
        return switch (shape) {
            case Shape.Uniform _, Shape.Affine32 _, Shape.Turning _ -> true;
            case Shape.Affine64 _, Shape.Varying _ -> false;
        };
    }

    private static int stride(Shape shape) {
        return switch (shape) {
            case Shape.Affine32(int stride) -> stride;
            case Shape.Turning(int stride, int _) -> stride;
            case Shape.Uniform _, Shape.Affine64 _, Shape.Varying _ -> 0;
        };
    }

    private static int turn(Shape shape) {
        return shape instanceof Shape.Turning(int _, int turn) ? turn : 0;
    }

    private static Shape scaled(Shape a, long factor) {
        return switch (a) {
            case Shape.Affine32(int stride) -> affine32(stride * factor);
            case Shape.Turning(int stride, int turn) -> rising(stride * factor, turn * factor);
            case Shape.Affine64 wide ->
                Math.abs(wide.scale() * factor) <= MOST_STRIDE
                        ? new Shape.Affine64(wide.stride(), wide.scale() * factor, wide.isSigned())
                        : VARYING;
            case Shape.Uniform _, Shape.Varying _ -> a;
        };
    }

    /** The shape of operand 1 times operand 2; the factor of what is affine must be a constant. */
    private Shape product(Instruction instruction) {
        Shape a = shapeOf(instruction.operand(1));
        Shape b = shapeOf(instruction.operand(2));
        if (a == UNIFORM && b == UNIFORM) {
            return UNIFORM;
        }
        if (instruction.operand(2) instanceof Operand.IntegerImmediate factor
                && Math.abs(factor.value()) <= MOST_STRIDE) {
            return scaled(a, factor.value());
        }
        if (a instanceof Shape.Turning && isBlockSize(instruction.operand(2))) {
            return scaled(a, form.blockLanes());
        }
        if (b instanceof Shape.Turning && isBlockSize(instruction.operand(1))) {
            return scaled(b, form.blockLanes());
        }
        return VARYING;
    }

    private boolean isBlockSize(Operand operand) {
        if (!(operand instanceof Register register)) {
            return false;
        }
        List<Integer> definitions = registers.definedBy(registers.numberOf(register));
        return definitions.size() == 1
                && isMoveOf(flow.body().instruction(definitions.getFirst()), SpecialRegister.NTID_X);
    }

    private static boolean isMoveOf(Instruction instruction, SpecialRegister special) {
        return instruction.opcode() == Opcode.MOV && instruction.operand(1) == special;
    }

    /** Whether lanes read nothing that rises otherwise from block to block of the warp than from lane to lane. */
    boolean allowSeveralBlocks() {
        for (BasicBlock block : flow.blocks()) {
            for (int i = block.first(); i < block.end(); i++) {
                Instruction instruction = flow.body().instruction(i);
                boolean isOfBlock =
                        isMoveOf(instruction, SpecialRegister.TID_X) || isMoveOf(instruction, SpecialRegister.CTAID_X);
                for (int use : registers.uses(i)) {
                    isOfBlock |= shapes[use] instanceof Shape.Turning;
                }
                if (isOfBlock && !isScalar(i)) {
                    return false;
                }
            }
            if (block.terminator() instanceof Terminator.Switch select
                    && shapeOf(flow.body().instruction(select.instruction()).operand(0)) instanceof Shape.Turning) {
                return false;
            }
        }
        return true;
    }

    /** {@code mul.wide}: the product does not wrap, so the factor becomes the scale. */
    private Shape widened(Shape product, Instruction instruction, PtxType type) {
        if (product instanceof Shape.Affine32
                && shapeOf(instruction.operand(1)) instanceof Shape.Affine32(int stride)
                && instruction.operand(2) instanceof Operand.IntegerImmediate factor
                && factor.value() >= 0
                && instruction.operand(0) instanceof Register result
                && result.type().bits() == 64) {
            return new Shape.Affine64(stride, factor.value(), type.isSigned());
        }
        return VARYING;
    }

    private boolean findInfluence() {
        boolean changed = false;
        for (BasicBlock block : flow.blocks()) {
            boolean parts = switch (block.terminator()) {
                case Terminator.Branch branch -> of(branch.predicate()) != UNIFORM;
                case Terminator.Switch select -> {
                    Instruction instruction = flow.body().instruction(select.instruction());
                    yield shapeOf(instruction.operand(0)) != UNIFORM;
                }
                case Terminator.Jump _, Terminator.Exit _, Terminator.Barrier _ -> false;
                case Terminator.BarrierResult _, Terminator.Exchange _ -> false;
            };
            if (parts && !partingBlocks.get(block.index())) {
                partingBlocks.set(block.index());
                if (postDominators == null) {
                    postDominators = new PostDominators(flow);
                }
                boolean isSeldom = partsSeldom(block);
                SerialRegion region = allowsRegions || isSeldom
                        ? SerialRegion.of(flow, block.index(), postDominators, isSeldom)
                        : null;
                if (region != null) {
                    regions.put(block.index(), region);
                } else {
                    hasPartings = true;
                    int before = influenced.cardinality();
                    influenced.or(influenceOf(block));
                    changed |= influenced.cardinality() != before;
                }
            }
        }
        for (SerialRegion region : regions.values()) {
            changed |= raiseWhatIsReadBehind(region);
        }
        return changed;
    }

    /** Whether the lanes decide by what rises evenly over them, such as a comparison of their index with a bound. */
    private boolean partsSeldom(BasicBlock block) {
        return block.terminator() instanceof Terminator.Branch branch
                && isOfScalars(registers.numberOf(branch.predicate()), 0);
    }

    private boolean isOfScalars(int predicate, int depth) {
        if (registers.definedBy(predicate).size() != 1 || depth > MOST_CONDITIONS) {
            return false;
        }
        int definition = registers.definedBy(predicate).getFirst();
        Instruction instruction = flow.body().instruction(definition);
        boolean isKnown = switch (instruction.opcode()) {
            // What is true of some lanes only is so again and again.
            case SETP ->
                switch (instruction.operation().comparison()) {
                    case EQ, NE -> false;
                    default -> true;
                };
            case AND, OR, XOR, NOT, MOV -> true;
            default -> false;
        };
        if (!isKnown) {
            return false;
        }
        for (int use : registers.uses(definition)) {
            boolean isPredicate = registers.bank(use) == Bank.PREDICATE;
            if (isPredicate ? !isOfScalars(use, depth + 1) : shapes[use] == VARYING) {
                return false;
            }
        }
        return true;
    }

    /** Lanes leave with values of their own. */
    private boolean raiseWhatIsReadBehind(SerialRegion region) {
        if (region.join() == SerialRegion.END) {
            return false;
        }
        BitSet live = liveness().atStart(region.join());
        boolean changed = false;
        for (int b = region.blocks().nextSetBit(0); b >= 0; b = region.blocks().nextSetBit(b + 1)) {
            BasicBlock block = flow.block(b);
            for (int i = block.first(); i < block.end(); i++) {
                for (int result : registers.definitions(i)) {
                    if (!isInvariant[result] && live.get(result)) {
                        changed |= raise(result, VARYING);
                    }
                }
            }
        }
        return changed;
    }

    /** The blocks that lanes may reach one after another when they part here. */
    private BitSet influenceOf(BasicBlock block) {
        int join = postDominators.immediate(block.index());
        BitSet region = SerialRegion.reach(flow, block.index(), join);
        boolean waits = false;
        for (int b = region.nextSetBit(0); b >= 0; b = region.nextSetBit(b + 1)) {
            waits |= flow.block(b).terminator() instanceof Terminator.Barrier;
        }
        if (region.get(block.index())) {
            // A loop that lanes leave one by one; if one waits for what another does later, nobody may be held at its
            // end.
            for (int b = region.nextSetBit(0); b >= 0; b = region.nextSetBit(b + 1)) {
                BasicBlock inside = flow.block(b);
                for (int i = inside.first(); i < inside.end(); i++) {
                    waits |= ControlFlow.mayWait(flow.body().instruction(i));
                }
                waits |= inside.terminator() instanceof Terminator.Exchange exchange
                        && Asides.mayWait(flow.body().instruction(exchange.instruction()));
            }
        }
        return waits ? SerialRegion.reach(flow, block.index(), -1) : region;
    }
}
