package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import java.util.ArrayList;
import java.util.List;

/** Calls of functions, member functions, pointers to functions, objects with operator(), and constructors. */
final class Calls {
    private final Analysis a;

    Calls(Analysis analysis) {
        a = analysis;
    }

    Term call(Expression.Call e, Scope scope) {
        SourceSpan span = e.span();
        Expression callee = e.callee();
        while (callee instanceof Expression.Parenthesised p) {
            callee = p.inner();
        }
        if (callee instanceof Expression.NameUse use) {
            return named(e, use, scope);
        }
        Operand target = a.expressions.operand(callee, scope);
        List<Operand> arguments = a.expressions.operands(e.arguments(), scope);
        if (callee instanceof Expression.Member m && m.member().last() instanceof NamePart.Destructor) {
            if (!(target instanceof Operand.Typed t) || Terms.isErroneous(t.term())) {
                return Terms.erroneous(span);
            }
            Place object = a.implicits.isDestroyed(t.term().type()) ? a.conversions.asPlace(t.term()) : null;
            return object == null
                    ? new Value.Discard(span, Terms.integer(span, 0, Scalar.INT))
                    : build(a.implicits.destructor(a.info(object.type())), object, List.of(), span);
        }
        return call(target, arguments, span);
    }

    private Term named(Expression.Call e, Expression.NameUse use, Scope scope) {
        SourceSpan span = e.span();
        Symbol symbol = a.lookup.find(use.name(), scope);
        String name = use.name().last().text();
        if (symbol instanceof Symbol.TypeName
                || symbol instanceof Symbol.Injected
                || symbol instanceof Symbol.AliasTemplate
                || symbol instanceof Symbol.ClassTemplate) {
            TypeSyntax written = a.expressions.asType(use);
            List<Operand> arguments = a.expressions.operands(e.arguments(), scope);
            Symbol.ClassTemplate template = a.classDeduction.placeholder(written, scope);
            Type type = template == null
                    ? a.types.read(written, scope)
                    : a.classDeduction.deduce(template, arguments, use.span());
            return type.isErroneous() ? Terms.erroneous(span) : a.casts.functional(type, arguments, span);
        }
        if (symbol == null && use.name().unqualified()) {
            List<Operand> arguments = a.expressions.operands(e.arguments(), scope);
            Term builtin = a.builtins.call(name, arguments, span);
            if (builtin != null) {
                return builtin;
            }
            List<FunctionSymbol> found = associated(name, arguments);
            if (!found.isEmpty()) {
                return resolve(
                        new Operand.Overloaded(
                                use.span(),
                                name,
                                found,
                                use.name().last() instanceof NamePart.TemplateId id ? id.arguments() : null,
                                scope,
                                null,
                                false),
                        arguments,
                        span);
            }
            a.lookup.undeclared(use.name(), scope);
            return Terms.erroneous(span);
        }
        Operand target = symbol == null
                ? a.expressions.name(use, scope)
                : a.expressions.meaning(symbol, use.name().last(), use.name().unqualified(), use.span(), scope);
        return call(target, a.expressions.operands(e.arguments(), scope), span);
    }

    /** The call of a function that is found only by its argument's type; null when there is none. */
    Term associated(String name, Term argument, SourceSpan span) {
        List<Operand> arguments = List.of(new Operand.Typed(argument));
        List<FunctionSymbol> found = associated(name, arguments);
        return found.isEmpty()
                ? null
                : resolve(new Operand.Overloaded(span, name, found, null, null, null, false), arguments, span);
    }

    private List<FunctionSymbol> associated(String name, List<Operand> arguments) {
        List<Type> types = new ArrayList<>();
        for (Operand argument : arguments) {
            if (argument instanceof Operand.Typed t) {
                Type type = Types.referent(t.term().type());
                while (type.unqualified() instanceof Pointer p) {
                    type = p.pointee();
                }
                if (Types.isRecord(type) || Types.isEnum(type)) {
                    types.add(type);
                }
            }
        }
        return types.isEmpty() ? List.of() : a.lookup.byArguments(name, types);
    }

    private Term call(Operand target, List<Operand> arguments, SourceSpan span) {
        return switch (target) {
            case Operand.Overloaded overloaded -> resolve(overloaded, arguments, span);
            case Operand.Braces braces -> a.expressions.erroneous(braces.span(), "a list in braces cannot be called");
            case Operand.Typed typed -> callTerm(typed.term(), arguments, span);
        };
    }

