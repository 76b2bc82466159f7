package io.xianka.tensor.fusion;

import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Nodes that one kernel computes: what is being put together while fusing. */
final class Group {
    /** A row that is folded more than once, or read again, should fit on the chip; with many rows the second reading comes from the cache. */
    private static final long LONGEST_ROW = 65_536;

    /** Up to this size a row is nothing even when there are few. */
    private static final long SHORT_ROW = 4_096;

    private static final long MANY_ROWS = 32;
    private static final int MOST_BUFFERS = 40;

    private final TreeMap<Integer, Node> members = new TreeMap<>();
    private final Lowering.Folding folding;
    private final Domain domain;
    private Set<Node> reads;

    /** With one member. */
    Group(int position, Node root) {
        members.put(position, root);
        if (root.op() instanceof Op.Reduce(var _, List<Integer> axes)) {
            folding = new Lowering.Folding(root.input(0).shape(), axes);
            domain = over(folding);
        } else {
            folding = null;
            domain = new Domain(sizes(root.shape()), List.of());
        }
    }

    private Group(Group first, Group second) {
        members.putAll(first.members);
        members.putAll(second.members);
        Group shaping = first.folding != null || second.folding == null ? first : second;
        folding = shaping.folding;
        domain = shaping.domain;
    }

    private static Domain over(Lowering.Folding folding) {
        List<Long> outer = new ArrayList<>();
        List<Long> inner = new ArrayList<>();
        for (int axis = 0; axis < folding.operand().rank(); axis++) {
            (folding.axes().contains(axis) ? inner : outer)
                    .add(folding.operand().size(axis));
        }
        return new Domain(List.copyOf(outer), List.copyOf(inner));
    }

    private static List<Long> sizes(Shape shape) {
        List<Long> sizes = new ArrayList<>();
        for (long size : shape.sizes()) {
            sizes.add(size);
        }
        return List.copyOf(sizes);
    }

    Collection<Node> members() {
        return members.values();
    }

    int firstPosition() {
        return members.firstKey();
    }

    int lastPosition() {
        return members.lastKey();
    }

    boolean hasFolds() {
        return folding != null;
    }

    /** {@return how many points the kernel computes at} */
    long points() {
        return Math.multiplyExact(domain.rows(), domain.columns());
    }

    /** {@return whether two compute elements of tensors of one shape, or fold and compute them} */
    boolean liesAs(Group other) {
        boolean isShapedAs = domain.equals(other.domain) && Objects.equals(folding, other.folding);
        return isShapedAs || ((folding == null) != (other.folding == null) && points() == other.points());
    }

    /** {@return the tensors in memory that it reads} */
    Set<Node> reads(Predicate<Node> inMemory) {
        if (reads == null) {
            reads = new LinkedHashSet<>(lower(domain, _ -> true, inMemory).reads());
        }
        return reads;
    }

    /** {@return both in one, or null when they cannot be} */
    Group with(Group other, Predicate<Node> inMemory) {
        if (!mayJoin(other)) {
            return null;
        }
        var merged = new Group(this, other);
        Kernel kernel = merged.lowerOrNull(merged.domain, _ -> true, inMemory);
        if (kernel == null) {
            return null;
        }
        merged.reads = new LinkedHashSet<>(kernel.reads());
        return merged.isSound(kernel) ? merged : null;
    }

    private boolean mayJoin(Group other) {
        if (folding != null && other.folding != null) {
            return folding.equals(other.folding);
        }
        if (folding == null && other.folding == null) {
            return domain.rows() == other.domain.rows();
        }
        Group folds = folding != null ? this : other;
        Group loop = folding != null ? other : this;
        long points = loop.domain.rows();
        return points == folds.domain.rows()
                || points == Math.multiplyExact(folds.domain.rows(), folds.domain.columns());
    }

    private boolean isSound(Kernel kernel) {
        if (kernel.reads().size() + kernel.stores().size() > MOST_BUFFERS) {
            return false;
        }
        boolean readsRowsAgain = kernel.stores().stream().anyMatch(Kernel.Store::eachPoint)
                || kernel.folds().stream().anyMatch(fold -> usesFold(kernel, fold.value()));
        return !readsRowsAgain || isRowFit();
    }

