package io.xianka.compiler.semantics;

import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.Qualifiers;
import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.syntax.TemplateArgument;
import io.xianka.compiler.syntax.TemplateParameter;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.EnumType;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Symbols as the Itanium C++ ABI spells them, as nvcc does. In an instance of a function template the types are spelled as
 * the template writes them, {@code T_} and all; where that takes an expression ({@code decltype}, {@code enable_if}), as
 * what they became.
 */
final class Mangler {
    /** A symbol in the letters that PTX allows: others become {@code $u} and their number. */
    static String ascii(String symbol) {
        if (symbol.chars().allMatch(c -> c < 0x80)) {
            return symbol;
        }
        StringBuilder out = new StringBuilder();
        symbol.chars().forEach(c -> out.append(c < 0x80 ? Character.toString(c) : "$u%04X".formatted(c)));
        return out.toString();
    }

    private static final Map<String, String> OPERATORS = Map.ofEntries(
            Map.entry("operator+", "pl"),
            Map.entry("operator-", "mi"),
            Map.entry("operator*", "ml"),
            Map.entry("operator/", "dv"),
            Map.entry("operator%", "rm"),
            Map.entry("operator^", "eo"),
            Map.entry("operator&", "an"),
            Map.entry("operator|", "or"),
            Map.entry("operator~", "co"),
            Map.entry("operator!", "nt"),
            Map.entry("operator=", "aS"),
            Map.entry("operator<", "lt"),
            Map.entry("operator>", "gt"),
            Map.entry("operator+=", "pL"),
            Map.entry("operator-=", "mI"),
            Map.entry("operator*=", "mL"),
            Map.entry("operator/=", "dV"),
            Map.entry("operator%=", "rM"),
            Map.entry("operator^=", "eO"),
            Map.entry("operator&=", "aN"),
            Map.entry("operator|=", "oR"),
            Map.entry("operator<<", "ls"),
            Map.entry("operator>>", "rs"),
            Map.entry("operator<<=", "lS"),
            Map.entry("operator>>=", "rS"),
            Map.entry("operator==", "eq"),
            Map.entry("operator!=", "ne"),
            Map.entry("operator<=", "le"),
            Map.entry("operator>=", "ge"),
            Map.entry("operator&&", "aa"),
            Map.entry("operator||", "oo"),
            Map.entry("operator++", "pp"),
            Map.entry("operator--", "mm"),
            Map.entry("operator,", "cm"),
            Map.entry("operator->*", "pm"),
            Map.entry("operator->", "pt"),
            Map.entry("operator()", "cl"),
            Map.entry("operator[]", "ix"));

    private final Analysis a;

    Mangler(Analysis analysis) {
        a = analysis;
    }

    String function(FunctionSymbol symbol) {
        if (symbol.externC && symbol.owner == null) {
            return symbol.name;
        }
        Name name = new Name();
        name.out.append("_Z");
        name.function(symbol);
        return name.out.toString();
    }

    /** A variable of a namespace, class or function; at global scope its name as it is. */
    String variable(String name, Scope home) {
        Name mangled = new Name();
        if (home.kind == Scope.Kind.BLOCK || home.function != null) {
            if (home.function == null) {
                return name;
            }
            mangled.out.append("_ZZ");
            mangled.function(home.function.symbol);
            mangled.out.append('E').append(sourceName(name));
            return mangled.out.toString();
        }
        List<Scope> path = path(home);
        if (path.isEmpty()) {
            return isUnnamed(home) ? "_ZN12_GLOBAL__N_1" + sourceName(name) + "E" : name;
        }
        mangled.out.append("_ZN");
        mangled.prefix(path);
        mangled.out.append(sourceName(name)).append('E');
        return mangled.out.toString();
    }

    private static boolean isUnnamed(Scope home) {
        return home.kind == Scope.Kind.NAMESPACE && home.name.isEmpty() && home.parent.kind != Scope.Kind.LIBRARY;
    }

    private static String sourceName(String name) {
        StringBuilder plain = new StringBuilder(name.length() + 2).append(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            plain.append(Character.isLetterOrDigit(c) || c == '_' || c == '$' ? c : '_');
        }
        return plain.toString();
    }

    /** Named namespaces and classes around, outermost first. */
    private static List<Scope> path(Scope home) {
        List<Scope> path = new ArrayList<>();
        for (Scope s = home; s != null; s = s.parent) {
            if (!s.name.isEmpty() && (s.isNamespace() || s.kind == Scope.Kind.CLASS)) {
                path.addFirst(s);
            }
        }
        return path;
    }

