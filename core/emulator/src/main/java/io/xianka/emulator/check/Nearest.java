package io.xianka.emulator.check;

/**
 * The allocation or variable that an address belongs to, or lies closest to.
 *
 * @param space which memory
 * @param name the variable's name, or the kernel parameter's that points to the allocation; null where it has none
 * @param address of its first byte, in the generic address space
 * @param relation where the address lies
 * @param distanceBytes from its first byte where {@code INSIDE}, from its end where {@code AFTER}, to its begin where
 *     {@code BEFORE}
 * @param allocatedAt the line of Java that allocated it; null for variables
 * @param freedAt the line of Java that freed it; null unless it was freed
 */
public record Nearest(
        Space space,
        String name,
        long address,
        long bytes,
        Relation relation,
        long distanceBytes,
        String allocatedAt,
        String freedAt) {
    /** Where an address lies. */
    public enum Relation {
        BEFORE,
        INSIDE,
        AFTER
    }
}
