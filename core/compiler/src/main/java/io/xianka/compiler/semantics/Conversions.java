package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.typed.EnumType;
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
import java.util.function.Function;

/** Implicit conversions: whether there is one, how good it is, and carrying it out. */
final class Conversions {
    static final int EXACT = 0;
    static final int PROMOTION = 1;
    static final int CONVERSION = 2;
    static final int USER = 3;
    static final int ELLIPSIS = 4;

    /**
     * How an argument becomes a parameter.
     *
     * @param rank the lower the better
     * @param distance steps up to a base class; 100 for a pointer that becomes a bool
     * @param binding 0 for an rvalue bound to an rvalue reference, 1 for other references to it
     * @param qualifiers qualifiers added
     * @param user the constructor or conversion function used, or null
     * @param inner rank of the conversion before it
     */
    record Sequence(int rank, int distance, int binding, int qualifiers, FunctionSymbol user, int inner) {
        static final Sequence SAME = new Sequence(EXACT, 0, 0, 0, null, 0);
        static final Sequence ANYTHING = new Sequence(ELLIPSIS, 0, 0, 0, null, 0);

        static Sequence of(int rank) {
            return rank == EXACT ? SAME : new Sequence(rank, 0, 0, 0, null, 0);
        }

        /** Negative when this is better, positive when the other is, 0 when neither. */
        int compare(Sequence other) {
            if (rank != other.rank) {
                return Integer.compare(rank, other.rank);
            }
            if (user != other.user) {
                return 0;
            }
            if (inner != other.inner) {
                return Integer.compare(inner, other.inner);
            }
            if (distance != other.distance) {
                return Integer.compare(distance, other.distance);
            }
            if (binding != other.binding) {
                return Integer.compare(binding, other.binding);
            }
            return Integer.compare(qualifiers, other.qualifiers);
        }
    }

    private final Analysis a;

    Conversions(Analysis analysis) {
        a = analysis;
    }

    /** How the operand converts to the type, or null when it does not. */
    Sequence sequence(Operand operand, Type to) {
        return sequence(operand, to, true);
    }

    Sequence sequence(Operand operand, Type to, boolean userConversions) {
        return switch (operand) {
            case Operand.Typed typed -> sequence(typed.term(), to, userConversions);
            case Operand.Braces braces -> a.initialisers.sequence(braces, to);
            case Operand.Overloaded overloaded ->
                a.overloads.functionFor(overloaded, to) == null ? null : Sequence.SAME;
        };
    }

    private Sequence sequence(Term term, Type to, boolean userConversions) {
        if (Terms.isErroneous(term) || to.isErroneous()) {
            return Sequence.SAME;
        }
        return to instanceof Reference reference
                ? binding(term, reference, userConversions)
                : value(term, to.unqualified(), userConversions);
    }

    private Sequence binding(Term term, Reference to, boolean userConversions) {
        Type referent = to.referent();
        boolean lvalue = Terms.isLvalue(term);
        int distance = baseDistance(term.type(), referent);
        boolean related = distance >= 0;
        if (related && Types.atLeastAsQualified(referent, term.type())) {
            boolean binds = to.rvalue() ? !lvalue : lvalue || (referent.isConst() && !referent.isVolatile());
            if (binds) {
                int qualifiers = (referent.isConst() && !term.type().isConst() ? 1 : 0)
                        + (referent.isVolatile() && !term.type().isVolatile() ? 1 : 0);
                int rank = distance == 0 ? EXACT : CONVERSION;
                return new Sequence(rank, distance, to.rvalue() || lvalue ? 0 : 1, qualifiers, null, 0);
            }
            return null;
        }
        if (!related && userConversions) {
            FunctionSymbol function = referenceConversion(term, to);
            if (function != null) {
                return new Sequence(USER, 0, 0, 0, function, EXACT);
            }
        }
        if (related || (!to.rvalue() && !(referent.isConst() && !referent.isVolatile()))) {
            return null;
        }
        Sequence made = value(term, referent.unqualified(), userConversions);
        if (made == null) {
            return null;
        }
        return new Sequence(
                made.rank(), made.distance(), to.rvalue() ? 0 : 1, made.qualifiers(), made.user(), made.inner());
    }

