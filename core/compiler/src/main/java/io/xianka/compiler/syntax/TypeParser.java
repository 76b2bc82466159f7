package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.KnownNames.Scope;
import io.xianka.compiler.syntax.KnownNames.ScopeKind;
import io.xianka.compiler.syntax.NameParser.Mode;
import io.xianka.compiler.syntax.NameParser.Read;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Reads type-ids and declarators, and turns declarators inside out. */
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

    // ---- type-ids

    /** A type without a name: {@code const float *}. */
    TypeSyntax typeId() {
        cursor.enter();
        SpecifierParser.Specified specified = parser.specifiers.read(false, true);
        if (specified.type == null) {
            throw cursor.fail("expected a type, found " + Cursor.describe(cursor.peek()));
        }
        Declarator declarator = declarator(Form.ABSTRACT);
        cursor.leave();
        return declarator.applyTo(specified.type);
    }

    /** The type of a conversion function, {@code float *} in {@code operator float *()}. */
    TypeSyntax conversionType() {
        SpecifierParser.Specified specified = parser.specifiers.read(false, true);
        if (specified.type == null) {
            throw cursor.fail(
                    "expected an operator or a type behind 'operator', found " + Cursor.describe(cursor.peek()));
        }
        return pointers(specified.type);
    }

    /** The type of {@code new T*}: no parentheses and no functions. */
    TypeSyntax newType() {
        SpecifierParser.Specified specified = parser.specifiers.read(false, true);
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
                boolean nested = form != Form.ABSTRACT && !parser.specifiers.startsTypeId();
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
        return parser.specifiers.startsTypeId()
                || SpecifierParser.isSpecifierWord(cursor.kind())
                || parser.attributes.ahead();
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
        SpecifierParser.Specified specified = parser.specifiers.read(false, true);
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
}
