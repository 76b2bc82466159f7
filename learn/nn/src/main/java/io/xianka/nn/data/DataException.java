package io.xianka.nn.data;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Data that cannot be read, or that is not what it should be. The message is one line: the file, what is wrong, the next step. */
public final class DataException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DataException(Object where, String fact) {
        this(where, fact, null);
    }

    private DataException(Object where, String fact, Throwable cause) {
        super(where + ": " + fact, cause);
    }

    /** What the system said of an attempt to read. */
    static DataException of(Path file, IOException cause) {
        String fact = switch (cause) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ ->
                "no permission to read it as user " + System.getProperty("user.name") + "; ls -l shows whose it is";
            case FileSystemException e when e.getReason() != null -> "cannot read it: " + e.getReason();
            default -> "cannot read it: " + (cause.getMessage() == null ? cause : cause.getMessage());
        };
        return new DataException(file, fact, cause);
    }
}
