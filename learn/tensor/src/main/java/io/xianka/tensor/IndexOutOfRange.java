package io.xianka.tensor;

import java.util.Locale;

/**
 * An element of an index tensor, or a target of a loss, that names no place of its axis. Where tensors are on a GPU it is found by the
 * kernel that reads it and thrown at the next wait: when elements are read back, or by {@link Device#synchronize}. What was computed with
 * such an index is undefined; nothing outside of the tensors was read or written.
 */
public final class IndexOutOfRange extends IndexOutOfBoundsException {
    private static final long serialVersionUID = 1L;

    private IndexOutOfRange(String message) {
        super(message);
    }

    /**
     * An index that an operation refuses.
     *
     * @param least the smallest place it takes: 0, or less where negative ones count from the end
     * @param size of the axis
     */
    public static IndexOutOfRange of(String operation, long index, long least, long size) {
        return new IndexOutOfRange(
                size == 0
                        ? operation + ": index " + index + " of an axis of size 0, which has no places"
                        : String.format(
                                Locale.ROOT,
                                "%s: index %d of an axis of size %d, whose places are %d to %d; replace it by where() first",
                                operation,
                                index,
                                size,
                                least,
                                size - 1));
    }
}
