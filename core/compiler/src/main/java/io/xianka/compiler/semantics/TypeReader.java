package io.xianka.compiler.semantics;

import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.Name;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.Qualifiers;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.EnumType;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Turns a type as written into the type that it means. */
final class TypeReader {
    private final Analysis a;
    private final IdentityHashMap<EnumType, Scope> enumScopes = new IdentityHashMap<>();
    /** Unnamed classes and enums, which are declared where they stand. */
    private final IdentityHashMap<Declaration, Map<Scope, Type>> defined = new IdentityHashMap<>();

    TypeReader(Analysis analysis) {
        a = analysis;
    }

    Scope enumScope(EnumType type) {
        return enumScopes.get(type);
    }

    void register(EnumType type, Scope scope) {
        enumScopes.put(type, scope);
    }

    void define(Declaration declaration, Scope scope, Type type) {
        defined.computeIfAbsent(declaration, d -> new IdentityHashMap<>()).put(scope, type);
    }

    /** The type, never null; Erroneous after an error. {@code auto} is an error here. */
    Type read(TypeSyntax syntax, Scope scope) {
        return switch (syntax) {
            case TypeSyntax.Builtin b -> qualify(builtin(b), b.qualifiers());
            case TypeSyntax.Named n -> qualify(named(n, scope), n.qualifiers());
            case TypeSyntax.Defined d -> qualify(defined(d, scope), d.qualifiers());
            case TypeSyntax.Auto auto -> {
                a.error(auto.span(), "'auto' needs an initialiser to deduce the type from");
                yield Types.ERRONEOUS;
            }
            case TypeSyntax.DecltypeAuto auto -> {
                a.error(auto.span(), "'decltype(auto)' needs an initialiser to deduce the type from");
                yield Types.ERRONEOUS;
            }
            case TypeSyntax.Decltype d -> qualify(decltype(d.expression(), scope), d.qualifiers());
            case TypeSyntax.Computed c -> qualify(computed(c, scope), c.qualifiers());
            case TypeSyntax.Pointer p -> qualify(pointerTo(p.span(), read(p.pointee(), scope)), p.qualifiers());
            case TypeSyntax.Reference r -> referenceTo(r.span(), read(r.referent(), scope), r.rvalue());
            case TypeSyntax.Array array -> array(array, scope);
            case TypeSyntax.MemberPointer m -> {
                a.unsupported(m.span(), "pointers to members");
                yield Types.ERRONEOUS;
            }
            case TypeSyntax.Function f -> function(f, scope);
            case TypeSyntax.Malformed m -> Types.ERRONEOUS;
        };
    }

    private static Type qualify(Type type, Qualifiers q) {
        return type.isErroneous() ? type : Types.qualify(type, q.isConst(), q.isVolatile(), q.isRestrict());
    }

    private Type builtin(TypeSyntax.Builtin b) {
        return switch (b.keyword()) {
            case VOID -> Types.VOID;
            case BOOL -> Scalar.BOOL;
            case CHAR -> Scalar.CHAR;
            case SIGNED_CHAR -> Scalar.SIGNED_CHAR;
            case UNSIGNED_CHAR -> Scalar.UNSIGNED_CHAR;
            case WCHAR -> Scalar.WCHAR;
            case CHAR16 -> Scalar.CHAR16;
            case CHAR32 -> Scalar.CHAR32;
            case SHORT -> Scalar.SHORT;
            case UNSIGNED_SHORT -> Scalar.UNSIGNED_SHORT;
            case INT -> Scalar.INT;
            case UNSIGNED_INT -> Scalar.UNSIGNED_INT;
            case LONG -> Scalar.LONG;
            case UNSIGNED_LONG -> Scalar.UNSIGNED_LONG;
            case LONG_LONG -> Scalar.LONG_LONG;
            case UNSIGNED_LONG_LONG -> Scalar.UNSIGNED_LONG_LONG;
            case INT128, UNSIGNED_INT128 -> {
                a.unsupported(b.span(), "128-bit integers");
                yield Types.ERRONEOUS;
            }
            case FLOAT -> Scalar.FLOAT;
            case DOUBLE -> Scalar.DOUBLE;
            // In device code nvcc gives long double the range and precision of double.
            case LONG_DOUBLE -> Scalar.DOUBLE;
        };
    }

