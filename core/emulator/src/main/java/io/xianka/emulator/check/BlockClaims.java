package io.xianka.emulator.check;

import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.emulator.machine.OrderMatters;
import io.xianka.emulator.machine.Warp;
import io.xianka.emulator.machine.WatchPoint;
import io.xianka.emulator.machine.WatchPoint.Kind;

/** What a block does to global memory while other blocks run. Each method throws {@link OrderMatters} where that may have to do with them. */
final class BlockClaims {
    private final WatchedLaunch launch;
    private final BlockOrder order;

    /** By point: on what was accessed last. */
    private final Claims[] known;

    BlockClaims(WatchedLaunch launch, BlockOrder order) {
        this.launch = launch;
        this.order = order;
        this.known = new Claims[launch.code.points().length];
    }

    private Claims claims(Allocation allocation, MemoryRegion region, int point) {
        Claims last = known[point];
        if (last == null || last.allocation != allocation) {
            last = launch.claims(allocation, region);
            known[point] = last;
        }
        return last;
    }

    private void claim(Claims claims, long offset, int bytes, int lanes, int thread, Claims.Touch touch) {
        if (!claims.touch(offset, bytes, lanes, thread, order.claimant(), touch)) {
            throw launch.meeting(claims);
        }
    }

    private static Claims.Touch plain(boolean isWrite) {
        return isWrite ? Claims.Touch.WRITE : Claims.Touch.READ;
    }

    /** Lanes side by side load or store. */
    void row(
            Allocation allocation,
            MemoryRegion region,
            long offset,
            int bytes,
            int lanes,
            int thread,
            int point,
            boolean isWrite) {
        claim(claims(allocation, region, point), offset, bytes, lanes, thread, plain(isWrite));
    }

    /**
     * Lanes load or store in a pattern.
     *
     * @param first the offset of the first access
     * @return false where each lane must say for itself what it does
     */
    boolean pattern(
            Warp warp,
            Allocation allocation,
            MemoryRegion region,
            long first,
            AccessPattern pattern,
            int bytes,
            int point) {
        boolean isWrite = launch.point(point).kind() == Kind.WRITE;
        Claims claims = claims(allocation, region, point);
        WrittenBytes written = allocation.written;
        for (int run = 0; run < pattern.runs(); run++) {
            long offset = first + pattern.distance(run);
            boolean isSame = pattern.isSame(run);
            if (isSame && isWrite) {
                return false;
            }
            int lanes = isSame ? 1 : pattern.lanes(run);
            if (written != null && !isWrite && !written.areAllWritten(offset, (long) lanes * bytes)) {
                return false;
            }
            claim(claims, offset, bytes, lanes, warp.firstThread + pattern.lane(run, 0), plain(isWrite));
            if (isSame) {
                // Two of them say all that there is to say.
                claim(claims, offset, bytes, 1, warp.firstThread + pattern.lane(run, 1), plain(false));
            }
            if (written != null && isWrite) {
                written.writeAll(offset, (long) lanes * bytes);
            }
        }
        return true;
    }

    /** A lane does what the point says. */
    void lane(Allocation allocation, MemoryRegion region, long offset, int bytes, int thread, int point) {
        WatchPoint at = launch.point(point);
        Claims.Touch touch = switch (at.kind()) {
            case READ -> at.isAsynchronous() ? Claims.Touch.ASYNCHRONOUS_READ : Claims.Touch.READ;
            case ATOMIC -> Claims.Touch.ATOMIC;
            default -> Claims.Touch.WRITE;
        };
        boolean isAtomic = touch == Claims.Touch.ATOMIC;
        boolean synchronises = at.isStrong() && (!isAtomic || at.releases() || order.hasReleases(thread));
        if (synchronises || (isAtomic && !at.wideScope())) {
            throw launch.needsOrder(point);
        }
        WrittenBytes written = allocation.written;
        if (written != null && touch != Claims.Touch.WRITE && !written.isAnyWritten(offset, bytes)) {
            // Perhaps another block was to write it before.
            throw launch.needsOrder(point);
        }
        claim(claims(allocation, region, point), offset, bytes, 1, thread, touch);
        if (written != null && at.kind() != Kind.READ) {
            written.write(offset, bytes);
        }
    }
}
