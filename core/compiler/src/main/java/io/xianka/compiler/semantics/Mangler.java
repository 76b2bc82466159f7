package io.xianka.compiler.semantics;

import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.typed.EnumType;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Symbols as the Itanium C++ ABI spells them, as nvcc does. In an instance of a template the parameters are spelled as
 * what they stand for, not as {@code T_}.
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
        private final List<Object> seen = new ArrayList<>();

        /** Writes a back reference if the thing was spelled before. */
        private boolean again(Object thing) {
            int index = seen.indexOf(thing);
            if (index < 0) {
                return false;
            }
            out.append('S');
            if (index > 0) {
                out.append(Integer.toString(index - 1, 36).toUpperCase(java.util.Locale.ROOT));
            }
            out.append('_');
            return true;
        }

        void prefix(List<Scope> path) {
            int from = path.size();
            while (from > 0 && !seen.contains(key(path.subList(0, from)))) {
                from--;
            }
            if (from > 0) {
                again(key(path.subList(0, from)));
            }
            for (int i = from; i < path.size(); i++) {
                Scope s = path.get(i);
                if (s.owner != null && s.owner.template != null) {
                    out.append(sourceName(s.owner.template.name));
                    seen.add(key(path.subList(0, i)) + "/" + s.owner.template.name);
                    arguments(s.owner.arguments);
                } else {
                    out.append(sourceName(s.name));
                }
                seen.add(key(path.subList(0, i + 1)));
            }
        }

        private Object key(List<Scope> path) {
            if (!path.isEmpty() && path.getLast().owner != null) {
                return path.getLast().owner.type;
            }
            StringBuilder key = new StringBuilder("::");
            for (Scope s : path) {
                key.append(s.name).append("::");
            }
            return key.toString();
        }

        void function(FunctionSymbol symbol) {
            List<Scope> path = path(symbol.owner != null ? symbol.owner.scope : symbol.scope);
            String own;
            if (symbol.isConstructor()) {
                own = "C1";
            } else if (OPERATORS.containsKey(symbol.name)) {
                String code = OPERATORS.get(symbol.name);
                boolean unary = symbol.type.parameters().size() + (symbol.hasThis() ? 1 : 0) == 1;
                own = !unary
                        ? code
                        : switch (code) {
                            case "pl" -> "ps";
                            case "mi" -> "ng";
                            case "ml" -> "de";
                            case "an" -> "ad";
                            default -> code;
                        };
            } else {
                own = sourceName(symbol.name);
            }
            if (path.isEmpty()) {
                boolean internal =
                        symbol.has(Specifier.STATIC) && symbol.owner == null && !symbol.has(Specifier.GLOBAL);
                out.append(internal ? "L" : "").append(own);
                if (symbol.instanceOf != null) {
                    seen.add("::" + symbol.name + "()");
                }
            } else {
                out.append('N').append(symbol.isConstMember ? "K" : "");
                prefix(path);
                out.append(own);
                if (symbol.instanceOf != null) {
                    seen.add(key(path) + symbol.name + "()");
                }
            }
            if (symbol.instanceOf != null) {
                arguments(symbol.arguments);
            }
            if (!path.isEmpty()) {
                out.append('E');
            }
            if (symbol.instanceOf != null && !symbol.isConstructor()) {
                type(symbol.type.result() == null ? Types.VOID : symbol.type.result());
            }
            parameters(symbol.type);
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
                case Symbol.Constant c -> {
                    out.append('L');
                    type(c.value().type());
                    switch (c.value()) {
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
                case Symbol.Pack p -> {
                    out.append('J');
                    p.elements().forEach(this::argument);
                    out.append('E');
                }
                case Symbol.ClassTemplate t -> out.append(sourceName(t.name));
                default -> out.append('v');
            }
        }

        void type(Type type) {
            switch (type) {
                case Scalar s -> out.append(code(s));
                case Type.Void v -> out.append('v');
                case Type.NullPointer n -> out.append("Dn");
                case Type.Erroneous e -> out.append('v');
                case Type.Qualified q -> {
                    if (again(q)) {
                        return;
                    }
                    out.append(q.isRestrict() ? "r" : "")
                            .append(q.isVolatile() ? "V" : "")
                            .append(q.isConst() ? "K" : "");
                    type(q.type());
                    seen.add(q);
                }
                case Pointer p -> {
                    if (again(p)) {
                        return;
                    }
                    out.append('P');
                    type(p.pointee());
                    seen.add(p);
                }
                case Reference r -> {
                    if (again(r)) {
                        return;
                    }
                    out.append(r.rvalue() ? 'O' : 'R');
                    type(r.referent());
                    seen.add(r);
                }
                case Array array -> {
                    if (again(array)) {
                        return;
                    }
                    out.append('A')
                            .append(array.count() == Array.UNKNOWN ? "" : array.count())
                            .append('_');
                    type(array.element());
                    seen.add(array);
                }
                case Type.Function f -> {
                    if (again(f)) {
                        return;
                    }
                    out.append('F');
                    type(f.result());
                    parameters(f);
                    out.append('E');
                    seen.add(f);
                }
                case RecordType record -> named(record, a.info(record).scope);
                case EnumType e -> named(e, a.types.enumScope(e));
            }
        }

        private void named(Type type, Scope scope) {
            if (again(type)) {
                return;
            }
            List<Scope> path = path(scope);
            ClassInfo info = type instanceof RecordType record ? a.info(record) : null;
            if (path.size() == 1) {
                if (info != null && info.template != null) {
                    if (!again("::/" + info.template.name)) {
                        out.append(sourceName(info.template.name));
                        seen.add("::/" + info.template.name);
                    }
                    arguments(info.arguments);
                } else {
                    out.append(sourceName(path.getFirst().name));
                }
                seen.add(type);
                return;
            }
            out.append('N');
            prefix(path);
            out.append('E');
            if (!seen.contains(type)) {
                seen.add(type);
            }
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
    }
}