    private Type pointerTo(SourceSpan span, Type pointee) {
        if (pointee.isErroneous()) {
            return pointee;
        }
        if (pointee.isReference()) {
            a.error(span, "there is no pointer to a reference");
            return Types.ERRONEOUS;
        }
        return new Pointer(pointee);
    }

    private Type referenceTo(SourceSpan span, Type referent, boolean rvalue) {
        if (referent.isErroneous()) {
            return referent;
        }
        if (referent instanceof Reference inner) {
            return new Reference(inner.referent(), inner.rvalue() && rvalue);
        }
        if (referent.isVoid()) {
            a.error(span, "there is no reference to void");
            return Types.ERRONEOUS;
        }
        return new Reference(referent, rvalue);
    }

    private Type array(TypeSyntax.Array array, Scope scope) {
        Type element = read(array.element(), scope);
        long count = Array.UNKNOWN;
        if (array.size() != null) {
            Term size = a.expressions.term(array.size(), scope);
            if (Terms.isErroneous(size)) {
                return Types.ERRONEOUS;
            }
            if (!Types.isNumeric(size.type()) && !Types.isRecord(size.type())) {
                a.error(
                        array.size().span(),
                        "the size of an array is an integer, not '"
                                + size.type().spelling() + "'");
                return Types.ERRONEOUS;
            }
            Long constant = a.evaluator.integer(size);
            if (constant == null) {
                a.error(
                        array.size().span(),
                        "the size of an array must be a constant; kernels have no arrays of variable length");
                return Types.ERRONEOUS;
            }
            if (constant < 0) {
                a.error(array.size().span(), "the size of an array is negative: " + constant);
                return Types.ERRONEOUS;
            }
            count = constant;
        }
        if (element.isErroneous()) {
            return element;
        }
        if (element.isVoid() || element instanceof Type.Function || element.isReference()) {
            a.error(array.span(), "there is no array of '" + element.spelling() + "'");
            return Types.ERRONEOUS;
        }
        if (element instanceof Array inner && inner.count() == Array.UNKNOWN) {
            a.error(array.span(), "only the first dimension of an array may be left open");
            return Types.ERRONEOUS;
        }
        if (element.unqualified() instanceof RecordType record
                && count != Array.UNKNOWN
                && !a.classes.complete(record, array.span())) {
            a.undefined(
                    record,
                    array.span(),
                    "'" + record.name() + "' is declared but not defined, so there is no array of it");
            return Types.ERRONEOUS;
        }
        long bytes = Math.max(1, element.bytes());
        if (count > (1L << 40) / bytes) {
            a.error(array.span(), "the array is larger than a terabyte: " + count + " elements of " + bytes + " bytes");
            return Types.ERRONEOUS;
        }
        return new Array(element, count);
    }

    Type.Function function(TypeSyntax.Function f, Scope scope) {
        List<Type> parameters = parameters(f, scope);
        Type result = containsAuto(f.result()) ? null : read(f.result(), scope);
        return new Type.Function(result == null ? null : bare(result), parameters, f.variadic());
    }

    /** Types of the parameters as a caller sees them; packs are expanded. */
    List<Type> parameters(TypeSyntax.Function f, Scope scope) {
        List<Type> types = new ArrayList<>(f.parameters().size());
        for (TypeSyntax.Parameter parameter : f.parameters()) {
            for (Type type : a.templates.expandParameter(parameter, scope)) {
                types.add(bare(type));
            }
        }
        return types;
    }

    private static Type bare(Type type) {
        return Types.decay(type).unqualified();
    }

