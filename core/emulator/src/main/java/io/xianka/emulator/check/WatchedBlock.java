package io.xianka.emulator.check;

import io.xianka.emulator.machine.AddressWindows;
import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.BlockWatch;
import io.xianka.emulator.machine.DeviceMemory;
import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.emulator.machine.Warp;
import io.xianka.emulator.machine.WatchPoint;
import io.xianka.emulator.machine.WatchPoint.Kind;
import io.xianka.emulator.machine.WatchPoint.Window;
import io.xianka.emulator.machine.WatchedCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The checks of the blocks that one block context runs: each access is located, in this order: is it within its memory, was that
 * written, is it ordered after the accesses before it. {@link BlockOrder} knows what is ordered, {@link RaceWatch} compares,
 * {@link BarrierWatch} looks at barriers and masks, {@link MemoryFaults} words what is wrong with an access.
 */
final class WatchedBlock extends BlockWatch {
    /** Of a warp of the hardware. */
    private static final int LANES = 32;

    private static final int LOCAL_MASK = (1 << WatchedCode.THREAD_SHIFT) - 1;
    private static final long WINDOWS_BYTES = AddressWindows.PARAMETERS_END - AddressWindows.SHARED;

    final WatchedLaunch launch;
    final BlockContext block;
    final BlockOrder order;
    private final RaceWatch races;
    private final RaceRows rows;
    private final BarrierWatch barriers;
    private final MemoryFaults faults;
    private final ArithmeticWatch arithmetic;
    private final HintCounts hints;
    private final boolean checksMemory;
    private final boolean checksInitialisation;

    /** Of global memory; null where blocks run in order. */
    private final BlockClaims claims;

    private final DeviceMemory memory;
    private final WatchPoint[] points;

    /** By point: the region of global memory that was accessed last. */
    private final MemoryRegion[] found;

    private final AccessPattern[] patterns;

    private final Map<Long, FindingLog.Entry> counted = new HashMap<>();

    /** Of all blocks that ran here. */
    private long findings;

    /** Goes on whenever an earlier read may no longer speak for a later one. */
    private long changes;

    /** By point: the address that lanes of a warp read again and again, by which warp and when, and where it is. */
    private final long[] repeated;

    private final long[] repeatedBy;
    private final long[] repeatedHosts;
    private final long[] onceAt;
    private final long[] onceBy;

    /** Shared memory, by variable. */
    private final int sharedShift;

    private final long[] sharedStarts;
    private final int[] sharedOffsets;
    private final int[] sharedBytes;
    private final WrittenBytes sharedWritten;
    private final Shadow sharedShadow;
    private final Map<Long, Release> sharedReleases = new HashMap<>();
    private final Map<Long, MemoryBarrier> memoryBarriers = new HashMap<>();

    /** Local memory, by variable; number 0 is what lies below the variables: the frames of calls. */
    private final int[] localOffsets;

    private final int[] localBytes;
    private final WrittenBytes localWritten;

    WatchedBlock(WatchedLaunch launch, BlockContext block) {
        this.launch = launch;
        this.block = block;
        CheckSettings settings = launch.settings;
        this.order = new BlockOrder(block.threads, launch.numbers.first(), launch.watch.spans);
        this.races = settings.has(CheckTool.RACECHECK) ? new RaceWatch(this) : null;
        this.rows = races == null ? null : new RaceRows(races, order);
        this.barriers = new BarrierWatch(this, settings.has(CheckTool.SYNCCHECK));
        this.faults = new MemoryFaults(this);
        this.arithmetic = settings.arithmetic() ? new ArithmeticWatch(this) : null;
        this.hints = launch.newHintCounts();
        this.claims = launch.hasClaims ? new BlockClaims(launch, order) : null;
        this.checksMemory = settings.has(CheckTool.MEMCHECK);
        this.checksInitialisation = settings.has(CheckTool.INITCHECK);
        this.memory = block.launch.memory();
        this.points = launch.code.points();
        this.found = new MemoryRegion[points.length];
        this.patterns = new AccessPattern[points.length];
        this.repeated = new long[points.length];
        this.repeatedBy = new long[points.length];
        this.repeatedHosts = new long[points.length];
        this.onceAt = new long[points.length];
        this.onceBy = new long[points.length];
        this.sharedShift = launch.code.sharedShift();
        List<WatchedCode.Slot> shared = launch.code.shared();
        this.sharedStarts = new long[shared.size()];
        this.sharedOffsets = new int[shared.size()];
        this.sharedBytes = new int[shared.size()];
        for (int i = 0; i < shared.size(); i++) {
            sharedStarts[i] = launch.code.sharedAddress(i);
            sharedOffsets[i] = shared.get(i).hostOffset();
            sharedBytes[i] = shared.get(i).bytes() < 0
                    ? block.launch.dynamicSharedBytes()
                    : shared.get(i).bytes();
        }
        this.sharedWritten = new WrittenBytes(block.shared.bytes);
        this.sharedShadow = new Shadow(block.shared.bytes);
        List<WatchedCode.Slot> local = launch.code.local();
        this.localOffsets = new int[local.size() + 1];
        this.localBytes = new int[local.size() + 1];
        localBytes[0] = block.launch.code().localBytes();
        for (int i = 0; i < local.size(); i++) {
            localOffsets[i + 1] = local.get(i).hostOffset();
            localBytes[i + 1] = local.get(i).bytes();
        }
        this.localWritten = new WrittenBytes(local.isEmpty() || !checksInitialisation ? 0 : block.local.bytes);
    }

