package io.xianka.compiler.lexer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextLiteralTest {

    @Test
    void readsEscapes() {
        assertEquals(
                List.of(10, 9, 7, 0, 27, 255, 34, 39, 92, 65),
                TextLiteral.of("\"\\n\\t\\a\\0\\033\\xff\\\"\\'\\\\A\"").units());
    }

    @Test
    void encodesAsThePrefixSays() {
        assertEquals(List.of(0xE2, 0x82, 0xAC), TextLiteral.of("\"\u20AC\"").units());
        assertEquals(List.of(0xE2, 0x82, 0xAC), TextLiteral.of("u8\"\\u20AC\"").units());
        assertEquals(List.of(0xD83D, 0xDE00), TextLiteral.of("u\"\\U0001F600\"").units());
        assertEquals(List.of(0x1F600), TextLiteral.of("U\"\uD83D\uDE00\"").units());
    }

    @Test
    void leavesRawTextAlone() {
        assertEquals("a\\n\")b", TextLiteral.of("R\"x(a\\n\")b)x\"").text());
    }

    @Test
    void givesCharacterValues() {
        assertEquals(97, TextLiteral.of("'a'").characterValue());
        assertEquals(-1, TextLiteral.of("'\\xff'").characterValue());
        assertEquals(24930, TextLiteral.of("'ab'").characterValue());
        assertEquals(255, TextLiteral.of("L'\\xff'").characterValue());
        assertEquals(128512, TextLiteral.of("U'\\U0001F600'").characterValue());
    }

    @Test
    void saysWhatIsWrong() {
        assertEquals("unknown escape sequence '\\q'", TextLiteral.of("\"\\q\"").error());
        assertEquals("\\x has no hexadecimal digits", TextLiteral.of("\"\\x\"").error());
        assertEquals(
                "escape \\x100 does not fit in 8 bits",
                TextLiteral.of("'\\x100'").error());
        assertEquals(
                "\\ud800 is not a Unicode character",
                TextLiteral.of("\"\\ud800\"").error());
        assertEquals(
                "\\u needs 4 hexadecimal digits", TextLiteral.of("\"\\u12\"").error());
        assertNull(TextLiteral.of("\"fine\"").error());
        assertEquals("_km", TextLiteral.of("\"x\"_km").suffix());
    }
}
