package io.xianka.diagnosis.facts;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One thing about a machine: its value, or why it is not known. A rule that asks whether something {@link #holds} is
 * never answered by an unknown fact, so what could not be read accuses nobody.
 *
 * @param <T> a number, a text, an enum, a record, or an Optional, a List or a Map of those
 */
public sealed interface Fact<T> {

    /**
     * It was read.
     *
     * @param value never null; lists and maps are copied
     */
    record Known<T>(T value) implements Fact<T> {
        @SuppressWarnings("unchecked") // a copy of a list is a list of the same elements
        public Known {
            value = switch (Objects.requireNonNull(value)) {
                case List<?> list -> (T) List.copyOf(list);
                case Map<?, ?> map -> (T) Collections.unmodifiableMap(new LinkedHashMap<>(map));
                default -> value;
            };
        }

        @Override
        public String toString() {
            return value.toString();
        }
    }

    /**
     * It could not be read.
     *
     * @param reason in one line: {@code /proc/modules: permission denied}
     */
    record Unknown<T>(String reason) implements Fact<T> {
        public Unknown {
            Objects.requireNonNull(reason);
        }

        @Override
        public String toString() {
            return "unknown: " + reason;
        }
    }

    /** A known fact. */
    static <T> Fact<T> of(T value) {
        return new Known<>(value);
    }

    /** An unknown fact, and why. */
    static <T> Fact<T> unknown(String reason) {
        return new Unknown<>(reason);
    }

    /** The value; empty when it is unknown. */
    default Optional<T> known() {
        return switch (this) {
            case Known<T>(T value) -> Optional.of(value);
            case Unknown<T> _ -> Optional.empty();
        };
    }

    /** Whether the value is known. */
    default boolean isKnown() {
        return this instanceof Known;
    }

    /** Whether the value is known and satisfies a condition; false of an unknown fact, whatever the condition. */
    default boolean holds(Predicate<? super T> condition) {
        return known().filter(condition).isPresent();
    }

    /** Whether the value is known and equals this one. */
    default boolean is(T expected) {
        return holds(expected::equals);
    }

    /** The value, or another where it is unknown: for showing, not for judging. */
    default T orElse(T other) {
        return known().orElse(other);
    }

    /** The fact of a function's result; unknown for the same reason. */
    default <R> Fact<R> map(Function<? super T, ? extends R> function) {
        return switch (this) {
            case Known<T>(T value) -> of(function.apply(value));
            case Unknown<T>(String reason) -> unknown(reason);
        };
    }

    /** The reason it is unknown; empty when it is known. */
    default Optional<String> whyUnknown() {
        return switch (this) {
            case Known<T> _ -> Optional.empty();
            case Unknown<T>(String reason) -> Optional.of(reason);
        };
    }
}
