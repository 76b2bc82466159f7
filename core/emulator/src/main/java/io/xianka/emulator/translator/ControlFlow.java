package io.xianka.emulator.translator;

import io.xianka.emulator.translator.BasicBlock.Terminator;
import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Register;
import io.xianka.ptx.StateSpace;
import io.xianka.ptx.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The basic blocks of a kernel. Block 0 is the entry; block numbers rise with the text, which is what scheduling goes by. */
final class ControlFlow {
    /** Longer blocks are split, so that each fits in a method that HotSpot compiles (at most 8,000 bytes). */
    private static final int MOST_INSTRUCTIONS = 64;

    /** Each access of a watched block becomes a question and two ways to go on, which HotSpot takes long to compile. */
    private static final int MOST_INSTRUCTIONS_OF_WATCHED = 16;

    private final FlatBody body;
    private final List<BasicBlock> blocks;
    private final int[] blockOfInstruction;

    private ControlFlow(FlatBody body, List<BasicBlock> blocks, int[] blockOfInstruction) {
        this.body = body;
        this.blocks = blocks;
        this.blockOfInstruction = blockOfInstruction;
    }

    FlatBody body() {
        return body;
    }

    List<BasicBlock> blocks() {
        return blocks;
    }

    BasicBlock block(int index) {
        return blocks.get(index);
    }

    int size() {
        return blocks.size();
    }

    /** The block whose instructions, or whose terminator, this instruction belongs to. */
    int blockOf(int instruction) {
        return blockOfInstruction[instruction];
    }

    /**
     * @param isNarrow whether warps are of 32 lanes, for which long methods are better
     * @param inLockstep whether the lanes of a group do each load before any of them does the next store, and the other way
     *     round, as the interpreter's do: what a checked kernel does wrong is then the same in both
     */
    static ControlFlow of(FlatBody body, boolean isNarrow, boolean inLockstep) throws Untranslatable {
        int size = body.size();
        // Positions, not yet block numbers: one before each instruction, one after the last.
        BitSet starts = new BitSet(size + 1);
        starts.set(0);
        body.labels().values().forEach(starts::set);
        for (int i = 0; i < size; i++) {
            Instruction instruction = body.instruction(i);
            if (isIsolated(instruction)) {
                starts.set(i);
                starts.set(i + 1);
            } else if (isBranch(instruction)) {
                starts.set(i + 1);
            } else if (isStrong(instruction)) {
                // Lanes do it at the same time, as far as others can tell: what is before and after gets lane loops of
                // its own.
                starts.set(i);
                starts.set(i + 1);
            }
        }
        if (inLockstep) {
            splitAtTurns(body, starts, isNarrow);
        }
        if (!isNarrow) {
            WideCuts.cut(body, starts);
        }
        // A guarded instruction that ends a block needs a block of its own for the branch around it.
        int[] blockAt = new int[size + 1];
        int count = 0;
        if (isNarrow) {
            splitLongRuns(body, starts, inLockstep ? MOST_INSTRUCTIONS_OF_WATCHED : MOST_INSTRUCTIONS);
        }
        for (int i = starts.nextSetBit(0); i >= 0 && i < size; i = starts.nextSetBit(i + 1)) {
            blockAt[i] = count++;
            if (isIsolated(body.instruction(i))) {
                count += (body.instruction(i).isGuarded() ? 1 : 0) + (isReduction(body.instruction(i)) ? 1 : 0);
            }
        }
        int exitBlock = count;
        blockAt[size] = exitBlock;
        List<BasicBlock> blocks = new ArrayList<>(count + 1);
        int[] blockOf = new int[size];
        for (int start = starts.nextSetBit(0); start >= 0 && start < size; ) {
            int next = starts.nextSetBit(start + 1);
            if (next < 0 || next > size) {
                next = size;
            }
            Arrays.fill(blockOf, start, next, blocks.size());
            Instruction last = body.instruction(next - 1);
            int after = blockAt[next];
            if (isIsolated(last)) {
                if (last.isGuarded()) {
                    int guard = blocks.size();
                    blocks.add(new BasicBlock(
                            guard,
                            start,
                            start,
                            new Terminator.Branch(
                                    last.guard().predicate(), last.guard().negated(), guard + 1, after)));
                    Arrays.fill(blockOf, start, next, guard + 1);
                }
                int own = blocks.size();
                if (isReduction(last)) {
                    blocks.add(new BasicBlock(own, start, start, new Terminator.Barrier(start, own + 1)));
                    blocks.add(new BasicBlock(own + 1, start, start, new Terminator.BarrierResult(start, after)));
                } else {
                    Terminator terminator = isBarrier(last.opcode())
                            ? new Terminator.Barrier(start, after)
                            : new Terminator.Exchange(start, after);
                    blocks.add(new BasicBlock(own, start, start, terminator));
                }
            } else if (isBranch(last)) {
                blocks.add(new BasicBlock(
                        blocks.size(), start, next - 1, terminator(body, next - 1, blockAt, after, exitBlock)));
            } else {
                blocks.add(new BasicBlock(blocks.size(), start, next, new Terminator.Jump(after)));
            }
            start = next == size ? -1 : next;
        }
        blocks.add(new BasicBlock(exitBlock, size, size, new Terminator.Exit()));
        return new ControlFlow(body, List.copyOf(blocks), blockOf);
    }

