package io.xianka.emulator.translator;

/** How a register's value changes from lane to lane of a warp. */
sealed interface Shape {
    /** The same in all lanes: one scalar for the warp. */
    enum Uniform implements Shape {
        UNIFORM
    }

    /** {@code base + lane * stride} in 32 bits, wrapping: one scalar, the base. */
    record Affine32(int stride) implements Shape {}

    /**
     * {@code offset + scale * extended(base + lane * stride)}: two scalars, the 32-bit base and the 64-bit offset. The inner
     * sum wraps in 32 bits before it is extended, as the program that computes it says.
     */
    record Affine64(int stride, long scale, boolean isSigned) implements Shape {
        long step() {
            return stride * scale;
        }
    }

    /**
     * {@code base + lane * stride + block * turn} in 32 bits, wrapping, where {@code block} says which of the warp's blocks the
     * lane is of: the position in a block, or the index of a block, where a warp runs several. One scalar, the base. Lanes never
     * read it: only what is affine again, such as their index in the grid.
     */
    record Turning(int stride, int turn) implements Shape {}

    /** Anything: an array with an element for each lane. */
    enum Varying implements Shape {
        VARYING
    }

    default boolean isScalar() {
        return !(this instanceof Varying);
    }

    static Shape join(Shape a, Shape b) {
        if (a == null) {
            return b;
        }
        return b == null || a.equals(b) ? a : Varying.VARYING;
    }
}
