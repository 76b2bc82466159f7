package io.xianka.ptx;

/** A PTX fundamental, packed or opaque type. As a modifier it is written with a dot: {@code add.f32}. */
public enum PtxType implements Modifier {
    PRED("pred", Kind.PREDICATE, 1),
    B1("b1", Kind.BITS, 1),
    B8("b8", Kind.BITS, 8),
    B16("b16", Kind.BITS, 16),
    B32("b32", Kind.BITS, 32),
    B64("b64", Kind.BITS, 64),
    B128("b128", Kind.BITS, 128),
    U4("u4", Kind.UNSIGNED, 4),
    U8("u8", Kind.UNSIGNED, 8),
    U16("u16", Kind.UNSIGNED, 16),
    U32("u32", Kind.UNSIGNED, 32),
    U64("u64", Kind.UNSIGNED, 64),
    S4("s4", Kind.SIGNED, 4),
    S8("s8", Kind.SIGNED, 8),
    S16("s16", Kind.SIGNED, 16),
    S32("s32", Kind.SIGNED, 32),
    S64("s64", Kind.SIGNED, 64),
    F16("f16", Kind.FLOAT, 16),
    BF16("bf16", Kind.FLOAT, 16),
    TF32("tf32", Kind.FLOAT, 32),
    F32("f32", Kind.FLOAT, 32),
    F64("f64", Kind.FLOAT, 64),
    E4M3("e4m3", Kind.FLOAT, 8),
    E5M2("e5m2", Kind.FLOAT, 8),
    E2M3("e2m3", Kind.FLOAT, 8),
    E3M2("e3m2", Kind.FLOAT, 8),
    E2M1("e2m1", Kind.FLOAT, 4),
    UE8M0("ue8m0", Kind.FLOAT, 8),
    UE4M3("ue4m3", Kind.FLOAT, 8),
    U8X4("u8x4", Kind.PACKED, 32),
    S8X4("s8x4", Kind.PACKED, 32),
    U16X2("u16x2", Kind.PACKED, 32),
    S16X2("s16x2", Kind.PACKED, 32),
    F16X2("f16x2", Kind.PACKED, 32),
    BF16X2("bf16x2", Kind.PACKED, 32),
    F32X2("f32x2", Kind.PACKED, 64),
    E4M3X2("e4m3x2", Kind.PACKED, 16),
    E5M2X2("e5m2x2", Kind.PACKED, 16),
    E2M3X2("e2m3x2", Kind.PACKED, 16),
    E3M2X2("e3m2x2", Kind.PACKED, 16),
    E2M1X2("e2m1x2", Kind.PACKED, 8),
    UE8M0X2("ue8m0x2", Kind.PACKED, 16),
    E4M3X4("e4m3x4", Kind.PACKED, 32),
    E5M2X4("e5m2x4", Kind.PACKED, 32),
    E2M3X4("e2m3x4", Kind.PACKED, 32),
    E3M2X4("e3m2x4", Kind.PACKED, 32),
    E2M1X4("e2m1x4", Kind.PACKED, 16),
    /** An independent texture reference (legacy); a 64-bit handle in memory. */
    TEXREF("texref", Kind.OPAQUE, 64),
    SAMPLERREF("samplerref", Kind.OPAQUE, 64),
    SURFREF("surfref", Kind.OPAQUE, 64);

    /** What an executor does with the bits. */
    public enum Kind {
        PREDICATE,
        /** Untyped bits. */
        BITS,
        UNSIGNED,
        SIGNED,
        FLOAT,
        /** Two or four small values side by side, the first in the low bits. */
        PACKED,
        OPAQUE
    }

    private final String text;
    private final Kind kind;
    private final int bits;

    PtxType(String text, Kind kind, int bits) {
        this.text = text;
        this.kind = kind;
        this.bits = bits;
    }

    @Override
    public String text() {
        return text;
    }

    public Kind kind() {
        return kind;
    }

    public int bits() {
        return bits;
    }

    /** The size in memory in bytes; a predicate, which has none, answers 1. */
    public int bytes() {
        return Math.max(1, bits / 8);
    }

    public boolean isFloat() {
        return kind == Kind.FLOAT;
    }

    public boolean isSigned() {
        return kind == Kind.SIGNED;
    }

    /** Signed, unsigned or untyped bits: what integer instructions take. */
    public boolean isInteger() {
        return kind == Kind.SIGNED || kind == Kind.UNSIGNED || kind == Kind.BITS;
    }

    /** The untyped type of the same width: {@code .b32} for {@code .f32}. */
    public PtxType untyped() {
        if (kind == Kind.PREDICATE) {
            return this;
        }
        return switch (bits) {
            case 1 -> B1;
            case 4, 8 -> B8;
            case 16 -> B16;
            case 32 -> B32;
            case 64 -> B64;
            case 128 -> B128;
            default -> throw new AssertionError(bits);
        };
    }
}