    /** Steps from a type up to itself (0) or a base class, or -1. */
    int baseDistance(Type from, Type to) {
        if (Types.sameUnqualified(from, to)) {
            return 0;
        }
        if (from.unqualified() instanceof RecordType f && to.unqualified() instanceof RecordType t) {
            a.classes.complete(f, null);
            return steps(a.info(f), a.info(t));
        }
        return -1;
    }

    private static int steps(ClassInfo from, ClassInfo to) {
        for (ClassInfo base : from.bases) {
            if (base == to) {
                return 1;
            }
            int further = steps(base, to);
            if (further > 0) {
                return further + 1;
            }
        }
        return -1;
    }

    private Sequence value(Term term, Type to, boolean userConversions) {
        Type from = term instanceof Place p ? Types.decay(p.type()).unqualified() : term.type();
        if (from.equals(to)) {
            return Sequence.SAME;
        }
        switch (to) {
            case Scalar scalar -> {
                if (Types.isNumeric(from)) {
                    return Sequence.of(numericRank(from, scalar));
                }
                if (scalar == Scalar.BOOL && from instanceof Pointer) {
                    return new Sequence(CONVERSION, 100, 0, 0, null, 0);
                }
            }
            case Pointer pointer -> {
                if (from == NullPointer.NULL_POINTER || Terms.isIntegerZero(term)) {
                    return Sequence.of(CONVERSION);
                }
                if (from instanceof Pointer source) {
                    return pointers(source, pointer);
                }
                FunctionSymbol operator = a.lambdas.plainOperator(from);
                if (operator != null && operator.type.equals(pointer.pointee())) {
                    return Sequence.of(USER);
                }
            }
            case NullPointer n -> {
                if (Terms.isIntegerZero(term)) {
                    return Sequence.of(CONVERSION);
                }
            }
            case RecordType record -> {
                int distance = baseDistance(from, record);
                if (distance > 0) {
                    return new Sequence(CONVERSION, distance, 0, 0, null, 0);
                }
                if (userConversions) {
                    Sequence constructed = byConstructor(term, record);
                    if (constructed != null) {
                        return constructed;
                    }
                }
            }
            default -> {}
        }
        return userConversions && from instanceof RecordType ? byConversionFunction(term, to) : null;
    }

    private static int numericRank(Type from, Scalar to) {
        if (from instanceof EnumType e) {
            return Types.promote(e) == to || (e.underlying() == to) ? PROMOTION : CONVERSION;
        }
        Scalar source = (Scalar) from;
        if (to == Scalar.DOUBLE && source == Scalar.FLOAT) {
            return PROMOTION;
        }
        return !source.floating() && Types.promote(source) == to ? PROMOTION : CONVERSION;
    }

    private Sequence pointers(Pointer from, Pointer to) {
        if (Types.similar(from, to)) {
            if (!Types.addsQualifiers(from, to)) {
                return null;
            }
            int added = (to.pointee().isConst() ? 1 : 0)
                    - (from.pointee().isConst() ? 1 : 0)
                    + (to.pointee().isVolatile() ? 1 : 0)
                    - (from.pointee().isVolatile() ? 1 : 0);
            return new Sequence(EXACT, 0, 0, added, null, 0);
        }
        if (!Types.atLeastAsQualified(to.pointee(), from.pointee())) {
            return null;
        }
        if (to.pointee().isVoid() && !(from.pointee() instanceof Type.Function)) {
            return new Sequence(CONVERSION, 50, 0, 0, null, 0);
        }
        int distance = baseDistance(from.pointee(), to.pointee());
        return distance > 0 ? new Sequence(CONVERSION, distance, 0, 0, null, 0) : null;
    }

