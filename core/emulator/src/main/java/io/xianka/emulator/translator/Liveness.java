package io.xianka.emulator.translator;

import io.xianka.emulator.translator.BasicBlock.Terminator;
import java.util.BitSet;

/** Which registers may be read, before they are written, from the start of a block on. */
final class Liveness {
    private final ControlFlow flow;
    private final Registers registers;
    private final BitSet[] atStart;

    Liveness(ControlFlow flow, Registers registers) {
        this.flow = flow;
        this.registers = registers;
        atStart = new BitSet[flow.size()];
        for (int b = 0; b < atStart.length; b++) {
            atStart[b] = new BitSet();
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int b = atStart.length - 1; b >= 0; b--) {
                BitSet live = before(flow.block(b));
                if (!live.equals(atStart[b])) {
                    atStart[b] = live;
                    changed = true;
                }
            }
        }
    }

    private BitSet before(BasicBlock block) {
        BitSet live = new BitSet();
        for (int next : block.successors()) {
            live.or(atStart[next]);
        }
        switch (block.terminator()) {
            case Terminator.Branch branch -> live.set(registers.numberOf(branch.predicate()));
            case Terminator.Switch select -> addUses(select.instruction(), live);
            case Terminator.Barrier barrier -> addUses(barrier.instruction(), live);
            case Terminator.BarrierResult result -> addUses(result.instruction(), live);
            case Terminator.Exchange exchange -> {
                for (int result : registers.definitions(exchange.instruction())) {
                    live.clear(result);
                }
                addUses(exchange.instruction(), live);
            }
            case Terminator.Jump _, Terminator.Exit _ -> {}
        }
        for (int i = block.end() - 1; i >= block.first(); i--) {
            // Where a guard is false the old value stays.
            if (flow.body().instruction(i).guard() == null) {
                for (int result : registers.definitions(i)) {
                    live.clear(result);
                }
            }
            addUses(i, live);
        }
        return live;
    }

    private void addUses(int instruction, BitSet live) {
        for (int use : registers.uses(instruction)) {
            live.set(use);
        }
    }

    /** The registers that are live at the start of a block; not to be changed. */
    BitSet atStart(int block) {
        return atStart[block];
    }
}
