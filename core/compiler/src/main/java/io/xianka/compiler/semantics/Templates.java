package io.xianka.compiler.semantics;

import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.Name;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.TemplateArgument;
import io.xianka.compiler.syntax.TemplateParameter;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Instances of templates. A template is not analysed itself: each instance reads its syntax anew in a scope in which the
 * parameters' names stand for the arguments.
 */
final class Templates {
    private static final int DEEPEST = 200;

    private final Analysis a;

    Templates(Analysis analysis) {
        a = analysis;
    }

    // ---- arguments

    /** What identifies an instance. */
    static List<Object> key(List<Symbol> arguments) {
        List<Object> key = new ArrayList<>(arguments.size());
        for (Symbol argument : arguments) {
            key.add(keyOf(argument));
        }
        return key;
    }

    private static Object keyOf(Symbol argument) {
        return switch (argument) {
            case Symbol.TypeName t -> t.type();
            case Symbol.Constant c -> constantKey(c.value());
            case Symbol.Pack p -> key(p.elements());
            default -> argument;
        };
    }

    private static Object constantKey(Value value) {
        return switch (value) {
            case Value.IntegerConstant c -> List.of(c.value(), c.type());
            case Value.FloatingConstant c -> List.of(c.value(), c.type());
            case Value.Null n -> n.type();
            case Value.FunctionAddress f -> f.function();
            default -> value;
        };
    }

    /** {@code <float, 3>}. */
    static String spell(List<Symbol> arguments) {
        StringBuilder out = new StringBuilder("<");
        spell(arguments, out);
        return out.append('>').toString();
    }

    private static void spell(List<Symbol> arguments, StringBuilder out) {
        for (Symbol argument : arguments) {
            if (argument instanceof Symbol.Pack pack) {
                spell(pack.elements(), out);
                continue;
            }
            if (out.length() > 1) {
                out.append(", ");
            }
            out.append(
                    switch (argument) {
                        case Symbol.TypeName t -> t.type().spelling();
                        case Symbol.Constant c -> spellConstant(c.value());
                        case Symbol.ClassTemplate t -> t.name;
                        default -> "?";
                    });
        }
    }

    private static String spellConstant(Value value) {
        return switch (value) {
            case Value.IntegerConstant c ->
                c.type() == Scalar.BOOL
                        ? c.value() != 0 ? "true" : "false"
                        : c.type() instanceof Type.Named e
                                ? "(" + e.name() + ")" + c.value()
                                : Types.scalar(c.type()).signed()
                                        ? Long.toString(c.value())
                                        : Long.toUnsignedString(c.value()) + "u";
            case Value.FloatingConstant c -> Double.toString(c.value());
            case Value.Null n -> "nullptr";
            case Value.FunctionAddress f -> f.function().name();
            default -> "?";
        };
    }

    /** Turns written arguments into what they stand for; null after an error. Missing ones are left null. */
    private Symbol[] explicitArguments(
            List<TemplateParameter> parameters,
            List<TemplateArgument> written,
            Scope scope,
            Scope bindings,
            SourceSpan span) {
        List<TemplateArgument> arguments = written;
        Symbol[] bound = new Symbol[parameters.size()];
        List<Symbol> expanded = new ArrayList<>();
        List<TemplateArgument> sources = new ArrayList<>();
        for (TemplateArgument argument : arguments) {
            if (argument.pack()) {
                for (Symbol symbol : expandArgument(argument, scope)) {
                    expanded.add(symbol);
                    sources.add(argument);
                }
            } else {
                expanded.add(null);
                sources.add(argument);
            }
        }
        int next = 0;
        for (int i = 0; i < parameters.size(); i++) {
            TemplateParameter parameter = parameters.get(i);
            if (parameter.pack()) {
                List<Symbol> rest = new ArrayList<>();
                while (next < expanded.size()) {
                    Symbol symbol = argument(parameter, sources.get(next), expanded.get(next), scope, bindings);
                    if (symbol == null) {
                        return null;
                    }
                    rest.add(symbol);
                    next++;
                }
                if (!rest.isEmpty()) {
                    bound[i] = new Symbol.Pack(rest);
                    bind(bindings, parameter, bound[i]);
                }
            } else if (next < expanded.size()) {
                bound[i] = argument(parameter, sources.get(next), expanded.get(next), scope, bindings);
                if (bound[i] == null) {
                    return null;
                }
                bind(bindings, parameter, bound[i]);
                next++;
            }
        }
        if (next < expanded.size()) {
            a.error(span, "too many template arguments: " + expanded.size() + " for " + parameters.size());
            return null;
        }
        return bound;
    }

