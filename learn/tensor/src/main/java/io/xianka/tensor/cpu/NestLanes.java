package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.ReduceOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the last loop of a nest goes as vectors: which elements the lanes of a vector read. Seen from its first lane, a vector reads the same
 * pattern wherever on the axis it lies (neighbours, every second element, each element twice), so that one or two loads and a
 * rearrangement get it.
 *
 * @param axis that lanes run along
 * @param size of the axis
 * @param width lanes of a vector
 * @param accesses of the loads that change along the axis
 * @param places by how much places are more than a vector's first, of what is computed from them
 */
record NestLanes(int axis, int size, int width, Map<Value, Access> accesses, Map<Index, List<Integer>> places) {
    /** Fewer lanes are not worth a vector. */
    private static final int FEW_LANES = 6;

    /**
     * What a vector reads.
     *
     * @param offset of its first lane
     * @param steps of the other lanes from there, growing; null for neighbours
     * @param bound the place that must be from 0 to {@code greatest} for a lane to be read, or null where all are
     * @param greatest the bound's
     */
    record Access(Index offset, List<Integer> steps, Index bound, long greatest) {
        /** {@return how many elements, from the first on, so many lanes read} */
        int span(int lanes) {
            return steps == null ? lanes : steps.get(lanes - 1) + 1;
        }
    }

    /** {@return how the lanes of a nest read, if vectors can do its last loop} */
    static Optional<NestLanes> of(Kernel kernel, NestPlan plan, Dependence dependence) {
        int axis = plan.order().getLast();
        boolean foldsLanes = plan.folds() == NestPlan.Folds.ROW_BY_PARTIALS
                && axis >= kernel.domain().firstInner();
        if (!VectorCode.isPossible()
                || plan.block() > 0
                || plan.shared() == plan.order().size()
                || kernel.domain().size(axis) < FEW_LANES
                || !kernel.folds().isEmpty() && !foldsLanes) {
            return Optional.empty();
        }
        var analysis = new Analysis(kernel, dependence, axis, VectorCode.lanesOfVector());
        return analysis.isPossible()
                ? Optional.of(new NestLanes(axis, analysis.size, analysis.width, analysis.accesses, analysis.places))
                : Optional.empty();
    }

    /** {@return by how much a place is more than a vector's first} */
    List<Integer> bytes(Index index) {
        return places.get(index);
    }

    /** {@return whether a value, or an index, changes along the axis} */
    static boolean changes(long axes, int axis) {
        return (axes >> axis & 1) != 0;
    }

    /** Goes through a kernel's values. */
    private static final class Analysis {
        private final Kernel kernel;
        private final Dependence dependence;
        private final int axis;
        private final int size;
        private final int width;
        private final Map<Value, Access> accesses = new IdentityHashMap<>();
        private final Map<Index, List<Integer>> places = new HashMap<>();

        Analysis(Kernel kernel, Dependence dependence, int axis, int width) {
            this.kernel = kernel;
            this.dependence = dependence;
            this.axis = axis;
            this.size = Math.toIntExact(kernel.domain().size(axis));
            this.width = width;
        }

        boolean isPossible() {
            return kernel.values().stream()
                            .allMatch(value -> !changes(dependence.axes(value), axis) || isPossible(value))
                    && kernel.stores().stream().allMatch(this::isPossible)
                    && kernel.folds().stream().allMatch(fold -> fold.op() != ReduceOp.PROD);
        }

        /** Bytes are as many a vector as floats are: the JVM has none of four. */
        private boolean isLane(DType dtype) {
            return dtype == DType.FLOAT32 || width >= 8 && (dtype == DType.BOOL || dtype == DType.UINT8);
        }

        private boolean isPossible(Kernel.Store store) {
            boolean atPoints = store.eachPoint()
                    || changes(dependence.axes(store.offset()) | dependence.axes(store.value()), axis);
            return !atPoints || isLane(store.node().dtype()) && isNeighbours(steps(store.offset()));
        }

        private boolean isPossible(Value value) {
            if (!isLane(value.dtype())) {
                return false;
            }
            return switch (value.form()) {
                case Value.Load(var _, Index offset) -> access(value, offset);
                case Value.Place(Index index) -> value.dtype() == DType.UINT8 && place(index);
                case Value.Within(Index index, long _, long _) -> isNeighbours(affine(index));
                case Value.Unary(var op, Value _) ->
                    switch (op) {
                        case NEG, ABS, SQRT, NOT -> true;
                        default -> false;
                    };
                case Value.Binary(BinaryOp op, Value left, Value _) -> isPossible(op, left.dtype());
                case Value.Select _ -> value.dtype() != DType.BOOL;
                case Value.Convert(Value operand) -> operand.dtype() == value.dtype();
                case Value.Constant _, Value.Parameter _, Value.Folded _, Value.Random _, Value.InRange _ -> false;
            };
        }

        private boolean isPossible(BinaryOp op, DType dtype) {
            return switch (op) {
                case ADD, SUB, MUL, DIV, MAX, MIN -> dtype == DType.FLOAT32;
                case EQ, NE -> dtype == DType.FLOAT32 || dtype == DType.UINT8;
                case LT, LE, GT, GE -> dtype == DType.FLOAT32;
                case AND, OR, XOR -> dtype == DType.BOOL;
                case FLOOR_DIV, MOD, POW, ATAN2, SHIFT_LEFT, SHIFT_RIGHT, COMPLEX -> false;
            };
        }

        private boolean isNeighbours(int[] steps) {
            if (steps == null) {
                return false;
            }
            for (int lane = 0; lane < width; lane++) {
                if (steps[lane] != lane) {
                    return false;
                }
            }
            return true;
        }

