package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * When objects with a destructor end: variables at the end of their block, on each way out of it; temporaries at the end
 * of the full expression, unless a reference holds them.
 */
final class Lifetimes {
    /**
     * A temporary object of a full expression.
     *
     * @param made a variable that tells whether it was made, or null when it always is
     */
    private record Temporary(Variable object, Variable made) {}

    private final Analysis a;
    /** Of the full expression being analysed, or null outside one. */
    private List<Temporary> temporaries;
    /** Above zero in what is evaluated only sometimes. */
    private int conditional;

    Lifetimes(Analysis analysis) {
        a = analysis;
    }

    // ---- variables

    /** Notes an object that ends with the scope, if its end does anything. */
    void live(Scope scope, Place object) {
        if (!object.type().isReference() && a.implicits.isDestroyed(object.type())) {
            scope.objects().add(object);
        }
    }

    /** The end of what lives in the scope itself. */
    void end(Scope scope, SourceSpan span, List<Statement> out) {
        for (Place object : scope.objects().reversed()) {
            out.add(a.implicits.destroyed(object, span));
        }
    }

    /** The end of what lives in the scopes from here to one around, which stays. */
    void leave(Scope from, Scope around, SourceSpan span, List<Statement> out) {
        for (Scope s = from; inside(s, from) && s != around; s = s.parent) {
            end(s, span, out);
        }
    }

    /** The end of everything in the function, which returns here. */
    void leaveFunction(Scope from, SourceSpan span, List<Statement> out) {
        leave(from, null, span, out);
    }

    private static boolean inside(Scope s, Scope from) {
        return s != null && s.kind == Scope.Kind.BLOCK && s.function == from.function;
    }

    /** The end of what a jump to a label leaves. */
    void jump(
            Scope from, FunctionContext.LabelUse use, NamePart.Identifier label, SourceSpan span, List<Statement> out) {
        for (Scope s = from; inside(s, from); s = s.parent) {
            if (use.defined && use.scope == s) {
                for (Place object :
                        s.objects().subList(use.alive, s.objects().size()).reversed()) {
                    out.add(a.implicits.destroyed(object, span));
                }
                return;
            }
            if (!s.objects().isEmpty() && holds(s, label)) {
                return;
            }
            end(s, span, out);
        }
    }

    /** True when the label stands in the block of the scope, or deeper. */
    private static boolean holds(Scope scope, NamePart.Identifier label) {
        return scope.body() != null && LabelSearch.holds(scope.body(), label.text());
    }

    // ---- full expressions

    /** Analyses a full expression; the value then ends the temporaries it made. */
    Value whole(Supplier<Value> expression) {
        return whole(expression, () -> null, null);
    }

    /** The same of what initialises a variable: a temporary that a reference is bound to lives as long as its scope. */
    Value whole(Supplier<Value> expression, Supplier<Type> type, Scope scope) {
        List<Temporary> outer = temporaries;
        int depth = conditional;
        temporaries = new ArrayList<>(0);
        conditional = 0;
        try {
            Value value = expression.get();
            if (temporaries.isEmpty() || value == null || Terms.isErroneous(value)) {
                return value;
            }
            if (type.get() != null && type.get().isReference()) {
                keep(value, scope);
            }
            return ended(value);
        } finally {
            temporaries = outer;
            conditional = depth;
        }
    }

    private void keep(Value value, Scope scope) {
        Place place = value instanceof Value.Refer refer ? refer.place() : null;
        while (place != null) {
            place = switch (place) {
                case Place.Member p -> p.object();
                case Place.BaseOf p -> p.object();
                case Place.Element p -> p.array();
                case Place.Referent p when p.reference() instanceof Value.Refer refer -> refer.place();
                case Place.Temporary p -> {
                    if (temporaries.removeIf(t -> t.object() == p.variable())) {
                        live(scope, new Place.OfVariable(p.span(), p.variable()));
                    }
                    yield null;
                }
                default -> null;
            };
        }
    }

    private Value ended(Value value) {
        SourceSpan span = value.span();
        List<Statement> after = new ArrayList<>();
        Value result = value;
        List<Variable> flags = new ArrayList<>();
        for (Temporary temporary : temporaries.reversed()) {
            // Overload resolution may have made one that the call then did not need.
            if (!TreeNames.holds(value, temporary.object())) {
                continue;
            }
            Statement end = a.implicits.destroyed(new Place.OfVariable(span, temporary.object()), span);
            if (temporary.made() != null) {
                flags.add(temporary.made());
                end = new Statement.If(span, Terms.load(new Place.OfVariable(span, temporary.made())), end, null);
            }
            after.add(end);
        }
        if (!after.isEmpty()) {
            result = new Value.WithCleanup(span, value, after);
        }
        for (Variable flag : flags) {
            result = new Value.Comma(span, new Place.Temporary(span, flag, Terms.bool(span, false)), result);
        }
        return result;
    }

    /** Analyses a part of an expression that is not always evaluated. */
    <T> T conditionally(Supplier<T> part) {
        conditional++;
        try {
            return part.get();
        } finally {
            conditional--;
        }
    }

    /** Notes a temporary object; returns what initialises it. */
    Value temporary(Variable object, Value value) {
        if (temporaries == null
                || a.unevaluated > 0
                || a.isMuted()
                || object.type().isReference()
                || !a.implicits.isDestroyed(object.type())) {
            return value;
        }
        if (conditional == 0) {
            temporaries.add(new Temporary(object, null));
            return value;
        }
        Variable made = new Variable("", "", Scalar.BOOL, Variable.Storage.LOCAL, object.span());
        temporaries.add(new Temporary(object, made));
        Place flag = new Place.OfVariable(value.span(), made);
        Terms.modify(flag);
        return new Value.Comma(
                value.span(), new Place.Assign(value.span(), flag, Terms.bool(value.span(), true)), value);
    }

    /** Analyses something whose temporaries are none: it is looked at only for its type. */
    <T> T aside(Supplier<T> look) {
        List<Temporary> outer = temporaries;
        temporaries = null;
        try {
            return look.get();
        } finally {
            temporaries = outer;
        }
    }
}
