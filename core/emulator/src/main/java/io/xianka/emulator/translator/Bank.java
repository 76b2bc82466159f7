package io.xianka.emulator.translator;

import io.xianka.ptx.PtxType;
import java.lang.classfile.TypeKind;

/** What a register is in the JVM. Registers of up to 16 bits are ints that hold their bits, zero-extended. */
enum Bank {
    PREDICATE(TypeKind.INT, TypeKind.BOOLEAN),
    INT(TypeKind.INT, TypeKind.INT),
    LONG(TypeKind.LONG, TypeKind.LONG),
    FLOAT(TypeKind.FLOAT, TypeKind.FLOAT),
    DOUBLE(TypeKind.DOUBLE, TypeKind.DOUBLE);

    private final TypeKind local;
    private final TypeKind element;

    Bank(TypeKind local, TypeKind element) {
        this.local = local;
        this.element = element;
    }

    /** As a local variable and on the stack. */
    TypeKind local() {
        return local;
    }

    /** In arrays. */
    TypeKind element() {
        return element;
    }

    /** Where registers of this type, and values of instructions of this type, live; null for those the translator has no place for. */
    static Bank of(PtxType type) {
        return switch (type.kind()) {
            case PREDICATE -> PREDICATE;
            case FLOAT ->
                switch (type) {
                    case F32 -> FLOAT;
                    case F64 -> DOUBLE;
                    default -> INT;
                };
            case BITS, UNSIGNED, SIGNED, PACKED -> type.bits() <= 32 ? INT : type.bits() == 64 ? LONG : null;
            case OPAQUE -> null;
        };
    }
}