    private Sequence byConstructor(Term term, RecordType record) {
        if (!a.classes.complete(record, null)) {
            return null;
        }
        FunctionSymbol best = null;
        Sequence bestInner = null;
        boolean ambiguous = false;
        for (FunctionSymbol candidate : a.info(record).constructors) {
            if (candidate.has(Specifier.EXPLICIT) || candidate.isDeleted()) {
                continue;
            }
            FunctionSymbol constructor = candidate;
            if (candidate.isTemplate()) {
                constructor =
                        a.templates.deduceForCall(candidate, null, null, List.of(new Operand.Typed(term)), term.span());
                if (constructor == null) {
                    continue;
                }
            }
            int count = constructor.type.parameters().size();
            if (count == 0 || constructor.required() > 1) {
                continue;
            }
            Type parameter = constructor.type.parameters().getFirst();
            if (Types.referent(parameter).unqualified() == record) {
                continue;
            }
            Sequence inner = sequence(term, parameter, false);
            if (inner != null) {
                int order = bestInner == null ? -1 : inner.compare(bestInner);
                if (order == 0 && best != null && best.instanceOf != null && constructor.instanceOf == null) {
                    order = -1;
                }
                if (order < 0) {
                    best = constructor;
                    bestInner = inner;
                    ambiguous = false;
                } else if (order == 0) {
                    ambiguous = best.instanceOf != null || constructor.instanceOf == null;
                }
            }
        }
        return best == null || ambiguous ? null : new Sequence(USER, 0, 0, 0, best, bestInner.rank());
    }

    private Sequence byConversionFunction(Term term, Type to) {
        FunctionSymbol best = conversionFunction(term, to, false);
        return best == null ? null : new Sequence(USER, 0, 0, 0, best, rankOf(best, to));
    }

    private int rankOf(FunctionSymbol function, Type to) {
        Type result = Types.referent(function.type.result()).unqualified();
        if (result.equals(to)) {
            return EXACT;
        }
        if (to instanceof Scalar scalar && Types.isNumeric(result)) {
            return numericRank(result, scalar);
        }
        return CONVERSION;
    }

    /** The best conversion function of a record to a type, or null. */
    FunctionSymbol conversionFunction(Term term, Type to, boolean explicitToo) {
        RecordType record = (RecordType) term.type().unqualified();
        if (!a.classes.complete(record, null)) {
            return null;
        }
        FunctionSymbol best = null;
        boolean ambiguous = false;
        for (FunctionSymbol declared : allConversions(a.info(record))) {
            if ((declared.has(Specifier.EXPLICIT) && !explicitToo)
                    || (term.type().isConst() && !declared.isConstMember)) {
                continue;
            }
            FunctionSymbol candidate =
                    declared.isTemplate() ? a.templates.deduceForConversion(declared, to, term.span()) : declared;
            if (candidate == null) {
                continue;
            }
            Type result = Types.referent(candidate.type.result()).unqualified();
            boolean fits = result.equals(to)
                    || (to instanceof Scalar && Types.isNumeric(result))
                    || (to == Scalar.BOOL && result instanceof Pointer)
                    || (to instanceof Pointer t && result instanceof Pointer r && pointers(r, t) != null);
            if (fits) {
                int order = best == null ? -1 : betterConversion(candidate, best, to);
                if (order < 0) {
                    best = candidate;
                    ambiguous = false;
                } else if (order == 0 && !best.type.result().equals(candidate.type.result())) {
                    ambiguous = true;
                }
            }
        }
        return ambiguous ? null : best;
    }

    /** How the object becomes {@code this} counts first, then the result's way to the type, then templates lose. */
    private int betterConversion(FunctionSymbol one, FunctionSymbol other, Type to) {
        if (one.isConstMember != other.isConstMember) {
            return one.isConstMember ? 1 : -1;
        }
        int order = Integer.compare(rankOf(one, to), rankOf(other, to));
        return order != 0 ? order : Boolean.compare(one.instanceOf != null, other.instanceOf != null);
    }

