package io.xianka.ptx;

import java.util.List;
import java.util.Objects;

/** The value a variable has before anything runs; also a value in a debug section. */
public sealed interface Initializer {
    record IntegerValue(long value) implements Initializer {}

    /** {@code 0f...} */
    record FloatValue(int bits) implements Initializer {}

    /** {@code 0d...} or decimal. */
    record DoubleValue(long bits) implements Initializer {}

    /**
     * An address known when the module is loaded.
     *
     * @param generic {@code generic(name)}: as a generic address, not as one of the variable's own space
     * @param mask 0 for the whole address; {@code 0xFF00} for {@code 0xFF00(name)}, which keeps only those bits, moved
     *     down
     */
    record AddressOf(String name, long offsetBytes, boolean generic, long mask) implements Initializer {
        public AddressOf {
            Objects.requireNonNull(name);
        }
    }

    /** {@code end - start}, in debug sections. */
    record Difference(String end, String start) implements Initializer {
        public Difference {
            Objects.requireNonNull(end);
            Objects.requireNonNull(start);
        }
    }

    /** {@code {1, 2, {3, 4}}}; elements that are missing are zero. */
    record Array(List<Initializer> elements) implements Initializer {
        public Array {
            elements = List.copyOf(elements);
        }
    }

    /** A property of a legacy sampler, texture or surface: {@code filter_mode = nearest}. */
    record Property(String name, String value) implements Initializer {
        public Property {
            Objects.requireNonNull(name);
            Objects.requireNonNull(value);
        }
    }
}