    /** The type of a parameter as the function's body sees it. */
    Type parameter(TypeSyntax.Parameter parameter, Scope scope) {
        Type type = Types.decay(read(parameter.type(), scope));
        if (type.isVoid()) {
            a.error(parameter.span(), "a parameter has no type void");
            return Types.ERRONEOUS;
        }
        return type;
    }

    private Type named(TypeSyntax.Named named, Scope scope) {
        Name name = named.name();
        Symbol symbol = null;
        if (named.tag() != null) {
            symbol = a.declarations.tagged(named, scope);
        }
        if (symbol == null) {
            symbol = a.lookup.find(name, scope);
        }
        if (symbol == null) {
            String last = name.last().text();
            String gap = name.unqualified() ? KnownGaps.featureOf(last) : null;
            if (gap != null) {
                a.unsupported(name.span(), gap);
            } else if (name.unqualified() && !named.typename()) {
                String near = NearNames.nearest(last, a.deviceLibrary.names());
                Symbol better = near == null ? null : a.lookup.unqualified(near, scope);
                String header = HeaderOf.name(last, a.deviceLibrary);
                String hint = header != null
                        ? "; #include <" + header + "> has it"
                        : better instanceof Symbol.TypeName ? "; did you mean '" + near + "'?" : "";
                a.unknown(name.span(), "unknown type name '" + last + "'" + hint);
            } else {
                a.lookup.undeclared(name, scope);
            }
            return Types.ERRONEOUS;
        }
        if (symbol instanceof Symbol.Broken broken) {
            a.host.used(broken, name.span());
        }
        Type type = typeOf(symbol, name.last(), scope);
        if (type == null) {
            if (symbol instanceof Symbol.ClassTemplate template) {
                a.error(name.span(), "class template '" + template.name + "' needs its arguments in <>");
            } else {
                a.error(name.span(), "'" + name + "' is not a type");
            }
            return Types.ERRONEOUS;
        }
        return type;
    }

    /** The type that a symbol with the arguments of a name's part means; null when it means none. */
    Type typeOf(Symbol symbol, NamePart part, Scope scope) {
        return switch (symbol) {
            case Symbol.TypeName t -> t.type();
            case Symbol.Broken b -> Types.ERRONEOUS;
            case Symbol.Injected injected ->
                part instanceof NamePart.TemplateId id
                        ? a.templates.classInstance(injected.template(), id.arguments(), scope, part.span())
                        : injected.instance().type;
            case Symbol.ClassTemplate template ->
                part instanceof NamePart.TemplateId id
                        ? a.templates.classInstance(template, id.arguments(), scope, part.span())
                        : null;
            case Symbol.AliasTemplate template ->
                part instanceof NamePart.TemplateId id
                        ? a.templates.alias(template, id.arguments(), scope, part.span())
                        : null;
            case Symbol.NamespaceName n -> null;
            case Symbol.Constant c -> null;
            case Symbol.VariableName v -> null;
            case Symbol.PlaceName p -> null;
            case Symbol.Functions f -> null;
            case Symbol.FieldName f -> null;
            case Symbol.VariableTemplate v -> null;
            case Symbol.Pack p -> null;
        };
    }

    private Type defined(TypeSyntax.Defined d, Scope scope) {
        Map<Scope, Type> known = defined.get(d.definition());
        for (Scope s = scope; known != null && s != null; s = s.parent) {
            if (known.get(s) != null) {
                Diagnostic cause = known.get(s) instanceof RecordType record && a.info(record) != null
                        ? a.info(record).leftOut
                        : null;
                if (cause != null && a.host.isTrying()) {
                    a.host.add(cause, true);
                }
                return known.get(s);
            }
        }
        a.declarations.declare(d.definition(), scope);
        known = defined.get(d.definition());
        Type type = known == null ? null : known.get(scope);
        return type == null ? Types.ERRONEOUS : type;
    }