    long index() {
        return block.blockX + (long) block.gridSize.x() * (block.blockY + (long) block.gridSize.y() * block.blockZ);
    }

    /**
     * Whether a finding was made before, and was counted now.
     *
     * @param key tells findings of this launch apart, with the kind
     */
    boolean isCounted(FindingKind kind, long key) {
        long whole = key << 4 | kind.ordinal();
        if (!counted.containsKey(whole)) {
            return false;
        }
        launch.log.count(counted.get(whole));
        return true;
    }

    /** Notes a finding, to be counted under this key from now on. */
    void add(long key, Finding finding) {
        counted.put(key << 4 | finding.kind().ordinal(), launch.log.add(finding, order()));
    }

    /** When a finding that is made now is made. */
    FindingOrder order() {
        return new FindingOrder(launch.number, index(), findings++);
    }

    @Override
    public void start() {
        changes++;
        order.start(launch.numbers.first() + index());
        barriers.start();
        if (checksInitialisation) {
            sharedWritten.clear();
            localWritten.clear();
        }
        sharedReleases.clear();
        memoryBarriers.clear();
    }

    @Override
    public void end() {
        if (races != null) {
            races.settle();
        }
        if (hints != null) {
            hints.settle();
        }
    }

    // ---- accesses

    @Override
    public long access(Warp warp, int lane, long address, int bytes, int point) {
        if (address == repeated[point] && repeatedBy[point] == reader(warp, lane)) {
            return repeatedHosts[point];
        }
        if (races != null) {
            races.settle();
        }
        WatchPoint at = points[point];
        if (at.kind() == Kind.READ && !at.isStrong()) {
            long host = place(warp, lane, address, bytes, point, at);
            // The same address of local memory is another place for each lane.
            if (at.window() != Window.LOCAL && !faults.isNowhere(host)) {
                noteRepeated(reader(warp, lane), address, point, host);
            }
            return host;
        }
        changes++;
        return place(warp, lane, address, bytes, point, at);
    }

    /** Which warp reads, and when. */
    private long reader(Warp warp, int lane) {
        return changes << 10 | (warp.firstThread + lane) / LANES;
    }

    /**
     * Many lanes of a warp often read the same place. Two of them say all that there is to say, until somebody writes or
     * synchronises.
     */
    private void noteRepeated(long by, long address, int point, long host) {
        if (onceAt[point] == address && onceBy[point] == by) {
            repeated[point] = address;
            repeatedBy[point] = by;
            repeatedHosts[point] = host;
        } else {
            onceAt[point] = address;
            onceBy[point] = by;
        }
    }

    @Override
    public long row(Warp warp, int from, int lanes, long address, int bytes, int point) {
        if (races != null) {
            races.settle();
        }
        if ((address & (bytes - 1)) != 0) {
            return 0;
        }
        WatchPoint at = points[point];
        boolean isWrite = at.kind() == Kind.WRITE;
        if (isWrite) {
            changes++;
        }
        boolean isShared = at.window() == Window.SHARED || AddressWindows.isShared(address);
        if (isShared) {
            long offset = at.window() == Window.SHARED ? address : address - AddressWindows.SHARED;
            return sharedRow(warp.firstThread + from, lanes, offset, bytes, point, isWrite);
        }
        return globalRow(warp.firstThread + from, lanes, address, bytes, point, isWrite);
    }

