package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/** Reads attributes in all their spellings, launch bounds and alignments. */
final class AttributeParser {
    private final Parser parser;
    private final Cursor cursor;

    AttributeParser(Parser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
    }

    /** True when the next token starts an attribute. */
    boolean ahead() {
        return switch (cursor.kind()) {
            case ATTRIBUTE, ALIGNAS, ALIGN, LAUNCH_BOUNDS, MAXNREG, CLUSTER_DIMS -> true;
            case LEFT_BRACKET -> cursor.kind(1) == TokenKind.LEFT_BRACKET && cursor.kind(2) != TokenKind.RIGHT_BRACKET;
            default -> false;
        };
    }

    void all(SpecifierBuilder into) {
        while (ahead()) {
            one(into);
        }
    }

    void skipAll() {
        all(new SpecifierBuilder());
    }

    private void one(SpecifierBuilder into) {
        int start = cursor.at;
        switch (cursor.next().kind()) {
            case LEFT_BRACKET -> {
                cursor.next();
                String prefix = "";
                if (cursor.take(TokenKind.USING)) {
                    prefix = cursor.next().text() + "::";
                    cursor.expect(TokenKind.COLON, "after the attribute's namespace");
                }
                list(into, prefix, TokenKind.RIGHT_BRACKET);
                cursor.expect(TokenKind.RIGHT_BRACKET, "at the end of the attributes");
                cursor.expect(TokenKind.RIGHT_BRACKET, "at the end of the attributes");
            }
            case ATTRIBUTE -> {
                cursor.expect(TokenKind.LEFT_PAREN, "after __attribute__");
                cursor.expect(TokenKind.LEFT_PAREN, "after __attribute__");
                list(into, "", TokenKind.RIGHT_PAREN);
                cursor.expect(TokenKind.RIGHT_PAREN, "at the end of __attribute__");
                cursor.expect(TokenKind.RIGHT_PAREN, "at the end of __attribute__");
            }
            case ALIGNAS, ALIGN -> into.alignments.add(alignment(start));
            case LAUNCH_BOUNDS -> {
                List<Expression> sizes = operands(1, 3);
                into.bound(new Specifiers.LaunchBounds(
                        cursor.from(start), at(sizes, 0), at(sizes, 1), at(sizes, 2), null, List.of()));
            }
            case MAXNREG -> {
                List<Expression> registers = operands(1, 1);
                into.bound(
                        new Specifiers.LaunchBounds(cursor.from(start), null, null, null, at(registers, 0), List.of()));
            }
            case CLUSTER_DIMS -> {
                List<Expression> sizes = operands(1, 3);
                into.bound(new Specifiers.LaunchBounds(cursor.from(start), null, null, null, null, sizes));
            }
            default -> throw new IllegalStateException("not an attribute: " + cursor.token(start));
        }
    }

    private static Expression at(List<Expression> list, int index) {
        return index < list.size() ? list.get(index) : null;
    }

    private List<Expression> operands(int least, int most) {
        Token word = cursor.token(cursor.at - 1);
        Token open = cursor.expect(TokenKind.LEFT_PAREN, "after " + word.text());
        List<Expression> operands = parser.expressions.arguments(TokenKind.RIGHT_PAREN);
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        if (operands.size() < least || operands.size() > most) {
            throw cursor.fail(
                    word.span(),
                    word.text() + " takes " + least + (most > least ? " to " + most : "")
                            + (most == 1 ? " number, " : " numbers, ") + operands.size() + " given");
        }
        return operands;
    }

    private Specifiers.Alignment alignment(int start) {
        Token open = cursor.expect(
                TokenKind.LEFT_PAREN, "after " + cursor.token(start).text());
        TypeSyntax type = cursor.attempt(this::closedType);
        Expression bytes = type == null ? parser.expressions.parenthesisedContent() : null;
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        return new Specifiers.Alignment(cursor.from(start), bytes, type);
    }

    private TypeSyntax closedType() {
        if (!parser.specifiers.startsTypeId()) {
            return null;
        }
        TypeSyntax type = parser.types.typeId();
        return cursor.is(TokenKind.RIGHT_PAREN) ? type : null;
    }

    private void list(SpecifierBuilder into, String prefix, TokenKind close) {
        while (!cursor.is(close)) {
            if (cursor.take(TokenKind.COMMA)) {
                continue;
            }
            int start = cursor.at;
            Token word = cursor.next();
            if (!word.isWord()) {
                throw cursor.fail(word.span(), "expected an attribute's name, found " + Cursor.describe(word));
            }
            String name = prefix + trim(word.text());
            if (cursor.take(TokenKind.COLON_COLON)) {
                name = trim(word.text()) + "::" + trim(cursor.next().text());
            }
            switch (name) {
                case "aligned", "gnu::aligned" -> {
                    if (cursor.is(TokenKind.LEFT_PAREN)) {
                        into.alignments.add(alignment(start));
                    } else {
                        Expression most = new Expression.IntegerLiteral(
                                word.span(), 16, true, false, Expression.IntegerLength.NONE);
                        into.alignments.add(new Specifiers.Alignment(word.span(), most, null));
                    }
                    continue;
                }
                case "packed", "gnu::packed" -> into.words.add(Specifier.PACKED);
                case "noinline", "gnu::noinline" -> into.words.add(Specifier.NOINLINE);
                case "always_inline", "gnu::always_inline" -> into.words.add(Specifier.FORCEINLINE);
                case "device" -> into.words.add(Specifier.DEVICE);
                case "global" -> into.words.add(Specifier.GLOBAL);
                case "host" -> into.words.add(Specifier.HOST);
                case "shared" -> into.words.add(Specifier.SHARED);
                case "constant" -> into.words.add(Specifier.CONSTANT);
                case "managed" -> into.words.add(Specifier.MANAGED);
                default -> {}
            }
            String arguments = "";
            if (cursor.is(TokenKind.LEFT_PAREN)) {
                int open = cursor.at;
                cursor.skipBalanced();
                arguments = join(open + 1, cursor.at - 1);
            }
            cursor.take(TokenKind.ELLIPSIS);
            SourceSpan span = cursor.from(start);
            into.attributes.add(new Specifiers.Attribute(span, name, arguments));
        }
    }

    private String join(int from, int to) {
        List<String> words = new ArrayList<>();
        for (int i = from; i < to; i++) {
            words.add(cursor.token(i).text());
        }
        return String.join(" ", words);
    }

    private static String trim(String word) {
        return word.length() > 4 && word.startsWith("__") && word.endsWith("__")
                ? word.substring(2, word.length() - 2)
                : word;
    }
}
