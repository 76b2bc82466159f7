package io.xianka.compiler.typed;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A type. Types made of other types are equal when their parts are; a {@link RecordType} or {@link EnumType} equals only
 * itself.
 */
public sealed interface Type {

    /** Size in bytes, 0 for void, functions, references to nothing known and arrays of unknown length. */
    long bytes();

    /** Alignment in bytes, at least 1. */
    int alignment();

    /** The type as C++ spells it, such as {@code const float *}. */
    default String spelling() {
        return declare("");
    }

    /** A declaration of {@code inner} with this type: {@code declare("a")} of an array is {@code float a[4]}. */
    String declare(String inner);

    /** This type without const, volatile and restrict at its outermost level. */
    default Type unqualified() {
        return this;
    }

    default boolean isConst() {
        return false;
    }

    default boolean isVolatile() {
        return false;
    }

    default boolean isRestrict() {
        return false;
    }

    /** An int, float and the like, bool and the character types included; unqualified. */
    default boolean isArithmetic() {
        return unqualified() instanceof Scalar;
    }

    /** An integer type, bool and the character types included, enumerations not. */
    default boolean isInteger() {
        return unqualified() instanceof Scalar scalar && !scalar.floating();
    }

    default boolean isFloating() {
        return unqualified() instanceof Scalar scalar && scalar.floating();
    }

    default boolean isVoid() {
        return unqualified() == Void.VOID;
    }

    default boolean isPointer() {
        return unqualified() instanceof Pointer;
    }

    default boolean isReference() {
        return this instanceof Reference;
    }

    default boolean isErroneous() {
        return unqualified() == Erroneous.ERRONEOUS;
    }

    /** The arithmetic types, on CUDA's LP64 model. */
    enum Scalar implements Type {
        BOOL("bool", 1, false, false),
        CHAR("char", 1, true, false),
        SIGNED_CHAR("signed char", 1, true, false),
        UNSIGNED_CHAR("unsigned char", 1, false, false),
        CHAR16("char16_t", 2, false, false),
        CHAR32("char32_t", 4, false, false),
        WCHAR("wchar_t", 4, true, false),
        SHORT("short", 2, true, false),
        UNSIGNED_SHORT("unsigned short", 2, false, false),
        INT("int", 4, true, false),
        UNSIGNED_INT("unsigned int", 4, false, false),
        LONG("long", 8, true, false),
        UNSIGNED_LONG("unsigned long", 8, false, false),
        LONG_LONG("long long", 8, true, false),
        UNSIGNED_LONG_LONG("unsigned long long", 8, false, false),
        FLOAT("float", 4, true, true),
        DOUBLE("double", 8, true, true);

        private final String spelling;
        private final int bytes;
        private final boolean signed;
        private final boolean floating;

        Scalar(String spelling, int bytes, boolean signed, boolean floating) {
            this.spelling = spelling;
            this.bytes = bytes;
            this.signed = signed;
            this.floating = floating;
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public int alignment() {
            return bytes;
        }

        /** Width in bits; that of bool is 8, its size in memory. */
        public int bits() {
            return bytes * 8;
        }

        public boolean signed() {
            return signed;
        }

        public boolean floating() {
            return floating;
        }

        @Override
        public String declare(String inner) {
            return Type.join(spelling, inner);
        }

        @Override
        public String toString() {
            return spelling;
        }
    }

    /** {@code void}. */
    @SuppressWarnings("AvoidCommonTypeNames")
    enum Void implements Type {
        VOID;

        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public int alignment() {
            return 1;
        }

        @Override
        public String declare(String inner) {
            return Type.join("void", inner);
        }
    }

    /** {@code std::nullptr_t}. */
    enum NullPointer implements Type {
        NULL_POINTER;

        @Override
        public long bytes() {
            return 8;
        }

        @Override
        public int alignment() {
            return 8;
        }

        @Override
        public String declare(String inner) {
            return Type.join("std::nullptr_t", inner);
        }
    }

    /** What an error left behind; never in the tree of a program without errors. */
    enum Erroneous implements Type {
        ERRONEOUS;

        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public int alignment() {
            return 1;
        }

        @Override
        public String declare(String inner) {
            return Type.join("<error>", inner);
        }
    }

