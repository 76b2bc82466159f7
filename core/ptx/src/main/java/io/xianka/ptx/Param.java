package io.xianka.ptx;

import java.util.Objects;

/**
 * A parameter or result of a function.
 *
 * @param space {@code PARAM}, or {@code REG} for what a {@code .func} takes in registers
 * @param alignmentBytes 0 where none is written
 * @param count {@link #SCALAR} or the number of elements of an array, {@link #UNSIZED} for {@code name[]}
 * @param pointer what {@code .ptr} says, null without it
 */
public record Param(StateSpace space, int alignmentBytes, PtxType type, String name, long count, PointerInfo pointer) {
    public static final long SCALAR = -1;
    public static final long UNSIZED = -2;

    /** {@code .ptr .global .align 16}: where the pointer points, and how far that is aligned (0: not said). */
    public record PointerInfo(StateSpace space, int alignmentBytes) {
        public PointerInfo {
            Objects.requireNonNull(space);
        }
    }

    public Param {
        Objects.requireNonNull(space);
        Objects.requireNonNull(type);
        Objects.requireNonNull(name);
    }

    public static Param scalar(PtxType type, String name) {
        return new Param(StateSpace.PARAM, 0, type, name, SCALAR, null);
    }

    /** A struct by value: {@code .param .align 8 .b8 name[16]}. */
    public static Param bytes(String name, int alignmentBytes, long sizeBytes) {
        return new Param(StateSpace.PARAM, alignmentBytes, PtxType.B8, name, sizeBytes, null);
    }

    public boolean isArray() {
        return count != SCALAR;
    }

    /** 0 for {@code name[]}. */
    public long sizeBytes() {
        return count == SCALAR ? type.bytes() : count == UNSIZED ? 0 : Math.multiplyExact(count, (long) type.bytes());
    }

    public int effectiveAlignmentBytes() {
        return alignmentBytes != 0 ? alignmentBytes : type.bytes();
    }
}
