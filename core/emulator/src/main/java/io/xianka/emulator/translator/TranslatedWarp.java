package io.xianka.emulator.translator;

import io.xianka.driver.Dim3;
import io.xianka.emulator.machine.AddressWindows;
import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.BlockWatch;
import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.FaultKind;
import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.emulator.machine.Warp;
import io.xianka.emulator.machine.WatchedCode;
import io.xianka.emulator.semantics.IntegerArithmetic;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The registers of a warp, and how its lanes are scheduled.
 *
 * <p>Lanes that are at the same block run together, as a range where they are neighbours and as a list otherwise. When
 * lanes part, those at the lowest block number go first and run until they reach the others; where a loop keeps them
 * from getting there, the others get a turn every now and then, so that a lane that waits for another one is not
 * waiting for ever. At convergent blocks lanes are held until all have come.
 */
final class TranslatedWarp extends Warp {
    private static final int TURNS_OF_LOWEST = 32;

    /** Bytes of the widest access. */
    private static final int MOST_ALIGNMENT = 32;

    final TranslatedKernel code;

    /** Registers that vary over the lanes, by bank and slot. */
    final int[][] ints;

    final long[][] longs;
    final float[][] floats;

    /** The same memory as {@link #floats}, to be read as integers. */
    private final MemorySegment[] floatBits;

    final double[][] doubles;
    final boolean[][] predicates;

    /** Registers that do not, or that are affine. */
    final int[] scalarInts;

    final long[] scalarLongs;
    final float[] scalarFloats;
    final double[] scalarDoubles;

    /** Which lanes take the branch at the end of the block that ran last; where it parts one from the others, see {@link #onlyLane}. */
    final boolean[] taken;

    /** The lane that parts from all others at the branch that ran last, the only one that {@link #taken} is right for; or -1. */
    private int onlyLane = -1;

    /** The block that ran last of those that {@link BlockRunner#runTogether} ran. */
    int lastBlock;

    /** Position in the block of lane 0; of each lane where the form is not a row. */
    final int tidX;

    final int tidY;
    final int tidZ;
    int[] tidsX;
    int[] tidsY;
    int[] tidsZ;

    /** The barrier that a block ends at, set by it. */
    int barrier;

    int barrierThreads;

    /** The same for each lane, where lanes differ. */
    int[] barriers;

    int[] threadsOfBarriers;

    /** Local memory of lane 0, in this process. */
    final long localHost;

    final long sharedHost;
    final long sharedBytes;
    final long parametersHost;
    final MemoryRegion[] hints;

    /** Of a watched warp: where shared variables lie. */
    private final int slotShift;

    private final long[] slotStarts;
    private final long[] slotHosts;
    private final long[] slotBytes;
    private final MemoryRegion[] slotRegions;

    /** What checks the block; null for nothing. */
    private final BlockWatch watch;

    /** Of a watched warp: the point of the exchange that runs. */
    int exchangePoint;

    private long[] askedAddresses;

    /** Lanes that met this one where it waits, and went on; null until lanes of a watched warp meet at different places. */
    private int[] metBefore;

    /** The carry or borrow that add.cc and its like leave; null until one does. */
    private int[] carries;

    private AsideLanes asideLanes;

    /** What rows of memory go through. */
    final RowArrays rows;

    private int[] exchangedInts;
    private float[] exchangedFloats;

    private final boolean[] isHeld;
    private final int[] list;
    private final int[] entering;
    private int heldCount;

    /** Whether the selected group was held, and goes on because there is nobody left to wait for. */
    private boolean isReleased;

    private int groupBlock;
    private int groupFrom;
    private int groupTo;
    private int groupCount;
    private boolean isRange;
    private int lowestOther;
    private int loops;
    private int rotateAfter = -1;

    /** The block where all lanes are, none of them ended; -1 where {@link #pc} says it for each. */
    private int allAt;

