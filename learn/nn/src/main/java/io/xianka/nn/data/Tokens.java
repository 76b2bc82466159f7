package io.xianka.nn.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/** A sequence of token numbers, in memory or, as {@link TokenFile}, in a file. Threads may share one. */
public interface Tokens {
    /** {@return how many there are} */
    long count();

    /**
     * Copies a run of tokens.
     *
     * @param from the place of the first
     * @param target int32 numbers, which are filled
     * @throws IndexOutOfBoundsException when the run is not in the sequence
     */
    void copy(long from, MemorySegment target);

    /** {@return where they come from, for messages} */
    String source();

    /** {@return tokens in memory, which must not change} */
    static Tokens of(String source, int[] tokens) {
        MemorySegment all = MemorySegment.ofArray(tokens);
        return new Tokens() {
            @Override
            public long count() {
                return tokens.length;
            }

            @Override
            public void copy(long from, MemorySegment target) {
                MemorySegment.copy(all, from * Integer.BYTES, target, 0, target.byteSize());
            }

            @Override
            public String source() {
                return source;
            }
        };
    }

    /** {@return the tokens from a place to before another} */
    default Tokens slice(long from, long to) {
        Objects.checkFromToIndex(from, to, count());
        Tokens whole = this;
        return new Tokens() {
            @Override
            public long count() {
                return to - from;
            }

            @Override
            public void copy(long start, MemorySegment target) {
                Objects.checkFromIndexSize(start, target.byteSize() / Integer.BYTES, to - from);
                whole.copy(from + start, target);
            }

            @Override
            public String source() {
                return whole.source();
            }
        };
    }

    /** Tokens to learn from, and tokens to measure by, which were never learnt. */
    record Split(Tokens training, Tokens validation) {}

    /**
     * Cuts off the end as validation.
     *
     * @param validationShare of the tokens, from 0 to below 1
     */
    default Split split(double validationShare) {
        if (!(validationShare >= 0 && validationShare < 1)) {
            throw new IllegalArgumentException(
                    "split: a share of " + validationShare + " for validation is not from 0 to below 1");
        }
        long border = count() - (long) (count() * validationShare);
        return new Split(slice(0, border), slice(border, count()));
    }

    /**
     * Reads all tokens once.
     *
     * @throws DataException when one is not from 0 to below the vocabulary, with its place
     */
    default void check(long vocabulary) {
        int[] chunk = new int[1 << 16];
        for (long from = 0; from < count(); from += chunk.length) {
            int length = (int) Math.min(chunk.length, count() - from);
            copy(from, MemorySegment.ofArray(chunk).asSlice(0, (long) length * Integer.BYTES));
            for (int i = 0; i < length; i++) {
                if (chunk[i] < 0 || chunk[i] >= vocabulary) {
                    throw outside(this, from + i, chunk[i], vocabulary);
                }
            }
        }
    }

    /** Refuses what {@link #check} refuses, in tokens that were copied from a place. */
    static void check(Tokens tokens, long from, MemorySegment copied, long vocabulary) {
        long count = copied.byteSize() / Integer.BYTES;
        for (long i = 0; i < count; i++) {
            int token = copied.getAtIndex(ValueLayout.JAVA_INT, i);
            if (token < 0 || token >= vocabulary) {
                throw outside(tokens, from + i, token, vocabulary);
            }
        }
    }

    private static DataException outside(Tokens tokens, long place, int token, long vocabulary) {
        return new DataException(
                tokens.source(),
                "token " + Integer.toUnsignedString(token) + " at place " + place + " is not below the vocabulary of "
                        + vocabulary + "; these tokens belong to another tokenizer, or are of another width");
    }
}
