package io.xianka.tensor.cpu;

import io.xianka.tensor.cpu.Operand.Register;
import java.util.List;

/** A run of instructions, and the loop that does the same once it is there. */
final class VectorRun {
    /** After so many lanes times instructions a loop is worth its making. */
    private static final long WORTH = 1L << 22;

    private final Instruction[] instructions;
    private final List<VectorCode.Line> lines;
    private final Instruction[] memory;
    private final Register[] scalars;
    private final Register[] arrays;
    private final int[] rows;
    private final int rowLength;
    private final boolean mayWait;
    private volatile VectorLoop loop;
    private long work;

    VectorRun(
            List<Instruction> instructions,
            List<VectorCode.Line> lines,
            List<Instruction> memory,
            List<Register> scalars,
            List<Register> arrays,
            List<Integer> rows,
            VectorLoops.Use use,
            int rowLength) {
        this.instructions = instructions.toArray(Instruction[]::new);
        this.lines = lines;
        this.memory = memory.toArray(Instruction[]::new);
        this.scalars = scalars.toArray(Register[]::new);
        this.arrays = arrays.toArray(Register[]::new);
        this.rows = rows.stream().mapToInt(row -> row).toArray();
        this.rowLength = rowLength;
        this.mayWait = use == VectorLoops.Use.WHEN_FAST;
        this.loop = mayWait ? VectorLoops.ready(lines) : VectorLoops.atOnce(lines);
    }

    /** {@return what is done, one by one} */
    List<Instruction> instructions() {
        return List.of(instructions);
    }

    void run(Frame f, int n) {
        VectorLoop fast = loop;
        if (fast == null || n % FoldLoops.PARTIALS != 0) {
            for (Instruction instruction : instructions) {
                instruction.run(f, n);
            }
            if (fast == null && mayWait) {
                consider(n);
            }
            return;
        }
        long[] addresses = new long[memory.length];
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = switch (memory[i]) {
                case Instruction.Load load -> load.address(f);
                case Instruction.Store store -> store.address(f);
                default -> throw new IllegalStateException("not in memory: " + memory[i]);
            };
        }
        float[] values = new float[scalars.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = f.floats[scalars[i].number()][0];
        }
        float[][] registers = new float[arrays.length][];
        for (int i = 0; i < registers.length; i++) {
            registers[i] = rows[i] >= 0 ? f.rows[rows[i]] : f.floats[arrays[i].number()];
        }
        fast.run(addresses, values, registers, (int) f.column, n);
    }

    /** Threads may count past each other: it only matters that work adds up. */
    private void consider(int n) {
        long before = work;
        long now = before + (long) n * instructions.length;
        work = now;
        if (now >= WORTH && (before < WORTH || (now & 0xffff) < (before & 0xffff))) {
            VectorLoops.request(lines, memory.length, scalars.length, arrays.length, rowLength);
            loop = VectorLoops.ready(lines);
        }
    }
}