    /** The conversion function that gives a reference to an object of the type, or null. */
    private FunctionSymbol referenceConversion(Term term, Reference to) {
        if (!(term.type().unqualified() instanceof RecordType record) || !a.classes.complete(record, null)) {
            return null;
        }
        FunctionSymbol best = null;
        for (FunctionSymbol candidate : allConversions(a.info(record))) {
            if (!candidate.isTemplate()
                    && !candidate.has(Specifier.EXPLICIT)
                    && !(term.type().isConst() && !candidate.isConstMember)
                    && candidate.type.result() instanceof Reference result
                    && !result.rvalue()
                    && !to.rvalue()
                    && baseDistance(result.referent(), to.referent()) >= 0
                    && Types.atLeastAsQualified(to.referent(), result.referent())
                    && (best == null || (best.isConstMember && !candidate.isConstMember))) {
                best = candidate;
            }
        }
        return best;
    }

    private static List<FunctionSymbol> allConversions(ClassInfo info) {
        if (info.bases.isEmpty()) {
            return info.conversions;
        }
        List<FunctionSymbol> all = new java.util.ArrayList<>(info.conversions);
        for (ClassInfo base : info.bases) {
            all.addAll(allConversions(base));
        }
        return all;
    }

    // ---- carrying out

    /**
     * The operand as a value of the type (a Reference when the type is one).
     *
     * @param where what it is for, such as {@code "in the initialisation of 'x'"}
     */
    Value convert(Operand operand, Type to, String where) {
        return switch (operand) {
            case Operand.Typed typed -> convert(typed.term(), to, where);
            case Operand.Braces braces -> a.initialisers.list(braces.list(), to, braces.scope(), where);
            case Operand.Overloaded overloaded -> {
                FunctionSymbol function = a.overloads.functionFor(overloaded, to);
                if (function == null) {
                    a.error(
                            overloaded.span(),
                            "no function '" + overloaded.name() + "' has the type '" + to.spelling() + "'" + of(where));
                    yield Terms.erroneous(overloaded.span());
                }
                yield Terms.convert(
                        overloaded.span(),
                        a.functions.address(function, overloaded.span()),
                        Types.referent(to).unqualified());
            }
        };
    }

    Value convert(Term term, Type to, String where) {
        SourceSpan span = term.span();
        if (Terms.isErroneous(term) || to.isErroneous()) {
            return Terms.erroneous(span);
        }
        Type from = term.type();
        Sequence sequence = sequence(term, to, true);
        if (sequence == null) {
            a.error(span, mismatch(term, to, of(where)));
            return Terms.erroneous(span);
        }
        if (to instanceof Reference reference) {
            return bind(term, reference, sequence);
        }
        Type target = to.unqualified();
        if (sequence.user() != null) {
            return byUser(term, target, sequence.user());
        }
        if (target instanceof RecordType record) {
            return copy(term, record);
        }
        FunctionSymbol operator = target instanceof Pointer ? a.lambdas.plainOperator(from) : null;
        if (operator != null) {
            return a.lambdas.pointer(operator, span);
        }
        Value value = Terms.value(term);
        if (target instanceof Pointer t
                && from.unqualified() instanceof Pointer f
                && baseDistance(f.pointee(), t.pointee()) > 0) {
            return pointerToBase(span, value, t);
        }
        return Terms.convert(span, value, target);
    }

    private static String of(String where) {
        return where.isEmpty() ? "" : " " + where;
    }

    private String mismatch(Term term, Type to, String where) {
        Type from = term.type();
        String text = "cannot convert '" + from.spelling() + "' to '" + to.spelling() + "'" + where;
        if (to instanceof Reference r && baseDistance(from, r.referent()) >= 0) {
            String bind = "cannot bind '" + to.spelling() + "' to ";
            if (!Types.atLeastAsQualified(r.referent(), from)) {
                return bind + "a const object of type '" + from.spelling() + "'" + where;
            }
            return r.rvalue()
                    ? bind + "an object that has a name" + where
                    : bind + "a temporary value of type '" + from.spelling() + "'" + where;
        }
        Type source = Types.decay(from).unqualified();
        Type target = to.unqualified();
        if (source instanceof Pointer f && target instanceof Pointer t) {
            if (Types.similar(f, t) || t.pointee().isVoid()) {
                return text + ": that would drop const or volatile";
            }
            if (f.pointee().isVoid()) {
                return text + "; static_cast can";
            }
        }
        if (Types.isScopedEnum(source) && (target instanceof Scalar)) {
            return text + "; static_cast can";
        }
        return text;
    }