    TranslatedWarp(TranslatedKernel code, BlockContext block, int firstThread, int lanes) {
        super(block, firstThread, lanes);
        this.code = code;
        RegisterFile file = code.registerFile();
        ints = new int[file.count(Bank.INT)][lanes];
        longs = new long[file.count(Bank.LONG)][lanes];
        floats = new float[file.count(Bank.FLOAT)][lanes];
        floatBits = new MemorySegment[floats.length];
        for (int slot = 0; slot < floats.length; slot++) {
            floatBits[slot] = MemorySegment.ofArray(floats[slot]);
        }
        doubles = new double[file.count(Bank.DOUBLE)][lanes];
        predicates = new boolean[file.count(Bank.PREDICATE)][lanes];
        scalarInts = new int[file.scalarCount(Bank.INT)];
        scalarLongs = new long[file.scalarCount(Bank.LONG)];
        scalarFloats = new float[file.scalarCount(Bank.FLOAT)];
        scalarDoubles = new double[file.scalarCount(Bank.DOUBLE)];
        taken = new boolean[lanes];
        rows = new RowArrays(lanes);
        isHeld = new boolean[lanes];
        list = new int[lanes];
        entering = new int[lanes];
        Dim3 size = block.blockSize;
        tidX = firstThread % size.x();
        tidY = firstThread / size.x() % size.y();
        tidZ = firstThread / size.x() / size.y();
        hints = block.hints;
        sharedHost = block.shared.host;
        watch = block.watch;
        WatchedCode watched = watch == null ? null : code.watched();
        int slots = watched == null ? 0 : watched.shared().size();
        slotShift = watched == null ? 0 : watched.sharedShift();
        slotStarts = new long[slots];
        slotHosts = new long[slots];
        slotBytes = new long[slots];
        slotRegions = new MemoryRegion[slots];
        for (int i = 0; i < slots; i++) {
            WatchedCode.Slot slot = watched.shared().get(i);
            slotStarts[i] = watched.sharedAddress(i);
            slotHosts[i] = sharedHost + slot.hostOffset();
            slotBytes[i] = slot.bytes() < 0 ? dynamicSharedBytes() : slot.bytes();
        }
        sharedBytes = block.shared.bytes;
        parametersHost = block.parameters.host;
        localHost = block.local.host + (long) firstThread * block.localSlotBytes;
    }

    @Override
    protected void restart() {
        restartLanes();
        if (heldCount > 0) {
            Arrays.fill(isHeld, false);
            heldCount = 0;
        }
        loops = 0;
        rotateAfter = -1;
        allAt = 0;
        metBefore = null;
    }

    /** Called by generated code that needs each lane's x, y or z. */
    int[] tids(int axis) {
        if (tidsX == null) {
            tidsX = new int[lanes];
            tidsY = new int[lanes];
            tidsZ = new int[lanes];
            Dim3 size = block.blockSize;
            for (int lane = 0; lane < lanes; lane++) {
                int thread = firstThread + lane;
                tidsX[lane] = thread % size.x();
                tidsY[lane] = thread / size.x() % size.y();
                tidsZ[lane] = thread / size.x() / size.y();
            }
        }
        return axis == 0 ? tidsX : axis == 1 ? tidsY : tidsZ;
    }

    // ---- special registers

    int sizeX() {
        return block.blockSize.x();
    }

    int sizeY() {
        return block.blockSize.y();
    }

    int sizeZ() {
        return block.blockSize.z();
    }

    int blockX() {
        return block.blockX;
    }

    int blockY() {
        return block.blockY;
    }

    int blockZ() {
        return block.blockZ;
    }

    int gridX() {
        return block.gridSize.x();
    }

    int gridY() {
        return block.gridSize.y();
    }

    int gridZ() {
        return block.gridSize.z();
    }

    int warpId() {
        return firstThread / WarpForm.NARROW_LANES;
    }

    int warps() {
        return Math.ceilDiv(block.threads, WarpForm.NARROW_LANES);
    }

    int sharedBytes() {
        return (int) sharedBytes;
    }

    int dynamicSharedBytes() {
        return block.launch.dynamicSharedBytes();
    }

    int gridWorkspaceHigh() {
        return (int) (block.gridWorkspace >>> 32);
    }

    int gridWorkspaceLow() {
        return (int) block.gridWorkspace;
    }

    /** The generic address of a lane's local memory. */
    long localAddress(int lane) {
        return AddressWindows.LOCAL + (firstThread + lane) * block.localStrideBytes;
    }

    // ---- operands of instructions across lanes

    /** A scalar as an array: {@code base + lane * stride}. */
    int[] spread(int base, int stride) {
        int[] spread = new int[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            spread[lane] = base + lane * stride;
        }
        return spread;
    }

    float[] spread(float value) {
        float[] spread = new float[lanes];
        Arrays.fill(spread, value);
        return spread;
    }

    boolean[] spreadPredicate(int value, int ignored) {
        boolean[] spread = new boolean[lanes];
        Arrays.fill(spread, value != 0);
        return spread;
    }

