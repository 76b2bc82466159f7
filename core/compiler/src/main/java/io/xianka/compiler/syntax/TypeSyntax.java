package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/** A type as written, outermost constructor first. */
public sealed interface TypeSyntax extends Node {

    /** Qualifiers of this level of the type. */
    Qualifiers qualifiers();

    /** Types named by keywords alone. */
    enum Keyword {
        VOID("void"),
        BOOL("bool"),
        CHAR("char"),
        SIGNED_CHAR("signed char"),
        UNSIGNED_CHAR("unsigned char"),
        WCHAR("wchar_t"),
        CHAR16("char16_t"),
        CHAR32("char32_t"),
        SHORT("short"),
        UNSIGNED_SHORT("unsigned short"),
        INT("int"),
        UNSIGNED_INT("unsigned int"),
        LONG("long"),
        UNSIGNED_LONG("unsigned long"),
        LONG_LONG("long long"),
        UNSIGNED_LONG_LONG("unsigned long long"),
        INT128("__int128"),
        UNSIGNED_INT128("unsigned __int128"),
        FLOAT("float"),
        DOUBLE("double"),
        LONG_DOUBLE("long double");

        private final String spelling;

        Keyword(String spelling) {
            this.spelling = spelling;
        }

        public String spelling() {
            return spelling;
        }
    }

    /** The word before a class or enum name. */
    enum Tag {
        STRUCT,
        CLASS,
        UNION,
        ENUM
    }

    /** {@code unsigned int}. */
    record Builtin(SourceSpan span, Keyword keyword, Qualifiers qualifiers) implements TypeSyntax {}

    /**
     * A class, enum, alias or template parameter by name.
     *
     * @param tag the word in {@code struct S}, or null when there is none
     * @param typename true behind {@code typename}
     */
    record Named(SourceSpan span, Name name, Tag tag, boolean typename, Qualifiers qualifiers) implements TypeSyntax {}

    /**
     * A class or enum defined right here.
     *
     * @param definition a ClassDeclaration or EnumDeclaration
     */
    record Defined(SourceSpan span, Declaration definition, Qualifiers qualifiers) implements TypeSyntax {}

    /** {@code auto}; also the type of a lambda that names no return type. */
    record Auto(SourceSpan span, Qualifiers qualifiers) implements TypeSyntax {}

    /** {@code decltype(auto)}. */
    record DecltypeAuto(SourceSpan span, Qualifiers qualifiers) implements TypeSyntax {}

    /** {@code decltype(expression)}. */
    record Decltype(SourceSpan span, Expression expression, Qualifiers qualifiers) implements TypeSyntax {}

    /** {@code __underlying_type(E)} and {@code typeof(T)}: a type computed from a type by a compiler's own word. */
    record Computed(SourceSpan span, String operator, TypeSyntax argument, Qualifiers qualifiers)
            implements TypeSyntax {}

    /** {@code pointee *}. */
    record Pointer(SourceSpan span, TypeSyntax pointee, Qualifiers qualifiers) implements TypeSyntax {}

    /**
     * {@code referent &} or {@code referent &&}.
     *
     * @param rvalue true for {@code &&}
     * @param qualifiers only restrict may be set
     */
    record Reference(SourceSpan span, TypeSyntax referent, boolean rvalue, Qualifiers qualifiers)
            implements TypeSyntax {}

    /**
     * {@code element [size]}; the qualifiers belong to the element.
     *
     * @param size or null for {@code []}
     */
    record Array(SourceSpan span, TypeSyntax element, Expression size) implements TypeSyntax {
        @Override
        public Qualifiers qualifiers() {
            return Qualifiers.NONE;
        }
    }

    /** {@code pointee scope::*}. */
    record MemberPointer(SourceSpan span, Name scope, TypeSyntax pointee, Qualifiers qualifiers)
            implements TypeSyntax {}

    /**
     * {@code result (parameters) const & noexcept}.
     *
     * @param result the return type, wherever it was written; constructors, destructors: void; conversion functions: the
     *     type converted to
     * @param trailing true when the result was written behind {@code ->}, so the parameters' names are visible in it
     * @param parameters empty for {@code (void)}
     * @param variadic true when it ends in {@code ...}
     * @param qualifiers of the member function itself
     * @param reference the ref-qualifier
     * @param noexcept true for {@code noexcept} and {@code noexcept(condition)}
     * @param noexceptCondition the condition, or null
     */
    record Function(
            SourceSpan span,
            TypeSyntax result,
            boolean trailing,
            List<Parameter> parameters,
            boolean variadic,
            Qualifiers qualifiers,
            RefQualifier reference,
            boolean noexcept,
            Expression noexceptCondition)
            implements TypeSyntax {}

    /** What may stand behind a member function's parameters. */
    enum RefQualifier {
        NONE,
        LVALUE,
        RVALUE
    }

    /**
     * A function parameter.
     *
     * @param name or null
     * @param pack true for {@code Args... args}
     * @param defaultValue or null; may be a BraceList
     */
    record Parameter(
            SourceSpan span,
            Specifiers specifiers,
            TypeSyntax type,
            NamePart.Identifier name,
            boolean pack,
            Expression defaultValue)
            implements Node {}

    /** What stands where no type could be read; the error is reported. */
    record Malformed(SourceSpan span) implements TypeSyntax {
        @Override
        public Qualifiers qualifiers() {
            return Qualifiers.NONE;
        }
    }
}
