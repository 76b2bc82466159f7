package io.xianka.compiler.lowering;

/**
 * How a load or store touches memory.
 *
 * @param count number of elements side by side, 1, 2 or 4
 * @param alignmentBytes alignment of the object around what is accessed
 * @param skewBytes how far behind the start of that object the access begins
 */
record MemoryAccess(Access access, int count, boolean isVolatile, int alignmentBytes, long skewBytes) {

    /** The largest power of two, up to 16, that surely divides the accessed address. */
    int knownAlignmentBytes() {
        int alignment = Math.min(16, Math.max(1, alignmentBytes));
        while (alignment > 1 && skewBytes % alignment != 0) {
            alignment >>= 1;
        }
        return alignment;
    }
}
