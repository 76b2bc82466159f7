package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.BinaryOperator;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.UnaryOperator;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.NullPointer;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Operators: the user's overloads first, then the built-in ones with C's conversions. */
final class Operators {
    private final Analysis a;

    Operators(Analysis analysis) {
        a = analysis;
    }

    private static boolean overloadable(Term term) {
        return Types.isRecord(term.type()) || Types.isEnum(term.type());
    }

    // ---- overloads

    /** Calls a member of that name if the record has one; null when it has none. */
    Term member(Term object, String name, List<Operand> arguments, SourceSpan span) {
        RecordType record = (RecordType) object.type().unqualified();
        if (!a.classes.complete(record, span)
                || !(a.lookup.own(a.info(record).scope, name) instanceof Symbol.Functions functions)) {
            return null;
        }
        Place place = a.conversions.asPlace(object);
        FunctionSymbol function = a.overloads.resolve(name, functions.all, null, null, place, arguments, span);
        return function == null ? Terms.erroneous(span) : a.calls.build(function, place, arguments, span);
    }

    /** An overload for the operands, called; null when there is none that fits. */
    private Term overloaded(String name, List<Term> operands, boolean membersOnly, SourceSpan span) {
        Term first = operands.getFirst();
        List<Operand> rest = new ArrayList<>();
        for (Term operand : operands.subList(1, operands.size())) {
            rest.add(new Operand.Typed(operand));
        }
        List<FunctionSymbol> members = List.of();
        if (first.type().unqualified() instanceof RecordType record
                && a.classes.complete(record, span)
                && a.lookup.own(a.info(record).scope, name) instanceof Symbol.Functions functions) {
            members = functions.all;
        }
        List<FunctionSymbol> others = new ArrayList<>();
        List<Operand> all = new ArrayList<>();
        for (Term operand : operands) {
            all.add(new Operand.Typed(operand));
        }
        if (!membersOnly) {
            List<Type> types = new ArrayList<>();
            for (Term operand : operands) {
                types.add(operand.type());
            }
            others.addAll(a.lookup.byArguments(name, types));
            if (a.lookup.unqualified(name, a.global) instanceof Symbol.Functions functions) {
                for (FunctionSymbol function : functions.all) {
                    if (!others.contains(function)) {
                        others.add(function);
                    }
                }
            }
        }
        if (operands.stream().noneMatch(o -> o.type().unqualified() instanceof RecordType)) {
            others.removeIf(function -> !takesAnEnumOf(function, operands));
        }
        if (members.isEmpty() && others.isEmpty()) {
            return null;
        }
        Place place = members.isEmpty() ? null : a.conversions.asPlace(first);
        FunctionSymbol member = members.isEmpty() ? null : a.overloads.tryResolve(members, place, rest, span);
        FunctionSymbol other = others.isEmpty() ? null : a.overloads.tryResolve(others, null, all, span);
        if (member != null && (other == null || prefersMember(member, other, rest, all))) {
            return a.calls.build(member, place, rest, span);
        }
        if (other != null) {
            return a.calls.build(other, null, all, span);
        }
        if ((!members.isEmpty() && a.overloads.anyViable(members, place, rest, span))
                || (!others.isEmpty() && a.overloads.anyViable(others, null, all, span))) {
            a.error(span, "operator '" + name.substring(8) + "' is ambiguous for " + spell(operands));
            return Terms.erroneous(span);
        }
        return null;
    }

    /** What is asked of an overload when no operand is of a class: or a class that enums convert to would take part. */
    private static boolean takesAnEnumOf(FunctionSymbol function, List<Term> operands) {
        if (function.isTemplate()) {
            return true;
        }
        for (Type parameter : function.type.parameters()) {
            Type bare = Types.referent(parameter).unqualified();
            if (operands.stream().anyMatch(o -> o.type().unqualified().equals(bare))) {
                return true;
            }
        }
        return false;
    }

    private boolean prefersMember(FunctionSymbol member, FunctionSymbol other, List<Operand> rest, List<Operand> all) {
        int score = 0;
        Conversions.Sequence first =
                a.conversions.sequence(all.getFirst(), other.type.parameters().getFirst());
        if (first == null || first.rank() > Conversions.EXACT) {
            score++;
        }
        for (int i = 0; i < rest.size(); i++) {
            Conversions.Sequence one =
                    a.conversions.sequence(rest.get(i), member.type.parameters().get(i));
            Conversions.Sequence two = a.conversions.sequence(
                    all.get(i + 1), other.type.parameters().get(i + 1));
            score -= one == null || two == null ? 0 : one.compare(two);
        }
        return score > 0 || (score == 0 && (other.instanceOf != null || member.instanceOf == null));
    }

