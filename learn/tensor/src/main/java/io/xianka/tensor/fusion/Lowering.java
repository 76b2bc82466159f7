package io.xianka.tensor.fusion;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.UnaryOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Turns nodes into the values of one kernel by pulling: the value of a node at a place is made of the values of its operands at
 * places that views, broadcasts and index operations only rename. What is in memory is loaded.
 */
final class Lowering {
    /** Nodes that cannot be computed by one kernel. */
    static final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unfit(String reason) {
            super(reason, null, false, false);
        }
    }

    /** More would make kernels that take long to compile and spill. */
    static final int MOST_VALUES = 600;

    private record At(Node node, List<Index> place) {}

    /** How a domain with folds lies over their operand: reduced axes are inner ones. */
    record Folding(Shape operand, List<Integer> axes) {}

    private final Domain domain;
    private final Folding folding;
    private final Predicate<Node> inMemory;
    private final Map<Node, Integer> folds = new LinkedHashMap<>();
    private final Set<Node> members;
    private final Map<Value.Form, Map<DType, Value>> known = new HashMap<>();
    private final Map<At, Value> made = new HashMap<>();
    private final Map<At, Value> done = new HashMap<>();
    private final List<Value> values = new ArrayList<>();
    private final Set<Node> reads = new LinkedHashSet<>();

    /**
     * @param domain the points
     * @param folding how they lie over the operand of the folds, or null without folds
     * @param members nodes that the kernel computes to be stored, and its folds, operands first
     * @param inMemory which other nodes can be loaded
     */
    private Lowering(Domain domain, Folding folding, Set<Node> members, Predicate<Node> inMemory) {
        this.domain = domain;
        this.folding = folding;
        this.members = members;
        this.inMemory = inMemory;
    }

    /**
     * The kernel that computes some nodes.
     *
     * @param domain the points
     * @param folding how they lie over the operand of the folds, or null without folds
     * @param members folds and what is to be stored, operands first
     * @param stored which of the members are stored
     * @throws Unfit when they do not share one domain
     */
    static Kernel lower(
            Domain domain, Folding folding, Set<Node> members, Predicate<Node> stored, Predicate<Node> inMemory) {
        var lowering = new Lowering(domain, folding, members, inMemory);
        List<Kernel.Fold> folds = new ArrayList<>();
        List<Kernel.Store> stores = new ArrayList<>();
        for (Node member : members) {
            Index[] place = lowering.home(member);
            Value value;
            if (member.op() instanceof Op.Reduce(ReduceOp op, List<Integer> axes)
                    && !domain.inner().isEmpty()) {
                Value folded = lowering.at(
                        member.input(0), lowering.foldPlace(member.input(0).shape(), axes));
                folds.add(new Kernel.Fold(op, folded, accumulator(op, member.dtype())));
                lowering.folds.put(member, folds.size() - 1);
                value = lowering.value(new Value.Folded(folds.size() - 1), member.dtype());
                lowering.made.put(new At(member, List.of(place)), value);
            } else {
                value = lowering.compute(member, place);
                lowering.made.put(new At(member, List.of(place)), value);
            }
            if (stored.test(member)) {
                stores.add(new Kernel.Store(
                        member, Domain.number(place, member.shape()), value, lowering.isEachPoint(member)));
            }
        }
        return new Kernel(domain, lowering.values, folds, stores, List.copyOf(lowering.reads));
    }

    /** The element of a node in memory at a place of the node's own shape, where views alone lead there. */
    static Value view(Node node, Domain domain, Predicate<Node> inMemory) {
        return new Lowering(domain, null, Set.of(), inMemory).at(node, Domain.places(domain.point(), node.shape()));
    }

    private static DType accumulator(ReduceOp op, DType dtype) {
        boolean adds = op == ReduceOp.SUM || op == ReduceOp.PROD;
        return switch (dtype) {
            case FLOAT16, BFLOAT16 -> DType.FLOAT32;
            case BOOL, UINT8, INT8, INT16, INT32 -> adds ? DType.INT64 : dtype;
            case INT64, FLOAT32, FLOAT64, COMPLEX64 -> dtype;
        };
    }

    // ------------------------------------------------------------------ where members lie in the domain

    private boolean isEachPoint(Node member) {
        return folding == null || !isPerRow(member);
    }

    private boolean isPerRow(Node member) {
        return member.op() instanceof Op.Reduce || member.shape().elements() == domain.rows() && domain.columns() != 1;
    }

    /** The places of a member's element at the domain's point. */
    private Index[] home(Node member) {
        if (folding == null) {
            return Domain.places(domain.point(), member.shape());
        }
        if (isPerRow(member)) {
            return Domain.places(domain.row(), member.shape());
        }
        Index[] place = foldPlace(folding.operand, folding.axes);
        return member.shape().equals(folding.operand)
                ? place
                : Domain.places(Domain.number(place, folding.operand), member.shape());
    }

    /** Reduced axes run along the inner axes, kept ones along the outer. */
    private Index[] foldPlace(Shape operand, List<Integer> axes) {
        Shape kept = operand;
        List<Long> reduced = new ArrayList<>();
        for (int axis : axes) {
            kept = kept.with(axis, 1);
            reduced.add(operand.size(axis));
        }
        Index[] place = Domain.places(domain.row(), kept);
        Index[] inner = Domain.places(domain.column(), Shape.of(reduced));
        for (int i = 0; i < axes.size(); i++) {
            place[axes.get(i)] = inner[i];
        }
        return place;
    }

    // ------------------------------------------------------------------ pulling

    private Value at(Node node, Index[] place) {
        var key = new At(node, List.of(place));
        Value value = done.get(key);
        if (value == null) {
            if (members.contains(node)) {
                Value here = made.get(key);
                if (here == null) {
                    throw new Unfit(node + " is wanted elsewhere than where it is computed");
                }
                value = rounded(here);
            } else if (inMemory.test(node)) {
                reads.add(node);
                value = value(new Value.Load(node, Domain.number(place, node.shape())), node.dtype());
            } else {
                value = rounded(compute(node, place));
            }
            done.put(key, value);
        }
        return value;
    }

    /**
     * A 16-bit float as it would be read back from memory: kernels carry it in 32 bits, and what they compute must not depend on which
     * values they happen to store.
     */
    private Value rounded(Value value) {
        return isReadAsItIs(value) ? value : value(new Value.Convert(value), value.dtype());
    }

    /** Whether a value is what would be read back, were it stored. */
    static boolean isReadAsItIs(Value value) {
        boolean isNarrow = value.dtype() == DType.FLOAT16 || value.dtype() == DType.BFLOAT16;
        return !isNarrow || !mayLieBetween(value.form());
    }

    /** Whether a value made of 16-bit floats, or folded from them, may be none. */
    private static boolean mayLieBetween(Value.Form form) {
        return switch (form) {
            case Value.Unary(UnaryOp op, Value _) ->
                switch (op) {
                    case NEG, ABS, SIGN, FLOOR, CEIL, ROUND, TRUNC, NOT, IS_NAN, IS_INFINITE -> false;
                    case EXP,
                            EXPM1,
                            LOG,
                            LOG1P,
                            SQRT,
                            RSQRT,
                            RECIPROCAL,
                            SIN,
                            COS,
                            TAN,
                            ASIN,
                            ACOS,
                            ATAN,
                            SINH,
                            COSH,
                            TANH,
                            SIGMOID,
                            ERF,
                            REAL,
                            IMAGINARY,
                            CONJUGATE -> true;
                };
            case Value.Binary(BinaryOp op, Value _, Value _) ->
                switch (op) {
                    case MAX, MIN, EQ, NE, LT, LE, GT, GE, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT -> false;
                    case ADD, SUB, MUL, DIV, FLOOR_DIV, MOD, POW, ATAN2, COMPLEX -> true;
                };
            case Value.Folded _ -> true;
            case Value.Load _,
                    Value.Constant _,
                    Value.Parameter _,
                    Value.Place _,
                    Value.Within _,
                    Value.Random _,
                    Value.Select _,
                    Value.Convert _,
                    Value.InRange _ -> false;
        };
    }

    private Value compute(Node node, Index[] place) {
        DType dtype = node.dtype();
        return switch (node.op()) {
            case Op.Fill(Number number) -> value(new Value.Constant(number), dtype);
            case Op.Parameter _ -> value(new Value.Parameter(node), dtype);
            case Op.Iota(int axis) -> value(new Value.Place(place[axis]), dtype);
            case Op.RandomBits _ ->
                value(
                        new Value.Random(
                                scalar(node.input(0)), scalar(node.input(1)), Domain.number(place, node.shape())),
                        dtype);
            case Op.Unary(UnaryOp op) -> value(new Value.Unary(op, at(node.input(0), place)), dtype);
            case Op.Binary(BinaryOp op) ->
                value(new Value.Binary(op, at(node.input(0), place), at(node.input(1), place)), dtype);
            case Op.Where _ ->
                value(
                        new Value.Select(at(node.input(0), place), at(node.input(1), place), at(node.input(2), place)),
                        dtype);
            case Op.Cast _ -> value(new Value.Convert(at(node.input(0), place)), dtype);
            case Op.InRange(String operation, long least, long size) ->
                value(new Value.InRange(operation, at(node.input(0), place), least, size), dtype);
            case Op.Reshape _ -> {
                Shape from = node.input(0).shape();
                yield at(node.input(0), Domain.places(Domain.number(place, node.shape()), from));
            }
            case Op.Permute(List<Integer> axes) -> {
                Index[] from = new Index[place.length];
                for (int axis = 0; axis < place.length; axis++) {
                    from[axes.get(axis)] = place[axis];
                }
                yield at(node.input(0), from);
            }
            case Op.Expand _ -> {
                Index[] from = place.clone();
                for (int axis = 0; axis < place.length; axis++) {
                    from[axis] = node.input(0).shape().size(axis) == 1 ? Index.ZERO : place[axis];
                }
                yield at(node.input(0), from);
            }
            case Op.Slice(List<Long> starts, List<Long> steps) -> {
                Index[] from = new Index[place.length];
                Arrays.setAll(from, axis -> place[axis].times(steps.get(axis)).plus(starts.get(axis)));
                yield at(node.input(0), from);
            }
            case Op.Pad pad -> pad(node, pad, place);
            case Op.Unfold(int axis, long _, long step, long dilation) -> {
                Index[] from = Arrays.copyOf(place, place.length - 1);
                from[axis] = place[axis].times(step).plus(place[place.length - 1].times(dilation));
                yield at(node.input(0), from);
            }
            case Op.Take(int axis) -> {
                int indexRank = node.input(1).shape().rank();
                Value index = at(node.input(1), Arrays.copyOfRange(place, axis, axis + indexRank));
                Index[] from = new Index[node.input(0).shape().rank()];
                System.arraycopy(place, 0, from, 0, axis);
                from[axis] = element(index, node.input(0).shape().size(axis));
                System.arraycopy(place, axis + indexRank, from, axis + 1, from.length - axis - 1);
                yield taken(node.input(0), from, index);
            }
            case Op.Gather(int axis) -> {
                Index[] from = place.clone();
                Value index = at(node.input(1), place);
                from[axis] = element(index, node.input(0).shape().size(axis));
                yield taken(node.input(0), from, index);
            }
            case Op.WithGradient _, Op.Barrier _ -> at(node.input(0), place);
            case Op.Reduce _ -> throw new Unfit(node + " is another kernel's fold");
            case Op.Data _,
                    Op.ArgReduce _,
                    Op.Scan _,
                    Op.Argsort _,
                    Op.TakeAdd _,
                    Op.ScatterAdd _,
                    Op.Dot _,
                    Op.Attention _,
                    Op.AttentionGradient _,
                    Op.Item _,
                    Op.Transfer _,
                    Op.Custom _ -> throw new Unfit(node + " is not made of loads");
        };
    }

    private Value scalar(Node node) {
        return at(node, new Index[0]);
    }

    private static Index element(Value index, long size) {
        return Index.of(new Index.Element(index, size));
    }

    /**
     * The element at a place that an index leads to. Where all indices lead to one element, along an axis that repeats it, nothing would
     * read the index, and nobody would find that it is out of range: the element is chosen by it, whichever it is.
     */
    private Value taken(Node operand, Index[] place, Value index) {
        Value element = at(operand, place);
        if (isMadeOf(element, index, new HashSet<>())) {
            return element;
        }
        Value same = value(new Value.Binary(BinaryOp.EQ, index, index), DType.BOOL);
        return value(new Value.Select(same, element, element), element.dtype());
    }

    private static boolean isMadeOf(Value value, Value sought, Set<Value> seen) {
        if (value == sought) {
            return true;
        }
        return seen.add(value)
                && switch (value.form()) {
                    case Value.Load(Node _, Index offset) -> isMadeOf(offset, sought, seen);
                    case Value.Constant _, Value.Parameter _, Value.Folded _ -> false;
                    case Value.Place(Index index) -> isMadeOf(index, sought, seen);
                    case Value.Within(Index index, long _, long _) -> isMadeOf(index, sought, seen);
                    case Value.Random(Value seed, Value offset, Index element) ->
                        isMadeOf(seed, sought, seen)
                                || isMadeOf(offset, sought, seen)
                                || isMadeOf(element, sought, seen);
                    case Value.Unary(UnaryOp _, Value operand) -> isMadeOf(operand, sought, seen);
                    case Value.Binary(BinaryOp _, Value left, Value right) ->
                        isMadeOf(left, sought, seen) || isMadeOf(right, sought, seen);
                    case Value.Select(Value condition, Value yes, Value no) ->
                        isMadeOf(condition, sought, seen) || isMadeOf(yes, sought, seen) || isMadeOf(no, sought, seen);
                    case Value.Convert(Value operand) -> isMadeOf(operand, sought, seen);
                    case Value.InRange(String _, Value operand, long _, long _) -> isMadeOf(operand, sought, seen);
                };
    }

    private static boolean isMadeOf(Index index, Value sought, Set<Value> seen) {
        return index.terms().stream().anyMatch(term -> switch (term.atom()) {
            case Index.Axis _ -> false;
            case Index.Quotient(Index of, long _) -> isMadeOf(of, sought, seen);
            case Index.Remainder(Index of, long _) -> isMadeOf(of, sought, seen);
            case Index.Clamp(Index of, long _) -> isMadeOf(of, sought, seen);
            case Index.Element(Value value, long _) -> isMadeOf(value, sought, seen);
        });
    }

    /** Outside the operand the load goes to its nearest element, and the value is not used. */
    private Value pad(Node node, Op.Pad pad, Index[] place) {
        Shape from = node.input(0).shape();
        Value outside = value(new Value.Constant(pad.value()), node.dtype());
        if (from.elements() == 0) {
            return outside;
        }
        Value within = null;
        Index[] inside = new Index[place.length];
        for (int axis = 0; axis < place.length; axis++) {
            long before = pad.before().get(axis);
            long size = from.size(axis);
            if (before != 0 || pad.after().get(axis) != 0) {
                Value here = value(new Value.Within(place[axis], before, before + size), DType.BOOL);
                within = within == null ? here : value(new Value.Binary(BinaryOp.AND, within, here), DType.BOOL);
            }
            inside[axis] = place[axis].plus(-before).clamped(size - 1);
        }
        Value element = at(node.input(0), inside);
        return within == null ? element : value(new Value.Select(within, element, outside), node.dtype());
    }

    // ------------------------------------------------------------------ values

    private Value value(Value.Form form, DType dtype) {
        Map<DType, Value> byType = known.computeIfAbsent(form, _ -> new HashMap<>());
        Value value = byType.get(dtype);
        if (value == null) {
            if (values.size() >= MOST_VALUES) {
                throw new Unfit("more than " + MOST_VALUES + " values");
            }
            value = new Value(form, dtype, values.size(), domain.lastAxis(form));
            values.add(value);
            byType.put(dtype, value);
        }
        return value;
    }
}
