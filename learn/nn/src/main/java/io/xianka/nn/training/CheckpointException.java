package io.xianka.nn.training;

import java.nio.file.Path;

/** A checkpoint that cannot be saved or gone on from. The message is one line: where, what is wrong, what is still there or to do. */
public final class CheckpointException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CheckpointException(Path where, String fact) {
        this(where, fact, null);
    }

    CheckpointException(Path where, String fact, Throwable cause) {
        super(where + ": " + fact, cause);
    }

    /** What was wrong, and what more there is to say of it. */
    CheckpointException(CheckpointException cause, String more) {
        super(cause.getMessage() + "; " + more, cause);
    }
}
