package io.xianka.emulator.interpreter;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The formats of C's printf, as kernels use them. */
final class CFormat {
    private static final Pattern CONVERSION =
            Pattern.compile("%([-+ #0]*)(\\d*|\\*)(?:\\.(\\d*|\\*))?(hh|h|ll|l|z|j|t|L)?([diouxXcsfFeEgGaAp%])");

    private CFormat() {}

    /** Where the values lie, each aligned to its size. */
    interface Values {
        /** The next value of 4 or 8 bytes. */
        long next(int bytes);

        String text(long address);
    }

    static String format(String format, Values values) {
        Matcher matcher = CONVERSION.matcher(format);
        StringBuilder out = new StringBuilder();
        int from = 0;
        while (matcher.find()) {
            out.append(format.substring(from, matcher.start()));
            from = matcher.end();
            out.append(convert(matcher, values));
        }
        return out.append(format.substring(from)).toString();
    }

    private static String convert(Matcher matcher, Values values) {
        char conversion = matcher.group(5).charAt(0);
        if (conversion == '%') {
            return "%";
        }
        String flags = matcher.group(1);
        int width = number(matcher.group(2), values, 0);
        int precision = number(matcher.group(3), values, -1);
        if (width < 0) {
            flags += "-";
            width = -width;
        }
        String length = matcher.group(4) == null ? "" : matcher.group(4);
        boolean wide = length.equals("l")
                || length.equals("ll")
                || length.equals("z")
                || length.equals("j")
                || length.equals("t");
        String text = switch (conversion) {
            case 'd', 'i' -> signed(narrowed(values.next(wide ? 8 : 4), length), flags);
            case 'u' -> Long.toUnsignedString(unsigned(values.next(wide ? 8 : 4), wide, length));
            case 'o' -> Long.toOctalString(unsigned(values.next(wide ? 8 : 4), wide, length));
            case 'x', 'X' -> {
                long value = unsigned(values.next(wide ? 8 : 4), wide, length);
                String digits = (flags.contains("#") && value != 0 ? "0x" : "") + Long.toHexString(value);
                yield conversion == 'X' ? digits.toUpperCase(Locale.ROOT) : digits;
            }
            case 'c' -> Character.toString((char) (values.next(4) & 0xff));
            case 's' -> {
                String string = values.text(values.next(8));
                yield precision >= 0 && precision < string.length() ? string.substring(0, precision) : string;
            }
            case 'p' -> "0x" + Long.toHexString(values.next(8));
            default -> real(Double.longBitsToDouble(values.next(8)), conversion, precision, flags);
        };
        if ("diouxX".indexOf(conversion) >= 0 && precision > text.length()) {
            text = "0".repeat(precision - text.length()) + text;
        }
        int missing = width - text.length();
        if (missing <= 0) {
            return text;
        }
        if (flags.contains("-")) {
            return text + " ".repeat(missing);
        }
        boolean zeros = flags.contains("0") && "csp".indexOf(conversion) < 0;
        if (!zeros) {
            return " ".repeat(missing) + text;
        }
        int sign = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        return text.substring(0, sign) + "0".repeat(missing) + text.substring(sign);
    }

    private static int number(String text, Values values, int otherwise) {
        if (text == null) {
            return otherwise;
        }
        if (text.equals("*")) {
            return (int) values.next(4);
        }
        return text.isEmpty() ? 0 : Integer.parseInt(text);
    }

    private static long narrowed(long value, String length) {
        return switch (length) {
            case "hh" -> (byte) value;
            case "h" -> (short) value;
            default -> value;
        };
    }

    private static long unsigned(long value, boolean wide, String length) {
        return switch (length) {
            case "hh" -> value & 0xff;
            case "h" -> value & 0xffff;
            default -> wide ? value : value & 0xffff_ffffL;
        };
    }

    private static String signed(long value, String flags) {
        String plus = flags.contains("+") ? "+" : flags.contains(" ") ? " " : "";
        return value < 0 ? Long.toString(value) : plus + value;
    }

    private static String real(double value, char conversion, int precision, String flags) {
        String plus = flags.contains("+") && !(value < 0) ? "+" : "";
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "nan" : value > 0 ? plus + "inf" : "-inf";
        }
        int digits = precision < 0 ? 6 : precision;
        return switch (conversion) {
            case 'e' -> plus + String.format(Locale.ROOT, "%." + digits + "e", value);
            case 'E' -> plus + String.format(Locale.ROOT, "%." + digits + "E", value);
            case 'g', 'G' -> plus + general(value, Math.max(digits, 1), conversion == 'G');
            case 'a', 'A' -> plus + String.format(Locale.ROOT, "%a", value);
            default -> plus + String.format(Locale.ROOT, "%." + digits + "f", value);
        };
    }

    /** C's %g: the shorter of %e and %f, without trailing zeros. */
    private static String general(double value, int digits, boolean upper) {
        String scientific = String.format(Locale.ROOT, "%." + (digits - 1) + "e", value);
        int mark = scientific.indexOf('e');
        int exponent = value == 0 ? 0 : Integer.parseInt(scientific.substring(mark + 1));
        String text;
        if (exponent < -4 || exponent >= digits) {
            text = trimmed(scientific.substring(0, mark)) + scientific.substring(mark);
        } else {
            text = trimmed(String.format(Locale.ROOT, "%." + (digits - 1 - exponent) + "f", value));
        }
        return upper ? text.toUpperCase(Locale.ROOT) : text;
    }

    private static String trimmed(String number) {
        if (number.indexOf('.') < 0) {
            return number;
        }
        return number.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
