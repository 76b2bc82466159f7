package io.xianka.tensor.cpu;

import io.xianka.driver.blas.Blas;

/**
 * Products by a BLAS that is called with one tile of the result at a time, by the threads that everything else runs on. A BLAS's own
 * threads would spin for milliseconds after each product, on the cores that the next step needs; and tiles are cut by sizes
 * alone, so that a product's bits do not depend on how many threads there are.
 */
final class BlasGemm implements Gemm {
    /** Multiplications that are worth a call: a BLAS packs both operands of each tile anew, which in smaller ones takes as long again. */
    private static final double LEAST = 1 << 24;

    /** Tiles of large results are larger: their operands are packed less often. */
    private static final long LARGE = 1 << 20;

    private static final int SMALLEST_SIDE = 64;
    private static final int SIDE = 128;
    private static final int LARGE_SIDE = 256;

    private final Blas blas;
    private final Workers workers;

    BlasGemm(Blas blas, Workers workers) {
        this.blas = blas;
        this.workers = workers;
        blas.useThreads(1);
    }

    @Override
    public String name() {
        return "OpenBLAS, " + blas.origin();
    }

    private interface Tile {
        void at(int row, int rows, int column, int columns);
    }

    private void tiles(int m, int n, int k, Tile tile) {
        int side = (long) m * n >= LARGE ? LARGE_SIDE : SIDE;
        int height = m;
        int width = n;
        while ((double) height * width * k > LEAST && mayBeCut(height, width, side, height == m && width == n)) {
            if (height >= width) {
                height = half(height);
            } else {
                width = half(width);
            }
        }
        int rows = height;
        int columns = width;
        int down = (m + rows - 1) / rows;
        int right = (n + columns - 1) / columns;
        workers.run(Math.multiplyExact(down, right), index -> {
            int row = index % down * rows;
            int column = index / down * columns;
            tile.at(row, Math.min(rows, m - row), column, Math.min(columns, n - column));
        });
    }

    /** The first cut may give smaller tiles: two are for two threads. */
    private static boolean mayBeCut(int height, int width, int side, boolean isWhole) {
        int longer = Math.max(height, width);
        return longer > side || isWhole && longer >= SMALLEST_SIDE;
    }

    /** In whole vectors. */
    private static int half(int size) {
        return (size / 2 + 31) / 32 * 32;
    }

    @Override
    public void floats(int m, int n, int k, float scale, Matrix a, Matrix b, float keep, Matrix c) {
        tiles(m, n, k, (row, rows, column, columns) -> {
            Blas.Matrix left = described(a.from(row, 0, Float.BYTES), rows, k);
            Blas.Matrix right = described(b.from(0, column, Float.BYTES), k, columns);
            blas.multiply(
                    rows,
                    columns,
                    k,
                    scale,
                    left,
                    right,
                    keep,
                    described(c.from(row, column, Float.BYTES), rows, columns));
        });
    }

    @Override
    public void doubles(int m, int n, int k, Matrix a, Matrix b, Matrix c) {
        tiles(m, n, k, (row, rows, column, columns) -> {
            Blas.Matrix left = described(a.from(row, 0, Double.BYTES), rows, k);
            Blas.Matrix right = described(b.from(0, column, Double.BYTES), k, columns);
            blas.multiply(
                    rows,
                    columns,
                    k,
                    1.0,
                    left,
                    right,
                    0.0,
                    described(c.from(row, column, Double.BYTES), rows, columns));
        });
    }

    private static Blas.Matrix described(Matrix matrix, int rows, int columns) {
        boolean rowMajor = (columns == 1 || matrix.right() == 1) && (rows == 1 || matrix.down() >= columns);
        long step = rowMajor ? (rows == 1 ? columns : matrix.down()) : (columns == 1 ? rows : matrix.right());
        return new Blas.Matrix(matrix.address(), Math.toIntExact(Math.max(1, step)), !rowMajor);
    }
}
