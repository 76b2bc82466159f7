package io.xianka.diagnosis.advise;

import java.util.Locale;

/** What a card is wanted for, which decides what makes one better than another. */
public enum Purpose {
    /** To learn with: the least money first. */
    LEARN,
    /** To train models: the most tokens for the money first. */
    TRAIN,
    /** To run models: the most tokens for the money first. */
    INFER,
    /** To draw: the most arithmetic for the money first. */
    RENDER;

    /** {@code train}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
