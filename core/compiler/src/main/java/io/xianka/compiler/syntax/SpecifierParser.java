package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.KnownNames.Known;
import io.xianka.compiler.syntax.NameParser.Mode;
import io.xianka.compiler.syntax.NameParser.Read;

/** Reads what stands before declarators: types by word and by name, and the words and attributes around them. */
final class SpecifierParser {
    private final Parser parser;
    private final Cursor cursor;
    private final KnownNames known;

    SpecifierParser(Parser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
        this.known = parser.known;
    }

    /** What stands before the declarators. */
    static final class Specified {
        final SpecifierBuilder words = new SpecifierBuilder();
        SourceSpan span;
        /** Null in front of constructors, destructors and conversion functions. */
        TypeSyntax type;

        boolean isTypedef;
        boolean isFriend;
        /** A class or enum defined here, or null. */
        Declaration definition;
        /** True when the semicolon behind the definition is missing, which is reported. */
        boolean unended;

        Specifiers build() {
            return words.build(span);
        }
    }

    /** True for words that can only start a declaration or a type. */
    static boolean isSpecifierWord(TokenKind kind) {
        return switch (kind) {
            case CONST,
                    VOLATILE,
                    RESTRICT,
                    STATIC,
                    EXTERN,
                    THREAD_LOCAL,
                    REGISTER,
                    MUTABLE,
                    INLINE,
                    CONSTEXPR,
                    VIRTUAL,
                    EXPLICIT,
                    FRIEND,
                    TYPEDEF,
                    GLOBAL,
                    DEVICE,
                    HOST,
                    SHARED,
                    CONSTANT,
                    MANAGED,
                    GRID_CONSTANT,
                    FORCEINLINE,
                    NOINLINE,
                    LAUNCH_BOUNDS,
                    CLUSTER_DIMS,
                    MAXNREG,
                    ALIGN,
                    ALIGNAS,
                    ATTRIBUTE,
                    AUTO,
                    STRUCT,
                    CLASS,
                    UNION,
                    ENUM -> true;
            default -> false;
        };
    }

    /** True for words that are a whole type or part of one, and may also start {@code int(x)}. */
    static boolean isSimpleTypeWord(TokenKind kind) {
        return switch (kind) {
            case VOID,
                    BOOL,
                    CHAR,
                    CHAR16_T,
                    CHAR32_T,
                    WCHAR_T,
                    SHORT,
                    INT,
                    LONG,
                    SIGNED,
                    UNSIGNED,
                    FLOAT,
                    DOUBLE,
                    INT128,
                    TYPENAME,
                    DECLTYPE,
                    TYPEOF,
                    UNDERLYING_TYPE -> true;
            default -> false;
        };
    }

    /** True when a type-id may start here. */
    boolean startsTypeId() {
        TokenKind kind = cursor.kind();
        if (isSimpleTypeWord(kind)) {
            return kind != TokenKind.DECLTYPE || !decltypeQualifies();
        }
        return switch (kind) {
            case CONST, VOLATILE, STRUCT, CLASS, UNION, ENUM, AUTO, RESTRICT -> true;
            case IDENTIFIER, COLON_COLON -> startsWithTypeName();
            default -> false;
        };
    }

    /** True for {@code decltype(x)::value}, which is a name. */
    private boolean decltypeQualifies() {
        int start = cursor.at;
        cursor.next();
        cursor.skipBalanced();
        boolean qualifies = cursor.is(TokenKind.COLON_COLON);
        cursor.at = start;
        return qualifies;
    }

    private boolean startsWithTypeName() {
        if (cursor.is(TokenKind.IDENTIFIER)
                && cursor.kind(1) != TokenKind.COLON_COLON
                && cursor.kind(1) != TokenKind.LESS) {
            Known what = known.find(cursor.peek().text());
            return what != null && what.isType();
        }
        Read read = parser.names.glance(Mode.TYPE);
        return read != null && read.isType();
    }

