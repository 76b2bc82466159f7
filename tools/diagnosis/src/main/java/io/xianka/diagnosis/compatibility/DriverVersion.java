package io.xianka.diagnosis.compatibility;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The version of an NVIDIA driver, such as 535.104.05, compared number by number. It is printed as it was written.
 *
 * @param text as written
 * @param numbers 535, 104, 5
 */
public record DriverVersion(String text, List<Integer> numbers) implements Comparable<DriverVersion> {

    private static final Pattern FORM = Pattern.compile("[Rr]?(\\d{2,3}(?:\\.\\d{1,4}){0,2})");

    public DriverVersion {
        numbers = List.copyOf(numbers);
    }

    /** Reads {@code 535.104.05}, {@code 576.57}, {@code 580} and {@code R580}; empty for anything else. */
    public static Optional<DriverVersion> parse(String text) {
        var form = FORM.matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        String digits = form.group(1);
        return Optional.of(new DriverVersion(
                digits, Arrays.stream(digits.split("\\.")).map(Integer::valueOf).toList()));
    }

    /** The branch: 535. */
    public int branch() {
        return numbers.getFirst();
    }

    /** Whether it is older than the other; 580 is the beginning of its branch. */
    public boolean isBefore(DriverVersion other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(DriverVersion other) {
        int length = Math.max(numbers.size(), other.numbers.size());
        for (int i = 0; i < length; i++) {
            int difference = Integer.compare(number(i), other.number(i));
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    private int number(int index) {
        return index < numbers.size() ? numbers.get(index) : 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DriverVersion version && compareTo(version) == 0;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < 3; i++) {
            hash = 31 * hash + number(i);
        }
        return hash;
    }

    @Override
    public String toString() {
        return text;
    }
}