    /**
     * Begins a block where stores follow loads or loads stores, in memory that threads share.
     *
     * @param isBeforeAccess whether also where an address was computed, so that those of all lanes are known before the access
     */
    private static void splitAtTurns(FlatBody body, BitSet starts, boolean isBeforeAccess) {
        boolean hasLoad = false;
        boolean hasStore = false;
        Set<Operand> computed = new HashSet<>();
        for (int i = 0; i < body.size(); i++) {
            if (starts.get(i)) {
                hasLoad = false;
                hasStore = false;
                computed.clear();
            }
            Instruction instruction = body.instruction(i);
            StateSpace space = instruction.operation().space();
            boolean isShared = !space.isParam() && space != StateSpace.CONST && space != StateSpace.LOCAL;
            boolean isAtomic = instruction.opcode() == Opcode.ATOM || instruction.opcode() == Opcode.RED;
            boolean loads = isAtomic || (isShared && instruction.opcode() == Opcode.LD);
            boolean stores = isAtomic || (isShared && instruction.opcode() == Opcode.ST);
            boolean isFirst = stores && instruction.opcode() != Opcode.ATOM;
            Operand address = isFirst && !instruction.operands().isEmpty()
                    ? instruction.operand(0)
                    : loads && instruction.operands().size() > 1 ? instruction.operand(1) : null;
            boolean isComputed =
                    isBeforeAccess && address instanceof Operand.Address place && computed.contains(place.base());
            if ((loads && hasStore) || (stores && hasLoad) || isComputed) {
                starts.set(i);
                hasLoad = false;
                hasStore = false;
                computed.clear();
            }
            hasLoad |= loads;
            hasStore |= stores;
            noteComputed(instruction, computed);
        }
    }

    private static void splitLongRuns(FlatBody body, BitSet starts, int most) {
        int run = 0;
        for (int i = 0; i < body.size(); i++) {
            if (starts.get(i)) {
                run = 0;
            } else if (run == most) {
                starts.set(i);
                run = 0;
            }
            run = Math.min(most, run + weight(body.instruction(i)));
        }
    }

    static void noteComputed(Instruction instruction, Collection<Operand> computed) {
        if (instruction.operands().isEmpty()) {
            return;
        }
        switch (instruction.operand(0)) {
            case Operand.Vector vector -> computed.addAll(vector.elements());
            case Register result -> computed.add(result);
            default -> {}
        }
    }

