package io.xianka.tensor.fusion;

import io.xianka.tensor.graph.Donation;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Where what a schedule computes lies in memory. Outputs outlive the run and get memory of their own; everything else shares one
 * arena, in which two buffers overlap only when one is done before the other begins. A kernel may write over an operand that
 * nothing reads later, when it reads each element where it writes it.
 *
 * @param offsets in the arena of each buffer that is no output, in bytes; multiples of {@link #ALIGNMENT_BYTES}
 * @param workspaces in the arena of each step that wants memory while it runs, by the step's place in the schedule
 * @param arenaBytes size of the arena
 * @param outputs buffers that outlive the run
 * @param taken of the outputs those that lie in the memory of a donated leaf, and its place among the graph's leaves; the others get
 *     memory of their own
 */
public record MemoryPlan(
        Map<Buffer, Long> offsets,
        Map<Integer, Long> workspaces,
        long arenaBytes,
        Set<Buffer> outputs,
        Map<Buffer, Integer> taken) {
    /** What buffers are aligned to. */
    public static final long ALIGNMENT_BYTES = 256;

    /** Something that needs memory from one step to another. */
    private static final class Interval {
        final Buffer buffer;
        final int workspaceOf;
        final long bytes;
        final int first;
        int last;
        long offset = -1;

        Interval(Buffer buffer, int workspaceOf, long bytes, int first) {
            this.buffer = buffer;
            this.workspaceOf = workspaceOf;
            this.bytes = (bytes + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
            this.first = first;
            this.last = first;
        }

        boolean meets(Interval other) {
            return first <= other.last && other.first <= last;
        }
    }

    /**
     * Plans the memory of a schedule.
     *
     * @param workspaceBytes how much memory a step wants beside its operands
     */
    public static MemoryPlan of(Schedule schedule, ToLongFunction<Step> workspaceBytes) {
        return of(schedule, workspaceBytes, Donation.NONE);
    }

    /**
     * Plans the memory of a schedule that may write outputs into the memory of some leaves.
     *
     * @param workspaceBytes how much memory a step wants beside its operands
     */
    public static MemoryPlan of(Schedule schedule, ToLongFunction<Step> workspaceBytes, Donation donation) {
        return of(Gathering.none(schedule), workspaceBytes, donation);
    }

    /**
     * Plans the memory of a schedule of which some steps run at once.
     *
     * @param workspaceBytes how much memory a step wants beside its operands
     */
    public static MemoryPlan of(Gathering gathering, ToLongFunction<Step> workspaceBytes, Donation donation) {
        Schedule schedule = gathering.schedule();
        int[] turns = gathering.turnOfSteps();
        Set<Buffer> outputs = new HashSet<>();
        for (Node output : schedule.graph().outputs()) {
            Buffer buffer = Schedule.buffer(output);
            if (!(buffer.owner().op() instanceof Op.Data)) {
                outputs.add(buffer);
            }
        }
        Map<Buffer, Interval> intervals = new HashMap<>();
        List<Interval> all = new ArrayList<>();
        List<Step> steps = schedule.steps();
        Map<Buffer, Integer> lastUse = lastUses(steps, turns);
        var donated = new Donated(schedule, donation, lastUse);
        for (int place = 0; place < steps.size(); place++) {
            Step step = steps.get(place);
            int at = turns[place];
            for (Node read : step.reads()) {
                Interval interval = intervals.get(Schedule.buffer(read));
                if (interval != null) {
                    interval.last = at;
                }
            }
            Set<Interval> taken = new HashSet<>();
            for (Buffer written : step.writtenBuffers()) {
                if (outputs.contains(written)) {
                    donated.take(step, written, at);
                    continue;
                }
                Interval reused = reusable(step, written, at, lastUse, intervals, taken);
                if (reused != null) {
                    taken.add(reused);
                    reused.last = at;
                    intervals.put(written, reused);
                } else {
                    var interval = new Interval(written, -1, written.bytes(), at);
                    intervals.put(written, interval);
                    all.add(interval);
                }
            }
            long workspace = workspaceBytes.applyAsLong(step);
            if (workspace > 0) {
                all.add(new Interval(null, place, workspace, at));
            }
        }
        long arenaBytes = place(all);
        Map<Buffer, Long> offsets = new HashMap<>();
        intervals.forEach((buffer, interval) -> offsets.put(buffer, interval.offset));
        Map<Integer, Long> workspaces = new HashMap<>();
        for (Interval interval : all) {
            if (interval.buffer == null) {
                workspaces.put(interval.workspaceOf, interval.offset);
            }
        }
        return new MemoryPlan(offsets, workspaces, arenaBytes, outputs, donated.taken);
    }

    /** Memory of leaves that outputs may be written into, once nothing reads them any more. */
    private static final class Donated {
        final Map<Buffer, Integer> taken = new HashMap<>();
        private final Map<Integer, List<Buffer>> free = new LinkedHashMap<>();
        private final Map<Buffer, Integer> lastUse;

        Donated(Schedule schedule, Donation donation, Map<Buffer, Integer> lastUse) {
            this.lastUse = lastUse;
            List<Node> leaves = schedule.graph().leaves();
            Set<Buffer> asked = new HashSet<>(
                    schedule.graph().outputs().stream().map(Schedule::buffer).toList());
            for (List<Integer> together : donation.leaves()) {
                List<Buffer> buffers = together.stream()
                        .map(leaf -> new Buffer(leaves.get(leaf), 0))
                        .toList();
                if (buffers.stream().noneMatch(asked::contains)) {
                    free.put(together.getFirst(), buffers);
                }
            }
        }

        /** Best where the step reads the old value at the place of the new one; else what is done with before the step. */
        void take(Step step, Buffer written, int at) {
            Integer found = null;
            for (Map.Entry<Integer, List<Buffer>> memory : free.entrySet()) {
                List<Buffer> buffers = memory.getValue();
                int last = buffers.stream()
                        .mapToInt(buffer -> lastUse.getOrDefault(buffer, -1))
                        .max()
                        .orElse(-1);
                if (last > at || buffers.getFirst().bytes() != written.bytes()) {
                    continue;
                }
                if (last == at && buffers.stream().allMatch(buffer -> canWriteOver(step, buffer, written, at))) {
                    found = memory.getKey();
                    break;
                }
                if (last < at && found == null) {
                    found = memory.getKey();
                }
            }
            if (found != null) {
                taken.put(written, found);
                free.remove(found);
            }
        }

        private boolean canWriteOver(Step step, Buffer buffer, Buffer written, int at) {
            if (lastUse.getOrDefault(buffer, -1) < at) {
                return true;
            }
            return switch (step) {
                // Another step of the same turn may be the one that reads it, at whatever place.
                case Step.Fused(Kernel kernel) ->
                    kernel.reads().stream().map(Schedule::buffer).anyMatch(buffer::equals)
                            && isReadWhereWritten(kernel, buffer, written);
                case Step.Product product -> isAddedTo(product, buffer);
                case Step.Attention _, Step.Single _ -> false;
            };
        }
    }

    /** Whether a product reads a buffer as what it adds, and as nothing else. */
    private static boolean isAddedTo(Step.Product product, Buffer buffer) {
        return product.epilogue() != null
                && product.epilogue().addend() != null
                && Schedule.buffer(product.epilogue().addend()).equals(buffer)
                && !buffer.equals(Schedule.buffer(product.left().node()))
                && !buffer.equals(Schedule.buffer(product.right().node()))
                && (product.epilogue().bias() == null
                        || !buffer.equals(Schedule.buffer(product.epilogue().bias())));
    }

    /**
     * The turns in which buffers are read last. One that several steps of a turn read is said to be read a turn later: none of them may
     * write over it.
     */
    private static Map<Buffer, Integer> lastUses(List<Step> steps, int[] turns) {
        Map<Buffer, Integer> lastUse = new HashMap<>();
        Map<Buffer, Step> readers = new HashMap<>();
        for (int place = 0; place < steps.size(); place++) {
            Step step = steps.get(place);
            for (Node read : step.reads()) {
                Buffer buffer = Schedule.buffer(read);
                Step before = readers.put(buffer, step);
                boolean isShared = before != null && before != step && lastUse.get(buffer) >= turns[place];
                lastUse.put(buffer, isShared ? turns[place] + 1 : turns[place]);
            }
        }
        return lastUse;
    }

    /** An operand's memory that the step can write a result into, or null. */
    private static Interval reusable(
            Step step,
            Buffer written,
            int at,
            Map<Buffer, Integer> lastUse,
            Map<Buffer, Interval> intervals,
            Set<Interval> taken) {
        if (step instanceof Step.Product product
                && product.epilogue() != null
                && product.epilogue().addend() != null) {
            Buffer addend = Schedule.buffer(product.epilogue().addend());
            Interval interval = intervals.get(addend);
            boolean factor = addend.equals(Schedule.buffer(product.left().node()))
                    || addend.equals(Schedule.buffer(product.right().node()));
            boolean free = interval != null && lastUse.get(addend) == at && interval.last <= at;
            return free && !factor && addend.bytes() == written.bytes() ? interval : null;
        }
        if (step instanceof Step.Single(Node node, List<Node> operands)
                && (node.op() instanceof Op.TakeAdd || node.op() instanceof Op.ScatterAdd)) {
            Buffer base = Schedule.buffer(operands.getFirst());
            boolean only = operands.stream()
                            .filter(operand -> Schedule.buffer(operand).equals(base))
                            .count()
                    == 1;
            Interval interval = intervals.get(base);
            return only && interval != null && lastUse.get(base) == at && interval.last <= at ? interval : null;
        }
        if (!(step instanceof Step.Fused(Kernel kernel))) {
            return null;
        }
        for (Node read : kernel.reads()) {
            Buffer buffer = Schedule.buffer(read);
            Interval interval = intervals.get(buffer);
            boolean free = interval != null
                    && !taken.contains(interval)
                    && buffer.bytes() == written.bytes()
                    && lastUse.get(buffer) == at
                    && interval.last <= at;
            if (free && isReadWhereWritten(kernel, buffer, written)) {
                return interval;
            }
        }
        return null;
    }

    private static boolean isReadWhereWritten(Kernel kernel, Buffer read, Buffer written) {
        Kernel.Store store = kernel.stores().stream()
                .filter(candidate -> candidate.node() == written.owner())
                .findFirst()
                .orElse(null);
        // What no store writes is found down columns.
        if (store == null
                || !store.eachPoint()
                || store.node().dtype().bytes()
                        != read.owner().results().get(read.result()).dtype().bytes()) {
            return false;
        }
        for (Value value : kernel.values()) {
            if (value.form() instanceof Value.Load(Node node, Index offset)
                    && Schedule.buffer(node).equals(read)
                    && !offset.equals(store.offset())) {
                return false;
            }
        }
        return true;
    }

    /** Largest first, each at the lowest place that is free while it is needed. */
    private static long place(List<Interval> intervals) {
        List<Interval> bySize = new ArrayList<>(intervals);
        bySize.sort(Comparator.comparingLong((Interval interval) -> interval.bytes)
                .reversed()
                .thenComparingInt(interval -> interval.first));
        List<Interval> placed = new ArrayList<>();
        long arena = 0;
        for (Interval interval : bySize) {
            long offset = 0;
            long best = -1;
            long smallestGap = Long.MAX_VALUE;
            for (Interval other : placed) {
                if (!other.meets(interval)) {
                    continue;
                }
                long gap = other.offset - offset;
                if (gap >= interval.bytes && gap < smallestGap) {
                    smallestGap = gap;
                    best = offset;
                }
                offset = Math.max(offset, other.offset + other.bytes);
            }
            interval.offset = best >= 0 ? best : offset;
            arena = Math.max(arena, interval.offset + interval.bytes);
            int at = 0;
            while (at < placed.size() && placed.get(at).offset <= interval.offset) {
                at++;
            }
            placed.add(at, interval);
        }
        return arena;
    }

    /** {@return what a run holds beside its leaves, in bytes: the arena and the outputs that are in no donated memory} */
    public long peakBytes() {
        long bytes = arenaBytes;
        for (Buffer output : outputs) {
            bytes += taken.containsKey(output) ? 0 : output.bytes();
        }
        return bytes;
    }
}
