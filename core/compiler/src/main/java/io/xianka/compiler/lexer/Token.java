package io.xianka.compiler.lexer;

import io.xianka.compiler.source.SourceSpan;

/**
 * A token.
 *
 * @param kind what it is
 * @param text how it is written, without line splices
 * @param span where it stands
 * @param spaceBefore true when blank text or a comment precedes it
 * @param startsLine true when it is the first of its line
 * @param painted true when it must never again be taken for a macro's name
 */
public record Token(
        TokenKind kind, String text, SourceSpan span, boolean spaceBefore, boolean startsLine, boolean painted) {

    public boolean is(TokenKind wanted) {
        return kind == wanted;
    }

    public boolean isWord() {
        return kind.isWord();
    }

    public Token paint() {
        return painted ? this : new Token(kind, text, span, spaceBefore, startsLine, true);
    }

    public Token at(SourceSpan where, boolean space) {
        return new Token(kind, text, where, space, false, painted);
    }

    public Token spaced(boolean space) {
        return space == spaceBefore && !startsLine ? this : new Token(kind, text, span, space, false, painted);
    }

    @Override
    public String toString() {
        return text;
    }
}
