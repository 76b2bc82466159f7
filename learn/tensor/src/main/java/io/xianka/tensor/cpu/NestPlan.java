package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.fusion.Domain;
import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.ReduceOp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Which kernels are better off as a nest of loops than as instructions over lanes, and in which order the loops lie: kernels of cheap
 * operations whose lanes would be few, or be gathered one by one. Windows of images are such, and what is put together of parts.
 *
 * <p>Folds are those of {@link FoldLoops}, so that either way gives the same bits.
 *
 * @param order the axes, outermost first
 * @param shared so many of them, from the first on, are shared out: their points are the units
 * @param block lanes that one unit has of the last axis; 0 where it has all of them
 * @param folds where partial results lie
 */
record NestPlan(List<Integer> order, int shared, int block, Folds folds) {
    /** Where a fold's partial results lie. */
    enum Folds {
        /** In a variable: rows are outside, each folds its points in turn. */
        ROW_IN_TURN,
        /** In 32, by the place on the last axis. */
        ROW_BY_PARTIALS,
        /** In one for each lane of a block: rows are the innermost loop. */
        COLUMNS
    }

    /** Fewer points are not worth a class. */
    private static final long FEW_POINTS = 1 << 14;

    /** Lanes from here on are enough for instructions over lanes. */
    private static final long MANY_LANES = 64;

    /** Columns take a step of all lanes at a time, which is worth less. */
    private static final long MANY_COLUMNS = 512;

    /** HotSpot does not compile methods of more than 8,000 bytes. */
    private static final int MOST_VALUES = 120;

    /** Neighbouring lanes that are stepped through columns together: some cache lines of each row. */
    private static final int BLOCK = 128;

    private static final long SHORT_COLUMN = 64;

    /** {@return how many units there are} */
    long units(Domain domain) {
        long units = block > 0 ? blocks(domain) : 1;
        for (int position = 0; position < shared; position++) {
            units *= domain.size(order.get(position));
        }
        return units;
    }

    /** {@return how many partial results a fold has} */
    int partials() {
        return folds == Folds.COLUMNS ? block : FoldLoops.PARTIALS;
    }

    /** {@return how many blocks of lanes the last axis is cut into} */
    long blocks(Domain domain) {
        return (domain.size(order.getLast()) + block - 1) / block;
    }

    /** {@return how the loops of a kernel lie, or null for a kernel that is for lanes} */
    static NestPlan of(Kernel kernel, Orientation orientation, Dependence dependence, VectorLoops.Use use) {
        Domain domain = kernel.domain();
        if (use == VectorLoops.Use.NEVER || domain.firstInner() == 0) {
            return null;
        }
        long points = Math.multiplyExact(domain.rows(), domain.columns());
        long few = use == VectorLoops.Use.AT_ONCE ? 1 : FEW_POINTS;
        if (points < few || points > Integer.MAX_VALUE || !isPossible(kernel)) {
            return null;
        }
        NestPlan plan = of(domain, orientation);
        boolean isWorthIt = isWorthIt(kernel, orientation, dependence)
                || hasMasks(kernel, orientation.axis(), dependence)
                        && NestLanes.of(kernel, plan, dependence).isPresent();
        return isWorthIt ? plan : null;
    }

    /** Vector code over lanes has neither masks nor bytes: what chooses by them is done one operation at a time. */
    private static boolean hasMasks(Kernel kernel, int axis, Dependence dependence) {
        return kernel.values().stream()
                .anyMatch(value -> value.dtype().bytes() == 1 && NestLanes.changes(dependence.axes(value), axis));
    }

    private static NestPlan of(Domain domain, Orientation orientation) {
        List<Integer> order = new ArrayList<>();
        for (int axis = 0; axis < domain.rank(); axis++) {
            order.add(axis);
        }
        return switch (orientation.way()) {
            case POINTS -> new NestPlan(order, Math.max(1, order.size() - 1), 0, Folds.ROW_IN_TURN);
            case ROWS -> new NestPlan(order, domain.firstInner(), 0, Folds.ROW_BY_PARTIALS);
            case COLUMNS -> {
                if (domain.columns() <= SHORT_COLUMN) {
                    yield new NestPlan(order, domain.firstInner(), 0, Folds.ROW_IN_TURN);
                }
                Collections.rotate(order.subList(orientation.axis(), order.size()), -1);
                yield new NestPlan(order, domain.firstInner() - 1, BLOCK, Folds.COLUMNS);
            }
        };
    }

