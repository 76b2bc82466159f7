package io.xianka.diagnosis.advise;

import io.xianka.diagnosis.table.TableRow;
import io.xianka.driver.ComputeCapability;
import java.time.DateTimeException;
import java.time.YearMonth;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One card of the catalogue. What is not known is absent, never zero.
 *
 * @param name {@code GeForce RTX 4090}, {@code A100 SXM4 80GB}: without the word NVIDIA
 * @param architecture {@code Ada Lovelace}
 * @param computeCapability 8.9
 * @param memoryType {@code GDDR6X}
 * @param figures the numbers that are known
 * @param launched the month it came out
 * @param source where the figures are from, as the catalogue has it; {@link #sourceOf} tells them apart
 * @param note what a reader of the figures should know; may be empty
 */
public record GpuCard(
        String name,
        Optional<String> architecture,
        Optional<ComputeCapability> computeCapability,
        Optional<String> memoryType,
        Map<CardFigure, Double> figures,
        Optional<YearMonth> launched,
        String source,
        String note) {

    public GpuCard {
        figures = figures.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(figures));
    }

    static GpuCard of(TableRow row) {
        var figures = new EnumMap<CardFigure, Double>(CardFigure.class);
        for (var figure : CardFigure.values()) {
            row.number(figure.column(), figure.least(), figure.most()).ifPresent(value -> figures.put(figure, value));
        }
        return new GpuCard(
                row.required("name"),
                row.text("architecture"),
                row.text("compute_capability").map(text -> capability(row, text)),
                row.text("memory_type"),
                figures,
                row.text("launch_date").map(text -> month(row, text)),
                row.required("source"),
                row.text("note").orElse(""));
    }

    private static ComputeCapability capability(TableRow row, String text) {
        if (!text.matches("[0-9]{1,2}\\.[0-9]")) {
            throw row.wrong("compute_capability", "'" + text + "' is none; write it like 8.9");
        }
        int dot = text.indexOf('.');
        return new ComputeCapability(
                Integer.parseInt(text.substring(0, dot)), Integer.parseInt(text.substring(dot + 1)));
    }

    private static YearMonth month(TableRow row, String text) {
        try {
            if (text.matches("[0-9]{4}-[0-9]{2}(-[0-9]{2})?")) {
                return YearMonth.parse(text.substring(0, 7));
            }
        } catch (DateTimeException noMonth) {
            // Said below.
        }
        throw row.wrong("launch_date", "'" + text + "' is no date; write 2024-12 or 2024-12-31");
    }

    /** A figure, absent when unknown. */
    public OptionalDouble figure(CardFigure figure) {
        Double value = figures.get(figure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Memory on the card in GB as its label says (GiB within a percent). */
    public OptionalDouble memoryGb() {
        return figure(CardFigure.MEMORY);
    }

    /** Memory bandwidth in GB/s (10^9 bytes). */
    public OptionalDouble bandwidthGBs() {
        return figure(CardFigure.BANDWIDTH);
    }

    /** FP32 rate outside tensor cores, in TFLOPS. */
    public OptionalDouble fp32Tflops() {
        return figure(CardFigure.FP32);
    }

    /** Dense FP16 tensor rate with the fastest accumulator, in TFLOPS. */
    public OptionalDouble tensorFp16Tflops() {
        return figure(CardFigure.TENSOR_FP16);
    }

    /** Dense FP16 or BF16 tensor rate with FP32 sums, in TFLOPS. */
    public OptionalDouble tensorFp32SumsTflops() {
        return figure(CardFigure.TENSOR_FP32_SUMS);
    }

    /** NVLink, both directions together, in GB/s; 0 is known to have none. */
    public OptionalDouble nvlinkGBs() {
        return figure(CardFigure.NVLINK);
    }

    /** Board power in W. */
    public OptionalDouble powerW() {
        return figure(CardFigure.POWER);
    }

    /** Where a figure is from. */
    public String sourceOf(CardFigure figure) {
        return new CardSources(source).of(figure);
    }
}