    boolean[] negated(boolean[] predicate) {
        boolean[] negated = new boolean[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            negated[lane] = !predicate[lane];
        }
        return negated;
    }

    /** For the values of all lanes while some of them are written. */
    int[] exchangedInts() {
        if (exchangedInts == null) {
            exchangedInts = new int[WarpForm.NARROW_LANES];
        }
        return exchangedInts;
    }

    float[] exchangedFloats() {
        if (exchangedFloats == null) {
            exchangedFloats = new float[WarpForm.NARROW_LANES];
        }
        return exchangedFloats;
    }

    /** Whether the lanes of a register hold a NaN. */
    static boolean hasNans(TranslatedWarp warp, int slot, int from, int to) {
        return RowArrays.hasNans(warp.floatBits[slot], from, to);
    }

    // ---- for instructions that are not written in place

    long compute(int function, long a, long b, long c) {
        return code.function(function).apply(a, b, c);
    }

    int carry(int lane, boolean reads) {
        if (carries == null) {
            carries = new int[lanes];
        }
        return reads ? carries[lane] : 0;
    }

    static int add(int a, int b, TranslatedWarp warp, int lane, boolean reads, boolean writes) {
        int carry = warp.carry(lane, reads);
        if (writes) {
            warp.carries[lane] = IntegerArithmetic.carryOut(a, b, carry);
        }
        return a + b + carry;
    }

    static long add(long a, long b, TranslatedWarp warp, int lane, boolean reads, boolean writes) {
        int carry = warp.carry(lane, reads);
        if (writes) {
            warp.carries[lane] = IntegerArithmetic.carryOut(a, b, carry);
        }
        return a + b + carry;
    }

    static int subtract(int a, int b, TranslatedWarp warp, int lane, boolean reads, boolean writes) {
        int borrow = warp.carry(lane, reads);
        if (writes) {
            warp.carries[lane] = IntegerArithmetic.borrowOut(a, b, borrow);
        }
        return a - b - borrow;
    }

    static long subtract(long a, long b, TranslatedWarp warp, int lane, boolean reads, boolean writes) {
        int borrow = warp.carry(lane, reads);
        if (writes) {
            warp.carries[lane] = IntegerArithmetic.borrowOut(a, b, borrow);
        }
        return a - b - borrow;
    }

    void leaveCarry(int lane, int carry) {
        if (carries == null) {
            carries = new int[lanes];
        }
        carries[lane] = carry;
    }

    /** Lets the interpreter execute an instruction, as {@link AsideLanes#run}. */
    void aside(int instruction, int[] list, int from, int to) {
        if (asideLanes == null) {
            asideLanes = code.newAsideLanes(this);
        }
        asideLanes.run(instruction, list, from, to);
    }

    /** {@code trap}. */
    void trap(int lane, int instruction) {
        throw DeviceFault.of(FaultKind.TRAP, "the kernel stopped itself")
                .at(code.placeOf(instruction), block.position(firstThread + lane));
    }

    // ---- scheduling

    void run() {
        while (select()) {
            if (!isReleased && groupCount < alive() && awaitsOthers(groupBlock)) {
                // They came here by a branch on which lanes parted.
                hold();
                continue;
            }
            runGroup();
            if (budget < 0) {
                return;
            }
        }
    }

