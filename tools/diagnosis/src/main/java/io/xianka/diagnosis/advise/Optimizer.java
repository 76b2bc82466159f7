package io.xianka.diagnosis.advise;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What an optimizer keeps for every weight. */
public enum Optimizer {
    /** Two 32-bit moments: Kingma and Ba 2015, Loshchilov and Hutter 2019. */
    ADAMW("adamw", 8),
    /** Two 8-bit moments in blocks: Dettmers et al. 2022, arXiv:2110.02861. */
    ADAMW_8BIT("adamw8bit", 2),
    /** One 32-bit moment: Chen et al. 2023, arXiv:2302.06675. */
    LION("lion", 4),
    /** Sums of rows and columns instead of a second moment: Shazeer and Stern 2018; a few bytes in a thousand weights. */
    ADAFACTOR("adafactor", 0.01),
    /** One 32-bit velocity. */
    MOMENTUM("momentum", 4),
    /** Nothing. */
    SGD("sgd", 0);

    private final String text;
    private final double stateBytes;

    Optimizer(String text, double stateBytes) {
        this.text = text;
        this.stateBytes = stateBytes;
    }

    /** Bytes it keeps a weight. */
    public double stateBytes() {
        return stateBytes;
    }

    /** {@code adamw8bit}. */
    public String text() {
        return text;
    }

    /**
     * The optimizer of a name; {@code adam} keeps what {@code adamw} does.
     *
     * @throws IllegalArgumentException when there is none; the message names all
     */
    public static Optimizer of(String text) {
        return Arrays.stream(values())
                .filter(optimizer -> optimizer.text.equalsIgnoreCase(text.equalsIgnoreCase("adam") ? "adamw" : text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text + " is no optimizer; write "
                        + Arrays.stream(values()).map(Optimizer::text).collect(Collectors.joining(", "))));
    }
}
