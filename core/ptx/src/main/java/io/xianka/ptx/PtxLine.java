package io.xianka.ptx;

/**
 * The line of PTX text on which something began, from 1; 0 where there is no text. Where a thing stood is no part of
 * what it is, so all lines are equal: records that carry one compare by their meaning, and
 * {@code parse(print(module)).equals(module)} holds.
 */
public record PtxLine(int number) {
    /** For what was built by a program and was never text. */
    public static final PtxLine NONE = new PtxLine(0);

    @Override
    public boolean equals(Object other) {
        return other instanceof PtxLine;
    }

    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return number == 0 ? "no line" : "line " + number;
    }
}