    /**
     * A type with qualifiers. The type inside is not Qualified, nor a reference, function or array: qualifiers of an
     * array are its element's. At least one flag is set.
     */
    record Qualified(Type type, boolean isConst, boolean isVolatile, boolean isRestrict) implements Type {
        public Qualified {
            if (type instanceof Qualified || type instanceof Array || type instanceof Reference) {
                throw new IllegalArgumentException("qualifiers on " + type.spelling());
            }
        }

        @Override
        public long bytes() {
            return type.bytes();
        }

        @Override
        public int alignment() {
            return type.alignment();
        }

        @Override
        public Type unqualified() {
            return type;
        }

        @Override
        public String declare(String inner) {
            String words = (isConst ? "const " : "") + (isVolatile ? "volatile " : "");
            if (type instanceof Pointer) {
                String own = words + (isRestrict ? "__restrict__ " : "");
                return type.declare(inner.isEmpty() ? own.strip() : own + inner);
            }
            return words + type.declare(inner);
        }

        @Override
        public String toString() {
            return spelling();
        }
    }

    /** A pointer; the pointee may be qualified, void, a function, an array or incomplete. */
    record Pointer(Type pointee) implements Type {
        @Override
        public long bytes() {
            return 8;
        }

        @Override
        public int alignment() {
            return 8;
        }

        @Override
        public String declare(String inner) {
            boolean parentheses = pointee instanceof Array || pointee instanceof Function;
            return pointee.declare(parentheses ? "(*" + inner + ")" : "*" + inner);
        }

        @Override
        public String toString() {
            return spelling();
        }
    }

    /** A reference; the referent may be qualified. Held as an address of 8 bytes. */
    record Reference(Type referent, boolean rvalue) implements Type {
        @Override
        public long bytes() {
            return 8;
        }

        @Override
        public int alignment() {
            return 8;
        }

        @Override
        public String declare(String inner) {
            boolean parentheses = referent instanceof Array || referent instanceof Function;
            String own = (rvalue ? "&&" : "&") + inner;
            return referent.declare(parentheses ? "(" + own + ")" : own);
        }

        @Override
        public String toString() {
            return spelling();
        }
    }

    /**
     * An array.
     *
     * @param element may be qualified
     * @param count number of elements, or {@link #UNKNOWN}
     */
    record Array(Type element, long count) implements Type {
        /** The count of {@code extern __shared__ float a[]}. */
        public static final long UNKNOWN = -1;

        @Override
        public long bytes() {
            return count == UNKNOWN ? 0 : element.bytes() * count;
        }

        @Override
        public int alignment() {
            return element.alignment();
        }

        @Override
        public boolean isConst() {
            return element.isConst();
        }

        @Override
        public boolean isVolatile() {
            return element.isVolatile();
        }

        @Override
        public Type unqualified() {
            Type bare = element.unqualified();
            return bare.equals(element) ? this : new Array(bare, count);
        }

        @Override
        public String declare(String inner) {
            return element.declare(inner + "[" + (count == UNKNOWN ? "" : count) + "]");
        }

        @Override
        public String toString() {
            return spelling();
        }
    }

    /** A function type; parameters are unqualified and decayed, and do not include {@code this}. */
    record Function(Type result, List<Type> parameters, boolean variadic) implements Type {
        public Function {
            parameters = List.copyOf(parameters);
        }

        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public int alignment() {
            return 1;
        }

        @Override
        public String declare(String inner) {
            String list = parameters.stream().map(Type::spelling).collect(Collectors.joining(", "));
            return result.declare(inner + "(" + list + (variadic ? parameters.isEmpty() ? "..." : ", ..." : "") + ")");
        }

        @Override
        public String toString() {
            return spelling();
        }
    }

    /** A struct, class or union; see {@link RecordType}. */
    sealed interface Named extends Type permits RecordType, EnumType {
        /** The name as written in errors, such as {@code cg::Tile<32>}. */
        String name();

        @Override
        default String declare(String inner) {
            return Type.join(name(), inner);
        }
    }

    private static String join(String word, String inner) {
        return inner.isEmpty() || inner.startsWith("[") ? word + inner : word + " " + inner;
    }
}