    private static String spell(List<Term> operands) {
        StringBuilder out = new StringBuilder();
        for (Term operand : operands) {
            out.append(out.isEmpty() ? "'" : " and '")
                    .append(operand.type().spelling())
                    .append('\'');
        }
        return out.toString();
    }

    Term unary(UnaryOperator operator, Term operand, SourceSpan span) {
        String name = "operator" + operator.spelling();
        boolean post = operator == UnaryOperator.POST_INCREMENT || operator == UnaryOperator.POST_DECREMENT;
        return overloaded(
                name, post ? List.of(operand, Terms.integer(span, 0, Scalar.INT)) : List.of(operand), false, span);
    }

    // ---- unary

    Term builtinUnary(UnaryOperator operator, Term operand, SourceSpan span) {
        return switch (operator) {
            case PLUS, MINUS, COMPLEMENT -> {
                if (operator == UnaryOperator.PLUS && operand.type().unqualified() instanceof Pointer) {
                    yield Terms.value(operand);
                }
                boolean fits = operator == UnaryOperator.COMPLEMENT
                        ? Types.isIntegral(operand.type())
                        : Types.isNumeric(operand.type());
                if (!fits) {
                    yield bad(operator, operand, span);
                }
                Term number = narrow(operand);
                Value value = Terms.convert(span, Terms.value(number), Types.promote(number.type()));
                yield switch (operator) {
                    case MINUS -> Terms.unary(span, Value.UnaryOperator.NEGATE, value);
                    case COMPLEMENT -> Terms.unary(span, Value.UnaryOperator.COMPLEMENT, value);
                    default -> value;
                };
            }
            case NOT -> {
                Value condition = a.conversions.condition(operand);
                yield Terms.isErroneous(condition) ? condition : Terms.not(span, condition);
            }
            case DEREFERENCE -> a.expressions.dereference(Terms.value(operand), span);
            case ADDRESS_OF -> throw new AssertionError();
            case PRE_INCREMENT, PRE_DECREMENT, POST_INCREMENT, POST_DECREMENT -> increment(operator, operand, span);
        };
    }

    private Value bad(UnaryOperator operator, Term operand, SourceSpan span) {
        return a.expressions.erroneous(
                span,
                "operator '" + operator.spelling() + "' does not apply to '"
                        + operand.type().spelling() + "'");
    }

    private Term increment(UnaryOperator operator, Term operand, SourceSpan span) {
        Type type = operand.type().unqualified();
        boolean fits = type instanceof Pointer || (type instanceof Scalar && type != Scalar.BOOL);
        if (!fits) {
            return bad(operator, operand, span);
        }
        if (!(operand instanceof Place place) || !modifiable(operand, "'" + operator.spelling() + "'", span)) {
            if (operand instanceof Value) {
                return a.expressions.erroneous(span, "'" + operator.spelling() + "' needs a variable to change");
            }
            return Terms.erroneous(span);
        }
        if (type instanceof Pointer && !a.expressions.checkPointee(Terms.load(place), span)) {
            return Terms.erroneous(span);
        }
        Terms.modify(place);
        return switch (operator) {
            case PRE_INCREMENT -> new Place.Increment(span, place, 1);
            case PRE_DECREMENT -> new Place.Increment(span, place, -1);
            case POST_INCREMENT -> new Value.PostIncrement(span, place, 1);
            default -> new Value.PostIncrement(span, place, -1);
        };
    }

    private boolean modifiable(Term target, String by, SourceSpan span) {
        if (!(target instanceof Place place)) {
            a.error(span, by + " needs a variable on its left");
            return false;
        }
        if (place.type().isConst()) {
            String name = nameOf(place);
            a.error(
                    span,
                    by + " cannot change " + (name.isEmpty() ? "a const object" : "'" + name + "', which is const"));
            return false;
        }
        if (!Terms.isLvalue(place) && !Types.isRecord(place.type())) {
            a.error(span, by + " needs a variable on its left");
            return false;
        }
        Variable variable = Terms.root(place);
        if (variable != null && variable.storage() == Variable.Storage.CONSTANT) {
            a.error(span, by + " cannot change '" + variable.name() + "', which is __constant__");
            return false;
        }
        return true;
    }

