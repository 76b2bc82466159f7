package io.xianka.cli;

/** Work that failed for a reason the user can act on: exit status 1. The message is one line, the next step last. */
final class FailureException extends Exception {
    private static final long serialVersionUID = 1L;

    FailureException(String message) {
        super(message);
    }

    FailureException(String message, Throwable cause) {
        super(message, cause);
    }
}
