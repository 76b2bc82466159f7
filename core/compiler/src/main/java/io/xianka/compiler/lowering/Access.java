package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.EnumType;
import io.xianka.compiler.typed.Type;
import io.xianka.ptx.PtxType;

/** How a scalar lies in memory, and what it becomes in a register. */
enum Access {
    BOOL(PtxType.U8, Kind.I1),
    S8(PtxType.S8, Kind.I32),
    U8(PtxType.U8, Kind.I32),
    S16(PtxType.S16, Kind.I32),
    U16(PtxType.U16, Kind.I32),
    B32(PtxType.U32, Kind.I32),
    B64(PtxType.U64, Kind.I64),
    F32(PtxType.F32, Kind.F32),
    F64(PtxType.F64, Kind.F64);

    final PtxType type;
    final Kind kind;
    final int bytes;

    Access(PtxType type, Kind kind) {
        this.type = type;
        this.kind = kind;
        this.bytes = type.bytes();
    }

    /** Of a scalar, enumeration, pointer or reference type; null for records, arrays and void. */
    static Access of(Type type) {
        Type bare = type.unqualified();
        if (bare instanceof Type.Scalar scalar) {
            return switch (scalar) {
                case BOOL -> BOOL;
                case CHAR, SIGNED_CHAR -> S8;
                case UNSIGNED_CHAR -> U8;
                case SHORT -> S16;
                case UNSIGNED_SHORT, CHAR16 -> U16;
                case INT, UNSIGNED_INT, CHAR32, WCHAR -> B32;
                case LONG, UNSIGNED_LONG, LONG_LONG, UNSIGNED_LONG_LONG -> B64;
                case FLOAT -> F32;
                case DOUBLE -> F64;
            };
        }
        if (bare instanceof EnumType enumeration) {
            return of(enumeration.underlying());
        }
        if (bare instanceof Type.Pointer || bare instanceof Type.Reference || bare instanceof Type.NullPointer) {
            return B64;
        }
        return null;
    }
}
