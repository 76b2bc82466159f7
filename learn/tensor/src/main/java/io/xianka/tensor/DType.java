package io.xianka.tensor;

/** The type of a tensor's elements. */
public enum DType {
    /** One byte, 0 or 1. */
    BOOL("bool", 1, Kind.BOOL),
    /** Unsigned, 8 bits. */
    UINT8("uint8", 1, Kind.UNSIGNED),
    /** Signed, 8 bits. */
    INT8("int8", 1, Kind.SIGNED),
    /** Signed, 16 bits. */
    INT16("int16", 2, Kind.SIGNED),
    /** Signed, 32 bits. */
    INT32("int32", 4, Kind.SIGNED),
    /** Signed, 64 bits. */
    INT64("int64", 8, Kind.SIGNED),
    /** IEEE 754 binary16. */
    FLOAT16("float16", 2, Kind.FLOATING),
    /** The upper half of a binary32: 8 bits of exponent, 7 of fraction. */
    BFLOAT16("bfloat16", 2, Kind.FLOATING),
    /** IEEE 754 binary32. */
    FLOAT32("float32", 4, Kind.FLOATING),
    /** IEEE 754 binary64. */
    FLOAT64("float64", 8, Kind.FLOATING),
    /** Two binary32: real part, then imaginary part. */
    COMPLEX64("complex64", 8, Kind.COMPLEX);

    enum Kind {
        BOOL,
        UNSIGNED,
        SIGNED,
        FLOATING,
        COMPLEX
    }

    private final String text;
    private final int bytes;
    private final Kind kind;

    DType(String text, int bytes, Kind kind) {
        this.text = text;
        this.bytes = bytes;
        this.kind = kind;
    }

    /** {@return the size of one element, in bytes} */
    public int bytes() {
        return bytes;
    }

    /** {@return whether it is a real floating-point type} */
    public boolean isFloating() {
        return kind == Kind.FLOATING;
    }

    /** {@return whether it is complex} */
    public boolean isComplex() {
        return kind == Kind.COMPLEX;
    }

    /** {@return whether it is an integer type; {@link #BOOL} is none} */
    public boolean isInteger() {
        return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
    }

    /** {@return the name NumPy and PyTorch give it, such as {@code float32}} */
    @Override
    public String toString() {
        return text;
    }
}
