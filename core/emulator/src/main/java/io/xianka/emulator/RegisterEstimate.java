package io.xianka.emulator;

import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Operand;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import java.util.HashMap;
import java.util.Map;

/**
 * How many registers an assembler would need: PTX has as many as one likes. Counts the values that live at the same place,
 * each from its first to its last mention, and a few for addresses.
 */
final class RegisterEstimate {
    private static final int MOST = 255;
    private static final int SPARE = 8;
    private static final int UNIT = 8;

    private RegisterEstimate() {}

    static int of(FlatBody body) {
        Map<Register, int[]> spans = new HashMap<>();
        for (int i = 0; i < body.size(); i++) {
            Instruction instruction = body.instruction(i);
            for (Operand operand : instruction.operands()) {
                mention(operand, i, spans);
            }
        }
        int[] change = new int[body.size() + 2];
        spans.forEach((register, span) -> {
            int words = register.type() == PtxType.PRED
                    ? 0
                    : Math.max(1, register.type().bits() / 32);
            change[span[0]] += words;
            change[span[1] + 1] -= words;
        });
        int live = 0;
        int most = 0;
        for (int step : change) {
            live += step;
            most = Math.max(most, live);
        }
        return Math.min(MOST, Math.ceilDiv(most + SPARE, UNIT) * UNIT);
    }

    private static void mention(Operand operand, int index, Map<Register, int[]> spans) {
        switch (operand) {
            case Register register -> spans.computeIfAbsent(register, key -> new int[] {index, index})[1] = index;
            case Operand.Address address -> {
                if (address.base() instanceof Register register) {
                    mention(register, index, spans);
                }
            }
            case Operand.Vector vector -> vector.elements().forEach(element -> mention(element, index, spans));
            case Operand.Arguments arguments -> arguments.values().forEach(value -> mention(value, index, spans));
            case Operand.Pair pair -> {
                mention(pair.first(), index, spans);
                mention(pair.second(), index, spans);
            }
            default -> {}
        }
    }
}
