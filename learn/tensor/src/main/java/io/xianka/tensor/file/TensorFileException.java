package io.xianka.tensor.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * A file that cannot be read or written, or that does not hold what its format asks for. The message is one line: the file, what is
 * wrong with it, the next step.
 */
public final class TensorFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_QUOTE = 100;

    TensorFileException(Object where, String fact) {
        this(where, fact, null);
    }

    TensorFileException(Object where, String fact, Throwable cause) {
        super(line(where + ": " + fact), cause);
    }

    /** What the system said of an attempt to read or write. */
    static TensorFileException of(String attempt, Path file, IOException cause) {
        String fact = switch (cause) {
            case AccessDeniedException _ ->
                "no permission to " + attempt + " it as user " + System.getProperty("user.name")
                        + "; ls -l shows whose it is";
            case FileSystemException e when e.getReason() != null -> "cannot " + attempt + " it: " + e.getReason();
            case IOException e when e.getMessage() != null -> "cannot " + attempt + " it: " + e.getMessage();
            default -> "cannot " + attempt + " it: " + cause.getClass().getSimpleName();
        };
        return new TensorFileException(
                file, attempt.equals("write") ? fact + "; what stood there before is unchanged" : fact, cause);
    }

    /** Text of a stranger, such as a tensor's name, fit for a message. */
    static String quote(String text) {
        return '"' + (text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...") + '"';
    }

    /** Names in files may hold line breaks and terminal commands. */
    private static String line(String text) {
        var line = new StringBuilder(text.length());
        text.chars().forEach(c -> {
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                line.append("\\u%04x".formatted(c));
            } else {
                line.append((char) c);
            }
        });
        return line.toString();
    }
}