    /** The region of global memory that an access lies in; null if there is none. */
    private MemoryRegion regionOf(long address, long bytes, int point) {
        MemoryRegion region = found[point];
        if (region != null && region.contains(address, bytes)) {
            return region;
        }
        region = memory.find(address);
        if (region == null || !region.contains(address, bytes)) {
            return null;
        }
        found[point] = region;
        return region;
    }

    private long sharedRow(int thread, int lanes, long offset, int bytes, int point, boolean isWrite) {
        long whole = (long) lanes * bytes;
        int slot = (int) (offset >>> sharedShift);
        boolean isVariable = slot >= 0 && slot < sharedOffsets.length;
        long inside = isVariable ? offset - sharedStarts[slot] : -1;
        if (inside < 0 || inside > sharedBytes[slot] - whole) {
            return 0;
        }
        long compact = sharedOffsets[slot] + inside;
        if (checksInitialisation && !isWrite && !sharedWritten.areAllWritten(compact, whole)) {
            return 0;
        }
        if (rows != null && !rows.note(sharedShadow, compact, bytes, lanes, thread, point, isWrite, Space.SHARED)) {
            return 0;
        }
        if (checksInitialisation && isWrite) {
            sharedWritten.writeAll(compact, whole);
        }
        if (hints != null) {
            hints.row(Space.SHARED, thread, lanes, compact, bytes, point);
        }
        return block.shared.host + compact;
    }

    private long globalRow(int thread, int lanes, long address, int bytes, int point, boolean isWrite) {
        long whole = (long) lanes * bytes;
        MemoryRegion region = regionOf(address, whole, point);
        if (region == null || (region.isReadOnly() && isWrite)) {
            return 0;
        }
        long offset = address - region.base;
        if (!region.isReadOnly() && region.mark instanceof Allocation allocation) {
            WrittenBytes written = allocation.written;
            if (written != null && !isWrite && !written.areAllWritten(offset, whole)) {
                return 0;
            }
            if (claims != null) {
                claims.row(allocation, region, offset, bytes, lanes, thread, point, isWrite);
            } else if (rows != null) {
                Shadow shadow = launch.shadow(allocation);
                if (!rows.note(shadow, offset, bytes, lanes, thread, point, isWrite, Space.GLOBAL)) {
                    return 0;
                }
            }
            if (written != null && isWrite) {
                written.writeAll(offset, whole);
            }
        }
        if (hints != null) {
            hints.row(Space.GLOBAL, thread, lanes, address, bytes, point);
        }
        return region.host + offset;
    }

    @Override
    public long together(Warp warp, long[] addresses, int count, int mask, int bytes, int point) {
        if (races != null) {
            races.settle();
        }
        WatchPoint at = points[point];
        if (at.kind() == Kind.ATOMIC) {
            return atomicsTogether(warp, addresses, count, mask, bytes, point, at);
        }
        AccessPattern pattern = patterns[point];
        if (pattern == null) {
            pattern = new AccessPattern();
            patterns[point] = pattern;
        }
        if (!pattern.fits(addresses, count, mask)) {
            pattern.learn(addresses, count, mask, bytes);
        }
        long first = addresses[0];
        if (!pattern.isAligned() || (first & (bytes - 1)) != 0 || pattern.bytes() < bytes) {
            return APART;
        }
        if (at.kind() == Kind.WRITE) {
            changes++;
        }
        return switch (at.window()) {
            case SHARED -> sharedTogether(warp, first, pattern, bytes, point, at);
            case DEVICE -> {
                if (Long.compareUnsigned(first - AddressWindows.SHARED, WINDOWS_BYTES) >= 0) {
                    yield globalTogether(warp, first, pattern, bytes, point, at);
                }
                if (!AddressWindows.isShared(first)) {
                    yield APART;
                }
                long distance = sharedTogether(warp, first - AddressWindows.SHARED, pattern, bytes, point, at);
                yield distance == APART ? APART : distance - AddressWindows.SHARED;
            }
            case LOCAL, NONE -> APART;
        };
    }

