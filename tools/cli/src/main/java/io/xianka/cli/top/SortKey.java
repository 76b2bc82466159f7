package io.xianka.cli.top;

import io.xianka.diagnosis.facts.Fact;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What processes are ordered by; numbers show the largest first, what is unknown comes last. */
public enum SortKey {
    GPU(Comparator.comparingInt(Row::gpu)),
    MEMORY(largest(row -> row.process().gpuMemoryBytes())),
    LOAD(largest(row -> row.process().gpuLoadPercent())),
    CPU(largest(row -> row.process().cpuPercent())),
    PID(Comparator.comparingLong(row -> row.process().pid())),
    USER(Comparator.comparing(row -> row.process().user().orElse("\uffff"))),
    COMMAND(Comparator.comparing(row -> row.process().command().orElse("\uffff").toLowerCase(Locale.ROOT)));

    private interface Figure<T> {
        Fact<T> of(Row row);
    }

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Comparator<Row> order;

    SortKey(Comparator<Row> order) {
        this.order = order.thenComparingInt(Row::gpu)
                .thenComparingLong(row -> row.process().pid());
    }

    private static <T extends Number> Comparator<Row> largest(Figure<T> figure) {
        return Comparator.comparingDouble(
                row -> figure.of(row).map(value -> -value.doubleValue()).orElse(1.0));
    }

    Comparator<Row> order() {
        return order;
    }

    SortKey next() {
        return values()[(ordinal() + 1) % values().length];
    }

    /** The key of a name, in any case. */
    public static Optional<SortKey> of(String name) {
        return Arrays.stream(values())
                .filter(key -> key.toString().equalsIgnoreCase(name))
                .findFirst();
    }

    /** All names, for a message. */
    public static String names() {
        return Arrays.stream(values()).map(SortKey::toString).collect(Collectors.joining(", "));
    }

    /** The name as the command line takes it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
