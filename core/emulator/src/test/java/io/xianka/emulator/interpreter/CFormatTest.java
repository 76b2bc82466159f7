package io.xianka.emulator.interpreter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CFormatTest {
    /** What C's printf says for one value; a real number is given by its bits. */
    @ParameterizedTest
    @CsvSource({
        "%+d, 5, +5",
        "%05d, 42, 00042",
        "%05d, -42, -0042",
        "%.4d, 42, 0042",
        "%u, -1, 4294967295",
        "%lu, -1, 18446744073709551615",
        "%hhd, 255, -1",
        "%hx, 70000, 1170",
        "%#x, 255, 0xff",
        "%X, 255, FF",
        "%o, 8, 10",
        "%g, 0x412e848000000000, 1e+06",
        "%g, 0x40fe240000000000, 123456",
        "%g, 0x3f1a36e2eb1c432d, 0.0001",
        "%G, 0x3ee4f8b588e368f1, 1E-05",
        "%e, 0x3ff8000000000000, 1.500000e+00",
        "%8.3f|, 0x3ff8000000000000, '   1.500|'",
        "%f, 0x7ff8000000000000, nan",
        "%+f, 0x7ff0000000000000, +inf",
        "%-6d|, 3, '3     |'",
        "100%% of %d, 7, 100% of 7",
        "%q, 7, %q",
    })
    void saysWhatPrintfSays(String format, String value, String expected) {
        long bits = value.startsWith("0x") ? Long.parseUnsignedLong(value.substring(2), 16) : Long.parseLong(value);
        String said = CFormat.format(format, new CFormat.Values() {
            @Override
            public long next(int bytes) {
                return bytes == 4 ? (int) bits : bits;
            }

            @Override
            public String text(long address) {
                return "";
            }
        });
        assertEquals(expected, said);
    }
}
