package io.xianka.compiler.lowering;

import io.xianka.ptx.PtxType;

/** What a register holds. */
enum Kind {
    VOID(null, 0, ""),
    /** A predicate; C's bool while it is in a register. */
    I1(PtxType.PRED, 1, "%p"),
    /** Only what 16-bit instructions of inline PTX take and give; C's short is held in an I32. */
    I16(PtxType.B16, 2, "%rs"),
    /** An int, or a narrower integer extended as its type says. */
    I32(PtxType.B32, 4, "%r"),
    /** A 64-bit integer or an address. */
    I64(PtxType.B64, 8, "%rd"),
    F32(PtxType.F32, 4, "%f"),
    F64(PtxType.F64, 8, "%fd");

    final PtxType register;
    final int bytes;
    final String prefix;

    Kind(PtxType register, int bytes, String prefix) {
        this.register = register;
        this.bytes = bytes;
        this.prefix = prefix;
    }

    boolean isFloat() {
        return this == F32 || this == F64;
    }

    boolean isInteger() {
        return this == I32 || this == I64;
    }

    int bits() {
        return this == I1 ? 1 : bytes * 8;
    }

    /** The integer kind of this size. */
    Kind asInteger() {
        return switch (this) {
            case F32 -> I32;
            case F64 -> I64;
            default -> this;
        };
    }
}
