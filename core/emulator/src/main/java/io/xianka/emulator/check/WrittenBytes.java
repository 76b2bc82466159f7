package io.xianka.emulator.check;

import java.util.Arrays;

/** Which bytes of a memory somebody wrote. */
final class WrittenBytes {
    private final long[] words;

    WrittenBytes(long bytes) {
        words = new long[Math.toIntExact((bytes + 63) >>> 6)];
    }

    void clear() {
        Arrays.fill(words, 0);
    }

    /** An access: at most 32 bytes, aligned to their size, which is a power of two. */
    void write(long offset, int bytes) {
        words[(int) (offset >>> 6)] |= (-1L >>> (64 - bytes)) << offset;
    }

    /** Whether any byte of an access was written. */
    boolean isAnyWritten(long offset, int bytes) {
        return (words[(int) (offset >>> 6)] >>> offset & (-1L >>> (64 - bytes))) != 0;
    }

    void writeAll(long offset, long bytes) {
        set(offset, bytes, null, 0);
    }

    /** As the bytes of another memory are. */
    void copy(long offset, long bytes, WrittenBytes from, long fromOffset) {
        set(offset, bytes, from, fromOffset);
    }

    private void set(long offset, long bytes, WrittenBytes from, long fromOffset) {
        for (long i = 0; i < bytes; ) {
            long at = offset + i;
            if (from == null && (at & 63) == 0 && bytes - i >= 64) {
                words[(int) (at >>> 6)] = -1;
                i += 64;
                continue;
            }
            boolean isWritten = from == null || from.isAnyWritten(fromOffset + i, 1);
            long bit = 1L << at;
            if (isWritten) {
                words[(int) (at >>> 6)] |= bit;
            } else {
                words[(int) (at >>> 6)] &= ~bit;
            }
            i++;
        }
    }
}
