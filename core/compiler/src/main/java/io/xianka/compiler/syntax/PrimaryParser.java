package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.syntax.LibraryNames.Kind;
import io.xianka.compiler.syntax.NameParser.Mode;
import io.xianka.compiler.syntax.NameParser.Read;
import java.util.ArrayList;
import java.util.List;

/** Reads the expressions that operators stand between: literals, names, brackets, casts by name, folds. */
final class PrimaryParser {
    private final Parser parser;
    private final Cursor cursor;
    private final KnownNames known;
    private final ExpressionParser expressions;
    private final LiteralParser literals;
    private final LambdaParser lambdas;

    PrimaryParser(Parser parser, ExpressionParser expressions) {
        this.parser = parser;
        this.cursor = parser.cursor;
        this.known = parser.known;
        this.expressions = expressions;
        this.literals = new LiteralParser(cursor);
        this.lambdas = new LambdaParser(parser);
    }

    private record Folding(BinaryOperator operator, boolean assign, int tokens) {}

    Expression read() {
        int start = cursor.at;
        Token token = cursor.peek();
        expressions.startLow();
        return switch (token.kind()) {
            case NUMBER -> literals.number();
            case CHARACTER -> literals.character();
            case STRING -> literals.strings();
            case TRUE, FALSE -> {
                cursor.next();
                yield new Expression.BoolLiteral(token.span(), token.is(TokenKind.TRUE));
            }
            case NULLPTR -> {
                cursor.next();
                yield new Expression.NullptrLiteral(token.span());
            }
            case THIS -> {
                cursor.next();
                yield new Expression.This(token.span());
            }
            case LEFT_PAREN -> parenthesised();
            case LEFT_BRACKET -> {
                Expression lambda = lambdas.read();
                expressions.startLow();
                yield lambda;
            }
            case STATIC_CAST, REINTERPRET_CAST, CONST_CAST, DYNAMIC_CAST -> namedCast();
            case TYPEID -> typeid();
            case OFFSETOF -> offsetof();
            case IDENTIFIER, COLON_COLON, OPERATOR -> named();
            case DECLTYPE -> {
                if (parser.specifiers.startsTypeId()) {
                    yield construct();
                }
                Read read = parser.names.read(Mode.VALUE);
                yield new Expression.NameUse(cursor.from(start), read.name());
            }
            default -> {
                if (SpecifierParser.isSimpleTypeWord(token.kind())) {
                    yield construct();
                }
                throw cursor.fail("expected an expression, found " + Cursor.describe(token));
            }
        };
    }

    private Expression parenthesised() {
        int start = cursor.at;
        Token open = cursor.next();
        if (cursor.is(TokenKind.LEFT_BRACE)) {
            Statement.Compound block = parser.statements.compound();
            cursor.close(TokenKind.RIGHT_PAREN, open.span());
            expressions.startLow();
            return new Expression.StatementExpression(cursor.from(start), block);
        }
        boolean closes = cursor.greaterCloses;
        cursor.greaterCloses = false;
        Expression inner;
        if (cursor.take(TokenKind.ELLIPSIS)) {
            Folding folding = folding();
            Expression pack = expressions.castExpression();
            expressions.grow(0);
            cursor.greaterCloses = closes;
            cursor.close(TokenKind.RIGHT_PAREN, open.span());
            return new Expression.Fold(cursor.from(start), folding.operator, folding.assign, null, pack);
        }
        inner = expressions.expression();
        Folding folding = foldingAhead();
        if (folding != null) {
            int tallest = expressions.height();
            takeFolding();
            cursor.next();
            Expression right = null;
            if (!cursor.is(TokenKind.RIGHT_PAREN)) {
                folding();
                right = expressions.castExpression();
            }
            expressions.grow(tallest);
            cursor.greaterCloses = closes;
            cursor.close(TokenKind.RIGHT_PAREN, open.span());
            return new Expression.Fold(cursor.from(start), folding.operator, folding.assign, inner, right);
        }
        cursor.greaterCloses = closes;
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        expressions.grow(0);
        return new Expression.Parenthesised(cursor.from(start), inner);
    }

    private Folding foldingAhead() {
        Folding folding = foldingOperator();
        return folding != null && cursor.kind(folding.tokens) == TokenKind.ELLIPSIS ? folding : null;
    }

    private Folding foldingOperator() {
        if (cursor.is(TokenKind.COMMA)) {
            return new Folding(BinaryOperator.COMMA, false, 1);
        }
        BinaryOperator operator = expressions.binaryOperator();
        if (operator != null) {
            return new Folding(operator, false, operator == BinaryOperator.SHIFT_RIGHT ? 2 : 1);
        }
        if (ExpressionParser.isAssignment(cursor.kind())) {
            return new Folding(ExpressionParser.compound(cursor.kind()), true, 1);
        }
        if (cursor.is(TokenKind.GREATER) && cursor.kind(1) == TokenKind.GREATER_EQUAL) {
            return new Folding(BinaryOperator.SHIFT_RIGHT, true, 2);
        }
        return null;
    }