    private static String nameOf(Place place) {
        return switch (place) {
            case Place.OfVariable v -> v.variable().name();
            case Place.Member m -> m.field().name();
            case Place.Referent r when r.reference() instanceof Value.Load load -> nameOf(load.place());
            case Place.Element e -> nameOf(e.array());
            default -> "";
        };
    }

    // ---- binary

    private static Value.BinaryOperator typed(BinaryOperator operator) {
        return switch (operator) {
            case MULTIPLY -> Value.BinaryOperator.MULTIPLY;
            case DIVIDE -> Value.BinaryOperator.DIVIDE;
            case REMAINDER -> Value.BinaryOperator.REMAINDER;
            case ADD -> Value.BinaryOperator.ADD;
            case SUBTRACT -> Value.BinaryOperator.SUBTRACT;
            case SHIFT_LEFT -> Value.BinaryOperator.SHIFT_LEFT;
            case SHIFT_RIGHT -> Value.BinaryOperator.SHIFT_RIGHT;
            case LESS -> Value.BinaryOperator.LESS;
            case GREATER -> Value.BinaryOperator.GREATER;
            case LESS_EQUAL -> Value.BinaryOperator.LESS_EQUAL;
            case GREATER_EQUAL -> Value.BinaryOperator.GREATER_EQUAL;
            case EQUAL -> Value.BinaryOperator.EQUAL;
            case NOT_EQUAL -> Value.BinaryOperator.NOT_EQUAL;
            case AND -> Value.BinaryOperator.AND;
            case XOR -> Value.BinaryOperator.XOR;
            case OR -> Value.BinaryOperator.OR;
            case LOGICAL_AND, LOGICAL_OR, COMMA, MEMBER_POINTER, ARROW_MEMBER_POINTER -> null;
        };
    }

    Term binary(Expression.Binary e, Scope scope) {
        if (e.operator() == BinaryOperator.MEMBER_POINTER || e.operator() == BinaryOperator.ARROW_MEMBER_POINTER) {
            a.unsupported(e.operatorSpan(), "pointers to members");
            return Terms.erroneous(e.span());
        }
        // A long sum leans to the left; walking down it by recursion would go as deep as it is long.
        ArrayDeque<Expression.Binary> spine = new ArrayDeque<>();
        Expression first = e;
        while (first instanceof Expression.Binary b && typed(b.operator()) != null) {
            spine.push(b);
            first = b.left();
        }
        if (spine.isEmpty()) {
            Term left = a.expressions.term(e.left(), scope);
            Supplier<Term> second = () -> a.expressions.term(e.right(), scope);
            Term right = e.operator() == BinaryOperator.COMMA ? second.get() : a.lifetimes.conditionally(second);
            return binary(e.operator(), left, right, e.span(), e.operatorSpan());
        }
        Term result = a.expressions.term(first, scope);
        for (Expression.Binary b : spine) {
            Term right = a.expressions.term(b.right(), scope);
            result = binary(b.operator(), result, right, b.span(), b.operatorSpan());
        }
        return result;
    }

    Term binary(BinaryOperator operator, Term left, Term right, SourceSpan span, SourceSpan operatorSpan) {
        if (Terms.isErroneous(left) || Terms.isErroneous(right)) {
            return Terms.erroneous(span);
        }
        Term l = left;
        Term r = right;
        if (overloadable(left) || overloadable(right)) {
            Term overloaded = overloaded("operator" + operator.spelling(), List.of(left, right), false, span);
            if (overloaded != null) {
                return overloaded;
            }
            if (operator != BinaryOperator.COMMA
                    && operator != BinaryOperator.LOGICAL_AND
                    && operator != BinaryOperator.LOGICAL_OR) {
                l = a.conversions.asScalar(left);
                r = a.conversions.asScalar(right);
            }
        }
        return builtin(operator, l, r, span, operatorSpan);
    }

    /** A bit-field narrower than an int counts as an int, whatever its type; anything else as it is. */
    private static Term narrow(Term term) {
        return term instanceof Place.Member m
                        && m.field().isBitField()
                        && m.type().unqualified() == Scalar.UNSIGNED_INT
                        && m.field().bitWidth() < 32
                ? Terms.convert(term.span(), Terms.value(term), Scalar.INT)
                : term;
    }