    private Term callTerm(Term callee, List<Operand> arguments, SourceSpan span) {
        if (Terms.isErroneous(callee)) {
            return Terms.erroneous(span);
        }
        if (Types.isRecord(callee.type())) {
            Term result = a.operators.member(callee, "operator()", arguments, span);
            return result != null
                    ? result
                    : a.expressions.erroneous(
                            callee.span(),
                            "'" + callee.type().spelling() + "' is neither a function nor has operator()");
        }
        Value pointer = Terms.value(callee);
        if (!(pointer.type() instanceof Pointer p) || !(p.pointee() instanceof Type.Function type)) {
            return a.expressions.erroneous(
                    callee.span(), "'" + callee.type().spelling() + "' is not a function, so it cannot be called");
        }
        if (arguments.size() != type.parameters().size()) {
            return a.expressions.erroneous(
                    span,
                    "the function takes " + type.parameters().size() + " arguments, " + arguments.size()
                            + " are given");
        }
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            Value value =
                    a.conversions.convert(arguments.get(i), type.parameters().get(i), "in argument " + (i + 1));
            if (Terms.isErroneous(value)) {
                return Terms.erroneous(span);
            }
            values.add(value);
        }
        if (pointer instanceof Value.FunctionAddress direct) {
            return result(new Value.Call(span, direct.function(), values, type.result()));
        }
        return result(new Value.CallPointer(span, pointer, values, type.result()));
    }

    private static Term result(Value call) {
        return call.type().isReference() ? new Place.Referent(call.span(), call) : call;
    }

    private Term resolve(Operand.Overloaded target, List<Operand> arguments, SourceSpan span) {
        List<FunctionSymbol> candidates = target.candidates();
        if (target.byArguments()) {
            List<FunctionSymbol> more = associated(target.name(), arguments);
            if (!more.isEmpty() && !candidates.containsAll(more)) {
                candidates = new ArrayList<>(candidates);
                for (FunctionSymbol function : more) {
                    if (!candidates.contains(function)) {
                        candidates.add(function);
                    }
                }
            }
        }
        FunctionSymbol function = a.overloads.resolve(
                target.name(), candidates, target.explicit(), target.scope(), target.object(), arguments, span);
        return function == null ? Terms.erroneous(span) : build(function, target.object(), arguments, span);
    }

    /** The call of a function that fits. */
    Term build(FunctionSymbol symbol, Place object, List<Operand> arguments, SourceSpan span) {
        a.access.check(symbol, span);
        Function function = a.functions.use(symbol, span);
        List<Value> values = new ArrayList<>(arguments.size() + 1);
        if (symbol.hasThis()) {
            if (object == null) {
                return a.expressions.erroneous(span, "member function '" + symbol.display() + "' needs an object");
            }
            Place self = a.conversions.toBase(object, symbol.owner.type);
            values.add(Terms.convert(
                    span,
                    Terms.addressOf(span, self, symbol.isConstMember),
                    function.parameters().getFirst().type()));
        }
        if (!arguments(symbol, arguments, values)) {
            return Terms.erroneous(span);
        }
        if (symbol.has(io.xianka.compiler.syntax.Specifier.GLOBAL)) {
            return a.expressions.erroneous(
                    span, "'" + symbol.display() + "' is a kernel; only the host launches kernels");
        }
        if (symbol.type.result() == null) {
            a.functions.ensureBody(symbol, span);
            if (symbol.type.result() == null) {
                return a.expressions.erroneous(
                        span, "the result type of '" + symbol.display() + "' is not deduced yet here");
            }
        }
        Type type = symbol.type.result();
        if (type.isErroneous()) {
            return Terms.erroneous(span);
        }
        // Nothing can read what '...' takes, so it is evaluated and not passed.
        int passed = function.parameters().size();
        Term called = result(new Value.Call(span, function, values.subList(0, passed), type));
        for (Value extra : values.subList(passed, values.size())) {
            called = called instanceof Place place
                    ? new Place.Comma(span, extra, place)
                    : new Value.Comma(span, extra, (Value) called);
        }
        return called;
    }

    private boolean arguments(FunctionSymbol symbol, List<Operand> arguments, List<Value> values) {
        List<Type> parameters = symbol.type.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            Value value;
            if (i < arguments.size()) {
                String where = "in argument " + (i + 1) + " of '" + symbol.name + "'";
                value = a.conversions.convert(arguments.get(i), parameters.get(i), where);
            } else if (i < symbol.defaults.size() && symbol.defaults.get(i) != null) {
                value = a.conversions.convert(
                        a.expressions.operand(symbol.defaults.get(i), symbol.defaultsScope),
                        parameters.get(i),
                        "in the default argument of '" + symbol.name + "'");
            } else {
                throw new AssertionError(symbol.name);
            }
            if (Terms.isErroneous(value)) {
                return false;
            }
            values.add(value);
        }
        for (int i = parameters.size(); i < arguments.size(); i++) {
            Value value = variableArgument(arguments.get(i));
            if (value == null) {
                return false;
            }
            values.add(value);
        }
        return true;
    }

    /** An argument for {@code ...}, promoted; null after an error. */
    Value variableArgument(Operand argument) {
        if (!(argument instanceof Operand.Typed typed)) {
            a.error(argument.span(), "this needs a type before it can be passed to '...'");
            return null;
        }
        if (Terms.isErroneous(typed.term())) {
            return null;
        }
        Value value = Terms.value(a.conversions.asScalar(typed.term()));
        Type type = value.type();
        if (type == Scalar.FLOAT) {
            return Terms.convert(value.span(), value, Scalar.DOUBLE);
        }
        if (Types.isIntegral(type)) {
            return Terms.convert(value.span(), value, Types.promote(type));
        }
        return value;
    }

    // ---- constructors

    /** A record made by the constructor. */
    Value construct(FunctionSymbol constructor, List<Operand> arguments, SourceSpan span, RecordType type) {
        a.access.check(constructor, span);
        Function function = a.functions.use(constructor, span);
        List<Value> values = new ArrayList<>(arguments.size());
        if (!arguments(constructor, arguments, values)) {
            return Terms.erroneous(span);
        }
        return new Value.Construct(span, function, values, false, type);
    }

    /** A record made by whichever constructor fits. */
    Value constructFrom(ClassInfo info, List<Operand> arguments, SourceSpan span) {
        FunctionSymbol constructor =
                a.overloads.resolve(info.type.name(), info.constructors, null, null, null, arguments, span);
        return constructor == null ? Terms.erroneous(span) : construct(constructor, arguments, span, info.type);
    }
}