    /** The type of {@code decltype(expression)}. */
    Type decltype(Expression expression, Scope scope) {
        a.unevaluated++;
        try {
            Expression inner = expression;
            if (inner instanceof Expression.NameUse || inner instanceof Expression.Member) {
                Term term = a.expressions.term(inner, scope);
                return term instanceof Place p ? declared(p) : term.type();
            }
            Term term = a.expressions.term(expression, scope);
            if (Terms.isErroneous(term) || term instanceof Value) {
                return term.type();
            }
            return new Reference(term.type(), !Terms.isLvalue(term));
        } finally {
            a.unevaluated--;
        }
    }

    private static Type declared(Place place) {
        if (place instanceof Place.Referent r && r.reference() instanceof Value.Load load) {
            return load.place().type();
        }
        return place instanceof Place.Member m ? m.field().type() : place.type();
    }

    private Type computed(TypeSyntax.Computed c, Scope scope) {
        Type argument = read(c.argument(), scope);
        if (argument.isErroneous()) {
            return argument;
        }
        return a.traits.computed(c.span(), c.operator(), argument);
    }

    static boolean containsAuto(TypeSyntax syntax) {
        return switch (syntax) {
            case TypeSyntax.Auto auto -> true;
            case TypeSyntax.DecltypeAuto auto -> true;
            case TypeSyntax.Pointer p -> containsAuto(p.pointee());
            case TypeSyntax.Reference r -> containsAuto(r.referent());
            case TypeSyntax.Array array -> containsAuto(array.element());
            case TypeSyntax.Builtin b -> false;
            case TypeSyntax.Named n -> false;
            case TypeSyntax.Defined d -> false;
            case TypeSyntax.Decltype d -> false;
            case TypeSyntax.Computed c -> false;
            case TypeSyntax.MemberPointer m -> false;
            case TypeSyntax.Function f -> false;
            case TypeSyntax.Malformed m -> false;
        };
    }

    /**
     * The type that {@code auto} in a declaration becomes.
     *
     * @param initial what initialises it
     * @param ast how that is written, which {@code decltype(auto)} looks at
     */
    Type deduce(TypeSyntax syntax, Term initial, Expression ast, Scope scope) {
        if (Terms.isErroneous(initial)) {
            return Types.ERRONEOUS;
        }
        return switch (syntax) {
            case TypeSyntax.DecltypeAuto auto -> decltype(ast, scope);
            case TypeSyntax.Reference r -> {
                if (r.rvalue() && r.referent() instanceof TypeSyntax.Auto && Terms.isLvalue(initial)) {
                    yield new Reference(initial.type(), false);
                }
                Type referent = deduceFrom(r.referent(), initial.type(), scope);
                yield referent.isErroneous() ? referent : new Reference(referent, r.rvalue());
            }
            default -> {
                Type type = Types.decay(initial.type());
                yield type.isVoid() && syntax instanceof TypeSyntax.Auto
                        ? failed(syntax, type)
                        : deduceFrom(syntax, type.unqualified(), scope);
            }
        };
    }

    private Type deduceFrom(TypeSyntax syntax, Type type, Scope scope) {
        return switch (syntax) {
            case TypeSyntax.Auto auto -> qualify(type, auto.qualifiers());
            case TypeSyntax.Pointer p ->
                type.unqualified() instanceof Pointer actual
                        ? qualify(new Pointer(deduceFrom(p.pointee(), actual.pointee(), scope)), p.qualifiers())
                        : failed(syntax, type);
            case TypeSyntax.Array array ->
                type instanceof Array actual
                        ? new Array(deduceFrom(array.element(), actual.element(), scope), actual.count())
                        : failed(syntax, type);
            default -> read(syntax, scope);
        };
    }

    private Type failed(TypeSyntax syntax, Type type) {
        a.error(syntax.span(), "'auto' cannot be deduced from a value of type '" + type.spelling() + "'");
        return Types.ERRONEOUS;
    }
}
