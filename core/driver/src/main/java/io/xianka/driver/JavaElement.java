package io.xianka.driver;

import io.xianka.driver.api.ParameterKind;

/** Element types of Java arrays, and which C types they match. */
enum JavaElement {
    BYTE("byte", 1),
    SHORT("short", 2),
    CHAR("char", 2),
    INT("int", 4),
    LONG("long", 8),
    FLOAT("float", 4),
    DOUBLE("double", 8),
    /** Memory without a type: it fits any whole number of elements. */
    UNTYPED("MemorySegment", 1);

    private final String javaName;
    private final int bytes;

    JavaElement(String javaName, int bytes) {
        this.javaName = javaName;
        this.bytes = bytes;
    }

    /** {@code float[]}, or {@code MemorySegment}. */
    String arrayName() {
        return this == UNTYPED ? javaName : javaName + "[]";
    }

    String javaName() {
        return javaName;
    }

    int bytes() {
        return bytes;
    }

    /** Whether an array of these can stand behind a pointer to elements of this kind. */
    boolean matches(ParameterKind pointee) {
        JavaElement natural = of(pointee);
        return this == natural
                || this == UNTYPED
                || natural == UNTYPED
                || (this == CHAR && pointee == ParameterKind.U16);
    }

    /** The Java element type to use for a C type. */
    static JavaElement of(ParameterKind kind) {
        return switch (kind) {
            case BOOL, I8, U8 -> BYTE;
            case I16, U16, F16, BF16 -> SHORT;
            case I32, U32 -> INT;
            case I64, U64, POINTER -> LONG;
            case F32 -> FLOAT;
            case F64 -> DOUBLE;
            case STRUCT, OPAQUE -> UNTYPED;
        };
    }
}