    private Term builtin(BinaryOperator operator, Term one, Term other, SourceSpan span, SourceSpan at) {
        Term left = operator == BinaryOperator.COMMA ? one : narrow(one);
        Term right = operator == BinaryOperator.COMMA ? other : narrow(other);
        switch (operator) {
            case COMMA -> {
                Term first = a.conversions.discarded(left);
                return right instanceof Place place
                        ? new Place.Comma(span, first, place)
                        : new Value.Comma(span, first, (Value) right);
            }
            case LOGICAL_AND, LOGICAL_OR -> {
                Value l = a.conversions.condition(left);
                Value r = a.lifetimes.conditionally(() -> a.conversions.condition(right));
                return Terms.isErroneous(l) || Terms.isErroneous(r)
                        ? Terms.erroneous(span)
                        : shortCircuit(span, operator == BinaryOperator.LOGICAL_AND, l, r);
            }
            case SHIFT_LEFT, SHIFT_RIGHT -> {
                if (!Types.isIntegral(left.type()) || !Types.isIntegral(right.type())) {
                    return bad(operator, left, right, at);
                }
                Scalar type = Types.promote(left.type());
                Value l = Terms.convert(left.span(), Terms.value(left), type);
                Value r = Terms.convert(right.span(), Terms.value(right), Types.promote(right.type()));
                warnShift(r, type, at);
                return Terms.binary(span, typed(operator), l, r);
            }
            case ADD, SUBTRACT -> {
                Type l = Types.decay(left.type()).unqualified();
                Type r = Types.decay(right.type()).unqualified();
                if (l instanceof Pointer || r instanceof Pointer) {
                    return pointerArithmetic(operator, left, right, l, r, span, at);
                }
            }
            case LESS, GREATER, LESS_EQUAL, GREATER_EQUAL, EQUAL, NOT_EQUAL -> {
                Type l = Types.decay(left.type()).unqualified();
                Type r = Types.decay(right.type()).unqualified();
                if (!Types.isNumeric(l) || !Types.isNumeric(r)) {
                    return comparison(operator, left, right, l, r, span, at);
                }
            }
            default -> {}
        }
        boolean integersOnly = switch (operator) {
            case REMAINDER, AND, XOR, OR -> true;
            default -> false;
        };
        boolean fits = integersOnly
                ? Types.isIntegral(left.type()) && Types.isIntegral(right.type())
                : Types.isNumeric(left.type()) && Types.isNumeric(right.type());
        if (!fits) {
            return bad(operator, left, right, at);
        }
        Scalar type = Types.usual(left.type(), right.type());
        Value l = Terms.convert(left.span(), Terms.value(left), type);
        Value r = Terms.convert(right.span(), Terms.value(right), type);
        if ((operator == BinaryOperator.DIVIDE || operator == BinaryOperator.REMAINDER)
                && r instanceof Value.IntegerConstant c
                && c.value() == 0) {
            a.warning(at, "division by zero");
        }
        return Terms.binary(span, typed(operator), l, r);
    }

    private void warnShift(Value distance, Scalar type, SourceSpan at) {
        if (distance instanceof Value.IntegerConstant c && (c.value() < 0 || c.value() >= type.bits())) {
            a.warning(
                    at,
                    "shift by " + c.value() + " of a '" + type.spelling() + "', which has " + type.bits() + " bits");
        }
    }

    private Value shortCircuit(SourceSpan span, boolean isAnd, Value left, Value right) {
        if (left instanceof Value.IntegerConstant c) {
            boolean decided = (c.value() != 0) != isAnd;
            return decided ? Terms.bool(span, !isAnd) : right;
        }
        return new Value.ShortCircuit(span, isAnd, left, right);
    }

    private Value bad(BinaryOperator operator, Term left, Term right, SourceSpan at) {
        return a.expressions.erroneous(
                at,
                "operator '" + operator.spelling() + "' does not apply to '"
                        + left.type().spelling() + "' and '" + right.type().spelling() + "'");
    }

