package io.xianka.emulator.image;

import io.xianka.emulator.machine.WatchPoint;
import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Statement;
import java.util.ArrayDeque;
import java.util.BitSet;

/** Where a thread can get in a function between two barriers of the block. */
final class BarrierFreePaths implements WatchPoint.FunctionFlow {
    private final FlatBody body;

    BarrierFreePaths(FlatBody body) {
        this.body = body;
    }

    @Override
    public boolean reaches(int from, int to) {
        BitSet seen = new BitSet(body.size());
        ArrayDeque<Integer> left = new ArrayDeque<>();
        follow(from, left);
        while (!left.isEmpty()) {
            int at = left.pop();
            if (at == to) {
                return true;
            }
            if (at >= body.size() || seen.get(at)) {
                continue;
            }
            seen.set(at);
            if (!isBarrier(body.instruction(at))) {
                follow(at, left);
            }
        }
        return false;
    }

    private static boolean isBarrier(Instruction instruction) {
        return instruction.guard() == null
                && switch (instruction.opcode()) {
                    case BAR_SYNC, BAR_RED, BAR_CTA_SYNC, BAR_CTA_RED -> true;
                    case BARRIER_SYNC, BARRIER_RED, BARRIER_CTA_SYNC, BARRIER_CTA_RED -> true;
                    default -> false;
                };
    }

    private void follow(int at, ArrayDeque<Integer> next) {
        Instruction instruction = body.instruction(at);
        boolean goesOn = instruction.guard() != null;
        switch (instruction.opcode()) {
            case BRA -> push(instruction.operand(0), next);
            case BRX_IDX -> {
                Statement.Targets targets = body.targets().get(name(instruction.operand(1)));
                if (targets != null) {
                    targets.names().forEach(label -> next.push(body.labels().getOrDefault(label, body.size())));
                }
            }
            case RET, EXIT, TRAP -> {}
            default -> goesOn = true;
        }
        if (goesOn) {
            next.push(at + 1);
        }
    }

    private void push(Operand label, ArrayDeque<Integer> next) {
        next.push(body.labels().getOrDefault(name(label), body.size()));
    }

    private static String name(Operand label) {
        return switch (label) {
            case Operand.LabelName named -> named.name();
            case Operand.Symbol symbol -> symbol.name();
            default -> "";
        };
    }
}