    private static void bind(Scope bindings, TemplateParameter parameter, Symbol symbol) {
        if (parameter.name() != null) {
            bindings.put(parameter.name().text(), symbol);
        }
    }

    private Symbol argument(
            TemplateParameter parameter, TemplateArgument written, Symbol ready, Scope scope, Scope bindings) {
        switch (parameter) {
            case TemplateParameter.Type t -> {
                if (ready != null) {
                    return ready;
                }
                TypeSyntax syntax = asType(written);
                if (syntax == null) {
                    a.error(written.span(), "template parameter '" + nameOf(parameter) + "' wants a type here");
                    return null;
                }
                Type type = a.types.read(syntax, scope);
                return type.isErroneous() ? null : new Symbol.TypeName(type);
            }
            case TemplateParameter.Value v -> {
                Type type = a.types.read(v.type(), bindings).unqualified();
                if (type.isErroneous()) {
                    return null;
                }
                Value value;
                if (ready instanceof Symbol.Constant c) {
                    value = c.value();
                } else {
                    Expression expression = asValue(written);
                    if (expression == null) {
                        a.error(written.span(), "template parameter '" + nameOf(parameter) + "' wants a value here");
                        return null;
                    }
                    value = a.conversions.convert(a.expressions.operand(expression, scope), type, "");
                }
                return constant(value, type, written.span());
            }
            case TemplateParameter.Template t -> {
                if (ready != null) {
                    return ready;
                }
                Name name = switch (written) {
                    case TemplateArgument.Template n -> n.name();
                    case TemplateArgument.Type n when n.type() instanceof TypeSyntax.Named named -> named.name();
                    case TemplateArgument.Value n when n.value() instanceof Expression.NameUse use -> use.name();
                    default -> null;
                };
                Symbol symbol = name == null ? null : a.lookup.resolve(name, scope);
                if (symbol instanceof Symbol.Injected injected) {
                    symbol = injected.template();
                }
                if (symbol instanceof Symbol.ClassTemplate || symbol instanceof Symbol.AliasTemplate) {
                    return symbol;
                }
                a.error(written.span(), "template parameter '" + nameOf(parameter) + "' wants a class template here");
                return null;
            }
        }
    }

    private Symbol constant(Value value, Type type, SourceSpan span) {
        if (Terms.isErroneous(value)) {
            return null;
        }
        Value converted =
                type instanceof Pointer || Terms.isErroneous(value) ? value : Terms.convert(span, value, type);
        Value constant = a.evaluator.scalar(converted);
        if (constant == null) {
            a.error(span, "a template argument must be a constant");
            return null;
        }
        return new Symbol.Constant(constant);
    }

    private static String nameOf(TemplateParameter parameter) {
        return parameter.name() == null ? "(unnamed)" : parameter.name().text();
    }

    private static TypeSyntax asType(TemplateArgument argument) {
        return switch (argument) {
            case TemplateArgument.Type t -> t.type();
            case TemplateArgument.Template t -> named(t.name());
            case TemplateArgument.Value v -> v.value() instanceof Expression.NameUse use ? named(use.name()) : null;
        };
    }

    private static TypeSyntax named(Name name) {
        return new TypeSyntax.Named(name.span(), name, null, false, io.xianka.compiler.syntax.Qualifiers.NONE);
    }

    private static Expression asValue(TemplateArgument argument) {
        return switch (argument) {
            case TemplateArgument.Value v -> v.value();
            case TemplateArgument.Type t ->
                t.type() instanceof TypeSyntax.Named n ? new Expression.NameUse(n.span(), n.name()) : null;
            case TemplateArgument.Template t -> new Expression.NameUse(t.span(), t.name());
        };
    }

    /** Fills what is not bound from the parameters' defaults; false after an error. */
    private boolean defaults(
            List<TemplateParameter> parameters, Symbol[] bound, Scope bindings, SourceSpan span, String name) {
        for (int i = 0; i < bound.length; i++) {
            if (bound[i] != null) {
                continue;
            }
            TemplateParameter parameter = parameters.get(i);
            if (parameter.pack()) {
                bound[i] = new Symbol.Pack(List.of());
            } else {
                bound[i] = switch (parameter) {
                    case TemplateParameter.Type t -> {
                        Type type = t.defaultType() == null ? null : a.types.read(t.defaultType(), bindings);
                        yield type == null || type.isErroneous() ? null : new Symbol.TypeName(type);
                    }
                    case TemplateParameter.Value v -> {
                        if (v.defaultValue() == null) {
                            yield null;
                        }
                        Type type = a.types.read(v.type(), bindings).unqualified();
                        Value value =
                                a.conversions.convert(a.expressions.operand(v.defaultValue(), bindings), type, "");
                        yield constant(value, type, v.span());
                    }
                    case TemplateParameter.Template t ->
                        t.defaultTemplate() == null ? null : a.lookup.find(t.defaultTemplate(), bindings);
                };
                if (bound[i] == null) {
                    a.error(span, "template '" + name + "' needs an argument for '" + nameOf(parameter) + "'");
                    return false;
                }
            }
            bind(bindings, parameter, bound[i]);
        }
        return true;
    }

