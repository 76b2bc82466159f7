package io.xianka.compiler.source;

import java.util.Arrays;

/**
 * A named source text. Two files are equal only when they are the same object: a header included twice is two files
 * over one text, each knowing where it was included.
 *
 * <p>Immutable as far as anyone can see, so safe for use by several threads.
 */
public final class SourceFile {
    private final String name;
    private final String text;
    private final SourceSpan includedAt;
    private int[] lineStarts;

    private SourceFile(String name, String text, SourceSpan includedAt) {
        this.name = name;
        this.text = text;
        this.includedAt = includedAt;
    }

    /** The main file of a compilation, or a file of the device library. */
    public static SourceFile of(String name, String text) {
        return new SourceFile(name, text, null);
    }

    /** A file that an {@code #include} at {@code includedAt} brought in. */
    public static SourceFile included(String name, String text, SourceSpan includedAt) {
        return new SourceFile(name, text, includedAt);
    }

    /** The name as shown to the user, usually the path as given. */
    public String name() {
        return name;
    }

    public String text() {
        return text;
    }

    /** The {@code #include} directive that brought this file in, or null for a main file. */
    public SourceSpan includedAt() {
        return includedAt;
    }

    /** Line of an offset, counted from 1. */
    public int line(int offset) {
        int[] starts = lineStarts();
        int found = Arrays.binarySearch(starts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** Column of an offset, counted from 1, in Unicode code points. */
    public int column(int offset) {
        int start = lineStarts()[line(offset) - 1];
        int end = Math.min(Math.max(offset, start), text.length());
        return text.codePointCount(start, end) + 1;
    }

    /** Text of a line counted from 1, without its line end. */
    public String lineText(int line) {
        int[] starts = lineStarts();
        int start = starts[line - 1];
        int end = line < starts.length ? starts[line] : text.length();
        while (end > start && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return text.substring(start, end);
    }

    /** Offset of the first character of a line counted from 1. */
    public int lineStart(int line) {
        return lineStarts()[line - 1];
    }

    /** Number of lines, at least 1. */
    public int lineCount() {
        return lineStarts().length;
    }

    private int[] lineStarts() {
        int[] starts = lineStarts;
        if (starts == null) {
            int[] found = new int[64];
            int count = 1;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '\n' || (c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n'))) {
                    if (count == found.length) {
                        found = Arrays.copyOf(found, count * 2);
                    }
                    found[count++] = i + 1;
                }
            }
            starts = Arrays.copyOf(found, count);
            lineStarts = starts;
        }
        return starts;
    }

    @Override
    public String toString() {
        return name;
    }
}