    private Value byUser(Term term, Type target, FunctionSymbol user) {
        if (user.isConstructor()) {
            return a.calls.construct(user, List.of(new Operand.Typed(term)), term.span(), (RecordType) target);
        }
        Term converted = callConversion(term, user);
        return convert(converted, target, "");
    }

    /** The result of a conversion function of a record. */
    Term callConversion(Term term, FunctionSymbol function) {
        return a.calls.build(function, asPlace(term), List.of(), term.span());
    }

    private Value bind(Term term, Reference to, Sequence sequence) {
        SourceSpan span = term.span();
        if (sequence.user() == null && baseDistance(term.type(), to.referent()) >= 0) {
            return Terms.refer(span, toBase(asPlace(term), to.referent()), to);
        }
        if (sequence.user() != null
                && !sequence.user().isConstructor()
                && callConversion(term, sequence.user()) instanceof Place place
                && baseDistance(place.type(), to.referent()) >= 0
                && Types.atLeastAsQualified(to.referent(), place.type())) {
            return Terms.refer(span, toBase(place, to.referent()), to);
        }
        Value value = sequence.user() != null
                ? byUser(term, to.referent().unqualified(), sequence.user())
                : convert(term, to.referent().unqualified(), "");
        return Terms.refer(span, temporary(value, to.referent()), to);
    }

    /** The term itself, or a temporary object that holds the value. */
    Place asPlace(Term term) {
        return switch (term) {
            case Place p -> p;
            case Value v -> temporary(v, v.type());
        };
    }

    Place temporary(Value value, Type type) {
        Variable variable = new Variable("", "", type, Variable.Storage.LOCAL, value.span());
        return new Place.Temporary(value.span(), variable, a.lifetimes.temporary(variable, value));
    }

    /** The base class subobject of that type within an object; the object itself when it has the type. */
    Place toBase(Place object, Type target) {
        if (Types.sameUnqualified(object.type(), target)) {
            return object;
        }
        RecordType record = (RecordType) object.type().unqualified();
        for (RecordType.Base base : record.bases()) {
            if (baseDistance(base.type(), target) >= 0) {
                Place inner =
                        new Place.BaseOf(object.span(), object, base, Types.qualifyAs(base.type(), object.type()));
                return toBase(inner, target);
            }
        }
        throw new AssertionError(record.name() + " to " + target.spelling());
    }

    private Value pointerToBase(SourceSpan span, Value pointer, Pointer to) {
        if (baseOffsetBytes(((Pointer) pointer.type()).pointee(), to.pointee()) == 0 || isObjects(pointer)) {
            Place object = new Place.Dereference(span, pointer);
            Place base = toBase(object, to.pointee());
            return Terms.convert(span, Terms.addressOf(span, base), to);
        }
        return unlessNull(span, pointer, to, known -> {
            Place base = toBase(new Place.Dereference(span, known), to.pointee());
            return Terms.convert(span, Terms.addressOf(span, base), to);
        });
    }

    /** A pointer to a base class of an object, as a pointer to the whole object. */
    Value toDerived(SourceSpan span, Value pointer, Pointer to) {
        long offset = baseOffsetBytes(to.pointee(), ((Pointer) pointer.type()).pointee());
        if (offset == 0) {
            return Terms.convert(span, pointer, to);
        }
        Function<Value, Value> back = known -> {
            Value bytes = Terms.convert(span, known, new Pointer(Scalar.CHAR));
            Value start = Terms.pointerOffset(span, bytes, Terms.integer(span, -offset, Scalar.LONG), false);
            return Terms.convert(span, start, to);
        };
        return isObjects(pointer) ? back.apply(pointer) : unlessNull(span, pointer, to, back);
    }

    /** True for a pointer that is not null, since it comes from an object. */
    private static boolean isObjects(Value pointer) {
        return switch (pointer) {
            case Value.AddressOf v -> true;
            case Value.Decay v -> true;
            case Value.Load(SourceSpan span, Place.OfVariable(SourceSpan at, Variable variable)) ->
                variable.name().equals("this");
            default -> false;
        };
    }