    private static Terminator terminator(FlatBody body, int index, int[] blockAt, int after, int exitBlock)
            throws Untranslatable {
        Instruction instruction = body.instruction(index);
        int target = switch (instruction.opcode()) {
            case RET, EXIT -> exitBlock;
            case BRA -> blockAt[label(body, ((Operand.LabelName) instruction.operand(0)).name())];
            case BRX_IDX -> {
                if (instruction.isGuarded()) {
                    throw new Untranslatable(instruction.toString());
                }
                yield -1;
            }
            default -> throw new AssertionError(instruction);
        };
        if (target < 0) {
            Statement.Targets list = body.targets().get(((Operand.LabelName) instruction.operand(1)).name());
            List<Integer> targets = new ArrayList<>();
            for (String name : list.names()) {
                targets.add(blockAt[label(body, name)]);
            }
            return new Terminator.Switch(index, List.copyOf(targets));
        }
        if (!instruction.isGuarded()) {
            return target == exitBlock ? new Terminator.Exit() : new Terminator.Jump(target);
        }
        return new Terminator.Branch(
                instruction.guard().predicate(), instruction.guard().negated(), target, after);
    }

    private static int label(FlatBody body, String name) throws Untranslatable {
        Integer position = body.labels().get(name);
        if (position == null) {
            throw new Untranslatable("a branch to " + name + ", which is no label");
        }
        return position;
    }

    /** How much code an instruction becomes, in units of a plain one. */
    static int weight(Instruction instruction) {
        return switch (instruction.opcode()) {
            case LD, ST, ATOM, RED -> 2 + instruction.operation().vectorWidth();
            default -> 1;
        };
    }

    private static boolean isBranch(Instruction instruction) {
        return switch (instruction.opcode()) {
            case BRA, BRX_IDX, RET, EXIT -> true;
            default -> false;
        };
    }

    static boolean isBarrier(Opcode opcode) {
        return switch (opcode) {
            case BAR_SYNC,
                    BAR_ARRIVE,
                    BAR_RED,
                    BAR_CTA_SYNC,
                    BAR_CTA_ARRIVE,
                    BAR_CTA_RED,
                    BARRIER_SYNC,
                    BARRIER_ARRIVE,
                    BARRIER_RED,
                    BARRIER_CTA_SYNC,
                    BARRIER_CTA_ARRIVE,
                    BARRIER_CTA_RED,
                    BARRIER_CLUSTER_WAIT -> true;
            default -> false;
        };
    }

    static boolean isReduction(Instruction instruction) {
        return switch (instruction.opcode()) {
            case BAR_RED, BAR_CTA_RED, BARRIER_RED, BARRIER_CTA_RED -> true;
            default -> false;
        };
    }

    /** Looks at other lanes, or tells how many threads a warp has. */
    static boolean isExchange(Opcode opcode) {
        return switch (opcode) {
            case SHFL, VOTE, MATCH, ACTIVEMASK, REDUX, ELECT, BAR_WARP_SYNC -> true;
            default -> false;
        };
    }

    private static boolean isIsolated(Instruction instruction) {
        return isBarrier(instruction.opcode()) || isExchange(instruction.opcode()) || Asides.isAside(instruction);
    }

    /** Whether other threads may be waited for by repeating this. */
    static boolean mayWait(Instruction instruction) {
        return switch (instruction.opcode()) {
            case ATOM, RED -> true;
            case LD -> isStrong(instruction);
            default -> false;
        };
    }

    /** Volatile, relaxed or stronger: other threads may watch in which order it happens. */
    static boolean isStrong(Instruction instruction) {
        Modifier.MemoryOrder order = instruction.operation().order();
        return (order != null && order != Modifier.MemoryOrder.WEAK)
                || instruction.operation().has(Modifier.Keyword.MMIO)
                || instruction.operation().modifiers().contains(Modifier.CacheOperator.CV);
    }
}