    /** Atomic operations of shared memory, which mostly have no pattern. */
    private long atomicsTogether(
            Warp warp, long[] addresses, int count, int mask, int bytes, int point, WatchPoint at) {
        if (at.window() != Window.SHARED || at.releases() || order.isIntricate()) {
            return APART;
        }
        long low = addresses[0];
        long high = low;
        long bits = 0;
        for (int i = 0; i < count; i++) {
            low = Math.min(low, addresses[i]);
            high = Math.max(high, addresses[i]);
            bits |= addresses[i];
        }
        int slot = (int) (low >>> sharedShift);
        if (low < 0 || slot >= sharedOffsets.length || (bits & (bytes - 1)) != 0) {
            return APART;
        }
        long base = sharedStarts[slot];
        if (low < base || high - base > sharedBytes[slot] - bytes) {
            return APART;
        }
        long distance = sharedOffsets[slot] - base;
        for (int i = 0; i < count && checksInitialisation; i++) {
            if (!sharedWritten.isAnyWritten(addresses[i] + distance, bytes)) {
                return APART;
            }
        }
        if (rows != null
                && !rows.noteAtomics(sharedShadow, addresses, distance, bytes, warp.firstThread, mask, point)) {
            return APART;
        }
        changes++;
        for (int i = 0; i < count && checksInitialisation; i++) {
            sharedWritten.write(addresses[i] + distance, bytes);
        }
        if (hints != null) {
            hints.atomics(point, bytes);
        }
        return block.shared.host + distance;
    }

    private long sharedTogether(Warp warp, long first, AccessPattern pattern, int bytes, int point, WatchPoint at) {
        long low = first + pattern.least();
        int slot = (int) (low >>> sharedShift);
        if (low < 0 || slot >= sharedOffsets.length) {
            return APART;
        }
        long base = sharedStarts[slot];
        if (low < base || low - base > sharedBytes[slot] - pattern.bytes()) {
            return APART;
        }
        long compact = sharedOffsets[slot] + first - base;
        WrittenBytes written = checksInitialisation ? sharedWritten : null;
        if (!areQuiet(warp, written, sharedShadow, compact, pattern, bytes, point, at, Space.SHARED)) {
            return APART;
        }
        if (hints != null) {
            hints.together(Space.SHARED, pattern, compact, bytes, point);
        }
        return block.shared.host + sharedOffsets[slot] - base;
    }

    private long globalTogether(Warp warp, long first, AccessPattern pattern, int bytes, int point, WatchPoint at) {
        long low = first + pattern.least();
        MemoryRegion region = regionOf(low, pattern.bytes(), point);
        if (region == null) {
            return APART;
        }
        if (region.isReadOnly()) {
            if (at.kind() == Kind.WRITE) {
                return APART;
            }
        } else if (region.mark instanceof Allocation allocation) {
            long offset = first - region.base;
            boolean isQuiet;
            if (claims != null) {
                isQuiet = claims.pattern(warp, allocation, region, offset, pattern, bytes, point);
            } else {
                Shadow shadow = rows == null ? null : launch.shadow(allocation);
                isQuiet = areQuiet(warp, allocation.written, shadow, offset, pattern, bytes, point, at, Space.GLOBAL);
            }
            if (!isQuiet) {
                return APART;
            }
        }
        if (hints != null) {
            hints.together(Space.GLOBAL, pattern, first, bytes, point);
        }
        return region.host - region.base;
    }

    /**
     * Whether the accesses of a pattern read what was written and race with nothing; they are noted as far as that is so.
     *
     * @param written null where that is not asked
     * @param first the offset of the first access
     */
    private boolean areQuiet(
            Warp warp,
            WrittenBytes written,
            Shadow shadow,
            long first,
            AccessPattern pattern,
            int bytes,
            int point,
            WatchPoint at,
            Space space) {
        boolean isWrite = at.kind() == Kind.WRITE;
        for (int run = 0; run < pattern.runs(); run++) {
            long offset = first + pattern.distance(run);
            int lanes = pattern.lanes(run);
            boolean isSame = pattern.isSame(run);
            if (isSame && isWrite) {
                // Which value stays is for each lane to say.
                return false;
            }
            long whole = isSame ? bytes : (long) lanes * bytes;
            if (written != null && !isWrite && !written.areAllWritten(offset, whole)) {
                return false;
            }
            if (rows != null) {
                int thread = warp.firstThread + pattern.lane(run, 0);
                int side = isSame ? 1 : lanes;
                if (!rows.note(shadow, offset, bytes, side, thread, point, isWrite, space)) {
                    return false;
                }
                if (isSame) {
                    int second = warp.firstThread + pattern.lane(run, 1);
                    rows.note(shadow, offset, bytes, 1, second, point, false, space);
                }
            }
            if (written != null && isWrite) {
                written.writeAll(offset, whole);
            }
        }
        return true;
    }

