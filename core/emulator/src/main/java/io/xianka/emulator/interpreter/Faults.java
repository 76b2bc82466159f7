package io.xianka.emulator.interpreter;

import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.FaultKind;

/** Faults that are not of a memory access. */
final class Faults {
    private Faults() {}

    static DeviceFault illegal(String what) {
        return DeviceFault.of(FaultKind.ILLEGAL_INSTRUCTION, what);
    }
}