    /**
     * Reads specifiers.
     *
     * @param declares true when a declarator follows that may be a constructor's name
     * @param guess true when an unknown name in a type's place is taken for a type
     */
    Specified read(boolean declares, boolean guess) {
        Specified out = new Specified();
        int start = cursor.at;
        BuiltinWords builtin = null;
        Qualifiers qualifiers = Qualifiers.NONE;
        int typeStart = -1;
        loop:
        while (true) {
            TokenKind kind = cursor.kind();
            Specifier word = specifier(kind);
            if (word != null) {
                Token token = cursor.next();
                if (!out.words.words.add(word) && !word.isCuda()) {
                    cursor.warn(token.span(), "'" + token.text() + "' is said twice");
                }
                continue;
            }
            switch (kind) {
                case CONST -> {
                    cursor.next();
                    qualifiers = qualifiers.and(Qualifiers.CONST);
                }
                case VOLATILE -> {
                    cursor.next();
                    qualifiers = qualifiers.and(new Qualifiers(false, true, false));
                }
                case RESTRICT, EXTENSION -> cursor.next();
                case TYPEDEF -> {
                    cursor.next();
                    out.isTypedef = true;
                }
                case FRIEND -> {
                    cursor.next();
                    out.isFriend = true;
                }
                case ATTRIBUTE, ALIGNAS, ALIGN, LAUNCH_BOUNDS, MAXNREG, CLUSTER_DIMS ->
                    parser.attributes.all(out.words);
                case LEFT_BRACKET -> {
                    if (!parser.attributes.ahead()) {
                        break loop;
                    }
                    parser.attributes.all(out.words);
                }
                case VOID,
                        BOOL,
                        CHAR,
                        CHAR16_T,
                        CHAR32_T,
                        WCHAR_T,
                        SHORT,
                        INT,
                        LONG,
                        SIGNED,
                        UNSIGNED,
                        FLOAT,
                        DOUBLE,
                        INT128 -> {
                    if (out.type != null) {
                        break loop;
                    }
                    if (builtin == null) {
                        builtin = new BuiltinWords();
                        typeStart = cursor.at;
                    }
                    if (!builtin.add(kind)) {
                        throw cursor.fail("'" + cursor.peek().text() + "' does not go with '"
                                + cursor.from(typeStart).text() + "'");
                    }
                    cursor.next();
                }
                case STRUCT, CLASS, UNION, ENUM -> {
                    if (out.type != null || builtin != null) {
                        break loop;
                    }
                    typeStart = cursor.at;
                    parser.declarations.tagged(out, declares);
                    if (out.unended) {
                        break loop;
                    }
                }
                case AUTO, DECLTYPE, TYPEOF, UNDERLYING_TYPE, TYPENAME -> {
                    if (out.type != null || builtin != null) {
                        break loop;
                    }
                    typeStart = cursor.at;
                    out.type = wordType();
                }
                case IDENTIFIER, COLON_COLON -> {
                    if (out.type != null || builtin != null) {
                        break loop;
                    }
                    typeStart = cursor.at;
                    TypeSyntax named = namedType(declares, guess);
                    if (named == null) {
                        break loop;
                    }
                    out.type = named;
                }
                default -> {
                    break loop;
                }
            }
        }
        if (builtin != null) {
            out.type = new TypeSyntax.Builtin(cursor.from(typeStart), builtin.keyword(), qualifiers);
        } else if (out.type != null && !qualifiers.equals(Qualifiers.NONE)) {
            out.type = qualified(out.type, qualifiers);
        }
        out.span = cursor.at > start
                ? cursor.from(start)
                : new SourceSpan(
                        cursor.peek().span().file(),
                        cursor.peek().span().start(),
                        cursor.peek().span().start());
        return out;
    }

    private static Specifier specifier(TokenKind kind) {
        return switch (kind) {
            case STATIC -> Specifier.STATIC;
            case EXTERN -> Specifier.EXTERN;
            case THREAD_LOCAL -> Specifier.THREAD_LOCAL;
            case REGISTER -> Specifier.REGISTER;
            case MUTABLE -> Specifier.MUTABLE;
            case INLINE -> Specifier.INLINE;
            case CONSTEXPR -> Specifier.CONSTEXPR;
            case VIRTUAL -> Specifier.VIRTUAL;
            case EXPLICIT -> Specifier.EXPLICIT;
            case GLOBAL -> Specifier.GLOBAL;
            case DEVICE -> Specifier.DEVICE;
            case HOST -> Specifier.HOST;
            case SHARED -> Specifier.SHARED;
            case CONSTANT -> Specifier.CONSTANT;
            case MANAGED -> Specifier.MANAGED;
            case GRID_CONSTANT -> Specifier.GRID_CONSTANT;
            case FORCEINLINE -> Specifier.FORCEINLINE;
            case NOINLINE -> Specifier.NOINLINE;
            default -> null;
        };
    }

