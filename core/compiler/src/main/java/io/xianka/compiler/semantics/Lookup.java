package io.xianka.compiler.semantics;

import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Name;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.typed.EnumType;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Finds what names stand for: the user's scopes from the inside out, then the device library. */
final class Lookup {
    private final Analysis a;
    private final Set<String> asked = new HashSet<>();
    private final Set<Declaration> fromLibrary = Collections.newSetFromMap(new IdentityHashMap<>());

    Lookup(Analysis analysis) {
        a = analysis;
    }

    /** What the scope itself declares under that name, its bases and opened namespaces included; or null. */
    Symbol own(Scope scope, String name) {
        return own(scope, name, 0);
    }

    private Symbol own(Scope scope, String name, int depth) {
        if (scope.kind == Scope.Kind.LIBRARY && asked.add(name)) {
            a.unmuted(() -> {
                for (Declaration declaration : a.deviceLibrary.declarations(name)) {
                    // An enum comes under the names of its enumerators, too.
                    if (fromLibrary.add(declaration)) {
                        a.declarations.declare(declaration, a.library);
                    }
                }
            });
        }
        Symbol found = scope.get(name);
        if (found == null && scope.kind == Scope.Kind.CLASS) {
            for (ClassInfo base : scope.owner.bases) {
                Symbol inherited = own(base.scope, name, depth + 1);
                if (inherited != null) {
                    return inherited;
                }
            }
        }
        if (!scope.used().isEmpty() && depth < 16) {
            for (Scope used : scope.used()) {
                found = merge(found, own(used, name, depth + 1));
            }
        }
        return found;
    }

    private static Symbol merge(Symbol first, Symbol second) {
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        if (first instanceof Symbol.Functions f && second instanceof Symbol.Functions g && f != g) {
            Symbol.Functions both = new Symbol.Functions(f.all);
            g.all.forEach(both::add);
            return both;
        }
        return first;
    }

    /** What an unqualified name stands for in a scope, or null. */
    Symbol unqualified(String name, Scope from) {
        for (Scope scope = from; scope != null; scope = scope.parent) {
            Symbol found = own(scope, name);
            if (found != null) {
                return scope.kind == Scope.Kind.NAMESPACE ? withLibrary(found, name) : found;
            }
        }
        return null;
    }

    /** The library's overloads join the user's; one with the same parameters hides the library's. */
    private Symbol withLibrary(Symbol found, String name) {
        if (!(found instanceof Symbol.Functions users)
                || !(own(a.library, name) instanceof Symbol.Functions librarys)) {
            return found;
        }
        Symbol.Functions both = new Symbol.Functions(users.all);
        for (FunctionSymbol candidate : librarys.all) {
            boolean hidden = false;
            for (FunctionSymbol user : users.all) {
                hidden |= !user.isTemplate()
                        && !candidate.isTemplate()
                        && user.type.parameters().equals(candidate.type.parameters());
            }
            if (!hidden) {
                both.add(candidate);
            }
        }
        return both;
    }

    /** What a name stands for, its template arguments aside; null when there is nothing, which is not reported. */
    Symbol find(Name name, Scope from) {
        String last = name.last().text();
        if (name.unqualified()) {
            return unqualified(last, from);
        }
        Scope scope = qualifier(name, from);
        if (scope == null || (scope.owner != null && scope.owner.broken)) {
            return new Symbol.Broken(name.span());
        }
        return in(scope, last);
    }

    /** What a member of a namespace or class stands for; the global namespace and std hold the library's names too. */
    Symbol in(Scope scope, String name) {
        Symbol found = own(scope, name);
        if (scope == a.global) {
            return found == null ? own(a.library, name) : withLibrary(found, name);
        }
        return found == null && scope.name.equals("std") ? unqualified(name, a.global) : found;
    }

    /** What a name stands for, or an error and Broken. */
    Symbol resolve(Name name, Scope from) {
        Symbol found = find(name, from);
        if (found != null) {
            return found;
        }
        undeclared(name, from);
        return new Symbol.Broken(name.span());
    }

    private void undeclared(SourceSpan span, String name, String near) {
        String gap = KnownGaps.featureOf(name);
        if (gap != null) {
            a.unsupported(span, gap);
        } else {
            String header = HeaderOf.name(name, a.deviceLibrary);
            String advice = header != null
                    ? "; #include <" + header + "> has it"
                    : near == null ? "" : "; did you mean '" + near + "'?";
            a.unknown(span, "'" + name + "' is not declared" + advice);
        }
    }

    void undeclared(Name name, Scope from) {
        String last = name.last().text();
        if (name.unqualified()) {
            undeclared(name.span(), last, NearNames.nearest(last, candidates(from)));
            if (from.kind == Scope.Kind.BLOCK && !a.isMuted()) {
                // Once is enough.
                from.function.outermost(from).put(last, new Symbol.Broken(name.span()));
            }
            return;
        }
        Scope scope = qualifier(name, from);
        String near = scope == null ? null : NearNames.nearest(last, scope.names());
        String where = name.toString();
        where = where.substring(0, where.length() - last.length() - 2);
        String gap = scope != null && near == null && a.isLibrary(scope)
                ? KnownGaps.featureOf(where, name.toString())
                : null;
        if (gap != null) {
            a.unsupported(name.span(), gap);
            return;
        }
        a.unknown(
                name.span(),
                where.isEmpty()
                        ? "the global namespace has no '" + last + "'"
                        : "'" + where + "' has no member '" + last + "'"
                                + (near == null ? "" : "; did you mean '" + near + "'?"));
    }

