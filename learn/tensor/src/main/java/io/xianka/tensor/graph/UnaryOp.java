package io.xianka.tensor.graph;

import io.xianka.tensor.DType;

/** Operations of one value. Unless said otherwise the result has the type of the operand. */
public enum UnaryOp {
    NEG,
    ABS,
    SIGN,
    EXP,
    EXPM1,
    LOG,
    LOG1P,
    SQRT,
    RSQRT,
    RECIPROCAL,
    SIN,
    COS,
    TAN,
    ASIN,
    ACOS,
    ATAN,
    SINH,
    COSH,
    TANH,
    SIGMOID,
    ERF,
    FLOOR,
    CEIL,
    /** To the nearest integer, halves to the even one. */
    ROUND,
    TRUNC,
    /** Bitwise for integers, logical for bool. */
    NOT,
    /** A bool. */
    IS_NAN,
    /** A bool. */
    IS_INFINITE,
    /** Of a complex value: a float32. */
    REAL,
    /** Of a complex value: a float32. */
    IMAGINARY,
    /** Of a complex value. */
    CONJUGATE;

    /** {@return the type of the result for an operand of this type} */
    public DType result(DType operand) {
        return switch (this) {
            case IS_NAN, IS_INFINITE -> DType.BOOL;
            case REAL, IMAGINARY -> DType.FLOAT32;
            case ABS -> operand == DType.COMPLEX64 ? DType.FLOAT32 : operand;
            case NEG,
                    SIGN,
                    EXP,
                    EXPM1,
                    LOG,
                    LOG1P,
                    SQRT,
                    RSQRT,
                    RECIPROCAL,
                    SIN,
                    COS,
                    TAN,
                    ASIN,
                    ACOS,
                    ATAN,
                    SINH,
                    COSH,
                    TANH,
                    SIGMOID,
                    ERF,
                    FLOOR,
                    CEIL,
                    ROUND,
                    TRUNC,
                    NOT,
                    CONJUGATE -> operand;
        };
    }
}
