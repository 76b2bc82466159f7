package io.xianka.compiler.semantics;

import io.xianka.compiler.typed.EnumType;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.NullPointer;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Type.Qualified;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Type.Scalar;

/** Questions about types, and C's rules for the type in which an operator computes. */
final class Types {
    static final Type ERRONEOUS = Type.Erroneous.ERRONEOUS;
    static final Type VOID = Type.Void.VOID;
    static final Type VOID_POINTER = new Pointer(VOID);

    private Types() {}

    /** Adds qualifiers; those of an array go to its element, those of a reference or function are dropped. */
    static Type qualify(Type type, boolean isConst, boolean isVolatile, boolean isRestrict) {
        if (!isConst && !isVolatile && !isRestrict) {
            return type;
        }
        return switch (type) {
            case Reference reference -> reference;
            case Type.Function function -> function;
            case Array array -> new Array(qualify(array.element(), isConst, isVolatile, isRestrict), array.count());
            case Qualified q ->
                new Qualified(
                        q.type(), q.isConst() || isConst, q.isVolatile() || isVolatile, q.isRestrict() || isRestrict);
            default -> new Qualified(type, isConst, isVolatile, isRestrict);
        };
    }

    static Type constant(Type type) {
        return qualify(type, true, false, false);
    }

    /** The type with the qualifiers of another added. */
    static Type qualifyAs(Type type, Type like) {
        return qualify(type, like.isConst(), like.isVolatile(), false);
    }

    static Type referent(Type type) {
        return type instanceof Reference reference ? reference.referent() : type;
    }

    static Type pointee(Type pointer) {
        return ((Pointer) pointer.unqualified()).pointee();
    }

    static boolean isRecord(Type type) {
        return type.unqualified() instanceof RecordType;
    }

    static boolean isEnum(Type type) {
        return type.unqualified() instanceof EnumType;
    }

    static boolean isScopedEnum(Type type) {
        return type.unqualified() instanceof EnumType e && e.scoped();
    }

    /** Integer, or an enumeration that converts to one by itself. */
    static boolean isIntegral(Type type) {
        return type.isInteger() || (isEnum(type) && !isScopedEnum(type));
    }

    /** Arithmetic, or an enumeration that converts to it by itself. */
    static boolean isNumeric(Type type) {
        return type.isArithmetic() || (isEnum(type) && !isScopedEnum(type));
    }

    /** Held in one register: arithmetic, enumeration, pointer or null pointer. */
    static boolean isScalar(Type type) {
        Type bare = type.unqualified();
        return bare instanceof Scalar
                || bare instanceof EnumType
                || bare instanceof Pointer
                || bare == NullPointer.NULL_POINTER;
    }

    /** The arithmetic type whose bits a value of an arithmetic or enumeration type has. */
    static Scalar scalar(Type type) {
        return switch (type.unqualified()) {
            case Scalar s -> s;
            case EnumType e -> e.underlying();
            default -> throw new IllegalArgumentException(type.spelling());
        };
    }

    /** Integer promotion; floating types stay. */
    static Scalar promote(Type type) {
        Scalar s = scalar(type);
        return switch (s) {
            case BOOL, CHAR, SIGNED_CHAR, UNSIGNED_CHAR, CHAR16, SHORT, UNSIGNED_SHORT, WCHAR -> Scalar.INT;
            case CHAR32 -> Scalar.UNSIGNED_INT;
            case INT, UNSIGNED_INT, LONG, UNSIGNED_LONG, LONG_LONG, UNSIGNED_LONG_LONG, FLOAT, DOUBLE -> s;
        };
    }

    /** The usual arithmetic conversions: the type in which two operands meet. */
    static Scalar usual(Type left, Type right) {
        Scalar a = scalar(left);
        Scalar b = scalar(right);
        if (a.floating() || b.floating()) {
            return a == Scalar.DOUBLE || b == Scalar.DOUBLE ? Scalar.DOUBLE : Scalar.FLOAT;
        }
        a = promote(left);
        b = promote(right);
        if (a == b) {
            return a;
        }
        if (a.signed() == b.signed()) {
            return rank(a) >= rank(b) ? a : b;
        }
        Scalar unsigned = a.signed() ? b : a;
        Scalar signed = a.signed() ? a : b;
        if (rank(unsigned) >= rank(signed)) {
            return unsigned;
        }
        if (signed.bytes() > unsigned.bytes()) {
            return signed;
        }
        return unsigned(signed);
    }