    private Term pointerArithmetic(
            BinaryOperator operator, Term left, Term right, Type l, Type r, SourceSpan span, SourceSpan at) {
        if (l instanceof Pointer p && r instanceof Pointer q) {
            if (operator == BinaryOperator.SUBTRACT && Types.similar(p, q)) {
                Value pointer = Terms.value(left);
                return a.expressions.checkPointee(pointer, span)
                        ? new Value.PointerDifference(span, pointer, Terms.value(right))
                        : Terms.erroneous(span);
            }
            return bad(operator, left, right, at);
        }
        boolean swapped = r instanceof Pointer;
        Term pointer = swapped ? right : left;
        Term number = swapped ? left : right;
        if (!Types.isIntegral(number.type()) || (swapped && operator == BinaryOperator.SUBTRACT)) {
            return bad(operator, left, right, at);
        }
        Value base = Terms.value(pointer);
        return a.expressions.checkPointee(base, span)
                ? Terms.pointerOffset(span, base, Terms.value(number), operator == BinaryOperator.SUBTRACT)
                : Terms.erroneous(span);
    }

    private Term comparison(
            BinaryOperator operator, Term left, Term right, Type l, Type r, SourceSpan span, SourceSpan at) {
        boolean equality = operator == BinaryOperator.EQUAL || operator == BinaryOperator.NOT_EQUAL;
        if (Types.isScopedEnum(l) && l.equals(r)) {
            Scalar type = Types.promote(l);
            return Terms.binary(
                    span,
                    typed(operator),
                    Terms.convert(span, Terms.value(left), type),
                    Terms.convert(span, Terms.value(right), type));
        }
        Type type = null;
        if (l instanceof Pointer || r instanceof Pointer) {
            type = composite(left, right, l, r);
        } else if (equality && l == NullPointer.NULL_POINTER && r == NullPointer.NULL_POINTER) {
            return Terms.bool(span, operator == BinaryOperator.EQUAL);
        }
        if (type == null) {
            return bad(operator, left, right, at);
        }
        return Terms.binary(
                span,
                typed(operator),
                Terms.convert(span, Terms.value(left), type),
                Terms.convert(span, Terms.value(right), type));
    }

    /** The pointer type to which two operands convert, or null. */
    private Type composite(Term left, Term right, Type l, Type r) {
        boolean leftNull = l == NullPointer.NULL_POINTER || Terms.isIntegerZero(left);
        boolean rightNull = r == NullPointer.NULL_POINTER || Terms.isIntegerZero(right);
        if (leftNull && r instanceof Pointer) {
            return r;
        }
        if (rightNull && l instanceof Pointer) {
            return l;
        }
        if (!(l instanceof Pointer p) || !(r instanceof Pointer q)) {
            return null;
        }
        Type x = p.pointee();
        Type y = q.pointee();
        Type target;
        if (x.isVoid() || y.isVoid()) {
            target = Types.VOID;
        } else if (Types.similar(x, y)) {
            target = x.unqualified();
        } else if (a.conversions.baseDistance(x, y) > 0) {
            target = y.unqualified();
        } else if (a.conversions.baseDistance(y, x) > 0) {
            target = x.unqualified();
        } else {
            return null;
        }
        return new Pointer(Types.qualify(target, x.isConst() || y.isConst(), x.isVolatile() || y.isVolatile(), false));
    }

    // ---- assignment

    Term assign(Expression.Assign e, Scope scope) {
        Term target = a.expressions.term(e.target(), scope);
        Operand value = a.expressions.operand(e.value(), scope);
        SourceSpan span = e.span();
        if (Terms.isErroneous(target) || (value instanceof Operand.Typed t && Terms.isErroneous(t.term()))) {
            return Terms.erroneous(span);
        }
        if (e.operator() == null) {
            return assign(target, value, span, e.operatorSpan());
        }
        if (!(value instanceof Operand.Typed typed)) {
            return a.expressions.erroneous(value.span(), "a compound assignment needs a value on its right");
        }
        return compound(e.operator(), target, typed.term(), span, e.operatorSpan());
    }

    Term assign(Term target, Operand value, SourceSpan span, SourceSpan at) {
        Type type = target.type();
        if (type.unqualified() instanceof RecordType record) {
            if (!a.classes.complete(record, span)) {
                return a.expressions.undefined(at, record);
            }
            // Its own alone: what a class has without anybody's doing hides what its bases have.
            Place object = a.conversions.asPlace(target);
            if (a.info(record).scope.get("operator=") instanceof Symbol.Functions functions) {
                FunctionSymbol best = a.overloads.tryResolve(functions.all, object, List.of(value), at);
                if (best != null) {
                    return a.calls.build(best, object, List.of(value), span);
                }
            }
            FunctionSymbol assignment =
                    a.info(record).hasUserAssignment ? null : a.implicits.assignment(a.info(record), value);
            if (assignment != null && modifiable(target, "'='", at)) {
                return a.calls.build(assignment, object, List.of(value), span);
            }
        }
        if (!modifiable(target, "'='", at)) {
            return Terms.erroneous(span);
        }
        if (type instanceof Type.Array) {
            return a.expressions.erroneous(at, "an array cannot be assigned to");
        }
        Place place = (Place) target;
        Value converted = a.conversions.convert(value, type.unqualified(), "in this assignment");
        if (Terms.isErroneous(converted)) {
            return Terms.erroneous(span);
        }
        Terms.modify(place);
        return new Place.Assign(span, place, converted);
    }

