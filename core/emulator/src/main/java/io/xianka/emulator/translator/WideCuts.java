package io.xianka.emulator.translator;

import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Register;
import io.xianka.ptx.StateSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the code of wide warps is cut into blocks beyond what its jumps ask for, so that the loop of each is one that HotSpot makes
 * vectors of. It does so only with small loops (LoopUnrollLimit: 60 nodes of its graph), and with no more than one or two in a method; the
 * values that go from block to block stay in the first-level cache.
 */
final class WideCuts {
    /** Of what each lane does, at most, in a block. */
    private static final int MOST_WEIGHT = 48;

    private static final int LANE_WEIGHT = 4;
    private static final int SCALAR_WEIGHT = 1;

    /** What a block more costs, in registers that are stored by one and read by another. */
    private static final int COST_OF_BLOCK = 3;

    private final FlatBody body;
    private final BitSet starts;

    /** Registers with loaded values, or with what was computed from such. */
    private final Set<Operand> loaded = new HashSet<>();

    /** The last instruction that reads a register. */
    private final Map<Register, Integer> lastUses = new HashMap<>();

    private WideCuts(FlatBody body, BitSet starts) {
        this.body = body;
        this.starts = starts;
        for (int i = 0; i < body.size(); i++) {
            Instruction instruction = body.instruction(i);
            boolean isLoad = instruction.opcode() == Opcode.LD || instruction.opcode() == Opcode.ATOM;
            if ((isLoad && !instruction.operation().space().isParam())
                    || instruction.operands().stream().skip(1).anyMatch(loaded::contains)) {
                ControlFlow.noteComputed(instruction, loaded);
            }
            for (int o = 0; o < instruction.operands().size(); o++) {
                boolean isResult = o == 0 && instruction.opcode() != Opcode.ST && instruction.opcode() != Opcode.RED;
                if (!isResult) {
                    for (Register register : Selects.namedIn(instruction.operand(o))) {
                        lastUses.put(register, i);
                    }
                }
            }
            if (instruction.guard() != null) {
                lastUses.put(instruction.guard().predicate(), i);
            }
        }
    }

    /** @param starts where blocks begin already; gets more of them */
    static void cut(FlatBody body, BitSet starts) {
        WideCuts cuts = new WideCuts(body, starts);
        cuts.splitBehindStores();
        cuts.splitByLoaded();
        cuts.splitLongRuns();
    }

    /**
     * Begins a block where a load may read what a store wrote: only up to there can rows be copied to arrays before the
     * loop, and back behind it.
     */
    private void splitBehindStores() {
        boolean[] hasStored = new boolean[Reach.values().length];
        for (int i = 0; i < body.size(); i++) {
            if (starts.get(i)) {
                Arrays.fill(hasStored, false);
            }
            Instruction instruction = body.instruction(i);
            Reach reach = Reach.of(instruction.operation().space());
            if (reach == null) {
                continue;
            }
            switch (instruction.opcode()) {
                case LD -> {
                    if (mayMeet(hasStored, reach)) {
                        starts.set(i);
                        Arrays.fill(hasStored, false);
                    }
                }
                case ST -> hasStored[reach.ordinal()] = true;
                default -> {}
            }
        }
    }

    /**
     * Begins a block where an address was computed from what was loaded: so those of all lanes are known before the access, and are
     * checked by a loop that does nothing else. And at a comparison for a branch that nothing loaded goes into: such mostly come out the
     * same for all lanes, which a block of its own tells without a loop.
     */
    private void splitByLoaded() {
        Set<Operand> computed = new HashSet<>();
        for (int i = 0; i < body.size(); i++) {
            if (starts.get(i)) {
                computed.clear();
            }
            Instruction instruction = body.instruction(i);
            int at = instruction.opcode() == Opcode.LD ? 1 : instruction.opcode() == Opcode.ST ? 0 : -1;
            Reach reach = Reach.of(instruction.operation().space());
            if (at >= 0
                    && (reach == Reach.GLOBAL || reach == Reach.EITHER)
                    && instruction.operand(at) instanceof Operand.Address address
                    && loaded.contains(address.base())
                    && computed.contains(address.base())) {
                starts.set(i);
                computed.clear();
            }
            if (isForBranch(i) && instruction.operands().stream().noneMatch(loaded::contains)) {
                starts.set(i);
                computed.clear();
            }
            ControlFlow.noteComputed(instruction, computed);
        }
    }