    /** One symbol being spelled, with what it may refer back to. */
    private final class Name {
        final StringBuilder out = new StringBuilder();
        /** Each spelled in full; null while something is spelled in full. */
        private final List<String> seen;
        /** Parameters of the function template whose types are spelled, by name. */
        private Map<String, Integer> parameters = Map.of();
        /** Those of them that are types. */
        private Set<String> types = Set.of();

        Name() {
            this(new ArrayList<>());
        }

        private Name(List<String> seen) {
            this.seen = seen;
        }

        // ---- back references

        private String full(Consumer<Name> part) {
            Name whole = new Name(null);
            whole.parameters = parameters;
            whole.types = types;
            part.accept(whole);
            return whole.out.toString();
        }

        /** Writes a back reference if it was spelled before. */
        private boolean again(String thing) {
            int index = seen == null ? -1 : seen.indexOf(thing);
            if (index < 0) {
                return false;
            }
            out.append('S');
            if (index > 0) {
                out.append(Integer.toString(index - 1, 36).toUpperCase(Locale.ROOT));
            }
            out.append('_');
            return true;
        }

        private void remember(String thing) {
            if (seen != null) {
                seen.add(thing);
            }
        }

        /** Writes something that later parts may refer back to. */
        private void once(Consumer<Name> part) {
            if (seen == null) {
                part.accept(this);
                return;
            }
            String whole = full(part);
            if (!again(whole)) {
                part.accept(this);
                seen.add(whole);
            }
        }

        // ---- names

        private static Consumer<Name> inFull(List<Scope> path) {
            return name -> {
                for (Scope s : path) {
                    if (s.owner != null && s.owner.template != null) {
                        name.out.append(sourceName(s.owner.template.name));
                        name.arguments(s.owner.arguments);
                    } else {
                        name.out.append(sourceName(s.name));
                    }
                }
            };
        }

        void prefix(List<Scope> path) {
            int from = seen == null ? 0 : path.size();
            while (from > 0 && !seen.contains(full(inFull(path.subList(0, from))))) {
                from--;
            }
            if (from > 0) {
                again(full(inFull(path.subList(0, from))));
            }
            for (int i = from; i < path.size(); i++) {
                Scope s = path.get(i);
                if (s.owner != null && s.owner.template != null) {
                    String template = full(inFull(path.subList(0, i))) + sourceName(s.owner.template.name);
                    if (seen != null && seen.contains(template)) {
                        // What stood before it, if anything, is part of it.
                        undo(path.subList(0, i));
                        again(template);
                    } else {
                        out.append(sourceName(s.owner.template.name));
                        remember(template);
                    }
                    arguments(s.owner.arguments);
                } else {
                    out.append(sourceName(s.name));
                }
                remember(full(inFull(path.subList(0, i + 1))));
            }
        }

        private void undo(List<Scope> before) {
            if (!before.isEmpty()) {
                Name same = new Name(seen);
                same.again(full(inFull(before)));
                if (out.toString().endsWith(same.out.toString())) {
                    out.setLength(out.length() - same.out.length());
                }
            }
        }

        void function(FunctionSymbol symbol) {
            List<Scope> path = path(symbol.owner != null ? symbol.owner.scope : symbol.scope);
            String own = own(symbol);
            boolean instance = symbol.instanceOf != null;
            if (path.isEmpty()) {
                boolean internal =
                        symbol.has(Specifier.STATIC) && symbol.owner == null && !symbol.has(Specifier.GLOBAL);
                out.append(internal ? "L" : "").append(own);
                if (instance) {
                    remember(own);
                }
            } else {
                out.append('N').append(symbol.isConstMember ? "K" : "");
                prefix(path);
                out.append(own);
                if (instance) {
                    remember(full(inFull(path)) + own);
                }
            }
            if (instance) {
                arguments(symbol.arguments);
            }
            if (!path.isEmpty()) {
                out.append('E');
            }
            if (instance) {
                int length = out.length();
                int known = seen.size();
                boolean clean = a.attempt(() -> asWritten(symbol));
                parameters = Map.of();
                if (!clean) {
                    out.setLength(length);
                    seen.subList(known, seen.size()).clear();
                    type(symbol.type.result() == null ? Types.VOID : symbol.type.result());
                    parameters(symbol.type);
                }
            } else {
                parameters(symbol.type);
            }
        }

