package io.xianka.emulator.machine;

import io.xianka.emulator.texture.ObjectTable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The memory of an emulated device. Addresses are invented, so they are the same in every run, far apart, and seldom given
 * out twice: a kernel that runs over an array's end, or uses it after free, meets no neighbour but is caught. Safe for
 * use by several threads.
 */
public final class DeviceMemory implements AutoCloseable {
    /** As the hardware's allocator gives. */
    public static final int ALIGNMENT_BYTES = 512;

    private static final long LEAST_GAP_BYTES = 1L << 20;
    private static final int REMEMBERED_FREES = 256;

    /** For checked devices: an index of 32 bits, beyond either end of an array, stays next to that array. */
    private static final long WATCHED_GAP_BYTES = 1L << 37;

    private static final long WATCHED_END = 1L << 62;

    private final long capacityBytes;
    private final ConcurrentSkipListMap<Long, Allocation> live = new ConcurrentSkipListMap<>();
    private final ConcurrentSkipListMap<Long, Long> freed = new ConcurrentSkipListMap<>();
    private final List<Arena> condemned = new ArrayList<>();
    private final List<DeviceMemory> peers = new CopyOnWriteArrayList<>();
    private final long first;
    private final long end;
    private long next;
    private long usedBytes;
    private final DeviceWatch watch;
    private final ObjectTable objects = new ObjectTable();
    private int running;

    /**
     * What is allocated.
     *
     * @param arena null for memory that its owner releases
     * @param isOfKernel whether a kernel allocated it, and may free it
     */
    private record Allocation(MemoryRegion region, Arena arena, boolean isOfKernel) {}

    public DeviceMemory(long capacityBytes) {
        this(capacityBytes, 0, 1);
    }

    /** The memory of one of several devices, which share the address space: each has a part of it for itself. */
    public DeviceMemory(long capacityBytes, int device, int devices) {
        this(capacityBytes, device, devices, null);
    }

    /** As before, told of all that is allocated. */
    public DeviceMemory(long capacityBytes, int device, int devices, DeviceWatch watch) {
        this.capacityBytes = capacityBytes;
        this.watch = watch;
        long part = (AddressWindows.GLOBAL_END - AddressWindows.GLOBAL) / devices & -ALIGNMENT_BYTES;
        this.first = AddressWindows.GLOBAL + device * part;
        this.end = first + part;
        this.next = first;
    }

    /** The texture and surface objects of the device. */
    public ObjectTable objects() {
        return objects;
    }

    public long capacityBytes() {
        return capacityBytes;
    }

    public synchronized long usedBytes() {
        return usedBytes;
    }

    /**
     * New memory, zeroed, aligned to {@link #ALIGNMENT_BYTES}.
     *
     * @return null when there is not enough left
     */
    public MemoryRegion allocate(long bytes) {
        return allocate(bytes, false, false);
    }

    /** As {@link #allocate}, for a kernel that calls {@code malloc}. */
    public MemoryRegion allocateForKernel(long bytes) {
        return allocate(bytes, false, true);
    }

    /** New memory that kernels may read only. */
    public MemoryRegion allocateConstant(long bytes) {
        return allocate(bytes, true, false);
    }