    /** Runs the selected group until it parts, ends, waits, must make way for others, or the budget is used up. */
    private void runGroup() {
        BlockRunner runner = code.runner();
        int[] costs = code.costs(lanes);
        byte[] kinds = code.kinds();
        int[] nexts = code.nexts();
        int[] targets = code.targets();
        int current = groupBlock;
        // However short the turn is, something must come of it.
        boolean isFirst = true;
        while (true) {
            int takenCount;
            if (isRange && watch == null && groupCount == alive()) {
                takenCount = runner.runTogether(current, this, groupFrom, groupTo);
                current = lastBlock;
                if (takenCount < 0) {
                    setPcs(current);
                    return;
                }
            } else {
                budget -= costs[current];
                if (budget < 0 && !isFirst) {
                    setPcs(current);
                    return;
                }
                isFirst = false;
                if (watch != null && code.isExchange(current)) {
                    watchExchange(current);
                }
                takenCount = isRange
                        ? runner.run(current, this, groupFrom, groupTo)
                        : runner.runListed(current, this, list, groupCount);
            }
            int next = nexts[current];
            if (watch != null) {
                watchEnd(current, kinds[current], takenCount);
            }
            switch (kinds[current]) {
                case TranslatedKernel.JUMP -> {}
                case TranslatedKernel.BRANCH -> {
                    if (takenCount == groupCount) {
                        next = targets[current];
                    } else if (takenCount != 0) {
                        SerialRegion region = code.region(current);
                        if (region == null) {
                            part(targets[current], next);
                            return;
                        }
                        if (code.partsIntoRows()) {
                            runRows(current);
                            return;
                        }
                        if (!runSerially(region, takenCount)) {
                            return;
                        }
                        next = region.join();
                    }
                }
                case TranslatedKernel.SWITCH -> {
                    allAt = -1;
                    return;
                }
                case TranslatedKernel.EXIT -> {
                    exitGroup();
                    return;
                }
                case TranslatedKernel.BARRIER_ARRIVE -> block.arriveOnly(barrier, groupCount, barrierThreads);
                case TranslatedKernel.BARRIER -> {
                    setPcs(next);
                    if (!arriveGroup()) {
                        return;
                    }
                }
                case TranslatedKernel.BARRIER_ARRIVE_BY_LANE -> {
                    for (int i = 0; i < groupCount; i++) {
                        int lane = isRange ? groupFrom + i : list[i];
                        block.arriveOnly(barriers[lane], 1, threadsOfBarriers[lane]);
                    }
                }
                case TranslatedKernel.BARRIER_BY_LANE -> {
                    setPcs(next);
                    for (int i = 0; i < groupCount; i++) {
                        int lane = isRange ? groupFrom + i : list[i];
                        arrive(lane, barriers[lane], threadsOfBarriers[lane]);
                    }
                    return;
                }
                default -> throw new AssertionError(kinds[current]);
            }
            if (groupCount < alive()) {
                if (code.isConvergent(next) || awaitsOthers(next)) {
                    setPcs(next);
                    hold();
                    return;
                }
                if (next >= lowestOther) {
                    setPcs(next);
                    return;
                }
                if (next <= current && ++loops % TURNS_OF_LOWEST == 0) {
                    setPcs(next);
                    rotateAfter = next;
                    return;
                }
            }
            current = next;
        }
    }

    /**
     * Lanes part, and will not meet again: rows of lanes that go the same way run to their end, one row after another, each with the scalars
     * that all of them have here.
     */
    private void runRows(int branch) {
        showTaken();
        allAt = -1;
        boolean[] ways = taken.clone();
        int[] ints = scalarInts.clone();
        long[] longs = scalarLongs.clone();
        float[] floats = scalarFloats.clone();
        double[] doubles = scalarDoubles.clone();
        int last = groupTo;
        for (int from = groupFrom; from < last; from = groupTo) {
            int to = from + 1;
            while (to < last && ways[to] == ways[from]) {
                to++;
            }
            System.arraycopy(ints, 0, scalarInts, 0, ints.length);
            System.arraycopy(longs, 0, scalarLongs, 0, longs.length);
            System.arraycopy(floats, 0, scalarFloats, 0, floats.length);
            System.arraycopy(doubles, 0, scalarDoubles, 0, doubles.length);
            runRow(from, to, ways[from] ? code.targets()[branch] : code.nexts()[branch]);
            groupTo = to;
        }
    }

    /** Runs neighbouring lanes from a block to their end. */
    private void runRow(int from, int to, int first) {
        groupFrom = from;
        groupTo = to;
        groupCount = to - from;
        int current = first;
        while (true) {
            budget -= code.costs(lanes)[current];
            if (budget < 0) {
                block.throwIfStopped();
            }
            int takenCount = code.runner().run(current, this, groupFrom, groupTo);
            watchEnd(current, code.kinds()[current], takenCount);
            switch (code.kinds()[current]) {
                case TranslatedKernel.JUMP -> current = code.nexts()[current];
                case TranslatedKernel.BRANCH -> {
                    if (takenCount != 0 && takenCount != groupCount) {
                        runRows(current);
                        return;
                    }
                    current = takenCount == 0 ? code.nexts()[current] : code.targets()[current];
                }
                case TranslatedKernel.EXIT -> {
                    exitGroup();
                    return;
                }
                default -> throw new AssertionError(code.kinds()[current]);
            }
        }
    }

