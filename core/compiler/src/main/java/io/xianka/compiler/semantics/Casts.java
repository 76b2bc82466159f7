package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.Expression.CastForm;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.NullPointer;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.List;

/** Conversions that the source writes out. */
final class Casts {
    private final Analysis a;

    Casts(Analysis analysis) {
        a = analysis;
    }

    Term cast(Expression.Cast e, Scope scope) {
        if (e.form() == CastForm.DYNAMIC) {
            a.unsupported(e.span(), "dynamic_cast");
            return Terms.erroneous(e.span());
        }
        Type type = a.types.read(e.type(), scope);
        Operand operand = a.expressions.operand(e.operand(), scope);
        return type.isErroneous() ? Terms.erroneous(e.span()) : cast(operand, type, e.form(), e.span());
    }

    private Term cast(Operand operand, Type to, CastForm form, SourceSpan span) {
        if (!(operand instanceof Operand.Typed typed)) {
            Value value = a.conversions.convert(operand, to, "in this cast");
            return to.isReference() && !Terms.isErroneous(value) ? new Place.Referent(span, value) : value;
        }
        Term term = typed.term();
        if (Terms.isErroneous(term)) {
            return Terms.erroneous(span);
        }
        if (to instanceof Reference reference) {
            return toReference(term, reference, form, span);
        }
        Type target = to.unqualified();
        if (target.isVoid()) {
            return new Value.Discard(span, a.conversions.discarded(term));
        }
        if (target instanceof RecordType record) {
            if (form == CastForm.REINTERPRET || form == CastForm.CONST) {
                return bad(term, to, form, span);
            }
            return a.initialisers.direct(record, List.of(operand), span, "in this cast");
        }
        Type from = Types.decay(term.type()).unqualified();
        if (from instanceof RecordType) {
            FunctionSymbol function = form == CastForm.REINTERPRET || form == CastForm.CONST
                    ? null
                    : a.conversions.conversionFunction(term, target, true);
            if (function == null) {
                return bad(term, to, form, span);
            }
            return scalar(a.conversions.callConversion(term, function), target, form, span);
        }
        return scalar(term, target, form, span);
    }

    private Term scalar(Term term, Type target, CastForm form, SourceSpan span) {
        Type from = Types.decay(term.type()).unqualified();
        if (!Types.isScalar(from) || !Types.isScalar(target)) {
            return bad(term, target, form, span);
        }
        boolean allowed = switch (form) {
            case STATIC -> statically(term, from, target);
            case REINTERPRET -> reinterpreted(from, target);
            case CONST -> Types.similar(from, target);
            case C_STYLE ->
                statically(term, from, target) || reinterpreted(from, target) || Types.similar(from, target);
            case DYNAMIC -> false;
        };
        if (!allowed) {
            return bad(term, target, form, span);
        }
        Value value = Terms.value(term);
        if (form != CastForm.REINTERPRET
                && from instanceof Pointer f
                && target instanceof Pointer t
                && !Types.similar(f, t)) {
            if (a.conversions.baseDistance(f.pointee(), t.pointee()) > 0) {
                Pointer cv = new Pointer(Types.qualifyAs(t.pointee().unqualified(), f.pointee()));
                return Terms.convert(span, a.conversions.convert(value, cv, ""), target);
            }
            if (a.conversions.baseDistance(t.pointee(), f.pointee()) > 0) {
                return a.conversions.toDerived(span, value, t);
            }
        }
        return Terms.convert(span, value, target);
    }

    private boolean statically(Term term, Type from, Type target) {
        boolean numbers =
                (from instanceof Scalar || Types.isEnum(from)) && (target instanceof Scalar || Types.isEnum(target));
        if (numbers || a.conversions.sequence(new Operand.Typed(term), target) != null) {
            return true;
        }
        if (from instanceof Pointer f && target instanceof Pointer t) {
            if (!Types.atLeastAsQualified(t.pointee(), f.pointee())) {
                return false;
            }
            return f.pointee().isVoid() || a.conversions.baseDistance(t.pointee(), f.pointee()) > 0;
        }
        return false;
    }

    private static boolean reinterpreted(Type from, Type target) {
        boolean fromPointer = from instanceof Pointer || from == NullPointer.NULL_POINTER;
        boolean toPointer = target instanceof Pointer;
        if (fromPointer && toPointer) {
            return true;
        }
        if (fromPointer) {
            return target.isInteger() && target.bytes() == 8;
        }
        if (toPointer) {
            return from.isInteger() || Types.isEnum(from);
        }
        return from.equals(target);
    }

    private Value bad(Term term, Type to, CastForm form, SourceSpan span) {
        String word = switch (form) {
            case C_STYLE -> "a cast";
            case STATIC -> "static_cast";
            case REINTERPRET -> "reinterpret_cast";
            case CONST -> "const_cast";
            case DYNAMIC -> "dynamic_cast";
        };
        String hint =
                form == CastForm.STATIC && term.type().isPointer() && to.isPointer() ? "; reinterpret_cast can" : "";
        return a.expressions.erroneous(
                span, word + " cannot turn '" + term.type().spelling() + "' into '" + to.spelling() + "'" + hint);
    }

