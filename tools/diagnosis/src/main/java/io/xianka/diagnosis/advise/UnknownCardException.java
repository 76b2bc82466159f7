package io.xianka.diagnosis.advise;

/** A name that no card of the catalogue has, or several. The message is one line that ends with the nearest names. */
public final class UnknownCardException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownCardException(String message) {
        super(message);
    }
}