    // ---- class and alias templates

    /** The class that a template makes of the arguments; Erroneous after an error. */
    Type classInstance(Symbol.ClassTemplate template, List<TemplateArgument> written, Scope scope, SourceSpan span) {
        List<TemplateParameter> parameters = template.primary.parameters();
        Scope bindings = Scope.template(template.scope);
        Symbol[] bound = explicitArguments(parameters, written, scope, bindings, span);
        if (bound == null || !defaults(parameters, bound, bindings, span, template.name)) {
            return Types.ERRONEOUS;
        }
        return instanceOf(template, Arrays.asList(bound), bindings, span).type;
    }

    private ClassInfo instanceOf(
            Symbol.ClassTemplate template, List<Symbol> arguments, Scope bindings, SourceSpan span) {
        List<Object> key = key(arguments);
        ClassInfo known = template.instances.get(key);
        if (known != null) {
            return known;
        }
        Declaration.ClassDeclaration definition = template.explicit.get(key);
        Scope scope = bindings;
        if (definition != null) {
            scope = template.scope;
        } else {
            definition = (Declaration.ClassDeclaration) template.primary.declaration();
            int best = -1;
            for (Declaration.Template partial : template.partial) {
                Declaration.ClassDeclaration special = (Declaration.ClassDeclaration) partial.declaration();
                NamePart.TemplateId id = (NamePart.TemplateId) special.name().last();
                Deduction deduction = new Deduction(partial.parameters(), template.scope);
                boolean[] matches = {true};
                boolean clean = a.attempt(() ->
                        matches[0] = deduceArguments(id.arguments(), arguments, deduction) && deduction.complete());
                int specific = specificity(id);
                if (clean && matches[0] && specific > best) {
                    best = specific;
                    definition = special;
                    scope = deduction.bindings;
                }
            }
        }
        RecordType type = new RecordType(
                template.scope.prefix() + template.name + spell(arguments), definition.tag() == TypeSyntax.Tag.UNION);
        ClassInfo info = new ClassInfo(
                type,
                scope,
                template.name + spell(arguments),
                definition.name() == null ? span : definition.name().span());
        info.template = template;
        info.arguments = arguments;
        info.definition = definition.isDefinition() ? definition : null;
        info.scope.put(template.name, new Symbol.Injected(info, template));
        template.instances.put(key, info);
        a.register(info);
        return info;
    }

    Type alias(Symbol.AliasTemplate template, List<TemplateArgument> written, Scope scope, SourceSpan span) {
        Declaration.Alias alias = (Declaration.Alias) template.declaration().declaration();
        List<TemplateParameter> parameters = template.declaration().parameters();
        Scope bindings = Scope.template(template.scope());
        Symbol[] bound = explicitArguments(parameters, written, scope, bindings, span);
        if (bound == null
                || !defaults(parameters, bound, bindings, span, alias.name().text())) {
            return Types.ERRONEOUS;
        }
        return a.types.read(alias.type(), bindings);
    }

    Symbol.VariableName variable(
            Symbol.VariableTemplate template, List<TemplateArgument> written, Scope scope, SourceSpan span) {
        Declaration.Variable variable =
                (Declaration.Variable) template.declaration().declaration();
        List<TemplateParameter> parameters = template.declaration().parameters();
        Scope bindings = Scope.template(template.scope());
        Symbol[] bound = explicitArguments(parameters, written, scope, bindings, span);
        if (bound == null
                || !defaults(parameters, bound, bindings, span, variable.name().toString())) {
            return null;
        }
        List<Object> key = key(Arrays.asList(bound));
        Symbol.VariableName known = template.instances().get(key);
        if (known == null) {
            Scope own = Scope.template(bindings);
            a.unmuted(() -> a.declarations.variableInstance(variable, own, template.scope()));
            known = own.get(variable.name().last().text()) instanceof Symbol.VariableName v ? v : null;
            template.instances().put(key, known);
        }
        return known;
    }

