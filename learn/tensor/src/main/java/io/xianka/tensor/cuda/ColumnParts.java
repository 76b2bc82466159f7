package io.xianka.tensor.cuda;

/**
 * Which elements of a column are folded together, and in which order: rows are cut into parts, each is walked over by some threads in
 * turns, what these found is folded in their order, and the parts at last. By the shape of the matrix alone, so that a sum has the same
 * bits whatever else its kernel reads and keeps, and whether it is a kernel of columns or one that has the rows.
 *
 * @param count how many parts
 * @param length rows of a part; some may have fewer
 * @param areWoven whether a part has each so many rows one turn of its walkers, so that all parts walk over a matrix side by side; else its
 *     rows follow each other
 */
record ColumnParts(long count, long length, boolean areWoven) {
    /** Threads that share a column of a part: one takes each eighth row. */
    static final int WALKERS = 8;

    private static final long MULTIPROCESSORS = 132;
    private static final long FEW_BLOCKS = 2 * MULTIPROCESSORS;
    private static final long LONGEST_ROW_OF_A_WARP = 1_024;
    private static final long SHORT = 512;

    /**
     * The parts of a matrix; a short one, or one so wide that a GPU is busy without, is not cut.
     *
     * @param across its columns
     * @param down its rows
     */
    static ColumnParts of(long across, long down) {
        // Four blocks of short kernels run on a multiprocessor at once, and those are all.
        long blocks = Math.ceilDiv(across, 32 * 8L);
        if (blocks >= FEW_BLOCKS || down < SHORT) {
            return whole(down);
        }
        long fitting = Math.max(1, 2 * FEW_BLOCKS / blocks);
        if (across <= LONGEST_ROW_OF_A_WARP) {
            // A kernel that has the rows runs a block a part, one or two on each multiprocessor: none shall be left
            // over.
            fitting = Math.ceilDiv(fitting, MULTIPROCESSORS) * MULTIPROCESSORS;
        }
        long most = Math.min(Math.ceilDiv(down, WALKERS * 8L), fitting);
        if (across <= LONGEST_ROW_OF_A_WARP) {
            return new ColumnParts(most, Math.ceilDiv(down, most * WALKERS) * WALKERS, true);
        }
        long length = Math.ceilDiv(down, most);
        return new ColumnParts(Math.max(1, Math.ceilDiv(down, Math.max(1, length))), length, false);
    }

    static ColumnParts whole(long down) {
        return new ColumnParts(1, down, false);
    }

    /**
     * Declares from where to where a part goes; a walker begins at {@code from} and its own number.
     *
     * @param part its number
     * @param walkers threads that share a column
     */
    void bound(KernelText text, String part, int walkers, long rows) {
        String place = "const " + text.place();
        if (areWoven) {
            text.line(place + " from = (" + text.place() + ") " + part + " * " + walkers + ", to = " + rows + ";");
        } else {
            text.line(place + " from = (" + text.place() + ") " + part + " * " + length + ";");
            text.line(place + " to = from + " + length + " < " + rows + " ? from + " + length + " : " + rows + ";");
        }
    }

    /** From one row of a walker to its next. */
    long step(int walkers) {
        return areWoven ? count * walkers : walkers;
    }
}
