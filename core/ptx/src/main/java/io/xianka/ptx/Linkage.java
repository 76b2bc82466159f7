package io.xianka.ptx;

import java.util.Locale;

/** Who else can see a variable or function. */
public enum Linkage {
    /** Nothing is written: this module alone. */
    INTERNAL,
    VISIBLE,
    EXTERN,
    WEAK,
    COMMON;

    /** As written, with the dot; empty for {@link #INTERNAL}. */
    String text() {
        return this == INTERNAL ? "" : "." + name().toLowerCase(Locale.ROOT);
    }
}