    /** Reads an explicit specialisation's arguments; null after an error. */
    List<Symbol> specialisation(
            List<TemplateParameter> parameters,
            List<TemplateArgument> written,
            Scope scope,
            SourceSpan span,
            String name) {
        Scope bindings = Scope.template(scope);
        Symbol[] bound = explicitArguments(parameters, written, scope, bindings, span);
        if (bound == null || !defaults(parameters, bound, bindings, span, name)) {
            return null;
        }
        return Arrays.asList(bound);
    }

    // ---- deduction

    /** What is known so far of a template's parameters. */
    private static final class Deduction {
        final List<TemplateParameter> parameters;
        final Symbol[] bound;
        final Map<String, Integer> index = new HashMap<>();
        final Scope bindings;

        Deduction(List<TemplateParameter> parameters, Scope scope) {
            this.parameters = parameters;
            this.bound = new Symbol[parameters.size()];
            this.bindings = Scope.template(scope);
            for (int i = 0; i < parameters.size(); i++) {
                if (parameters.get(i).name() != null) {
                    index.put(parameters.get(i).name().text(), i);
                }
            }
        }

        /** The parameter that a plain name means, or -1. */
        int parameter(Name name) {
            return name.unqualified() && name.last() instanceof NamePart.Identifier id
                    ? index.getOrDefault(id.text(), -1)
                    : -1;
        }

        boolean bindTo(int i, Symbol symbol) {
            if (bound[i] != null && !(bound[i] instanceof Symbol.Pack)) {
                return keyOf(bound[i]).equals(keyOf(symbol)) || sameNumber(bound[i], symbol);
            }
            bound[i] = symbol;
            bind(bindings, parameters.get(i), symbol);
            return true;
        }

        /** An array's bound is deduced as a long, whatever the parameter's type. */
        private boolean sameNumber(Symbol one, Symbol other) {
            return one instanceof Symbol.Constant(Value.IntegerConstant x)
                    && other instanceof Symbol.Constant(Value.IntegerConstant y)
                    && x.value() == y.value();
        }

        boolean complete() {
            for (Symbol symbol : bound) {
                if (symbol == null) {
                    return false;
                }
            }
            return true;
        }
    }

    private boolean mentions(TypeSyntax syntax, Deduction d) {
        return switch (syntax) {
            case TypeSyntax.Named n -> mentions(n.name(), d);
            case TypeSyntax.Pointer p -> mentions(p.pointee(), d);
            case TypeSyntax.Reference r -> mentions(r.referent(), d);
            case TypeSyntax.Array array -> mentions(array.element(), d) || array.size() != null;
            case TypeSyntax.Function f ->
                mentions(f.result(), d) || f.parameters().stream().anyMatch(p -> mentions(p.type(), d));
            case TypeSyntax.MemberPointer m -> true;
            case TypeSyntax.Decltype t -> true;
            case TypeSyntax.Computed c -> mentions(c.argument(), d);
            case TypeSyntax.Builtin b -> false;
            case TypeSyntax.Defined t -> false;
            case TypeSyntax.Auto t -> false;
            case TypeSyntax.DecltypeAuto t -> false;
            case TypeSyntax.Malformed m -> false;
        };
    }