    @Override
    public void apart(int count) {
        if (hints != null) {
            hints.takeBack(count);
        }
    }

    private long place(Warp warp, int lane, long address, int bytes, int point, WatchPoint at) {
        Window window = at.window();
        if (window == Window.DEVICE) {
            if (Long.compareUnsigned(address - AddressWindows.SHARED, WINDOWS_BYTES) >= 0) {
                return global(warp, lane, address, bytes, point, at);
            }
            if (AddressWindows.isShared(address)) {
                return shared(warp, lane, address - AddressWindows.SHARED, bytes, point, at);
            }
            if (AddressWindows.isLocal(address)) {
                return anyLocal(warp, lane, address - AddressWindows.LOCAL, bytes, point, at);
            }
            return parameter(warp, lane, address - AddressWindows.PARAMETERS, bytes, point);
        }
        return window == Window.SHARED
                ? shared(warp, lane, address, bytes, point, at)
                : local(warp, lane, address, bytes, point, at);
    }

    private long global(Warp warp, int lane, long address, int bytes, int point, WatchPoint at) {
        MemoryRegion region = regionOf(address, bytes, point);
        if (region == null) {
            return faults.global(warp, lane, address, bytes, point);
        }
        Kind kind = at.kind();
        if ((address & (bytes - 1)) != 0) {
            return faults.misaligned(warp, lane, Space.GLOBAL, address, bytes, point);
        }
        if (kind != Kind.READ && region.isReadOnly()) {
            return faults.global(warp, lane, address, bytes, point);
        }
        long offset = address - region.base;
        if (region.mark instanceof Allocation allocation && !region.isReadOnly()) {
            WrittenBytes written = allocation.written;
            if (claims != null) {
                claims.lane(allocation, region, offset, bytes, warp.firstThread + lane, point);
            } else if (written != null) {
                if (kind == Kind.WRITE) {
                    written.write(offset, bytes);
                } else {
                    if (!written.isAnyWritten(offset, bytes)) {
                        faults.uninitialised(warp, lane, Space.GLOBAL, address, bytes, point);
                    }
                    if (kind == Kind.ATOMIC || kind == Kind.MEETING) {
                        written.write(offset, bytes);
                    }
                }
            }
            if (races != null && claims == null) {
                int thread = warp.firstThread + lane;
                if (at.isStrong()) {
                    synchronise(thread, address, at, launch.releases);
                }
                races.access(
                        launch.shadow(allocation),
                        offset,
                        bytes,
                        thread,
                        point,
                        at,
                        Space.GLOBAL,
                        address,
                        region.host);
            }
        }
        if (hints != null && kind != Kind.ATOMIC) {
            hints.global(warp, lane, address, bytes, point);
        }
        return region.host + offset;
    }

    private long shared(Warp warp, int lane, long offset, int bytes, int point, WatchPoint at) {
        int slot = (int) (offset >>> sharedShift);
        boolean isVariable = slot >= 0 && slot < sharedOffsets.length;
        long inside = isVariable ? offset - sharedStarts[slot] : -1;
        if (inside < 0 || inside > sharedBytes[slot] - bytes) {
            long reserved = block.reservedSharedHost(offset, bytes);
            if (reserved != 0) {
                // Cooperative groups meet here, by atomic and volatile accesses.
                if (races != null && at.isStrong()) {
                    synchronise(warp.firstThread + lane, offset, at, sharedReleases);
                }
                return reserved;
            }
            return faults.shared(warp, lane, offset, bytes, point);
        }
        if ((offset & (bytes - 1)) != 0) {
            return faults.misaligned(warp, lane, Space.SHARED, AddressWindows.SHARED + offset, bytes, point);
        }
        long compact = sharedOffsets[slot] + inside;
        Kind kind = at.kind();
        if (checksInitialisation) {
            if (kind != Kind.WRITE) {
                if (!sharedWritten.isAnyWritten(compact, bytes)) {
                    faults.uninitialised(warp, lane, Space.SHARED, AddressWindows.SHARED + offset, bytes, point);
                }
            }
            if (kind != Kind.READ) {
                sharedWritten.write(compact, bytes);
            }
        }
        if (races != null) {
            int thread = warp.firstThread + lane;
            if (at.isStrong()) {
                synchronise(thread, offset, at, sharedReleases);
            }
            races.access(
                    sharedShadow,
                    compact,
                    bytes,
                    thread,
                    point,
                    at,
                    Space.SHARED,
                    AddressWindows.SHARED + offset,
                    block.shared.host);
        }
        if (hints != null && kind != Kind.ATOMIC) {
            hints.shared(warp, lane, compact, bytes, point);
        }
        return block.shared.host + compact;
    }

