package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceSpan;
import java.util.List;
import java.util.function.Supplier;

/** The place in the tokens, with the bounds on nesting and on work that keep hostile text from hurting. */
final class Cursor {
    private final Token[] tokens;
    private final long mostWork;
    private long work;
    private int tentative;
    private boolean stopped;

    private final KnownNames known;

    Diagnostics diagnostics;
    int at;
    int depth;
    /** True within template arguments, where {@code >} ends the expression. */
    boolean greaterCloses;

    Cursor(List<Token> tokens, KnownNames known, Diagnostics diagnostics) {
        this.known = known;
        this.tokens = tokens.toArray(new Token[0]);
        this.diagnostics = diagnostics;
        this.mostWork = 100L * this.tokens.length + 1_000_000;
    }

    Token peek() {
        return tokens[at];
    }

    Token peek(int ahead) {
        return tokens[Math.min(at + ahead, tokens.length - 1)];
    }

    TokenKind kind() {
        return tokens[at].kind();
    }

    TokenKind kind(int ahead) {
        return tokens[Math.min(at + ahead, tokens.length - 1)].kind();
    }

    boolean is(TokenKind kind) {
        return tokens[at].kind() == kind;
    }

    boolean isWord(String text) {
        return tokens[at].kind() == TokenKind.IDENTIFIER && tokens[at].text().equals(text);
    }

    Token next() {
        if (++work > mostWork) {
            throw stop("the text has too many possible readings; parsing is given up");
        }
        Token token = tokens[at];
        if (at < tokens.length - 1) {
            at++;
        }
        return token;
    }

    boolean take(TokenKind kind) {
        if (tokens[at].kind() == kind) {
            next();
            return true;
        }
        return false;
    }

    /** True when this token follows the one before it without a gap. */
    boolean touches(int ahead) {
        Token token = peek(ahead);
        return !token.spaceBefore() && !token.startsLine();
    }

    Token expect(TokenKind kind, String where) {
        if (tokens[at].kind() == kind) {
            return next();
        }
        throw missing(kind, where);
    }

    /** Takes a semicolon; one that is missing at the end of a line is reported and thought of as there. */
    void endStatement(String where) {
        if (is(TokenKind.SEMICOLON)) {
            next();
            return;
        }
        ParseFailure failure = missing(TokenKind.SEMICOLON, where);
        if (tentative > 0 || !(tokens[at].startsLine() || is(TokenKind.RIGHT_BRACE)) || isStopped()) {
            throw failure;
        }
    }

    /** Takes the closing partner of a bracket, or names the bracket that stays open. */
    Token close(TokenKind kind, SourceSpan opened) {
        if (tokens[at].kind() == kind) {
            return next();
        }
        Token token = tokens[at];
        Diagnostic.Note note = new Diagnostic.Note(opened, "to match this '" + partner(kind) + "'");
        throw fail(place(token, false), "expected '" + kind.spelling() + "'" + found(token), note);
    }

    private static String partner(TokenKind close) {
        return switch (close) {
            case RIGHT_PAREN -> "(";
            case RIGHT_BRACKET -> "[";
            case RIGHT_BRACE -> "{";
            case GREATER -> "<";
            default -> throw new IllegalArgumentException(close.spelling());
        };
    }

    ParseFailure missing(TokenKind kind, String where) {
        Token token = tokens[at];
        String quoted = kind == TokenKind.IDENTIFIER ? "a name" : "'" + kind.spelling() + "'";
        return fail(
                place(token, kind == TokenKind.SEMICOLON),
                "expected " + quoted + (where.isEmpty() ? "" : " " + where) + found(token));
    }

    private SourceSpan place(Token token, boolean behindPrevious) {
        boolean elsewhere = token.startsLine() || token.is(TokenKind.END) || behindPrevious;
        return elsewhere && at > 0 ? tokens[at - 1].span().after() : token.span();
    }

    private static String found(Token token) {
        if (token.startsLine() && !token.is(TokenKind.END)) {
            return "";
        }
        return ", found " + describe(token);
    }

    static String describe(Token token) {
        return switch (token.kind()) {
            case END -> "the end of the file";
            case PRAGMA_UNROLL, PRAGMA_NOUNROLL, PRAGMA_PACK -> token.kind().spelling();
            case PRAGMA_END -> "the end of #pragma";
            default -> "'" + (token.text().length() > 40 ? token.text().substring(0, 37) + "..." : token.text()) + "'";
        };
    }

    /** A failure at the current token. */
    ParseFailure fail(String message) {
        return fail(tokens[at].span(), message);
    }

    ParseFailure fail(SourceSpan span, String message, Diagnostic.Note... notes) {
        if (tentative == 0) {
            diagnostics.error(span, message, notes);
        }
        return new ParseFailure();
    }

    /** Reports without giving up, unless the attempt is tentative, which then fails. */
    void report(SourceSpan span, String message) {
        ParseFailure failure = fail(span, message);
        if (tentative > 0) {
            throw failure;
        }
    }

    void warn(SourceSpan span, String message) {
        if (tentative == 0) {
            diagnostics.warning(span, message);
        }
    }

    boolean isTentative() {
        return tentative > 0;
    }

    /** Tries a reading: its result, or null with everything as it was. */
    <T> T attempt(Supplier<T> reading) {
        int start = at;
        int depthBefore = depth;
        boolean closesBefore = greaterCloses;
        KnownNames.Scope scope = known.current();
        tentative++;
        T result = null;
        try {
            result = reading.get();
        } catch (ParseFailure e) {
            if (stopped) {
                throw e;
            }
        } finally {
            tentative = Math.max(0, tentative - 1);
        }
        depth = depthBefore;
        greaterCloses = closesBefore;
        if (result == null) {
            at = start;
            known.go(scope);
        }
        return result;
    }

    /** One level deeper into recursion. */
    void enter() {
        enter(1);
    }

    /** As many levels deeper as the recursion costs stack. */
    void enter(int levels) {
        depth += levels;
        if (depth > Parser.DEEPEST) {
            throw stop("nested more than " + Parser.DEEPEST + " deep; split this up");
        }
    }

    /** The failure that ends parsing: reading on would be slow or misleading. */
    ParseFailure stop(String message) {
        if (!stopped) {
            stopped = true;
            diagnostics.error(tokens[at].span(), message);
        }
        return new ParseFailure();
    }

    /** True when reading further teaches nothing: a limit was reached, or there are too many errors. */
    boolean isStopped() {
        return stopped || diagnostics.full();
    }

    /** Goes on behind text that is left out. */
    void resume() {
        stopped = false;
    }

    void leave() {
        depth--;
    }

    void leave(int levels) {
        depth -= levels;
    }

    /** Span from a token, by its index, to the last one taken. */
    SourceSpan from(int start) {
        return tokens[start].span().to(tokens[Math.max(start, at - 1)].span());
    }

    SourceSpan previous() {
        return tokens[Math.max(0, at - 1)].span();
    }

    Token token(int index) {
        return tokens[index];
    }

    /** Passes over one bracketed stretch that starts here; false when the file ends within it. */
    boolean skipBalanced() {
        int nesting = 0;
        do {
            switch (kind()) {
                case LEFT_PAREN, LEFT_BRACKET, LEFT_BRACE -> nesting++;
                case RIGHT_PAREN, RIGHT_BRACKET, RIGHT_BRACE -> nesting--;
                case END -> {
                    return false;
                }
                default -> {}
            }
            next();
        } while (nesting > 0);
        return true;
    }
}
