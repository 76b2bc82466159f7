package io.xianka.tensor.fusion;

import io.xianka.tensor.DType;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A kernel cut along an outer axis where its conditions on places change, so that within each part they are decided: tensors put
 * together side by side are copied one after the other, without asking at each element whose it is. Rows are independent, so that the
 * parts together compute what the kernel does, with the same bits.
 */
public final class Parts {
    /** Narrower parts would cost more than the conditions. */
    private static final long NARROWEST = 32;

    private static final int MOST = 8;

    private final Kernel kernel;
    private final int axis;
    private final long from;
    private final long size;
    private final Map<Value, Value> moved = new IdentityHashMap<>();
    private final Map<Value.Form, Map<DType, Value>> known = new HashMap<>();
    private final List<Value> values = new ArrayList<>();
    private final Set<Node> reads = new LinkedHashSet<>();

    private Parts(Kernel kernel, int axis, long from, long size) {
        this.kernel = kernel;
        this.axis = axis;
        this.from = from;
        this.size = size;
    }

    /** {@return the parts, or the kernel alone where nothing is gained by cutting it} */
    public static List<Kernel> of(Kernel kernel) {
        Domain domain = kernel.domain();
        for (int axis = 0; axis < domain.firstInner(); axis++) {
            List<Long> ends = ends(kernel, axis);
            if (ends.size() < 2 || ends.size() > MOST) {
                continue;
            }
            List<Kernel> parts = new ArrayList<>();
            long from = 0;
            for (long end : ends) {
                parts.add(new Parts(kernel, axis, from, end - from).cut());
                from = end;
            }
            return parts;
        }
        return List.of(kernel);
    }

    /** Where the parts end; empty when one would be narrow. */
    private static List<Long> ends(Kernel kernel, int axis) {
        long size = kernel.domain().size(axis);
        var ends = new TreeSet<Long>();
        for (Value value : kernel.values()) {
            if (value.form() instanceof Value.Within(Index index, long low, long high)
                    && index.terms().size() == 1
                    && index.stride(axis) == 1) {
                ends.add(Math.clamp(low - index.constant(), 0, size));
                ends.add(Math.clamp(high - index.constant(), 0, size));
            }
        }
        ends.add(size);
        ends.remove(0L);
        long before = 0;
        for (long end : ends) {
            if (end - before < NARROWEST) {
                return List.of();
            }
            before = end;
        }
        return List.copyOf(ends);
    }

    private Kernel cut() {
        List<Long> outer = new ArrayList<>(kernel.domain().outer());
        outer.set(axis, size);
        List<Kernel.Fold> folds = new ArrayList<>();
        for (Kernel.Fold fold : kernel.folds()) {
            folds.add(new Kernel.Fold(fold.op(), moved(fold.value()), fold.accumulator()));
        }
        List<Kernel.Store> stores = new ArrayList<>();
        for (Kernel.Store store : kernel.stores()) {
            stores.add(new Kernel.Store(store.node(), moved(store.offset()), moved(store.value()), store.eachPoint()));
        }
        var domain = new Domain(List.copyOf(outer), kernel.domain().inner());
        return new Kernel(domain, values, folds, stores, List.copyOf(reads));
    }

    // ------------------------------------------------------------------ indices

    private Index moved(Index index) {
        return index.with(
                along -> along.number() == axis ? Index.axis(axis, size).plus(from) : Index.of(along), this::moved);
    }

    // ------------------------------------------------------------------ values

    private Value moved(Value value) {
        Value here = moved.get(value);
        if (here == null) {
            here = decided(value);
            moved.put(value, here);
        }
        return here;
    }

    private Value decided(Value value) {
        Value.Form form = switch (value.form()) {
            case Value.Load(Node node, Index offset) -> {
                reads.add(node);
                yield new Value.Load(node, moved(offset));
            }
            case Value.Constant _, Value.Parameter _, Value.Folded _ -> value.form();
            case Value.Place(Index index) -> new Value.Place(moved(index));
            case Value.Within(Index index, long low, long high) -> within(moved(index), low, high);
            case Value.Random(Value seed, Value offset, Index element) ->
                new Value.Random(moved(seed), moved(offset), moved(element));
            case Value.Unary(var op, Value operand) -> new Value.Unary(op, moved(operand));
            case Value.Binary(BinaryOp op, Value left, Value right) ->
                both(op, moved(left), moved(right), value.dtype());
            case Value.Select(Value condition, Value yes, Value no) -> {
                Value chosenBy = moved(condition);
                if (chosenBy.form() instanceof Value.Constant(Number number)) {
                    yield moved(number.longValue() != 0 ? yes : no).form();
                }
                yield new Value.Select(chosenBy, moved(yes), moved(no));
            }
            case Value.Convert(Value operand) -> new Value.Convert(moved(operand));
            case Value.InRange(String operation, Value operand, long least, long count) ->
                new Value.InRange(operation, moved(operand), least, count);
        };
        return known.computeIfAbsent(form, _ -> new HashMap<>()).computeIfAbsent(value.dtype(), dtype -> {
            var made = new Value(form, dtype, values.size(), value.lastAxis());
            values.add(made);
            return made;
        });
    }

    private static Value.Form within(Index index, long low, long high) {
        if (index.least() >= low && index.greatest() < high) {
            return new Value.Constant(1L);
        }
        return index.greatest() < low || index.least() >= high
                ? new Value.Constant(0L)
                : new Value.Within(index, low, high);
    }

    /** Conditions on several axes: what is decided leaves the rest, or nothing, to ask. */
    private static Value.Form both(BinaryOp op, Value left, Value right, DType dtype) {
        if (op == BinaryOp.AND && dtype == DType.BOOL) {
            if (left.form() instanceof Value.Constant(Number number)) {
                return number.longValue() != 0 ? right.form() : left.form();
            }
            if (right.form() instanceof Value.Constant(Number number)) {
                return number.longValue() != 0 ? left.form() : right.form();
            }
        }
        return new Value.Binary(op, left, right);
    }
}