    private Term toReference(Term term, Reference to, CastForm form, SourceSpan span) {
        Type referent = to.referent();
        boolean related = a.conversions.baseDistance(term.type(), referent) >= 0;
        if (form != CastForm.REINTERPRET && form != CastForm.CONST) {
            if (related && term instanceof Place place && (to.rvalue() || Terms.isLvalue(place))) {
                Place base = a.conversions.toBase(place, referent);
                boolean drops = !Types.atLeastAsQualified(referent, place.type());
                if (!drops || form == CastForm.C_STYLE) {
                    Place seen = referent.equals(base.type()) ? base : new Place.Reinterpreted(span, base, referent);
                    return to.rvalue() ? new Place.Referent(span, Terms.refer(span, seen, to)) : seen;
                }
            } else if (a.conversions.sequence(new Operand.Typed(term), to) != null) {
                return new Place.Referent(span, a.conversions.convert(term, to, ""));
            } else if (a.conversions.baseDistance(referent, term.type()) > 0
                    && term instanceof Place place
                    && Types.atLeastAsQualified(referent, place.type())) {
                Value pointer = Terms.addressOf(span, place);
                Place derived =
                        new Place.Dereference(span, a.conversions.toDerived(span, pointer, new Pointer(referent)));
                return to.rvalue() ? new Place.Referent(span, Terms.refer(span, derived, to)) : derived;
            }
        }
        boolean allowed = switch (form) {
            case STATIC, DYNAMIC -> false;
            case CONST -> Types.similar(term.type(), referent);
            case REINTERPRET -> Types.atLeastAsQualified(referent, term.type());
            case C_STYLE -> true;
        };
        if (!allowed || !(term instanceof Place place)) {
            return bad(term, to, form, span);
        }
        if (!referent.isConst()) {
            Terms.modify(place);
        }
        Place seen = new Place.Reinterpreted(span, place, referent);
        return to.rvalue() ? new Place.Referent(span, Terms.refer(span, seen, to)) : seen;
    }

    // ---- new (place) T(...)

    /** An object made in memory that is there. */
    Term placed(Expression.New e, Scope scope) {
        SourceSpan span = e.span();
        if (e.placement().size() != 1 || e.type() instanceof TypeSyntax.Array) {
            a.unsupported(span, e.placement().isEmpty() ? "new" : "new of arrays at a given place");
            return Terms.erroneous(span);
        }
        Type type = a.classDeduction.read(e.type(), e.initialiser(), scope);
        Value place = a.conversions.convert(
                a.expressions.operand(e.placement().getFirst(), scope), new Pointer(Types.VOID), "in the place of new");
        Value initial = type.isErroneous() ? null : a.initialisers.initial(type, e.initialiser(), scope, "");
        if (type.isErroneous() || Terms.isErroneous(place) || (initial != null && Terms.isErroneous(initial))) {
            return Terms.erroneous(span);
        }
        Value pointer = Terms.convert(span, place, new Pointer(type));
        if (initial == null) {
            return pointer;
        }
        Variable held = new Variable("", "", pointer.type(), Variable.Storage.LOCAL, span);
        Value known = Terms.load(new Place.OfVariable(span, held));
        Term filled = new Place.Assign(span, new Place.Dereference(span, known), initial);
        return new Value.Comma(span, new Place.Temporary(span, held, pointer), new Value.Comma(span, filled, known));
    }

    // ---- T(...) and T{...}

    Term construct(Expression.Construct e, Scope scope) {
        List<Operand> arguments = a.expressions.operands(e.arguments(), scope);
        if (TypeReader.containsAuto(e.type())) {
            return a.expressions.erroneous(e.span(), "'auto' cannot be constructed");
        }
        Symbol.ClassTemplate template = a.classDeduction.placeholder(e.type(), scope);
        Type type = template == null
                ? a.types.read(e.type(), scope)
                : a.classDeduction.deduce(template, arguments, e.type().span());
        return type.isErroneous() ? Terms.erroneous(e.span()) : functional(type, arguments, e.span());
    }

    Term functional(Type type, List<Operand> arguments, SourceSpan span) {
        if (type.unqualified() instanceof RecordType record) {
            return a.initialisers.direct(record, arguments, span, "in this construction");
        }
        if (arguments.isEmpty()) {
            return type.isVoid() ? new Value.Discard(span, Terms.integer(span, 0, Scalar.INT)) : Terms.zero(span, type);
        }
        if (arguments.size() > 1) {
            return a.expressions.erroneous(
                    span, "'" + type.spelling() + "' takes one value, " + arguments.size() + " are given");
        }
        return cast(arguments.getFirst(), type, CastForm.C_STYLE, span);
    }

    Term construct(Expression.ConstructBraces e, Scope scope) {
        Type type = a.classDeduction.read(
                e.type(), new io.xianka.compiler.syntax.Initialiser.Braces(e.span(), e.list()), scope);
        if (type.isErroneous()) {
            return Terms.erroneous(e.span());
        }
        if (type instanceof Type.Array array && array.count() == Type.Array.UNKNOWN) {
            type = a.initialisers.completeArray(
                    array, new io.xianka.compiler.syntax.Initialiser.Braces(e.span(), e.list()), scope);
        }
        Value value = a.initialisers.list(e.list(), type, scope, "");
        return type.isReference() && !Terms.isErroneous(value) ? new Place.Referent(e.span(), value) : value;
    }
}