    /** Runs the group through a region; false if some of its lanes ended there. */
    private boolean runSerially(SerialRegion region, int takenCount) {
        boolean entersIfTaken = code.nexts()[region.branch()] == region.join();
        int enteringCount = entersIfTaken ? takenCount : groupCount - takenCount;
        boolean isOneSided =
                (entersIfTaken || code.targets()[region.branch()] == region.join()) && enteringCount < groupCount / 2;
        RegionRunner runner = code.runner(region);
        int exited;
        if (isOneSided && enteringCount == 1 && onlyLane >= 0) {
            entering[0] = onlyLane;
            onlyLane = -1;
            exited = runner.runListed(this, entering, 1);
        } else if (isOneSided) {
            showTaken();
            // The others are where they meet already.
            int count = 0;
            for (int i = 0; count < enteringCount; i++) {
                int lane = isRange ? groupFrom + i : list[i];
                if (taken[lane] == entersIfTaken) {
                    entering[count++] = lane;
                }
            }
            exited = runner.runListed(this, entering, count);
        } else {
            showTaken();
            exited = isRange ? runner.run(this, groupFrom, groupTo) : runner.runListed(this, list, groupCount);
        }
        budget -= groupCount;
        if (region.join() == SerialRegion.END) {
            exitGroup();
            return false;
        }
        if (exited == 0) {
            return true;
        }
        allAt = -1;
        for (int i = 0; i < groupCount; i++) {
            pc[isRange ? groupFrom + i : list[i]] = region.join();
        }
        return false;
    }

    /**
     * One lane takes the branch at the end of a block, or all others do; that lane need not be there.
     *
     * @return how many take it
     */
    static int takeAt(TranslatedWarp warp, int from, int to, int lane, boolean isTaken) {
        if (lane < from || lane >= to) {
            return isTaken ? 0 : to - from;
        }
        warp.taken[lane] = isTaken;
        warp.onlyLane = to - from > 1 ? lane : -1;
        return isTaken ? 1 : to - from - 1;
    }

    /** Makes {@link #taken} right for all lanes of the group. */
    private void showTaken() {
        if (onlyLane >= 0) {
            boolean isTaken = taken[onlyLane];
            Arrays.fill(taken, groupFrom, groupTo, !isTaken);
            taken[onlyLane] = isTaken;
            onlyLane = -1;
        }
    }

    /** Called by generated code that has jumped back for long. */
    int refuel() {
        block.throwIfStopped();
        budget -= RegionWriter.FUEL;
        return RegionWriter.FUEL;
    }

    /** Tells the watch of barriers and branches at the end of a block. */
    private void watchEnd(int current, byte kind, int takenCount) {
        switch (kind) {
            case TranslatedKernel.BRANCH -> tellOfBranch(takenCount, code.pointOf(current));
            case TranslatedKernel.BARRIER, TranslatedKernel.BARRIER_ARRIVE -> {
                for (int i = 0; i < groupCount; i++) {
                    watch.arrives(this, groupLane(i), barrier, barrierThreads, code.pointOf(current));
                }
            }
            case TranslatedKernel.BARRIER_BY_LANE, TranslatedKernel.BARRIER_ARRIVE_BY_LANE -> {
                for (int i = 0; i < groupCount; i++) {
                    int lane = groupLane(i);
                    watch.arrives(this, lane, barriers[lane], threadsOfBarriers[lane], code.pointOf(current));
                }
            }
            default -> {}
        }
    }

    /** Tells the watch which of the hardware's warps part at a branch. */
    private void tellOfBranch(int takenCount, int point) {
        boolean parts = takenCount != 0 && takenCount != groupCount;
        if (lanes <= WarpForm.NARROW_LANES) {
            watch.branches(1, parts ? 1 : 0, point);
            return;
        }
        if (isRange && !parts) {
            watch.branches((groupTo - 1) / WarpForm.NARROW_LANES - groupFrom / WarpForm.NARROW_LANES + 1, 0, point);
            return;
        }
        showTaken();
        int warps = 0;
        int divergent = 0;
        for (int i = 0; i < groupCount; warps++) {
            int warp = groupLane(i) / WarpForm.NARROW_LANES;
            int count = 0;
            int takenHere = 0;
            for (; i < groupCount && groupLane(i) / WarpForm.NARROW_LANES == warp; i++) {
                count++;
                takenHere += taken[groupLane(i)] ? 1 : 0;
            }
            divergent += parts && takenHere != 0 && takenHere != count ? 1 : 0;
        }
        watch.branches(warps, divergent, point);
    }

    private int groupLane(int i) {
        return isRange ? groupFrom + i : list[i];
    }

