package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.FunctionBody;
import io.xianka.compiler.syntax.Name;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.OverloadedOperator;
import io.xianka.compiler.syntax.Qualifiers;
import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.syntax.TemplateParameter;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Lambdas: records whose fields are what they capture, with a call operator. */
final class Lambdas {
    private static final String THIS = "this";

    private final Analysis a;
    private final IdentityHashMap<Expression.Lambda, Map<Scope, Term>> made = new IdentityHashMap<>();

    Lambdas(Analysis analysis) {
        a = analysis;
    }

    Term lambda(Expression.Lambda e, Scope scope) {
        // Deduction may look at an expression before it is used; both times it is the same closure.
        Map<Scope, Term> here = made.computeIfAbsent(e, k -> new IdentityHashMap<>());
        Term known = here.get(scope);
        if (known == null) {
            known = closure(e, scope);
            if (a.unevaluated == 0 && !Terms.isErroneous(known)) {
                here.put(scope, known);
            }
        }
        return known;
    }

    private Term closure(Expression.Lambda e, Scope scope) {
        SourceSpan span = e.span();
        RecordType type = new RecordType("(lambda at line " + span.line() + ")", false);
        ClassInfo info = new ClassInfo(type, scope, "$lambda" + span.start(), span);
        info.isClosure = true;
        a.register(info);
        FunctionContext.Captures captures =
                new FunctionContext.Captures(scope.function, scope, e.captureDefault(), type);

        FunctionSymbol operator = callOperator(e, info);
        operator.captures = captures;
        operator.lambdaAround = scope.function;
        operator.isLambda = true;
        operator.isLibrary = scope.function != null && scope.function.symbol.isLibrary;
        if (!explicitCaptures(e, captures, scope)) {
            return Terms.erroneous(span);
        }
        if (operator.isTemplate()) {
            if (e.captureDefault() != Expression.CaptureDefault.NONE) {
                captureAllNamed(e, captures, scope);
            }
        } else {
            a.functions.readSignature(operator);
            a.functions.function(operator);
            a.functions.ensureBody(operator, span);
            if (operator.type.result() == null || operator.type.result().isErroneous()) {
                return Terms.erroneous(span);
            }
        }
        info.scope.put(operator.name, new Symbol.Functions(List.of(operator)));
        captures.closed = true;
        type.complete(
                List.of(),
                captures.fields,
                Math.max(1, Types.roundUp(captures.bytes, captures.alignment)),
                captures.alignment);
        List<Value.Slot> slots = new ArrayList<>();
        for (int i = 0; i < captures.values.size(); i++) {
            if (Terms.isErroneous(captures.values.get(i))) {
                return Terms.erroneous(span);
            }
            slots.add(new Value.Slot(i, captures.values.get(i)));
        }
        return new Value.Aggregate(span, type, slots);
    }

    private FunctionSymbol callOperator(Expression.Lambda e, ClassInfo info) {
        SourceSpan span = e.span();
        List<TemplateParameter> generic = new ArrayList<>(e.templateParameters());
        List<TypeSyntax.Parameter> parameters = new ArrayList<>();
        for (TypeSyntax.Parameter p : e.type().parameters()) {
            if (TypeReader.containsAuto(p.type())) {
                NamePart.Identifier name = new NamePart.Identifier(p.span(), "auto:" + (generic.size() + 1));
                generic.add(new TemplateParameter.Type(p.span(), name, p.pack(), null));
                parameters.add(new TypeSyntax.Parameter(
                        p.span(), p.specifiers(), replaceAuto(p.type(), name), p.name(), p.pack(), p.defaultValue()));
            } else {
                parameters.add(p);
            }
        }
        TypeSyntax.Function f = e.type();
        Qualifiers qualifiers = e.specifiers().has(Specifier.MUTABLE) ? Qualifiers.NONE : Qualifiers.CONST;
        TypeSyntax.Function type = new TypeSyntax.Function(
                f.span(),
                f.result(),
                f.trailing(),
                parameters,
                f.variadic(),
                qualifiers,
                f.reference(),
                f.noexcept(),
                f.noexceptCondition());
        Name name = Name.of(new NamePart.Operator(span, OverloadedOperator.CALL));
        Declaration.Function declaration = new Declaration.Function(
                span,
                e.specifiers(),
                Declaration.FunctionKind.OPERATOR,
                name,
                type,
                new FunctionBody.Block(e.body().span(), List.of(), e.body()));
        Declaration.Template template = generic.isEmpty() ? null : new Declaration.Template(span, generic, declaration);
        return new FunctionSymbol("operator()", info.scope, info, declaration, template);
    }

