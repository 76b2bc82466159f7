package io.xianka.tensor.fusion;

import io.xianka.tensor.DType;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.product.Activation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lets products add a bias and another tensor and apply an activation while they store, where a kernel did nothing else with them. */
public final class Epilogues {
    private Epilogues() {}

    /** What products can do while they store. */
    public interface Ability {
        /** {@return whether products of a type add a bias and another tensor, then apply this, at no cost worth speaking of} */
        boolean finishes(DType dtype, Activation activation);
    }

    /** The schedule with such kernels taken into their products. */
    public static Schedule fuse(Schedule schedule, Ability ability) {
        Map<Buffer, Integer> uses = new HashMap<>();
        for (Step step : schedule.steps()) {
            new HashSet<>(step.reads().stream().map(Schedule::buffer).toList())
                    .forEach(buffer -> uses.merge(buffer, 1, Integer::sum));
        }
        schedule.graph().outputs().forEach(output -> uses.merge(Schedule.buffer(output), 1, Integer::sum));
        Map<Node, Step.Product> products = new IdentityHashMap<>();
        for (Step step : schedule.steps()) {
            if (step instanceof Step.Product product
                    && ability.finishes(product.dot().dtype(), Activation.NONE)
                    && uses.getOrDefault(new Buffer(product.dot(), 0), 0) == 1) {
                products.put(product.dot(), product);
            }
        }
        // What is computed a second time behind a barrier must have the bits of the first.
        boolean again = schedule.graph().nodes().stream().anyMatch(node -> node.op() instanceof Op.Barrier);
        Ability able = again
                ? (dtype, activation) -> activation == Activation.NONE && ability.finishes(dtype, activation)
                : ability;
        Map<Step, Step> replaced = new IdentityHashMap<>();
        Set<Step> gone = java.util.Collections.newSetFromMap(new IdentityHashMap<>());
        for (Step step : schedule.steps()) {
            if (step instanceof Step.Fused(Kernel kernel)) {
                Step.Product fused = match(kernel, products, able);
                if (fused != null) {
                    gone.add(products.remove(fused.dot()));
                    replaced.put(step, fused);
                }
            }
        }
        // The product takes the place of the kernel, by when everything that is added has been computed.
        List<Step> steps = new ArrayList<>();
        for (Step step : schedule.steps()) {
            if (!gone.contains(step)) {
                steps.add(replaced.getOrDefault(step, step));
            }
        }
        return new Schedule(schedule.graph(), List.copyOf(steps));
    }

    /** The product with a kernel's sums in it, or null when the kernel does anything else. */
    private static Step.Product match(Kernel kernel, Map<Node, Step.Product> products, Ability ability) {
        if (!kernel.folds().isEmpty() || kernel.stores().size() != 1) {
            return null;
        }
        Kernel.Store store = kernel.stores().getFirst();
        Activations.Applied applied = Activations.of(store.value());
        if (!ability.finishes(store.node().dtype(), applied.activation())) {
            applied = new Activations.Applied(Activation.NONE, store.value());
        }
        Set<Value> summed = new LinkedHashSet<>();
        collect(applied.operand(), summed);
        if (applied.activation() == Activation.NONE
                && summed.size() < kernel.values().size()) {
            return null;
        }
        Node dot = null;
        Node bias = null;
        Node addend = null;
        int last = kernel.domain().rank() - 1;
        int sums = 0;
        int roundings = 0;
        for (Value value : summed) {
            if (value.dtype() != store.node().dtype()) {
                return null;
            }
            switch (value.form()) {
                case Value.Binary(BinaryOp op, Value _, Value _) when op == BinaryOp.ADD -> sums++;
                // A sum between sums, rounded; a product adds all of them before it rounds.
                case Value.Convert _ -> roundings++;
                case Value.Load(Node node, Index offset) -> {
                    boolean here = offset.equals(store.offset());
                    if (here && dot == null && products.containsKey(node)) {
                        dot = node;
                    } else if (here && addend == null) {
                        addend = node;
                    } else if (bias == null
                            && isColumn(offset, last)
                            && node.shape().elements() == kernel.domain().size(last)) {
                        bias = node;
                    } else {
                        return null;
                    }
                }
                default -> {
                    return null;
                }
            }
        }
        int loads = (dot == null ? 0 : 1) + (bias == null ? 0 : 1) + (addend == null ? 0 : 1);
        // A tree of sums over distinct loads, each used once.
        boolean isSum = dot != null
                && (loads >= 2 || applied.activation() != Activation.NONE)
                && sums == loads - 1
                && summed.size() == loads + sums + roundings;
        if (!isSum || !usesEachOnce(summed, applied.operand())) {
            return null;
        }
        // What is not rounded between has the same bits in a kernel and in a product only when it is added in the
        // product's order.
        if (loads == 3 && roundings == 0 && !isFirstTo(dot, addend, summed)) {
            return null;
        }
        Step.Product product = products.get(dot);
        boolean columnsMatch =
                bias == null || dot.shape().size(-1) == kernel.domain().size(last);
        return columnsMatch && store.node().shape().elements() == dot.shape().elements()
                ? new Step.Product(
                        dot,
                        product.left(),
                        product.right(),
                        new Step.Epilogue(bias, addend, applied.activation(), store.node()))
                : null;
    }

    private static boolean isColumn(Index offset, int last) {
        return offset.isAffine() && offset.constant() == 0 && offset.terms().size() == 1 && offset.stride(last) == 1;
    }

    /** Whether a tensor is what a product is added to first, as the product itself does it: the bias comes last. */
    private static boolean isFirstTo(Node dot, Node addend, Set<Value> summed) {
        return summed.stream()
                .anyMatch(value -> value.form() instanceof Value.Binary(BinaryOp _, Value left, Value right)
                        && (isLoad(left, dot) && isLoad(right, addend) || isLoad(left, addend) && isLoad(right, dot)));
    }

    private static boolean isLoad(Value value, Node node) {
        return value.form() instanceof Value.Load(Node loaded, Index _) && loaded == node;
    }

    private static boolean usesEachOnce(Set<Value> values, Value root) {
        Map<Value, Integer> uses = new IdentityHashMap<>();
        uses.put(root, 1);
        for (Value value : values) {
            if (value.form() instanceof Value.Binary(BinaryOp _, Value left, Value right)) {
                uses.merge(left, 1, Integer::sum);
                uses.merge(right, 1, Integer::sum);
            } else if (value.form() instanceof Value.Convert(Value operand)) {
                uses.merge(operand, 1, Integer::sum);
            }
        }
        return uses.values().stream().allMatch(use -> use == 1);
    }

    /** A value and what it is a sum of. */
    private static void collect(Value value, Set<Value> into) {
        if (!into.add(value)) {
            return;
        }
        if (value.form() instanceof Value.Binary(BinaryOp op, Value left, Value right) && op == BinaryOp.ADD) {
            collect(left, into);
            collect(right, into);
        } else if (value.form() instanceof Value.Convert(Value operand)) {
            collect(operand, into);
        }
    }
}
