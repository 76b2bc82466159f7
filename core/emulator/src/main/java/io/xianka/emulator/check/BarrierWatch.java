package io.xianka.emulator.check;

import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.Warp;
import io.xianka.emulator.machine.WatchPoint;
import io.xianka.emulator.machine.WatchPoint.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who waits where: barriers of the block that not all threads reach, and masks that do not fit the lanes. */
final class BarrierWatch {
    private static final int BARRIERS = 16;
    private static final int NOWHERE = -1;

    private final WatchedBlock watched;
    private final WatchedLaunch launch;
    private final BlockContext block;
    private final BlockOrder order;
    private final boolean isReporting;

    /** Where each thread arrived last. */
    private final int[] pointOf;

    private final byte[] barrierOf;
    private final int[] expected = new int[BARRIERS];

    /** What those who only arrived knew. */
    private final Clocks[] arrivedOnly = new Clocks[BARRIERS];

    BarrierWatch(WatchedBlock watched, boolean isReporting) {
        this.watched = watched;
        this.launch = watched.launch;
        this.block = watched.block;
        this.order = watched.order;
        this.isReporting = isReporting;
        this.pointOf = new int[block.threads];
        this.barrierOf = new byte[block.threads];
    }

    void start() {
        Arrays.fill(pointOf, NOWHERE);
        Arrays.fill(expected, 0);
        Arrays.fill(arrivedOnly, null);
    }

    void arrives(int thread, int barrier, int expectedThreads, int point) {
        pointOf[thread] = point;
        barrierOf[thread] = (byte) barrier;
        expected[barrier] = expectedThreads;
        if (expectedThreads != 0 && expectedThreads < block.threads) {
            arrivedOnly[barrier] = Clocks.joined(arrivedOnly[barrier], order.depart(thread));
        }
    }

    private static boolean isWaiting(Warp warp, int lane, int barrier) {
        return warp.status[lane] == Warp.WAITING && warp.barrierOf[lane] == barrier;
    }

    void completes(int barrier) {
        if (expected[barrier] == 0 || expected[barrier] >= block.alive()) {
            checkAllTheSame(barrier);
            order.blockBarrier();
            arrivedOnly[barrier] = null;
            return;
        }
        Clocks all = arrivedOnly[barrier];
        arrivedOnly[barrier] = null;
        for (int w = 0; w < block.warps(); w++) {
            Warp warp = block.warp(w);
            for (int lane = 0; lane < warp.lanes && all != null; lane++) {
                if (isWaiting(warp, lane, barrier)) {
                    order.arrive(warp.firstThread + lane, all);
                }
            }
        }
    }

    private void checkAllTheSame(int barrier) {
        if (!isReporting) {
            return;
        }
        int first = NOWHERE;
        boolean isSame = true;
        for (int w = 0; w < block.warps() && isSame; w++) {
            Warp warp = block.warp(w);
            for (int lane = 0; lane < warp.lanes; lane++) {
                if (isWaiting(warp, lane, barrier)) {
                    int point = pointOf[warp.firstThread + lane];
                    isSame &= first == NOWHERE || point == first;
                    first = first == NOWHERE ? point : first;
                }
            }
        }
        boolean hasEnded = block.alive() < block.threads && expected[barrier] == 0;
        if (hasEnded || (!isSame && groups().size() > 1)) {
            report("");
        }
    }

    /** Threads that wait at barriers, by line and barrier. */
    private Map<String, List<Integer>> groups() {
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int w = 0; w < block.warps(); w++) {
            Warp warp = block.warp(w);
            for (int lane = 0; lane < warp.lanes; lane++) {
                int thread = warp.firstThread + lane;
                if (warp.status[lane] == Warp.WAITING && pointOf[thread] != NOWHERE) {
                    SourcePlace place = launch.place(pointOf[thread]);
                    int barrier = barrierOf[thread];
                    String where = "at " + (barrier == 0 ? "" : "barrier " + barrier + ", ") + place;
                    groups.computeIfAbsent(where, _ -> new ArrayList<>()).add(thread);
                }
            }
        }
        return groups;
    }

    void isStuck() {
        if (isReporting) {
            report("; none of them can go on, so the block ends here");
        }
    }

    private void report(String consequence) {
        Map<String, List<Integer>> groups = groups();
        if (groups.isEmpty()) {
            return;
        }
        // Those who are few took the branch that they should not have.
        List<Integer> fewest = groups.values().stream()
                .min((a, b) -> Integer.compare(a.size(), b.size()))
                .orElseThrow();
        int someone = fewest.getFirst();
        int point = pointOf[someone];
        if (watched.isCounted(FindingKind.BARRIER, point)) {
            return;
        }
        List<String> parts = new ArrayList<>();
        groups.forEach(
                (where, threads) -> parts.add(threads.size() + (threads.size() == 1 ? " waits " : " wait ") + where));
        int ended = block.threads - block.alive();
        if (ended > 0) {
            parts.add(ended + (ended == 1 ? " has ended" : " have ended"));
        }
        int elsewhere =
                block.alive() - groups.values().stream().mapToInt(List::size).sum();
        if (elsewhere > 0) {
            parts.add(elsewhere + (elsewhere == 1 ? " waits" : " wait") + " for lanes of a warp");
        }
        String message = "divergent barrier: of " + block.threads + " threads of the block " + String.join(", ", parts)
                + consequence;
        watched.add(
                point,
                new Finding(
                        FindingKind.BARRIER,
                        null,
                        null,
                        0,
                        0,
                        launch.place(point),
                        null,
                        launch.kernel(),
                        Watch.place(block.position(someone)),
                        null,
                        message,
                        1));
    }

    // ---- masks

    void meets(Warp warp, int lane, int mask, int here, int point) {
        WatchPoint at = launch.point(point);
        int existing = warp.lanes == 32 ? -1 : (1 << warp.lanes) - 1;
        boolean isNamed = (mask >>> lane & 1) != 0;
        int missing = mask & existing & ~here;
        if (!isReporting || (isNamed && missing == 0)) {
            return;
        }
        if (!isNamed) {
            report(
                    warp,
                    lane,
                    point,
                    "lane %d executes it with mask 0x%08x, which does not name the lane".formatted(lane, mask));
            return;
        }
        int ended = 0;
        int absent = 0;
        for (int left = missing; left != 0; left &= left - 1) {
            int other = Integer.numberOfTrailingZeros(left);
            if (warp.status[other] == Warp.EXITED) {
                ended |= 1 << other;
            } else {
                absent |= 1 << other;
            }
        }
        // CUDA lets those who have ended stay away from a __syncwarp.
        if (absent != 0) {
            report(warp, lane, point, "mask 0x%08x names lanes 0x%08x, which do not come here".formatted(mask, absent));
        } else if (ended != 0 && at.kind() == Kind.EXCHANGE) {
            report(warp, lane, point, "mask 0x%08x names lanes 0x%08x, which have ended".formatted(mask, ended));
        }
    }

    void shuffledFromNobody(Warp warp, int lane, int source, int point) {
        if (isReporting) {
            report(
                    warp,
                    lane,
                    point,
                    "lane %d reads from lane %d, which takes no part, so what it gets is undefined"
                            .formatted(lane, source));
        }
    }

    private void report(Warp warp, int lane, int point, String message) {
        if (watched.isCounted(FindingKind.MASK, point)) {
            return;
        }
        watched.add(
                point,
                new Finding(
                        FindingKind.MASK,
                        null,
                        null,
                        0,
                        0,
                        launch.place(point),
                        null,
                        launch.kernel(),
                        watched.threadAt(warp, lane),
                        null,
                        message,
                        1));
    }
}
