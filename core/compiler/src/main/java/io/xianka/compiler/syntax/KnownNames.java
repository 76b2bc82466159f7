package io.xianka.compiler.syntax;

import io.xianka.compiler.syntax.LibraryNames.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the names in scope are, as far as parsing needs it. */
final class KnownNames {

    /**
     * A name.
     *
     * @param kind what it is
     * @param members the scope of a namespace or class, or null when not known
     */
    record Known(Kind kind, Scope members) {
        boolean isType() {
            return kind == Kind.TYPE || kind == Kind.TYPE_TEMPLATE;
        }

        boolean isTemplate() {
            return kind == Kind.TYPE_TEMPLATE || kind == Kind.VALUE_TEMPLATE;
        }
    }

    /** What a scope belongs to. */
    enum ScopeKind {
        NAMESPACE,
        CLASS,
        TEMPLATE_PARAMETERS,
        BLOCK,
        /** A namespace of the library. */
        LIBRARY
    }

    /** A scope and what can be seen through it. */
    static final class Scope {
        final ScopeKind kind;
        final Scope parent;
        /** Qualified name of a library namespace, plain name of a class. */
        final String name;

        private Map<String, Known> names;
        private List<Scope> used;

        Scope(ScopeKind kind, Scope parent, String name) {
            this.kind = kind;
            this.parent = parent;
            this.name = name;
        }

        void use(Scope other) {
            if (other != null && other != this) {
                if (used == null) {
                    used = new ArrayList<>(2);
                }
                used.add(other);
            }
        }
    }

    private static final Known VALUE = new Known(Kind.VALUE, null);

    private final LibraryNames library;
    private final Scope global = new Scope(ScopeKind.NAMESPACE, null, "");
    private final Map<String, Known> libraryNames = new HashMap<>();
    private final Set<String> memberTemplates = new HashSet<>();
    private Scope current = global;
    private int version;

    KnownNames(LibraryNames library) {
        this.library = library;
    }

    /** Changes with every declaration. */
    int version() {
        return version;
    }

    Scope current() {
        return current;
    }

    Scope global() {
        return global;
    }

    /** Opens a scope within the current one. */
    Scope open(ScopeKind kind, String name) {
        current = new Scope(kind, current, name);
        version++;
        return current;
    }

    /** Goes to a scope. */
    void go(Scope scope) {
        if (scope != current) {
            current = scope;
            version++;
        }
    }

    /** True when what is declared next is a template. */
    boolean declaresTemplate() {
        return current.kind == ScopeKind.TEMPLATE_PARAMETERS && current.name.isEmpty();
    }

    /** The class that the current scope is directly in, or null. */
    String currentClass() {
        Scope scope = current;
        while (scope != null && scope.kind == ScopeKind.TEMPLATE_PARAMETERS) {
            scope = scope.parent;
        }
        return scope != null && scope.kind == ScopeKind.CLASS ? scope.name : null;
    }

    void declare(String name, Kind kind, Scope members) {
        Scope scope = current;
        while (scope.kind == ScopeKind.TEMPLATE_PARAMETERS) {
            scope = scope.parent;
        }
        declareIn(scope, name, new Known(kind, members));
    }

    /** Declares in the current scope, even when it holds template parameters. */
    void declareHere(String name, Kind kind) {
        declareIn(current, name, new Known(kind, null));
    }

    void declareValue(String name) {
        declare(name, declaresTemplate() ? Kind.VALUE_TEMPLATE : Kind.VALUE, null);
    }

    private void declareIn(Scope scope, String name, Known known) {
        version++;
        if (scope.names == null) {
            scope.names = new HashMap<>();
        }
        Known before = scope.names.get(name);
        if (before != null && before.kind == Kind.VALUE_TEMPLATE && known.kind == Kind.VALUE) {
            return;
        }
        if (before != null && before.isType() && before.members != null && known.members == null) {
            // A forward declaration after the definition, or a function that shares a class's name.
            return;
        }
        if (scope.kind == ScopeKind.CLASS && known.isTemplate()) {
            memberTemplates.add(name);
        }
        scope.names.put(name, known);
    }

    void declareKnown(String name, Known known) {
        declareIn(current, name, known);
    }

    /** True for a name that some class declares as a member template. */
    boolean isMemberTemplate(String name) {
        return memberTemplates.contains(name);
    }

    /** What an unqualified name is, or null. */
    Known find(String name) {
        for (Scope scope = current; scope != null; scope = scope.parent) {
            Known known = in(scope, name, 0);
            if (known != null) {
                return known;
            }
        }
        return ofLibrary(name);
    }

    /** What a name is within a namespace or class, or null. */
    Known findIn(Scope scope, String name) {
        if (scope == null) {
            return null;
        }
        Known known = in(scope, name, 0);
        return known == null && scope == global ? ofLibrary(name) : known;
    }

    private Known in(Scope scope, String name, int depth) {
        if (scope.kind == ScopeKind.LIBRARY) {
            return ofLibrary(scope.name + "::" + name);
        }
        Known known = scope.names == null ? null : scope.names.get(name);
        if (known == null && scope.used != null && depth < 32) {
            for (int i = 0; i < scope.used.size() && known == null; i++) {
                known = in(scope.used.get(i), name, depth + 1);
            }
        }
        return known;
    }

    private Known ofLibrary(String name) {
        Known known = libraryNames.get(name);
        if (known == null) {
            Kind kind = library.kindOf(name);
            known = kind == Kind.VALUE
                    ? VALUE
                    : new Known(kind, kind == Kind.NAMESPACE ? new Scope(ScopeKind.LIBRARY, null, name) : null);
            libraryNames.put(name, known);
        }
        return known.kind == Kind.NONE ? null : known;
    }
}
