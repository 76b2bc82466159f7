package io.xianka.emulator.interpreter;

import io.xianka.emulator.image.KernelImage;

/**
 * The instructions of a kernel one by one, for translated code that leaves some to the interpreter. Which registers the numbers
 * in operands mean, {@link #register} tells; those without a name are temporaries within an instruction. Guards are the caller's.
 */
public final class SingleSteps {
    private final Step[] steps;
    private final long[] constants;
    private final int[] stepOf;
    private final String[] registers;
    private final int accessSites;

    SingleSteps(Step[] steps, long[] constants, int[] stepOf, String[] registers, int accessSites) {
        this.steps = steps;
        this.constants = constants;
        this.stepOf = stepOf;
        this.registers = registers;
        this.accessSites = accessSites;
    }

    /**
     * Reads the kernel's own body, not the functions it calls.
     *
     * @throws UnsupportedInstruction for the first instruction that the interpreter does not execute
     */
    public static SingleSteps of(KernelImage image) {
        return new ProgramBuilder(image).buildSingle();
    }

    /** How many registers there are, temporaries included. */
    public int registers() {
        return registers.length;
    }

    /** The name of a register; null for a temporary. */
    public String register(int number) {
        return registers[number];
    }

    /** The value of a negative operand. */
    public long constant(int operand) {
        return constants[~operand];
    }

    public int accessSites() {
        return accessSites;
    }

    /** Whether lanes execute an instruction together. */
    public boolean isTogether(int instruction) {
        return steps[stepOf[instruction + 1] - 1] instanceof Step.Together;
    }

    /** Executes an instruction for a lane. */
    public void run(int instruction, LaneState lanes, int lane) {
        for (int step = stepOf[instruction]; step < stepOf[instruction + 1]; step++) {
            steps[step].apply(lanes, lane);
        }
    }

    /** Executes an instruction for all lanes of a bit set. */
    public void runTogether(int instruction, LaneState lanes, int present) {
        int last = stepOf[instruction + 1] - 1;
        for (int left = present; left != 0; left &= left - 1) {
            int lane = Integer.numberOfTrailingZeros(left);
            for (int step = stepOf[instruction]; step < last; step++) {
                steps[step].apply(lanes, lane);
            }
        }
        ((Step.Together) steps[last]).exchange(lanes, present);
    }
}
