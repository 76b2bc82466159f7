package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.typed.EnumType;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.NullPointer;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Value.BinaryOperator;
import io.xianka.compiler.typed.Value.Conversion;
import io.xianka.compiler.typed.Value.FloatingConstant;
import io.xianka.compiler.typed.Value.IntegerConstant;
import io.xianka.compiler.typed.Value.UnaryOperator;
import io.xianka.compiler.typed.Variable;

/** Makes terms of the typed tree, folding what is constant. The operands have the right types already. */
final class Terms {
    private Terms() {}

    static Value erroneous(SourceSpan span) {
        return new Value.Null(span, Types.ERRONEOUS);
    }

    static boolean isErroneous(Term term) {
        return term.type().isErroneous();
    }

    static Value integer(SourceSpan span, long value, Type type) {
        return new IntegerConstant(span, Types.wrap(value, type), type.unqualified());
    }

    static Value bool(SourceSpan span, boolean value) {
        return new IntegerConstant(span, value ? 1 : 0, Scalar.BOOL);
    }

    static Value zero(SourceSpan span, Type type) {
        Type bare = type.unqualified();
        return switch (bare) {
            case Scalar s -> s.floating() ? new FloatingConstant(span, 0, s) : new IntegerConstant(span, 0, s);
            case EnumType e -> new IntegerConstant(span, 0, e);
            case Pointer p -> new Value.Null(span, p);
            case NullPointer n -> new Value.Null(span, n);
            case Type.Erroneous e -> erroneous(span);
            default -> new Value.Aggregate(span, bare, java.util.List.of());
        };
    }

    static boolean isConstant(Term term) {
        return term instanceof IntegerConstant || term instanceof FloatingConstant || term instanceof Value.Null;
    }

    static boolean isIntegerZero(Term term) {
        return term instanceof IntegerConstant c
                && c.value() == 0
                && c.type() instanceof Scalar s
                && s != Scalar.BOOL
                && s != Scalar.CHAR;
    }

    /** True when the term designates an object that has a name or may be named again: not a temporary or moved one. */
    static boolean isLvalue(Term term) {
        return switch (term) {
            case Value v -> false;
            case Place.OfVariable p -> true;
            case Place.Referent p ->
                !((Reference) p.reference().type()).rvalue() || p.reference() instanceof Value.Load;
            case Place.Dereference p -> true;
            case Place.Member p -> isLvalue(p.object());
            case Place.BaseOf p -> isLvalue(p.object());
            case Place.Element p -> isLvalue(p.array());
            case Place.Temporary p -> false;
            case Place.Text p -> true;
            case Place.Assign p -> true;
            case Place.CompoundAssign p -> true;
            case Place.Increment p -> true;
            case Place.Conditional p -> isLvalue(p.then()) && isLvalue(p.otherwise());
            case Place.Comma p -> isLvalue(p.second());
            case Place.Reinterpreted p -> isLvalue(p.place());
        };
    }

    /** The variable of which a place is the whole or a part, or null. */
    static Variable root(Place place) {
        return switch (place) {
            case Place.OfVariable p -> p.variable();
            case Place.Member p -> root(p.object());
            case Place.BaseOf p -> root(p.object());
            case Place.Element p -> root(p.array());
            case Place.Temporary p -> p.variable();
            case Place.Text p -> p.variable();
            case Place.Assign p -> root(p.target());
            case Place.CompoundAssign p -> root(p.target());
            case Place.Increment p -> root(p.target());
            case Place.Comma p -> root(p.second());
            case Place.Reinterpreted p -> root(p.place());
            case Place.Referent p -> null;
            case Place.Dereference p -> null;
            case Place.Conditional p -> null;
        };
    }

    static void modify(Place place) {
        if (place instanceof Place.Conditional c) {
            modify(c.then());
            modify(c.otherwise());
            return;
        }
        Variable variable = root(place);
        if (variable != null) {
            variable.modify();
        }
    }

    private static void takeAddress(Place place, boolean readOnly) {
        if (place instanceof Place.Conditional c) {
            takeAddress(c.then(), readOnly);
            takeAddress(c.otherwise(), readOnly);
            return;
        }
        Variable variable = root(place);
        if (variable != null) {
            variable.takeAddress();
            if (!readOnly) {
                variable.modify();
            }
        }
    }

    static Value addressOf(SourceSpan span, Place place) {
        return addressOf(span, place, false);
    }

    /** With {@code readOnly} nothing is written through the pointer, whatever its type. */
    static Value addressOf(SourceSpan span, Place place, boolean readOnly) {
        if (place instanceof Place.Dereference d) {
            return d.pointer();
        }
        takeAddress(place, readOnly || place.type().isConst());
        return new Value.AddressOf(span, place, new Pointer(place.type()));
    }

