package io.xianka.cli.npy;

import java.io.IOException;

/** An array file that cannot be used; the message is a predicate of the file, such as "is truncated: ...". */
public final class NpyException extends IOException {
    private static final long serialVersionUID = 1L;

    NpyException(String message) {
        super(message);
    }
}
