package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What the code of a module turned out to use. */
final class ModuleParts {
    final CodeOptions options;
    private final Set<Function> functions = new LinkedHashSet<>();
    private final Deque<Function> waiting = new ArrayDeque<>();
    private final Set<Variable> variables = new LinkedHashSet<>();
    private final Map<Function, Long> costs = new IdentityHashMap<>();
    private boolean prints;

    ModuleParts(CodeOptions options) {
        this.options = options;
    }

    /** The function is called or its address is taken. */
    void need(Function function) {
        if (functions.add(function)) {
            waiting.add(function);
        }
    }

    void need(Variable variable) {
        variables.add(variable);
    }

    boolean uses(Variable variable) {
        return variables.contains(variable);
    }

    void needPrint() {
        prints = true;
    }

    boolean prints() {
        return prints;
    }

    /** A function needed and not lowered yet, or null. */
    Function next() {
        return waiting.poll();
    }

    long cost(Function function) {
        Long known = costs.get(function);
        if (known == null) {
            known = Cost.of(function);
            costs.put(function, known);
        }
        return known;
    }
}
