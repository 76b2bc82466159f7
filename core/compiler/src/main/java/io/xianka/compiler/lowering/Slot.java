package io.xianka.compiler.lowering;

import java.util.ArrayList;
import java.util.List;

/** A local object: registers as long as every access names its bytes at compile time, else local memory. */
final class Slot {
    /** What made it, equal when the function is lowered again. */
    final Object key;

    final String name;
    final long bytes;
    final int alignmentBytes;
    final boolean inMemory;
    /** In offset order. */
    final List<Leaf> leaves = new ArrayList<>(1);
    /** Its name in the PTX; set by Emission. */
    String variable;

    Slot(Object key, String name, long bytes, int alignmentBytes, boolean inMemory) {
        this.key = key;
        this.name = name;
        this.bytes = bytes;
        this.alignmentBytes = alignmentBytes;
        this.inMemory = inMemory;
    }

    @Override
    public String toString() {
        return name;
    }
}
