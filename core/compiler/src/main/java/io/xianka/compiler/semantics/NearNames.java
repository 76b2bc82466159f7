package io.xianka.compiler.semantics;

import java.util.Collection;
import java.util.Locale;

/** Guesses which declared name a misspelt one was meant to be. */
final class NearNames {
    private NearNames() {}

    /** The nearest name within a third of the letters, or null. */
    static String nearest(String wanted, Collection<String> names) {
        int limit = wanted.length() < 3 ? 0 : Math.max(1, wanted.length() / 3);
        String best = null;
        int bestDistance = limit + 1;
        for (String name : names) {
            if (name.isEmpty() || name.startsWith("__xk_") || Math.abs(name.length() - wanted.length()) > limit) {
                continue;
            }
            int distance = name.equalsIgnoreCase(wanted) ? 1 : distance(wanted, name, bestDistance);
            if (distance > 0
                    && distance <= limit
                    && (distance < bestDistance || (distance == bestDistance && better(name, best, wanted)))) {
                best = name;
                bestDistance = distance;
            }
        }
        return best;
    }

    private static boolean better(String name, String best, String wanted) {
        if (best == null) {
            return true;
        }
        boolean sameStart = first(name).equals(first(wanted));
        boolean bestSameStart = first(best).equals(first(wanted));
        return sameStart != bestSameStart ? sameStart : name.compareTo(best) < 0;
    }

    private static String first(String name) {
        return name.substring(0, 1).toLowerCase(Locale.ROOT);
    }

    /** Insertions, deletions, replacements and swaps of neighbours that lead from one to the other. */
    private static int distance(String from, String to, int limit) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            row[0] = i;
            int least = i;
            for (int j = 1; j <= to.length(); j++) {
                int cost = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + cost);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
                least = Math.min(least, row[j]);
            }
            if (least > limit) {
                return limit + 1;
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[to.length()];
    }
}