    private Term compound(BinaryOperator operator, Term target, Term operand, SourceSpan span, SourceSpan at) {
        String name = operator.spelling() + "=";
        Term right = operand;
        if (overloadable(target) || overloadable(operand)) {
            Term overloaded = overloaded("operator" + name, List.of(target, operand), false, span);
            if (overloaded != null) {
                return overloaded;
            }
            right = a.conversions.asScalar(operand);
        }
        if (!modifiable(target, "'" + name + "'", at)) {
            return Terms.erroneous(span);
        }
        Place place = (Place) target;
        Type type = place.type().unqualified();
        Value.BinaryOperator typed = typed(operator);
        if (type instanceof Pointer) {
            if ((operator != BinaryOperator.ADD && operator != BinaryOperator.SUBTRACT)
                    || !Types.isIntegral(right.type())) {
                return badCompound(name, target, right, at);
            }
            if (!a.expressions.checkPointee(Terms.load(place), span)) {
                return Terms.erroneous(span);
            }
            Terms.modify(place);
            Value distance = Terms.convert(right.span(), Terms.value(right), Scalar.LONG);
            return new Place.CompoundAssign(span, place, typed, distance, type);
        }
        boolean integersOnly = switch (operator) {
            case REMAINDER, AND, XOR, OR, SHIFT_LEFT, SHIFT_RIGHT -> true;
            default -> false;
        };
        boolean fits = type instanceof Scalar
                && (integersOnly ? type.isInteger() && Types.isIntegral(right.type()) : Types.isNumeric(right.type()));
        if (!fits) {
            return badCompound(name, target, right, at);
        }
        boolean shift = operator == BinaryOperator.SHIFT_LEFT || operator == BinaryOperator.SHIFT_RIGHT;
        Scalar computation = shift ? Types.promote(type) : Types.usual(type, right.type());
        Value value =
                Terms.convert(right.span(), Terms.value(right), shift ? Types.promote(right.type()) : computation);
        if (shift) {
            warnShift(value, computation, at);
        }
        if ((operator == BinaryOperator.DIVIDE || operator == BinaryOperator.REMAINDER)
                && value instanceof Value.IntegerConstant c
                && c.value() == 0) {
            a.warning(at, "division by zero");
        }
        Terms.modify(place);
        return new Place.CompoundAssign(span, place, typed, value, computation);
    }

    private Value badCompound(String name, Term target, Term right, SourceSpan at) {
        return a.expressions.erroneous(
                at,
                "operator '" + name + "' does not apply to '" + target.type().spelling() + "' and '"
                        + right.type().spelling() + "'");
    }

    // ---- conditional

    Term conditional(Expression.Conditional e, Scope scope) {
        Term test = a.expressions.term(e.condition(), scope);
        Value condition = a.conversions.condition(test);
        return a.lifetimes.conditionally(() -> conditional(e, test, condition, scope));
    }