    private static int rank(Scalar promoted) {
        return switch (promoted) {
            case INT, UNSIGNED_INT -> 1;
            case LONG, UNSIGNED_LONG -> 2;
            default -> 3;
        };
    }

    static Scalar unsigned(Scalar type) {
        return switch (type) {
            case INT -> Scalar.UNSIGNED_INT;
            case LONG -> Scalar.UNSIGNED_LONG;
            case LONG_LONG -> Scalar.UNSIGNED_LONG_LONG;
            case SHORT -> Scalar.UNSIGNED_SHORT;
            case CHAR, SIGNED_CHAR -> Scalar.UNSIGNED_CHAR;
            case WCHAR -> Scalar.UNSIGNED_INT;
            default -> type;
        };
    }

    static Scalar signed(Scalar type) {
        return switch (type) {
            case UNSIGNED_INT, CHAR32 -> Scalar.INT;
            case UNSIGNED_LONG -> Scalar.LONG;
            case UNSIGNED_LONG_LONG -> Scalar.LONG_LONG;
            case UNSIGNED_SHORT, CHAR16 -> Scalar.SHORT;
            case CHAR, UNSIGNED_CHAR, BOOL -> Scalar.SIGNED_CHAR;
            default -> type;
        };
    }

    /** A number cut to an integer type: what the type's bits say. */
    static long wrap(long value, Type type) {
        return switch (scalar(type)) {
            case BOOL -> value != 0 ? 1 : 0;
            case CHAR, SIGNED_CHAR -> (byte) value;
            case UNSIGNED_CHAR -> value & 0xff;
            case SHORT -> (short) value;
            case CHAR16, UNSIGNED_SHORT -> value & 0xffff;
            case INT, WCHAR -> (int) value;
            case UNSIGNED_INT, CHAR32 -> value & 0xffff_ffffL;
            case LONG, UNSIGNED_LONG, LONG_LONG, UNSIGNED_LONG_LONG -> value;
            case FLOAT, DOUBLE -> throw new IllegalArgumentException(type.spelling());
        };
    }

    /** Equal but for qualifiers at any depth of pointers and arrays. */
    static boolean similar(Type a, Type b) {
        Type x = a.unqualified();
        Type y = b.unqualified();
        if (x instanceof Pointer p && y instanceof Pointer q) {
            return similar(p.pointee(), q.pointee());
        }
        if (x instanceof Array p && y instanceof Array q) {
            return p.count() == q.count() && similar(p.element(), q.element());
        }
        return x.equals(y);
    }

    static boolean sameUnqualified(Type a, Type b) {
        return a.unqualified().equals(b.unqualified());
    }

    /** True when {@code to} has every qualifier of {@code from}; restrict does not count. */
    static boolean atLeastAsQualified(Type to, Type from) {
        return (to.isConst() || !from.isConst()) && (to.isVolatile() || !from.isVolatile());
    }

    /** True for pointers of which the first converts to the second by adding qualifiers only. */
    static boolean addsQualifiers(Type from, Type to) {
        Type f = from.unqualified();
        Type t = to.unqualified();
        boolean outerConst = true;
        boolean first = true;
        while (f instanceof Pointer p && t instanceof Pointer q) {
            Type fp = p.pointee();
            Type tp = q.pointee();
            if (!atLeastAsQualified(tp, fp)) {
                return false;
            }
            boolean same = fp.isConst() == tp.isConst() && fp.isVolatile() == tp.isVolatile();
            if (!same && !first && !outerConst) {
                return false;
            }
            outerConst &= tp.isConst();
            first = false;
            f = fp.unqualified();
            t = tp.unqualified();
        }
        return f.equals(t);
    }

    /** What a parameter of that type becomes: arrays and functions turn into pointers. */
    static Type decay(Type type) {
        return switch (type) {
            case Array array -> new Pointer(array.element());
            case Type.Function function -> new Pointer(function);
            default -> type;
        };
    }

    static boolean isComplete(Type type) {
        return switch (type.unqualified()) {
            case RecordType record -> record.isComplete();
            case Array array -> array.count() != Array.UNKNOWN && isComplete(array.element());
            case Type.Void v -> false;
            default -> true;
        };
    }

    static long roundUp(long value, long alignment) {
        return (value + alignment - 1) / alignment * alignment;
    }
}
