package io.xianka.driver.api;

import java.util.Objects;

/**
 * Something that a compiler says about a place in a source.
 *
 * @param severity how bad it is
 * @param file name of the source or header
 * @param line from 1; 0 where no place is known
 * @param column from 1; 0 where only the line is known
 * @param message fact and value, in lower case, without a full stop
 * @param sourceLine the line as written, or an empty text
 */
public record SourceDiagnostic(
        Severity severity, String file, int line, int column, String message, String sourceLine) {

    /** How bad a diagnostic is. */
    public enum Severity {
        NOTE,
        WARNING,
        ERROR
    }

    public SourceDiagnostic {
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(sourceLine, "sourceLine");
    }

    /** {@code file:line:column: error: message}, then the line and a caret where they are known. */
    public String render() {
        StringBuilder text = new StringBuilder(file);
        if (line > 0) {
            text.append(':').append(line);
            if (column > 0) {
                text.append(':').append(column);
            }
        }
        text.append(": ")
                .append(
                        switch (severity) {
                            case NOTE -> "note";
                            case WARNING -> "warning";
                            case ERROR -> "error";
                        })
                .append(": ")
                .append(message);
        if (!sourceLine.isEmpty() && column > 0) {
            text.append("\n    ").append(sourceLine).append("\n    ");
            for (int i = 0; i < Math.min(column - 1, sourceLine.length()); i++) {
                text.append(sourceLine.charAt(i) == '\t' ? '\t' : ' ');
            }
            text.append('^');
        }
        return text.toString();
    }
}