    static Value refer(SourceSpan span, Place place, Reference type) {
        if (place instanceof Place.Referent r
                && r.reference().type().equals(type)
                // The name of an rvalue reference is an lvalue; moved again, it is none.
                && !(type.rvalue() && r.reference() instanceof Value.Load)) {
            return r.reference();
        }
        takeAddress(place, type.referent().isConst());
        return new Value.Refer(span, place, type);
    }

    static Value decay(SourceSpan span, Place array) {
        takeAddress(array, array.type().isConst());
        return new Value.Decay(span, array, new Pointer(((Array) array.type()).element()));
    }

    /** The value of a term: loads a place, decays an array. */
    static Value value(Term term) {
        return switch (term) {
            case Value v -> v;
            case Place p -> p.type() instanceof Array ? decay(p.span(), p) : load(p);
        };
    }

    static Value load(Place place) {
        if (place instanceof Place.OfVariable v && v.variable().constant() != null) {
            return Expressions.at(v.variable().constant(), place.span());
        }
        return new Value.Load(place.span(), place);
    }

    static Value unary(SourceSpan span, UnaryOperator operator, Value operand) {
        if (operand instanceof IntegerConstant c) {
            return switch (operator) {
                case NEGATE -> integer(span, -c.value(), c.type());
                case COMPLEMENT -> integer(span, ~c.value(), c.type());
                case NOT -> bool(span, c.value() == 0);
            };
        }
        if (operand instanceof FloatingConstant c && operator == UnaryOperator.NEGATE) {
            return new FloatingConstant(span, -c.value(), c.type());
        }
        return new Value.Unary(span, operator, operand);
    }

    static Value not(SourceSpan span, Value operand) {
        return unary(span, UnaryOperator.NOT, operand);
    }

    static Value binary(SourceSpan span, BinaryOperator operator, Value left, Value right) {
        Type type = operator.isComparison() ? Scalar.BOOL : left.type();
        if (left instanceof IntegerConstant l && right instanceof IntegerConstant r) {
            IntegerConstant folded = fold(span, operator, l, r, type);
            if (folded != null) {
                return folded;
            }
        } else if (left instanceof FloatingConstant l && right instanceof FloatingConstant r) {
            Value folded = fold(span, operator, l, r);
            if (folded != null) {
                return folded;
            }
        }
        return new Value.Binary(span, operator, left, right, type);
    }

    private static IntegerConstant fold(
            SourceSpan span, BinaryOperator operator, IntegerConstant left, IntegerConstant right, Type type) {
        long l = left.value();
        long r = right.value();
        boolean signed = Types.scalar(left.type()).signed();
        int bits = Types.scalar(left.type()).bits();
        int order = signed ? Long.compare(l, r) : Long.compareUnsigned(l, r);
        long result;
        switch (operator) {
            case MULTIPLY -> result = l * r;
            case DIVIDE, REMAINDER -> {
                if (r == 0 || (signed && r == -1 && l == (bits == 64 ? Long.MIN_VALUE : Integer.MIN_VALUE))) {
                    return null;
                }
                result = operator == BinaryOperator.DIVIDE
                        ? signed ? l / r : Long.divideUnsigned(l, r)
                        : signed ? l % r : Long.remainderUnsigned(l, r);
            }
            case ADD -> result = l + r;
            case SUBTRACT -> result = l - r;
            case SHIFT_LEFT, SHIFT_RIGHT -> {
                if (r < 0 || r >= bits) {
                    return null;
                }
                result = operator == BinaryOperator.SHIFT_LEFT ? l << r : signed ? l >> r : l >>> r;
            }
            case AND -> result = l & r;
            case XOR -> result = l ^ r;
            case OR -> result = l | r;
            case LESS -> result = order < 0 ? 1 : 0;
            case GREATER -> result = order > 0 ? 1 : 0;
            case LESS_EQUAL -> result = order <= 0 ? 1 : 0;
            case GREATER_EQUAL -> result = order >= 0 ? 1 : 0;
            case EQUAL -> result = l == r ? 1 : 0;
            case NOT_EQUAL -> result = l != r ? 1 : 0;
            default -> throw new AssertionError(operator);
        }
        return new IntegerConstant(span, Types.wrap(result, type), type);
    }

