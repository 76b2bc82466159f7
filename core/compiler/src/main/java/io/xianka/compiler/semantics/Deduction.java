package io.xianka.compiler.semantics;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is known so far of a template's parameters, and how types and arguments tell more about them. */
final class Deduction {
    private final Analysis a;

    final List<TemplateParameter> parameters;
    final Symbol[] bound;
    final Map<String, Integer> index = new HashMap<>();
    final Scope bindings;

    Deduction(Analysis analysis, List<TemplateParameter> parameters, Scope scope) {
        this.a = analysis;
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
            return Templates.keyOf(bound[i]).equals(Templates.keyOf(symbol)) || sameNumber(bound[i], symbol);
        }
        bound[i] = symbol;
        Templates.bind(bindings, parameters.get(i), symbol);
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

    private boolean mentions(TypeSyntax syntax) {
        return switch (syntax) {
            case TypeSyntax.Named n -> mentions(n.name());
            case TypeSyntax.Pointer p -> mentions(p.pointee());
            case TypeSyntax.Reference r -> mentions(r.referent());
            case TypeSyntax.Array array -> mentions(array.element()) || array.size() != null;
            case TypeSyntax.Function f ->
                mentions(f.result()) || f.parameters().stream().anyMatch(p -> mentions(p.type()));
            case TypeSyntax.MemberPointer m -> true;
            case TypeSyntax.Decltype t -> true;
            case TypeSyntax.Computed c -> mentions(c.argument());
            case TypeSyntax.Builtin b -> false;
            case TypeSyntax.Defined t -> false;
            case TypeSyntax.Auto t -> false;
            case TypeSyntax.DecltypeAuto t -> false;
            case TypeSyntax.Malformed m -> false;
        };
    }

