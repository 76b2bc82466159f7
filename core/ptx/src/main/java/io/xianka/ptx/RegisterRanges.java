package io.xianka.ptx;

import java.util.HashMap;
import java.util.Map;

/** The declarations {@code name<n>} of one scope, by prefix; what each stands for is the caller's. */
final class RegisterRanges<V> {
    private static final int MOST_DIGITS = 9;

    record Entry<V>(Statement.Registers registers, V value) {
        private boolean covers(String name) {
            int prefix = registers.name().length();
            boolean hasLeadingZero = name.charAt(prefix) == '0' && name.length() > prefix + 1;
            return !hasLeadingZero && Integer.parseInt(name, prefix, name.length(), 10) < registers.count();
        }
    }

    private final Map<String, Entry<V>> byPrefix = new HashMap<>();

    /** False where the prefix was there before. */
    boolean add(Statement.Registers registers, V value) {
        return byPrefix.put(registers.name(), new Entry<>(registers, value)) == null;
    }

    boolean isEmpty() {
        return byPrefix.isEmpty();
    }

    /** The declaration that a register's name belongs to; null if there is none. */
    Entry<V> covering(String name) {
        if (byPrefix.isEmpty()) {
            return null;
        }
        int firstDigit = name.length();
        int lowest = Math.max(1, name.length() - MOST_DIGITS);
        while (firstDigit > lowest && name.charAt(firstDigit - 1) >= '0' && name.charAt(firstDigit - 1) <= '9') {
            firstDigit--;
        }
        for (int split = firstDigit; split < name.length(); split++) {
            Entry<V> entry = byPrefix.get(name.substring(0, split));
            if (entry != null && entry.covers(name)) {
                return entry;
            }
        }
        return null;
    }
}