    /** Local memory by a generic address, of whatever thread. */
    private long anyLocal(Warp warp, int lane, long offset, int bytes, int point, WatchPoint at) {
        long owner = offset >>> WatchedCode.THREAD_SHIFT;
        if (owner != warp.firstThread + lane) {
            return faults.foreign(warp, lane, owner, AddressWindows.LOCAL + offset, bytes, point);
        }
        return local(warp, lane, offset & LOCAL_MASK, bytes, point, at);
    }

    private long local(Warp warp, int lane, long offset, int bytes, int point, WatchPoint at) {
        int thread = warp.firstThread + lane;
        long slot = offset >>> WatchedCode.LOCAL_SHIFT;
        if (slot < 0 || slot >= localOffsets.length) {
            return faults.local(warp, lane, offset, bytes, point);
        }
        long inside = slot == 0 ? offset : offset - WatchedCode.localAddress((int) slot);
        if (inside < 0 || inside > localBytes[(int) slot] - bytes) {
            return faults.local(warp, lane, offset, bytes, point);
        }
        if ((inside & (bytes - 1)) != 0) {
            return faults.misaligned(warp, lane, Space.LOCAL, localAddress(thread, offset), bytes, point);
        }
        long compact = (long) thread * block.localSlotBytes + localOffsets[(int) slot] + inside;
        if (checksInitialisation && slot > 0) {
            if (at.kind() == Kind.READ) {
                if (!localWritten.isAnyWritten(compact, bytes)) {
                    faults.uninitialised(warp, lane, Space.LOCAL, localAddress(thread, offset), bytes, point);
                }
            } else {
                localWritten.write(compact, bytes);
            }
        }
        if (hints != null) {
            hints.local(warp, lane, bytes, point);
        }
        return block.local.host + compact;
    }

    static long localAddress(int thread, long offset) {
        return AddressWindows.LOCAL + ((long) thread << WatchedCode.THREAD_SHIFT) + offset;
    }

    private long parameter(Warp warp, int lane, long offset, int bytes, int point) {
        if (offset < 0 || offset > block.parameters.bytes - bytes || points[point].kind() != Kind.READ) {
            return faults.parameter(warp, lane, offset, bytes, point);
        }
        return block.parameters.host + offset;
    }

    boolean checksMemory() {
        return checksMemory;
    }

    @Override
    public long find(long address, int bytes, int thread) {
        if (AddressWindows.isShared(address)) {
            long offset = address - AddressWindows.SHARED;
            int slot = (int) (offset >>> sharedShift);
            long inside = slot >= sharedOffsets.length ? -1 : offset - sharedStarts[slot];
            return inside < 0 || inside > sharedBytes[slot] - bytes
                    ? block.reservedSharedHost(offset, bytes)
                    : block.shared.host + sharedOffsets[slot] + inside;
        }
        if (AddressWindows.isLocal(address)) {
            long offset = address - AddressWindows.LOCAL - ((long) thread << WatchedCode.THREAD_SHIFT);
            long slot = offset >> WatchedCode.LOCAL_SHIFT;
            if (slot < 0 || slot >= localOffsets.length) {
                return 0;
            }
            long inside = slot == 0 ? offset : offset - WatchedCode.localAddress((int) slot);
            return inside < 0 || inside > localBytes[(int) slot] - bytes
                    ? 0
                    : block.local.host + (long) thread * block.localSlotBytes + localOffsets[(int) slot] + inside;
        }
        MemoryRegion region = memory.find(address);
        return region == null || !region.contains(address, bytes) ? 0 : region.host + (address - region.base);
    }

