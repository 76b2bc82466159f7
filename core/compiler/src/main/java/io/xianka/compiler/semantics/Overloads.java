package io.xianka.compiler.semantics;

import io.xianka.compiler.semantics.Conversions.Sequence;
import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.TemplateArgument;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Pointer;
import java.util.ArrayList;
import java.util.List;

/** Chooses among functions of one name by how well the arguments fit. */
final class Overloads {
    private static final int MOST_NOTES = 8;

    /** A function that fits, and how each argument gets there; last, how the object does. */
    private record Candidate(FunctionSymbol function, List<Sequence> sequences) {}

    private final Analysis a;

    Overloads(Analysis analysis) {
        a = analysis;
    }

    /**
     * The best function for the arguments; null after an error.
     *
     * @param explicit template arguments as written, or null
     * @param object the object of a member call, or null
     */
    FunctionSymbol resolve(
            String name,
            List<FunctionSymbol> functions,
            List<TemplateArgument> explicit,
            Scope scope,
            Place object,
            List<Operand> arguments,
            SourceSpan span) {
        for (Operand argument : arguments) {
            if (argument instanceof Operand.Typed t && Terms.isErroneous(t.term())) {
                return null;
            }
        }
        if (object != null && Terms.isErroneous(object)) {
            return null;
        }
        if (functions.size() == 1 && !functions.getFirst().isTemplate() && explicit == null) {
            FunctionSymbol only = functions.getFirst();
            return checkOnly(only, object, arguments, span) ? only : null;
        }
        List<Candidate> viable = viable(functions, explicit, scope, object, arguments, span);
        FunctionSymbol best = best(viable);
        if (best == null) {
            best = promoted(viable);
        }
        if (best != null) {
            return best;
        }
        String types = spell(arguments);
        if (viable.isEmpty()) {
            a.error(span, "call to '" + name + "' has no match for " + types, candidates(functions));
        } else {
            a.error(
                    span,
                    "call to '" + name + "' is ambiguous for " + types,
                    candidates(viable.stream().map(Candidate::function).toList()));
        }
        return null;
    }

    /** The best function, or null without an error when none fits or several do. */
    FunctionSymbol tryResolve(List<FunctionSymbol> functions, Place object, List<Operand> arguments, SourceSpan span) {
        return best(viable(functions, null, null, object, arguments, span));
    }

    boolean anyViable(List<FunctionSymbol> functions, Place object, List<Operand> arguments, SourceSpan span) {
        return !viable(functions, null, null, object, arguments, span).isEmpty();
    }

    private boolean checkOnly(FunctionSymbol only, Place object, List<Operand> arguments, SourceSpan span) {
        int given = arguments.size();
        int most = only.type.parameters().size();
        if (given < only.required() || (given > most && !only.type.variadic())) {
            int least = only.required();
            String takes = least == most ? count(most) : least + " to " + count(most);
            a.error(
                    span,
                    "'" + only.display() + "' takes " + takes + ", " + given + (given == 1 ? " is" : " are") + " given",
                    note(only));
            return false;
        }
        return objectFits(only, object, span);
    }

    private boolean objectFits(FunctionSymbol only, Place object, SourceSpan span) {
        if (object != null
                && only.hasThis()
                && !only.isConstructor()
                && object.type().isConst()
                && !only.isConstMember) {
            a.error(
                    span,
                    "'" + only.display() + "' is not const, so it cannot be called on a const object",
                    note(only));
            return false;
        }
        return true;
    }

    private static String count(int number) {
        return number == 0 ? "no arguments" : number == 1 ? "1 argument" : number + " arguments";
    }

    private List<Candidate> viable(
            List<FunctionSymbol> functions,
            List<TemplateArgument> explicit,
            Scope scope,
            Place object,
            List<Operand> arguments,
            SourceSpan span) {
        List<Candidate> viable = new ArrayList<>();
        for (FunctionSymbol declared : functions) {
            FunctionSymbol function = declared;
            if (declared.isTemplate()) {
                function = a.templates.deduceForCall(declared, explicit, scope, arguments, span);
                if (function == null) {
                    continue;
                }
            } else if (explicit != null) {
                continue;
            }
            int given = arguments.size();
            int most = function.type.parameters().size();
            if (given < function.required() || (given > most && !function.type.variadic())) {
                continue;
            }
            Sequence[] sequences = new Sequence[given + 1];
            sequences[given] = Sequence.SAME;
            if (object != null && function.hasThis() && !function.isConstructor()) {
                if (object.type().isConst() && !function.isConstMember) {
                    continue;
                }
                boolean lvalue = Terms.isLvalue(object);
                if (switch (function.reference) {
                    case NONE -> false;
                    case LVALUE -> !lvalue && !function.isConstMember;
                    case RVALUE -> lvalue;
                }) {
                    continue;
                }
                int added = function.isConstMember && !object.type().isConst() ? 1 : 0;
                sequences[given] = new Sequence(Conversions.EXACT, 0, 0, added, null, 0);
            }
            boolean fits = true;
            for (int i = 0; i < given && fits; i++) {
                sequences[i] = i < most
                        ? a.conversions.sequence(
                                arguments.get(i), function.type.parameters().get(i))
                        : Sequence.ANYTHING;
                fits = sequences[i] != null;
            }
            if (fits) {
                viable.add(new Candidate(function, List.of(sequences)));
            }
        }
        return viable;
    }

