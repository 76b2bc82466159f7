package io.xianka.tensor.cpu;

import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** In which run over a row each fold and each store of a kernel has its turn. */
final class Passes {
    private final Kernel kernel;
    private final Dependence dependence;
    private final Map<Kernel.Store, Integer> storePasses = new IdentityHashMap<>();
    private final int count;

    Passes(Kernel kernel, Dependence dependence) {
        this.kernel = kernel;
        this.dependence = dependence;
        int most = 1;
        for (Kernel.Store store : kernel.stores()) {
            most = Math.max(most, dependence.pass(store.value()) + 1);
        }
        for (int fold = 0; fold < kernel.folds().size(); fold++) {
            most = Math.max(most, dependence.foldPass(fold) + 1);
        }
        this.count = most;
        placeStores();
    }

    /**
     * A store runs in the first pass that knows its value; but as it may write over an operand, not before the last pass that reads
     * elements at its place.
     */
    private void placeStores() {
        for (Kernel.Store store : kernel.stores()) {
            storePasses.put(store, dependence.pass(store.value()));
        }
        for (Kernel.Store store : kernel.stores()) {
            for (int later = count - 1; store.eachPoint() && later > storePasses.get(store); later--) {
                Set<Value> needed = new HashSet<>();
                roots(later).forEach(root -> collect(root, needed));
                boolean readsThere = needed.stream()
                        .anyMatch(value -> value.form() instanceof Value.Load(Node _, Index offset)
                                && offset.equals(store.offset()));
                if (readsThere) {
                    storePasses.put(store, later);
                    break;
                }
            }
        }
    }

    private static void collect(Value root, Set<Value> into) {
        if (into.add(root)) {
            Dependence.operands(root).forEach(operand -> collect(operand, into));
        }
    }

    /** {@return how many runs it takes} */
    int count() {
        return count;
    }

    /** {@return the folds whose results are known after a pass, by their numbers} */
    List<Integer> folds(int pass) {
        List<Integer> folds = new ArrayList<>();
        for (int fold = 0; fold < kernel.folds().size(); fold++) {
            if (dependence.foldPass(fold) == pass) {
                folds.add(fold);
            }
        }
        return folds;
    }

    List<Kernel.Store> stores(int pass) {
        return kernel.stores().stream()
                .filter(store -> storePasses.get(store) == pass)
                .toList();
    }

    /** {@return what a pass computes: values that it folds or stores} */
    List<Value> roots(int pass) {
        List<Value> roots = new ArrayList<>();
        folds(pass).forEach(fold -> roots.add(kernel.folds().get(fold).value()));
        stores(pass).forEach(store -> roots.add(store.value()));
        return roots;
    }
}
