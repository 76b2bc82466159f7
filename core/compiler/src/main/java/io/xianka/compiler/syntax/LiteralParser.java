package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.NumberLiteral;
import io.xianka.compiler.lexer.TextLiteral;
import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.SourceSpan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads literals. A wrong one is reported and stands for some value, so that parsing goes on. */
final class LiteralParser {
    private final Cursor cursor;

    LiteralParser(Cursor cursor) {
        this.cursor = cursor;
    }

    Expression number() {
        Token token = cursor.next();
        int suffix = NumberLiteral.userSuffix(token.text());
        if (suffix >= 0) {
            return byUser(
                    token,
                    token.text().substring(suffix),
                    number(token, token.text().substring(0, suffix), true));
        }
        return number(token, token.text(), false);
    }

    /** {@code 12_km}: a call of {@code operator"" _km} with the literal. */
    private static Expression byUser(Token token, String suffix, Expression... arguments) {
        NamePart.Literal name = new NamePart.Literal(token.span(), suffix);
        for (Expression argument : arguments) {
            if (argument instanceof Expression.Malformed) {
                return argument;
            }
        }
        return new Expression.Call(
                token.span(), new Expression.NameUse(token.span(), Name.of(name)), List.of(arguments));
    }

    private Expression number(Token token, String text, boolean widest) {
        return switch (NumberLiteral.of(text)) {
            case NumberLiteral.Whole whole -> {
                Expression.IntegerLength length = switch (whole.longs()) {
                    case 0 -> Expression.IntegerLength.NONE;
                    case 1 -> Expression.IntegerLength.LONG;
                    default -> Expression.IntegerLength.LONG_LONG;
                };
                yield new Expression.IntegerLiteral(
                        token.span(),
                        whole.value(),
                        whole.decimal(),
                        widest || whole.isUnsigned(),
                        widest ? Expression.IntegerLength.LONG_LONG : length);
            }
            case NumberLiteral.Floating floating -> {
                if (floating.tooLarge()) {
                    cursor.warn(token.span(), "floating number " + token.text() + " is too large and becomes infinity");
                }
                Expression.FloatWidth width = switch (floating.width()) {
                    case FLOAT -> Expression.FloatWidth.FLOAT;
                    case DOUBLE -> Expression.FloatWidth.DOUBLE;
                    case LONG_DOUBLE -> Expression.FloatWidth.LONG_DOUBLE;
                };
                yield new Expression.FloatLiteral(token.span(), floating.value(), width);
            }
            case NumberLiteral.Malformed malformed -> {
                cursor.report(token.span(), malformed.message());
                yield new Expression.Malformed(token.span());
            }
        };
    }

    Expression character() {
        Token token = cursor.next();
        TextLiteral literal = TextLiteral.of(token.text());
        String error = literal.error();
        if (error == null && literal.units().isEmpty()) {
            error = "character literal is empty";
        } else if (error == null && literal.units().size() > (literal.prefix().isEmpty() ? 4 : 1)) {
            error = "character literal holds more than one character";
        }
        if (error != null) {
            cursor.report(token.span(), error);
            return new Expression.Malformed(token.span());
        }
        Expression value =
                new Expression.CharacterLiteral(token.span(), literal.characterValue(), encoding(literal.prefix()));
        return literal.suffix().isEmpty() ? value : byUser(token, literal.suffix(), value);
    }

    /** Adjacent strings, joined. */
    Expression strings() {
        int start = cursor.at;
        Token first = cursor.peek();
        String prefix = "";
        String suffix = "";
        List<TextLiteral> parts = new ArrayList<>(1);
        boolean wrong = false;
        while (cursor.is(TokenKind.STRING)) {
            Token token = cursor.next();
            TextLiteral part = TextLiteral.of(token.text());
            String error = part.error();
            if (error == null && !part.suffix().isEmpty()) {
                if (!suffix.isEmpty() && !suffix.equals(part.suffix())) {
                    error = "adjacent strings have the different suffixes " + suffix + " and " + part.suffix();
                }
                suffix = part.suffix();
            }
            if (error == null && !part.prefix().isEmpty() && !prefix.isEmpty() && !prefix.equals(part.prefix())) {
                error = "adjacent strings have the different prefixes " + prefix + " and " + part.prefix();
            }
            if (error != null) {
                cursor.report(token.span(), error);
                wrong = true;
            }
            prefix = part.prefix().isEmpty() ? prefix : part.prefix();
            parts.add(part);
        }
        SourceSpan span = cursor.from(start);
        if (wrong) {
            return new Expression.Malformed(span);
        }
        List<Integer> units = new ArrayList<>();
        for (TextLiteral part : parts) {
            if (part.prefix().equals(prefix) || prefix.equals("u8")) {
                units.addAll(part.units());
            } else {
                String wide = prefix;
                part.text().codePoints().forEach(point -> {
                    if (wide.equals("u") && point > 0xFFFF) {
                        units.add((int) Character.highSurrogate(point));
                        units.add((int) Character.lowSurrogate(point));
                    } else {
                        units.add(point);
                    }
                });
            }
        }
        Expression text = new Expression.StringLiteral(span, List.copyOf(units), encoding(prefix));
        return suffix.isEmpty()
                ? text
                : byUser(
                        first,
                        suffix,
                        text,
                        new Expression.IntegerLiteral(span, units.size(), true, true, Expression.IntegerLength.LONG));
    }

    /** The text of adjacent plain strings. */
    String plainText(String what) {
        if (!cursor.is(TokenKind.STRING)) {
            throw cursor.fail("expected " + what + " in quotes, found " + Cursor.describe(cursor.peek()));
        }
        StringBuilder out = new StringBuilder();
        while (cursor.is(TokenKind.STRING)) {
            Token token = cursor.next();
            TextLiteral part = TextLiteral.of(token.text());
            if (part.error() != null
                    || !part.prefix().isEmpty()
                    || !part.suffix().isEmpty()) {
                cursor.report(token.span(), part.error() != null ? part.error() : "only a plain string serves here");
            }
            out.append(part.text());
        }
        return out.toString();
    }

    Expression text(SourceSpan span, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        List<Integer> units = new ArrayList<>(bytes.length);
        for (byte unit : bytes) {
            units.add(unit & 0xFF);
        }
        return new Expression.StringLiteral(span, List.copyOf(units), Expression.Encoding.PLAIN);
    }

    private static Expression.Encoding encoding(String prefix) {
        return switch (prefix) {
            case "L" -> Expression.Encoding.WIDE;
            case "u8" -> Expression.Encoding.UTF8;
            case "u" -> Expression.Encoding.UTF16;
            case "U" -> Expression.Encoding.UTF32;
            default -> Expression.Encoding.PLAIN;
        };
    }
}