    private FunctionSymbol best(List<Candidate> viable) {
        for (int i = 0; i < viable.size(); i++) {
            boolean wins = true;
            for (int j = 0; j < viable.size() && wins; j++) {
                wins = i == j || better(viable.get(i), viable.get(j));
            }
            if (wins) {
                return viable.get(i).function();
            }
        }
        return null;
    }

    /**
     * Of the mathematical functions that tie, the one on doubles: {@code sqrt(2)} and {@code atan2(1.0f, x)} promote, as in
     * {@code <cmath>}. Null where the tie is about integers, too, or about the user's functions.
     */
    private static FunctionSymbol promoted(List<Candidate> viable) {
        FunctionSymbol doubles = null;
        for (Candidate candidate : viable) {
            FunctionSymbol function = candidate.function();
            List<Type> parameters = function.type.parameters();
            if (!function.isLibrary
                    || function.instanceOf != null
                    || parameters.stream().noneMatch(Type::isFloating)) {
                return null;
            }
            if (parameters.stream()
                    .allMatch(type -> !type.isArithmetic() || type.unqualified() == Type.Scalar.DOUBLE)) {
                doubles = function;
            }
        }
        return doubles;
    }

    private boolean better(Candidate one, Candidate other) {
        boolean better = false;
        for (int i = 0; i < one.sequences().size(); i++) {
            int order = one.sequences().get(i).compare(other.sequences().get(i));
            if (order > 0) {
                return false;
            }
            better |= order < 0;
        }
        if (better) {
            return true;
        }
        FunctionSymbol f = one.function();
        FunctionSymbol g = other.function();
        if ((f.instanceOf == null) != (g.instanceOf == null)) {
            return f.instanceOf == null;
        }
        if (f.instanceOf != null) {
            int specific = a.templates.specificity(f.instanceOf) - a.templates.specificity(g.instanceOf);
            if (specific != 0) {
                return specific > 0;
            }
        }
        if ((f.inherited == null) != (g.inherited == null)) {
            return f.inherited == null;
        }
        return !f.isLibrary && g.isLibrary && f.type.parameters().equals(g.type.parameters());
    }

    /** The function whose address is meant where a pointer or reference to a function is wanted; or null. */
    FunctionSymbol functionFor(Operand.Overloaded overloaded, Type to) {
        Type target = Types.referent(to).unqualified();
        if (target instanceof Pointer p) {
            target = p.pointee();
        }
        if (!(target instanceof Type.Function wanted)) {
            return null;
        }
        for (FunctionSymbol candidate : overloaded.candidates()) {
            FunctionSymbol function = candidate;
            if (candidate.isTemplate()) {
                function = a.templates.deduceForAddress(
                        candidate, overloaded.explicit(), overloaded.scope(), wanted, overloaded.span());
            }
            if (function != null
                    && !function.hasThis()
                    && function.type.parameters().equals(wanted.parameters())
                    && (function.type.result() == null || function.type.result().equals(wanted.result()))) {
                return function;
            }
        }
        return null;
    }

    static String spell(List<Operand> arguments) {
        if (arguments.isEmpty()) {
            return "no arguments";
        }
        StringBuilder out = new StringBuilder("arguments (");
        for (int i = 0; i < arguments.size(); i++) {
            out.append(i == 0 ? "" : ", ");
            out.append(
                    switch (arguments.get(i)) {
                        case Operand.Typed t -> t.term().type().spelling();
                        case Operand.Braces b -> "{...}";
                        case Operand.Overloaded o -> o.name();
                    });
        }
        return out.append(')').toString();
    }

    private static Diagnostic.Note note(FunctionSymbol function) {
        return new Diagnostic.Note(function.span(), "declared here: " + function.signature());
    }

    private static Diagnostic.Note[] candidates(List<FunctionSymbol> functions) {
        List<Diagnostic.Note> notes = new ArrayList<>();
        for (FunctionSymbol function : functions) {
            if (notes.size() == MOST_NOTES) {
                notes.add(new Diagnostic.Note(null, (functions.size() - MOST_NOTES) + " more candidates"));
                break;
            }
            String text = "candidate: " + function.signature();
            notes.add(new Diagnostic.Note(function.isLibrary ? null : function.span(), text));
        }
        return notes.toArray(Diagnostic.Note[]::new);
    }
}
