package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;

/** Matrices of any floating type to float32 in memory of their own, and back. */
record Narrow(CpuExecutor executor) {
    private static final int ROWS = 64;

    private static final Operand.Register REGISTER = new Operand.Register(Kind.FLOAT, true);

    static {
        REGISTER.assign(0, -1);
    }

    /** Row-major without gaps at an address. */
    void widen(DType dtype, Gemm.Matrix from, int rows, int columns, long to) {
        executor.workers().run((rows + ROWS - 1) / ROWS, part -> {
            Frame frame = executor.frames().take();
            frame.prepare(1, 0, 0, 0, 0, 0, 0);
            long[] places = frame.takeOffsets();
            for (int row = part * ROWS; row < Math.min(rows, part * ROWS + ROWS); row++) {
                for (int column = 0; column < columns; column += Frame.LANES) {
                    int count = Math.min(Frame.LANES, columns - column);
                    for (int i = 0; i < count; i++) {
                        places[i] = row * from.down() + (column + i) * from.right();
                    }
                    Elements.gather(frame, dtype, from.address(), places, REGISTER, count);
                    Elements.store(frame, DType.FLOAT32, REGISTER, to + 4L * ((long) row * columns + column), count);
                }
            }
            frame.giveBackOffsets();
            executor.frames().giveBack(frame);
        });
    }

    /** Neighbouring elements of float32 to another type. */
    void round(long from, DType dtype, long to, long count) {
        int tasks = Math.toIntExact((count + (1 << 16) - 1) >> 16);
        executor.workers().run(tasks, task -> {
            Frame frame = executor.frames().take();
            frame.prepare(1, 0, 0, 0, 0, 0, 0);
            long end = Math.min(count, (task + 1L) << 16);
            for (long at = (long) task << 16; at < end; at += Frame.LANES) {
                int lanes = (int) Math.min(Frame.LANES, end - at);
                Elements.load(frame, DType.FLOAT32, from + 4 * at, REGISTER, lanes);
                Elements.store(frame, dtype, REGISTER, to + at * dtype.bytes(), lanes);
            }
            executor.frames().giveBack(frame);
        });
    }
}