    private Term conditional(Expression.Conditional e, Term test, Value condition, Scope scope) {
        Term then = e.then() == null ? test : a.expressions.term(e.then(), scope);
        Term otherwise = a.expressions.term(e.otherwise(), scope);
        SourceSpan span = e.span();
        if (Terms.isErroneous(condition) || Terms.isErroneous(then) || Terms.isErroneous(otherwise)) {
            return Terms.erroneous(span);
        }
        if (e.then() == null && !(test instanceof Place.OfVariable) && !Terms.isConstant(test)) {
            a.unsupported(span, "?: without a middle operand");
            return Terms.erroneous(span);
        }
        Type x = then.type();
        Type y = otherwise.type();
        if (then instanceof Place p
                && otherwise instanceof Place q
                && Terms.isLvalue(p) == Terms.isLvalue(q)
                && x.equals(y)
                && !(condition instanceof Value.IntegerConstant)) {
            return new Place.Conditional(span, condition, p, q);
        }
        if (x.isVoid() || y.isVoid()) {
            if (!x.isVoid() || !y.isVoid()) {
                return mismatch(x, y, span);
            }
            return new Value.Conditional(span, condition, Terms.value(then), Terms.value(otherwise), Types.VOID);
        }
        Type l = Types.decay(x).unqualified();
        Type r = Types.decay(y).unqualified();
        if (l.equals(r)) {
            return choose(span, condition, then, otherwise, l);
        }
        if (Types.isNumeric(l) && Types.isNumeric(r)) {
            Type usual = Types.usual(narrow(then).type(), narrow(otherwise).type());
            return choose(span, condition, then, otherwise, usual);
        }
        if (Types.isRecord(l) || Types.isRecord(r)) {
            boolean toRight = a.conversions.sequence(new Operand.Typed(then), r) != null;
            boolean toLeft = a.conversions.sequence(new Operand.Typed(otherwise), l) != null;
            if (toLeft == toRight) {
                Term p = a.conversions.asScalar(then);
                Term q = a.conversions.asScalar(otherwise);
                if (Types.isNumeric(p.type()) && Types.isNumeric(q.type())) {
                    return choose(span, condition, p, q, Types.usual(p.type(), q.type()));
                }
                return mismatch(x, y, span);
            }
            return choose(span, condition, then, otherwise, toRight ? r : l);
        }
        Type type = composite(then, otherwise, l, r);
        return type == null ? mismatch(x, y, span) : choose(span, condition, then, otherwise, type);
    }

    private Value mismatch(Type x, Type y, SourceSpan span) {
        return a.expressions.erroneous(
                span, "'?:' cannot bring '" + x.spelling() + "' and '" + y.spelling() + "' to one type");
    }

    private Value choose(SourceSpan span, Value condition, Term then, Term otherwise, Type type) {
        Value p = a.conversions.convert(then, type, "in '?:'");
        Value q = a.conversions.convert(otherwise, type, "in '?:'");
        if (Terms.isErroneous(p) || Terms.isErroneous(q)) {
            return Terms.erroneous(span);
        }
        if (condition instanceof Value.IntegerConstant c) {
            return Expressions.at(c.value() != 0 ? p : q, span);
        }
        return new Value.Conditional(span, condition, p, q, type);
    }

    // ---- folds

    Term fold(Expression.Fold e, Scope scope) {
        boolean packLeft = e.left() != null && hasPack(e.left(), scope);
        Expression pattern = packLeft ? e.left() : e.right();
        Expression first = packLeft ? e.right() : e.left();
        List<Scope> scopes = a.templates.expansions(TreeNames.in(pattern), scope, e.span());
        List<Term> terms = new ArrayList<>();
        for (Scope one : scopes) {
            terms.add(a.expressions.term(pattern, one));
        }
        boolean fromRight = packLeft;
        if (first != null) {
            Term start = a.expressions.term(first, scope);
            if (fromRight) {
                terms.add(start);
            } else {
                terms.addFirst(start);
            }
        }
        if (terms.isEmpty()) {
            return switch (e.operator()) {
                case LOGICAL_AND -> Terms.bool(e.span(), true);
                case LOGICAL_OR -> Terms.bool(e.span(), false);
                case COMMA -> new Value.Discard(e.span(), Terms.integer(e.span(), 0, Scalar.INT));
                default ->
                    a.expressions.erroneous(
                            e.span(), "a fold of operator '" + e.operator().spelling() + "' over an empty pack");
            };
        }
        Term result = fromRight ? terms.getLast() : terms.getFirst();
        for (int i = 1; i < terms.size(); i++) {
            Term left = fromRight ? terms.get(terms.size() - 1 - i) : result;
            Term right = fromRight ? result : terms.get(i);
            if (e.assign()) {
                result = e.operator() == null
                        ? assign(left, new Operand.Typed(right), e.span(), e.span())
                        : compound(e.operator(), left, right, e.span(), e.span());
            } else {
                result = binary(e.operator(), left, right, e.span(), e.span());
            }
        }
        return result;
    }

    private boolean hasPack(Expression ast, Scope scope) {
        for (String name : TreeNames.in(ast)) {
            if (a.lookup.unqualified(name, scope) instanceof Symbol.Pack) {
                return true;
            }
        }
        return false;
    }
}