    private boolean mentions(Name name) {
        if (parameter(name) >= 0) {
            return true;
        }
        List<NamePart> parts = new ArrayList<>(name.qualifiers());
        parts.add(name.last());
        for (NamePart part : parts) {
            if (index.containsKey(part.text())) {
                return true;
            }
            if (part instanceof NamePart.TemplateId id) {
                for (TemplateArgument argument : id.arguments()) {
                    TypeSyntax type = Templates.asType(argument);
                    if (type == null || mentions(type)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Matches a parameter's type with an argument's; false when they cannot agree. */
    boolean deduce(TypeSyntax p, Type argument) {
        if (!mentions(p)) {
            return true;
        }
        return switch (p) {
            case TypeSyntax.Named named -> deduceNamed(named, argument);
            case TypeSyntax.Pointer pointer ->
                argument.unqualified() instanceof Pointer actual && deduce(pointer.pointee(), actual.pointee());
            case TypeSyntax.Reference reference -> deduce(reference.referent(), Types.referent(argument));
            case TypeSyntax.Array array ->
                argument instanceof Array actual
                        && deduce(array.element(), actual.element())
                        && (array.size() == null
                                || deduceValue(
                                        array.size(),
                                        new Value.IntegerConstant(array.span(), actual.count(), Scalar.UNSIGNED_LONG)));
            case TypeSyntax.Function f -> {
                yield argument instanceof Type.Function actual
                        && deduce(f.result(), actual.result())
                        && deduceParameters(f.parameters(), actual.parameters());
            }
            default -> true;
        };
    }

    private boolean deduceParameters(List<TypeSyntax.Parameter> patterns, List<Type> actual) {
        int next = 0;
        for (int at = 0; at < patterns.size(); at++) {
            TypeSyntax.Parameter pattern = patterns.get(at);
            if (!pattern.pack()) {
                if (next >= actual.size() || !deduce(pattern.type(), actual.get(next++))) {
                    return false;
                }
                continue;
            }
            int end = Math.max(next, actual.size() - (patterns.size() - at - 1));
            List<Type> rest = actual.subList(next, end);
            next = end;
            if (!expand(pattern, rest.size(), (one, i) -> one.deduce(pattern.type(), rest.get(i)))) {
                return false;
            }
        }
        return next == actual.size();
    }

    private boolean deduceNamed(TypeSyntax.Named named, Type argument) {
        int parameter = parameter(named.name());
        if (parameter >= 0) {
            if (!(parameters.get(parameter) instanceof TemplateParameter.Type)) {
                return false;
            }
            Type bare = without(
                    argument, named.qualifiers().isConst(), named.qualifiers().isVolatile());
            return bindTo(parameter, new Symbol.TypeName(bare));
        }
        if (!(named.name().last() instanceof NamePart.TemplateId id)) {
            return true;
        }
        int templateParameter = named.name().unqualified() ? index.getOrDefault(id.text(), -1) : -1;
        Symbol symbol = templateParameter >= 0 ? null : a.lookup.find(named.name(), bindings);
        if (symbol instanceof Symbol.AliasTemplate alias) {
            return deduceAlias(alias, id, argument);
        }
        if (!(argument.unqualified() instanceof RecordType record)) {
            return false;
        }
        if (templateParameter >= 0) {
            ClassInfo info = a.info(record);
            return info.template != null
                    && bindTo(templateParameter, info.template)
                    && deduceArguments(id.arguments(), info.arguments);
        }
        if (symbol instanceof Symbol.Injected injected) {
            symbol = injected.template();
        }
        if (!(symbol instanceof Symbol.ClassTemplate template)) {
            return true;
        }
        ClassInfo info = instanceIn(a.info(record), template, named.span());
        return info != null
                && deduceArguments(id.arguments(), written(id, info))
                && (id.arguments().size() >= info.arguments.size() || hasTheDefaults(named, info));
    }

    /** As many arguments of an instance as are written, when the others may be defaults. */
    private static List<Symbol> written(NamePart.TemplateId id, ClassInfo info) {
        int count = id.arguments().size();
        boolean plain = count < info.arguments.size()
                && id.arguments().stream().noneMatch(TemplateArgument::pack)
                && info.arguments.stream().noneMatch(Symbol.Pack.class::isInstance);
        return plain ? info.arguments.subList(0, count) : info.arguments;
    }

    /** What the pattern does not write is what the template's defaults make of what was deduced. */
    private boolean hasTheDefaults(TypeSyntax.Named named, ClassInfo info) {
        Type[] read = new Type[1];
        boolean clean = a.attempt(() -> read[0] = a.types.read(named, bindings));
        return clean && read[0].unqualified().equals(info.type);
    }

    /** Sees through an alias, as far as the type tells its arguments. */
    private boolean deduceAlias(Symbol.AliasTemplate alias, NamePart.TemplateId id, Type argument) {
        Declaration.Alias declaration = (Declaration.Alias) alias.declaration().declaration();
        Deduction inner = new Deduction(a, alias.declaration().parameters(), alias.scope());
        boolean[] fits = {false};
        boolean clean = a.attempt(() -> fits[0] = inner.deduce(declaration.type(), argument));
        return !clean || !fits[0] || !inner.complete() || deduceArguments(id.arguments(), List.of(inner.bound));
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

    boolean deduceArguments(List<TemplateArgument> patterns, List<Symbol> actual) {
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
                TypeSyntax type = Templates.asType(pattern);
                Expression value = Templates.asValue(pattern);
                int parameter = type instanceof TypeSyntax.Named n
                        ? parameter(n.name())
                        : value instanceof Expression.NameUse use ? parameter(use.name()) : -1;
                if (parameter >= 0 && !bindTo(parameter, new Symbol.Pack(List.copyOf(rest)))) {
                    return false;
                }
                continue;
            }
            if (next >= flat.size() || !deduceArgument(pattern, flat.get(next))) {
                return false;
            }
            next++;
        }
        return next == flat.size();
    }

    private boolean deduceArgument(TemplateArgument pattern, Symbol actual) {
        return switch (actual) {
            case Symbol.TypeName t -> {
                TypeSyntax type = Templates.asType(pattern);
                if (type == null) {
                    yield false;
                }
                if (!exactQualifiers(type, t.type())) {
                    yield false;
                }
                yield mentions(type)
                        ? deduce(type, t.type())
                        : a.types.read(type, bindings).equals(t.type());
            }
            case Symbol.Constant c -> {
                Expression value = Templates.asValue(pattern);
                yield value != null && deduceValue(value, c.value());
            }
            default -> {
                TypeSyntax type = Templates.asType(pattern);
                if (type instanceof TypeSyntax.Named n && parameter(n.name()) >= 0) {
                    yield bindTo(parameter(n.name()), actual);
                }
                yield true;
            }
        };
    }

    /** In a partial specialisation {@code S<const T>} matches const types only, {@code S<T *>} pointers only. */
    private boolean exactQualifiers(TypeSyntax pattern, Type actual) {
        if (pattern instanceof TypeSyntax.Reference r) {
            return actual instanceof Reference actualReference && actualReference.rvalue() == r.rvalue();
        }
        boolean isParameter = pattern instanceof TypeSyntax.Named n && parameter(n.name()) >= 0;
        if (pattern.qualifiers().isConst() && !actual.isConst()) {
            return false;
        }
        return isParameter
                || !(pattern instanceof TypeSyntax.Pointer)
                || actual.isConst() == pattern.qualifiers().isConst();
    }

    private boolean deduceValue(Expression pattern, Value value) {
        if (pattern instanceof Expression.Parenthesised p) {
            return deduceValue(p.inner(), value);
        }
        if (pattern instanceof Expression.NameUse use) {
            int parameter = parameter(use.name());
            if (parameter >= 0) {
                Value typed = value;
                if (parameters.get(parameter) instanceof TemplateParameter.Value v
                        && !TypeReader.containsAuto(v.type())
                        && value instanceof Value.IntegerConstant) {
                    Type type = a.types.read(v.type(), bindings).unqualified();
                    if (Types.isScalar(type) && !type.isPointer()) {
                        typed = Terms.convert(pattern.span(), value, type);
                    }
                }
                return bindTo(parameter, new Symbol.Constant(typed));
            }
        }
        Value[] known = new Value[1];
        boolean clean =
                a.attempt(() -> known[0] = a.evaluator.scalar(Terms.value(a.expressions.term(pattern, bindings))));
        if (!clean || known[0] == null) {
            return true;
        }
        return (known[0] instanceof Value.IntegerConstant x && value instanceof Value.IntegerConstant y)
                ? x.value() == y.value()
                : Templates.constantKey(known[0]).equals(Templates.constantKey(value));
    }

    boolean deduceArgument(TypeSyntax parameter, Operand argument) {
        if (!mentions(parameter)) {
            return true;
        }
        return switch (argument) {
            case Operand.Typed typed -> deduceParameter(parameter, typed.term());
            case Operand.Braces braces -> true;
            case Operand.Overloaded overloaded -> {
                if (overloaded.candidates().size() == 1
                        && !overloaded.candidates().getFirst().isTemplate()) {
                    yield deduce(parameter, new Pointer(overloaded.candidates().getFirst().type));
                }
                yield true;
            }
        };
    }

    private boolean deduceParameter(TypeSyntax parameter, Term argument) {
        Type type = argument.type();
        if (parameter instanceof TypeSyntax.Reference reference) {
            boolean forwarding = reference.rvalue()
                    && reference.referent() instanceof TypeSyntax.Named n
                    && parameter(n.name()) >= 0
                    && n.qualifiers().equals(io.xianka.compiler.syntax.Qualifiers.NONE);
            if (forwarding && Terms.isLvalue(argument)) {
                return bindTo(
                        parameter(((TypeSyntax.Named) reference.referent()).name()),
                        new Symbol.TypeName(new Reference(type, false)));
            }
            return deduce(reference.referent(), type);
        }
        return deduce(parameter, Types.decay(type).unqualified());
    }

    boolean deducePack(TypeSyntax.Parameter parameter, List<Operand> arguments) {
        return expand(parameter, arguments.size(), (one, i) -> one.deduceArgument(parameter.type(), arguments.get(i)));
    }

    /** How one element of a pack tells about the parameters. */
    private interface Element {
        boolean deduce(Deduction one, int i);
    }

    private boolean expand(TypeSyntax.Parameter parameter, int count, Element element) {
        List<Integer> packs = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).pack()
                    && parameters.get(i).name() != null
                    && TreeNames.mentions(
                            parameter.type(), parameters.get(i).name().text())) {
                packs.add(i);
            }
        }
        if (packs.isEmpty()) {
            return true;
        }
        Map<Integer, List<Symbol>> collected = new HashMap<>();
        for (int j = 0; j < count; j++) {
            Deduction one = new Deduction(a, parameters, bindings);
            for (int i = 0; i < bound.length; i++) {
                if (!packs.contains(i) && bound[i] != null) {
                    one.bindTo(i, bound[i]);
                }
            }
            if (!element.deduce(one, j)) {
                return false;
            }
            for (int i : packs) {
                List<Symbol> given = bound[i] instanceof Symbol.Pack p ? p.elements() : List.of();
                Symbol found = j < given.size() ? given.get(j) : one.bound[i];
                if (found == null) {
                    return false;
                }
                collected.computeIfAbsent(i, k -> new ArrayList<>()).add(found);
            }
        }
        for (int i : packs) {
            Symbol.Pack pack = new Symbol.Pack(collected.getOrDefault(i, List.of()));
            bound[i] = pack;
            Templates.bind(bindings, parameters.get(i), pack);
        }
        return true;
    }
}