    private TypeSyntax wordType() {
        int start = cursor.at;
        Token word = cursor.next();
        return switch (word.kind()) {
            case AUTO -> new TypeSyntax.Auto(word.span(), Qualifiers.NONE);
            case TYPENAME -> {
                Read read = parser.names.read(Mode.TYPE);
                yield new TypeSyntax.Named(cursor.from(start), read.name(), null, true, Qualifiers.NONE);
            }
            case UNDERLYING_TYPE -> {
                Token open = cursor.expect(TokenKind.LEFT_PAREN, "after " + word.text());
                TypeSyntax argument = parser.types.typeId();
                cursor.close(TokenKind.RIGHT_PAREN, open.span());
                yield new TypeSyntax.Computed(cursor.from(start), word.text(), argument, Qualifiers.NONE);
            }
            default -> {
                Token open = cursor.expect(TokenKind.LEFT_PAREN, "after " + word.text());
                if (word.is(TokenKind.DECLTYPE)
                        && cursor.is(TokenKind.AUTO)
                        && cursor.kind(1) == TokenKind.RIGHT_PAREN) {
                    cursor.next();
                    cursor.next();
                    yield new TypeSyntax.DecltypeAuto(cursor.from(start), Qualifiers.NONE);
                }
                if (word.is(TokenKind.TYPEOF) && startsTypeId()) {
                    TypeSyntax argument = parser.types.typeId();
                    cursor.close(TokenKind.RIGHT_PAREN, open.span());
                    yield new TypeSyntax.Computed(cursor.from(start), "typeof", argument, Qualifiers.NONE);
                }
                Expression operand = parser.expressions.parenthesisedContent();
                cursor.close(TokenKind.RIGHT_PAREN, open.span());
                TypeSyntax type = new TypeSyntax.Decltype(cursor.from(start), operand, Qualifiers.NONE);
                if (cursor.is(TokenKind.COLON_COLON)) {
                    cursor.at = start;
                    Read read = parser.names.read(Mode.TYPE);
                    type = new TypeSyntax.Named(cursor.from(start), read.name(), null, false, Qualifiers.NONE);
                }
                yield type;
            }
        };
    }

    /** A type by name, or null when what is here is a declarator's name. */
    private TypeSyntax namedType(boolean declares, boolean guess) {
        int start = cursor.at;
        if (declares && namesConstructor()) {
            return null;
        }
        Read read = parser.names.glance(Mode.TYPE);
        if (read == null
                || read.name().last() instanceof NamePart.Operator
                || read.name().last() instanceof NamePart.Conversion
                || read.name().last() instanceof NamePart.Destructor) {
            return null;
        }
        if (declares && guess && read.known() == null && calls()) {
            return null;
        }
        if (!read.isType()) {
            if (read.isKnownValue() && !(guess && declaratorFollows(read))) {
                return null;
            }
            if (!guess && !declaratorFollows(read)) {
                return null;
            }
        }
        read = parser.names.read(Mode.TYPE);
        return new TypeSyntax.Named(cursor.from(start), read.name(), null, false, Qualifiers.NONE);
    }

    /** True for {@code name(}, unless a pointer to a function may follow: a function without a type. */
    private boolean calls() {
        return cursor.is(TokenKind.IDENTIFIER)
                && cursor.kind(1) == TokenKind.LEFT_PAREN
                && cursor.kind(2) != TokenKind.STAR
                && cursor.kind(2) != TokenKind.AMPERSAND;
    }

    /** True when the tokens behind an unknown name show that it must be a type. */
    private boolean declaratorFollows(Read read) {
        int start = cursor.at;
        parser.names.read(Mode.TYPE);
        boolean follows = cursor.is(TokenKind.IDENTIFIER) && (read.known() == null || !read.isKnownValue());
        cursor.at = start;
        return follows;
    }

    /** True for {@code Name(} within class Name, and for {@code Name::Name(}, {@code Name<T>::Name(}. */
    private boolean namesConstructor() {
        if (cursor.is(TokenKind.IDENTIFIER) && cursor.kind(1) == TokenKind.LEFT_PAREN) {
            String word = cursor.peek().text();
            if (word.equals(known.currentClass())) {
                return true;
            }
            Known what = known.find(word);
            // A deduction guide: Pair(T, U) -> Pair<T, U>;
            return what != null && what.kind() == LibraryNames.Kind.TYPE_TEMPLATE && guideFollows();
        }
        if (cursor.kind(1) != TokenKind.COLON_COLON && cursor.kind(1) != TokenKind.LESS) {
            return false;
        }
        int start = cursor.at;
        Read read = parser.names.glance(Mode.DECLARED);
        if (read == null || read.name().qualifiers().isEmpty()) {
            return false;
        }
        NamePart owner = read.name().qualifiers().getLast();
        NamePart last = read.name().last();
        boolean same = last instanceof NamePart.Identifier && last.text().equals(owner.text());
        if (same) {
            parser.names.read(Mode.DECLARED);
            same = cursor.is(TokenKind.LEFT_PAREN);
            cursor.at = start;
        }
        return same;
    }

    private boolean guideFollows() {
        int start = cursor.at;
        cursor.next();
        cursor.skipBalanced();
        boolean guide = cursor.is(TokenKind.ARROW);
        cursor.at = start;
        return guide;
    }

