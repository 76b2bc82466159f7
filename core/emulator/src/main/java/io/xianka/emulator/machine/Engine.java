package io.xianka.emulator.machine;

import io.xianka.driver.Dim3;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs launches: workers take block after block from a shared counter. A block belongs to one worker, its warps take turns
 * there. A block whose turn ends before its work does (a long one, or one that waits for another block) goes on
 * beside the next block, so that blocks may wait for each other; cooperative launches start with all of them side by
 * side. With one worker the order of everything is the same in every run.
 */
public final class Engine implements AutoCloseable {
    /** What a warp may use up before others get a turn, in units of about 64 instructions of single lanes. */
    private static final int TURN_BUDGET = 1 << 16;

    private static final int SHORT_TURN_BUDGET = 128;

    /** After so many barriers other blocks get their turn. */
    private static final int MOST_PASSES = 64;

    /** NVIDIA's cooperative groups keep the size of the workspace in its first word and the barrier in its second. */
    private static final int GRID_WORKSPACE_BYTES = 64;

    /** How many unfinished blocks a worker holds at once, unless the launch is cooperative. */
    private static final int RESIDENT_BLOCKS = 32;

    private static final int MOST_BLOCKS_AT_ONCE = 64;

    /** A launch is cut into at least so many parts for each worker, so that all end at about the same time. */
    private static final long SHARES_PER_WORKER = 8;

    private final int workers;
    private final ExecutorService pool;

    /**
     * An engine with threads of its own.
     *
     * @param workers how many blocks run at the same time; 1 runs them one after another on the calling thread
     */
    public Engine(int workers) {
        this.workers = workers;
        this.pool = workers == 1
                ? null
                : Executors.newFixedThreadPool(
                        workers - 1,
                        Thread.ofPlatform().daemon().name("xianka-worker-", 1).factory());
    }

    /**
     * Runs a launch to its end. Several threads may run launches at the same time.
     *
     * @throws DeviceFault of the first block that failed; others stop soon after
     * @throws LaunchCancelled when its cancellation was requested
     */
    public void run(LaunchRequest request) {
        request.memory().enter();
        DeviceWatch.LaunchWatch watch =
                request.watch() == null ? null : request.watch().begin(request);
        Run run;
        try {
            do {
                int used = watch != null && watch.isOrdered()
                        ? 1
                        : (int) Math.min(workers, request.grid().count());
                run = new Run(request, watch, used);
                runOnce(run);
            } while (watch != null && watch.goesOn(run.failure.get()));
        } finally {
            if (watch != null) {
                watch.end();
            }
            request.memory().leave();
        }
        run.throwIfFailed();
    }

    private void runOnce(Run run) {
        DeviceMemory memory = run.request.memory();
        if (run.request.isCooperative()) {
            MemorySegment workspace = Arena.ofAuto().allocate(GRID_WORKSPACE_BYTES, 64);
            run.gridWorkspace = memory.map(workspace).base;
        }
        List<Future<?>> others = new ArrayList<>(run.workers);
        for (int i = 1; i < run.workers; i++) {
            int worker = i;
            others.add(pool.submit(() -> run.work(worker)));
        }
        run.work(0);
        for (Future<?> other : others) {
            await(other);
        }
        if (run.gridWorkspace != 0) {
            memory.free(run.gridWorkspace);
        }
    }