        private String own(FunctionSymbol symbol) {
            if (symbol.isConstructor()) {
                return "C1";
            }
            if (symbol.isDestructor()) {
                return "D1";
            }
            if (symbol.declaration != null && symbol.declaration.kind() == Declaration.FunctionKind.CONVERSION) {
                return "cv" + full(name -> name.type(symbol.type.result()));
            }
            String code = OPERATORS.get(symbol.name);
            if (code == null) {
                return symbol.name.startsWith("operator\"\"")
                        ? "li" + sourceName(symbol.name.substring(10))
                        : sourceName(symbol.name);
            }
            boolean unary = symbol.type.parameters().size() + (symbol.hasThis() ? 1 : 0) == 1;
            return !unary
                    ? code
                    : switch (code) {
                        case "pl" -> "ps";
                        case "mi" -> "ng";
                        case "ml" -> "de";
                        case "an" -> "ad";
                        default -> code;
                    };
        }

        private void parameters(Type.Function type) {
            if (type.parameters().isEmpty() && !type.variadic()) {
                out.append('v');
            }
            for (Type parameter : type.parameters()) {
                type(parameter);
            }
            if (type.variadic()) {
                out.append('z');
            }
        }

        private void arguments(List<Symbol> arguments) {
            out.append('I');
            for (Symbol argument : arguments) {
                argument(argument);
            }
            out.append('E');
        }

        private void argument(Symbol argument) {
            switch (argument) {
                case Symbol.TypeName t -> type(t.type());
                case Symbol.Constant c -> constant(c.value());
                case Symbol.Pack p -> {
                    out.append('J');
                    p.elements().forEach(this::argument);
                    out.append('E');
                }
                case Symbol.ClassTemplate t -> template(t);
                default -> out.append('v');
            }
        }

        private void template(Symbol.ClassTemplate template) {
            List<Scope> path = path(template.scope);
            if (path.isEmpty()) {
                once(name -> name.out.append(sourceName(template.name)));
                return;
            }
            String whole = full(inFull(path)) + sourceName(template.name);
            if (!again(whole)) {
                out.append('N');
                prefix(path);
                out.append(sourceName(template.name)).append('E');
                remember(whole);
            }
        }

        private void constant(Value value) {
            if (value instanceof Value.FunctionAddress address) {
                out.append("XadL")
                        .append(address.function().linkName().startsWith("_Z") ? "" : "_Z")
                        .append(address.function().linkName())
                        .append("EE");
                return;
            }
            out.append('L');
            type(value.type());
            switch (value) {
                case Value.IntegerConstant i ->
                    out.append(
                            i.value() < 0 && Types.scalar(i.type()).signed()
                                    ? "n" + Long.toUnsignedString(-i.value())
                                    : Long.toUnsignedString(i.value()));
                case Value.FloatingConstant f ->
                    out.append(
                            f.type() == Scalar.FLOAT
                                    ? String.format("%08x", Float.floatToRawIntBits((float) f.value()))
                                    : String.format("%016x", Double.doubleToRawLongBits(f.value())));
                default -> out.append('0');
            }
            out.append('E');
        }

        // ---- types

        void type(Type type) {
            switch (type) {
                case Scalar s -> out.append(code(s));
                case Type.Void v -> out.append('v');
                case Type.NullPointer n -> out.append("Dn");
                case Type.Erroneous e -> out.append('v');
                case Type.Qualified q ->
                    once(name -> {
                        name.qualifiers(q.isConst(), q.isVolatile(), q.isRestrict());
                        name.type(q.type());
                    });
                case Pointer p ->
                    once(name -> {
                        name.out.append('P');
                        name.type(p.pointee());
                    });
                case Reference r ->
                    once(name -> {
                        name.out.append(r.rvalue() ? 'O' : 'R');
                        name.type(r.referent());
                    });
                case Array array ->
                    once(name -> {
                        name.out
                                .append('A')
                                .append(array.count() == Array.UNKNOWN ? "" : array.count())
                                .append('_');
                        name.type(array.element());
                    });
                case Type.Function f ->
                    once(name -> {
                        name.out.append('F');
                        name.type(f.result() == null ? Types.VOID : f.result());
                        name.parameters(f);
                        name.out.append('E');
                    });
                case RecordType record -> named(a.info(record).scope);
                case EnumType e -> named(a.types.enumScope(e));
            }
        }

