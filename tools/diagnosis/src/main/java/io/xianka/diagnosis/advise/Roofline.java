package io.xianka.diagnosis.advise;

import io.xianka.driver.ComputeCapability;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * How long work takes on a card at least: the longest of what it computes at the card's rate, what it moves at its memory's,
 * and what it exchanges with other cards at the link's (Williams, Waterman and Patterson 2009, "Roofline"), each rate times
 * the part of it that real programs reach.
 *
 * @param cost what one card does
 * @param rate of its arithmetic
 * @param efficiency part of that rate that is reached
 * @param memoryBytesPerSecond of its memory, as labelled
 * @param linkBytesPerSecond what it sends to others at most; 0 on one card
 */
public record Roofline(
        Cost cost, Rate rate, double efficiency, double memoryBytesPerSecond, double linkBytesPerSecond) {

    /** What bounds the time. */
    public enum Bound {
        COMPUTE,
        MEMORY,
        LINK
    }

    /**
     * Part of a tensor core's rate that training reaches: PaLM reports 46% over all (Chowdhery et al. 2022); GPT-2 124M in
     * PyTorch on an H200 measured from 32% (plain) to 45% (compiled). An assumption for any other model and card.
     */
    public static final double TENSOR_EFFICIENCY = 0.40;

    /** Part of the plain cores' rate: an H200 measured 76% in one product and 70% in GPT-2's step. */
    public static final double CORE_EFFICIENCY = 0.70;

    /** Part of the memory's bandwidth: an H200 measured 87% copying. */
    public static final double BANDWIDTH_EFFICIENCY = 0.80;

    /** PCIe 4.0 x16 between two cards, one direction: an assumption where the card has no NVLink or none that is known. */
    static final double PCIE_BYTES_PER_SECOND = 25e9;

    /** A 400 Gbit/s network port a card between hosts, one direction: an assumption. */
    static final double NETWORK_BYTES_PER_SECOND = 50e9;

    /** Starting one exchange between cards: an assumption; it matters for small ones. */
    static final double EXCHANGE_SECONDS = 10e-6;

    /** Cards of one host. */
    static final int HOST_CARDS = 8;

    private static final ComputeCapability AMPERE = new ComputeCapability(8, 0);

    /** Operations over the rate reached. */
    public double computeSeconds() {
        return cost.flops() / (rate.tflops() * 1e12 * efficiency);
    }

    /** Bytes over the bandwidth reached. */
    public double memorySeconds() {
        return cost.bytes() / (memoryBytesPerSecond * BANDWIDTH_EFFICIENCY);
    }

    /** Bytes between cards over the link, and the start of each exchange; 0 on one card. */
    public double linkSeconds() {
        return linkBytesPerSecond == 0
                ? 0
                : cost.exchangedBytes() / linkBytesPerSecond + cost.exchanges() * EXCHANGE_SECONDS;
    }

    /** The longest of the three. */
    public double seconds() {
        return Math.max(computeSeconds(), Math.max(memorySeconds(), linkSeconds()));
    }

    /** Which of the three is the longest. */
    public Bound bound() {
        return Stream.of(Bound.values())
                .max(Comparator.comparingDouble(bound -> switch (bound) {
                    case COMPUTE -> computeSeconds();
                    case MEMORY -> memorySeconds();
                    case LINK -> linkSeconds();
                }))
                .orElseThrow();
    }

    /**
     * What work costs a card.
     *
     * @param flops operations of one card
     * @param bytes what one card moves to and from its memory
     * @param exchangedBytes what one card sends to others
     * @param exchanges how many times it does
     */
    public record Cost(double flops, double bytes, double exchangedBytes, int exchanges) {}

    /** The time on each of {@code count} cards; empty where the card's rate or bandwidth is unknown. */
    static Optional<Roofline> of(Cost cost, GpuCard card, Precision precision, int count, OptionalDouble efficiency) {
        var rate = rate(card, precision);
        if (rate.isEmpty() || card.bandwidthGBs().isEmpty()) {
            return Optional.empty();
        }
        double reached = efficiency.orElse(rate.get().tensorCores() ? TENSOR_EFFICIENCY : CORE_EFFICIENCY);
        return Optional.of(new Roofline(
                cost,
                rate.get(),
                reached,
                card.bandwidthGBs().getAsDouble() * 1e9,
                count == 1 ? 0 : linkBytesPerSecond(card, count)));
    }

    /**
     * The rate a precision is multiplied at.
     *
     * @param tflops 10^12 operations a second, as labelled
     * @param tensorCores whether tensor cores do it
     * @param atLeast whether it is the half of {@link CardFigure#TENSOR_FP16} that every card reaches, the rate with 32-bit
     *     sums being unknown
     */
    public record Rate(double tflops, boolean tensorCores, boolean atLeast) {}

    static Optional<Rate> rate(GpuCard card, Precision precision) {
        return switch (precision) {
            case FP32 -> cores(card);
            // Tensor cores multiply TF32 at half the rate of 16 bits; before them, it is FP32.
            case TF32 ->
                supportsBf16(card)
                        ? tensor(card).map(rate -> new Rate(rate.tflops() / 2, true, rate.atLeast()))
                        : cores(card);
            case BF16 -> supportsBf16(card) ? tensor(card) : Optional.empty();
            case FP16, INT8, INT4 -> hasTensorCores(card) ? tensor(card) : cores(card);
        };
    }

    /** BF16 and TF32 came with compute capability 8.0. */
    static boolean supportsBf16(GpuCard card) {
        return card.computeCapability().map(own -> own.compareTo(AMPERE) >= 0).orElse(true);
    }

    private static boolean hasTensorCores(GpuCard card) {
        return card.computeCapability().map(own -> own.major() >= 7).orElse(true);
    }

    private static Optional<Rate> cores(GpuCard card) {
        return card.fp32Tflops().isPresent()
                ? Optional.of(new Rate(card.fp32Tflops().getAsDouble(), false, false))
                : Optional.empty();
    }

    private static Optional<Rate> tensor(GpuCard card) {
        if (card.tensorFp32SumsTflops().isPresent()) {
            return Optional.of(new Rate(card.tensorFp32SumsTflops().getAsDouble(), true, false));
        }
        return card.tensorFp16Tflops().isPresent()
                ? Optional.of(new Rate(card.tensorFp16Tflops().getAsDouble() / 2, true, true))
                : Optional.empty();
    }

    /**
     * One direction of what joins {@code count} cards, per card. NVLink's figure counts both directions; cards with a bridge
     * are joined in pairs, so more than two of them meet on PCIe.
     */
    static double linkBytesPerSecond(GpuCard card, int count) {
        if (count > HOST_CARDS) {
            return NETWORK_BYTES_PER_SECOND;
        }
        return nvlinkJoins(card, count)
                ? card.nvlinkGBs().getAsDouble() / 2 * 1e9 * BANDWIDTH_EFFICIENCY
                : PCIE_BYTES_PER_SECOND;
    }

    /** Whether NVLink joins this many of a card. */
    static boolean nvlinkJoins(GpuCard card, int count) {
        return count > 1
                && count <= HOST_CARDS
                && card.nvlinkGBs().orElse(0) > 0
                && (card.name().contains("SXM") || count == 2);
    }
}
