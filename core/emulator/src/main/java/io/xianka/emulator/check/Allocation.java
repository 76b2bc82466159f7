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

    /** How closely {@link Claims} must look; this only becomes finer. */
    volatile Claims.Grain grain = Claims.Grain.LONG_ROW;

    /** The kernel that last had {@link Claims} on it, if it did not write; null else. */
    volatile String onlyReadBy;

    /** Of the launch that has them; they say themselves which that is. */
    private Claims claims;

    private int claimsAge;
    private Shadow shadow;
    private long shadowLaunch;
    private int shadowAge;

    Allocation(MemoryRegion region, String allocatedAt, WrittenBytes written) {
        this.base = region.base;
        this.bytes = region.bytes;
        this.isReadOnly = region.isReadOnly();
        this.allocatedAt = allocatedAt;
        this.written = written;
    }

    /**
     * The shadow of its memory for a launch, with what launches before left there; null while another launch has it.
     *
     * @param launch its number, from 1 on
     * @param age of the numbers that blocks have in stamps; a shadow of another age is thrown away
     */
    synchronized Shadow takeShadow(long launch, int age) {
        if (shadowLaunch != 0 && shadowLaunch != launch) {
            return null;
        }
        if (shadow == null || shadowAge != age) {
            shadow = new Shadow(bytes);
            shadowAge = age;
        }
        shadowLaunch = launch;
        return shadow;
    }

    /** A launch that used this shadow is over. */
    synchronized void giveShadowBack(Shadow used) {
        if (used == shadow) {
            shadowLaunch = 0;
        }
    }

    /** @return the bytes that were reserved for it */
    synchronized long forgetShadow() {
        long reserved = claims == null ? 0 : claims.release();
        shadow = null;
        claims = null;
        return reserved;
    }

    /** The claims on its memory that a launch has; null where it has none yet. */
    Claims claims(WatchedLaunch launch) {
        Claims known = claims;
        return known != null && known.launch == launch ? known : null;
    }

    /** Whether later launches will use these claims, too. */
    synchronized boolean keeps(Claims used) {
        return used == claims;
    }

    /** Claims on its memory for a launch. */
    synchronized Claims takeClaims(WatchedLaunch launch, MemoryRegion region) {
        Claims taken = claims;
        boolean isIdle = taken != null && taken.launch == null;
        if (!isIdle || claimsAge != launch.numbers.age() || !taken.areAsFineAs(grain)) {
            Claims.Grain usual = Claims.Grain.ofBlocks(launch.request.block().x());
            taken = new Claims(this, region, usual.compareTo(grain) > 0 ? usual : grain, isIdle ? taken : null);
            if (claims == null || isIdle) {
                claims = taken;
                claimsAge = launch.numbers.age();
            }
        }
        taken.begin(launch);
        return taken;
    }

    synchronized void refine(Claims.Grain needed) {
        if (needed.compareTo(grain) > 0) {
            grain = needed;
        }
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
