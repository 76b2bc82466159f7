package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.KnownNames.Known;
import io.xianka.compiler.syntax.KnownNames.Scope;
import io.xianka.compiler.syntax.KnownNames.ScopeKind;
import io.xianka.compiler.syntax.NameParser.Mode;
import io.xianka.compiler.syntax.NameParser.Read;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Reads declaration specifiers, declarators and type-ids, and turns declarators inside out. */
final class TypeParser {
    private static final int MOST_WRAPS = 256;

    private final Parser parser;
    private final Cursor cursor;
    private final KnownNames known;

    TypeParser(Parser parser) {
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

    // ---- what starts a type

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

    // ---- specifiers

    /**
     * Reads specifiers.
     *
     * @param declares true when a declarator follows that may be a constructor's name
     * @param guess true when an unknown name in a type's place is taken for a type
     */
    Specified specifiers(boolean declares, boolean guess) {
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
                TypeSyntax argument = typeId();
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
                    TypeSyntax argument = typeId();
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

    // ---- type-ids

    /** A type without a name: {@code const float *}. */
    TypeSyntax typeId() {
        cursor.enter();
        Specified specified = specifiers(false, true);
        if (specified.type == null) {
            throw cursor.fail("expected a type, found " + Cursor.describe(cursor.peek()));
        }
        Declarator declarator = declarator(Form.ABSTRACT);
        cursor.leave();
        return declarator.applyTo(specified.type);
    }

    /** The type of a conversion function, {@code float *} in {@code operator float *()}. */
    TypeSyntax conversionType() {
        Specified specified = specifiers(false, true);
        if (specified.type == null) {
            throw cursor.fail(
                    "expected an operator or a type behind 'operator', found " + Cursor.describe(cursor.peek()));
        }
        return pointers(specified.type);
    }

    /** The type of {@code new T*}: no parentheses and no functions. */
    TypeSyntax newType() {
        Specified specified = specifiers(false, true);
        if (specified.type == null) {
            throw cursor.fail("expected a type behind 'new', found " + Cursor.describe(cursor.peek()));
        }
        return pointers(specified.type);
    }

    private TypeSyntax pointers(TypeSyntax base) {
        List<UnaryOperator<TypeSyntax>> operators = new ArrayList<>(0);
        pointerOperators(operators);
        TypeSyntax type = base;
        for (UnaryOperator<TypeSyntax> operator : operators) {
            type = operator.apply(type);
        }
        return type;
    }

    // ---- declarators

    /** Which names a declarator may hold. */
    enum Form {
        NAMED,
        ABSTRACT,
        /** A parameter's: with or without a name. */
        EITHER
    }

    /** A declarator: a name and what it does to the type before it. */
    static final class Declarator {
        /** Null when there is none. */
        Name name;
        /** What the name's qualifiers name, or null. */
        Scope owner;

        SourceSpan span;
        /** In the order in which they wrap the type. */
        final List<UnaryOperator<TypeSyntax>> wraps = new ArrayList<>(2);
        /** The scope with the parameters of the function that the name is, or null when it is none. */
        Scope parameterScope;
        /** True when the last wrap is the function that the name is. */
        boolean isFunction;

        boolean pack;

        TypeSyntax applyTo(TypeSyntax base) {
            TypeSyntax type = base;
            for (UnaryOperator<TypeSyntax> wrap : wraps) {
                type = wrap.apply(type);
            }
            return type;
        }

        NamePart.Identifier identifier() {
            return name != null && name.unqualified() && name.last() instanceof NamePart.Identifier id ? id : null;
        }
    }

    Declarator declarator(Form form) {
        Declarator out = new Declarator();
        int start = cursor.at;
        read(form, out);
        out.span = cursor.at > start ? cursor.from(start) : cursor.peek().span();
        return out;
    }

    private void read(Form form, Declarator out) {
        cursor.enter();
        pointerOperators(out.wraps);
        if (cursor.is(TokenKind.ELLIPSIS) && form == Form.EITHER) {
            cursor.next();
            out.pack = true;
        }
        int inner = -1;
        Declarator nested = null;
        if (cursor.is(TokenKind.LEFT_PAREN) && opensNested(form)) {
            Token open = cursor.next();
            inner = cursor.at;
            nested = new Declarator();
            parser.attributes.skipAll();
            read(form, nested);
            cursor.close(TokenKind.RIGHT_PAREN, open.span());
            out.name = nested.name;
            out.owner = nested.owner;
            out.pack |= nested.pack;
        } else if (form != Form.ABSTRACT && nameAhead()) {
            Read read = parser.names.read(Mode.DECLARED);
            out.name = read.name();
            out.owner = read.scope();
            if (out.owner != null && form == Form.NAMED) {
                known.open(ScopeKind.BLOCK, "").use(out.owner);
            }
        } else if (form == Form.NAMED) {
            throw cursor.missing(TokenKind.IDENTIFIER, "");
        }
        parser.attributes.skipAll();
        List<UnaryOperator<TypeSyntax>> suffixes = new ArrayList<>(1);
        boolean first = true;
        while (true) {
            if (cursor.is(TokenKind.LEFT_BRACKET) && !parser.attributes.ahead()) {
                suffixes.add(arraySuffix());
            } else if (cursor.is(TokenKind.LEFT_PAREN) && opensParameters(form, out, first)) {
                boolean isName = first && (nested == null || (nested.wraps.isEmpty() && !nested.isFunction));
                suffixes.add(functionSuffix(out, isName && form == Form.NAMED));
                out.isFunction |= isName;
            } else {
                break;
            }
            first = false;
        }
        for (int i = suffixes.size() - 1; i >= 0; i--) {
            out.wraps.add(suffixes.get(i));
        }
        if (out.wraps.size() > MOST_WRAPS) {
            throw cursor.fail(
                    cursor.previous(),
                    "type has more than " + MOST_WRAPS + " pointers, arrays and functions on top of each other");
        }
        if (nested != null && inner >= 0) {
            out.wraps.addAll(nested.wraps);
            if (nested.isFunction) {
                out.isFunction = true;
                out.parameterScope = nested.parameterScope;
            }
        }
        cursor.leave();
    }

    private boolean nameAhead() {
        return switch (cursor.kind()) {
            case IDENTIFIER, OPERATOR, TILDE -> true;
            case COLON_COLON -> cursor.kind(1) == TokenKind.IDENTIFIER || cursor.kind(1) == TokenKind.OPERATOR;
            default -> false;
        };
    }

    private void pointerOperators(List<UnaryOperator<TypeSyntax>> out) {
        while (true) {
            int start = cursor.at;
            switch (cursor.kind()) {
                case STAR -> {
                    cursor.next();
                    Qualifiers qualifiers = qualifiers();
                    SourceSpan span = cursor.from(start);
                    out.add(type -> new TypeSyntax.Pointer(type.span().to(span), type, qualifiers));
                }
                case AMPERSAND, AND_AND -> {
                    boolean rvalue = cursor.next().is(TokenKind.AND_AND);
                    Qualifiers qualifiers = qualifiers();
                    SourceSpan span = cursor.from(start);
                    out.add(type -> new TypeSyntax.Reference(type.span().to(span), type, rvalue, qualifiers));
                }
                case IDENTIFIER, COLON_COLON -> {
                    Name scope = memberPointerScope();
                    if (scope == null) {
                        return;
                    }
                    Qualifiers qualifiers = qualifiers();
                    SourceSpan span = cursor.from(start);
                    out.add(type -> new TypeSyntax.MemberPointer(type.span().to(span), scope, type, qualifiers));
                }
                default -> {
                    return;
                }
            }
        }
    }

    /** Takes {@code Name::*}, or nothing. */
    private Name memberPointerScope() {
        if (cursor.is(TokenKind.IDENTIFIER)
                && cursor.kind(1) != TokenKind.COLON_COLON
                && cursor.kind(1) != TokenKind.LESS) {
            return null;
        }
        return cursor.attempt(() -> {
            Read read = parser.names.read(Mode.TYPE);
            return cursor.take(TokenKind.COLON_COLON) && cursor.take(TokenKind.STAR) ? read.name() : null;
        });
    }

    private Qualifiers qualifiers() {
        boolean isConst = false;
        boolean isVolatile = false;
        boolean isRestrict = false;
        while (true) {
            switch (cursor.kind()) {
                case CONST -> isConst = true;
                case VOLATILE -> isVolatile = true;
                case RESTRICT -> isRestrict = true;
                default -> {
                    return isConst || isVolatile || isRestrict
                            ? new Qualifiers(isConst, isVolatile, isRestrict)
                            : Qualifiers.NONE;
                }
            }
            cursor.next();
        }
    }

    /** True when the parenthesis here surrounds a declarator and not parameters. */
    private boolean opensNested(Form form) {
        return switch (cursor.kind(1)) {
            case STAR, AMPERSAND, AND_AND, CARET, ATTRIBUTE -> true;
            case LEFT_PAREN -> form != Form.EITHER || !isParameterStart(2);
            case LEFT_BRACKET -> form == Form.ABSTRACT;
            case IDENTIFIER, COLON_COLON -> {
                int start = cursor.at;
                cursor.next();
                boolean nested = form != Form.ABSTRACT && !startsTypeId();
                Name scope = nested ? null : cursor.attempt(this::memberPointerScope);
                cursor.at = start;
                yield nested || scope != null;
            }
            case OPERATOR, TILDE -> form == Form.NAMED;
            default -> false;
        };
    }

    private boolean isParameterStart(int ahead) {
        int start = cursor.at;
        cursor.at += ahead;
        boolean is = cursor.is(TokenKind.RIGHT_PAREN) || startsParameter();
        cursor.at = start;
        return is;
    }

    /** True when a parameter declaration starts here. */
    boolean startsParameter() {
        return startsTypeId() || isSpecifierWord(cursor.kind()) || parser.attributes.ahead();
    }

    /** True when the parenthesis here opens parameters and not an initialiser. */
    private boolean opensParameters(Form form, Declarator declarator, boolean first) {
        if (form != Form.NAMED) {
            return first || form == Form.ABSTRACT;
        }
        if (declarator.name == null || !(declarator.name.last() instanceof NamePart.Identifier)) {
            return true;
        }
        TokenKind next = cursor.kind(1);
        if (next == TokenKind.RIGHT_PAREN) {
            return true;
        }
        if (next == TokenKind.ELLIPSIS && cursor.kind(2) == TokenKind.RIGHT_PAREN) {
            return true;
        }
        int start = cursor.at;
        if (parser.prefersFunctions()) {
            cursor.skipBalanced();
            boolean body = functionTail(cursor.kind());
            cursor.at = start;
            if (body) {
                return true;
            }
        }
        cursor.next();
        boolean starts =
                startsParameter() || (cursor.is(TokenKind.IDENTIFIER) && cursor.kind(1) == TokenKind.IDENTIFIER);
        cursor.at = start;
        if (!starts) {
            return false;
        }
        Scope scope = known.current();
        Boolean reads = cursor.attempt(() -> {
            functionSuffix(new Declarator(), false);
            return switch (cursor.kind()) {
                case SEMICOLON, COMMA, LEFT_BRACE, EQUAL, COLON, RIGHT_PAREN, LEFT_BRACKET, TRY, ATTRIBUTE -> true;
                case IDENTIFIER -> cursor.isWord("override") || cursor.isWord("final");
                default -> cursor.previous() != null && endsFunctionHead();
            };
        });
        known.go(scope);
        cursor.at = start;
        return reads != null && reads;
    }

    private boolean endsFunctionHead() {
        return switch (cursor.token(cursor.at - 1).kind()) {
            case CONST, VOLATILE, NOEXCEPT, AMPERSAND, AND_AND -> true;
            default -> false;
        };
    }

    private static boolean functionTail(TokenKind kind) {
        return switch (kind) {
            case LEFT_BRACE, CONST, NOEXCEPT, ARROW, COLON, TRY -> true;
            default -> false;
        };
    }

    private UnaryOperator<TypeSyntax> arraySuffix() {
        int start = cursor.at;
        Token open = cursor.next();
        while (cursor.is(TokenKind.STATIC) || cursor.is(TokenKind.CONST) || cursor.is(TokenKind.RESTRICT)) {
            cursor.next();
        }
        Expression size = cursor.is(TokenKind.RIGHT_BRACKET) ? null : parser.expressions.bracketedConstant();
        cursor.close(TokenKind.RIGHT_BRACKET, open.span());
        SourceSpan span = cursor.from(start);
        return element -> new TypeSyntax.Array(element.span().to(span), element, size);
    }

    private UnaryOperator<TypeSyntax> functionSuffix(Declarator out, boolean keepScope) {
        int start = cursor.at;
        Scope outer = known.current();
        Scope inner = known.open(ScopeKind.BLOCK, "");
        Token open = cursor.next();
        Parameters parameters = parameters();
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        Qualifiers qualifiers = qualifiers();
        TypeSyntax.RefQualifier reference = TypeSyntax.RefQualifier.NONE;
        if (cursor.is(TokenKind.AMPERSAND) || cursor.is(TokenKind.AND_AND)) {
            reference = cursor.next().is(TokenKind.AND_AND)
                    ? TypeSyntax.RefQualifier.RVALUE
                    : TypeSyntax.RefQualifier.LVALUE;
        }
        boolean noexcept = false;
        Expression condition = null;
        if (cursor.take(TokenKind.NOEXCEPT)) {
            noexcept = true;
            if (cursor.is(TokenKind.LEFT_PAREN)) {
                Token paren = cursor.next();
                condition = parser.expressions.parenthesisedContent();
                cursor.close(TokenKind.RIGHT_PAREN, paren.span());
            }
        } else if (cursor.is(TokenKind.THROW) && cursor.kind(1) == TokenKind.LEFT_PAREN) {
            cursor.next();
            noexcept = cursor.kind(1) == TokenKind.RIGHT_PAREN;
            cursor.skipBalanced();
        }
        parser.attributes.skipAll();
        TypeSyntax trailing = null;
        if (cursor.take(TokenKind.ARROW)) {
            trailing = typeId();
        }
        if (keepScope) {
            out.parameterScope = inner;
        }
        known.go(outer);
        SourceSpan span = cursor.from(start);
        Qualifiers memberQualifiers = qualifiers;
        TypeSyntax.RefQualifier memberReference = reference;
        boolean isNoexcept = noexcept;
        Expression noexceptCondition = condition;
        TypeSyntax result = trailing;
        return type -> new TypeSyntax.Function(
                type.span().to(span),
                result != null ? result : type,
                result != null,
                parameters.list,
                parameters.variadic,
                memberQualifiers,
                memberReference,
                isNoexcept,
                noexceptCondition);
    }

    /** A parameter list. */
    record Parameters(List<TypeSyntax.Parameter> list, boolean variadic) {}

    /** Parameters up to the closing parenthesis; their names are declared in the current scope. */
    Parameters parameters() {
        List<TypeSyntax.Parameter> list = new ArrayList<>(4);
        if (cursor.is(TokenKind.RIGHT_PAREN)) {
            return new Parameters(List.of(), false);
        }
        if (cursor.is(TokenKind.VOID) && cursor.kind(1) == TokenKind.RIGHT_PAREN) {
            cursor.next();
            return new Parameters(List.of(), false);
        }
        boolean greater = cursor.greaterCloses;
        cursor.greaterCloses = false;
        try {
            do {
                if (cursor.take(TokenKind.ELLIPSIS)) {
                    return new Parameters(List.copyOf(list), true);
                }
                list.add(parameter());
            } while (cursor.take(TokenKind.COMMA));
        } finally {
            cursor.greaterCloses = greater;
        }
        boolean variadic = cursor.take(TokenKind.ELLIPSIS);
        return new Parameters(List.copyOf(list), variadic);
    }

    private TypeSyntax.Parameter parameter() {
        int start = cursor.at;
        Specified specified = specifiers(false, true);
        if (specified.type == null) {
            throw cursor.fail("expected a parameter's type, found " + Cursor.describe(cursor.peek()));
        }
        Declarator declarator = declarator(Form.EITHER);
        NamePart.Identifier name = declarator.identifier();
        if (declarator.name != null && name == null) {
            throw cursor.fail(declarator.name.span(), "a parameter's name cannot be '" + declarator.name + "'");
        }
        parser.attributes.all(specified.words);
        if (name != null) {
            known.declareHere(name.text(), LibraryNames.Kind.VALUE);
        }
        Expression value = null;
        if (cursor.take(TokenKind.EQUAL)) {
            value = parser.expressions.assignmentOrBraces();
        }
        return new TypeSyntax.Parameter(
                cursor.from(start),
                specified.build(),
                declarator.applyTo(specified.type),
                name,
                declarator.pack,
                value);
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