    private static Value fold(SourceSpan span, BinaryOperator operator, FloatingConstant left, FloatingConstant right) {
        double l = left.value();
        double r = right.value();
        boolean isFloat = left.type() == Scalar.FLOAT;
        double result;
        switch (operator) {
            case MULTIPLY -> result = isFloat ? (float) l * (float) r : l * r;
            case DIVIDE -> result = isFloat ? (float) l / (float) r : l / r;
            case ADD -> result = isFloat ? (float) l + (float) r : l + r;
            case SUBTRACT -> result = isFloat ? (float) l - (float) r : l - r;
            case LESS -> {
                return bool(span, l < r);
            }
            case GREATER -> {
                return bool(span, l > r);
            }
            case LESS_EQUAL -> {
                return bool(span, l <= r);
            }
            case GREATER_EQUAL -> {
                return bool(span, l >= r);
            }
            case EQUAL -> {
                return bool(span, l == r);
            }
            case NOT_EQUAL -> {
                return bool(span, l != r);
            }
            default -> {
                return null;
            }
        }
        return new FloatingConstant(span, result, left.type());
    }

    /** Converts between scalar types: arithmetic, enumeration, pointer, null pointer; and anything to void. */
    static Value convert(SourceSpan span, Value value, Type target) {
        Type from = value.type();
        Type to = target.unqualified();
        if (from.equals(to) || from.isErroneous() || to.isErroneous()) {
            return value;
        }
        if (to.isVoid()) {
            return new Value.Discard(span, value);
        }
        if (to == Scalar.BOOL) {
            return switch (value) {
                case IntegerConstant c -> bool(span, c.value() != 0);
                case FloatingConstant c -> bool(span, c.value() != 0);
                case Value.Null n -> bool(span, false);
                default -> new Value.Convert(span, Conversion.TO_BOOL, value, to);
            };
        }
        if (to instanceof Pointer || to == NullPointer.NULL_POINTER) {
            if (value instanceof Value.Null || from == NullPointer.NULL_POINTER || isIntegerZero(value)) {
                return new Value.Null(span, to);
            }
            if (from instanceof Pointer) {
                return new Value.Convert(span, Conversion.POINTER, value, to);
            }
            Scalar wide = Types.scalar(from).signed() ? Scalar.LONG : Scalar.UNSIGNED_LONG;
            return new Value.Convert(span, Conversion.INTEGRAL_TO_POINTER, convert(span, value, wide), to);
        }
        if (from instanceof Pointer || from == NullPointer.NULL_POINTER) {
            if (value instanceof Value.Null) {
                return zero(span, to);
            }
            Value wide = new Value.Convert(
                    span,
                    Conversion.POINTER_TO_INTEGRAL,
                    value,
                    to.bytes() == 8 ? Types.scalar(to) : Scalar.UNSIGNED_LONG);
            return convert(span, wide, to);
        }
        boolean fromFloating = Types.scalar(from).floating();
        boolean toFloating = Types.scalar(to).floating();
        if (value instanceof IntegerConstant c) {
            if (!toFloating) {
                return new IntegerConstant(span, Types.wrap(c.value(), to), to);
            }
            return new FloatingConstant(span, toFloating(c.value(), Types.scalar(from), to), to);
        }
        if (value instanceof FloatingConstant c) {
            if (toFloating) {
                return new FloatingConstant(span, to == Scalar.FLOAT ? (float) c.value() : c.value(), to);
            }
            Long integer = toInteger(c.value(), Types.scalar(to));
            if (integer != null) {
                return new IntegerConstant(span, integer, to);
            }
        }
        Conversion conversion = fromFloating
                ? toFloating ? Conversion.FLOATING : Conversion.FLOATING_TO_INTEGRAL
                : toFloating ? Conversion.INTEGRAL_TO_FLOATING : Conversion.INTEGRAL;
        return new Value.Convert(span, conversion, value, to);
    }

    static double toFloating(long value, Scalar from, Type to) {
        boolean huge = !from.signed() && value < 0;
        if (to == Scalar.FLOAT) {
            // Halving keeps the lost bit as a sticky one, so that the sum rounds once.
            return huge ? 2 * (float) ((value >>> 1) | (value & 1)) : (float) value;
        }
        return huge ? 2 * (double) ((value >>> 1) | (value & 1)) : (double) value;
    }

    /** The value cut towards zero, or null where it does not fit and C leaves the result open. */
    static Long toInteger(double value, Scalar to) {
        double cut = value < 0 ? Math.ceil(value) : Math.floor(value);
        double limit = Math.scalb(1.0, to.bits() - (to.signed() ? 1 : 0));
        if (!(cut < limit) || cut < (to.signed() ? -limit : 0)) {
            return null;
        }
        return cut >= 0x1p63 ? (long) (cut - 0x1p63) ^ Long.MIN_VALUE : (long) cut;
    }

    static Value pointerOffset(SourceSpan span, Value pointer, Value index, boolean negative) {
        Value distance = convert(span, index, Scalar.LONG);
        if (negative) {
            distance = unary(span, UnaryOperator.NEGATE, distance);
        }
        if (distance instanceof IntegerConstant c && c.value() == 0) {
            return pointer;
        }
        return new Value.PointerOffset(span, pointer, distance);
    }
}
