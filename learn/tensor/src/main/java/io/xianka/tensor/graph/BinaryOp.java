package io.xianka.tensor.graph;

import io.xianka.tensor.DType;
import java.util.Locale;

/** Operations of two values of one type. Comparisons give a bool, {@link #COMPLEX} a complex64, others the operands' type. */
public enum BinaryOp {
    ADD,
    SUB,
    MUL,
    /** Of floating and complex values; of integers towards zero, where 0 divides to 0. */
    DIV,
    /** Towards negative infinity. */
    FLOOR_DIV,
    /** The remainder with the divisor's sign, as Python's {@code %}. */
    MOD,
    POW,
    ATAN2,
    /** NaN when one is. */
    MAX,
    /** NaN when one is. */
    MIN,
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    AND,
    OR,
    XOR,
    SHIFT_LEFT,
    /** Keeps the sign of signed integers. */
    SHIFT_RIGHT,
    /** Real and imaginary part, both float32, make a complex64. */
    COMPLEX;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** {@return its name in messages} */
    public String text() {
        return text;
    }

    /** {@return whether the result is a bool} */
    public boolean isComparison() {
        return switch (this) {
            case EQ, NE, LT, LE, GT, GE -> true;
            case ADD,
                    SUB,
                    MUL,
                    DIV,
                    FLOOR_DIV,
                    MOD,
                    POW,
                    ATAN2,
                    MAX,
                    MIN,
                    AND,
                    OR,
                    XOR,
                    SHIFT_LEFT,
                    SHIFT_RIGHT,
                    COMPLEX -> false;
        };
    }

    /** {@return the type of the result for operands of this type} */
    public DType result(DType operands) {
        return isComparison() ? DType.BOOL : this == COMPLEX ? DType.COMPLEX64 : operands;
    }
}
