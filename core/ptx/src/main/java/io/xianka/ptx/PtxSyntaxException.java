package io.xianka.ptx;

/**
 * A text that is not PTX. The message names the place and shows the line with a caret below the fault:
 *
 * <pre>
 * PTX 14:23: expected an operand, found ';'
 *     add.s32 %r1, %r2, ;
 *                       ^
 * </pre>
 */
public final class PtxSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String fact;
    private final int line;
    private final int column;

    PtxSyntaxException(String source, int line, int column, String fact, String shownLine, int caret) {
        super("%s %d:%d: %s%n    %s%n    %s^".formatted(source, line, column, fact, shownLine, " ".repeat(caret)));
        this.fact = fact;
        this.line = line;
        this.column = column;
    }

    /** The message without place and line. */
    public String fact() {
        return fact;
    }

    /** From 1. */
    public int line() {
        return line;
    }

    /** From 1, in UTF-16 units; a tab counts as one. */
    public int column() {
        return column;
    }
}
