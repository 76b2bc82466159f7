package io.xianka.emulator.translator;

import io.xianka.emulator.translator.BasicBlock.Terminator;
import io.xianka.ptx.Instruction;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * What lies between a branch on which lanes part and the place where they meet again, where nothing in there needs other
 * lanes: then each lane can do it to its end before the next one begins, with its registers in JVM locals.
 *
 * @param branch the block that ends with the branch
 * @param blocks those on the ways from there, the branch's own among them only where a way leads back to it
 * @param join where all that have not ended are behind it; {@link #END} if all end
 */
record SerialRegion(int branch, BitSet blocks, int join) {
    static final int END = -1;

    /** What fits in a method that HotSpot compiles (at most 8,000 bytes). */
    private static final int MOST_WEIGHT = 420;

    /**
     * The region behind a branch.
     *
     * @param isFar whether it shall reach as far as it may, rather than to where the lanes meet first: what is read behind
     *     it needs an array, and nothing is read behind the end
     * @return null where lanes must go on side by side
     */
    static SerialRegion of(ControlFlow flow, int branch, PostDominators postDominators, boolean isFar) {
        if (!(flow.block(branch).terminator() instanceof Terminator.Branch)) {
            return null;
        }
        int join = postDominators.immediate(branch);
        BitSet near = reach(flow, branch, join);
        // Where nothing lies between, some lanes end and that is all: the others go on to the end, or side by side.
        if (isFar || join < 0 || near.isEmpty()) {
            BitSet all = reach(flow, branch, END);
            if (isSerial(flow, all)) {
                return new SerialRegion(branch, all, END);
            }
        }
        if (join < 0 || near.isEmpty() || !isSerial(flow, near)) {
            return null;
        }
        SerialRegion region = new SerialRegion(branch, near, join);
        while (isFar) {
            join = postDominators.immediate(join);
            BitSet blocks = join < 0 ? null : reach(flow, branch, join);
            if (blocks == null || !isSerial(flow, blocks)) {
                break;
            }
            region = new SerialRegion(branch, blocks, join);
        }
        return region;
    }

    /** The blocks behind a branch, up to {@code stop}; those that do nothing but end a lane are left out. */
    static BitSet reach(ControlFlow flow, int branch, int stop) {
        BitSet seen = new BitSet(flow.size());
        Deque<Integer> open = new ArrayDeque<>(flow.block(branch).successors());
        while (!open.isEmpty()) {
            int next = open.poll();
            if (next == stop || seen.get(next) || flow.block(next).isBareExit()) {
                continue;
            }
            seen.set(next);
            open.addAll(flow.block(next).successors());
        }
        return seen;
    }

    private static boolean isSerial(ControlFlow flow, BitSet blocks) {
        int weight = 0;
        boolean mayWait = false;
        for (int b = blocks.nextSetBit(0); b >= 0; b = blocks.nextSetBit(b + 1)) {
            BasicBlock block = flow.block(b);
            switch (block.terminator()) {
                case Terminator.Jump _, Terminator.Branch _, Terminator.Exit _ -> {}
                case Terminator.Switch _, Terminator.Barrier _, Terminator.BarrierResult _, Terminator.Exchange _ -> {
                    return false;
                }
            }
            for (int i = block.first(); i < block.end(); i++) {
                Instruction instruction = flow.body().instruction(i);
                if (ControlFlow.isStrong(instruction)) {
                    return false;
                }
                weight += ControlFlow.weight(instruction);
                mayWait |= isWait(instruction);
            }
        }
        return weight <= MOST_WEIGHT && !(mayWait && hasWaitingLoop(flow, blocks));
    }

    /** What makes a loop one that may wait for what another lane does. */
    private static boolean isWait(Instruction instruction) {
        return switch (instruction.opcode()) {
            case ATOM, MEMBAR, FENCE, NANOSLEEP -> true;
            default -> false;
        };
    }

    private static boolean hasWaitingLoop(ControlFlow flow, BitSet blocks) {
        for (int b = blocks.nextSetBit(0); b >= 0; b = blocks.nextSetBit(b + 1)) {
            BasicBlock block = flow.block(b);
            for (int i = block.first(); i < block.end(); i++) {
                if (isWait(flow.body().instruction(i))) {
                    BitSet behind = reach(flow, b, -1);
                    if (behind.get(b)) {
                        return true;
                    }
                    break;
                }
            }
        }
        return false;
    }
}