    /** Compares integers for the branch that follows. */
    private boolean isForBranch(int index) {
        Instruction instruction = body.instruction(index);
        return instruction.opcode() == Opcode.SETP
                && instruction.operation().type().isInteger()
                && index + 1 < body.size()
                && body.instruction(index + 1).opcode() == Opcode.BRA
                && body.instruction(index + 1).guard() != null
                && body.instruction(index + 1).guard().predicate().equals(instruction.operand(0));
    }

    /** What memory of several threads an access may reach. */
    private enum Reach {
        GLOBAL,
        SHARED,
        EITHER;

        /** Null for memory that is one thread's, or is never written. */
        static Reach of(StateSpace space) {
            if (space.isParam() || space == StateSpace.CONST || space == StateSpace.LOCAL) {
                return null;
            }
            return space.isShared() ? SHARED : space == StateSpace.GLOBAL ? GLOBAL : EITHER;
        }
    }

    private static boolean mayMeet(boolean[] hasStored, Reach reach) {
        return hasStored[Reach.EITHER.ordinal()]
                || hasStored[reach.ordinal()]
                || (reach == Reach.EITHER && (hasStored[Reach.GLOBAL.ordinal()] || hasStored[Reach.SHARED.ordinal()]));
    }

    // ---- runs of instructions that are too long for one block

    private void splitLongRuns() {
        BitSet before = (BitSet) starts.clone();
        for (int start = before.nextSetBit(0); start >= 0 && start < body.size(); ) {
            int next = before.nextSetBit(start + 1);
            int end = next < 0 ? body.size() : Math.min(next, body.size());
            splitRun(start, end);
            start = end;
        }
    }

    /** Cuts where the fewest registers are still to be read: each is an array that is stored, and read again. */
    private void splitRun(int start, int end) {
        int[] weights = new int[end - start + 1];
        for (int i = start; i < end; i++) {
            weights[i - start + 1] =
                    weights[i - start] + (isOfLanes(body.instruction(i)) ? LANE_WEIGHT : SCALAR_WEIGHT);
        }
        if (weights[end - start] <= MOST_WEIGHT) {
            return;
        }
        int[] kept = registersKept(start, end);
        int[] costs = new int[end - start + 1];
        int[] cutBefore = new int[end - start + 1];
        for (int at = 1; at < costs.length; at++) {
            costs[at] = Integer.MAX_VALUE;
            for (int from = at - 1;
                    from >= 0 && (from == at - 1 || weights[at] - weights[from] <= MOST_WEIGHT);
                    from--) {
                int cost = costs[from] + kept[from] + COST_OF_BLOCK;
                if (cost < costs[at]) {
                    costs[at] = cost;
                    cutBefore[at] = from;
                }
            }
        }
        for (int at = cutBefore[end - start]; at > 0; at = cutBefore[at]) {
            starts.set(start + at);
        }
    }

    /** How many registers that the run writes before each of its places are read from there on. */
    private int[] registersKept(int start, int end) {
        int[] kept = new int[end - start + 1];
        Map<Register, Integer> written = new HashMap<>();
        for (int i = start; i < end; i++) {
            List<Operand> results = new ArrayList<>();
            ControlFlow.noteComputed(body.instruction(i), results);
            for (Operand result : results) {
                if (result instanceof Register register && isOfLanes(body.instruction(i))) {
                    written.putIfAbsent(register, i);
                }
            }
        }
        written.forEach((register, at) -> {
            for (int i = at + 1; i <= Math.min(end, lastUses.getOrDefault(register, -1)); i++) {
                kept[i - start]++;
            }
        });
        return kept;
    }

    /** Whether an instruction is likely to be done by each lane, rather than once for all. */
    private boolean isOfLanes(Instruction instruction) {
        return switch (instruction.opcode()) {
            case LD, ST, ATOM, RED -> !instruction.operation().space().isParam();
            default ->
                instruction.operands().stream()
                        .anyMatch(operand -> loaded.contains(operand)
                                || (operand instanceof Register register
                                        && register.type().isFloat()));
        };
    }
}