        /** Small enough to be told apart by lanes' numbers; lanes beyond a short axis may have any. */
        private boolean place(Index index) {
            int[] steps = steps(index);
            if (steps == null) {
                return false;
            }
            List<Integer> numbers = new ArrayList<>();
            for (int lane = 0; lane < width; lane++) {
                int number = lane < size ? steps[lane] : 0;
                if (number < 0 || number >= width) {
                    return false;
                }
                numbers.add(number);
            }
            places.put(index, numbers);
            return true;
        }

        private boolean access(Value load, Index offset) {
            for (Index.Term term : offset.terms()) {
                if (term.atom() instanceof Index.Clamp(Index of, long greatest)
                        && term.factor() == 1
                        && changes(dependence.axes(of), axis)
                        && isUsedOnlyWithin(load, of, greatest)) {
                    Index open = open(offset, term, of);
                    if (isNeighbours(affine(open))) {
                        accesses.put(load, new Access(open, null, of, greatest));
                        return true;
                    }
                }
            }
            int[] steps = steps(offset);
            if (isNeighbours(steps)) {
                accesses.put(load, new Access(offset, null, null, 0));
                return true;
            }
            if (steps == null || steps[0] != 0 || steps[width - 1] >= 2 * width) {
                return false;
            }
            for (int lane = 1; lane < width; lane++) {
                if (steps[lane] < steps[lane - 1]) {
                    return false;
                }
            }
            accesses.put(load, new Access(offset, Arrays.stream(steps).boxed().toList(), null, 0));
            return true;
        }

        /** The index with what is clamped in it as it is. */
        private static Index open(Index index, Index.Term clamp, Index of) {
            Index sum = Index.of(index.constant());
            for (Index.Term term : index.terms()) {
                sum = sum.plus(term.equals(clamp) ? of : Index.of(term));
            }
            return sum;
        }

        /** Whether an element is chosen only where its place is in range, so that others need not be read. */
        private boolean isUsedOnlyWithin(Value load, Index place, long greatest) {
            return kernel.values().stream()
                            .filter(user -> Dependence.operands(user).contains(load))
                            .allMatch(user -> user.form() instanceof Value.Select(Value condition, Value yes, Value no)
                                    && yes == load
                                    && no != load
                                    && implies(condition, place, greatest))
                    && kernel.stores().stream().noneMatch(store -> store.value() == load)
                    && kernel.folds().stream().noneMatch(fold -> fold.value() == load);
        }

        private static boolean implies(Value condition, Index place, long greatest) {
            return switch (condition.form()) {
                case Value.Within(Index index, long low, long high) ->
                    index.terms().equals(place.terms())
                            && low - index.constant() + place.constant() >= 0
                            && high - index.constant() + place.constant() <= greatest + 1;
                case Value.Binary(BinaryOp op, Value left, Value right) ->
                    op == BinaryOp.AND && (implies(left, place, greatest) || implies(right, place, greatest));
                default -> false;
            };
        }

        // -------------------------------------------------------------- steps of lanes

        /** Of the sum of loop variables, or null. */
        private int[] affine(Index index) {
            boolean isAffine = index.terms().stream()
                    .allMatch(term ->
                            term.atom() instanceof Index.Axis || !changes(dependence.axes(Index.of(term)), axis));
            return isAffine ? steps(index) : null;
        }

        /** By how much the index of each lane is more than the first's; null where that is not the same all along the axis. */
        private int[] steps(Index index) {
            long[] along = new long[size];
            for (Index.Term term : index.terms()) {
                if (changes(dependence.axes(Index.of(term)), axis)) {
                    if (!isOfAxis(term.atom())) {
                        return null;
                    }
                    for (int place = 0; place < size; place++) {
                        along[place] += term.factor() * at(term.atom(), place);
                    }
                }
            }
            int[] steps = new int[width];
            for (int lane = 0; lane < width; lane++) {
                // Lanes beyond a short axis are not read: they go on as the last two do.
                long step = lane < size ? along[lane] - along[0] : 2L * steps[lane - 1] - steps[Math.max(0, lane - 2)];
                if (Math.abs(step) > 1 << 20) {
                    return null;
                }
                steps[lane] = (int) step;
            }
            for (int first = width; first < size; first += width) {
                for (int lane = 0; lane < width && first + lane < size; lane++) {
                    if (along[first + lane] - along[first] != steps[lane]) {
                        return null;
                    }
                }
            }
            return steps;
        }

        private boolean isOfAxis(Index index) {
            return index.terms().stream().allMatch(term -> isOfAxis(term.atom()));
        }

        private boolean isOfAxis(Index.Atom atom) {
            return switch (atom) {
                case Index.Axis(int number, long _) -> number == axis;
                case Index.Quotient(Index of, long _) -> isOfAxis(of);
                case Index.Remainder(Index of, long _) -> isOfAxis(of);
                case Index.Clamp(Index of, long _) -> isOfAxis(of);
                case Index.Element _ -> false;
            };
        }

        private static long at(Index index, int place) {
            long sum = index.constant();
            for (Index.Term term : index.terms()) {
                sum += term.factor() * at(term.atom(), place);
            }
            return sum;
        }

        private static long at(Index.Atom atom, int place) {
            return switch (atom) {
                case Index.Axis _ -> place;
                case Index.Quotient(Index of, long divisor) -> at(of, place) / divisor;
                case Index.Remainder(Index of, long divisor) -> at(of, place) % divisor;
                case Index.Clamp(Index of, long greatest) -> Math.clamp(at(of, place), 0, greatest);
                case Index.Element _ -> throw new IllegalStateException("read from memory: " + atom);
            };
        }
    }
}