    private List<String> candidates(Scope from) {
        List<String> names = new ArrayList<>();
        for (Scope scope = from; scope != null; scope = scope.parent) {
            if (scope.kind != Scope.Kind.LIBRARY) {
                names.addAll(scope.names());
            }
        }
        names.addAll(Builtins.NAMES);
        names.addAll(a.deviceLibrary.names());
        return names;
    }

    /** The scope that a name's qualifiers lead to, or null after an error. */
    Scope qualifier(Name name, Scope from) {
        Scope scope = name.global() ? a.global : null;
        boolean first = !name.global();
        StringBuilder path = new StringBuilder(name.global() ? "::" : "");
        for (NamePart part : name.qualifiers()) {
            path.append(part.text());
            Symbol symbol;
            if (part instanceof NamePart.Decltype decltype) {
                symbol = new Symbol.TypeName(a.types.decltype(decltype.expression(), from));
            } else if (first) {
                symbol = unqualified(part.text(), from);
                if (symbol == null && part.text().equals("std")) {
                    symbol = new Symbol.NamespaceName(std());
                }
            } else {
                symbol = in(scope, part.text());
            }
            first = false;
            Scope next = symbol == null ? null : scopeOf(symbol, part, from);
            if (next == null) {
                if (symbol == null) {
                    String near = NearNames.nearest(
                            part.text(), scope == null ? candidates(from) : new ArrayList<>(scope.names()));
                    undeclared(part.span(), path.toString(), near);
                } else if (symbol instanceof Symbol.Broken broken) {
                    a.host.used(broken, part.span());
                } else {
                    a.error(part.span(), "'" + path + "' is neither a namespace nor a class");
                }
                return null;
            }
            scope = next;
            path.append("::");
        }
        return scope;
    }

    private Scope std() {
        Symbol std = a.global.get("std");
        if (std instanceof Symbol.NamespaceName n) {
            return n.scope();
        }
        Scope scope = Scope.namespace(a.global, "std");
        a.global.put("std", new Symbol.NamespaceName(scope));
        return scope;
    }

    private Scope scopeOf(Symbol symbol, NamePart part, Scope from) {
        if (symbol instanceof Symbol.NamespaceName namespace) {
            return namespace.scope();
        }
        Type type = a.types.typeOf(symbol, part, from);
        if (type == null) {
            return null;
        }
        return scopeOf(type, part.span());
    }

    Scope scopeOf(Type type, SourceSpan span) {
        return switch (type.unqualified()) {
            case RecordType record -> {
                ClassInfo info = a.info(record);
                a.classes.complete(record, span);
                yield info.scope;
            }
            case EnumType e -> a.types.enumScope(e);
            default -> null;
        };
    }

    /** Functions of that name in the namespaces of the arguments' types. */
    List<FunctionSymbol> byArguments(String name, List<Type> arguments) {
        Set<Scope> namespaces = new java.util.LinkedHashSet<>();
        for (Type type : arguments) {
            associated(type, namespaces, 0);
        }
        List<FunctionSymbol> found = new ArrayList<>();
        for (Scope namespace : namespaces) {
            Symbol symbol = in(namespace, name);
            if (symbol instanceof Symbol.Functions functions) {
                for (FunctionSymbol function : functions.all) {
                    if (!found.contains(function)) {
                        found.add(function);
                    }
                }
            }
        }
        return found;
    }

    private void associated(Type type, Set<Scope> namespaces, int depth) {
        if (depth > 8) {
            return;
        }
        switch (Types.referent(type).unqualified()) {
            case RecordType record -> {
                ClassInfo info = a.info(record);
                namespaces.add(userSide(info.scope.parent.enclosingNamespace()));
                for (ClassInfo base : info.bases) {
                    associated(base.type, namespaces, depth + 1);
                }
                for (Symbol argument : info.arguments) {
                    if (argument instanceof Symbol.TypeName t) {
                        associated(t.type(), namespaces, depth + 1);
                    }
                }
            }
            case EnumType e ->
                namespaces.add(userSide(a.types.enumScope(e).parent.enclosingNamespace()));
            case Type.Pointer p -> associated(p.pointee(), namespaces, depth + 1);
            case Type.Array p -> associated(p.element(), namespaces, depth + 1);
            default -> {}
        }
    }

    /** The library's types count as the global namespace's, so that the user's operators on them are found. */
    private Scope userSide(Scope namespace) {
        return namespace == a.library ? a.global : namespace;
    }

    static Diagnostic.Note declaredHere(SourceSpan span, String what) {
        return new Diagnostic.Note(span, what + " is declared here");
    }
}
