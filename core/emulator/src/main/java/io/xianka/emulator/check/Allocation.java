package io.xianka.emulator.check;

import io.xianka.emulator.machine.MemoryRegion;

/** What a checked device knows of a region of its memory; also after that was freed. */
final class Allocation {
    final long base;
    final long bytes;
    final boolean isReadOnly;

    /** Memory of the host. */
    boolean isHost;

    /** The line of Java, or of the kernel; null where it is not known, and for variables. */
    volatile String allocatedAt;

    /** A variable's; else null. */
    volatile String name;

    /** Null while it is allocated. */
    volatile String freedAt;

    /** Null where all bytes count as written. */
    volatile WrittenBytes written;

    private Shadow shadow;
    private long shadowLaunch;

    Allocation(MemoryRegion region, String allocatedAt, WrittenBytes written) {
        this.base = region.base;
        this.bytes = region.bytes;
        this.isReadOnly = region.isReadOnly();
        this.allocatedAt = allocatedAt;
        this.written = written;
    }

    /** The accesses of a launch; null before the first. */
    Shadow shadow(long launch) {
        return shadowLaunch == launch ? shadow : null;
    }

    Shadow newShadow(long launch) {
        shadowLaunch = launch;
        shadow = new Shadow(bytes);
        return shadow;
    }

    void forgetShadow() {
        shadow = null;
        shadowLaunch = 0;
    }

    boolean contains(long address) {
        return address - base >= 0 && address - base < bytes;
    }

    /** How far an address lies from it; 0 inside. */
    long distance(long address) {
        return address < base ? base - address : Math.max(0, address - base - bytes);
    }

    Nearest nearest(long address, Space space, String parameter) {
        String known = name != null ? name : parameter;
        Nearest.Relation relation = address < base
                ? Nearest.Relation.BEFORE
                : contains(address) ? Nearest.Relation.INSIDE : Nearest.Relation.AFTER;
        long distance = switch (relation) {
            case BEFORE -> base - address;
            case INSIDE -> address - base;
            case AFTER -> address - base - bytes;
        };
        return new Nearest(space, known, base, bytes, relation, distance, allocatedAt, freedAt);
    }
}
