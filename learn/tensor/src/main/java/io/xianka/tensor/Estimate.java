package io.xianka.tensor;

import java.util.Locale;

/**
 * What a plan would take on a card, by the roofline: each step takes the longer of moving its bytes and computing its operations at
 * the card's full rates. A lower bound; real programs take more.
 *
 * @param device the card
 * @param seconds all steps one after the other
 * @param bytesMoved between memory and chip
 * @param flops multiplications and additions
 * @param peakBytes the most memory held, leaves and outputs included
 */
public record Estimate(DeviceSpec device, double seconds, long bytesMoved, double flops, long peakBytes) {
    /** {@return whether the memory suffices} */
    public boolean fits() {
        return peakBytes <= device.memoryBytes();
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s: at least %.3g ms, %.3g GB moved, %.3g GFLOP, peak %.3g GB of %.3g GB%s",
                device.name(),
                seconds * 1e3,
                bytesMoved / 1e9,
                flops / 1e9,
                peakBytes / 1e9,
                device.memoryBytes() / 1e9,
                fits() ? "" : ": does not fit");
    }
}
