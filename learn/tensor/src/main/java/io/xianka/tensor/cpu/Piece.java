package io.xianka.tensor.cpu;

/** Instructions as one loop of vector code. */
interface Piece {
    /** Computes n lanes, a multiple of {@link FoldLoops#PARTIALS}, from the frame's place on. */
    void run(Frame f, int n);
}
