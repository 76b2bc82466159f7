package io.xianka.compiler.lexer;

import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.source.SourceSpan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the preprocessing tokens of one file, in order. Comments and line splices disappear here; newlines survive as
 * {@link Token#startsLine()}.
 *
 * <p>For use by one thread.
 */
public final class Lexer {
    private static final Map<String, TokenKind> WORDS = words();

    private final SourceFile file;
    private final Diagnostics diagnostics;
    private final char[] chars;
    private final int length;
    /** Offset in the file of each character of {@code chars}, or null when they are the same. */
    private final int[] origin;

    private int at;

    public Lexer(SourceFile file, Diagnostics diagnostics) {
        this(file, 0, file.text().length(), diagnostics);
    }

    /** Reads only the characters from {@code start} to before {@code end}, as if the file ended there. */
    public Lexer(SourceFile file, int start, int end, Diagnostics diagnostics) {
        this.file = file;
        this.diagnostics = diagnostics;
        String text = file.text();
        int splice = nextSplice(text, start, end);
        if (splice < 0) {
            chars = new char[end - start + 4];
            text.getChars(start, end, chars, 0);
            length = end - start;
            if (start == 0) {
                origin = null;
            } else {
                origin = new int[length + 1];
                Arrays.setAll(origin, i -> start + i);
            }
        } else {
            char[] joined = new char[end - start + 4];
            int[] from = new int[end - start + 1];
            int count = 0;
            int i = start;
            while (i < end) {
                int stop = splice < 0 ? end : splice;
                while (i < stop) {
                    from[count] = i;
                    joined[count++] = text.charAt(i++);
                }
                if (splice >= 0) {
                    i = splice
                            + (text.charAt(splice + 1) == '\r' && splice + 2 < end && text.charAt(splice + 2) == '\n'
                                    ? 3
                                    : 2);
                    splice = nextSplice(text, i, end);
                }
            }
            from[count] = end;
            chars = joined;
            length = count;
            origin = from;
        }
    }

    private static int nextSplice(String text, int from, int end) {
        int i = text.indexOf('\\', from);
        while (i >= 0 && i + 1 < end) {
            char next = text.charAt(i + 1);
            if (next == '\n' || next == '\r') {
                return i;
            }
            i = text.indexOf('\\', i + 1);
        }
        return -1;
    }

    /** The kind of a word: a keyword's own, an operator's for {@code and} and its like, else IDENTIFIER. */
    public static TokenKind wordKind(String word) {
        return WORDS.getOrDefault(word, TokenKind.IDENTIFIER);
    }

    public SourceFile file() {
        return file;
    }

    /** The next token; END again and again at the end. */
    public Token next() {
        boolean startsLine = at == 0;
        boolean space = false;
        while (true) {
            char c = chars[at];
            if (c == ' ' || c == '\t' || c == '\f' || c == '\u000B') {
                at++;
                space = true;
            } else if (c == '\n' || c == '\r') {
                at++;
                space = true;
                startsLine = true;
            } else if (c == '/' && chars[at + 1] == '/') {
                while (at < length && chars[at] != '\n' && chars[at] != '\r') {
                    at++;
                }
                space = true;
            } else if (c == '/' && chars[at + 1] == '*') {
                skipBlockComment();
                space = true;
            } else {
                return token(space, startsLine);
            }
        }
    }

    private void skipBlockComment() {
        int start = at;
        at += 2;
        while (at < length) {
            if (chars[at] == '*' && chars[at + 1] == '/') {
                at += 2;
                return;
            }
            at++;
        }
        diagnostics.error(span(start, start + 2), "comment is not closed: '*/' is missing");
    }

    private Token token(boolean space, boolean startsLine) {
        int start = at;
        if (start >= length) {
            SourceSpan end = span(length, length);
            return new Token(TokenKind.END, "", end, space, true, false);
        }
        char c = chars[at];
        if (startsWord(c)) {
            at++;
            while (continuesWord(chars[at])) {
                at++;
            }
            if (chars[at] == '"' || chars[at] == '\'') {
                int prefix = at - start;
                if (prefix <= 3) {
                    Token literal = prefixedLiteral(start, prefix, space, startsLine);
                    if (literal != null) {
                        return literal;
                    }
                }
            }
            String text = new String(chars, start, at - start);
            return new Token(
                    WORDS.getOrDefault(text, TokenKind.IDENTIFIER), text, span(start, at), space, startsLine, false);
        }
        if (isDigit(c) || (c == '.' && isDigit(chars[at + 1]))) {
            number();
            return make(TokenKind.NUMBER, start, space, startsLine);
        }
        if (c == '"' || c == '\'') {
            return make(quoted(c), start, space, startsLine);
        }
        TokenKind kind = punctuator(c);
        if (kind == TokenKind.OTHER) {
            at = start + (Character.isHighSurrogate(c) && Character.isLowSurrogate(chars[start + 1]) ? 2 : 1);
            if (at == start + 2 && Character.isUnicodeIdentifierStart(Character.toCodePoint(c, chars[start + 1]))) {
                kind = TokenKind.IDENTIFIER;
                while (continuesWord(chars[at]) || Character.isSurrogate(chars[at])) {
                    at++;
                }
            }
            return make(kind, start, space, startsLine);
        }
        boolean plain =
                kind.spelling().length() == at - start && kind.spelling().charAt(0) == c;
        String text = plain ? kind.spelling() : new String(chars, start, at - start);
        return new Token(kind, text, span(start, at), space, startsLine, false);
    }

    private Token make(TokenKind kind, int start, boolean space, boolean startsLine) {
        return new Token(kind, new String(chars, start, at - start), span(start, at), space, startsLine, false);
    }

    /**
     * The rest of an {@code #include} line's operand when it is a header name in angle brackets or quotes, brackets
     * included; null, with nothing consumed, when it is anything else.
     */
    public Token headerName() {
        int start = at;
        while (chars[start] == ' ' || chars[start] == '\t') {
            start++;
        }
        char open = chars[start];
        if (open != '<' && open != '"') {
            return null;
        }
        char close = open == '<' ? '>' : '"';
        int end = start + 1;
        while (end < length && chars[end] != close && chars[end] != '\n' && chars[end] != '\r') {
            end++;
        }
        if (end >= length || chars[end] != close) {
            return null;
        }
        at = end + 1;
        return make(TokenKind.STRING, start, true, false);
    }

    /** The text from here to the end of the line, trimmed; comments stay in it. */
    public String restOfLine() {
        int start = at;
        while (at < length && chars[at] != '\n' && chars[at] != '\r') {
            at++;
        }
        return new String(chars, start, at - start).strip();
    }

    private void number() {
        at++;
        while (true) {
            char c = chars[at];
            if (c == '.' || continuesWord(c)) {
                at++;
                boolean exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
                if (exponent && (chars[at] == '+' || chars[at] == '-')) {
                    at++;
                }
            } else if (c == '\'' && continuesWord(chars[at + 1])) {
                at += 2;
            } else {
                return;
            }
        }
    }

    /** Reads a literal from its opening quote on. */
    private TokenKind quoted(char quote) {
        at++;
        while (at < length && chars[at] != '\n' && chars[at] != '\r') {
            char c = chars[at++];
            if (c == quote) {
                // A suffix that does not start with an underscore is more likely a macro: "%"PRIu64.
                if (chars[at] == '_') {
                    while (continuesWord(chars[at])) {
                        at++;
                    }
                }
                return quote == '"' ? TokenKind.STRING : TokenKind.CHARACTER;
            }
            if (c == '\\' && at < length && chars[at] != '\n' && chars[at] != '\r') {
                at++;
            }
        }
        return TokenKind.UNTERMINATED;
    }

    private Token prefixedLiteral(int start, int prefix, boolean space, boolean startsLine) {
        String text = new String(chars, start, prefix);
        return switch (text) {
            case "L", "u", "U", "u8" -> make(quoted(chars[at]), start, space, startsLine);
            case "R", "LR", "uR", "UR", "u8R" -> chars[at] == '"' ? rawString(start, space, startsLine) : null;
            default -> null;
        };
    }

    private Token rawString(int start, boolean space, boolean startsLine) {
        // Splices are undone inside a raw string, so it is read from the file's own text.
        String text = file.text();
        int open = offset(at);
        int paren = open + 1;
        while (paren < text.length() && paren - open <= 17 && text.charAt(paren) != '(') {
            paren++;
        }
        String close =
                paren < text.length() && text.charAt(paren) == '(' ? ")" + text.substring(open + 1, paren) + '"' : null;
        int end = close == null ? -1 : text.indexOf(close, paren + 1);
        if (end < 0 || end + close.length() > offset(length)) {
            diagnostics.error(
                    new SourceSpan(file, offset(start), open + 1),
                    close == null
                            ? "raw string has no '(' within 16 characters of its quote"
                            : "raw string is not closed: '" + close + "' is missing");
            at = length;
            return new Token(TokenKind.UNTERMINATED, "", span(start, start + 1), space, startsLine, false);
        }
        int stop = end + close.length();
        int first = offset(start);
        while (at < length && offset(at) < stop) {
            at++;
        }
        return new Token(
                TokenKind.STRING,
                text.substring(first, stop),
                new SourceSpan(file, first, stop),
                space,
                startsLine,
                false);
    }

    private TokenKind punctuator(char c) {
        char second = chars[at + 1];
        char third = second == 0 ? 0 : chars[at + 2];
        int size = 1;
        TokenKind kind = switch (c) {
            case '(' -> TokenKind.LEFT_PAREN;
            case ')' -> TokenKind.RIGHT_PAREN;
            case '[' -> TokenKind.LEFT_BRACKET;
            case ']' -> TokenKind.RIGHT_BRACKET;
            case '{' -> TokenKind.LEFT_BRACE;
            case '}' -> TokenKind.RIGHT_BRACE;
            case ';' -> TokenKind.SEMICOLON;
            case ',' -> TokenKind.COMMA;
            case '?' -> TokenKind.QUESTION;
            case '~' -> TokenKind.TILDE;
            case '.' -> {
                if (second == '.' && third == '.') {
                    size = 3;
                    yield TokenKind.ELLIPSIS;
                }
                size = second == '*' ? 2 : 1;
                yield second == '*' ? TokenKind.DOT_STAR : TokenKind.DOT;
            }
            case ':' -> {
                size = second == ':' || second == '>' ? 2 : 1;
                yield second == ':' ? TokenKind.COLON_COLON : second == '>' ? TokenKind.RIGHT_BRACKET : TokenKind.COLON;
            }
            case '+' -> {
                size = second == '+' || second == '=' ? 2 : 1;
                yield second == '+' ? TokenKind.PLUS_PLUS : second == '=' ? TokenKind.PLUS_EQUAL : TokenKind.PLUS;
            }
            case '-' -> {
                if (second == '>') {
                    size = third == '*' ? 3 : 2;
                    yield third == '*' ? TokenKind.ARROW_STAR : TokenKind.ARROW;
                }
                size = second == '-' || second == '=' ? 2 : 1;
                yield second == '-' ? TokenKind.MINUS_MINUS : second == '=' ? TokenKind.MINUS_EQUAL : TokenKind.MINUS;
            }
            case '*' -> {
                size = second == '=' ? 2 : 1;
                yield second == '=' ? TokenKind.STAR_EQUAL : TokenKind.STAR;
            }
            case '/' -> {
                size = second == '=' ? 2 : 1;
                yield second == '=' ? TokenKind.SLASH_EQUAL : TokenKind.SLASH;
            }
            case '%' -> {
                if (second == ':') {
                    size = third == '%' && chars[at + 3] == ':' ? 4 : 2;
                    yield size == 4 ? TokenKind.HASH_HASH : TokenKind.HASH;
                }
                size = second == '=' || second == '>' ? 2 : 1;
                yield second == '='
                        ? TokenKind.PERCENT_EQUAL
                        : second == '>' ? TokenKind.RIGHT_BRACE : TokenKind.PERCENT;
            }
            case '^' -> {
                size = second == '=' ? 2 : 1;
                yield second == '=' ? TokenKind.CARET_EQUAL : TokenKind.CARET;
            }
            case '&' -> {
                size = second == '&' || second == '=' ? 2 : 1;
                yield second == '&'
                        ? TokenKind.AND_AND
                        : second == '=' ? TokenKind.AMPERSAND_EQUAL : TokenKind.AMPERSAND;
            }
            case '|' -> {
                size = second == '|' || second == '=' ? 2 : 1;
                yield second == '|' ? TokenKind.OR_OR : second == '=' ? TokenKind.BAR_EQUAL : TokenKind.BAR;
            }
            case '!' -> {
                size = second == '=' ? 2 : 1;
                yield second == '=' ? TokenKind.NOT_EQUAL : TokenKind.NOT;
            }
            case '=' -> {
                size = second == '=' ? 2 : 1;
                yield second == '=' ? TokenKind.EQUAL_EQUAL : TokenKind.EQUAL;
            }
            case '<' -> {
                if (second == '<') {
                    size = third == '=' ? 3 : 2;
                    yield third == '=' ? TokenKind.SHIFT_LEFT_EQUAL : TokenKind.SHIFT_LEFT;
                }
                // '<::' starts a template argument with a global name, unless '<:::' or '<::>' follows.
                if (second == ':' && (third != ':' || chars[at + 3] == ':' || chars[at + 3] == '>')) {
                    size = 2;
                    yield TokenKind.LEFT_BRACKET;
                }
                size = second == '=' || second == '%' ? 2 : 1;
                yield second == '=' ? TokenKind.LESS_EQUAL : second == '%' ? TokenKind.LEFT_BRACE : TokenKind.LESS;
            }
            case '>' -> {
                if (second == '>') {
                    size = third == '=' ? 3 : 2;
                    yield third == '=' ? TokenKind.SHIFT_RIGHT_EQUAL : TokenKind.SHIFT_RIGHT;
                }
                size = second == '=' ? 2 : 1;
                yield second == '=' ? TokenKind.GREATER_EQUAL : TokenKind.GREATER;
            }
            case '#' -> {
                size = second == '#' ? 2 : 1;
                yield second == '#' ? TokenKind.HASH_HASH : TokenKind.HASH;
            }
            default -> TokenKind.OTHER;
        };
        at += size;
        return kind;
    }

    private int offset(int index) {
        return origin == null ? index : origin[index];
    }

    private SourceSpan span(int start, int end) {
        return new SourceSpan(file, offset(start), end > start ? offset(end - 1) + 1 : offset(start));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean startsWord(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || c == '_'
                || c == '$'
                || (c >= 0x80 && Character.isUnicodeIdentifierStart(c));
    }

    private static boolean continuesWord(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '$'
                || (c >= 0x80 && Character.isUnicodeIdentifierPart(c));
    }

    private static Map<String, TokenKind> words() {
        Map<String, TokenKind> words = new HashMap<>(256);
        for (TokenKind kind : TokenKind.values()) {
            if (kind.isKeyword()) {
                words.put(kind.spelling(), kind);
            }
        }
        words.put("and", TokenKind.AND_AND);
        words.put("or", TokenKind.OR_OR);
        words.put("not", TokenKind.NOT);
        words.put("xor", TokenKind.CARET);
        words.put("bitand", TokenKind.AMPERSAND);
        words.put("bitor", TokenKind.BAR);
        words.put("compl", TokenKind.TILDE);
        words.put("and_eq", TokenKind.AMPERSAND_EQUAL);
        words.put("or_eq", TokenKind.BAR_EQUAL);
        words.put("xor_eq", TokenKind.CARET_EQUAL);
        words.put("not_eq", TokenKind.NOT_EQUAL);
        words.put("__asm__", TokenKind.ASM);
        words.put("__asm", TokenKind.ASM);
        words.put("__inline__", TokenKind.INLINE);
        words.put("__inline", TokenKind.INLINE);
        words.put("__const", TokenKind.CONST);
        words.put("__const__", TokenKind.CONST);
        words.put("__volatile__", TokenKind.VOLATILE);
        words.put("__volatile", TokenKind.VOLATILE);
        words.put("__signed__", TokenKind.SIGNED);
        words.put("__restrict", TokenKind.RESTRICT);
        words.put("__alignof__", TokenKind.ALIGNOF);
        words.put("__alignof", TokenKind.ALIGNOF);
        words.put("_Alignof", TokenKind.ALIGNOF);
        words.put("_Static_assert", TokenKind.STATIC_ASSERT);
        words.put("__attribute", TokenKind.ATTRIBUTE);
        for (String computed : List.of(
                "__add_lvalue_reference",
                "__add_pointer",
                "__add_rvalue_reference",
                "__decay",
                "__make_signed",
                "__make_unsigned",
                "__remove_const",
                "__remove_cv",
                "__remove_cvref",
                "__remove_extent",
                "__remove_pointer",
                "__remove_reference",
                "__remove_volatile")) {
            words.put(computed, TokenKind.UNDERLYING_TYPE);
        }
        words.put("typeof", TokenKind.TYPEOF);
        words.put("__typeof", TokenKind.TYPEOF);
        words.put("__decltype", TokenKind.DECLTYPE);
        words.put("__thread", TokenKind.THREAD_LOCAL);
        return words;
    }
}