    // ---- synchronisation

    private void synchronise(int thread, long address, WatchPoint at, Map<Long, Release> releases) {
        if (at.kind() == Kind.MEETING) {
            // That is for the barrier to say.
            return;
        }
        if (!releases.isEmpty() && at.kind() != Kind.WRITE) {
            Release release = releases.get(address);
            if (release != null) {
                order.acquire(thread, release, at.acquires());
            }
        }
        if (at.kind() != Kind.READ) {
            if (at.releases()) {
                order.fence(thread, at.wideScope());
            }
            if (order.hasReleases(thread)) {
                order.release(thread, releases.computeIfAbsent(address, _ -> new Release()));
            }
        }
    }

    @Override
    public void fenced(Warp warp, int lane, int point) {
        changes++;
        if (races != null) {
            order.fence(warp.firstThread + lane, points[point].wideScope());
        }
    }

    @Override
    public void meets(Warp warp, int lane, int mask, int here, int point) {
        barriers.meets(warp, lane, mask, here, point);
    }

    @Override
    public void met(Warp warp, int lanes) {
        changes++;
        if (races != null) {
            races.settle();
            order.warpBarrier(warp.firstThread / LANES, lanes, warp.aliveLanes());
        }
    }

    @Override
    public void shuffledFromNobody(Warp warp, int lane, int source, int point) {
        barriers.shuffledFromNobody(warp, lane, source, point);
    }

    @Override
    public void arrives(Warp warp, int lane, int barrier, int expectedThreads, int point) {
        barriers.arrives(warp.firstThread + lane, barrier, expectedThreads, point);
    }

    @Override
    public void completes(int barrier) {
        changes++;
        if (races != null) {
            races.settle();
        }
        barriers.completes(barrier);
    }

    /** A barrier in memory: what those knew who arrived in the phases that are over, and in the one that is not. */
    private static final class MemoryBarrier {
        private Clocks over;
        private Clocks arrived;
    }

    @Override
    public void changedBarrier(
            Warp warp, int lane, long host, boolean arrives, boolean isAfterCopies, boolean isPhaseOver) {
        changes++;
        if (races == null) {
            return;
        }
        MemoryBarrier barrier = memoryBarriers.computeIfAbsent(host, _ -> new MemoryBarrier());
        if (arrives) {
            int thread = warp.firstThread + lane;
            Clocks known = isAfterCopies ? order.departWithCopies(thread) : order.depart(thread);
            if (barrier.arrived == null) {
                barrier.arrived = known;
            } else {
                barrier.arrived.join(known);
            }
        }
        if (isPhaseOver) {
            barrier.over = Clocks.joined(barrier.over, barrier.arrived);
            barrier.arrived = null;
        }
    }

    @Override
    public void sawPhaseEnd(Warp warp, int lane, long host) {
        changes++;
        MemoryBarrier barrier = memoryBarriers.get(host);
        if (races != null && barrier != null && barrier.over != null) {
            order.arrive(warp.firstThread + lane, barrier.over);
        }
    }

    @Override
    public void groupsCopies(Warp warp, int lane) {
        changes++;
        if (races != null) {
            order.groupCopies(warp.firstThread + lane);
        }
    }

    @Override
    public void awaitsCopies(Warp warp, int lane, int groupsLeft) {
        changes++;
        if (races != null) {
            order.awaitCopies(warp.firstThread + lane, groupsLeft);
        }
    }

    @Override
    public void isStuck() {
        barriers.isStuck();
    }

    @Override
    public void branches(int warps, int divergent, int point) {
        if (hints != null) {
            hints.branch(warps, divergent, point);
        }
    }

    @Override
    public void computed(Warp warp, int lane, long result, long a, long b, long c, int point) {
        if (arithmetic != null) {
            arithmetic.computed(warp, lane, result, a, b, c, point);
        }
    }

    /** The memory that an address belongs to. */
    Nearest nearest(Space space, long address) {
        return faults.nearest(space, address);
    }

    ThreadPlace threadAt(Warp warp, int lane) {
        return Watch.place(block.position(warp.firstThread + lane));
    }
}
