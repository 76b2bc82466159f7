package io.xianka.emulator.check;

import io.xianka.emulator.machine.AddressWindows;
import io.xianka.emulator.machine.Warp;
import io.xianka.emulator.machine.WatchPoint;
import io.xianka.emulator.machine.WatchedCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Words what is wrong with an access, and next to what it lies; and answers where it may do no harm. */
final class MemoryFaults {
    private static final long NULL_PAGE_BYTES = 1 << 16;

    private final WatchedBlock watched;
    private final WatchedLaunch launch;
    private final MemorySegment nowhere = Arena.ofAuto().allocate(256, 64);

    MemoryFaults(WatchedBlock watched) {
        this.watched = watched;
        this.launch = watched.launch;
    }

    /** A place that reads as zeros, whatever was written to it. */
    private long nowhere() {
        nowhere.fill((byte) 0);
        return nowhere.address();
    }

    /** Whether an address comes from a null pointer: all memory and all windows lie higher. */
    static boolean isNull(long address) {
        return address >= 0 && address < NULL_PAGE_BYTES;
    }

    boolean isNowhere(long host) {
        return host == nowhere.address();
    }

    /** An access of a global address that no allocation holds, or that only allows reading. */
    long global(Warp warp, int lane, long address, int bytes, int point) {
        Allocation nearest = launch.watch.nearest(address);
        boolean isInside = nearest != null && nearest.contains(address);
        boolean isFreed = isInside && nearest.freedAt != null;
        FindingKind kind = isFreed ? FindingKind.USE_AFTER_FREE : FindingKind.OUT_OF_BOUNDS;
        if (!watched.checksMemory() || watched.isCounted(kind, point)) {
            return nowhere();
        }
        Space space = nearest != null && nearest.isReadOnly ? Space.CONSTANT : Space.GLOBAL;
        String access = access(point, bytes, address);
        Nearest near = nearest == null ? null : nearest.nearest(address, space, launch.parameterOf(nearest));
        String message;
        if (isNull(address)) {
            message = access + ": a null pointer";
            near = null;
            space = Space.GLOBAL;
        } else if (isFreed) {
            message = access + ", " + where(near) + ", which was freed at " + nearest.freedAt;
        } else if (isInside && nearest.isReadOnly && nearest.contains(address + bytes - 1)) {
            message = access + ", " + where(near) + ", which is constant memory";
        } else {
            message = access + ", " + (near == null ? "but nothing was ever allocated" : where(near));
        }
        return add(kind, warp, lane, space, address, bytes, point, near, message);
    }

    long shared(Warp warp, int lane, long offset, int bytes, int point) {
        if (!watched.checksMemory() || watched.isCounted(FindingKind.OUT_OF_BOUNDS, point)) {
            return nowhere();
        }
        List<WatchedCode.Slot> slots = launch.code.shared();
        int shift = launch.code.sharedShift();
        Nearest near = null;
        if (!slots.isEmpty()) {
            int number = (int) Math.min(slots.size() - 1, Math.max(0, offset) >>> shift);
            WatchedCode.Slot slot = slots.get(number);
            int size = slot.bytes() < 0 ? watched.block.launch.dynamicSharedBytes() : slot.bytes();
            near = variable(Space.SHARED, slot.name(), launch.code.sharedAddress(number), size, offset);
            near = moved(near, AddressWindows.SHARED);
        }
        long address = AddressWindows.SHARED + offset;
        String message = access(point, bytes, address) + ", "
                + (near == null ? "but the kernel has no shared memory" : where(near));
        return add(FindingKind.OUT_OF_BOUNDS, warp, lane, Space.SHARED, address, bytes, point, near, message);
    }

    long local(Warp warp, int lane, long offset, int bytes, int point) {
        if (!watched.checksMemory() || watched.isCounted(FindingKind.OUT_OF_BOUNDS, point)) {
            return nowhere();
        }
        List<WatchedCode.Slot> slots = launch.code.local();
        long number = Math.min(slots.size(), Math.max(0, offset) >>> WatchedCode.LOCAL_SHIFT);
        Nearest near = null;
        if (number > 0) {
            WatchedCode.Slot slot = slots.get((int) number - 1);
            near = variable(Space.LOCAL, slot.name(), WatchedCode.localAddress((int) number), slot.bytes(), offset);
            near = moved(near, WatchedBlock.localAddress(warp.firstThread + lane, 0));
        }
        long address = WatchedBlock.localAddress(warp.firstThread + lane, offset);
        String message = access(point, bytes, address) + ", "
                + (near == null ? "beyond the thread's local memory" : where(near));
        return add(FindingKind.OUT_OF_BOUNDS, warp, lane, Space.LOCAL, address, bytes, point, near, message);
    }

    long parameter(Warp warp, int lane, long offset, int bytes, int point) {
        if (!watched.checksMemory() || watched.isCounted(FindingKind.OUT_OF_BOUNDS, point)) {
            return nowhere();
        }
        long address = AddressWindows.PARAMETERS + offset;
        String message =
                access(point, bytes, address) + ", at offset " + offset + " of the kernel's parameters, which have "
                        + watched.block.parameters.bytes + " bytes and can only be read";
        return add(FindingKind.OUT_OF_BOUNDS, warp, lane, Space.PARAMETER, address, bytes, point, null, message);
    }

