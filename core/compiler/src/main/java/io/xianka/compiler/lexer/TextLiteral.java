package io.xianka.compiler.lexer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What the spelling of a character or string literal means.
 *
 * @param prefix empty, {@code L}, {@code u8}, {@code u} or {@code U}
 * @param units code units: bytes for no prefix and u8, 16 bits for u, 32 bits for L and U
 * @param suffix of a user-defined literal, else empty
 * @param error why the literal is wrong, or null
 */
public record TextLiteral(String prefix, List<Integer> units, String suffix, String error) {

    /** Reads a CHARACTER or STRING token's spelling. */
    public static TextLiteral of(String spelling) {
        int quoteAt = 0;
        while (spelling.charAt(quoteAt) != '"' && spelling.charAt(quoteAt) != '\'') {
            quoteAt++;
        }
        String prefix = spelling.substring(0, quoteAt);
        char quote = spelling.charAt(quoteAt);
        int close = spelling.lastIndexOf(quote);
        String suffix = spelling.substring(close + 1);
        List<Integer> units = new ArrayList<>(close - quoteAt);
        if (prefix.endsWith("R")) {
            prefix = prefix.substring(0, prefix.length() - 1);
            int paren = spelling.indexOf('(', quoteAt);
            int delimiter = paren - quoteAt - 1;
            String body = spelling.substring(paren + 1, close - delimiter - 1).replace("\r\n", "\n");
            String encoding = prefix;
            body.codePoints().forEach(point -> encode(encoding, point, units));
            return new TextLiteral(prefix, List.copyOf(units), suffix, null);
        }
        String error = null;
        int i = quoteAt + 1;
        int bits = prefix.isEmpty() || prefix.equals("u8") ? 8 : prefix.equals("u") ? 16 : 32;
        while (i < close) {
            char c = spelling.charAt(i++);
            if (c != '\\') {
                int point = c;
                if (Character.isHighSurrogate(c) && i < close && Character.isLowSurrogate(spelling.charAt(i))) {
                    point = Character.toCodePoint(c, spelling.charAt(i++));
                }
                encode(prefix, point, units);
                continue;
            }
            char escape = spelling.charAt(i++);
            switch (escape) {
                case 'n' -> units.add((int) '\n');
                case 't' -> units.add((int) '\t');
                case 'r' -> units.add((int) '\r');
                case 'a' -> units.add(7);
                case 'b' -> units.add((int) '\b');
                case 'f' -> units.add((int) '\f');
                case 'v' -> units.add(11);
                case 'e' -> units.add(27);
                case '\\', '\'', '"', '?' -> units.add((int) escape);
                case 'x' -> {
                    int from = i;
                    long value = 0;
                    while (i < close && Character.digit(spelling.charAt(i), 16) >= 0) {
                        value = Math.min(value * 16 + Character.digit(spelling.charAt(i), 16), 1L << 40);
                        i++;
                    }
                    if (i == from) {
                        error = "\\x has no hexadecimal digits";
                    } else if (value >> bits != 0) {
                        error = "escape \\" + spelling.substring(from - 1, i) + " does not fit in " + bits + " bits";
                    }
                    units.add((int) value);
                }
                case 'u', 'U' -> {
                    int digits = escape == 'u' ? 4 : 8;
                    int value = 0;
                    int read = 0;
                    while (read < digits && i < close && Character.digit(spelling.charAt(i), 16) >= 0) {
                        value = value * 16 + Character.digit(spelling.charAt(i++), 16);
                        read++;
                    }
                    if (read < digits) {
                        error = "\\" + escape + " needs " + digits + " hexadecimal digits";
                    } else if (!Character.isValidCodePoint(value) || (value >= 0xD800 && value <= 0xDFFF)) {
                        error = "\\" + escape + Integer.toHexString(value) + " is not a Unicode character";
                    } else {
                        encode(prefix, value, units);
                    }
                }
                case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                    int value = escape - '0';
                    for (int n = 1; n < 3 && i < close && spelling.charAt(i) >= '0' && spelling.charAt(i) <= '7'; n++) {
                        value = value * 8 + spelling.charAt(i++) - '0';
                    }
                    if (bits == 8 && value > 255) {
                        error = "octal escape does not fit in 8 bits";
                    }
                    units.add(value);
                }
                default -> error = "unknown escape sequence '\\" + escape + "'";
            }
        }
        return new TextLiteral(prefix, List.copyOf(units), suffix, error);
    }

    /** The value of a character literal; several plain characters are packed as GCC does. */
    public int characterValue() {
        if (units.size() == 1) {
            return prefix.isEmpty() ? units.get(0).byteValue() : units.get(0);
        }
        int value = 0;
        for (int unit : units) {
            value = prefix.isEmpty() ? value << 8 | (unit & 0xFF) : unit;
        }
        return value;
    }

    /** The text of a narrow literal; bytes that are not UTF-8 become replacement characters. */
    public String text() {
        byte[] bytes = new byte[units.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = units.get(i).byteValue();
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void encode(String prefix, int point, List<Integer> units) {
        boolean bytes = prefix.isEmpty() || prefix.equals("u8");
        if (bytes && point >= 0x80) {
            for (byte b : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
                units.add(b & 0xFF);
            }
        } else if (prefix.equals("u") && point > 0xFFFF) {
            units.add((int) Character.highSurrogate(point));
            units.add((int) Character.lowSurrogate(point));
        } else {
            units.add(point);
        }
    }
}
