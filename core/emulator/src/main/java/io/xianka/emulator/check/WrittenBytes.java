package io.xianka.emulator.check;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** Which bytes of a memory somebody wrote. Several threads may note what they write. */
final class WrittenBytes {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;

    WrittenBytes(long bytes) {
        words = new long[Math.toIntExact((bytes + 63) >>> 6)];
    }

    void clear() {
        Arrays.fill(words, 0);
    }

    /**
     * An access: at most 32 bytes. Its address is a multiple of its size, but its offset need not be: a variable's window
     * is aligned to more than the variable.
     */
    void write(long offset, int bytes) {
        if (crossesWords(offset, bytes)) {
            writeAll(offset, bytes);
            return;
        }
        set((int) (offset >>> 6), (-1L >>> (64 - bytes)) << offset);
    }

    private void set(int word, long mask) {
        if (mask == -1L) {
            words[word] = mask;
        } else if ((words[word] & mask) != mask) {
            WORD.getAndBitwiseOr(words, word, mask);
        }
    }

    /** What is known of some bytes, from a multiple of 64 on, in a bit each; there may be fewer. */
    long[] words(long offset, int bytes) {
        int from = (int) (offset >>> 6);
        return Arrays.copyOfRange(words, from, Math.min(words.length, from + (bytes >>> 6)));
    }

    /** Makes a few bytes what {@link #words} said they were, by the word that has them. No other thread writes. */
    void restore(long offset, int bytes, long word) {
        long mask = (-1L >>> (64 - bytes)) << offset;
        int at = (int) (offset >>> 6);
        words[at] = words[at] & ~mask | word & mask;
    }

    /** Whether any byte of an access was written. */
    boolean isAnyWritten(long offset, int bytes) {
        if (crossesWords(offset, bytes)) {
            int first = 64 - (int) (offset & 63);
            return isAnyWritten(offset, first) || isAnyWritten(offset + first, bytes - first);
        }
        return (words[(int) (offset >>> 6)] >>> offset & (-1L >>> (64 - bytes))) != 0;
    }

    private static boolean crossesWords(long offset, int bytes) {
        return (offset & 63) + bytes > 64;
    }

    void writeAll(long offset, long bytes) {
        for (long at = offset; at < offset + bytes; ) {
            int count = (int) Math.min(64 - (at & 63), offset + bytes - at);
            set((int) (at >>> 6), (-1L >>> (64 - count)) << at);
            at += count;
        }
    }

    boolean areAllWritten(long offset, long bytes) {
        for (long at = offset; at < offset + bytes; ) {
            int count = (int) Math.min(64 - (at & 63), offset + bytes - at);
            long mask = (-1L >>> (64 - count)) << at;
            if ((words[(int) (at >>> 6)] & mask) != mask) {
                return false;
            }
            at += count;
        }
        return true;
    }

    /** As the bytes of another memory are. */
    void copy(long offset, long bytes, WrittenBytes from, long fromOffset) {
        for (long i = 0; i < bytes; i++) {
            long bit = 1L << (offset + i);
            if (from.isAnyWritten(fromOffset + i, 1)) {
                words[(int) (offset + i >>> 6)] |= bit;
            } else {
                words[(int) (offset + i >>> 6)] &= ~bit;
            }
        }
    }
}
