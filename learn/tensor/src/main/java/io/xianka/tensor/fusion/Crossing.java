package io.xianka.tensor.fusion;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.UnaryOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Folds down the columns of a matrix in the kernel that has its rows on the chip, folding along them: the gradients of a norm's scale and
 * shift, and of a bias, where the norm's own gradient is computed. What they fold is not read once more. For devices whose kernels do so
 * ({@link Kernel#columnFolds}) at the same bits as in a kernel of their own.
 */
public final class Crossing {
    /** Fewer rows, in parts of 64, would leave most of a GPU idle. */
    private static final long FEWEST_ROWS = 8_192;

    /** Shorter columns are not folded in parts, and have other bits. */
    private static final long FEWEST_ROWS_IN_PARTS = 512;

    /** A warp takes no longer row; of what its threads carry down the columns not more would fit in shared memory or registers. */
    private static final long MOST_COLUMNS = 1_024;

    private static final long MOST_CARRIED = 96;
    /** More are computed by more threads a row, which would give its folds other bits. */
    private static final long MOST_STATEMENTS = 1_500;

    private static final long SMALL_BYTES = 1 << 20;

    private final long fewestRows;
    private final List<Step> steps;
    private final Map<Buffer, Integer> makers = new HashMap<>();
    private final Map<Buffer, List<Integer>> users = new HashMap<>();

    private Crossing(Schedule schedule, long fewestRows) {
        this.fewestRows = fewestRows;
        steps = new ArrayList<>(schedule.steps());
        for (int at = 0; at < steps.size(); at++) {
            for (Buffer written : steps.get(at).writtenBuffers()) {
                makers.put(written, at);
                users.computeIfAbsent(written, _ -> new ArrayList<>()).add(at);
            }
            for (Buffer read : buffers(steps.get(at).reads())) {
                users.computeIfAbsent(read, _ -> new ArrayList<>()).add(at);
            }
        }
    }

    /** The schedule with such folds in the kernels of the rows. */
    public static Schedule of(Schedule schedule) {
        return of(schedule, FEWEST_ROWS);
    }

    /**
     * The schedule with such folds in the kernels of the rows.
     *
     * @param fewestRows of the matrices, 512 or more
     */
    public static Schedule of(Schedule schedule, long fewestRows) {
        var crossing = new Crossing(schedule, Math.max(fewestRows, FEWEST_ROWS_IN_PARTS));
        for (int at = 0; at < crossing.steps.size(); at++) {
            if (crossing.steps.get(at) instanceof Step.Fused(Kernel kernel) && crossing.foldsColumns(kernel)) {
                crossing.cross(at, kernel);
            }
        }
        return new Schedule(
                schedule.graph(),
                crossing.steps.stream().filter(step -> step != null).toList());
    }

    private static Set<Buffer> buffers(List<Node> nodes) {
        Set<Buffer> buffers = new LinkedHashSet<>();
        nodes.forEach(node -> buffers.add(Schedule.buffer(node)));
        return buffers;
    }

    // ------------------------------------------------------------------ which

    /** Whether a kernel folds down the columns of a matrix and does nothing else. */
    private boolean foldsColumns(Kernel kernel) {
        Domain domain = kernel.domain();
        return !kernel.folds().isEmpty()
                && domain.columns() >= fewestRows
                && domain.rows() >= 32
                && domain.rows() <= MOST_COLUMNS
                && kernel.isColumnar()
                && kernel.folds().stream()
                        .allMatch(fold -> fold.accumulator() == DType.FLOAT32 && !Group.usesFold(kernel, fold.value()))
                && kernel.stores().stream()
                        .allMatch(store -> !store.eachPoint()
                                && store.value().form() instanceof Value.Folded
                                && store.offset().equals(domain.row()));
    }

    private static boolean foldsRows(Kernel kernel, Domain across) {
        return !kernel.folds().isEmpty()
                && kernel.domain().rows() == across.columns()
                && kernel.domain().columns() == across.rows()
                && !kernel.isColumnar();
    }

    /** Takes a step into another that reads or writes all that is large of what it reads, where there is one. */
    private void cross(int at, Kernel kernel) {
        long points = kernel.domain().rows() * kernel.domain().columns();
        Set<Integer> candidates = null;
        for (Buffer read : buffers(kernel.reads())) {
            if (elements(read) >= points) {
                List<Integer> with = users.get(read);
                if (candidates == null) {
                    candidates = new LinkedHashSet<>(with);
                } else {
                    candidates.retainAll(with);
                }
            }
        }
        if (candidates == null) {
            return;
        }
        for (int other : candidates) {
            if (steps.get(other) instanceof Step.Fused(Kernel rows) && foldsRows(rows, kernel.domain())) {
                int place = placeOfBoth(at, other);
                Kernel both = place < 0 ? null : new Crossed(rows, kernel).kernel();
                if (both != null && fits(both)) {
                    replace(at, other, place, new Step.Fused(both));
                    return;
                }
            }
        }
    }

    private void replace(int first, int second, int place, Step both) {
        steps.set(first, null);
        steps.set(second, null);
        steps.set(place, both);
        both.writtenBuffers().forEach(written -> makers.put(written, place));
        for (List<Node> nodes : List.of(both.reads(), both.writes())) {
            for (Buffer buffer : buffers(nodes)) {
                users.get(buffer).add(place);
            }
        }
    }

    private static long elements(Buffer buffer) {
        return buffer.owner().results().get(buffer.result()).shape().elements();
    }

    private static boolean fits(Kernel kernel) {
        long each = Math.ceilDiv(kernel.domain().columns(), 32L);
        return kernel.columnFolds().size() * each <= MOST_CARRIED
                && kernel.values().size() * each <= MOST_STATEMENTS;
    }

    /**
     * When a step and one that has the rows can be done at once: where the latter is, or where the former is when it is wanted before, and
     * nothing large comes between; -1 when neither.
     */
    private int placeOfBoth(int at, int rows) {
        if (isThere(at, rows) && !isWanted(at, rows)) {
            return rows;
        }
        boolean isClose = at < rows && steps.subList(at + 1, rows).stream().allMatch(Crossing::isSmall);
        return isClose && isThere(rows, at - 1) ? at : -1;
    }

    /** Whether all that a step reads has been made by when another is done. */
    private boolean isThere(int step, int by) {
        return buffers(steps.get(step).reads()).stream().allMatch(read -> makers.getOrDefault(read, -1) <= by);
    }

    /** Whether what a step writes is read before another is done, or by it. */
    private boolean isWanted(int step, int before) {
        Set<Buffer> written = new HashSet<>(steps.get(step).writtenBuffers());
        for (int between = step + 1; between <= before; between++) {
            Step reader = steps.get(between);
            if (reader != null && buffers(reader.reads()).stream().anyMatch(written::contains)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSmall(Step step) {
        return step == null || step instanceof Step.Fused(Kernel kernel) && kernel.bytes() <= SMALL_BYTES;
    }

    // ------------------------------------------------------------------ both in one

    /** Two kernels over one matrix: the values of the one that folds columns, at the points of the one that folds rows. */
    private static final class Crossed {
        private final Kernel rows;
        private final Kernel columns;
        private final Index[] outer;
        private final Index[] inner;
        private final Map<Value.Form, Map<DType, Value>> known = new HashMap<>();
        private final Map<Value, Value> moved = new IdentityHashMap<>();
        private final List<Value> values;
        private final Set<Node> reads;
        private boolean isSound = true;

        Crossed(Kernel rows, Kernel columns) {
            this.rows = rows;
            this.columns = columns;
            values = new ArrayList<>(rows.values());
            reads = new LinkedHashSet<>(rows.reads());
            values.forEach(value ->
                    known.computeIfAbsent(value.form(), _ -> new HashMap<>()).put(value.dtype(), value));
            Domain from = columns.domain();
            outer = Domain.places(rows.domain().column(), Shape.of(from.outer()));
            inner = Domain.places(rows.domain().row(), Shape.of(from.inner()));
        }

        /** Both, or null where one needs from the other what is not at hand. */
        Kernel kernel() {
            List<Kernel.ColumnFold> folds = new ArrayList<>(rows.columnFolds());
            for (Kernel.Store store : columns.stores()) {
                Kernel.Fold fold =
                        columns.folds().get(((Value.Folded) store.value().form()).fold());
                folds.add(new Kernel.ColumnFold(
                        store.node(), new Kernel.Fold(fold.op(), moved(fold.value()), fold.accumulator())));
            }
            return isSound
                    ? new Kernel(rows.domain(), values, rows.folds(), rows.stores(), List.copyOf(reads), folds)
                    : null;
        }

        private Index moved(Index index) {
            return index.with(axis -> place(axis.number()), this::moved);
        }

        private Index place(int axis) {
            int firstInner = columns.domain().firstInner();
            return axis < firstInner ? outer[axis] : inner[axis - firstInner];
        }

        private Value moved(Value value) {
            Value here = moved.get(value);
            if (here == null) {
                here = switch (value.form()) {
                    case Value.Load(Node node, Index offset) -> loaded(node, moved(offset), value.dtype());
                    case Value.Constant _, Value.Parameter _ -> value(value.form(), value.dtype());
                    case Value.Folded _ -> throw new IllegalStateException("a fold of one level uses another");
                    case Value.Place(Index index) -> value(new Value.Place(moved(index)), value.dtype());
                    case Value.Within(Index index, long low, long high) ->
                        value(new Value.Within(moved(index), low, high), value.dtype());
                    case Value.Random(Value seed, Value offset, Index element) ->
                        value(new Value.Random(moved(seed), moved(offset), moved(element)), value.dtype());
                    case Value.Unary(UnaryOp op, Value operand) ->
                        value(new Value.Unary(op, moved(operand)), value.dtype());
                    case Value.Binary(BinaryOp op, Value left, Value right) ->
                        value(new Value.Binary(op, moved(left), moved(right)), value.dtype());
                    case Value.Select(Value condition, Value yes, Value no) ->
                        value(new Value.Select(moved(condition), moved(yes), moved(no)), value.dtype());
                    case Value.Convert(Value operand) -> value(new Value.Convert(moved(operand)), value.dtype());
                    case Value.InRange(String operation, Value operand, long least, long size) ->
                        value(new Value.InRange(operation, moved(operand), least, size), value.dtype());
                };
                moved.put(value, here);
            }
            return here;
        }

        /** From memory, or what the kernel itself stores there. */
        private Value loaded(Node node, Index offset, DType dtype) {
            for (Kernel.Store store : rows.stores()) {
                if (Schedule.buffer(store.node()).equals(Schedule.buffer(node))) {
                    isSound &= store.offset().equals(offset) && store.node().dtype() == dtype;
                    return Lowering.isReadAsItIs(store.value())
                            ? store.value()
                            : value(new Value.Convert(store.value()), dtype);
                }
            }
            isSound &= rows.columnFolds().stream()
                    .noneMatch(fold -> Schedule.buffer(fold.node()).equals(Schedule.buffer(node)));
            reads.add(node);
            return value(new Value.Load(node, offset), dtype);
        }

        private Value value(Value.Form form, DType dtype) {
            return known.computeIfAbsent(form, _ -> new HashMap<>()).computeIfAbsent(dtype, _ -> {
                var made = new Value(form, dtype, values.size(), rows.domain().lastAxis(form));
                values.add(made);
                return made;
            });
        }
    }
}
