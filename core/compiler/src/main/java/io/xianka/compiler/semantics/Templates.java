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
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Pointer;
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

    static Object keyOf(Symbol argument) {
        return switch (argument) {
            case Symbol.TypeName t -> t.type();
            case Symbol.Constant c -> constantKey(c.value());
            case Symbol.Pack p -> key(p.elements());
            default -> argument;
        };
    }

    static Object constantKey(Value value) {
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

    static void bind(Scope bindings, TemplateParameter parameter, Symbol symbol) {
        if (parameter.name() != null) {
            bindings.put(parameter.name().text(), symbol);
        }
    }

    private Symbol argument(
            TemplateParameter parameter, TemplateArgument written, Symbol ready, Scope scope, Scope bindings) {
        return switch (parameter) {
            case TemplateParameter.Type t -> {
                if (ready != null) {
                    yield ready;
                }
                TypeSyntax syntax = asType(written);
                if (syntax == null) {
                    a.error(written.span(), "template parameter '" + nameOf(parameter) + "' wants a type here");
                    yield null;
                }
                Type type = a.types.read(syntax, scope);
                yield type.isErroneous() ? null : new Symbol.TypeName(type);
            }
            case TemplateParameter.Value v -> {
                Type type = valueType(v, written, ready, scope, bindings);
                if (type.isErroneous()) {
                    yield null;
                }
                Value value;
                if (ready instanceof Symbol.Constant c) {
                    value = c.value();
                } else {
                    Expression expression = asValue(written);
                    if (expression == null) {
                        a.error(written.span(), "template parameter '" + nameOf(parameter) + "' wants a value here");
                        yield null;
                    }
                    value = a.conversions.convert(a.expressions.operand(expression, scope), type, "");
                }
                yield constant(value, type, written.span());
            }
            case TemplateParameter.Template t -> {
                if (ready != null) {
                    yield ready;
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
                    yield symbol;
                }
                a.error(written.span(), "template parameter '" + nameOf(parameter) + "' wants a class template here");
                yield null;
            }
        };
    }

    /** The type of a value parameter, which {@code auto} leaves to the argument. */
    private Type valueType(
            TemplateParameter.Value parameter, TemplateArgument written, Symbol ready, Scope scope, Scope bindings) {
        if (!TypeReader.containsAuto(parameter.type())) {
            return a.types.read(parameter.type(), bindings).unqualified();
        }
        if (ready instanceof Symbol.Constant c) {
            return c.value().type();
        }
        Expression ast = asValue(written);
        if (ast == null) {
            a.error(written.span(), "template parameter '" + nameOf(parameter) + "' wants a value here");
            return Types.ERRONEOUS;
        }
        return a.types
                .deduce(parameter.type(), a.expressions.term(ast, scope), ast, scope)
                .unqualified();
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

    static TypeSyntax asType(TemplateArgument argument) {
        return switch (argument) {
            case TemplateArgument.Type t -> t.type();
            case TemplateArgument.Template t -> named(t.name());
            case TemplateArgument.Value v -> v.value() instanceof Expression.NameUse use ? named(use.name()) : null;
        };
    }

    private static TypeSyntax named(Name name) {
        return new TypeSyntax.Named(name.span(), name, null, false, io.xianka.compiler.syntax.Qualifiers.NONE);
    }

    static Expression asValue(TemplateArgument argument) {
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
                        Type type = TypeReader.containsAuto(v.type())
                                ? a.types.deduce(
                                        v.type(),
                                        a.expressions.term(v.defaultValue(), bindings),
                                        v.defaultValue(),
                                        bindings)
                                : a.types.read(v.type(), bindings).unqualified();
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

    /** The class that a template makes of arguments that are complete. */
    Type classInstance(Symbol.ClassTemplate template, List<Symbol> arguments, SourceSpan span) {
        Scope bindings = bindings(template.primary.parameters(), arguments, template.scope);
        return instanceOf(template, arguments, bindings, span).type;
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
            Partial partial = partial(template.partial, template.primary.parameters(), arguments, template.scope, span);
            if (partial != null) {
                definition = (Declaration.ClassDeclaration) partial.template().declaration();
                scope = partial.bindings();
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

    /** A partial specialisation that fits, and what its parameters stand for. */
    private record Partial(Declaration.Template template, Scope bindings) {}

    /** The most special partial specialisation that fits the arguments, or null. */
    private Partial partial(
            List<Declaration.Template> partials,
            List<TemplateParameter> parameters,
            List<Symbol> arguments,
            Scope scope,
            SourceSpan span) {
        Partial best = null;
        int mostSpecific = -1;
        for (Declaration.Template partial : partials) {
            NamePart.TemplateId id = (NamePart.TemplateId)
                    switch (partial.declaration()) {
                        case Declaration.ClassDeclaration c -> c.name().last();
                        case Declaration.Variable v -> v.name().last();
                        default -> throw new AssertionError(partial.span().toString());
                    };
            int specific = specificity(id);
            if (specific <= mostSpecific) {
                continue;
            }
            Deduction deduction = new Deduction(a, partial.parameters(), scope);
            boolean[] matches = {false};
            boolean clean = a.attempt(() -> {
                if (deduction.deduceArguments(id.arguments(), arguments) && deduction.complete()) {
                    // What deduction passes over, such as enable_if and a const too many, decides here.
                    List<Symbol> again =
                            specialisation(parameters, id.arguments(), deduction.bindings, span, id.text());
                    matches[0] = again != null && key(again).equals(key(arguments));
                }
            });
            if (clean && matches[0]) {
                mostSpecific = specific;
                best = new Partial(partial, deduction.bindings);
            }
        }
        return best;
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
            Partial partial = partial(template.partial(), parameters, Arrays.asList(bound), template.scope(), span);
            Scope own = Scope.template(partial == null ? bindings : partial.bindings());
            Declaration.Variable chosen = partial == null
                    ? variable
                    : (Declaration.Variable) partial.template().declaration();
            a.unmuted(() -> a.statics.declare(chosen, own, template.scope(), false, false));
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
        Deduction d = new Deduction(a, template.template.parameters(), template.scope);
        if (explicit != null && !explicitly(d, explicit, scope, span)) {
            return null;
        }
        int next = 0;
        for (TypeSyntax.Parameter parameter : parameters) {
            if (parameter.pack()) {
                if (!d.deducePack(parameter, arguments.subList(Math.min(next, arguments.size()), arguments.size()))) {
                    return null;
                }
                next = arguments.size();
            } else if (next < arguments.size()) {
                if (!d.deduceArgument(parameter.type(), arguments.get(next))) {
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

    /** The instance whose type is the wanted one; null when there is none. */
    FunctionSymbol deduceForAddress(
            FunctionSymbol template,
            List<TemplateArgument> explicit,
            Scope scope,
            Type.Function wanted,
            SourceSpan span) {
        FunctionSymbol[] found = new FunctionSymbol[1];
        boolean clean = a.attempt(() -> {
            Deduction d = new Deduction(a, template.template.parameters(), template.scope);
            if (explicit != null && !explicitly(d, explicit, scope, span)) {
                return;
            }
            if (d.deduce(template.declaration.type(), wanted)) {
                found[0] = finish(template, d, span);
            }
        });
        return clean ? found[0] : null;
    }

    /** The instance of a template of conversion functions that gives the type; null when there is none. */
    FunctionSymbol deduceForConversion(FunctionSymbol template, Type wanted, SourceSpan span) {
        FunctionSymbol[] found = new FunctionSymbol[1];
        boolean clean = a.attempt(() -> {
            Deduction d = new Deduction(a, template.template.parameters(), template.scope);
            TypeSyntax result = template.declaration.type().result();
            if (d.deduce(result instanceof TypeSyntax.Reference r ? r.referent() : result, wanted)) {
                found[0] = finish(template, d, span);
            }
        });
        return clean ? found[0] : null;
    }

    /** The instance that explicit arguments alone name, as in a name expression; null when they do not suffice. */
    FunctionSymbol explicitInstance(
            FunctionSymbol template, List<TemplateArgument> explicit, Scope scope, SourceSpan span) {
        FunctionSymbol[] found = new FunctionSymbol[1];
        boolean clean = a.attempt(() -> found[0] = namedInstance(template, explicit, scope, span));
        return clean ? found[0] : null;
    }

    /** The same, saying what is wrong with the arguments. */
    FunctionSymbol namedInstance(
            FunctionSymbol template, List<TemplateArgument> explicit, Scope scope, SourceSpan span) {
        Deduction d = new Deduction(a, template.template.parameters(), template.scope);
        return explicitly(d, explicit, scope, span) ? finish(template, d, span) : null;
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
        instance.access = template.access;
        instance.implicit = template.implicit;
        instance.inherited = template.inherited == null ? null : instance(template.inherited, arguments);
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
