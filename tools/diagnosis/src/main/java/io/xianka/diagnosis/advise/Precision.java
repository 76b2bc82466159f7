package io.xianka.diagnosis.advise;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What numbers weights and activations are kept in while they are worked on. */
public enum Precision {
    /** 32 bits on the plain cores. */
    FP32(4, true),
    /** Kept in 32 bits, multiplied by tensor cores with 10 bits of mantissa: compute capability 8.0 and up. */
    TF32(4, true),
    /** 16 bits with 5 of exponent; training keeps 32-bit weights beside it and scales the loss. */
    FP16(2, true),
    /** 16 bits with 8 of exponent: compute capability 8.0 and up; training keeps 32-bit weights beside it. */
    BF16(2, true),
    /** 8-bit weights, 16-bit arithmetic; inference only. */
    INT8(1, false),
    /** 4-bit weights in groups of 128, each with a 16-bit scale and offset: 4.25 bits a weight; inference only. */
    INT4(4.25 / 8, false);

    private final double weightBytes;
    private final boolean trains;

    Precision(double weightBytes, boolean trains) {
        this.weightBytes = weightBytes;
        this.trains = trains;
    }

    /** Bytes of one weight as it is multiplied. */
    public double weightBytes() {
        return weightBytes;
    }

    /** Bytes of one activation: those of {@link #INT8} and {@link #INT4} weights are 16-bit. */
    public int activationBytes() {
        return this == FP32 || this == TF32 ? 4 : 2;
    }

    /** Whether training can use it. */
    public boolean trains() {
        return trains;
    }

    /** {@code bf16}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The precision of a name.
     *
     * @throws IllegalArgumentException when there is none; the message names all
     */
    public static Precision of(String text) {
        return Arrays.stream(values())
                .filter(precision -> precision.text().equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text + " is no precision; write "
                        + Arrays.stream(values()).map(Precision::text).collect(Collectors.joining(", "))));
    }
}
