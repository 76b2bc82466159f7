package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.KnownNames.Scope;
import io.xianka.compiler.syntax.KnownNames.ScopeKind;
import io.xianka.compiler.syntax.LibraryNames.Kind;
import java.util.ArrayList;
import java.util.List;

/** Reads lambdas. */
final class LambdaParser {
    private final Parser parser;
    private final Cursor cursor;
    private final KnownNames known;

    LambdaParser(Parser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
        this.known = parser.known;
    }

    Expression read() {
        int start = cursor.at;
        Token open = cursor.next();
        cursor.enter();
        Expression.CaptureDefault captureDefault = Expression.CaptureDefault.NONE;
        if (cursor.is(TokenKind.EQUAL)) {
            cursor.next();
            captureDefault = Expression.CaptureDefault.COPY;
        } else if (cursor.is(TokenKind.AMPERSAND)
                && (cursor.kind(1) == TokenKind.COMMA || cursor.kind(1) == TokenKind.RIGHT_BRACKET)) {
            cursor.next();
            captureDefault = Expression.CaptureDefault.REFERENCE;
        }
        List<Expression.Capture> captures = new ArrayList<>(2);
        if (captureDefault == Expression.CaptureDefault.NONE && !cursor.is(TokenKind.RIGHT_BRACKET)) {
            captures.add(capture());
        }
        while (cursor.take(TokenKind.COMMA)) {
            captures.add(capture());
        }
        cursor.close(TokenKind.RIGHT_BRACKET, open.span());

        Scope outer = known.current();
        boolean closes = cursor.greaterCloses;
        cursor.greaterCloses = false;
        known.open(ScopeKind.BLOCK, "");
        captures.stream()
                .filter(capture -> capture.name() != null)
                .forEach(capture -> known.declareHere(capture.name().text(), Kind.VALUE));
        SpecifierBuilder words = new SpecifierBuilder();
        int headStart = cursor.at;
        List<TemplateParameter> templateParameters =
                cursor.is(TokenKind.LESS) ? parser.declarations.templates.templateParameters() : List.of();
        words(words);
        TypeParser.Parameters parameters = new TypeParser.Parameters(List.of(), false);
        if (cursor.is(TokenKind.LEFT_PAREN)) {
            Token paren = cursor.next();
            parameters = parser.types.parameters();
            cursor.close(TokenKind.RIGHT_PAREN, paren.span());
        }
        words(words);
        boolean noexcept = cursor.take(TokenKind.NOEXCEPT);
        Expression condition = null;
        if (noexcept && cursor.is(TokenKind.LEFT_PAREN)) {
            Token paren = cursor.next();
            condition = parser.expressions.parenthesisedContent();
            cursor.close(TokenKind.RIGHT_PAREN, paren.span());
        }
        words(words);
        TypeSyntax result = new TypeSyntax.Auto(open.span(), Qualifiers.NONE);
        boolean trailing = cursor.take(TokenKind.ARROW);
        if (trailing) {
            result = parser.types.typeId();
        }
        SourceSpan head = cursor.at > headStart ? cursor.from(headStart) : open.span();
        TypeSyntax.Function type = new TypeSyntax.Function(
                head,
                result,
                trailing,
                parameters.list(),
                parameters.variadic(),
                Qualifiers.NONE,
                TypeSyntax.RefQualifier.NONE,
                noexcept,
                condition);
        if (!cursor.is(TokenKind.LEFT_BRACE)) {
            throw cursor.missing(TokenKind.LEFT_BRACE, "of the lambda's body");
        }
        Statement.Compound body = parser.statements.compound();
        known.go(outer);
        cursor.greaterCloses = closes;
        cursor.leave();
        return new Expression.Lambda(
                cursor.from(start),
                captureDefault,
                List.copyOf(captures),
                templateParameters,
                words.build(head),
                type,
                body);
    }

    private void words(SpecifierBuilder words) {
        while (true) {
            Specifier word = switch (cursor.kind()) {
                case MUTABLE -> Specifier.MUTABLE;
                case CONSTEXPR -> Specifier.CONSTEXPR;
                case DEVICE -> Specifier.DEVICE;
                case HOST -> Specifier.HOST;
                case FORCEINLINE -> Specifier.FORCEINLINE;
                case STATIC -> Specifier.STATIC;
                default -> null;
            };
            if (word != null) {
                words.words.add(word);
                cursor.next();
            } else if (parser.attributes.ahead()) {
                parser.attributes.all(words);
            } else {
                return;
            }
        }
    }

    private Expression.Capture capture() {
        int start = cursor.at;
        if (cursor.take(TokenKind.THIS)) {
            return new Expression.Capture(cursor.from(start), null, true, null, false);
        }
        if (cursor.is(TokenKind.STAR) && cursor.kind(1) == TokenKind.THIS) {
            cursor.next();
            cursor.next();
            return new Expression.Capture(cursor.from(start), null, false, null, false);
        }
        boolean byReference = cursor.take(TokenKind.AMPERSAND);
        boolean leadingPack = cursor.take(TokenKind.ELLIPSIS);
        NamePart.Identifier name = parser.names.identifier("of a captured variable");
        Expression value = null;
        if (cursor.take(TokenKind.EQUAL)) {
            value = parser.expressions.assignmentOrBraces();
        } else if (cursor.is(TokenKind.LEFT_BRACE)) {
            value = parser.expressions.braceList();
        } else if (cursor.is(TokenKind.LEFT_PAREN)) {
            Token open = cursor.next();
            value = parser.expressions.parenthesisedContent();
            cursor.close(TokenKind.RIGHT_PAREN, open.span());
        }
        boolean pack = leadingPack || cursor.take(TokenKind.ELLIPSIS);
        return new Expression.Capture(cursor.from(start), name, byReference, value, pack);
    }
}
