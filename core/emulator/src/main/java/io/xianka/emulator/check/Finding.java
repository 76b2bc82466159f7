package io.xianka.emulator.check;

import java.util.Objects;

/**
 * One thing that is wrong, by kind and line; threads that do the same at the same line are counted, and the first of them is
 * described.
 *
 * @param space the memory it is about; null for barriers, masks and arithmetic
 * @param access null where {@code space} is
 * @param size of the access in bytes, of the allocation for leaks and double frees, otherwise 0
 * @param address in the generic address space; 0 where there is none
 * @param place the line; for a race that of the access that the program does later
 * @param earlier the other access of a race; null for other kinds
 * @param kernel null for what the host did
 * @param thread null for what the host did
 * @param nearest null where no memory is involved, or nothing is allocated
 * @param message the whole in words, without the place and the thread
 * @param count how often it was seen, at least 1
 */
public record Finding(
        FindingKind kind,
        Space space,
        Access access,
        int size,
        long address,
        SourcePlace place,
        EarlierAccess earlier,
        String kernel,
        ThreadPlace thread,
        Nearest nearest,
        String message,
        long count) {
    public Finding {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(message, "message");
        if (count < 1) {
            throw new IllegalArgumentException("a finding seen " + count + " times");
        }
    }

    /** The source file's name; null where the PTX does not say. */
    public String file() {
        return place.file();
    }

    /** The source line; 0 where the PTX does not say. */
    public int line() {
        return place.line();
    }
}
