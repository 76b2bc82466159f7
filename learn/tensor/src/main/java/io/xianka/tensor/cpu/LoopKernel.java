package io.xianka.tensor.cpu;

import io.xianka.tensor.cpu.Operand.Register;
import io.xianka.tensor.fusion.Domain;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.ReduceOp;
import java.util.Arrays;
import java.util.List;

/**
 * A kernel for the processor: instructions over groups of lanes, looped over the domain, or a nest of loops as bytecode. How the domain is cut depends on its sizes
 * alone, so that results do not depend on the number of threads.
 */
final class LoopKernel {
    /** Less work, in lanes times instructions, is done faster than another thread is woken. */
    private static final long SMALL = 1 << 17;

    /** Few long folds are cut into parts of so many points. */
    private static final long PART_POINTS = 1 << 16;

    /** Long columns are cut into parts of so many points each. */
    private static final long PART_STEPS = 512;

    private static final long FEW_UNITS = 16;

    /** Partial results of more would fill the heap. */
    private static final long MOST_PARTS = 1 << 22;

    /** Points of a nest of loops that one thread computes at a time. */
    private static final long NEST_POINTS = 1 << 15;

    private final Domain domain;
    private final Orientation orientation;
    private final List<Node> tensors;
    private final List<Node> parameters;
    private final Pass[] passes;
    private final List<Translation.Folding> foldings;
    private final Register[] incoming;
    private final Registers registers = new Registers();
    private final int rowCount;
    private final Groups groups;
    private final long units;
    private final long steps;
    private final long stepsOfPart;
    private final int instructions;
    private final NestPlan plan;
    private final NestLoops nest;

    private record Pass(Instruction[] prologue, Instruction[] body, int[] folds) {}

    /** An axis cut into groups of neighbouring lanes: whole ones, then what is left, the last few lanes apart. */
    private record Groups(long size) {
        private long whole() {
            return size / Frame.LANES;
        }

        private int rest() {
            return (int) (size % Frame.LANES);
        }

        private int restInVectors() {
            return rest() / FoldLoops.PARTIALS * FoldLoops.PARTIALS;
        }

        long count() {
            return whole() + (restInVectors() > 0 ? 1 : 0) + (rest() > restInVectors() ? 1 : 0);
        }

        long first(long group) {
            return group <= whole() ? group * Frame.LANES : whole() * Frame.LANES + restInVectors();
        }

        int lanes(long group) {
            return group < whole()
                    ? Frame.LANES
                    : group == whole() && restInVectors() > 0 ? restInVectors() : rest() - restInVectors();
        }
    }

    LoopKernel(Kernel kernel, VectorLoops.Use vectors) {
        this.domain = kernel.domain();
        this.orientation = Orientation.of(kernel);
        var translation = new Translation(kernel, orientation);
        this.tensors = translation.tensors();
        this.parameters = translation.parameters();
        this.foldings = translation.foldings();
        this.rowCount = translation.rowCount();
        this.incoming = new Register[foldings.size()];
        for (int i = 0; i < incoming.length; i++) {
            Translation.Folding folding = foldings.get(i);
            incoming[i] = new Register(folding.partial().kind(), true);
            registers.keep(folding.partial());
            registers.keep(folding.result());
            registers.keep(incoming[i]);
        }
        this.passes = translation.passes().stream()
                .map(pass -> {
                    List<Instruction> body = Vectorisation.ordered(pass.body());
                    registers.place(pass.prologue(), body);
                    return new Pass(
                            pass.prologue().toArray(Instruction[]::new),
                            Vectorisation.vectorised(body, vectors, rowLength()),
                            pass.folds().stream().mapToInt(fold -> fold).toArray());
                })
                .toArray(Pass[]::new);
        int axis = orientation.axis();
        this.groups = new Groups(axis < 0 ? 1 : domain.size(axis));
        long lines = axis < 0 || groups.size == 0 ? 0 : domain.rows() / (isRows() ? 1 : groups.size);
        this.units = axis < 0 ? 1 : isRows() ? domain.rows() : lines * groups.count();
        this.steps = isRows() ? columnLines() * groups.count() : domain.columns();
        this.stepsOfPart = stepsOfPart();
        int count = 0;
        for (Pass pass : passes) {
            count += pass.prologue.length + pass.body.length;
        }
        this.instructions = count;
        this.plan = isRows() && stepsOfPart > 0
                ? null
                : NestPlan.of(kernel, orientation, translation.dependence(), vectors);
        this.nest = plan == null ? null : new NestLoops(kernel, plan, translation, vectors);
    }

    private int rowLength() {
        return rowCount > 0 ? Math.toIntExact(domain.columns()) : 0;
    }

    private boolean isRows() {
        return orientation.way() == Orientation.Way.ROWS;
    }

    private boolean isPoints() {
        return orientation.way() == Orientation.Way.POINTS;
    }

    private long columnLines() {
        return groups.size == 0 ? 0 : domain.columns() / groups.size;
    }

