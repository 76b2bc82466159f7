package io.xianka.diagnosis.table;

/** A table that cannot be read as one. The message is one line: the file, the row and column, what stands there. */
public final class TableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TableException(String message) {
        // A cell may hold line ends and terminal codes; a message is one line.
        super(message.replaceAll("\\p{Cntrl}", "?"));
    }
}
