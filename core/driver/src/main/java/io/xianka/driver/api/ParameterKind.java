package io.xianka.driver.api;

/** What a kernel parameter or the element behind a pointer is. */
public enum ParameterKind {
    POINTER(8),
    BOOL(1),
    I8(1),
    U8(1),
    I16(2),
    U16(2),
    I32(4),
    U32(4),
    I64(8),
    U64(8),
    F16(2),
    BF16(2),
    F32(4),
    F64(8),
    /** A struct, union or vector by value; its size is the parameter's. */
    STRUCT(0),
    /** So many bytes; what they mean is not known. */
    OPAQUE(0);

    private final int sizeBytes;

    ParameterKind(int sizeBytes) {
        this.sizeBytes = sizeBytes;
    }

    /** Size of a value; 0 where the kind alone does not tell. */
    public int sizeBytes() {
        return sizeBytes;
    }
}
