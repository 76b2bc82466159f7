package io.xianka.emulator.machine;

import io.xianka.driver.Dim3;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * One block while it runs, by one worker: where it is in the grid, its shared and local memory, its barriers, its
 * warps. Or several blocks side by side in x that run as one warp ({@link KernelCode#blocksPerWarp}): then threads are counted
 * through all of them. Reused for block after block. Fields are public because generated code reads them.
 */
public final class BlockContext {
    private static final int BARRIERS = 16;

    public final LaunchRequest launch;
    public final Dim3 gridSize;
    public final Dim3 blockSize;
    public final int threads;

    /** The position in the grid, of the first of several blocks. */
    public int blockX;

    public int blockY;
    public int blockZ;

    /** Shared memory: its window, and where it is in this process. */
    public final MemoryRegion shared;

    /** Shared memory that the driver reserves; made when it is first touched, which few kernels do. */
    private MemoryRegion reservedShared;

    /** Local memory of all threads, a slot of {@link #localSlotBytes} each. */
    public final MemoryRegion local;

    public final int localSlotBytes;
    public final MemoryRegion parameters;

    /** Device memory that the blocks of a cooperative launch share for their barrier; 0 in other launches. */
    public final long gridWorkspace;

    /** What checks this block; null for none. */
    public final BlockWatch watch;

    /** How far apart the addresses of two threads' local memories are. */
    public final long localStrideBytes;

    /** For each place that accesses memory, the region it met last. */
    public final MemoryRegion[] hints;

    private final Arena arena;
    private final BooleanSupplier mustStop;
    private final Warp[] warps;
    private final int[] arrived = new int[BARRIERS];
    private final int[] expected = new int[BARRIERS];
    private final int[] countTrue = new int[BARRIERS];
    private final int[] resultTrue = new int[BARRIERS];
    private final int[] resultThreads = new int[BARRIERS];
    private int alive;

    /** The sum of {@link #arrived}. */
    private int waiting;

    private int turn;
    private boolean hasUsedItsTurn;

    BlockContext(
            LaunchRequest launch,
            int blocks,
            MemoryRegion parameters,
            long gridWorkspace,
            DeviceWatch.LaunchWatch launchWatch,
            Arena arena,
            BooleanSupplier mustStop) {
        this.launch = launch;
        this.arena = arena;
        this.mustStop = mustStop;
        this.gridSize = launch.grid();
        this.blockSize = launch.block();
        this.threads = blocks * launch.threadsPerBlock();
        this.parameters = parameters;
        this.gridWorkspace = gridWorkspace;
        KernelCode code = launch.code();
        this.hints = new MemoryRegion[code.accessSites()];
        Arrays.fill(hints, MemoryRegion.nowhere());
        this.localSlotBytes = (code.localBytes() + 15) & -16;
        MemorySegment empty = MemorySegment.NULL;
        this.shared = new MemoryRegion(
                AddressWindows.SHARED,
                launch.sharedBytes() == 0 ? empty : arena.allocate(launch.sharedBytes(), 128),
                false);
        this.local = new MemoryRegion(
                AddressWindows.LOCAL,
                localSlotBytes == 0 ? empty : arena.allocate((long) localSlotBytes * threads, 128),
                false);
        this.localStrideBytes = launchWatch == null ? localSlotBytes : 1L << WatchedCode.THREAD_SHIFT;
        this.watch = launchWatch == null ? null : launchWatch.watch(this);
        int width = blocks > 1 ? threads : code.lanesPerWarp(blockSize);
        this.warps = new Warp[Math.ceilDiv(threads, width)];
        for (int i = 0; i < warps.length; i++) {
            warps[i] = code.newWarp(this, i * width, Math.min(width, threads - i * width));
        }
        this.alive = threads;
    }

    /**
     * @param x the position in the grid
     * @param row the position in y and z, counted through
     */
    void start(int x, long row, boolean isFirst) {
        blockX = x;
        if (row == 0) {
            blockY = 0;
            blockZ = 0;
        } else {
            blockY = (int) (row % gridSize.y());
            blockZ = (int) (row / gridSize.y());
        }
        if (watch != null) {
            watch.start();
        }
        if (isFirst) {
            return;
        }
        // What a kernel reads before it writes is undefined; the same in every run all the same.
        if (shared.bytes > 0) {
            shared.segment().fill((byte) 0);
        }
        if (reservedShared != null) {
            reservedShared.segment().fill((byte) 0);
        }
        alive = threads;
        if (waiting > 0) {
            Arrays.fill(arrived, 0);
            Arrays.fill(countTrue, 0);
            waiting = 0;
        }
        turn = 0;
        for (Warp warp : warps) {
            warp.restart();
        }
    }

    /**
     * Gives each warp a turn.
     *
     * @return true when all threads have ended
     * @throws DeviceFault when none can run but some have not ended
     */
    boolean runTurn(int budget) {
        boolean hasRun = false;
        hasUsedItsTurn = false;
        for (int i = 0; i < warps.length; i++) {
            Warp warp = warps[turn];
            turn = turn + 1 == warps.length ? 0 : turn + 1;
            if (warp.running() > 0) {
                hasRun = true;
                warp.budget = budget;
                launch.code().run(warp);
                hasUsedItsTurn |= warp.budget < 0;
            }
        }
        if (alive == 0) {
            if (watch != null) {
                watch.end();
            }
            return true;
        }
        if (!hasRun) {
            if (watch == null) {
                throw stuck();
            }
            watch.isStuck();
            watch.end();
            return true;
        }
        return false;
    }

    /** Whether some warp of the last turn used up its budget: it works long, or waits for what another block does. */
    boolean hasUsedItsTurn() {
        return hasUsedItsTurn;
    }

    /**
     * For code that keeps its turn for long.
     *
     * @throws LaunchCancelled when the launch is to end, because that was asked for or because another block failed
     */
    public void throwIfStopped() {
        if (mustStop.getAsBoolean()) {
            throw new LaunchCancelled(launch.code().kernelName());
        }
    }

    private DeviceFault stuck() {
        int most = 0;
        int barrier = 0;
        Warp someone = null;
        int lane = 0;
        for (int id = 0; id < BARRIERS; id++) {
            if (arrived[id] > most) {
                most = arrived[id];
                barrier = id;
            }
        }
        for (Warp warp : warps) {
            warp.showWaiting();
            for (int i = 0; i < warp.lanes && someone == null; i++) {
                if (warp.status[i] == Warp.WAITING && warp.barrierOf[i] == barrier) {
                    someone = warp;
                    lane = i;
                }
            }
        }
        String what =
                "%d of %d threads wait at barrier %d for threads that will not come: %d have ended, %d wait elsewhere"
                        .formatted(most, threads, barrier, threads - alive, alive - most);
        DeviceFault fault = DeviceFault.of(FaultKind.BARRIER, what);
        return fault.at(
                new FaultPlace(launch.code().kernelName(), 0, null, null),
                someone == null ? null : position(someone.firstThread + lane));
    }

    /** Threads that have not ended. */
    public int alive() {
        return alive;
    }

    public int warps() {
        return warps.length;
    }

    public Warp warp(int index) {
        return warps[index];
    }

    /** The place of a thread, by its linear index in the block. */
    public ThreadPosition position(int thread) {
        int inBlock = thread % launch.threadsPerBlock();
        int rest = inBlock / blockSize.x();
        return new ThreadPosition(
                blockX + thread / launch.threadsPerBlock(),
                blockY,
                blockZ,
                inBlock % blockSize.x(),
                rest % blockSize.y(),
                rest / blockSize.y());
    }

    /**
     * The address in this process of generic device address {@code address}, checked for size and alignment; the hint of the
     * site is renewed.
     *
     * @param bytes of the access, a power of two, which is also its alignment
     * @param thread linear index in the block of the thread that accesses
     */
    public long locate(long address, int bytes, boolean isWrite, int site, int thread) {
        MemoryRegion region = hints[site];
        if (!region.contains(address, bytes)) {
            region = regionOf(address);
        }
        if (region == null
                || !region.contains(address, bytes)
                || (address & (bytes - 1)) != 0
                || (isWrite && region.isReadOnly())) {
            throw fault(region, address, bytes, isWrite);
        }
        if (region == local) {
            long slot = (address - AddressWindows.LOCAL) / localSlotBytes;
            if (slot != thread) {
                throw DeviceFault.ofAccess(
                        FaultKind.FOREIGN_LOCAL,
                        "access of %d bytes at 0x%x, which is local memory of thread %d"
                                .formatted(bytes, address, slot),
                        address,
                        bytes);
            }
        } else if ((region.base & 31) == 0) {
            // Local memory is not remembered: a hint says nothing of whose slot it is. Nor is host memory at an odd
            // place: generated
            // code takes the alignment of an offset for that of an address.
            hints[site] = region;
        }
        return region.host + (address - region.base);
    }

    /**
     * Renews the hint of a site of a checked kernel, unless the kernel may free what it accesses: an access by a hint is not seen
     * by the watch.
     */
    public void remember(long address, int bytes, int site) {
        if (launch.code().watched().areBlocksIndependent()) {
            MemoryRegion region = launch.memory().find(address);
            if (region != null && region.contains(address, bytes) && (region.base & 31) == 0) {
                hints[site] = region;
            }
        }
    }

    private MemoryRegion regionOf(long address) {
        if (AddressWindows.isShared(address)) {
            return address < AddressWindows.SHARED + AddressWindows.RESERVED_SHARED_OFFSET ? shared : reservedShared();
        }
        if (AddressWindows.isLocal(address)) {
            return local;
        }
        if (AddressWindows.isParameter(address)) {
            return parameters;
        }
        return launch.memory().find(address);
    }

    /** A shared variable of a checked kernel, by its number, as memory at its offset in the shared window. */
    public MemoryRegion sharedVariable(int number) {
        WatchedCode.Slot slot = launch.code().watched().shared().get(number);
        int bytes = slot.bytes() < 0 ? launch.dynamicSharedBytes() : slot.bytes();
        return new MemoryRegion(
                launch.code().watched().sharedAddress(number),
                shared.segment().asSlice(slot.hostOffset(), bytes),
                false);
    }

    private MemoryRegion reservedShared() {
        if (reservedShared == null) {
            reservedShared = new MemoryRegion(
                    AddressWindows.SHARED + AddressWindows.RESERVED_SHARED_OFFSET,
                    arena.allocate(AddressWindows.RESERVED_SHARED_BYTES, 128),
                    false);
        }
        return reservedShared;
    }

    /** Where in this process reserved shared memory lies, by its offset in the shared window; 0 for any other offset. */
    public long reservedSharedHost(long offset, int bytes) {
        long inside = offset - AddressWindows.RESERVED_SHARED_OFFSET;
        return inside < 0 || inside > AddressWindows.RESERVED_SHARED_BYTES - bytes ? 0 : reservedShared().host + inside;
    }

    private DeviceFault fault(MemoryRegion region, long address, int bytes, boolean isWrite) {
        if (region == shared || (region != null && region == reservedShared)) {
            return windowFault("shared memory", address - AddressWindows.SHARED, shared.bytes, address, bytes);
        }
        if (region == local) {
            return windowFault("local memory", address - AddressWindows.LOCAL, local.bytes, address, bytes);
        }
        if (region == parameters && !isWrite) {
            return windowFault("the parameters", address - AddressWindows.PARAMETERS, parameters.bytes, address, bytes);
        }
        return launch.memory().fault(address, bytes, isWrite);
    }

    /** The fault of an access at an offset of the block's shared memory. */
    public DeviceFault sharedFault(long offset, int bytes) {
        return windowFault("shared memory", offset, shared.bytes, AddressWindows.SHARED + offset, bytes);
    }

    /** The fault of an access at an offset of a thread's local memory. */
    public DeviceFault localFault(long offset, int bytes) {
        return windowFault("local memory", offset, launch.code().localBytes(), AddressWindows.LOCAL + offset, bytes);
    }

    private static DeviceFault windowFault(String name, long offset, long size, long address, int bytes) {
        boolean isInside = offset >= 0 && offset <= size - bytes;
        return DeviceFault.ofAccess(
                isInside ? FaultKind.MISALIGNED : FaultKind.OUT_OF_BOUNDS,
                isInside
                        ? "access of %d bytes at offset %d of %s is not aligned to its size"
                                .formatted(bytes, offset, name)
                        : "access of %d bytes at offset %d of %s, which has %d bytes"
                                .formatted(bytes, offset, name, size),
                address,
                bytes);
    }

    // ---- barriers

    void threadsArrived(int barrier, int count, int expectedThreads) {
        arrived[barrier] += count;
        waiting += count;
        expected[barrier] = expectedThreads;
        releaseIfComplete(barrier);
    }

    /** Arrives without waiting, as bar.arrive does. */
    public void arriveOnly(int barrier, int count, int expectedThreads) {
        threadsArrived(barrier, count, expectedThreads);
    }

    /**
     * Contributes to a barrier's reduction; call before {@link Warp#arrive}. The result is there when the lane runs again:
     * {@link #reducedCount} and {@link #reducedThreads}.
     */
    public void contribute(int barrier, boolean predicate) {
        if (predicate) {
            countTrue[barrier]++;
        }
    }

    /** How many predicates were true at the last completion of this barrier. */
    public int reducedCount(int barrier) {
        return resultTrue[barrier];
    }

    /** How many threads had arrived at the last completion of this barrier. */
    public int reducedThreads(int barrier) {
        return resultThreads[barrier];
    }

    void threadsExited(int count) {
        alive -= count;
        if (waiting == 0) {
            return;
        }
        for (int barrier = 0; barrier < BARRIERS; barrier++) {
            if (arrived[barrier] > 0) {
                releaseIfComplete(barrier);
            }
        }
    }

    private void releaseIfComplete(int barrier) {
        int needed = expected[barrier] == 0 ? alive : expected[barrier];
        if (arrived[barrier] < needed) {
            return;
        }
        if (watch != null) {
            watch.completes(barrier);
        }
        resultThreads[barrier] = arrived[barrier];
        resultTrue[barrier] = countTrue[barrier];
        waiting -= arrived[barrier];
        arrived[barrier] = 0;
        countTrue[barrier] = 0;
        for (Warp warp : warps) {
            warp.release(barrier);
        }
    }
}
