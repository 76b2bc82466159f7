package io.xianka.tensor;

import java.util.Arrays;

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

    /** {@return whether gradients exist for it: floating and complex types} */
    public boolean hasGradient() {
        return isFloating() || isComplex();
    }

    /** {@return the type with a name such as {@code float32}} */
    public static DType of(String name) {
        for (DType dtype : values()) {
            if (dtype.text.equals(name)) {
                return dtype;
            }
        }
        throw new DTypeMismatch("there is no element type " + name + "; the types are " + Arrays.toString(values()));
    }

    /**
     * The type in which two tensors meet, by the array API's table: the wider one of a kind; int8 with uint8 is int16, and so on.
     * Kinds that the array API does not mix meet as in PyTorch: bool with a number in the number's type, integers with a
     * floating type in that type, float16 with bfloat16 in float32.
     *
     * @throws DTypeMismatch for complex64 with float64, whose common type does not exist here
     */
    public static DType promote(DType left, DType right) {
        if (left == right) {
            return left;
        }
        if (left.kind.ordinal() > right.kind.ordinal()) {
            return promote(right, left);
        }
        return switch (right.kind) {
            case BOOL, UNSIGNED -> right;
            case SIGNED -> left.kind == Kind.UNSIGNED ? (right == INT8 ? INT16 : right) : wider(left, right);
            case FLOATING ->
                left.kind != Kind.FLOATING ? right : left.bytes == right.bytes ? FLOAT32 : wider(left, right);
            case COMPLEX -> {
                if (left == FLOAT64) {
                    throw new DTypeMismatch(
                            "complex64 and float64 would need complex128; use to(DType.FLOAT32) on one");
                }
                yield right;
            }
        };
    }

    private static DType wider(DType left, DType right) {
        return left.kind == right.kind && left.bytes > right.bytes ? left : right;
    }

    /** {@return the value of this floating type nearest to a double, ties to even} */
    public double round(double value) {
        return switch (this) {
            case FLOAT16 -> Float.float16ToFloat(halfOf(value));
            case BFLOAT16 -> Float.intBitsToFloat(bfloat16Of(value) << 16);
            case FLOAT32, COMPLEX64 -> (float) value;
            case FLOAT64 -> value;
            case BOOL, UINT8, INT8, INT16, INT32, INT64 ->
                throw new IllegalStateException(this + " is no floating type");
        };
    }

    /** {@return the value of this integer type that has a long's lowest bits; for bool whether it is not zero} */
    public long wrap(long value) {
        return switch (this) {
            case BOOL -> value != 0 ? 1 : 0;
            case UINT8 -> value & 0xff;
            case INT8 -> (byte) value;
            case INT16 -> (short) value;
            case INT32 -> (int) value;
            case INT64 -> value;
            case FLOAT16, BFLOAT16, FLOAT32, FLOAT64, COMPLEX64 ->
                throw new IllegalStateException(this + " is no integer type");
        };
    }

    /** The bits of the nearest binary16. By way of float32 a second rounding could go the other way, so the float is made odd when inexact. */
    public static short halfOf(double value) {
        return Float.floatToFloat16(oddly(value));
    }

    /** The bits of the nearest bfloat16, 0 to 65,535. */
    public static int bfloat16Of(double value) {
        float odd = oddly(value);
        int bits = Float.floatToRawIntBits(odd);
        if (Float.isNaN(odd)) {
            return (bits >>> 16) | 0x40;
        }
        return (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16;
    }

    /** To float32, with the last bit set when the double lies between two. */
    private static float oddly(double value) {
        float near = (float) value;
        if (near == value || !Float.isFinite(near)) {
            return near;
        }
        float towardsZero =
                Math.abs(near) > Math.abs(value) ? (near > 0 ? Math.nextDown(near) : Math.nextUp(near)) : near;
        return Float.intBitsToFloat(Float.floatToRawIntBits(towardsZero) | 1);
    }

    /** {@return the name NumPy and PyTorch give it, such as {@code float32}} */
    @Override
    public String toString() {
        return text;
    }
}
