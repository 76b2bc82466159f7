package io.xianka.compiler.lowering;

/** A scalar part of a {@link Slot}, the unit of SSA construction. */
final class Leaf {
    final Slot slot;
    final long offset;
    final Access access;
    private final int hash;

    /** The address of a local object that was written here, as long as nothing else was. */
    Node pointer;

    /** Somebody relied on that. */
    boolean assumed;

    boolean written;

    Leaf(Slot slot, long offset, Access access, int number) {
        this.slot = slot;
        this.offset = offset;
        this.access = access;
        this.hash = number * 0x9E3779B1 >>> 7;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public String toString() {
        return slot + "+" + offset;
    }
}