    static TypeSyntax qualified(TypeSyntax type, Qualifiers more) {
        return switch (type) {
            case TypeSyntax.Builtin t ->
                new TypeSyntax.Builtin(t.span(), t.keyword(), t.qualifiers().and(more));
            case TypeSyntax.Named t ->
                new TypeSyntax.Named(
                        t.span(),
                        t.name(),
                        t.tag(),
                        t.typename(),
                        t.qualifiers().and(more));
            case TypeSyntax.Defined t ->
                new TypeSyntax.Defined(t.span(), t.definition(), t.qualifiers().and(more));
            case TypeSyntax.Auto t ->
                new TypeSyntax.Auto(t.span(), t.qualifiers().and(more));
            case TypeSyntax.DecltypeAuto t ->
                new TypeSyntax.DecltypeAuto(t.span(), t.qualifiers().and(more));
            case TypeSyntax.Decltype t ->
                new TypeSyntax.Decltype(t.span(), t.expression(), t.qualifiers().and(more));
            case TypeSyntax.Computed t ->
                new TypeSyntax.Computed(
                        t.span(), t.operator(), t.argument(), t.qualifiers().and(more));
            case TypeSyntax.Pointer t ->
                new TypeSyntax.Pointer(t.span(), t.pointee(), t.qualifiers().and(more));
            case TypeSyntax.MemberPointer t ->
                new TypeSyntax.MemberPointer(
                        t.span(), t.scope(), t.pointee(), t.qualifiers().and(more));
            case TypeSyntax.Reference t ->
                new TypeSyntax.Reference(
                        t.span(), t.referent(), t.rvalue(), t.qualifiers().and(more));
            case TypeSyntax.Array t -> t;
            case TypeSyntax.Function t -> t;
            case TypeSyntax.Malformed t -> t;
        };
    }

    /** Counts the words of a type like {@code unsigned long long}. */
    private static final class BuiltinWords {
        private TokenKind base;
        private boolean isSigned;
        private boolean isUnsigned;
        private boolean isShort;
        private int longs;

        boolean add(TokenKind kind) {
            switch (kind) {
                case SIGNED -> {
                    if (isSigned || isUnsigned) {
                        return false;
                    }
                    isSigned = true;
                }
                case UNSIGNED -> {
                    if (isSigned || isUnsigned) {
                        return false;
                    }
                    isUnsigned = true;
                }
                case SHORT -> {
                    if (isShort || longs > 0) {
                        return false;
                    }
                    isShort = true;
                }
                case LONG -> {
                    if (isShort || longs == 2) {
                        return false;
                    }
                    longs++;
                }
                default -> {
                    if (base != null) {
                        return false;
                    }
                    base = kind;
                }
            }
            return fits();
        }

        private boolean fits() {
            if (base == null || base == TokenKind.INT) {
                return true;
            }
            boolean sized = isShort || longs > 0;
            return switch (base) {
                case CHAR, INT128 -> !sized;
                case DOUBLE -> !isSigned && !isUnsigned && !isShort && longs < 2;
                default -> !isSigned && !isUnsigned && !sized;
            };
        }

        TypeSyntax.Keyword keyword() {
            if (base == null || base == TokenKind.INT) {
                if (isShort) {
                    return isUnsigned ? TypeSyntax.Keyword.UNSIGNED_SHORT : TypeSyntax.Keyword.SHORT;
                }
                return switch (longs) {
                    case 0 -> isUnsigned ? TypeSyntax.Keyword.UNSIGNED_INT : TypeSyntax.Keyword.INT;
                    case 1 -> isUnsigned ? TypeSyntax.Keyword.UNSIGNED_LONG : TypeSyntax.Keyword.LONG;
                    default -> isUnsigned ? TypeSyntax.Keyword.UNSIGNED_LONG_LONG : TypeSyntax.Keyword.LONG_LONG;
                };
            }
            return switch (base) {
                case VOID -> TypeSyntax.Keyword.VOID;
                case BOOL -> TypeSyntax.Keyword.BOOL;
                case CHAR ->
                    isUnsigned
                            ? TypeSyntax.Keyword.UNSIGNED_CHAR
                            : isSigned ? TypeSyntax.Keyword.SIGNED_CHAR : TypeSyntax.Keyword.CHAR;
                case CHAR16_T -> TypeSyntax.Keyword.CHAR16;
                case CHAR32_T -> TypeSyntax.Keyword.CHAR32;
                case WCHAR_T -> TypeSyntax.Keyword.WCHAR;
                case INT128 -> isUnsigned ? TypeSyntax.Keyword.UNSIGNED_INT128 : TypeSyntax.Keyword.INT128;
                case FLOAT -> TypeSyntax.Keyword.FLOAT;
                default -> longs > 0 ? TypeSyntax.Keyword.LONG_DOUBLE : TypeSyntax.Keyword.DOUBLE;
            };
        }
    }
}
