package io.xianka.ptx;

/**
 * Splits PTX text into tokens, one at a time, without copying: a token is a kind and a span of {@link #source}. The
 * kind of a punctuation token is its character.
 */
final class PtxLexer {
    static final char END = 0;
    /** A name, of a register too: {@code %r1}, {@code $L__BB0_2}. */
    static final char NAME = 'a';
    /** A word with a dot before it; the span leaves the dot out. */
    static final char DOTTED = '.';

    static final char NUMBER = '0';
    /** The span leaves the quotes out. */
    static final char STRING = '"';
    /** {@code %3} in inline assembly; {@link #placeholder} has the number. */
    static final char PLACEHOLDER = 1;

    private static final int MOST_SHOWN = 120;
    private static final int SHOWN_BEFORE = 80;
    private static final int MOST_NAMED = 40;

    private static final byte SPACE = 1;
    private static final byte START = 2;
    private static final byte PART = 4;
    private static final byte DIGIT = 8;
    private static final byte[] CLASSES = new byte[128];

    static {
        for (char c : " \t\r\f\u000B".toCharArray()) {
            CLASSES[c] = SPACE;
        }
        for (char c = 'a'; c <= 'z'; c++) {
            CLASSES[c] = START | PART;
            CLASSES[c - 'a' + 'A'] = START | PART;
        }
        for (char c = '0'; c <= '9'; c++) {
            CLASSES[c] = PART | DIGIT;
        }
        CLASSES['_'] = START | PART;
        CLASSES['$'] = START | PART;
        CLASSES['%'] = START;
    }

    /** The text and a zero behind it. */
    final char[] source;

    private final int length;
    private final String sourceName;
    /** Inline assembly: {@code %3} is an operand and {@code %%} is one percent sign. */
    private final boolean isAssembly;

    private int position;
    private int line = 1;
    private int lineStart;

    char kind;
    int start;
    int end;
    /** {@link String#hashCode} of the span of a name or dotted word. */
    int hash;

    int placeholder;
    int tokenLine;
    private int tokenLineStart;
    private int tokenPosition;

    PtxLexer(String text, String sourceName, boolean isAssembly) {
        this.length = text.length();
        this.source = new char[length + 1];
        text.getChars(0, length, source, 0);
        this.sourceName = sourceName;
        this.isAssembly = isAssembly;
    }

    private static boolean is(char c, int classes) {
        return c < 128 && (CLASSES[c] & classes) != 0;
    }

    void next() {
        skipBlanks();
        tokenLine = line;
        tokenLineStart = lineStart;
        tokenPosition = position;
        start = position;
        char c = source[position];
        if (is(c, START)) {
            name(c);
        } else if (is(c, DIGIT)) {
            number();
        } else if (c == '.') {
            dotted();
        } else if (c == '"') {
            string();
        } else if (position >= length) {
            kind = END;
            end = position;
        } else if (c > ' ' && c < 127) {
            kind = c;
            position++;
            end = position;
        } else {
            throw error("the character U+%04X has no meaning in PTX".formatted((int) c));
        }
    }

    private void skipBlanks() {
        while (true) {
            char c = source[position];
            if (is(c, SPACE)) {
                position++;
            } else if (c == '\n') {
                position++;
                line++;
                lineStart = position;
            } else if (c == '/' && source[position + 1] == '/') {
                while (position < length && source[position] != '\n') {
                    position++;
                }
            } else if (c == '/' && source[position + 1] == '*') {
                blockComment();
            } else {
                return;
            }
        }
    }

    private void blockComment() {
        int openedLine = line;
        int openedLineStart = lineStart;
        int opened = position;
        position += 2;
        while (source[position] != '*' || source[position + 1] != '/') {
            if (position >= length) {
                tokenLine = openedLine;
                tokenLineStart = openedLineStart;
                tokenPosition = opened;
                throw error("this comment has no end; close it with */");
            }
            if (source[position] == '\n') {
                line++;
                lineStart = position + 1;
            }
            position++;
        }
        position += 2;
    }

    private void name(char first) {
        int p = position;
        if (first == '%' && isAssembly) {
            if (is(source[p + 1], DIGIT)) {
                placeholder();
                return;
            }
            if (source[p + 1] == '%') {
                p++;
                start = p;
            }
        }
        int h = source[p];
        p++;
        char c = source[p];
        while (c < 128 && (CLASSES[c] & PART) != 0) {
            h = h * 31 + c;
            p++;
            c = source[p];
        }
        kind = NAME;
        hash = h;
        position = p;
        end = p;
    }

    private void placeholder() {
        int p = position + 1;
        int value = 0;
        while (is(source[p], DIGIT)) {
            value = Math.min(value * 10 + (source[p] - '0'), 1 << 20);
            p++;
        }
        placeholder = value;
        kind = PLACEHOLDER;
        position = p;
        end = p;
    }