        private void qualifiers(boolean isConst, boolean isVolatile, boolean isRestrict) {
            out.append(isRestrict ? "r" : "").append(isVolatile ? "V" : "").append(isConst ? "K" : "");
        }

        private void named(Scope scope) {
            List<Scope> path = path(scope);
            if (again(full(inFull(path)))) {
                return;
            }
            out.append(path.size() > 1 ? "N" : "");
            prefix(path);
            out.append(path.size() > 1 ? "E" : "");
        }

        private static String code(Scalar s) {
            return switch (s) {
                case BOOL -> "b";
                case CHAR -> "c";
                case SIGNED_CHAR -> "a";
                case UNSIGNED_CHAR -> "h";
                case CHAR16 -> "Ds";
                case CHAR32 -> "Di";
                case WCHAR -> "w";
                case SHORT -> "s";
                case UNSIGNED_SHORT -> "t";
                case INT -> "i";
                case UNSIGNED_INT -> "j";
                case LONG -> "l";
                case UNSIGNED_LONG -> "m";
                case LONG_LONG -> "x";
                case UNSIGNED_LONG_LONG -> "y";
                case FLOAT -> "f";
                case DOUBLE -> "d";
            };
        }

        // ---- types as a template writes them

        /** Result and parameters of an instance. */
        private void asWritten(FunctionSymbol symbol) {
            FunctionSymbol template = symbol.instanceOf;
            parameters = new HashMap<>();
            types = new HashSet<>();
            List<TemplateParameter> declared = template.template.parameters();
            for (int i = 0; i < declared.size(); i++) {
                if (declared.get(i).name() != null) {
                    parameters.put(declared.get(i).name().text(), i);
                    if (!(declared.get(i) instanceof TemplateParameter.Value)) {
                        types.add(declared.get(i).name().text());
                    }
                }
            }
            TypeSyntax.Function syntax = template.declaration.type();
            if (!symbol.isConstructor() && template.declaration.kind() != Declaration.FunctionKind.CONVERSION) {
                switch (syntax.result()) {
                    case TypeSyntax.Auto auto -> out.append("Da");
                    case TypeSyntax.DecltypeAuto auto -> out.append("Dc");
                    default ->
                        written(
                                syntax.result(),
                                symbol.scope,
                                symbol.type.result() == null ? Types.VOID : symbol.type.result());
                }
            }
            if (syntax.parameters().isEmpty() && !syntax.variadic()) {
                out.append('v');
            }
            List<Type> became = symbol.type.parameters();
            int next = 0;
            for (TypeSyntax.Parameter parameter : syntax.parameters()) {
                TypeSyntax type = bare(parameter.type());
                if (!parameter.pack()) {
                    written(type, symbol.scope, became.get(next++));
                    continue;
                }
                next += became.size() - syntax.parameters().size() + 1;
                if (canWrite(type, symbol.scope)) {
                    once(name -> {
                        name.out.append("Dp");
                        name.written(type, symbol.scope, null);
                    });
                } else {
                    became.forEach(this::type);
                }
            }
            if (syntax.variadic()) {
                out.append('z');
            }
        }

        /** A parameter's type as callers see it. */
        private static TypeSyntax bare(TypeSyntax type) {
            return switch (type) {
                case TypeSyntax.Array array -> new TypeSyntax.Pointer(array.span(), array.element(), Qualifiers.NONE);
                case TypeSyntax.Pointer p -> new TypeSyntax.Pointer(p.span(), p.pointee(), Qualifiers.NONE);
                case TypeSyntax.Named n ->
                    new TypeSyntax.Named(n.span(), n.name(), n.tag(), n.typename(), Qualifiers.NONE);
                case TypeSyntax.Function f -> new TypeSyntax.Pointer(f.span(), f, Qualifiers.NONE);
                default -> type;
            };
        }

        /**
         * The type as written if that is possible, else what it became.
         *
         * @param became null where it must be possible
         */
        private void written(TypeSyntax type, Scope scope, Type became) {
            if (became == null || (depends(type) && canWrite(type, scope))) {
                write(type, scope);
            } else {
                type(became);
            }
        }

        private boolean depends(Object syntax) {
            for (String name : TreeNames.in(syntax)) {
                if (parameters.containsKey(name)) {
                    return true;
                }
            }
            return false;
        }

