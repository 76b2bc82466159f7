package io.xianka.emulator.translator;

import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.emulator.machine.RegionViews;
import io.xianka.emulator.semantics.FloatArithmetic;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/** For generated code: accesses of neighbouring lanes side by side, checked all at once. */
final class Rows {
    private static final int BITS_OF_INFINITY = 0x7f80_0000;

    /** No distance between an address and its place. */
    static final long APART = Long.MIN_VALUE;

    private Rows() {}

    /**
     * The address in this process of the first of {@code lanes} accesses that lie {@code step} bytes apart, if all of them
     * are within one region and aligned; else 0.
     */
    static long global(
            TranslatedWarp warp, long first, long last, long step, int lanes, int shift, boolean isWrite, int site) {
        if (last - first != step * (lanes - 1) || (first & ((1 << shift) - 1)) != 0) {
            return 0;
        }
        long low = Math.min(first, last);
        long bytes = Math.abs(last - first) + (1L << shift);
        MemoryRegion region = warp.block.hints[site];
        if (!region.contains(low, bytes)) {
            region = warp.block.launch.memory().find(low);
            if (region == null || !region.contains(low, bytes)) {
                return 0;
            }
            warp.block.hints[site] = region;
        }
        if (isWrite && region.isReadOnly()) {
            return 0;
        }
        return region.host + (first - region.base);
    }

    /** As {@link #global} for offsets in shared memory. */
    static long shared(TranslatedWarp warp, long first, long last, long step, int lanes, int shift) {
        if (last - first != step * (lanes - 1) || (first & ((1 << shift) - 1)) != 0) {
            return 0;
        }
        long low = Math.min(first, last);
        long high = Math.max(first, last);
        MemoryRegion region = warp.block.shared;
        return low >= 0 && high <= region.bytes - (1L << shift) ? region.host + first : 0;
    }

    /**
     * How far it is from the addresses of lanes {@code from} to {@code to} to their places in this process, if all of them, with
     * {@code offset} added, are within one region and aligned; else {@link #APART}.
     */
    static long scattered(
            TranslatedWarp warp,
            long[] addresses,
            int from,
            int to,
            long offset,
            int shift,
            boolean isWrite,
            int site) {
        long first = addresses[from] + offset;
        MemoryRegion region = warp.block.hints[site];
        if (!region.contains(first, 1L << shift)) {
            region = warp.block.launch.memory().find(first);
            if (region == null) {
                return APART;
            }
            warp.block.hints[site] = region;
        }
        long base = region.base - offset;
        long last = (isWrite ? region.writableBytes : region.bytes) - (1L << shift);
        if (((region.base & ((1 << shift) - 1)) != 0) || last < 0) {
            return APART;
        }
        return areInside(addresses, from, to, base, last, (1 << shift) - 1) ? region.host - region.base : APART;
    }

    /** Nothing but a loop that HotSpot makes vectors of. */
    private static boolean areInside(long[] addresses, int from, int to, long base, long last, long low) {
        long signs = 0;
        for (int i = from; i < to; i++) {
            long inside = addresses[i] - base;
            signs |= inside | (last - inside) | -(inside & low);
        }
        return signs >= 0;
    }

    // ---- rows as buffers, by the address in this process of their first byte

    static IntBuffer ints(MemoryRegion region, long host) {
        return region.views().ints(host - region.host);
    }

    static LongBuffer longs(MemoryRegion region, long host) {
        return region.views().longs(host - region.host);
    }

    static FloatBuffer floats(MemoryRegion region, long host) {
        return region.views().floats(host - region.host);
    }

    static DoubleBuffer doubles(MemoryRegion region, long host) {
        return region.views().doubles(host - region.host);
    }

    static int index(MemoryRegion region, long host, int shift) {
        return RegionViews.index(host - region.host, shift);
    }

    /** Gives NaNs of a row their canonical bits. Whether there are any is asked of integers, which HotSpot does in vectors. */
    static void makeNansCanonical(MemoryRegion region, long host, int count) {
        IntBuffer bits = ints(region, host);
        int first = index(region, host, 2);
        int signs = 0;
        for (int i = 0; i < count; i++) {
            // Negative where the magnitude is beyond infinity's.
            signs |= BITS_OF_INFINITY - (bits.get(first + i) & 0x7fff_ffff);
        }
        if (signs < 0) {
            for (int i = 0; i < count; i++) {
                bits.put(first + i, FloatArithmetic.bits(Float.intBitsToFloat(bits.get(first + i))));
            }
        }
    }
}
