package io.xianka.diagnosis.facts;

import java.io.Serial;

/** A report that cannot be read: its message names the field, what it should be and what it is, in one line. */
public final class FactsFormatException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    FactsFormatException(String message) {
        super(message);
    }
}
