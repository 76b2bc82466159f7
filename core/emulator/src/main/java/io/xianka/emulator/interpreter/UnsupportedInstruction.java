package io.xianka.emulator.interpreter;

import io.xianka.ptx.Instruction;

/** A kernel holds an instruction that the emulator does not execute. Found when the module is loaded. */
public final class UnsupportedInstruction extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnsupportedInstruction(String kernel, Instruction instruction, String why) {
        super("PTX line " + instruction.line().number() + " of " + kernel + ": the emulator does not execute '"
                + instruction + "'" + (why.isEmpty() ? "" : ": " + why));
    }
}