    /** Tells the watch who meets at an exchange. Lanes at any {@code bar.warp.sync} have met, wherever that is. */
    private void watchExchange(int current) {
        exchangePoint = code.pointOf(current);
        if (code.isAsideExchange(current)) {
            return;
        }
        int present = 0;
        for (int i = 0; i < groupCount; i++) {
            present |= 1 << groupLane(i);
        }
        boolean isWarpBarrier = code.isWarpBarrier(current);
        for (int left = present; left != 0; ) {
            int first = Integer.numberOfTrailingZeros(left);
            int mask = code.memberMask(current, this, first);
            int together = 1 << first;
            for (int others = left; others != 0; others &= others - 1) {
                int lane = Integer.numberOfTrailingZeros(others);
                if (code.memberMask(current, this, lane) == mask) {
                    together |= 1 << lane;
                }
            }
            left &= ~together;
            if (mask == 0) {
                continue;
            }
            int met = isWarpBarrier ? together | metElsewhere(together, mask & ~present) : together;
            for (int each = together; each != 0; each &= each - 1) {
                watch.meets(this, Integer.numberOfTrailingZeros(each), mask, met | (present & mask), exchangePoint);
            }
            watch.met(this, met);
        }
    }

    /** Of the lanes that a warp barrier names and that are not at it: those that wait at another, or went on from there. */
    private int metElsewhere(int together, int missing) {
        if (metBefore == null) {
            metBefore = new int[lanes];
        }
        int found = 0;
        for (int each = together; each != 0; each &= each - 1) {
            int lane = Integer.numberOfTrailingZeros(each);
            found |= metBefore[lane] & missing;
            metBefore[lane] = 0;
        }
        for (int left = missing & ~found; left != 0; left &= left - 1) {
            int lane = Integer.numberOfTrailingZeros(left);
            if (lane < lanes && status[lane] == RUNNING && code.isExchange(pc[lane]) && code.isWarpBarrier(pc[lane])) {
                found |= 1 << lane;
                metBefore[lane] |= together;
            }
        }
        return found;
    }

    /** Whether the exchange at a block names lanes that have not ended and are not in the group. */
    private boolean awaitsOthers(int next) {
        if (!code.isExchange(next)) {
            return false;
        }
        int here = 0;
        int wanted = 0;
        for (int i = 0; i < groupCount; i++) {
            int lane = isRange ? groupFrom + i : list[i];
            here |= 1 << lane;
            wanted |= code.memberMask(next, this, lane);
        }
        for (int left = wanted & ~here; left != 0; left &= left - 1) {
            int lane = Integer.numberOfTrailingZeros(left);
            if (lane < lanes && status[lane] != EXITED) {
                return true;
            }
        }
        return false;
    }

    private void setPcs(int next) {
        if (groupCount == lanes) {
            allAt = next;
        } else if (isRange) {
            Arrays.fill(pc, groupFrom, groupTo, next);
        } else {
            for (int i = 0; i < groupCount; i++) {
                pc[list[i]] = next;
            }
        }
    }

    private void part(int target, int next) {
        showTaken();
        allAt = -1;
        if (isRange) {
            for (int lane = groupFrom; lane < groupTo; lane++) {
                pc[lane] = taken[lane] ? target : next;
            }
        } else {
            for (int i = 0; i < groupCount; i++) {
                int lane = list[i];
                pc[lane] = taken[lane] ? target : next;
            }
        }
        if (code.isConvergent(target) || code.isConvergent(next)) {
            for (int i = 0; i < groupCount; i++) {
                int lane = isRange ? groupFrom + i : list[i];
                if (code.isConvergent(pc[lane])) {
                    isHeld[lane] = true;
                    heldCount++;
                }
            }
        }
    }

    private void hold() {
        for (int i = 0; i < groupCount; i++) {
            isHeld[isRange ? groupFrom + i : list[i]] = true;
        }
        heldCount += groupCount;
    }

    private void exitGroup() {
        if (isRange) {
            exit(groupFrom, groupTo);
        } else {
            for (int i = 0; i < groupCount; i++) {
                exit(list[i]);
            }
        }
    }

    /** Whether the whole group can go on at once, because it was the last to come. */
    private boolean arriveGroup() {
        if (isRange) {
            arrive(groupFrom, groupTo, barrier, barrierThreads);
        } else {
            for (int i = 0; i < groupCount; i++) {
                arrive(list[i], barrier, barrierThreads);
            }
        }
        return running() == alive() && groupCount == alive();
    }

