package io.xianka.nn.data;

import java.util.Objects;

/**
 * The numbers from 0 to below a count in a random order that nothing stores: the number at a place is computed from the place and a key, so
 * that an order of any length starts anywhere at once. A Feistel network permutes a power of four above the count; what falls beyond
 * the count is permuted again until it does not (Black and Rogaway, Ciphers with arbitrary finite domains, 2002).
 */
public final class Permutation {
    private static final int ROUNDS = 6;

    /** A network over fewer bits has too few orders to choose from. */
    private static final int LEAST_BITS = 8;

    private final long count;
    private final long key;
    private final int halfBits;
    private final long mask;

    /**
     * One order.
     *
     * @param key each gives another order
     */
    public Permutation(long count, long key) {
        if (count < 1 || count > 1L << 62) {
            throw new IllegalArgumentException("permutation of " + count + ": there is at least one number");
        }
        this.count = count;
        this.key = key;
        int bits = Math.max(LEAST_BITS, Long.SIZE - Long.numberOfLeadingZeros(count - 1));
        halfBits = (bits + 1) / 2;
        mask = (1L << halfBits) - 1;
    }

    /** {@return the number at a place} */
    public long at(long place) {
        Objects.checkIndex(place, count);
        long number = place;
        do {
            number = permuted(number);
        } while (number >= count);
        return number;
    }

    private long permuted(long number) {
        long left = number >>> halfBits;
        long right = number & mask;
        for (int round = 0; round < ROUNDS; round++) {
            long next = left ^ mix(right + mix(key + round)) & mask;
            left = right;
            right = next;
        }
        return left << halfBits | right;
    }

    /** Every bit of the result depends on every bit given (SplitMix64's finaliser, by D. Stafford). */
    static long mix(long bits) {
        long mixed = bits + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
