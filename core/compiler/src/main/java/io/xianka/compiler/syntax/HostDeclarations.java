package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.syntax.LibraryNames.Kind;
import java.util.HashSet;
import java.util.Set;

/**
 * Declarations that do not parse because they use what only a host compiler knows, such as {@code std::vector}. They are
 * left out; device code that uses what they declare learns why.
 */
final class HostDeclarations {
    private final Cursor cursor;
    private final KnownNames known;
    private final Set<String> leftOut = new HashSet<>();

    HostDeclarations(Parser parser) {
        this.cursor = parser.cursor;
        this.known = parser.known;
    }

    /**
     * True when a name that nobody declared stands among the tokens like a type's, and they are not for the device, or the
     * error is in the body of a template, which may never be used.
     */
    boolean means(int start, int end, Diagnostic error) {
        boolean unknown = false;
        boolean template = cursor.token(start).is(TokenKind.TEMPLATE) && isInBody(start, end, error);
        for (int i = start; i < end; i++) {
            Token token = cursor.token(i);
            switch (token.kind()) {
                case GLOBAL -> {
                    return false;
                }
                case DEVICE, CONSTANT, SHARED, MANAGED -> {
                    if (!template) {
                        return false;
                    }
                }
                case IDENTIFIER -> unknown |= i + 1 < end && isUnknownType(token, cursor.token(i + 1));
                default -> {}
            }
        }
        return unknown && !endsEarly(end);
    }

    private boolean isInBody(int start, int end, Diagnostic error) {
        for (int i = start; i < end; i++) {
            if (cursor.token(i).is(TokenKind.LEFT_BRACE)) {
                return error.span().start() > cursor.token(i).span().start();
            }
        }
        return false;
    }

    private boolean isUnknownType(Token name, Token next) {
        boolean likeType = next.is(TokenKind.IDENTIFIER)
                || next.is(TokenKind.COLON_COLON)
                || next.is(TokenKind.LESS)
                || next.is(TokenKind.STAR)
                || next.is(TokenKind.AMPERSAND);
        return likeType
                && !name.text().startsWith("__")
                && (known.find(name.text()) == null || leftOut.contains(name.text()));
    }

    /** True when the text ended within the declaration, so that what is lost may be more than it. */
    private boolean endsEarly(int end) {
        TokenKind last = cursor.token(Math.max(0, end - 1)).kind();
        return cursor.is(TokenKind.END) && last != TokenKind.SEMICOLON && last != TokenKind.RIGHT_BRACE;
    }

    /** Stands for the declaration from start to here. */
    Declaration.Malformed leaveOut(int start, Diagnostic cause) {
        Token name = name(start, cursor.at);
        if (name == null) {
            return new Declaration.Malformed(cursor.from(start), null, cause);
        }
        if (declaresType(start)) {
            leftOut.add(name.text());
            known.declare(
                    name.text(), cursor.token(start).is(TokenKind.TEMPLATE) ? Kind.TYPE_TEMPLATE : Kind.TYPE, null);
        }
        return new Declaration.Malformed(cursor.from(start), new NamePart.Identifier(name.span(), name.text()), cause);
    }

    /** True for a member whose loss leaves its class's layout as it is: a function, a type, a static variable, a friend. */
    boolean isNoField(int start, int end) {
        int angles = 0;
        for (int i = start; i < end; i++) {
            switch (cursor.token(i).kind()) {
                case TEMPLATE, TYPEDEF, USING, STATIC, FRIEND -> {
                    return true;
                }
                case LESS -> angles++;
                case GREATER -> angles--;
                case LEFT_PAREN -> {
                    return angles <= 0;
                }
                default -> {}
            }
        }
        return false;
    }

    private boolean declaresType(int start) {
        return switch (cursor.token(behindTemplate(start, cursor.at)).kind()) {
            case TYPEDEF, USING, CLASS, STRUCT, UNION, ENUM -> true;
            default -> false;
        };
    }

    /** The name declared: behind {@code class}, last of a typedef, else before the first parenthesis. */
    private Token name(int start, int end) {
        int at = behindTemplate(start, end);
        return switch (cursor.token(at).kind()) {
            case CLASS, STRUCT, UNION, ENUM, USING -> first(at, end);
            case TYPEDEF -> last(at, end, false);
            default -> last(at, end, true);
        };
    }

    private Token first(int start, int end) {
        for (int i = start; i < end; i++) {
            if (cursor.token(i).is(TokenKind.IDENTIFIER)) {
                return cursor.token(i);
            }
        }
        return null;
    }

    private Token last(int start, int end, boolean beforeParenthesis) {
        Token found = null;
        int nesting = 0;
        for (int i = start; i < end; i++) {
            Token token = cursor.token(i);
            switch (token.kind()) {
                case LEFT_BRACE, LEFT_PAREN -> {
                    if (beforeParenthesis) {
                        return found;
                    }
                    nesting++;
                }
                case EQUAL -> {
                    if (beforeParenthesis) {
                        return found;
                    }
                }
                case RIGHT_BRACE, RIGHT_PAREN -> nesting--;
                case LESS -> nesting++;
                case GREATER -> nesting--;
                case IDENTIFIER -> found = nesting == 0 ? token : found;
                default -> {}
            }
        }
        return found;
    }

    private int behindTemplate(int start, int end) {
        int at = start;
        while (at < end && cursor.token(at).is(TokenKind.TEMPLATE)) {
            int nesting = 0;
            do {
                at++;
                nesting += switch (cursor.token(at).kind()) {
                    case LESS -> 1;
                    case GREATER -> -1;
                    default -> 0;
                };
            } while (at < end && nesting > 0);
            at++;
        }
        return Math.min(at, end);
    }
}
