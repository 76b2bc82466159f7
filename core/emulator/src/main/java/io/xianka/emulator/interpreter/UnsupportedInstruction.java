package io.xianka.emulator.interpreter;

import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier;
import io.xianka.ptx.Opcode;

/** A kernel holds an instruction that the emulator does not execute. Found when the module is loaded. */
public final class UnsupportedInstruction extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean isUnknown;

    UnsupportedInstruction(String kernel, Instruction instruction, String why) {
        super("PTX line " + instruction.line().number() + " of " + kernel + ": the emulator does not execute '"
                + instruction + "'" + (why.isEmpty() ? "" : ": " + why));
        this.isUnknown = instruction.opcode() == Opcode.UNKNOWN
                || instruction.operation().modifiers().stream().anyMatch(Modifier.Unknown.class::isInstance);
    }

    /** Whether a word of it is no PTX at all, as far as PTX 9.0 goes. */
    public boolean isUnknown() {
        return isUnknown;
    }
}
