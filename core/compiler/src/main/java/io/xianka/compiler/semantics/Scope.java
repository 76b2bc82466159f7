package io.xianka.compiler.semantics;

import io.xianka.compiler.syntax.Statement;
import io.xianka.compiler.typed.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names declared in one region of the program, and the region around it. */
final class Scope {
    enum Kind {
        /** The device library, around everything. */
        LIBRARY,
        NAMESPACE,
        CLASS,
        /** What the parameters of a template stand for in one instance. */
        TEMPLATE,
        /** Parameters and blocks of a function. */
        BLOCK
    }

    final Scope parent;
    final Kind kind;
    /** Of a namespace or class; else empty. */
    final String name;
    /** The class whose members these are, or null. */
    final ClassInfo owner;
    /** The function in which these are, or null. */
    final FunctionContext function;

    private final Map<String, Symbol> symbols = new HashMap<>(8);
    private Map<String, Symbol> tags = Map.of();
    private final List<Scope> used = new ArrayList<>(0);

    private List<Place> objects;
    private List<Statement> body;

    private Scope(Scope parent, Kind kind, String name, ClassInfo owner, FunctionContext function) {
        this.parent = parent;
        this.kind = kind;
        this.name = name;
        this.owner = owner;
        this.function = function;
    }

    static Scope library() {
        return new Scope(null, Kind.LIBRARY, "", null, null);
    }

    static Scope namespace(Scope parent, String name) {
        return new Scope(parent, Kind.NAMESPACE, name, null, null);
    }

    static Scope ofClass(Scope parent, String name, ClassInfo owner) {
        return new Scope(parent, Kind.CLASS, name, owner, parent.function);
    }

    static Scope template(Scope parent) {
        return new Scope(parent, Kind.TEMPLATE, "", null, parent.function);
    }

    static Scope block(Scope parent) {
        return new Scope(parent, Kind.BLOCK, "", null, parent.function);
    }

    static Scope ofFunction(Scope parent, FunctionContext function) {
        return new Scope(parent, Kind.BLOCK, "", null, function);
    }

    /** Objects that end with this scope and have a destructor, in the order of their declarations. */
    List<Place> objects() {
        if (objects == null) {
            objects = new ArrayList<>(0);
        }
        return objects;
    }

    /** The statements of the block, or null. */
    List<Statement> body() {
        return body;
    }

    Scope withBody(List<Statement> statements) {
        body = statements;
        return this;
    }

    Symbol get(String wanted) {
        return symbols.get(wanted);
    }

    void put(String declared, Symbol symbol) {
        symbols.put(declared, symbol);
    }

    /** A class or enum whose name a function or variable of the same name hides. */
    Symbol tag(String wanted) {
        return tags.get(wanted);
    }

    void putTag(String declared, Symbol symbol) {
        if (tags.isEmpty()) {
            tags = new HashMap<>();
        }
        tags.put(declared, symbol);
    }

    Set<String> names() {
        return symbols.keySet();
    }

    /** Names of members other than types. */
    List<String> valueNames() {
        return symbols.entrySet().stream()
                .filter(entry -> !(entry.getValue() instanceof Symbol.TypeName)
                        && !(entry.getValue() instanceof Symbol.Injected))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Namespaces that a using directive opens here. */
    List<Scope> used() {
        return used;
    }

    boolean isNamespace() {
        return kind == Kind.NAMESPACE || kind == Kind.LIBRARY;
    }

    /** The namespace around this scope, itself included. */
    Scope enclosingNamespace() {
        Scope s = this;
        while (!s.isNamespace()) {
            s = s.parent;
        }
        return s;
    }

    /** The class whose member function or body this is in, or null. */
    ClassInfo enclosingClass() {
        for (Scope s = this; s != null; s = s.parent) {
            if (s.owner != null) {
                return s.owner;
            }
        }
        return null;
    }

    /** {@code a::b::} of the named scopes around and including this one; empty at the top. */
    String prefix() {
        StringBuilder out = new StringBuilder();
        for (Scope s = this; s != null; s = s.parent) {
            if (!s.name.isEmpty() && (s.isNamespace() || s.kind == Kind.CLASS)) {
                out.insert(0, s.name + "::");
            }
        }
        return out.toString();
    }
}
