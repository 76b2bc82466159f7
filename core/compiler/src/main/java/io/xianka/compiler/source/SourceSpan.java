package io.xianka.compiler.source;

/**
 * A stretch of source text.
 *
 * <p>For a token that a macro made, file and offsets are those of the macro's use in the file (what a reader of the
 * program sees, and what {@code .loc} wants), and {@code expansion} says which macro and where it spells the token.
 *
 * @param file the file
 * @param start offset of the first character
 * @param end offset after the last character, at least {@code start}
 * @param expansion the macro that made the text, or null
 */
public record SourceSpan(SourceFile file, int start, int end, Expansion expansion) {

    /**
     * Where a macro spells what its use became.
     *
     * @param macro name of the macro
     * @param spelledAt the text in the macro's definition; its own {@code expansion} is null
     */
    public record Expansion(String macro, SourceSpan spelledAt) {}

    public SourceSpan(SourceFile file, int start, int end) {
        this(file, start, end, null);
    }

    /** From the start of this span to the end of a later one; this span alone when the other lies in another file. */
    public SourceSpan to(SourceSpan last) {
        if (last.file != file || last.end < start) {
            return this;
        }
        Expansion both = expansion != null && last.expansion != null ? expansion : null;
        return new SourceSpan(file, start, Math.max(end, last.end), both);
    }

    /** The empty stretch behind this one, where something is missing. */
    public SourceSpan after() {
        return new SourceSpan(file, end, end, expansion);
    }

    /** Line of the first character, counted from 1. */
    public int line() {
        return file.line(start);
    }

    /** Column of the first character, counted from 1. */
    public int column() {
        return file.column(start);
    }

    /** The characters covered. */
    public String text() {
        return file.text().substring(start, end);
    }

    @Override
    public String toString() {
        return file.name() + ":" + line() + ":" + column();
    }
}
