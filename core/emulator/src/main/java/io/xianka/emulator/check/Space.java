package io.xianka.emulator.check;

import java.util.Locale;

/** Which memory. */
public enum Space {
    GLOBAL,
    CONSTANT,
    SHARED,
    LOCAL,
    PARAMETER;

    /** {@code global}: as in reports. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