    /** Null stays null; another pointer, evaluated once, becomes what the function makes of it. */
    private static Value unlessNull(SourceSpan span, Value pointer, Pointer to, Function<Value, Value> then) {
        Variable held = new Variable("", "", pointer.type(), Variable.Storage.LOCAL, span);
        Value known = Terms.load(new Place.OfVariable(span, held));
        Value isNull = Terms.binary(span, Value.BinaryOperator.EQUAL, known, new Value.Null(span, pointer.type()));
        return new Value.Comma(
                span,
                new Place.Temporary(span, held, pointer),
                new Value.Conditional(span, isNull, new Value.Null(span, to), then.apply(known), to));
    }

    private long baseOffsetBytes(Type derived, Type base) {
        if (Types.sameUnqualified(derived, base)) {
            return 0;
        }
        for (RecordType.Base one : ((RecordType) derived.unqualified()).bases()) {
            if (baseDistance(one.type(), base) >= 0) {
                return one.offsetBytes() + baseOffsetBytes(one.type(), base);
            }
        }
        throw new AssertionError(derived.spelling() + " from " + base.spelling());
    }

    /** A copy of a record: by its copy constructor where the user wrote one, else member by member. */
    Value copy(Term term, RecordType record) {
        if (term instanceof Value value && value.type() == record) {
            return value;
        }
        Place place = toBase(asPlace(term), record);
        ClassInfo info = a.info(record);
        if (info.hasUserCopy()) {
            return a.calls.constructFrom(info, List.of(new Operand.Typed(place)), term.span());
        }
        return a.implicits.isCopiedByCode(info) ? a.implicits.copy(info, place, term.span()) : Terms.load(place);
    }

    /** A term evaluated for its effects: a record that nobody takes is an object, and ends. */
    Term discarded(Term term) {
        return term instanceof Value value && Types.isRecord(value.type()) && a.implicits.isDestroyed(value.type())
                ? temporary(value, value.type())
                : term;
    }

    /** A copy of an array, as only a lambda's capture, a structured binding and a class's copy make one. */
    Value copyArray(Term term) {
        return switch (term) {
            case Value v -> v;
            case Place p -> new Value.Load(p.span(), p);
        };
    }

    /** A term as a condition. */
    Value condition(Term term) {
        if (Terms.isErroneous(term)) {
            return Terms.erroneous(term.span());
        }
        Type type = Types.decay(term.type()).unqualified();
        if (Types.isNumeric(type) || type instanceof Pointer || type == NullPointer.NULL_POINTER) {
            return Terms.convert(term.span(), Terms.value(term), Scalar.BOOL);
        }
        if (type instanceof RecordType) {
            FunctionSymbol function = conversionFunction(term, Scalar.BOOL, true);
            if (function != null) {
                return Terms.convert(term.span(), Terms.value(callConversion(term, function)), Scalar.BOOL);
            }
        }
        a.error(term.span(), "a value of type '" + term.type().spelling() + "' is no condition");
        return Terms.erroneous(term.span());
    }

    /** A record that converts to one arithmetic, enumeration or pointer type, converted; else the term itself. */
    Term asScalar(Term term) {
        if (!Types.isRecord(term.type())
                || !a.classes.complete((RecordType) term.type().unqualified(), null)) {
            return term;
        }
        FunctionSymbol plain = a.lambdas.plainOperator(term.type());
        if (plain != null) {
            return a.lambdas.pointer(plain, term.span());
        }
        FunctionSymbol found = null;
        for (FunctionSymbol candidate : allConversions(a.info(term.type()))) {
            if (candidate.isTemplate()
                    || candidate.has(Specifier.EXPLICIT)
                    || (term.type().isConst() && !candidate.isConstMember)
                    || !Types.isScalar(Types.referent(candidate.type.result()))) {
                continue;
            }
            if (found != null
                    && !Types.sameUnqualified(
                            Types.referent(found.type.result()), Types.referent(candidate.type.result()))) {
                return term;
            }
            found = found == null || found.isConstMember ? candidate : found;
        }
        return found == null ? term : callConversion(term, found);
    }
}
