package io.xianka.cli;

/** A command line that cannot be carried out as written: exit status 2. The message ends with what to write instead. */
final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
