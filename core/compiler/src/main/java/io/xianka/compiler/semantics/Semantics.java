package io.xianka.compiler.semantics;

import io.xianka.compiler.library.DeviceLibrary;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.TranslationUnit;
import io.xianka.compiler.typed.ConstantImage;
import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Program;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** From the syntax tree to the typed tree. */
public final class Semantics {
    private final Analysis a;
    private final Set<FunctionSymbol> active = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<FunctionSymbol> done = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Function> callees = new ArrayList<>();
    private final Set<Variable> reached = new LinkedHashSet<>();

    private Semantics(Analysis analysis) {
        a = analysis;
    }

    /**
     * Analyses a program. Errors go to the diagnostics; when there are any, the result is not fit for lowering.
     *
     * @param unit what the parser read
     * @param library where names come from that the program does not declare
     * @param diagnostics collects all errors of the program
     */
    public static Program analyse(TranslationUnit unit, DeviceLibrary library, Diagnostics diagnostics) {
        Analysis a = new Analysis(library, diagnostics);
        for (Declaration declaration : unit.declarations()) {
            a.declarations.declare(declaration, a.global);
            a.functions.drain();
            if (diagnostics.full()) {
                break;
            }
        }
        List<FunctionSymbol> asked = diagnostics.full() ? List.of() : new KernelRequests(a).all(unit.kernels());
        a.functions.finish();
        a.host.tell();
        return new Semantics(a).program(asked);
    }

    private Program program(List<FunctionSymbol> asked) {
        List<Function> kernels = new ArrayList<>();
        for (FunctionSymbol kernel : a.kernels) {
            kernels.add(a.functions.function(kernel));
            reach(kernel);
        }
        for (Symbol.VariableName symbol : List.copyOf(a.variables)) {
            Variable variable = symbol.variable;
            boolean hostCanAsk = !variable.isInternal()
                    && !symbol.broken
                    && (variable.storage() == Variable.Storage.CONSTANT
                            || variable.storage() == Variable.Storage.GLOBAL);
            if (hostCanAsk) {
                reach(variable);
            }
        }
        List<Function> functions = new ArrayList<>(kernels);
        for (Function function : callees) {
            if (function.kind() != Function.Kind.KERNEL) {
                functions.add(function);
            }
        }
        return new Program(
                functions, ordered(), asked.stream().map(a.functions::function).toList());
    }

    /** Variables in order, targets of relocations first. */
    private List<Variable> ordered() {
        List<Variable> all = new ArrayList<>(reached);
        List<Variable> order = new ArrayList<>();
        Set<Variable> placed = new HashSet<>();
        for (Symbol.VariableName symbol : a.variables) {
            if (reached.contains(symbol.variable)) {
                place(symbol.variable, order, placed);
            }
        }
        for (Variable variable : all) {
            place(variable, order, placed);
        }
        return order;
    }

    private static void place(Variable variable, List<Variable> order, Set<Variable> placed) {
        if (!placed.add(variable)) {
            return;
        }
        if (variable.image() != null) {
            for (ConstantImage.Relocation relocation : variable.image().relocations()) {
                if (relocation.target() instanceof Variable target) {
                    place(target, order, placed);
                }
            }
        }
        order.add(variable);
    }

    private void reach(FunctionSymbol symbol) {
        if (done.contains(symbol)) {
            return;
        }
        if (!active.add(symbol)) {
            markRecursive(symbol);
            return;
        }
        path.addLast(symbol);
        for (Object used : symbol.uses) {
            switch (used) {
                case FunctionSymbol callee -> {
                    if (callee.function != null
                            && callee.function.body() == null
                            && !callee.isLibrary
                            && a.errorCount() == 0) {
                        a.error(
                                callee.firstUse,
                                "'" + callee.display() + "' is called but never defined",
                                Lookup.declaredHere(callee.span(), "it"));
                    }
                    reach(callee);
                }
                case Symbol.VariableName variable -> reach(variable.variable);
                default -> throw new AssertionError(used);
            }
        }
        path.removeLast();
        active.remove(symbol);
        done.add(symbol);
        if (symbol.function != null) {
            callees.add(symbol.function);
        }
    }

    private final java.util.ArrayDeque<FunctionSymbol> path = new java.util.ArrayDeque<>();

    private void markRecursive(FunctionSymbol symbol) {
        for (var i = path.descendingIterator(); i.hasNext(); ) {
            FunctionSymbol on = i.next();
            on.function.makeRecursive();
            if (on == symbol) {
                return;
            }
        }
    }

    private void reach(Variable variable) {
        if (!reached.add(variable) || variable.image() == null) {
            return;
        }
        for (ConstantImage.Relocation relocation : variable.image().relocations()) {
            switch (relocation.target()) {
                case Variable target -> reach(target);
                case Function target -> reach(a.functions.symbolOf(target));
            }
        }
    }
}
