package io.xianka.compiler.lexer;

/** What the spelling of a number means. */
public sealed interface NumberLiteral {

    /**
     * An integer.
     *
     * @param value 64 bits, unsigned
     * @param decimal true in base 10
     * @param isUnsigned true with suffix u
     * @param longs number of l in the suffix, 0 to 2
     */
    record Whole(long value, boolean decimal, boolean isUnsigned, int longs) implements NumberLiteral {}

    /** Types of floating literals by their suffix. */
    enum Width {
        FLOAT,
        DOUBLE,
        LONG_DOUBLE
    }

    /**
     * A floating number.
     *
     * @param value rounded once to the width, a long double to a double
     * @param tooLarge true when a finite number became infinite
     */
    record Floating(double value, Width width, boolean tooLarge) implements NumberLiteral {}

    /** Not a number of the language; the message says why. */
    record Malformed(String message) implements NumberLiteral {}

    /** Where the suffix of a user's literal operator begins, such as {@code _km} of {@code 12_km}; -1 without one. */
    static int userSuffix(String spelling) {
        return spelling.indexOf('_');
    }

    /** Reads a preprocessing number. */
    static NumberLiteral of(String spelling) {
        String text = spelling.indexOf('\'') < 0 ? spelling : spelling.replace("'", "");
        boolean hex = text.length() > 1 && text.charAt(0) == '0' && (text.charAt(1) | 0x20) == 'x';
        boolean binary = text.length() > 1 && text.charAt(0) == '0' && (text.charAt(1) | 0x20) == 'b';
        int i = hex || binary ? 2 : 0;
        int digitsFrom = i;
        while (i < text.length() && isDigit(text.charAt(i), hex)) {
            i++;
        }
        char next = i < text.length() ? (char) (text.charAt(i) | 0x20) : 0;
        boolean point = i < text.length() && text.charAt(i) == '.';
        if (point || (hex ? next == 'p' : next == 'e' && !binary)) {
            return floating(spelling, text, hex, i);
        }
        return whole(spelling, text, hex ? 16 : binary ? 2 : 10, digitsFrom, i);
    }

    private static NumberLiteral whole(String spelling, String text, int base, int digitsFrom, int digitsTo) {
        boolean isUnsigned = false;
        int longs = 0;
        int i = digitsTo;
        boolean valid = digitsTo > digitsFrom;
        while (valid && i < text.length()) {
            char c = text.charAt(i);
            if ((c == 'u' || c == 'U') && !isUnsigned) {
                isUnsigned = true;
                i++;
            } else if ((c == 'l' || c == 'L') && longs == 0) {
                longs = i + 1 < text.length() && text.charAt(i + 1) == c ? 2 : 1;
                i += longs;
            } else {
                return suffix(spelling, text.substring(digitsTo));
            }
        }
        if (!valid) {
            return new Malformed("'" + spelling + "' is not a number: it has no digits");
        }
        int radix = base;
        if (base == 10 && text.charAt(digitsFrom) == '0') {
            radix = 8;
        }
        long value = 0;
        long most = Long.divideUnsigned(-1L, radix);
        for (int d = digitsFrom; d < digitsTo; d++) {
            int digit = Character.digit(text.charAt(d), 16);
            if (digit >= radix) {
                return new Malformed("digit '" + text.charAt(d) + "' does not belong in "
                        + (radix == 8 ? "an octal" : "a binary") + " number");
            }
            if (Long.compareUnsigned(value, most) > 0) {
                return tooLarge(spelling);
            }
            long scaled = value * radix;
            value = scaled + digit;
            if (Long.compareUnsigned(value, scaled) < 0) {
                return tooLarge(spelling);
            }
        }
        return new Whole(value, radix == 10, isUnsigned, longs);
    }

    private static Malformed tooLarge(String spelling) {
        return new Malformed(
                "integer " + shorten(spelling) + " is too large: 64 bits hold at most " + Long.toUnsignedString(-1L));
    }

    private static Malformed suffix(String spelling, String suffix) {
        return new Malformed(
                suffix.startsWith("_")
                        ? "user-defined literal suffix '" + shorten(suffix) + "' is not supported"
                        : "'" + shorten(suffix) + "' is not a suffix of a number, in '" + shorten(spelling) + "'");
    }

    private static NumberLiteral floating(String spelling, String text, boolean hex, int from) {
        int i = from;
        if (i < text.length() && text.charAt(i) == '.') {
            i++;
            while (i < text.length() && isDigit(text.charAt(i), hex)) {
                i++;
            }
        }
        int digits = i - (hex ? 2 : 0) - (text.indexOf('.') >= 0 && text.indexOf('.') < i ? 1 : 0);
        char mark = i < text.length() ? (char) (text.charAt(i) | 0x20) : 0;
        if (mark == (hex ? 'p' : 'e')) {
            int exponent = i + 1;
            if (exponent < text.length() && (text.charAt(exponent) == '+' || text.charAt(exponent) == '-')) {
                exponent++;
            }
            int end = exponent;
            while (end < text.length() && isDigit(text.charAt(end), false)) {
                end++;
            }
            if (end == exponent) {
                return new Malformed("exponent of '" + shorten(spelling) + "' has no digits");
            }
            i = end;
        } else if (hex) {
            return new Malformed("hexadecimal floating number '" + shorten(spelling) + "' needs an exponent: p0");
        }
        if (digits <= 0) {
            return new Malformed("'" + shorten(spelling) + "' is not a number: it has no digits");
        }
        String number = text.substring(0, i);
        String suffix = text.substring(i);
        return switch (suffix) {
            case "f", "F" -> {
                float value = Float.parseFloat(number);
                yield new Floating(value, Width.FLOAT, Float.isInfinite(value));
            }
            case "", "l", "L" -> {
                double value = Double.parseDouble(number);
                yield new Floating(
                        value, suffix.isEmpty() ? Width.DOUBLE : Width.LONG_DOUBLE, Double.isInfinite(value));
            }
            default -> suffix(spelling, suffix);
        };
    }

    private static boolean isDigit(char c, boolean hex) {
        return (c >= '0' && c <= '9') || (hex && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
    }

    private static String shorten(String text) {
        return text.length() <= 40 ? text : text.substring(0, 37) + "...";
    }
}