    /** All that can run are held: those that are first have nobody left to wait for. */
    private void releaseLowest() {
        int lowest = Integer.MAX_VALUE;
        for (int lane = 0; lane < lanes; lane++) {
            if (isHeld[lane]) {
                lowest = Math.min(lowest, pc[lane]);
            }
        }
        for (int lane = 0; lane < lanes; lane++) {
            if (isHeld[lane] && pc[lane] == lowest) {
                isHeld[lane] = false;
                heldCount--;
            }
        }
    }

    /** Chooses the lanes that run next; false if none can. */
    private boolean select() {
        if (running() == 0) {
            return false;
        }
        if (allAt >= 0 && running() == lanes) {
            groupBlock = allAt;
            groupFrom = 0;
            groupTo = lanes;
            groupCount = lanes;
            isRange = true;
            lowestOther = Integer.MAX_VALUE;
            return true;
        }
        if (allAt >= 0) {
            Arrays.fill(pc, allAt);
            allAt = -1;
        }
        isReleased = heldCount == running();
        if (isReleased) {
            releaseLowest();
        }
        int lowest = Integer.MAX_VALUE;
        int afterRotation = Integer.MAX_VALUE;
        for (int lane = 0; lane < lanes; lane++) {
            if (status[lane] == RUNNING && !isHeld[lane]) {
                int at = pc[lane];
                lowest = Math.min(lowest, at);
                if (at > rotateAfter) {
                    afterRotation = Math.min(afterRotation, at);
                }
            }
        }
        int chosen = rotateAfter >= 0 && afterRotation != Integer.MAX_VALUE ? afterRotation : lowest;
        boolean isRotated = rotateAfter >= 0 && chosen != lowest;
        rotateAfter = -1;
        groupBlock = chosen;
        groupCount = 0;
        lowestOther = Integer.MAX_VALUE;
        for (int lane = 0; lane < lanes; lane++) {
            if (status[lane] == RUNNING && !isHeld[lane]) {
                if (pc[lane] == chosen) {
                    list[groupCount++] = lane;
                } else {
                    lowestOther = Math.min(lowestOther, pc[lane]);
                }
            }
        }
        if (isRotated) {
            // The others are behind; this group runs until it meets those ahead, or loops.
            lowestOther = Integer.MAX_VALUE;
            for (int lane = 0; lane < lanes; lane++) {
                if (status[lane] == RUNNING && !isHeld[lane] && pc[lane] > chosen) {
                    lowestOther = Math.min(lowestOther, pc[lane]);
                }
            }
        }
        groupFrom = list[0];
        groupTo = list[groupCount - 1] + 1;
        isRange = groupTo - groupFrom == groupCount;
        return true;
    }

    // ---- memory, for generated code

    /** Where a watch lets an access go. */
    long watched(long address, int bytes, int point, int lane) {
        return watch.access(this, lane, address, bytes, point);
    }

    /** The same for shared memory where the watch need only be told of what is bad. */
    static long watchedShared(long offset, int shift, TranslatedWarp warp, int point, int lane) {
        int slot = (int) (offset >>> warp.slotShift);
        if (Integer.compareUnsigned(slot, warp.slotBytes.length) < 0) {
            long inside = offset - warp.slotStarts[slot];
            long bytes = 1L << shift;
            if ((offset & (bytes - 1)) == 0 && inside >= 0 && inside <= warp.slotBytes[slot] - bytes) {
                return warp.slotHosts[slot] + inside;
            }
        }
        return warp.watch.access(warp, lane, offset, 1 << shift, point);
    }

    /** The same by its site's hint, as {@link #global}; its base is a multiple of whatever an access must be aligned to. */
    static long hintedShared(
            long offset, long base, long count, long host, int shift, TranslatedWarp warp, int site, int lane) {
        long inside = offset - base;
        if (Long.compareUnsigned(Long.rotateRight(inside, shift), count) < 0) {
            return host + inside;
        }
        int slot = (int) (offset >>> warp.slotShift);
        if (Integer.compareUnsigned(slot, warp.slotStarts.length) < 0
                && (warp.slotStarts[slot] & MOST_ALIGNMENT - 1) == 0) {
            if (warp.slotRegions[slot] == null) {
                warp.slotRegions[slot] = warp.block.sharedVariable(slot);
            }
            warp.hints[site] = warp.slotRegions[slot];
        }
        return watchedShared(offset, shift, warp, warp.code.pointOfSite(site), lane);
    }

