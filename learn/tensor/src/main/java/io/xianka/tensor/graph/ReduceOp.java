package io.xianka.tensor.graph;

/** Associative operations that fold an axis into one value. */
public enum ReduceOp {
    SUM,
    PROD,
    /** NaN when one is; of nothing, an error at recording. */
    MAX,
    /** NaN when one is; of nothing, an error at recording. */
    MIN
}
