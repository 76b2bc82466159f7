package io.xianka.tensor.cuda;

import io.xianka.tensor.DType;

/** How elements of each type are written in CUDA C: as they lie in memory, and as they are computed with. */
enum CType {
    BOOL(DType.BOOL, "unsigned char", "bool"),
    UINT8(DType.UINT8, "unsigned char", "unsigned char"),
    INT8(DType.INT8, "signed char", "signed char"),
    INT16(DType.INT16, "short", "short"),
    INT32(DType.INT32, "int", "int"),
    INT64(DType.INT64, "long long", "long long"),
    FLOAT16(DType.FLOAT16, "unsigned short", "float"),
    BFLOAT16(DType.BFLOAT16, "unsigned short", "float"),
    FLOAT32(DType.FLOAT32, "float", "float"),
    FLOAT64(DType.FLOAT64, "double", "double"),
    COMPLEX64(DType.COMPLEX64, "float2", "float2");

    private final DType dtype;
    private final String memory;
    private final String value;

    CType(DType dtype, String memory, String value) {
        this.dtype = dtype;
        this.memory = memory;
        this.value = value;
    }

    static CType of(DType dtype) {
        return values()[dtype.ordinal()];
    }

    DType dtype() {
        return dtype;
    }

    /** The type of an element in memory. */
    String memory() {
        return memory;
    }

    /** The type that it is computed in: 16-bit floats are carried as float. */
    String value() {
        return value;
    }

    boolean isReal() {
        return dtype.isFloating();
    }

    /** What was loaded, as a value. */
    String fromMemory(String loaded) {
        return switch (this) {
            case BOOL -> "(" + loaded + " != 0)";
            case FLOAT16 -> "xk_half(" + loaded + ")";
            case BFLOAT16 -> "xk_bfloat16(" + loaded + ")";
            case UINT8, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, COMPLEX64 -> loaded;
        };
    }

    /** A value, as it is stored. */
    String toMemory(String computed) {
        return switch (this) {
            case BOOL -> "(unsigned char) " + computed;
            case FLOAT16 -> "xk_to_half(" + computed + ")";
            case BFLOAT16 -> "xk_to_bfloat16(" + computed + ")";
            case UINT8, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, COMPLEX64 -> computed;
        };
    }

    /** A number of this type. */
    String literal(Number number) {
        return switch (this) {
            case BOOL -> number.longValue() != 0 ? "true" : "false";
            case UINT8, INT8, INT16 -> "((" + value + ") " + number.longValue() + ")";
            case INT32 -> number.intValue() == Integer.MIN_VALUE ? "(-2147483647 - 1)" : "(" + number.intValue() + ")";
            case INT64 ->
                number.longValue() == Long.MIN_VALUE
                        ? "(-9223372036854775807ll - 1)"
                        : "(" + number.longValue() + "ll)";
            case FLOAT16, BFLOAT16, FLOAT32 ->
                "__int_as_float(0x" + Integer.toHexString(Float.floatToRawIntBits(number.floatValue())) + ")";
            case FLOAT64 ->
                "__longlong_as_double(0x" + Long.toHexString(Double.doubleToRawLongBits(number.doubleValue())) + "ll)";
            case COMPLEX64 -> "make_float2(" + FLOAT32.literal(number) + ", 0.0f)";
        };
    }
}