    /** Zero when a row is folded in one go. */
    private long stepsOfPart() {
        boolean one = passes.length > 0 && passes[0].folds.length == foldings.size() && !foldings.isEmpty();
        for (int i = 1; i < passes.length; i++) {
            one &= passes[i].body.length == 0;
        }
        for (Instruction instruction : passes[0].prologue) {
            one &= !(instruction instanceof Instruction.Store);
        }
        if (!one || groups.size == 0 || units > FEW_UNITS) {
            return 0;
        }
        if (!isRows()) {
            // Whatever else a kernel computes, and wherever it is cut: the same sums have the same bits.
            return steps < 2 * PART_STEPS ? 0 : Math.max(PART_STEPS, steps * units / MOST_PARTS);
        }
        long lanes = Math.min(groups.size, Frame.LANES);
        return steps * lanes < 2 * PART_POINTS
                ? 0
                : Math.max(1, Math.max(PART_POINTS / lanes, steps * units / MOST_PARTS));
    }

    List<Node> tensors() {
        return tensors;
    }

    List<Node> parameters() {
        return parameters;
    }

    /**
     * Computes.
     *
     * @param pointers addresses of {@link #tensors}
     * @param numbers values of {@link #parameters}
     */
    void run(long[] pointers, Number[] numbers, Workers workers, Frames frames) {
        if (units == 0) {
            return;
        }
        if (nest != null) {
            if (stepsOfPart > 0) {
                runNestInParts(pointers, numbers, workers);
            } else {
                runNest(pointers, numbers, workers);
            }
            return;
        }
        if (stepsOfPart > 0) {
            runInParts(pointers, numbers, workers, frames);
            return;
        }
        long workOfUnit = Math.max(1, (isPoints() ? 1 : steps) * Math.min(groups.size, Frame.LANES) * instructions);
        long total = workOfUnit > Long.MAX_VALUE / units ? Long.MAX_VALUE : workOfUnit * units;
        if (total <= SMALL) {
            units(0, units, pointers, numbers, frames);
            return;
        }
        long unitsOfTask = Math.max(1, SMALL / 2 / workOfUnit);
        unitsOfTask = Math.max(unitsOfTask, units / (1 << 20));
        int tasks = Math.toIntExact((units + unitsOfTask - 1) / unitsOfTask);
        long each = unitsOfTask;
        workers.run(tasks, task -> units(task * each, Math.min(units, (task + 1) * each), pointers, numbers, frames));
    }

    private void runNest(long[] pointers, Number[] numbers, Workers workers) {
        int count = Math.toIntExact(plan.units(domain));
        int columns = Math.toIntExact(domain.columns());
        long points = domain.rows() * columns;
        int each = Math.toIntExact(Math.max(1, NEST_POINTS * count / points));
        NestLoop loop = nest.loop();
        workers.run((count + each - 1) / each, task -> {
            int from = task * each;
            int to = Math.min(count, from + each);
            loop.run(pointers, numbers, partials(), from, to, 0, columns, NestLoop.ALL);
        });
    }

    private float[][] partials() {
        return new float[foldings.size()][plan.partials()];
    }

    /** Columns in parts, whose results are folded in their order. */
    private void runNestInParts(long[] pointers, Number[] numbers, Workers workers) {
        int count = Math.toIntExact(plan.units(domain));
        int columns = Math.toIntExact(domain.columns());
        int each = Math.toIntExact(stepsOfPart);
        NestLoop loop = nest.loop();
        int parts = (columns + each - 1) / each;
        var saved = new float[count * parts][][];
        workers.run(count * parts, task -> {
            int unit = task / parts;
            int first = task % parts * each;
            saved[task] = partials();
            int end = Math.min(columns, first + each);
            loop.run(pointers, numbers, saved[task], unit, unit + 1, first, end, NestLoop.FOLD);
        });
        workers.run(count, unit -> {
            float[][] whole = partials();
            for (int fold = 0; fold < whole.length; fold++) {
                ReduceOp op = foldings.get(fold).fold().op();
                Arrays.fill(whole[fold], (float) FoldLoops.identity(op));
                for (int part = 0; part < parts; part++) {
                    FoldLoops.merge(op, whole[fold], saved[unit * parts + part][fold], 0, whole[fold].length);
                }
            }
            loop.run(pointers, numbers, whole, unit, unit + 1, 0, 0, NestLoop.REST);
        });
    }

    private Frame prepared(Frames frames, long[] pointers, Number[] numbers) {
        Frame frame = frames.take();
        frame.prepare(
                registers.count(Kind.FLOAT),
                registers.count(Kind.DOUBLE),
                registers.count(Kind.INT),
                registers.count(Kind.LONG),
                domain.rank(),
                rowCount,
                rowLength());
        frame.pointers = pointers;
        frame.parameters = numbers;
        return frame;
    }

