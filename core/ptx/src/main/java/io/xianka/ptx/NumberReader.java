package io.xianka.ptx;

/** Reads the numbers of PTX from number tokens: decimal, 0x, 0b and octal integers, 0f and 0d bits, decimal floats. */
final class NumberReader {
    enum Kind {
        INTEGER,
        FLOAT,
        DOUBLE
    }

    private static final int FLOAT_DIGITS = 8;
    private static final int DOUBLE_DIGITS = 16;

    private final PtxLexer lexer;

    Kind kind;
    /** The integer, or the bits of the float or double. */
    long bits;

    NumberReader(PtxLexer lexer) {
        this.lexer = lexer;
    }

    /** Reads the token at hand; the lexer stays on it. */
    void read() {
        char[] source = lexer.source;
        int start = lexer.start;
        int end = lexer.end;
        if (source[start] == '0' && end - start > 1) {
            switch (source[start + 1]) {
                case 'f', 'F' -> exact(Kind.FLOAT, FLOAT_DIGITS);
                case 'd', 'D' -> exact(Kind.DOUBLE, DOUBLE_DIGITS);
                case 'x', 'X' -> integer(start + 2, 16);
                case 'b', 'B' -> integer(start + 2, 2);
                default -> {
                    if (isDecimalFloat()) {
                        decimalFloat();
                    } else {
                        integer(source[start + 1] == 'U' ? start : start + 1, 8);
                    }
                }
            }
        } else if (isDecimalFloat()) {
            decimalFloat();
        } else {
            integer(start, 10);
        }
    }

    private boolean isDecimalFloat() {
        for (int p = lexer.start; p < lexer.end; p++) {
            char c = lexer.source[p];
            if (c == '.' || c == 'e' || c == 'E') {
                return true;
            }
        }
        return false;
    }

    private void exact(Kind exactKind, int digits) {
        int first = lexer.start + 2;
        if (lexer.end - first != digits) {
            throw lexer.error("a constant that starts with "
                    + new String(lexer.source, lexer.start, 2)
                    + " needs exactly " + digits + " hexadecimal digits, this one has " + (lexer.end - first));
        }
        integer(first, 16);
        kind = exactKind;
    }

    private void decimalFloat() {
        kind = Kind.DOUBLE;
        try {
            String text = lexer.text();
            char last = text.charAt(text.length() - 1);
            if (last != '.' && (last < '0' || last > '9')) {
                throw lexer.error(lexer.found() + " is not a number"); // 1.0f is Java's, not PTX's
            }
            bits = Double.doubleToRawLongBits(Double.parseDouble(text));
        } catch (NumberFormatException _) {
            throw lexer.error(lexer.found() + " is not a number");
        }
    }

    private void integer(int first, int radix) {
        char[] source = lexer.source;
        int end = lexer.end;
        if (end > first && source[end - 1] == 'U') {
            end--;
        }
        if (first == end) {
            throw lexer.error(lexer.found() + " is not a number: digits are missing");
        }
        long value = 0;
        for (int p = first; p < end; p++) {
            int digit = source[p] < 128 ? Character.digit(source[p], radix) : -1;
            if (digit < 0) {
                throw lexer.error("the digit '" + source[p] + "' does not belong in a number of base " + radix);
            }
            // value * radix + digit <= 2^64 - 1, unsigned
            if (Long.compareUnsigned(value, Long.divideUnsigned(-1L - digit, radix)) > 0) {
                throw lexer.error("the integer " + lexer.found() + " does not fit in 64 bits");
            }
            value = value * radix + digit;
        }
        bits = value;
        kind = Kind.INTEGER;
    }
}