    private Folding folding() {
        Folding folding = foldingOperator();
        if (folding == null) {
            throw cursor.fail("expected an operator beside '...', found " + Cursor.describe(cursor.peek()));
        }
        takeFolding();
        return folding;
    }

    private void takeFolding() {
        Folding folding = foldingOperator();
        for (int i = 0; i < folding.tokens; i++) {
            cursor.next();
        }
    }

    private Expression namedCast() {
        int start = cursor.at;
        Token word = cursor.next();
        Expression.CastForm form = switch (word.kind()) {
            case STATIC_CAST -> Expression.CastForm.STATIC;
            case REINTERPRET_CAST -> Expression.CastForm.REINTERPRET;
            case CONST_CAST -> Expression.CastForm.CONST;
            default -> Expression.CastForm.DYNAMIC;
        };
        Token less = cursor.expect(TokenKind.LESS, "after " + word.text());
        boolean closes = cursor.greaterCloses;
        cursor.greaterCloses = true;
        TypeSyntax type = parser.types.typeId();
        cursor.greaterCloses = closes;
        cursor.close(TokenKind.GREATER, less.span());
        Token open = cursor.expect(TokenKind.LEFT_PAREN, "after " + word.text() + "<...>");
        Expression operand = expressions.parenthesisedContent();
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        expressions.grow(0);
        return new Expression.Cast(cursor.from(start), form, type, operand);
    }

    private Expression typeid() {
        int start = cursor.at;
        cursor.next();
        TypeSyntax type = expressions.bracketedType();
        Expression operand = null;
        if (type == null) {
            Token open = cursor.expect(TokenKind.LEFT_PAREN, "after typeid");
            operand = expressions.parenthesisedContent();
            cursor.close(TokenKind.RIGHT_PAREN, open.span());
        }
        return new Expression.Typeid(cursor.from(start), type, operand);
    }

    private Expression offsetof() {
        int start = cursor.at;
        Token word = cursor.next();
        Token open = cursor.expect(TokenKind.LEFT_PAREN, "after " + word.text());
        TypeSyntax type = parser.types.typeId();
        cursor.expect(TokenKind.COMMA, "after the type");
        int pathStart = cursor.at;
        NamePart.Identifier field = parser.names.identifier("of a field");
        Expression path = expressions.postfix(pathStart, new Expression.NameUse(field.span(), Name.of(field)));
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        return new Expression.Offsetof(cursor.from(start), type, path);
    }

    /** {@code type(values)} or <code>type{values}</code>. */
    private Expression construct() {
        int start = cursor.at;
        SpecifierParser.Specified specified = parser.specifiers.read(false, true);
        return construct(start, specified.type);
    }

    private Expression construct(int start, TypeSyntax type) {
        if (cursor.is(TokenKind.LEFT_BRACE)) {
            Expression.BraceList list = expressions.braceList();
            return new Expression.ConstructBraces(cursor.from(start), type, list);
        }
        if (!cursor.is(TokenKind.LEFT_PAREN)) {
            throw cursor.fail(
                    type.span(),
                    "expected an expression, found the type '" + type.span().text() + "'");
        }
        List<Expression> arguments = expressions.callArguments();
        expressions.grow(0);
        return new Expression.Construct(cursor.from(start), type, arguments);
    }

    private Expression named() {
        int start = cursor.at;
        Token token = cursor.peek();
        if (token.is(TokenKind.IDENTIFIER)) {
            String word = token.text();
            if (word.startsWith("__")) {
                if (word.equals("__func__") || word.equals("__FUNCTION__") || word.equals("__PRETTY_FUNCTION__")) {
                    cursor.next();
                    return literals.text(token.span(), parser.functionName());
                }
                if ((word.startsWith("__is_") || word.startsWith("__has_"))
                        && cursor.kind(1) == TokenKind.LEFT_PAREN
                        && known.find(word) == null) {
                    return typeTrait();
                }
            }
        }
        Read read = parser.names.read(Mode.VALUE);
        Name name = read.name();
        boolean type = read.isType()
                && (read.known().kind() == Kind.TYPE
                        || name.last() instanceof NamePart.TemplateId
                        || cursor.is(TokenKind.LEFT_PAREN)
                        || cursor.is(TokenKind.LEFT_BRACE));
        boolean guess =
                read.known() == null && cursor.is(TokenKind.LEFT_BRACE) && name.last() instanceof NamePart.TemplateId;
        if (type || guess) {
            return construct(start, new TypeSyntax.Named(name.span(), name, null, false, Qualifiers.NONE));
        }
        return new Expression.NameUse(name.span(), name);
    }

    private Expression typeTrait() {
        int start = cursor.at;
        Token word = cursor.next();
        Token open = cursor.next();
        List<TypeSyntax> arguments = new ArrayList<>(2);
        do {
            arguments.add(parser.types.typeId());
        } while (cursor.take(TokenKind.COMMA));
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        return new Expression.TypeTrait(cursor.from(start), word.text(), List.copyOf(arguments));
    }
}
