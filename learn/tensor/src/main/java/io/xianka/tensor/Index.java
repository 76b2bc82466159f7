package io.xianka.tensor;

/**
 * What to take of an axis, for {@link Tensor#get(Index...)}: NumPy's {@code x[1, 2:5, ::-1, ..., None, [0, 2]]}.
 */
public sealed interface Index {
    /** One place; the axis goes. Negative places count from the end. */
    record At(long place) implements Index {}

    /** From {@code start} to before {@code stop} by steps, as Python's slices; null means from or to the end. */
    record Range(Long start, Long stop, long step) implements Index {
        /** With a step that moves. */
        public Range {
            if (step == 0) {
                throw new IllegalArgumentException("a step of 0 does not move");
            }
        }

        /** {@return the first place on an axis of this size} */
        long first(long size) {
            return start == null ? (step > 0 ? 0 : size - 1) : clipped(start, size);
        }

        /** {@return how many places on an axis of this size} */
        long count(long size) {
            long end = stop == null ? (step > 0 ? size : -1) : clipped(stop, size);
            long distance = step > 0 ? end - first(size) : first(size) - end;
            return distance <= 0 ? 0 : Math.ceilDiv(distance, Math.abs(step));
        }

        private long clipped(long place, long size) {
            long counted = place < 0 ? place + size : place;
            return step > 0 ? Math.clamp(counted, 0, size) : Math.clamp(counted, -1, size - 1);
        }
    }

    /** All axes that are not named. */
    record Ellipsis() implements Index {}

    /** A new axis of size 1. */
    record NewAxis() implements Index {}

    /** The places that integers name, or those where a bool is true. */
    record Places(Tensor places) implements Index {}

    /** {@return one place; the axis goes} */
    static Index at(long place) {
        return new At(place);
    }

    /** {@return the whole axis: {@code :}} */
    static Index all() {
        return new Range(null, null, 1);
    }

    /** {@return {@code start:}} */
    static Index from(long start) {
        return new Range(start, null, 1);
    }

    /** {@return {@code :stop}} */
    static Index to(long stop) {
        return new Range(null, stop, 1);
    }

    /** {@return {@code start:stop}} */
    static Index range(long start, long stop) {
        return new Range(start, stop, 1);
    }

    /** {@return {@code start:stop:step}} */
    static Index range(long start, long stop, long step) {
        return new Range(start, stop, step);
    }

    /** {@return {@code ::step}; -1 turns the axis} */
    static Index every(long step) {
        return new Range(null, null, step);
    }

    /** {@return {@code ...}} */
    static Index ellipsis() {
        return new Ellipsis();
    }

    /** {@return {@code None}: a new axis} */
    static Index newAxis() {
        return new NewAxis();
    }

    /** {@return the places that integers name (negative ones count from the end), or those where a bool is true} */
    static Index of(Tensor places) {
        return new Places(places);
    }

    /**
     * One index as Python writes it between commas: {@code 3}, {@code 1:6:2}, {@code ::-1}, {@code ...}, {@code None}.
     *
     * @throws IllegalArgumentException when it is none of these
     */
    static Index parse(String text) {
        String word = text.strip();
        if (word.equals("...")) {
            return ellipsis();
        }
        if (word.equals("None") || word.equals("newaxis")) {
            return newAxis();
        }
        String[] parts = word.split(":", -1);
        try {
            return switch (parts.length) {
                case 1 -> at(Long.parseLong(word));
                case 2 -> new Range(number(parts[0]), number(parts[1]), 1);
                case 3 -> {
                    Long step = number(parts[2]);
                    yield new Range(number(parts[0]), number(parts[1]), step == null ? 1 : step);
                }
                default -> throw new NumberFormatException();
            };
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(
                    "index \"" + word + "\": write a place, start:stop:step, ... or None", wrong);
        }
    }

    private static Long number(String text) {
        return text.isBlank() ? null : Long.valueOf(text.strip());
    }
}