    private void dotted() {
        int p = position + 1;
        start = p;
        int h = 0;
        char c = source[p];
        while (is(c, PART) || (c == ':' && source[p + 1] == ':')) {
            if (c == ':') {
                h = h * 31 + c;
                p++;
            }
            h = h * 31 + c;
            p++;
            c = source[p];
        }
        if (p == start) {
            throw error("a dot needs a word after it");
        }
        kind = DOTTED;
        hash = h;
        position = p;
        end = p;
    }

    private void number() {
        int p = position;
        boolean isDecimal = true;
        while (true) {
            char c = source[p];
            if (is(c, DIGIT) || c == '.') {
                p++;
            } else if ((c == 'e' || c == 'E') && isDecimal && (source[p + 1] == '-' || source[p + 1] == '+')) {
                p += 2;
            } else if (is(c, PART)) {
                isDecimal &= c == 'e' || c == 'E';
                p++;
            } else {
                break;
            }
        }
        kind = NUMBER;
        position = p;
        end = p;
    }

    private void string() {
        int p = position + 1;
        start = p;
        while (source[p] != '"') {
            if (p >= length || source[p] == '\n') {
                throw error("this text has no end; close it with \" on the same line");
            }
            // A backslash at the very end stays before the final zero.
            p += source[p] == '\\' && p + 1 < length && source[p + 1] != '\n' ? 2 : 1;
        }
        kind = STRING;
        end = p;
        position = p + 1;
    }

    /** Goes on from a name, which is an opcode, over its modifiers; the token becomes all of it. */
    Operation operation() {
        int p = position;
        int h = hash;
        // Blanks after the name may have been skipped already; then no modifier touches it.
        char c = p == end ? source[p] : 0;
        while (c == '.' || is(c, PART) || (c == ':' && source[p + 1] == ':')) {
            if (c == ':') {
                h = h * 31 + c;
                p++;
            }
            h = h * 31 + c;
            p++;
            c = source[p];
        }
        end += p - position;
        position = p;
        skipBlanks();
        if (source[position] != '.') {
            return OperationTable.shared(source, start, end, h);
        }
        // "ld .global .f32": modifiers may stand apart.
        StringBuilder text = new StringBuilder().append(source, start, end - start);
        while (source[position] == '.') {
            next();
            text.append('.').append(source, start, end - start);
            skipBlanks();
        }
        return Operation.of(text.toString());
    }

    /** Goes on from a name over {@code .x}, as in {@code %tid.x}. False, and nothing done, where no dot follows. */
    boolean component() {
        if (source[position] != '.') {
            return false;
        }
        int p = position;
        int h = hash;
        do {
            h = h * 31 + source[p];
            p++;
        } while (is(source[p], PART));
        hash = h;
        position = p;
        end = p;
        return true;
    }

    /** Whether the token after this name is a colon: the name is a label. */
    boolean isBeforeColon() {
        skipBlanks();
        return source[position] == ':';
    }

    boolean is(String word) {
        return OperationTable.matches(word, source, start, end);
    }

    String text() {
        return new String(source, start, end - start);
    }

    /** The value of a string token. */
    String unescaped() {
        StringBuilder text = new StringBuilder(end - start);
        for (int p = start; p < end; p++) {
            char c = source[p];
            if (c != '\\' || p + 1 >= end) {
                text.append(c);
            } else if (source[p + 1] == '\\' || source[p + 1] == '"') {
                p++;
                text.append(source[p]);
            } else if (p + 3 < end && isOctal(source[p + 1]) && isOctal(source[p + 2]) && isOctal(source[p + 3])) {
                int code = (source[p + 1] - '0') * 64 + (source[p + 2] - '0') * 8 + (source[p + 3] - '0');
                text.append((char) code);
                p += 3;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private static boolean isOctal(char c) {
        return c >= '0' && c <= '7';
    }

    /** How a message names the token at hand. */
    String found() {
        if (kind == END) {
            return "the end of the text";
        }
        int from = tokenPosition;
        int to = Math.min(position, from + MOST_NAMED);
        String text = new String(source, from, to - from);
        return "'" + (position > to ? text + "..." : text) + "'";
    }

    PtxSyntaxException expected(String what) {
        return error("expected " + what + ", found " + found());
    }

    /** A fault at the token at hand. */
    PtxSyntaxException error(String fact) {
        return error(fact, tokenLine, tokenLineStart, tokenPosition);
    }

    private PtxSyntaxException error(String fact, int atLine, int atLineStart, int at) {
        int from = Math.max(atLineStart, at - SHOWN_BEFORE);
        int to = at;
        while (to < length && source[to] != '\n' && source[to] != '\r' && to - from < MOST_SHOWN) {
            to++;
        }
        StringBuilder shown = new StringBuilder(from > atLineStart ? "..." : "");
        int caret = at - from + shown.length();
        for (int p = from; p < to; p++) {
            char c = source[p];
            shown.append(c == '\t' || Character.isISOControl(c) ? ' ' : c);
        }
        return new PtxSyntaxException(sourceName, atLine, at - atLineStart + 1, fact, shown.toString(), caret);
    }
}
