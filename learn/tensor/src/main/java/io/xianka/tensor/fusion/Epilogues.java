package io.xianka.tensor.fusion;

import io.xianka.tensor.DType;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Lets products add a bias and another tensor while they store, where a kernel did nothing else with them. */
public final class Epilogues {
    private Epilogues() {}

    /**
     * The schedule with such kernels taken into their products.
     *
     * @param canAdd whether products of a type can
     */
    public static Schedule fuse(Schedule schedule, Predicate<DType> canAdd) {
        Map<Buffer, Integer> uses = new HashMap<>();
        for (Step step : schedule.steps()) {
            new HashSet<>(step.reads().stream().map(Schedule::buffer).toList())
                    .forEach(buffer -> uses.merge(buffer, 1, Integer::sum));
        }
        schedule.graph().outputs().forEach(output -> uses.merge(Schedule.buffer(output), 1, Integer::sum));
        Map<Node, Step.Product> products = new IdentityHashMap<>();
        for (Step step : schedule.steps()) {
            if (step instanceof Step.Product product
                    && canAdd.test(product.dot().dtype())
                    && uses.getOrDefault(new Buffer(product.dot(), 0), 0) == 1) {
                products.put(product.dot(), product);
            }
        }
        Map<Step, Step> replaced = new IdentityHashMap<>();
        Set<Step> gone = java.util.Collections.newSetFromMap(new IdentityHashMap<>());
        for (Step step : schedule.steps()) {
            if (step instanceof Step.Fused(Kernel kernel)) {
                Step.Product fused = match(kernel, products);
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
    private static Step.Product match(Kernel kernel, Map<Node, Step.Product> products) {
        if (!kernel.folds().isEmpty() || kernel.stores().size() != 1) {
            return null;
        }
        Kernel.Store store = kernel.stores().getFirst();
        Node dot = null;
        Node bias = null;
        Node addend = null;
        int last = kernel.domain().rank() - 1;
        int sums = 0;
        int roundings = 0;
        for (Value value : kernel.values()) {
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
                && loads >= 2
                && sums == loads - 1
                && kernel.values().size() == loads + sums + roundings;
        if (!isSum || !usesEachOnce(kernel)) {
            return null;
        }
        Step.Product product = products.get(dot);
        boolean columnsMatch =
                bias == null || dot.shape().size(-1) == kernel.domain().size(last);
        return columnsMatch && store.node().shape().elements() == dot.shape().elements()
                ? new Step.Product(dot, product.left(), product.right(), new Step.Epilogue(bias, addend, store.node()))
                : null;
    }

    private static boolean isColumn(Index offset, int last) {
        return offset.isAffine() && offset.constant() == 0 && offset.terms().size() == 1 && offset.stride(last) == 1;
    }

    private static boolean usesEachOnce(Kernel kernel) {
        int[] uses = new int[kernel.values().size()];
        for (Value value : kernel.values()) {
            if (value.form() instanceof Value.Binary(BinaryOp _, Value left, Value right)) {
                uses[left.number()]++;
                uses[right.number()]++;
            } else if (value.form() instanceof Value.Convert(Value operand)) {
                uses[operand.number()]++;
            }
        }
        uses[kernel.stores().getFirst().value().number()]++;
        for (int use : uses) {
            if (use != 1) {
                return false;
            }
        }
        return true;
    }
}
