package io.xianka.compiler.lexer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LexerTest {
    private final Diagnostics diagnostics = new Diagnostics();

    private List<Token> tokens(String text) {
        Lexer lexer = new Lexer(SourceFile.of("t.cu", text), diagnostics);
        List<Token> out = new ArrayList<>();
        for (Token token = lexer.next(); !token.is(TokenKind.END); token = lexer.next()) {
            out.add(token);
        }
        return out;
    }

    private String texts(String text) {
        return String.join(" ", tokens(text).stream().map(Token::text).toList());
    }

    private List<TokenKind> kinds(String text) {
        return tokens(text).stream().map(Token::kind).toList();
    }

    @Test
    void takesTheLongestOperator() {
        assertEquals(
                "a >>= b >> c ->* d -> e ... . .* ## # :: : <<= << <= <",
                texts("a>>=b>>c->*d->e....  .*### :: :<<=<<  <= <"));
    }

    @Test
    void knowsAlternativeSpellings() {
        assertEquals(
                List.of(
                        TokenKind.AND_AND,
                        TokenKind.NOT,
                        TokenKind.BAR,
                        TokenKind.LEFT_BRACKET,
                        TokenKind.RIGHT_BRACKET,
                        TokenKind.LEFT_BRACE,
                        TokenKind.RIGHT_BRACE,
                        TokenKind.HASH),
                kinds("and not bitor <: :> <% %> %:"));
        assertEquals("< ::", texts("<::"));
        assertEquals("<: :: :", texts("<::: :"));
    }

    @Test
    void joinsSplicedLinesAndKeepsPlaces() {
        List<Token> tokens = tokens("ab\\\ncd \"x\\\r\ny\" // c\\\nstill comment\n e");
        assertEquals(
                List.of("abcd", "\"xy\"", "e"), tokens.stream().map(Token::text).toList());
        assertEquals(1, tokens.get(0).span().line());
        assertEquals(2, tokens.get(1).span().line());
        assertEquals(5, tokens.get(2).span().line());
        assertTrue(tokens.get(2).startsLine());
    }

    @Test
    void readsRawStringsAsTheyAre() {
        assertEquals(
                List.of("R\"x(a\\\n)\" b)x\"", "+"),
                tokens("R\"x(a\\\n)\" b)x\"+").stream().map(Token::text).toList());
        assertEquals("R x", texts("R x"));
    }

    @Test
    void readsPreprocessingNumbersWhole() {
        assertEquals(
                "0x1p-3f 1e+5 .5e3.2 1'000 3 ' 1..2",
                texts("0x1p-3f 1e+5 .5e3.2 1'000 3 ' 1..2").replace("'", "'"));
        assertEquals(List.of(TokenKind.NUMBER, TokenKind.PLUS, TokenKind.NUMBER), kinds("0xf+1"));
    }

    @Test
    void keepsAPrefixWithItsLiteral() {
        assertEquals("L'a' u8\"b\" U\"c\" x \"d\"", texts("L'a' u8\"b\" U\"c\" x\"d\""));
        assertEquals("\"%\" PRIu64 \"a\"_s", texts("\"%\"PRIu64 \"a\"_s"));
    }

    @Test
    void reportsACommentThatIsNotClosed() {
        tokens("a /* b");
        assertEquals(
                "t.cu:1:3: error: comment is not closed: '*/' is missing",
                diagnostics.render().lines().findFirst().orElseThrow());
    }

    @Test
    void marksAQuoteWithoutPartner() {
        assertEquals(List.of(TokenKind.UNTERMINATED, TokenKind.IDENTIFIER), kinds("'abc\nd"));
    }

    @Test
    void takesLettersOfAllAlphabets() {
        assertEquals(
                List.of(TokenKind.IDENTIFIER, TokenKind.OTHER, TokenKind.IDENTIFIER), kinds("größe显卡 @ \uD835\uDC00x"));
    }

    @Test
    void readsOnlyThePartAsked() {
        SourceFile file = SourceFile.of("t.cu", "int a;\nint b\\\nc;\nint d;");
        Lexer lexer = new Lexer(file, 7, 17, diagnostics);
        assertEquals("int", lexer.next().text());
        Token name = lexer.next();
        assertEquals("bc", name.text());
        assertEquals("t.cu:2:5", name.span().toString());
        assertEquals(";", lexer.next().text());
        assertTrue(lexer.next().is(TokenKind.END));
    }
}