    private boolean isRowFit() {
        long columns = domain.columns();
        return columns <= SHORT_ROW || (columns <= LONGEST_ROW && domain.rows() >= MANY_ROWS);
    }

    /** Whether a value is made of one of the kernel's folds. */
    static boolean usesFold(Kernel kernel, Value value) {
        boolean[] uses = new boolean[kernel.values().size()];
        for (Value each : kernel.values()) {
            uses[each.number()] = switch (each.form()) {
                case Value.Folded _ -> true;
                case Value.Unary(var _, Value operand) -> uses[operand.number()];
                case Value.Binary(var _, Value left, Value right) -> uses[left.number()] || uses[right.number()];
                case Value.Select(Value condition, Value yes, Value no) ->
                    uses[condition.number()] || uses[yes.number()] || uses[no.number()];
                case Value.Convert(Value operand) -> uses[operand.number()];
                case Value.InRange(String _, Value operand, long _, long _) -> uses[operand.number()];
                case Value.Load _, Value.Constant _, Value.Parameter _, Value.Place _, Value.Within _, Value.Random _ ->
                    false;
            };
        }
        return uses[value.number()];
    }

    /** The kernel, over as few axes as the places in it allow. */
    Kernel kernel(Predicate<Node> stored, Predicate<Node> inMemory) {
        Domain best = domain;
        Kernel kernel = lower(best, stored, inMemory);
        int costly = costlyAtoms(kernel);
        for (int axis = domain.rank() - 1; axis > 0; axis--) {
            Domain fewer = joined(best, axis);
            if (fewer == null) {
                continue;
            }
            Kernel candidate = lowerOrNull(fewer, stored, inMemory);
            if (candidate != null && costlyAtoms(candidate) <= costly) {
                best = fewer;
                kernel = candidate;
                costly = costlyAtoms(candidate);
            }
        }
        return kernel;
    }

    /** With an axis and the one before it as one, where both are outer or both inner. */
    private static Domain joined(Domain domain, int axis) {
        int firstInner = domain.firstInner();
        if (axis == firstInner || axis >= domain.rank()) {
            return null;
        }
        boolean outer = axis < firstInner;
        List<Long> sizes = new ArrayList<>(outer ? domain.outer() : domain.inner());
        int place = outer ? axis : axis - firstInner;
        if (Math.multiplyHigh(sizes.get(place - 1), sizes.get(place)) != 0
                || sizes.get(place - 1) * sizes.get(place) < 0) {
            // Beside an empty axis there may be more than a long counts.
            return null;
        }
        sizes.set(place - 1, sizes.get(place - 1) * sizes.get(place));
        sizes.remove(place);
        return outer ? new Domain(List.copyOf(sizes), domain.inner()) : new Domain(domain.outer(), List.copyOf(sizes));
    }

    private static int costlyAtoms(Kernel kernel) {
        int count = 0;
        for (Value value : kernel.values()) {
            count += switch (value.form()) {
                case Value.Load(Node _, Index offset) -> offset.costlyAtoms();
                case Value.Place(Index index) -> index.costlyAtoms();
                case Value.Within(Index index, long _, long _) -> index.costlyAtoms();
                case Value.Random(Value _, Value _, Index element) -> element.costlyAtoms();
                case Value.Constant _,
                        Value.Parameter _,
                        Value.Unary _,
                        Value.Binary _,
                        Value.Select _,
                        Value.Convert _,
                        Value.InRange _,
                        Value.Folded _ -> 0;
            };
        }
        for (Kernel.Store store : kernel.stores()) {
            count += store.offset().costlyAtoms();
        }
        return count;
    }

    /** The kernel over a domain, or null when places in it are not those where the members are computed. */
    private Kernel lowerOrNull(Domain over, Predicate<Node> stored, Predicate<Node> inMemory) {
        try {
            return lower(over, stored, inMemory);
        } catch (Lowering.Unfit unfit) {
            return null;
        }
    }

    private Kernel lower(Domain over, Predicate<Node> stored, Predicate<Node> inMemory) {
        Set<Node> inOrder = new LinkedHashSet<>(members.values());
        return Lowering.lower(over, folding, inOrder, stored, inMemory);
    }
}
