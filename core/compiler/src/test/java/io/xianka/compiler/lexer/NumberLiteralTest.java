package io.xianka.compiler.lexer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberLiteralTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0, false, false, 0",
        "42, 42, true, false, 0",
        "0x7fU, 127, false, true, 0",
        "0XFFFFFFFFFFFFFFFFull, -1, false, true, 2",
        "1'000'000L, 1000000, true, false, 1",
        "0b1010, 10, false, false, 0",
        "0777, 511, false, false, 0",
        "18446744073709551615u, -1, true, true, 0",
        "5LLU, 5, true, true, 2",
        "5lu, 5, true, true, 1"
    })
    void readsIntegers(String text, long value, boolean decimal, boolean isUnsigned, int longs) {
        assertEquals(new NumberLiteral.Whole(value, decimal, isUnsigned, longs), NumberLiteral.of(text));
    }

    @ParameterizedTest
    @CsvSource({
        "1.5, 1.5, DOUBLE",
        "1.f, 1, FLOAT",
        ".5F, 0.5, FLOAT",
        "1e3, 1000, DOUBLE",
        "1E-2f, 0.009999999776482582, FLOAT",
        "0x1.8p3, 12, DOUBLE",
        "0x1p-1f, 0.5, FLOAT",
        "0x.8p1, 1, DOUBLE",
        "1'0.2'5L, 10.25, LONG_DOUBLE"
    })
    void readsFloatingNumbers(String text, double value, NumberLiteral.Width width) {
        assertEquals(new NumberLiteral.Floating(value, width, false), NumberLiteral.of(text));
    }

    @Test
    void roundsAFloatOnce() {
        // Rounded to double first, this would lie on a tie and become 1.
        String text = "1.00000005960464477540f";
        assertEquals(
                new NumberLiteral.Floating(Math.nextUp(1.0f), NumberLiteral.Width.FLOAT, false),
                NumberLiteral.of(text));
    }

    @Test
    void tellsWhenAFloatIsTooLarge() {
        assertEquals(
                new NumberLiteral.Floating(Double.POSITIVE_INFINITY, NumberLiteral.Width.FLOAT, true),
                NumberLiteral.of("1e39f"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "18446744073709551616, too large",
                "0x10000000000000000, too large",
                "089, digit '8' does not belong in an octal number",
                "0b2, digit '2' does not belong in a binary number",
                "0x, it has no digits",
                "1e+, has no digits",
                "0x1.8, needs an exponent",
                "5uu, 'uu' is not a suffix",
                "5lul, 'lul' is not a suffix",
                "5lL, 'lL' is not a suffix",
                "1.5q, 'q' is not a suffix",
                "12_km, user-defined literal suffix '_km' is not supported"
            })
    void saysWhatIsWrong(String text, String part) {
        NumberLiteral.Malformed malformed = assertInstanceOf(NumberLiteral.Malformed.class, NumberLiteral.of(text));
        assertTrue(malformed.message().contains(part), malformed.message());
    }
}
