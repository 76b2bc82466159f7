package io.xianka.nn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PermutationTest {
    private static int[] order(int count, long key) {
        var permutation = new Permutation(count, key);
        return IntStream.range(0, count).map(i -> (int) permutation.at(i)).toArray();
    }

    @Test
    void hasEveryNumberOnce() {
        for (int count = 1; count < 300; count++) {
            for (long key = 0; key < 5; key++) {
                var seen = new BitSet();
                Arrays.stream(order(count, key)).forEach(seen::set);
                assertEquals(count, seen.cardinality(), "count " + count + ", key " + key);
                assertEquals(count, seen.length());
            }
        }
    }

    @Test
    void reachesFarNumbers() {
        long count = (1L << 40) + 12_345;
        var permutation = new Permutation(count, 7);
        double mean =
                IntStream.range(0, 10_000).mapToLong(permutation::at).average().orElseThrow();
        assertEquals(count / 2.0, mean, 0.02 * count);
    }

    /** Chi-squared over all 24 orders of four: 23 degrees of freedom, which exceed 49.7 once in 1,000. */
    @Test
    void everyOrderIsAsLikely() {
        int keys = 24_000;
        var counts = new int[256];
        for (long key = 0; key < keys; key++) {
            int[] order = order(4, key);
            counts[order[0] << 6 | order[1] << 4 | order[2] << 2 | order[3]]++;
        }
        double squares = Arrays.stream(counts)
                .filter(count -> count > 0)
                .mapToDouble(count -> Math.pow(count - keys / 24.0, 2) / (keys / 24.0))
                .sum();
        assertEquals(24, Arrays.stream(counts).filter(count -> count > 0).count());
        assertTrue(squares < 49.7, "chi-squared " + squares);
    }

    @Test
    void neighboursPart() {
        int[] order = order(10_000, 1);
        long near = IntStream.range(1, order.length)
                .filter(i -> Math.abs(order[i] - order[i - 1]) < 10)
                .count();
        assertTrue(near < 60, near + " neighbours stayed together, about 18 do by chance");
    }

    @Test
    void anotherKeyIsAnotherOrder() {
        int[] one = order(1_000, 1);
        int[] other = order(1_000, 2);
        assertNotEquals(Arrays.hashCode(one), Arrays.hashCode(other));
        long same = IntStream.range(0, 1_000).filter(i -> one[i] == other[i]).count();
        assertTrue(same < 10, same + " places agree, about 1 does by chance");
    }
}