    private boolean mentions(Name name, Deduction d) {
        if (d.parameter(name) >= 0) {
            return true;
        }
        List<NamePart> parts = new ArrayList<>(name.qualifiers());
        parts.add(name.last());
        for (NamePart part : parts) {
            if (d.index.containsKey(part.text())) {
                return true;
            }
            if (part instanceof NamePart.TemplateId id) {
                for (TemplateArgument argument : id.arguments()) {
                    TypeSyntax type = asType(argument);
                    if (type == null || mentions(type, d)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Matches a parameter's type with an argument's; false when they cannot agree. */
    private boolean deduce(TypeSyntax p, Type argument, Deduction d) {
        if (!mentions(p, d)) {
            return true;
        }
        return switch (p) {
            case TypeSyntax.Named named -> deduceNamed(named, argument, d);
            case TypeSyntax.Pointer pointer ->
                argument.unqualified() instanceof Pointer actual && deduce(pointer.pointee(), actual.pointee(), d);
            case TypeSyntax.Reference reference -> deduce(reference.referent(), Types.referent(argument), d);
            case TypeSyntax.Array array ->
                argument instanceof Array actual
                        && deduce(array.element(), actual.element(), d)
                        && (array.size() == null
                                || deduceValue(
                                        array.size(),
                                        new Value.IntegerConstant(array.span(), actual.count(), Scalar.UNSIGNED_LONG),
                                        d));
            case TypeSyntax.Function f -> {
                if (!(argument instanceof Type.Function actual)
                        || f.parameters().size() != actual.parameters().size()
                        || !deduce(f.result(), actual.result(), d)) {
                    yield false;
                }
                boolean matches = true;
                for (int i = 0; i < f.parameters().size() && matches; i++) {
                    matches = deduce(
                            f.parameters().get(i).type(), actual.parameters().get(i), d);
                }
                yield matches;
            }
            default -> true;
        };
    }

    private boolean deduceNamed(TypeSyntax.Named named, Type argument, Deduction d) {
        int parameter = d.parameter(named.name());
        if (parameter >= 0) {
            if (!(d.parameters.get(parameter) instanceof TemplateParameter.Type)) {
                return false;
            }
            Type bare = without(
                    argument, named.qualifiers().isConst(), named.qualifiers().isVolatile());
            return d.bindTo(parameter, new Symbol.TypeName(bare));
        }
        if (!(named.name().last() instanceof NamePart.TemplateId id)) {
            return true;
        }
        if (!(argument.unqualified() instanceof RecordType record)) {
            return false;
        }
        int templateParameter = named.name().unqualified() ? d.index.getOrDefault(id.text(), -1) : -1;
        if (templateParameter >= 0) {
            ClassInfo info = a.info(record);
            return info.template != null
                    && d.bindTo(templateParameter, info.template)
                    && deduceArguments(id.arguments(), info.arguments, d);
        }
        Symbol symbol = a.lookup.find(named.name(), d.bindings);
        if (symbol instanceof Symbol.Injected injected) {
            symbol = injected.template();
        }
        if (!(symbol instanceof Symbol.ClassTemplate template)) {
            return true;
        }
        ClassInfo info = instanceIn(a.info(record), template, named.span());
        return info != null && deduceArguments(id.arguments(), info.arguments, d);
    }

    private ClassInfo instanceIn(ClassInfo info, Symbol.ClassTemplate template, SourceSpan span) {
        if (info.template == template) {
            return info;
        }
        a.classes.complete(info.type, span);
        for (ClassInfo base : info.bases) {
            ClassInfo found = instanceIn(base, template, span);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static Type without(Type type, boolean noConst, boolean noVolatile) {
        if (!type.isConst() && !type.isVolatile() && !type.isRestrict()) {
            return type;
        }
        return Types.qualify(type.unqualified(), type.isConst() && !noConst, type.isVolatile() && !noVolatile, false);
    }

    private boolean deduceArguments(List<TemplateArgument> patterns, List<Symbol> actual, Deduction d) {
        List<Symbol> flat = new ArrayList<>();
        for (Symbol symbol : actual) {
            if (symbol instanceof Symbol.Pack pack) {
                flat.addAll(pack.elements());
            } else {
                flat.add(symbol);
            }
        }
        int next = 0;
        for (TemplateArgument pattern : patterns) {
            if (pattern.pack()) {
                List<Symbol> rest = flat.subList(next, flat.size());
                next = flat.size();
                TypeSyntax type = asType(pattern);
                Expression value = asValue(pattern);
                int parameter = type instanceof TypeSyntax.Named n
                        ? d.parameter(n.name())
                        : value instanceof Expression.NameUse use ? d.parameter(use.name()) : -1;
                if (parameter >= 0 && !d.bindTo(parameter, new Symbol.Pack(List.copyOf(rest)))) {
                    return false;
                }
                continue;
            }
            if (next >= flat.size() || !deduceArgument(pattern, flat.get(next), d)) {
                return false;
            }
            next++;
        }
        return next == flat.size();
    }

    private boolean deduceArgument(TemplateArgument pattern, Symbol actual, Deduction d) {
        switch (actual) {
            case Symbol.TypeName t -> {
                TypeSyntax type = asType(pattern);
                if (type == null) {
                    return false;
                }
                if (!exactQualifiers(type, t.type(), d)) {
                    return false;
                }
                return mentions(type, d)
                        ? deduce(type, t.type(), d)
                        : a.types.read(type, d.bindings).equals(t.type());
            }
            case Symbol.Constant c -> {
                Expression value = asValue(pattern);
                return value != null && deduceValue(value, c.value(), d);
            }
            default -> {
                TypeSyntax type = asType(pattern);
                if (type instanceof TypeSyntax.Named n && d.parameter(n.name()) >= 0) {
                    return d.bindTo(d.parameter(n.name()), actual);
                }
                return true;
            }
        }
    }

    /** In a partial specialisation {@code S<const T>} matches const types only, {@code S<T *>} pointers only. */
    private static boolean exactQualifiers(TypeSyntax pattern, Type actual, Deduction d) {
        if (pattern instanceof TypeSyntax.Reference r) {
            return actual instanceof Reference actualReference && actualReference.rvalue() == r.rvalue();
        }
        boolean isParameter = pattern instanceof TypeSyntax.Named n && d.parameter(n.name()) >= 0;
        if (pattern.qualifiers().isConst() && !actual.isConst()) {
            return false;
        }
        return isParameter
                || !(pattern instanceof TypeSyntax.Pointer)
                || actual.isConst() == pattern.qualifiers().isConst();
    }

    private boolean deduceValue(Expression pattern, Value value, Deduction d) {
        if (pattern instanceof Expression.Parenthesised p) {
            return deduceValue(p.inner(), value, d);
        }
        if (pattern instanceof Expression.NameUse use) {
            int parameter = d.parameter(use.name());
            if (parameter >= 0) {
                Value typed = value;
                if (d.parameters.get(parameter) instanceof TemplateParameter.Value v
                        && value instanceof Value.IntegerConstant) {
                    Type type = a.types.read(v.type(), d.bindings).unqualified();
                    if (Types.isScalar(type) && !type.isPointer()) {
                        typed = Terms.convert(pattern.span(), value, type);
                    }
                }
                return d.bindTo(parameter, new Symbol.Constant(typed));
            }
        }
        Value[] known = new Value[1];
        boolean clean =
                a.attempt(() -> known[0] = a.evaluator.scalar(Terms.value(a.expressions.term(pattern, d.bindings))));
        if (!clean || known[0] == null) {
            return true;
        }
        return known[0] instanceof Value.IntegerConstant x && value instanceof Value.IntegerConstant y
                ? x.value() == y.value()
                : constantKey(known[0]).equals(constantKey(value));
    }

    /** The instance of a function template that a call means; null when none fits. */
    FunctionSymbol deduceForCall(
            FunctionSymbol template,
            List<TemplateArgument> explicit,
            Scope scope,
            List<Operand> arguments,
            SourceSpan span) {
        FunctionSymbol[] found = new FunctionSymbol[1];
        boolean clean = a.attempt(() -> found[0] = deduceCall(template, explicit, scope, arguments, span));
        return clean ? found[0] : null;
    }

    private FunctionSymbol deduceCall(
            FunctionSymbol template,
            List<TemplateArgument> explicit,
            Scope scope,
            List<Operand> arguments,
            SourceSpan span) {
        List<TypeSyntax.Parameter> parameters = template.declaration.type().parameters();
        Deduction d = new Deduction(template.template.parameters(), template.scope);
        if (explicit != null && !explicitly(d, explicit, scope, span)) {
            return null;
        }
        int next = 0;
        for (TypeSyntax.Parameter parameter : parameters) {
            if (parameter.pack()) {
                if (!deducePack(parameter, arguments.subList(Math.min(next, arguments.size()), arguments.size()), d)) {
                    return null;
                }
                next = arguments.size();
            } else if (next < arguments.size()) {
                if (!deduceArgument(parameter.type(), arguments.get(next), d)) {
                    return null;
                }
                next++;
            } else if (parameter.defaultValue() == null) {
                return null;
            }
        }
        if (next < arguments.size() && !template.declaration.type().variadic()) {
            return null;
        }
        return finish(template, d, span);
    }

    private boolean explicitly(Deduction d, List<TemplateArgument> explicit, Scope scope, SourceSpan span) {
        Symbol[] bound = explicitArguments(d.parameters, explicit, scope, d.bindings, span);
        if (bound == null) {
            return false;
        }
        System.arraycopy(bound, 0, d.bound, 0, bound.length);
        for (int i = 0; i < bound.length; i++) {
            TemplateParameter parameter = d.parameters.get(i);
            if (bound[i] != null && !parameter.pack() && parameter.name() != null) {
                // What is given is no longer deduced: the arguments convert to it.
                d.index.remove(parameter.name().text());
            }
        }
        return true;
    }

    private FunctionSymbol finish(FunctionSymbol template, Deduction d, SourceSpan span) {
        if (!defaults(d.parameters, d.bound, d.bindings, span, template.name)) {
            return null;
        }
        // A deduced value has the type of its parameter.
        return instance(template, Arrays.asList(d.bound));
    }

    private boolean deduceArgument(TypeSyntax parameter, Operand argument, Deduction d) {
        if (!mentions(parameter, d)) {
            return true;
        }
        switch (argument) {
            case Operand.Typed typed -> {
                return deduceParameter(parameter, typed.term(), d);
            }
            case Operand.Braces braces -> {
                return true;
            }
            case Operand.Overloaded overloaded -> {
                if (overloaded.candidates().size() == 1
                        && !overloaded.candidates().getFirst().isTemplate()) {
                    return deduce(parameter, new Pointer(overloaded.candidates().getFirst().type), d);
                }
                return true;
            }
        }
    }

    private boolean deduceParameter(TypeSyntax parameter, Term argument, Deduction d) {
        Type type = argument.type();
        if (parameter instanceof TypeSyntax.Reference reference) {
            boolean forwarding = reference.rvalue()
                    && reference.referent() instanceof TypeSyntax.Named n
                    && d.parameter(n.name()) >= 0
                    && n.qualifiers().equals(io.xianka.compiler.syntax.Qualifiers.NONE);
            if (forwarding && Terms.isLvalue(argument)) {
                return d.bindTo(
                        d.parameter(((TypeSyntax.Named) reference.referent()).name()),
                        new Symbol.TypeName(new Reference(type, false)));
            }
            return deduce(reference.referent(), type, d);
        }
        return deduce(parameter, Types.decay(type).unqualified(), d);
    }

    private boolean deducePack(TypeSyntax.Parameter parameter, List<Operand> arguments, Deduction d) {
        List<Integer> packs = new ArrayList<>();
        for (int i = 0; i < d.parameters.size(); i++) {
            if (d.parameters.get(i).pack()
                    && d.parameters.get(i).name() != null
                    && TreeNames.mentions(
                            parameter.type(), d.parameters.get(i).name().text())) {
                packs.add(i);
            }
        }
        if (packs.isEmpty()) {
            return true;
        }
        Map<Integer, List<Symbol>> collected = new HashMap<>();
        for (int j = 0; j < arguments.size(); j++) {
            Deduction one = new Deduction(d.parameters, d.bindings);
            for (int i = 0; i < d.bound.length; i++) {
                if (!packs.contains(i) && d.bound[i] != null) {
                    one.bindTo(i, d.bound[i]);
                }
            }
            if (!deduceArgument(parameter.type(), arguments.get(j), one)) {
                return false;
            }
            for (int i : packs) {
                List<Symbol> given = d.bound[i] instanceof Symbol.Pack p ? p.elements() : List.of();
                Symbol element = j < given.size() ? given.get(j) : one.bound[i];
                if (element == null) {
                    return false;
                }
                collected.computeIfAbsent(i, k -> new ArrayList<>()).add(element);
            }
        }
        for (int i : packs) {
            Symbol.Pack pack = new Symbol.Pack(collected.getOrDefault(i, List.of()));
            d.bound[i] = pack;
            bind(d.bindings, d.parameters.get(i), pack);
        }
        return true;
    }

    /** The instance whose type is the wanted one; null when there is none. */
    FunctionSymbol deduceForAddress(
            FunctionSymbol template,
            List<TemplateArgument> explicit,
            Scope scope,
            Type.Function wanted,
            SourceSpan span) {
        FunctionSymbol[] found = new FunctionSymbol[1];
        boolean clean = a.attempt(() -> {
            Deduction d = new Deduction(template.template.parameters(), template.scope);
            if (explicit != null && !explicitly(d, explicit, scope, span)) {
                return;
            }
            if (deduce(template.declaration.type(), wanted, d)) {
                found[0] = finish(template, d, span);
            }
        });
        return clean ? found[0] : null;
    }

    /** The instance that explicit arguments alone name, as in a name expression; null when they do not suffice. */
    FunctionSymbol explicitInstance(
            FunctionSymbol template, List<TemplateArgument> explicit, Scope scope, SourceSpan span) {
        FunctionSymbol[] found = new FunctionSymbol[1];
        boolean clean = a.attempt(() -> {
            Deduction d = new Deduction(template.template.parameters(), template.scope);
            if (explicitly(d, explicit, scope, span)) {
                found[0] = finish(template, d, span);
            }
        });
        return clean ? found[0] : null;
    }

    private FunctionSymbol instance(FunctionSymbol template, List<Symbol> arguments) {
        List<Object> key = key(arguments);
        FunctionSymbol special = template.explicit.get(key);
        if (special != null) {
            return special;
        }
        FunctionSymbol known = template.instances.get(key);
        if (known != null) {
            return known;
        }
        Scope bindings = bindings(template.template.parameters(), arguments, template.scope);
        FunctionSymbol instance =
                new FunctionSymbol(template.name, bindings, template.owner, template.declaration, null);
        instance.instanceOf = template;
        instance.arguments = arguments;
        instance.isLibrary = template.isLibrary;
        instance.lambdaAround = template.lambdaAround;
        instance.captures = template.captures;
        instance.isLambda = template.isLambda;
        a.functions.readSignature(instance);
        for (Type type : instance.type.parameters()) {
            if (type.isErroneous()) {
                return null;
            }
        }
        if (instance.type.result() != null && instance.type.result().isErroneous()) {
            return null;
        }
        template.instances.put(key, instance);
        return instance;
    }

    Scope bindings(List<TemplateParameter> parameters, List<Symbol> arguments, Scope scope) {
        Scope bindings = Scope.template(scope);
        for (int i = 0; i < parameters.size(); i++) {
            bind(bindings, parameters.get(i), arguments.get(i));
        }
        return bindings;
    }

    /** The greater, the more a function template says about its parameters. */
    int specificity(FunctionSymbol template) {
        int sum = 0;
        for (TypeSyntax.Parameter parameter : template.declaration.type().parameters()) {
            sum += specificity(parameter.type()) - (parameter.pack() ? 8 : 0);
        }
        return 16 * sum - template.template.parameters().size();
    }

    private int specificity(TypeSyntax type) {
        return switch (type) {
            case TypeSyntax.Pointer p -> 1 + specificity(p.pointee());
            case TypeSyntax.Reference r -> specificity(r.referent());
            case TypeSyntax.Array array -> 1 + specificity(array.element());
            case TypeSyntax.Named n ->
                n.name().last() instanceof NamePart.TemplateId id
                        ? specificity(id)
                        : n.qualifiers().isConst() ? 1 : 0;
            case TypeSyntax.Builtin b -> 2;
            default -> 1;
        };
    }

    private int specificity(NamePart.TemplateId id) {
        int sum = 1;
        for (TemplateArgument argument : id.arguments()) {
            TypeSyntax type = asType(argument);
            sum += type == null ? 1 : specificity(type);
            if (type != null && type.qualifiers().isConst()) {
                sum++;
            }
        }
        return sum;
    }

    // ---- packs

    /** The types of a parameter: one, or as many as its pack has. */
    List<Type> expandParameter(TypeSyntax.Parameter parameter, Scope scope) {
        if (!parameter.pack()) {
            return List.of(a.types.parameter(parameter, scope));
        }
        List<Type> types = new ArrayList<>();
        for (Scope one : expansions(TreeNames.in(parameter.type()), scope, parameter.span())) {
            types.add(a.types.parameter(parameter, one));
        }
        return types;
    }

    private List<Symbol> expandArgument(TemplateArgument argument, Scope scope) {
        List<Symbol> symbols = new ArrayList<>();
        TypeSyntax type = asType(argument);
        for (Scope one : expansions(TreeNames.in(argument), scope, argument.span())) {
            if (type instanceof TypeSyntax.Named n
                    && a.lookup.find(n.name(), one) instanceof Symbol.Constant c
                    && n.qualifiers().equals(io.xianka.compiler.syntax.Qualifiers.NONE)) {
                symbols.add(c);
            } else if (type != null) {
                symbols.add(new Symbol.TypeName(a.types.read(type, one)));
            } else {
                Value value = a.evaluator.scalar(Terms.value(a.expressions.term(asValue(argument), one)));
                if (value == null) {
                    a.error(argument.span(), "a template argument must be a constant");
                    return symbols;
                }
                symbols.add(new Symbol.Constant(value));
            }
        }
        return symbols;
    }

    /** One scope for each element of the packs that the names mean, in which they mean that element. */
    List<Scope> expansions(List<String> names, Scope scope, SourceSpan span) {
        Map<String, Symbol.Pack> packs = new HashMap<>();
        int length = -1;
        for (String name : names) {
            if (a.lookup.unqualified(name, scope) instanceof Symbol.Pack pack) {
                packs.put(name, pack);
                if (length >= 0 && length != pack.elements().size()) {
                    a.error(span, "the packs expanded together have different lengths");
                    return List.of();
                }
                length = pack.elements().size();
            }
        }
        if (length < 0) {
            a.error(span, "'...' follows something that names no parameter pack");
            return List.of();
        }
        List<Scope> scopes = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            Scope one = Scope.template(scope);
            for (Map.Entry<String, Symbol.Pack> entry : packs.entrySet()) {
                one.put(entry.getKey(), entry.getValue().elements().get(i));
            }
            scopes.add(one);
        }
        return scopes;
    }

    /** Runs the analysis of an instance's definition; its errors say for which arguments. */
    boolean instantiating(String what, SourceSpan span, Runnable action) {
        if (a.instantiations.size() >= DEEPEST) {
            a.error(span, "templates are instantiated more than " + DEEPEST + " deep, at " + what);
            return false;
        }
        a.instantiations.addLast(new Diagnostic.Note(span, "in " + what));
        try {
            action.run();
        } finally {
            a.instantiations.removeLast();
        }
        return true;
    }
}