        private boolean canWrite(TypeSyntax type, Scope scope) {
            if (!depends(type)) {
                return true;
            }
            return switch (type) {
                case TypeSyntax.Named n -> canWrite(n.name(), scope);
                case TypeSyntax.Pointer p -> canWrite(p.pointee(), scope);
                case TypeSyntax.Reference r -> canWrite(r.referent(), scope);
                case TypeSyntax.Array array ->
                    canWrite(array.element(), scope) && (array.size() == null || canWrite(array.size()));
                case TypeSyntax.Function f ->
                    canWrite(f.result(), scope)
                            && f.parameters().stream().allMatch(p -> !p.pack() && canWrite(bare(p.type()), scope));
                default -> false;
            };
        }

        private boolean canWrite(Expression value) {
            return switch (value) {
                case Expression.NameUse use -> parameter(use.name()) >= 0;
                case Expression.IntegerLiteral literal -> true;
                case Expression.BoolLiteral literal -> true;
                case Expression.Parenthesised p -> canWrite(p.inner());
                case Expression.Binary binary ->
                    OPERATORS.containsKey("operator" + binary.operator().spelling())
                            && canWrite(binary.left())
                            && canWrite(binary.right());
                default -> false;
            };
        }

        private int parameter(io.xianka.compiler.syntax.Name name) {
            return name.unqualified() && name.last() instanceof NamePart.Identifier id
                    ? parameters.getOrDefault(id.text(), -1)
                    : -1;
        }

        private boolean canWrite(io.xianka.compiler.syntax.Name name, Scope scope) {
            if (parameter(name) >= 0) {
                return true;
            }
            if (name.last() instanceof NamePart.TemplateId id) {
                return canWrite(id, template(name, scope), scope);
            }
            // typename T::type, typename Traits<T>::type
            return !name.global()
                    && name.qualifiers().size() == 1
                    && name.last() instanceof NamePart.Identifier
                    && (parameters.containsKey(name.qualifiers().getFirst().text())
                            || (name.qualifiers().getFirst() instanceof NamePart.TemplateId id
                                    && canWrite(id, template(io.xianka.compiler.syntax.Name.of(id), scope), scope)));
        }

        private Symbol.ClassTemplate template(io.xianka.compiler.syntax.Name name, Scope scope) {
            boolean dependent = name.qualifiers().stream().anyMatch(this::depends)
                    || (name.unqualified() && parameters.containsKey(name.last().text()));
            Symbol found = dependent ? null : a.lookup.find(name, scope);
            return found instanceof Symbol.ClassTemplate template
                    ? template
                    : found instanceof Symbol.Injected injected ? injected.template() : null;
        }

        private boolean canWrite(NamePart.TemplateId id, Symbol.ClassTemplate template, Scope scope) {
            boolean known = parameters.containsKey(id.text())
                    || (template != null
                            && template.primary.parameters().size()
                                    == id.arguments().size());
            return known
                    && id.arguments().stream().allMatch(argument -> {
                        TypeSyntax type = Templates.asType(argument);
                        Expression value = Templates.asValue(argument);
                        return !argument.pack()
                                && ((value != null && canWrite(value))
                                        || (type != null && canWrite(type, scope))
                                        || !depends(argument));
                    });
        }

        private void templateParameter(int index) {
            once(name -> name.out
                    .append('T')
                    .append(index == 0 ? "" : Integer.toString(index - 1, 36).toUpperCase(Locale.ROOT))
                    .append('_'));
        }

        private void write(TypeSyntax type, Scope scope) {
            if (!depends(type)) {
                type(Types.decay(a.types.read(type, scope)));
                return;
            }
            Qualifiers q = type.qualifiers();
            if (q.isConst() || q.isVolatile() || q.isRestrict()) {
                once(name -> {
                    name.qualifiers(q.isConst(), q.isVolatile(), q.isRestrict());
                    name.unqualified(type, scope);
                });
            } else {
                unqualified(type, scope);
            }
        }

