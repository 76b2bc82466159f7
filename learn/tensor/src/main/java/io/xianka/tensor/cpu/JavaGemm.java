package io.xianka.tensor.cpu;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Products in Java, for machines without a BLAS. A panel of the right matrix that fits the second-level cache is copied into an array;
 * each row of the result is then a sum of the panel's rows, four at a time, which HotSpot vectorises.
 */
final class JavaGemm implements Gemm {
    private static final int DEPTH = 256;
    private static final int WIDTH = 512;
    private static final int ROWS = 64;

    private final Workers workers;

    JavaGemm(Workers workers) {
        this.workers = workers;
    }

    @Override
    public String name() {
        return "Java";
    }

    private interface Tile {
        void at(int row, int rows, int column, int columns);
    }

    /** Tiles of the result; each is computed by one thread in one order. */
    private void tiles(int m, int n, int k, Tile tile) {
        int down = (m + ROWS - 1) / ROWS;
        int right = (n + WIDTH - 1) / WIDTH;
        boolean small = (double) m * n * k < 1 << 15;
        java.util.function.IntConsumer part = index -> {
            int row = index % down * ROWS;
            int column = index / down * WIDTH;
            tile.at(row, Math.min(ROWS, m - row), column, Math.min(WIDTH, n - column));
        };
        if (small) {
            for (int i = 0; i < down * right; i++) {
                part.accept(i);
            }
        } else {
            workers.run(Math.multiplyExact(down, right), part);
        }
    }

    @Override
    public void floats(int m, int n, int k, float scale, Matrix a, Matrix b, float keep, Matrix c) {
        tiles(m, n, k, (row, rows, column, columns) -> {
            float[] panel = new float[Math.min(k, DEPTH) * columns];
            float[] left = new float[Math.min(k, DEPTH)];
            float[] sums = new float[rows * columns];
            for (int depth = 0; depth < k; depth += DEPTH) {
                int count = Math.min(DEPTH, k - depth);
                for (int i = 0; i < count; i++) {
                    read(b, depth + i, column, columns, panel, i * columns);
                }
                for (int i = 0; i < rows; i++) {
                    read(a, row + i, depth, count, left, 0);
                    addProducts(left, panel, count, columns, sums, i * columns);
                }
            }
            for (int i = 0; i < rows; i++) {
                long to = c.address() + 4 * ((row + i) * c.down() + column);
                for (int j = 0; j < columns; j++) {
                    float old = keep == 0 ? 0 : keep * Elements.MEMORY.get(JAVA_FLOAT_UNALIGNED, to + 4L * j);
                    Elements.MEMORY.set(JAVA_FLOAT_UNALIGNED, to + 4L * j, scale * sums[i * columns + j] + old);
                }
            }
        });
    }

    private static void read(Matrix from, int row, int column, int count, float[] to, int at) {
        long address = from.address() + 4 * (row * from.down() + column * from.right());
        if (from.right() == 1 || count == 1) {
            MemorySegment.copy(Elements.MEMORY, JAVA_FLOAT_UNALIGNED, address, to, at, count);
        } else {
            for (int i = 0; i < count; i++) {
                to[at + i] = Elements.MEMORY.get(JAVA_FLOAT_UNALIGNED, address + 4L * i * from.right());
            }
        }
    }

    private static void addProducts(float[] left, float[] panel, int count, int columns, float[] sums, int at) {
        int i = 0;
        for (; i + 4 <= count; i += 4) {
            addFour(left, i, panel, i * columns, columns, sums, at);
        }
        for (; i < count; i++) {
            float factor = left[i];
            for (int j = 0; j < columns; j++) {
                sums[at + j] = Math.fma(factor, panel[i * columns + j], sums[at + j]);
            }
        }
    }

    private static void addFour(float[] left, int i, float[] panel, int from, int columns, float[] sums, int at) {
        float a = left[i];
        float b = left[i + 1];
        float c = left[i + 2];
        float d = left[i + 3];
        for (int j = 0; j < columns; j++) {
            float sum = Math.fma(a, panel[from + j], sums[at + j]);
            sum = Math.fma(b, panel[from + columns + j], sum);
            sum = Math.fma(c, panel[from + 2 * columns + j], sum);
            sums[at + j] = Math.fma(d, panel[from + 3 * columns + j], sum);
        }
    }

    @Override
    public void doubles(int m, int n, int k, Matrix a, Matrix b, Matrix c) {
        tiles(m, n, k, (row, rows, column, columns) -> {
            double[] panel = new double[Math.min(k, DEPTH) * columns];
            double[] sums = new double[rows * columns];
            for (int depth = 0; depth < k; depth += DEPTH) {
                int count = Math.min(DEPTH, k - depth);
                for (int i = 0; i < count; i++) {
                    for (int j = 0; j < columns; j++) {
                        panel[i * columns + j] = at(b, depth + i, column + j);
                    }
                }
                for (int i = 0; i < rows; i++) {
                    for (int l = 0; l < count; l++) {
                        addOne(at(a, row + i, depth + l), panel, l * columns, columns, sums, i * columns);
                    }
                }
            }
            for (int i = 0; i < rows; i++) {
                long to = c.address() + 8 * ((row + i) * c.down() + column);
                MemorySegment.copy(sums, i * columns, Elements.MEMORY, JAVA_DOUBLE_UNALIGNED, to, columns);
            }
        });
    }

    private static double at(Matrix from, int row, int column) {
        return Elements.MEMORY.get(
                JAVA_DOUBLE_UNALIGNED, from.address() + 8 * (row * from.down() + column * from.right()));
    }

    private static void addOne(double factor, double[] panel, int from, int columns, double[] sums, int at) {
        for (int j = 0; j < columns; j++) {
            sums[at + j] = Math.fma(factor, panel[from + j], sums[at + j]);
        }
    }
}