    /** Where a watch lets neighbouring lanes access places side by side; 0 where each must ask. */
    static long watchedRow(
            TranslatedWarp warp, long first, long last, long step, int lanes, int shift, int point, int from) {
        return last - first == step * (lanes - 1) ? warp.watch.row(warp, from, lanes, first, 1 << shift, point) : 0;
    }

    /** For the addresses of an access by lanes of a watched warp. */
    long[] askedAddresses() {
        if (askedAddresses == null) {
            askedAddresses = new long[WarpForm.NARROW_LANES];
        }
        return askedAddresses;
    }

    /**
     * How far it is from each address to where a watch lets its lane access memory.
     *
     * @param list the lanes, of which {@code from} to {@code to} are asked for; null for these lanes themselves
     */
    static long watchedTogether(
            TranslatedWarp warp, long[] addresses, int[] list, int from, int to, int bytes, int point) {
        int mask = 0;
        if (list == null) {
            mask = (int) ((1L << to) - (1L << from));
        } else {
            for (int i = from; i < to; i++) {
                mask |= 1 << list[i];
            }
        }
        return warp.watch.together(warp, addresses, to - from, mask, bytes, point);
    }

    /** The last {@code count} answers for rows were in vain, because another one was no. */
    void watchedApart(int count) {
        watch.apart(count);
    }

    /** A lane executes a fence of a watched kernel. */
    void fenced(int point, int lane) {
        watch.fenced(this, lane, point);
    }

    /** The address in this process for an access that its hint does not hold. */
    long locate(long address, int bytes, boolean isWrite, int site, int lane) {
        if (watch != null) {
            block.remember(address, bytes, site);
            return watch.access(this, lane, address, bytes, code.pointOfSite(site));
        }
        try {
            return block.locate(address, bytes, isWrite, site, firstThread + lane);
        } catch (DeviceFault fault) {
            throw located(fault, site, lane);
        }
    }

    private DeviceFault located(DeviceFault fault, int site, int lane) {
        return fault.at(code.faultPlace(site), block.position(firstThread + lane));
    }

    /**
     * The address in this process of a global access, by its site's hint. The rotation puts low address bits where they make
     * the comparison fail, so that one comparison checks bounds and alignment.
     *
     * @param base of the hinted region, {@code host} its place in this process
     * @param count how many values of this size the region holds
     */
    static long global(
            long address,
            long base,
            long count,
            long host,
            int shift,
            TranslatedWarp warp,
            boolean isWrite,
            int site,
            int lane) {
        long offset = address - base;
        if (Long.compareUnsigned(Long.rotateRight(offset, shift), count) < 0) {
            return host + offset;
        }
        return warp.locate(address, 1 << shift, isWrite, site, lane);
    }

    /** The address in this process of an offset in shared memory. */
    static long shared(long offset, long count, long host, int shift, TranslatedWarp warp, int site, int lane) {
        if (Long.compareUnsigned(Long.rotateRight(offset, shift), count) < 0) {
            return host + offset;
        }
        throw warp.located(warp.block.sharedFault(offset, 1 << shift), site, lane);
    }

    /** The address in this process of an offset in the local memory of a lane. */
    static long local(long offset, long count, int shift, TranslatedWarp warp, int site, int lane) {
        if (Long.compareUnsigned(Long.rotateRight(offset, shift), count) < 0) {
            return warp.localHost + (long) lane * warp.block.localSlotBytes + offset;
        }
        throw warp.located(warp.localFault(offset, 1 << shift), site, lane);
    }

    private DeviceFault localFault(long offset, int bytes) {
        boolean isBehindStack = CallLinker.hasStack(code.image()) && offset > code.localBytes() - bytes;
        return isBehindStack
                ? DeviceFault.of(
                        FaultKind.OUT_OF_BOUNDS,
                        "the calls of a thread need more than its %d bytes of stack; recurse less deeply"
                                .formatted(code.localBytes()))
                : block.localFault(offset, bytes);
    }

    /** The address in this process of an offset in the parameters. */
    static long parameter(long offset, long host, int shift, TranslatedWarp warp, int site, int lane) {
        if (Long.compareUnsigned(Long.rotateRight(offset, shift), warp.block.parameters.bytes >>> shift) < 0) {
            return host + offset;
        }
        return warp.locate(AddressWindows.PARAMETERS + offset, 1 << shift, false, site, lane);
    }
}