    private static void await(Future<?> future) {
        boolean wasInterrupted = false;
        while (true) {
            try {
                future.get();
                break;
            } catch (InterruptedException interrupted) {
                wasInterrupted = true;
            } catch (ExecutionException impossible) {
                throw new AssertionError(impossible);
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Run {
        private final LaunchRequest request;
        private final int workers;

        /** How many blocks a context runs at once, and how many such there are in a row of the grid and in all of it. */
        private final int together;

        private final int groupsInRow;
        private final long groups;

        private final int turnBudget;
        private long gridWorkspace;
        private final DeviceWatch.LaunchWatch watch;
        private final byte[] values;
        private final AtomicLong next = new AtomicLong();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();

        Run(LaunchRequest request, DeviceWatch.LaunchWatch watch, int workers) {
            this.request = request;
            this.watch = watch;
            // Taken here, because the segment may belong to the calling thread.
            this.values = request.parameters().toArray(ValueLayout.JAVA_BYTE);
            this.workers = workers;
            Dim3 grid = request.grid();
            boolean isOneWarp = request.code().lanesPerWarp(request.block()) >= request.threadsPerBlock();
            this.turnBudget =
                    watch != null && watch.prefersShortTurns() && !isOneWarp ? SHORT_TURN_BUDGET : TURN_BUDGET;
            this.together = blocksTogether();
            this.groupsInRow = Math.ceilDiv(grid.x(), together);
            this.groups = (long) groupsInRow * grid.y() * grid.z();
        }

        private int blocksTogether() {
            if (request.isCooperative() || request.sharedBytes() > 0 || request.watch() != null) {
                return 1;
            }
            long share = request.grid().count() / (workers * SHARES_PER_WORKER);
            return Math.clamp(
                    Math.min(share, request.grid().x()), 1, request.code().blocksPerWarp());
        }

        /** The blocks of a group; those at a row's end may be fewer. */
        private int blocksOf(long group) {
            int first = (int) (group % groupsInRow) * together;
            return Math.min(together, request.grid().x() - first);
        }

        private BlockContext newContext(int blockCount, MemoryRegion parameters, Arena arena) {
            return new BlockContext(request, blockCount, parameters, gridWorkspace, watch, arena, this::mustStop);
        }

        private void start(BlockContext context, long group, boolean isFirst) {
            context.start((int) (group % groupsInRow) * together, group / groupsInRow, isFirst);
        }

        /** Never throws: what goes wrong is kept for the caller's thread. */
        void work(int worker) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment copy = values.length == 0
                        ? MemorySegment.NULL
                        : arena.allocate(values.length, 16).copyFrom(MemorySegment.ofArray(values));
                MemoryRegion parameters = new MemoryRegion(AddressWindows.PARAMETERS, copy, true);
                if (request.isCooperative()) {
                    runSideBySide(worker, parameters, arena);
                } else {
                    runInOrder(parameters, arena);
                }
            } catch (Throwable thrown) {
                failure.compareAndSet(null, thrown);
            }
        }

        private void runInOrder(MemoryRegion parameters, Arena arena) {
            List<BlockContext> resident = new ArrayList<>();
            List<BlockContext> idle = new ArrayList<>();
            int wholeThreads = together * request.threadsPerBlock();
            // Neighbouring blocks use neighbouring memory, so a worker takes some of them at once.
            long share = Math.clamp(groups / (workers * SHARES_PER_WORKER), 1, MOST_BLOCKS_AT_ONCE);
            long claimed = 0;
            long claimedEnd = 0;
            while (!mustStop()) {
                if (resident.size() < RESIDENT_BLOCKS) {
                    if (claimed == claimedEnd) {
                        claimed = next.getAndAdd(share);
                        claimedEnd = Math.min(claimed + share, groups);
                    }
                    if (claimed < claimedEnd) {
                        long index = claimed++;
                        int count = blocksOf(index);
                        boolean isNew = idle.isEmpty() || count < together;
                        BlockContext block = isNew ? newContext(count, parameters, arena) : idle.removeLast();
                        start(block, index, isNew);
                        resident.add(block);
                    } else if (resident.isEmpty()) {
                        return;
                    } else {
                        claimed = claimedEnd;
                    }
                }
                giveTurns(resident, idle);
                idle.removeIf(block -> block.threads < wholeThreads);
            }
        }

        private void runSideBySide(int worker, MemoryRegion parameters, Arena arena) {
            List<BlockContext> resident = new ArrayList<>();
            for (long index = worker; index < groups; index += workers) {
                BlockContext block = newContext(1, parameters, arena);
                start(block, index, true);
                resident.add(block);
            }
            List<BlockContext> idle = new ArrayList<>();
            while (!resident.isEmpty() && !mustStop()) {
                giveTurns(resident, idle);
            }
        }

        private void giveTurns(List<BlockContext> resident, List<BlockContext> idle) {
            for (int i = 0; i < resident.size(); i++) {
                BlockContext block = resident.get(i);
                // Barriers end a warp's turn early; they are no reason to turn to another block.
                int passes = 0;
                int turns = TURN_BUDGET / turnBudget;
                boolean isDone;
                do {
                    isDone = block.runTurn(turnBudget);
                    if (block.hasUsedItsTurn()) {
                        turns--;
                    } else {
                        passes++;
                    }
                } while (!isDone && turns > 0 && passes < MOST_PASSES);
                if (isDone) {
                    resident.remove(i);
                    i--;
                    idle.add(block);
                }
                if (mustStop()) {
                    return;
                }
            }
        }

        private boolean mustStop() {
            if (failure.get() != null) {
                return true;
            }
            if (request.cancellation().isRequested()) {
                failure.compareAndSet(null, new LaunchCancelled(request.code().kernelName()));
                return true;
            }
            return false;
        }

        void throwIfFailed() {
            switch (failure.get()) {
                case null -> {}
                case RuntimeException exception -> throw exception;
                case Error error -> throw error;
                case Throwable other -> throw new AssertionError(other);
            }
        }
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.shutdown();
        }
    }
}
