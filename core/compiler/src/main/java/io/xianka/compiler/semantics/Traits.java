package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.EnumType;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.NullPointer;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Type.Scalar;
import java.util.ArrayList;
import java.util.List;

/** The compiler's own questions about types, on which {@code <type_traits>} stands. */
final class Traits {
    private final Analysis a;

    Traits(Analysis analysis) {
        a = analysis;
    }

    Term value(Expression.TypeTrait e, Scope scope) {
        List<Type> types = new ArrayList<>();
        for (TypeSyntax argument : e.arguments()) {
            Type type = a.types.read(argument, scope);
            if (type.isErroneous()) {
                return Terms.erroneous(e.span());
            }
            if (type.unqualified() instanceof RecordType record) {
                a.classes.complete(record, e.span());
            }
            types.add(type);
        }
        Boolean holds = types.isEmpty() ? null : holds(e.trait(), types);
        if (holds == null) {
            a.unsupported(e.span(), "the type trait " + e.trait());
            return Terms.erroneous(e.span());
        }
        return Terms.bool(e.span(), holds);
    }

    private Boolean holds(String trait, List<Type> types) {
        Type t = types.getFirst();
        Type u = types.getLast();
        Type bare = t.unqualified();
        return switch (trait) {
            case "__is_same" -> t.equals(u);
            case "__is_void" -> bare.isVoid();
            case "__is_integral" -> t.isInteger() && !t.isReference();
            case "__is_floating_point" -> t.isFloating();
            case "__is_arithmetic" -> t.isArithmetic();
            case "__is_signed" -> bare instanceof Scalar s && s.signed();
            case "__is_unsigned" -> bare instanceof Scalar s && !s.signed();
            case "__is_enum" -> bare instanceof EnumType;
            case "__is_class" -> bare instanceof RecordType r && !r.isUnion();
            case "__is_union" -> bare instanceof RecordType r && r.isUnion();
            case "__is_pointer" -> bare instanceof Pointer;
            case "__is_array" -> t instanceof Array;
            case "__is_function" -> t instanceof Type.Function;
            case "__is_reference" -> t instanceof Reference;
            case "__is_lvalue_reference" -> t instanceof Reference r && !r.rvalue();
            case "__is_rvalue_reference" -> t instanceof Reference r && r.rvalue();
            case "__is_const" -> t.isConst();
            case "__is_volatile" -> t.isVolatile();
            case "__is_scalar" -> Types.isScalar(t) && !t.isReference();
            case "__is_fundamental" -> bare instanceof Scalar || bare.isVoid() || bare == NullPointer.NULL_POINTER;
            case "__is_object" -> !(t instanceof Type.Function) && !t.isReference() && !bare.isVoid();
            case "__is_base_of" ->
                bare instanceof RecordType
                        && u.unqualified() instanceof RecordType
                        && a.conversions.baseDistance(u, t) >= 0;
            case "__is_convertible", "__is_convertible_to" -> convertible(t, u);
            case "__is_empty" ->
                bare instanceof RecordType r
                        && r.fields().isEmpty()
                        && r.bases().isEmpty();
            case "__is_trivially_copyable",
                    "__is_trivial",
                    "__is_pod",
                    "__is_trivially_destructible",
                    "__has_trivial_copy",
                    "__has_trivial_destructor" -> !(bare instanceof RecordType) || !a.implicits.isDestroyed(bare);
            case "__is_standard_layout" -> true;
            case "__is_aggregate" ->
                t instanceof Array
                        || (bare instanceof RecordType && a.info(bare).isAggregate());
            case "__is_polymorphic", "__is_abstract", "__has_virtual_destructor" -> false;
            case "__is_final" -> false;
            case "__is_constructible" -> constructible(t, types.subList(1, types.size()));
            case "__is_assignable", "__is_nothrow_assignable" -> null;
            default -> null;
        };
    }

    private boolean convertible(Type from, Type to) {
        if (from.isVoid() || to.isVoid()) {
            return from.isVoid() && to.isVoid();
        }
        return a.conversions.sequence(new Operand.Typed(made(from)), to) != null;
    }

    private boolean constructible(Type type, List<Type> arguments) {
        if (arguments.size() == 1 && convertible(arguments.getFirst(), type)) {
            return true;
        }
        if (type.unqualified() instanceof RecordType record) {
            List<Operand> operands = new ArrayList<>();
            for (Type argument : arguments) {
                operands.add(new Operand.Typed(made(argument)));
            }
            return a.attempt(() -> a.initialisers.direct(record, operands, a.info(record).span, ""));
        }
        return arguments.isEmpty();
    }

    /** Something of that type, never evaluated. */
    private Term made(Type type) {
        SourceSpan nowhere = a.nowhere();
        Type reference = type.isReference() ? type : new Reference(type, true);
        return new io.xianka.compiler.typed.Place.Referent(
                nowhere, new io.xianka.compiler.typed.Value.Null(nowhere, reference));
    }

    /** A type that the compiler computes from another. */
    Type computed(SourceSpan span, String operator, Type type) {
        return switch (operator) {
            case "typeof", "__typeof__", "__typeof" -> type;
            case "__underlying_type" -> {
                if (type.unqualified() instanceof EnumType e) {
                    yield e.underlying();
                }
                a.error(span, "'" + type.spelling() + "' is no enum");
                yield Types.ERRONEOUS;
            }
            case "__remove_cv" -> type.unqualified();
            case "__remove_const" -> Types.qualify(type.unqualified(), false, type.isVolatile(), false);
            case "__remove_volatile" -> Types.qualify(type.unqualified(), type.isConst(), false, false);
            case "__remove_reference", "__remove_reference_t" -> Types.referent(type);
            case "__remove_cvref" -> Types.referent(type).unqualified();
            case "__remove_pointer" -> type.unqualified() instanceof Pointer p ? p.pointee() : type;
            case "__remove_extent" -> type instanceof Array array ? array.element() : type;
            case "__decay" -> Types.decay(Types.referent(type)).unqualified();
            case "__add_pointer" -> new Pointer(Types.referent(type));
            case "__add_lvalue_reference" -> type.isVoid() ? type : new Reference(Types.referent(type), false);
            case "__add_rvalue_reference" -> type.isVoid() || type.isReference() ? type : new Reference(type, true);
            case "__make_signed" -> Types.signed(Types.scalar(type));
            case "__make_unsigned" -> Types.unsigned(Types.scalar(type));
            default -> {
                a.unsupported(span, operator);
                yield Types.ERRONEOUS;
            }
        };
    }
}