    @SuppressWarnings("MustBeClosedChecker") // free() closes it
    private MemoryRegion allocate(long bytes, boolean isReadOnly, boolean isOfKernel) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("an allocation of " + bytes + " bytes; at least 1 is needed");
        }
        long base;
        synchronized (this) {
            if (bytes > capacityBytes - usedBytes) {
                return null;
            }
            usedBytes += bytes;
            base = reserve(bytes);
        }
        Arena arena = Arena.ofShared();
        MemorySegment segment;
        try {
            segment = arena.allocate(bytes, 64);
        } catch (OutOfMemoryError noneLeft) {
            arena.close();
            synchronized (this) {
                usedBytes -= bytes;
            }
            return null;
        }
        MemoryRegion region = new MemoryRegion(base, segment, isReadOnly);
        live.put(base, new Allocation(region, arena, isOfKernel));
        if (watch != null) {
            watch.allocated(region);
        }
        return region;
    }

    /** Makes host memory visible to kernels, at its own address, until {@link #free}. */
    public MemoryRegion map(MemorySegment host) {
        if (!host.isNative()) {
            throw new IllegalArgumentException("only native memory can be mapped, not an array of the heap");
        }
        MemoryRegion region = new MemoryRegion(host.address(), host, false);
        live.put(region.base, new Allocation(region, null, false));
        if (watch != null) {
            watch.mapped(region);
        }
        return region;
    }

    private long reserve(long bytes) {
        if (watch != null) {
            return reserveApart(bytes);
        }
        long span = bytes + Math.max(LEAST_GAP_BYTES, bytes >>> 2);
        span = (span + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
        while (true) {
            if (next > end - span) {
                next = first;
                freed.clear();
            }
            Map.Entry<Long, Allocation> before = live.lowerEntry(next + span);
            long start = next;
            next += span;
            if (before == null || before.getKey() + before.getValue().region.bytes <= start) {
                return start;
            }
        }
    }

    /** Addresses are never given out twice: there are more than anybody allocates. */
    private long reserveApart(long bytes) {
        long start = next + (WATCHED_GAP_BYTES >> 1);
        long span = ((bytes + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES) + WATCHED_GAP_BYTES;
        if (next < end && start + span > end) {
            next = 1L << 48;
            start = next + (WATCHED_GAP_BYTES >> 1);
        }
        if (start + span > WATCHED_END) {
            throw new IllegalStateException("a checked device has given out all its addresses; open another");
        }
        next += span;
        return start;
    }

    /**
     * Frees what begins at this address.
     *
     * @return false if no allocation begins there
     */
    public boolean free(long address) {
        Allocation allocation = live.remove(address);
        if (allocation == null) {
            return false;
        }
        if (watch != null) {
            watch.freed(address);
        }
        if (allocation.arena == null) {
            return true;
        }
        synchronized (this) {
            usedBytes -= allocation.region.bytes;
            freed.put(address, allocation.region.bytes);
            if (freed.size() > REMEMBERED_FREES) {
                freed.pollFirstEntry();
            }
            if (running > 0) {
                // Generated code that is running may have looked the region up already.
                condemned.add(allocation.arena);
                return true;
            }
        }
        allocation.arena.close();
        return true;
    }

    /**
     * Frees what begins at this address, as a kernel may: what {@link #allocateForKernel} gave.
     *
     * @return false if that is not so
     */
    public boolean freeByKernel(long address) {
        Allocation allocation = live.get(address);
        return allocation != null && allocation.isOfKernel && free(address);
    }

    /** Lets kernels of this device reach the memory of another; answers false if they can already. */
    public synchronized boolean addPeer(DeviceMemory peer) {
        return !peers.contains(peer) && peers.add(peer);
    }

    /** Ends what {@link #addPeer} began; answers false if there was nothing to end. */
    public synchronized boolean removePeer(DeviceMemory peer) {
        return peers.remove(peer);
    }

    /** The live region that holds this address, here or in a peer's memory; null if there is none. */
    public MemoryRegion find(long address) {
        MemoryRegion own = findOwn(address);
        if (own != null) {
            return own;
        }
        for (DeviceMemory peer : peers) {
            MemoryRegion found = peer.findOwn(address);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The live region of this memory that holds this address; null if there is none. */
    public MemoryRegion findOwn(long address) {
        Map.Entry<Long, Allocation> entry = live.floorEntry(address);
        if (entry == null) {
            return null;
        }
        MemoryRegion region = entry.getValue().region;
        return region.contains(address, 1) ? region : null;
    }

    /**
     * {@code bytes} of device memory as a segment.
     *
     * @throws DeviceFault unless all of it lies in one allocation
     */
    public MemorySegment segment(long address, long bytes) {
        MemoryRegion region = find(address);
        if (region == null || !region.contains(address, bytes)) {
            throw fault(address, bytes, false);
        }
        return region.segment().asSlice(address - region.base, bytes);
    }

    /** The exception for an access that no region holds, or one that is misaligned. */
    DeviceFault fault(long address, long bytes, boolean isWrite) {
        MemoryRegion region = find(address);
        int size = (int) Math.min(bytes, Integer.MAX_VALUE);
        String access = "%s of %d bytes at 0x%x".formatted(isWrite ? "write" : "access", bytes, address);
        if (region != null && region.contains(address, bytes)) {
            if (isWrite && region.isReadOnly()) {
                return DeviceFault.ofAccess(FaultKind.READ_ONLY, access, address, size);
            }
            return DeviceFault.ofAccess(FaultKind.MISALIGNED, access + " is not aligned to its size", address, size);
        }
        if (address >= 0 && address < AddressWindows.SHARED && find(address) == null && address < 1 << 16) {
            return DeviceFault.ofAccess(FaultKind.NULL_POINTER, access, address, size);
        }
        Map.Entry<Long, Long> old = freed.floorEntry(address);
        if (old != null && address < old.getKey() + old.getValue()) {
            return DeviceFault.ofAccess(
                    FaultKind.USE_AFTER_FREE,
                    "%s, %d bytes into %d bytes at 0x%x that were freed"
                            .formatted(access, address - old.getKey(), old.getValue(), old.getKey()),
                    address,
                    size);
        }
        return DeviceFault.ofAccess(FaultKind.OUT_OF_BOUNDS, access + nearest(address), address, size);
    }

    private String nearest(long address) {
        Map.Entry<Long, Allocation> below = live.floorEntry(address);
        Map.Entry<Long, Allocation> above = live.ceilingEntry(address);
        long afterBelow = Long.MAX_VALUE;
        if (below != null) {
            MemoryRegion region = below.getValue().region;
            afterBelow = address - (region.base + region.bytes);
        }
        long beforeAbove = above == null ? Long.MAX_VALUE : above.getKey() - address;
        if (below == null && above == null) {
            return ", but nothing is allocated";
        }
        if (afterBelow < 0) {
            return ", which begins inside but ends after the %s".formatted(below.getValue().region);
        }
        return afterBelow <= beforeAbove
                ? ", %d bytes after the end of the nearest allocation, %s"
                        .formatted(afterBelow, below.getValue().region)
                : ", %d bytes before the nearest allocation, %s".formatted(beforeAbove, above.getValue().region);
    }

    /** From here to {@link #leave}, memory that is freed stays readable to those who looked it up before. */
    synchronized void enter() {
        running++;
    }

    void leave() {
        List<Arena> free;
        synchronized (this) {
            running--;
            if (running > 0 || condemned.isEmpty()) {
                return;
            }
            free = List.copyOf(condemned);
            condemned.clear();
        }
        free.forEach(Arena::close);
    }

    /** Frees everything. */
    @Override
    public void close() {
        for (Long address : live.keySet()) {
            free(address);
        }
    }
}