    private static boolean isWorthIt(Kernel kernel, Orientation orientation, Dependence dependence) {
        int axis = orientation.axis();
        long many = orientation.way() == Orientation.Way.COLUMNS ? MANY_COLUMNS : MANY_LANES;
        if (kernel.domain().size(axis) < many) {
            return true;
        }
        for (Value value : kernel.values()) {
            boolean jumps = switch (value.form()) {
                case Value.Load(var _, Index offset) -> jumps(offset, axis, dependence);
                case Value.Within(Index index, long _, long _) -> (dependence.axes(index) >> axis & 1) != 0;
                case Value.Place _,
                        Value.Constant _,
                        Value.Parameter _,
                        Value.Random _,
                        Value.Unary _,
                        Value.Binary _,
                        Value.Select _,
                        Value.Convert _,
                        Value.InRange _,
                        Value.Folded _ -> false;
            };
            if (jumps) {
                return true;
            }
        }
        return false;
    }

    /** Whether neighbouring lanes have places that no step leads to. */
    private static boolean jumps(Index index, int axis, Dependence dependence) {
        return index.terms().stream()
                .anyMatch(term ->
                        !(term.atom() instanceof Index.Axis) && (dependence.axes(Index.of(term)) >> axis & 1) != 0);
    }

    private static boolean isPossible(Kernel kernel) {
        return kernel.values().size() <= MOST_VALUES
                && kernel.values().stream().allMatch(NestPlan::isPossible)
                && kernel.stores().stream()
                        .allMatch(store -> isPossible(store.offset())
                                && isPossible(store.node().dtype()))
                && kernel.folds().stream()
                        .allMatch(fold -> fold.value().dtype() == DType.FLOAT32
                                && fold.accumulator() == DType.FLOAT32
                                && fold.op() != ReduceOp.PROD);
    }

    private static boolean isPossible(DType dtype) {
        return switch (dtype) {
            case FLOAT32, BOOL, UINT8, INT32, INT64 -> true;
            case FLOAT16, BFLOAT16, FLOAT64, INT8, INT16, COMPLEX64 -> false;
        };
    }

    private static boolean isPossible(Value value) {
        return isPossible(value.dtype())
                && switch (value.form()) {
                    case Value.Load(var _, Index offset) -> isPossible(offset);
                    case Value.Place(Index index) -> value.dtype() != DType.FLOAT32 && isPossible(index);
                    case Value.Within(Index index, long _, long _) -> isPossible(index);
                    case Value.Unary(var op, Value operand) ->
                        switch (op) {
                            case NEG, ABS, SQRT -> operand.dtype() == DType.FLOAT32;
                            case NOT -> operand.dtype() == DType.BOOL;
                            default -> false;
                        };
                    case Value.Binary(BinaryOp op, Value left, Value _) -> isPossible(op, left.dtype());
                    case Value.Convert(Value operand) ->
                        value.dtype() == DType.FLOAT32
                                || value.dtype() == DType.INT64 && operand.dtype() != DType.FLOAT32
                                || value.dtype() == operand.dtype();
                    case Value.Constant _, Value.Parameter _, Value.Select _, Value.Folded _ -> true;
                    case Value.Random _, Value.InRange _ -> false;
                };
    }

    private static boolean isPossible(BinaryOp op, DType dtype) {
        boolean isFloat = dtype == DType.FLOAT32;
        return switch (op) {
            case EQ, NE, LT, LE, GT, GE -> true;
            case ADD, SUB, MUL, MAX, MIN -> isFloat || dtype == DType.INT32 || dtype == DType.INT64;
            case DIV -> isFloat;
            case AND, OR, XOR -> !isFloat;
            case FLOOR_DIV, MOD, POW, ATAN2, SHIFT_LEFT, SHIFT_RIGHT, COMPLEX -> false;
        };
    }

    private static boolean isPossible(Index index) {
        return index.magnitude() <= Integer.MAX_VALUE
                && index.terms().stream().noneMatch(term -> hasElement(term.atom()));
    }

    private static boolean hasElement(Index.Atom atom) {
        return switch (atom) {
            case Index.Axis _ -> false;
            case Index.Quotient(Index of, long _) -> hasElement(of);
            case Index.Remainder(Index of, long _) -> hasElement(of);
            case Index.Clamp(Index of, long _) -> hasElement(of);
            case Index.Element _ -> true;
        };
    }

    private static boolean hasElement(Index index) {
        return index.terms().stream().anyMatch(term -> hasElement(term.atom()));
    }
}
