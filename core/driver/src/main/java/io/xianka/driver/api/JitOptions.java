package io.xianka.driver.api;

/**
 * Options of the driver's PTX assembler ({@code CUjit_option}).
 *
 * @param maxRegisters most registers a thread may use; 0 leaves it to the assembler
 * @param optimizationLevel 0 to 4; 4 is the driver's default
 * @param lineInfo whether to keep line numbers for profilers
 * @param debug whether to keep full debug information
 */
public record JitOptions(int maxRegisters, int optimizationLevel, boolean lineInfo, boolean debug) {

    /** The driver's defaults. */
    public static final JitOptions DEFAULT = new JitOptions(0, 4, false, false);

    public JitOptions {
        if (maxRegisters < 0 || maxRegisters > 255) {
            throw new IllegalArgumentException(
                    "maxRegisters " + maxRegisters + " is outside of 0 to 255; 0 leaves it to the assembler");
        }
        if (optimizationLevel < 0 || optimizationLevel > 4) {
            throw new IllegalArgumentException("optimizationLevel " + optimizationLevel + " is outside of 0 to 4");
        }
    }

    /** The same options with another limit of registers a thread. */
    public JitOptions withMaxRegisters(int registers) {
        return new JitOptions(registers, optimizationLevel, lineInfo, debug);
    }

    /** The same options with another optimisation level. */
    public JitOptions withOptimizationLevel(int level) {
        return new JitOptions(maxRegisters, level, lineInfo, debug);
    }

    /** The same options, with or without line numbers. */
    public JitOptions withLineInfo(boolean wanted) {
        return new JitOptions(maxRegisters, optimizationLevel, wanted, debug);
    }

    /** The same options, with or without debug information. */
    public JitOptions withDebug(boolean wanted) {
        return new JitOptions(maxRegisters, optimizationLevel, lineInfo, wanted);
    }
}