    private void units(long from, long to, long[] pointers, Number[] numbers, Frames frames) {
        Frame frame = prepared(frames, pointers, numbers);
        for (long unit = from; unit < to; unit++) {
            int lanes = enterUnit(frame, unit);
            for (Pass pass : passes) {
                begin(pass, frame);
                if (isPoints()) {
                    run(pass.body, frame, lanes);
                } else {
                    run(pass.prologue, frame, lanes);
                    steps(pass, frame, lanes, 0, steps);
                }
                end(pass, frame, lanes);
            }
        }
        frames.giveBack(frame);
    }

    private static void run(Instruction[] instructions, Frame frame, int lanes) {
        for (Instruction instruction : instructions) {
            instruction.run(frame, lanes);
        }
    }

    /** Places the outer axes at a unit: a row, or a group of neighbouring rows or points. */
    private int enterUnit(Frame frame, long unit) {
        long line = unit;
        // What is computed once a row may be spread over all lanes.
        int lanes = isRows() ? Frame.LANES : 1;
        int last = domain.firstInner() - 1;
        if (!isRows() && orientation.axis() >= 0) {
            long count = groups.count();
            long group = unit % count;
            line = unit / count;
            frame.place[orientation.axis()] = groups.first(group);
            lanes = groups.lanes(group);
            last = orientation.axis() - 1;
        }
        for (int axis = last; axis >= 0; axis--) {
            long size = domain.size(axis);
            frame.place[axis] = axis == 0 ? line : line % size;
            line /= size;
        }
        return lanes;
    }

    /** Runs a pass's body over steps of a row: groups of its points, or single ones where lanes are rows. */
    private void steps(Pass pass, Frame frame, int lanes, long from, long to) {
        if (pass.body.length == 0) {
            return;
        }
        int firstInner = domain.firstInner();
        for (long step = from; step < to; step++) {
            long line = step;
            int n = lanes;
            int last = domain.rank() - 1;
            if (isRows()) {
                long count = groups.count();
                long group = step % count;
                line = step / count;
                frame.place[last] = groups.first(group);
                n = groups.lanes(group);
                frame.column = line * groups.size + frame.place[last];
                last--;
            }
            for (int axis = last; axis >= firstInner; axis--) {
                long size = domain.size(axis);
                frame.place[axis] = axis == firstInner ? line : line % size;
                line /= size;
            }
            run(pass.body, frame, n);
        }
    }

    // ------------------------------------------------------------------ folds

    private void begin(Pass pass, Frame frame) {
        for (int fold : pass.folds) {
            Translation.Folding folding = foldings.get(fold);
            FoldLoops.begin(folding.fold().op(), frame, folding.partial(), Frame.LANES);
        }
    }

    private void end(Pass pass, Frame frame, int lanes) {
        for (int fold : pass.folds) {
            Translation.Folding folding = foldings.get(fold);
            if (isRows()) {
                FoldLoops.end(folding.fold().op(), frame, folding.partial());
            }
            result(folding, frame, lanes);
        }
    }

    private void result(Translation.Folding folding, Frame frame, int lanes) {
        Conversion.run(
                frame,
                folding.fold().accumulator(),
                folding.partial(),
                folding.fold().value().dtype(),
                folding.result(),
                isRows() ? 1 : lanes);
    }

    /** Each row is folded in parts, whose results are folded in their order. */
    private void runInParts(long[] pointers, Number[] numbers, Workers workers, Frames frames) {
        int parts = Math.toIntExact((steps + stepsOfPart - 1) / stepsOfPart);
        var saved = new Object[Math.toIntExact(units)][parts][foldings.size()];
        workers.run(Math.toIntExact(units * parts), task -> {
            int unit = task / parts;
            int part = task % parts;
            Frame frame = prepared(frames, pointers, numbers);
            int lanes = enterUnit(frame, unit);
            begin(passes[0], frame);
            run(passes[0].prologue, frame, lanes);
            steps(passes[0], frame, lanes, part * stepsOfPart, Math.min(steps, (part + 1) * stepsOfPart));
            for (int fold = 0; fold < foldings.size(); fold++) {
                Register partial = foldings.get(fold).partial();
                if (isRows()) {
                    FoldLoops.end(foldings.get(fold).fold().op(), frame, partial);
                }
                saved[unit][part][fold] = Lanes.copy(frame, partial, isRows() ? 1 : lanes);
            }
            frames.giveBack(frame);
        });
        workers.run(Math.toIntExact(units), unit -> {
            Frame frame = prepared(frames, pointers, numbers);
            int lanes = enterUnit(frame, unit);
            int count = isRows() ? 1 : lanes;
            for (int fold = 0; fold < foldings.size(); fold++) {
                Translation.Folding folding = foldings.get(fold);
                ReduceOp op = folding.fold().op();
                FoldLoops.begin(op, frame, folding.partial(), Frame.LANES);
                for (int part = 0; part < parts; part++) {
                    Lanes.paste(frame, saved[unit][part][fold], incoming[fold]);
                    FoldLoops.step(op, frame, incoming[fold], folding.partial(), false, count);
                }
                result(folding, frame, lanes);
            }
            for (int pass = 1; pass < passes.length; pass++) {
                run(passes[pass].prologue, frame, lanes);
            }
            frames.giveBack(frame);
        });
    }
}
