package io.xianka.tensor.cpu;

/** What is done with floats: what processors have instructions for, and functions that are computed lane by lane. */
enum FloatOp {
    ADD(2),
    SUB(2),
    MUL(2),
    DIV(2),
    /** NaN when one is. */
    MIN(2),
    /** NaN when one is. */
    MAX(2),
    /** {@code a * b + c}, rounded once. */
    FMA(3),
    NEG(1),
    ABS(1),
    SQRT(1),
    /** The first's size with the second's sign. */
    COPY_SIGN(2),
    /** Times 2 to a whole power from -160 to 256, the second. */
    SCALE(2),
    /** Of a positive normal number {@code m * 2^e} with m from sqrt(1/2) to sqrt(2): e. */
    EXPONENT(1),
    /** Of a positive normal number {@code m * 2^e} with m from sqrt(1/2) to sqrt(2): m. */
    MANTISSA(1),
    /** The third where the first is below the second, else the fourth. */
    IF_LESS(4),
    /** The third where the first is at most the second, else the fourth. */
    IF_AT_MOST(4),
    /** The third where the first equals the second, else the fourth. */
    IF_EQUAL(4);

    private final int operands;

    FloatOp(int operands) {
        this.operands = operands;
    }

    int operands() {
        return operands;
    }
}