        private void unqualified(TypeSyntax type, Scope scope) {
            switch (type) {
                case TypeSyntax.Named n -> written(n.name(), scope);
                case TypeSyntax.Pointer p ->
                    once(name -> {
                        name.out.append('P');
                        name.write(p.pointee(), scope);
                    });
                case TypeSyntax.Reference r ->
                    once(name -> {
                        name.out.append(r.rvalue() ? 'O' : 'R');
                        name.write(r.referent(), scope);
                    });
                case TypeSyntax.Array array ->
                    once(name -> {
                        name.out.append('A');
                        if (array.size() != null) {
                            name.write(array.size(), scope, true);
                        }
                        name.out.append('_');
                        name.write(array.element(), scope);
                    });
                case TypeSyntax.Function f ->
                    once(name -> {
                        name.out.append('F');
                        name.write(f.result(), scope);
                        if (f.parameters().isEmpty()) {
                            name.out.append('v');
                        }
                        for (TypeSyntax.Parameter parameter : f.parameters()) {
                            name.write(bare(parameter.type()), scope);
                        }
                        name.out.append('E');
                    });
                default -> throw new AssertionError(type.span().toString());
            }
        }

        private void written(io.xianka.compiler.syntax.Name written, Scope scope) {
            if (parameter(written) >= 0) {
                templateParameter(parameter(written));
            } else if (written.last() instanceof NamePart.TemplateId id) {
                templateId(id, template(written, scope), scope);
            } else {
                once(name -> {
                    boolean outermost = name.seen != null;
                    NamePart first = written.qualifiers().getFirst();
                    name.out.append(outermost ? "N" : "");
                    if (first instanceof NamePart.TemplateId id) {
                        name.templateId(id, template(io.xianka.compiler.syntax.Name.of(id), scope), scope);
                    } else {
                        name.templateParameter(parameters.get(first.text()));
                    }
                    name.out.append(sourceName(written.last().text())).append(outermost ? "E" : "");
                });
            }
        }

        private void templateId(NamePart.TemplateId id, Symbol.ClassTemplate template, Scope scope) {
            List<Scope> path = template == null ? List.of() : path(template.scope);
            once(name -> {
                boolean nested = name.seen != null && !path.isEmpty();
                name.out.append(nested ? "N" : "");
                if (template == null) {
                    name.templateParameter(parameters.get(id.text()));
                } else if (path.isEmpty()) {
                    name.template(template);
                } else {
                    String whole = full(inFull(path)) + sourceName(template.name);
                    if (!name.again(whole)) {
                        name.prefix(path);
                        name.out.append(sourceName(template.name));
                        name.remember(whole);
                    }
                }
                name.out.append('I');
                for (TemplateArgument argument : id.arguments()) {
                    TypeSyntax type = Templates.asType(argument);
                    Expression value = Templates.asValue(argument);
                    Value known = depends(argument) ? null : constantOf(type, value, scope);
                    if (known != null) {
                        name.constant(known);
                    } else if (value != null && canWrite(value) && !isTypeParameter(value)) {
                        name.write(value, scope, false);
                    } else {
                        name.write(type, scope);
                    }
                }
                name.out.append(nested ? "EE" : "E");
            });
        }

        /** The constant that an argument is which depends on no parameter; null for a type. */
        private Value constantOf(TypeSyntax type, Expression value, Scope scope) {
            if (type instanceof TypeSyntax.Named named) {
                return switch (a.lookup.find(named.name(), scope)) {
                    case Symbol.Constant c -> c.value();
                    case Symbol.VariableName v -> v.variable.constant();
                    case null, default -> null;
                };
            }
            return value == null || type != null
                    ? null
                    : a.evaluator.scalar(Terms.value(a.expressions.term(value, scope)));
        }

        /** A value within a type: a parameter or a literal. */
        private void write(Expression value, Scope scope, boolean isBound) {
            boolean wrapped = !isBound && depends(value);
            out.append(wrapped ? "X" : "");
            switch (value) {
                case Expression.NameUse use -> {
                    int index = parameter(use.name());
                    out.append('T')
                            .append(
                                    index == 0
                                            ? ""
                                            : Integer.toString(index - 1, 36).toUpperCase(Locale.ROOT))
                            .append('_');
                }
                case Expression.Parenthesised p -> write(p.inner(), scope, true);
                case Expression.Binary binary -> {
                    out.append(OPERATORS.get("operator" + binary.operator().spelling()));
                    write(binary.left(), scope, true);
                    write(binary.right(), scope, true);
                }
                default -> constant(Terms.value(a.expressions.term(value, scope)));
            }
            out.append(wrapped ? "E" : "");
        }

        private boolean isTypeParameter(Expression value) {
            return value instanceof Expression.NameUse use
                    && use.name().last() instanceof NamePart.Identifier id
                    && types.contains(id.text());
        }
    }
}
