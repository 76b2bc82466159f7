package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;

/** What a register holds its lanes in. */
enum Kind {
    /** A float: float32, and the 16-bit types, which are rounded when they are stored. */
    FLOAT,
    DOUBLE,
    /** An int: bool (0 or 1) and integers up to 32 bits, each in its own range. */
    INT,
    LONG,
    /** Two floats in two registers. */
    COMPLEX;

    static Kind of(DType dtype) {
        return switch (dtype) {
            case FLOAT16, BFLOAT16, FLOAT32 -> FLOAT;
            case FLOAT64 -> DOUBLE;
            case BOOL, UINT8, INT8, INT16, INT32 -> INT;
            case INT64 -> LONG;
            case COMPLEX64 -> COMPLEX;
        };
    }
}