    private static TypeSyntax replaceAuto(TypeSyntax type, NamePart.Identifier name) {
        return switch (type) {
            case TypeSyntax.Auto auto ->
                new TypeSyntax.Named(auto.span(), Name.of(name), null, false, auto.qualifiers());
            case TypeSyntax.Pointer p ->
                new TypeSyntax.Pointer(p.span(), replaceAuto(p.pointee(), name), p.qualifiers());
            case TypeSyntax.Reference r ->
                new TypeSyntax.Reference(r.span(), replaceAuto(r.referent(), name), r.rvalue(), r.qualifiers());
            case TypeSyntax.Array array ->
                new TypeSyntax.Array(array.span(), replaceAuto(array.element(), name), array.size());
            default -> type;
        };
    }

    private boolean explicitCaptures(Expression.Lambda e, FunctionContext.Captures captures, Scope scope) {
        boolean good = true;
        for (Expression.Capture capture : e.captures()) {
            if (capture.name() == null) {
                Place self = self(capture.span(), scope);
                if (self == null) {
                    a.error(capture.span(), "there is no 'this' to capture here");
                    good = false;
                } else if (capture.byReference()) {
                    captureThis(self, captures, capture.span());
                } else {
                    RecordType record = (RecordType) self.type().unqualified();
                    RecordType.Field field = captures.add("*this", record, a.conversions.copy(self, record));
                    captures.byName.put(THIS, new Symbol.FieldName(null, List.of(field)));
                }
                continue;
            }
            String name = capture.name().text();
            if (capture.value() != null) {
                Term value = a.expressions.term(capture.value(), scope);
                if (Terms.isErroneous(value)) {
                    good = false;
                    continue;
                }
                Type type = capture.byReference()
                        ? new Reference(value.type(), false)
                        : Types.decay(value.type()).unqualified();
                Value initial = a.conversions.convert(value, type, "in the capture of '" + name + "'");
                a.info(captures.closure)
                        .scope
                        .put(
                                name,
                                new Symbol.FieldName(
                                        a.info(captures.closure), List.of(captures.add(name, type, initial))));
                continue;
            }
            Symbol symbol = a.lookup.unqualified(name, scope);
            switch (symbol) {
                case null -> {
                    a.lookup.undeclared(Name.of(capture.name()), scope);
                    good = false;
                }
                case Symbol.VariableName v
                when v.owner != null -> good &= add(v, captures, capture.byReference(), capture.span());
                case Symbol.PlaceName p -> good &= add(p, captures, capture.byReference(), capture.span());
                case Symbol.Pack pack -> {
                    for (Symbol one : pack.elements()) {
                        if (one instanceof Symbol.VariableName v) {
                            good &= add(v, captures, capture.byReference(), capture.span());
                        }
                    }
                }
                case Symbol.Broken b -> good = false;
                default -> {
                    a.error(capture.span(), "'" + name + "' is no local variable, so it need not be captured");
                    good = false;
                }
            }
        }
        return good;
    }

    /** A generic lambda's body is analysed only when called; what it may use is captured at once. */
    private void captureAllNamed(Expression.Lambda e, FunctionContext.Captures captures, Scope scope) {
        boolean byReference = e.captureDefault() == Expression.CaptureDefault.REFERENCE;
        for (String name : TreeNames.in(e.body())) {
            Symbol symbol = a.lookup.unqualified(name, scope);
            if (symbol instanceof Symbol.VariableName v && v.owner != null && v.variable.constant() == null) {
                if (!captures.byName.containsKey(v)) {
                    add(v, captures, byReference, e.span());
                }
            } else if (symbol instanceof Symbol.PlaceName p && !captures.byName.containsKey(p)) {
                add(p, captures, byReference, e.span());
            } else if (symbol instanceof Symbol.FieldName && !captures.byName.containsKey(THIS)) {
                Place self = self(e.span(), scope);
                if (self != null) {
                    captureThis(self, captures, e.span());
                }
            }
        }
    }

    private void captureThis(Place self, FunctionContext.Captures captures, SourceSpan span) {
        Value pointer = Terms.addressOf(span, self);
        RecordType.Field field = captures.add(THIS, pointer.type(), pointer);
        captures.byName.put(THIS, new Symbol.FieldName(null, List.of(field)));
    }

    private static String nameOf(Symbol local) {
        return local instanceof Symbol.PlaceName p ? p.name() : ((Symbol.VariableName) local).variable.name();
    }

