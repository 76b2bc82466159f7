package io.xianka.emulator.check;

import java.util.Locale;

/** What an access does. */
public enum Access {
    READ,
    WRITE,
    ATOMIC;

    /** {@code read}: as in reports. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