    long misaligned(Warp warp, int lane, Space space, long address, int bytes, int point) {
        if (!watched.checksMemory() || watched.isCounted(FindingKind.MISALIGNED, point)) {
            return nowhere();
        }
        Nearest near = nearest(space, address);
        String message = access(point, bytes, address) + ", which is no multiple of " + bytes
                + (near == null ? "" : "; " + where(near));
        return add(FindingKind.MISALIGNED, warp, lane, space, address, bytes, point, near, message);
    }

    long foreign(Warp warp, int lane, long owner, long address, int bytes, int point) {
        if (!watched.checksMemory() || watched.isCounted(FindingKind.FOREIGN_LOCAL, point)) {
            return nowhere();
        }
        boolean exists = owner < watched.block.threads;
        String message = access(point, bytes, address) + ", which is local memory of "
                + (exists
                        ? "thread "
                                + Watch.place(watched.block.position((int) owner))
                                        .thread()
                        : "no thread of the block");
        return add(FindingKind.FOREIGN_LOCAL, warp, lane, Space.LOCAL, address, bytes, point, null, message);
    }

    /** Not refused: what is there is read. */
    void uninitialised(Warp warp, int lane, Space space, long address, int bytes, int point) {
        if (watched.isCounted(FindingKind.UNINITIALISED, point)) {
            return;
        }
        Nearest near = space == Space.LOCAL
                ? nearestLocal(WatchedBlock.localAddress(warp.firstThread + lane, 0), address)
                : nearest(space, address);
        String message =
                access(point, bytes, address) + ", which nobody wrote" + (near == null ? "" : "; " + where(near));
        add(FindingKind.UNINITIALISED, warp, lane, space, address, bytes, point, near, message);
    }

    /** The allocation or variable that holds or is closest to an address; null for spaces that have none. */
    Nearest nearest(Space space, long address) {
        return switch (space) {
            case GLOBAL -> nearestGlobal(address);
            case SHARED -> {
                int shift = launch.code.sharedShift();
                long offset = address - AddressWindows.SHARED;
                int number = (int) (offset >>> shift);
                WatchedCode.Slot slot = launch.code.shared().get(number);
                int size = slot.bytes() < 0 ? watched.block.launch.dynamicSharedBytes() : slot.bytes();
                yield moved(
                        variable(Space.SHARED, slot.name(), launch.code.sharedAddress(number), size, offset),
                        AddressWindows.SHARED);
            }
            case LOCAL, CONSTANT, PARAMETER -> null;
        };
    }

    /** @param base where the thread's local memory begins */
    private Nearest nearestLocal(long base, long address) {
        int number = (int) (address - base >>> WatchedCode.LOCAL_SHIFT);
        WatchedCode.Slot slot = launch.code.local().get(number - 1);
        return moved(
                variable(Space.LOCAL, slot.name(), WatchedCode.localAddress(number), slot.bytes(), address - base),
                base);
    }

    private Nearest nearestGlobal(long address) {
        Allocation nearest = launch.watch.nearest(address);
        return nearest == null ? null : nearest.nearest(address, Space.GLOBAL, launch.parameterOf(nearest));
    }

    private static Nearest variable(Space space, String name, long address, int bytes, long offset) {
        Nearest.Relation relation;
        long distance;
        if (offset < address) {
            relation = Nearest.Relation.BEFORE;
            distance = address - offset;
        } else if (offset < address + bytes) {
            relation = Nearest.Relation.INSIDE;
            distance = offset - address;
        } else {
            relation = Nearest.Relation.AFTER;
            distance = offset - address - bytes;
        }
        return new Nearest(space, Names.readable(name), address, bytes, relation, distance, null, null);
    }

    private static Nearest moved(Nearest near, long window) {
        return new Nearest(
                near.space(),
                near.name(),
                near.address() + window,
                near.bytes(),
                near.relation(),
                near.distanceBytes(),
                null,
                null);
    }

    private String access(int point, int bytes, long address) {
        return "%s of %d bytes at 0x%x".formatted(what(launch.point(point)).text(), bytes, address);
    }

    static Access what(WatchPoint point) {
        return switch (point.kind()) {
            case WRITE -> Access.WRITE;
            case ATOMIC, MEETING -> Access.ATOMIC;
            case READ, FENCE, WARP_BARRIER, EXCHANGE, BARRIER, BRANCH, OTHER -> Access.READ;
        };
    }

    static String where(Nearest near) {
        String relation = switch (near.relation()) {
            case BEFORE -> "%d bytes before".formatted(near.distanceBytes());
            case INSIDE -> "%d bytes inside".formatted(near.distanceBytes());
            case AFTER -> "%d bytes after".formatted(near.distanceBytes());
        };
        String name = near.name() == null ? "" : " " + near.name();
        String memory = switch (near.space()) {
            case GLOBAL -> near.allocatedAt() == null ? "the variable" : "the allocation";
            case CONSTANT -> "the constant variable";
            case SHARED -> "the shared variable";
            case LOCAL -> "the local variable";
            case PARAMETER -> "the parameter";
        };
        String site = near.allocatedAt() == null ? "" : ", allocated at " + near.allocatedAt();
        return "%s %s%s of %d bytes at 0x%x%s".formatted(relation, memory, name, near.bytes(), near.address(), site);
    }

    private long add(
            FindingKind kind,
            Warp warp,
            int lane,
            Space space,
            long address,
            int bytes,
            int point,
            Nearest near,
            String message) {
        watched.add(
                point,
                new Finding(
                        kind,
                        space,
                        what(launch.point(point)),
                        bytes,
                        address,
                        launch.place(point),
                        null,
                        launch.kernel(),
                        watched.threadAt(warp, lane),
                        near,
                        message,
                        1));
        return nowhere();
    }
}