    /** @param local a VariableName or a PlaceName */
    private boolean add(Symbol local, FunctionContext.Captures captures, boolean byReference, SourceSpan span) {
        Term outer = switch (local) {
            case Symbol.VariableName v -> a.expressions.variable(v, span, captures.scope);
            case Symbol.PlaceName p when p.owner() == captures.scope.function -> p.place();
            default -> capture(local, span, captures.scope);
        };
        if (Terms.isErroneous(outer)) {
            return false;
        }
        Type type;
        Value value;
        if (byReference) {
            type = new Reference(outer.type(), false);
            value = a.conversions.convert(outer, type, "");
        } else {
            type = outer.type().unqualified();
            value = type instanceof Array ? a.conversions.copyArray(outer) : a.conversions.convert(outer, type, "");
        }
        RecordType.Field field = captures.add(nameOf(local), type, value);
        captures.byName.put(local, new Symbol.FieldName(null, List.of(field)));
        return true;
    }

    /** What a local variable or structured binding of a function around is within a lambda. */
    Term capture(Symbol local, SourceSpan span, Scope scope) {
        FunctionContext context = scope.function;
        if (context == null || context.captures == null) {
            return a.expressions.erroneous(span, "'" + nameOf(local) + "' is a local variable of another function");
        }
        FunctionContext.Captures captures = context.captures;
        if (!captures.byName.containsKey(local)) {
            if (captures.byDefault == Expression.CaptureDefault.NONE || captures.closed) {
                return a.expressions.erroneous(
                        span, "'" + nameOf(local) + "' is not captured; name it between the lambda's brackets");
            }
            if (!add(local, captures, captures.byDefault == Expression.CaptureDefault.REFERENCE, span)) {
                return Terms.erroneous(span);
            }
        }
        return captured(captures.byName.get(local), context, span);
    }

    /** The call operator of a closure that captures nothing and is not generic, or null. */
    FunctionSymbol plainOperator(Type type) {
        ClassInfo info = type.unqualified() instanceof RecordType record ? a.info(record) : null;
        return info != null
                        && info.isClosure
                        && info.type.fields().isEmpty()
                        && info.scope.get("operator()") instanceof Symbol.Functions functions
                        && !functions.all.getFirst().isTemplate()
                ? functions.all.getFirst()
                : null;
    }

    /** A function that calls the operator on no object: what a plain lambda is as a pointer. */
    Value pointer(FunctionSymbol operator, SourceSpan span) {
        FunctionSymbol invoker = new FunctionSymbol("invoke", operator.owner.scope, null, operator.declaration, null);
        invoker.type = operator.type;
        invoker.isLambda = true;
        invoker.isLibrary = operator.isLibrary;
        invoker.bodyDone = true;
        Function inner = a.functions.use(operator, span);
        Function function = a.functions.function(invoker);
        List<Value> arguments = new ArrayList<>();
        arguments.add(new Value.Null(span, inner.parameters().getFirst().type().unqualified()));
        for (Variable parameter : function.parameters()) {
            Value value = a.conversions.convert(
                    Expressions.referred(new Place.OfVariable(span, parameter)), parameter.type(), "");
            arguments.add(value);
        }
        Type result = operator.type.result();
        Value call = new Value.Call(span, inner, arguments, result);
        function.define(new Statement.Block(
                span,
                result.isVoid()
                        ? List.of(new Statement.Evaluate(span, call))
                        : List.of(new Statement.Return(span, call))));
        invoker.uses.add(operator);
        return a.functions.address(invoker, span);
    }

    /** A field of the closure whose body this is: an init-capture. */
    Place closureField(Symbol.FieldName f, SourceSpan span, Scope scope) {
        FunctionContext context = scope.function;
        if (context == null || context.captures == null || context.captures.closure != f.owner().type) {
            return null;
        }
        return captured(f, context, span);
    }

    private Place captured(Symbol symbol, FunctionContext context, SourceSpan span) {
        Place closure = new Place.Dereference(span, Terms.load(new Place.OfVariable(span, context.thisVariable)));
        RecordType.Field field = ((Symbol.FieldName) symbol).path().getFirst();
        return Expressions.referred(Expressions.memberOf(closure, field, span));
    }

    /** The object of the member function around, or null. */
    Place self(SourceSpan span, Scope scope) {
        FunctionContext context = scope.function;
        if (context == null) {
            return null;
        }
        if (context.captures == null) {
            return context.thisVariable == null
                    ? null
                    : new Place.Dereference(span, Terms.load(new Place.OfVariable(span, context.thisVariable)));
        }
        FunctionContext.Captures captures = context.captures;
        if (!captures.byName.containsKey(THIS)) {
            if (captures.byDefault == Expression.CaptureDefault.NONE || captures.closed) {
                return null;
            }
            Place outer = self(span, captures.scope);
            if (outer == null) {
                return null;
            }
            captureThis(outer, captures, span);
        }
        Place place = captured(captures.byName.get(THIS), context, span);
        return place.type().unqualified() instanceof Pointer ? new Place.Dereference(span, Terms.load(place)) : place;
    }
}
