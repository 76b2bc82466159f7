package io.xianka.emulator.interpreter;

import io.xianka.emulator.machine.AddressWindows;
import io.xianka.emulator.machine.MemoryRegion;

/**
 * The place that an address operand names, and the check of it.
 *
 * @param window which memory it lies in
 * @param base the register it starts from, or {@link Step#NONE}
 * @param isNarrowBase whether that register has 32 bits
 * @param isInFrame whether the offset counts from the lane's frame in local memory
 * @param point what a checked launch is told of; -1 for what it is not told of
 */
record MemoryPlace(Window window, int base, boolean isNarrowBase, long offset, boolean isInFrame, int site, int point) {
    enum Window {
        /** Global, constant, or generic: a 64-bit device address. */
        DEVICE,
        SHARED,
        LOCAL,
        PARAMETERS
    }

    private long address(LaneState warp, int lane) {
        long from = 0;
        if (base != Step.NONE) {
            from = warp.get(lane, base);
            if (isNarrowBase) {
                // Addresses of 32 bits wrap: nvcc counts from the end of an array, -128 bytes and +128 more.
                return ((from + offset) & 0xffff_ffffL) + (isInFrame ? warp.localBase(lane) : 0);
            }
        }
        return from + offset + (isInFrame ? warp.localBase(lane) : 0);
    }

    /** The address in this process of a checked access; {@code bytes} is its alignment, too. */
    long locate(LaneState warp, int lane, int bytes, boolean isWrite) {
        return locate(warp, lane, 0, bytes, isWrite);
    }

    /** As {@link #locate(LaneState, int, int, boolean)}, so many bytes behind the place. */
    long locate(LaneState warp, int lane, long behindBytes, int bytes, boolean isWrite) {
        long address = address(warp, lane) + behindBytes;
        if (point >= 0 && warp.block().watch != null) {
            return warp.block().watch.access(warp.warp(), lane, address, bytes, point);
        }
        return switch (window) {
            case DEVICE -> warp.block().locate(address, bytes, isWrite, warp.site(site), warp.thread(lane));
            case SHARED -> {
                MemoryRegion shared = warp.block().shared;
                if (isOutside(address, bytes, shared.bytes)) {
                    throw warp.block().sharedFault(address, bytes);
                }
                yield shared.host + address;
            }
            case LOCAL -> {
                if (isOutside(address, bytes, warp.block().launch.code().localBytes())) {
                    throw warp.block().localFault(address, bytes);
                }
                yield warp.localHost(lane) + address;
            }
            case PARAMETERS ->
                warp.block()
                        .locate(
                                AddressWindows.PARAMETERS + address,
                                bytes,
                                isWrite,
                                warp.site(site),
                                warp.thread(lane));
        };
    }

    private static boolean isOutside(long offset, int bytes, long size) {
        return offset < 0 || offset > size - bytes || (offset & (bytes - 1)) != 0;
    }
}
