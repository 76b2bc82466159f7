package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Initialiser;
import io.xianka.compiler.syntax.Name;
import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.syntax.Specifiers;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;

/** Variables that are not local: of namespaces, classes, and the shared and static ones of functions. */
final class Variables {
    private final Analysis a;

    Variables(Analysis analysis) {
        a = analysis;
    }

    /** Declares a variable or defines one outside its class or namespace. */
    void declare(Declaration.Variable declaration, Scope scope, boolean externC, boolean onlyDeclared) {
        Name name = declaration.name();
        if (!name.unqualified()) {
            Scope home = a.lookup.qualifier(name, scope);
            if (home != null && home.get(name.last().text()) == null) {
                a.lookup.undeclared(name, scope);
            } else if (home != null
                    && home.get(name.last().text()) instanceof Symbol.VariableName known
                    && !(declaration.initialiser() instanceof Initialiser.None)
                    && known.variable.image() == null) {
                Value initial = a.initialisers.initial(
                        known.variable.type(),
                        declaration.initialiser(),
                        home,
                        "in the initialisation of '" + name + "'");
                initialise(
                        known, initial, declaration, declaration.initialiser().span());
            }
            return;
        }
        declare(declaration, scope, scope, externC, onlyDeclared);
    }

    /** Declares a variable in a scope; its names are looked up there, its linkage is that of {@code home}. */
    void declare(Declaration.Variable declaration, Scope scope, Scope home, boolean externC, boolean onlyDeclared) {
        Specifiers specifiers = declaration.specifiers();
        String name = declaration.name().last().text();
        SourceSpan span = declaration.name().span();
        boolean isExtern = specifiers.has(Specifier.EXTERN)
                || (onlyDeclared && declaration.initialiser() instanceof Initialiser.None);
        Symbol there = scope.get(name);
        boolean redeclared = there instanceof Symbol.VariableName known && known.variable.isDeclaredOnly();
        if (there != null && !redeclared) {
            if (there instanceof Symbol.TypeName || there instanceof Symbol.ClassTemplate) {
                scope.putTag(name, there);
            } else if (!(there instanceof Symbol.Broken)) {
                if (!isExtern) {
                    a.error(span, "'" + name + "' is declared already");
                }
                return;
            }
        }
        Type type;
        Value initial = null;
        String where = "in the initialisation of '" + name + "'";
        if (TypeReader.containsAuto(declaration.type())) {
            Term term = a.initialisers.forAuto(declaration.initialiser(), scope, span);
            type = term == null
                    ? Types.ERRONEOUS
                    : a.types.deduce(declaration.type(), term, Initialisers.only(declaration.initialiser()), scope);
            if (!type.isErroneous()) {
                initial = a.conversions.convert(term, type, where);
            }
        } else {
            type = a.classDeduction.read(declaration.type(), declaration.initialiser(), scope);
            if (!type.isErroneous() && type instanceof Array array && array.count() == Array.UNKNOWN) {
                type = a.initialisers.completeArray(array, declaration.initialiser(), scope);
            }
        }
        if (!type.isErroneous()
                && type.unqualified() instanceof RecordType record
                && !isExtern
                && !a.classes.complete(record, span)) {
            a.undefined(record, span, "'" + record.name() + "' is declared but not defined");
            type = Types.ERRONEOUS;
        }
        if (type.isVoid()) {
            // A host function whose parameters are unknown reads as a variable.
            a.unknown(span, "variable '" + name + "' has type void");
            type = Types.ERRONEOUS;
        }
        boolean isConstexpr = specifiers.has(Specifier.CONSTEXPR);
        if (isConstexpr && !type.isErroneous()) {
            type = Types.constant(type);
        }
        if (type.isErroneous()) {
            scope.put(name, new Symbol.Broken(span));
            return;
        }
        Variable.Storage storage = storage(specifiers, type);
        String linkName = externC || storage == Variable.Storage.EXTERN_SHARED ? name : a.mangler.variable(name, home);
        Symbol.VariableName symbol;
        if (redeclared) {
            symbol = (Symbol.VariableName) there;
            if (isExtern) {
                return;
            }
            Symbol.VariableName defined =
                    new Symbol.VariableName(new Variable(name, symbol.variable.linkName(), type, storage, span), null);
            a.variables.remove(symbol);
            symbol = defined;
        } else {
            symbol = new Symbol.VariableName(
                    new Variable(
                            name,
                            storage == Variable.Storage.EXTERN_SHARED
                                    ? Mangler.ascii(linkName)
                                    : a.uniqueLinkName(linkName),
                            type,
                            storage,
                            span),
                    null);
        }
        Variable variable = symbol.variable;
        variable.alignTo(a.classes.alignment(specifiers, scope));
        boolean device = specifiers.has(Specifier.DEVICE)
                || specifiers.has(Specifier.CONSTANT)
                || specifiers.has(Specifier.SHARED)
                || specifiers.has(Specifier.MANAGED)
                // A static variable of a function is where the function is.
                || home.function != null;
        if (specifiers.has(Specifier.STATIC)
                || !device
                || home.function != null
                || isUnnamedNamespace(home)
                || a.isLibrary(home)) {
            variable.makeInternal();
        }
        symbol.hostOnly = !device && !isConstexpr && !type.isConst() && !a.isLibrary(home);
        if (specifiers.has(Specifier.MANAGED)) {
            variable.makeManaged();
        }
        scope.put(name, symbol);
        a.variables.add(symbol);
        if (isExtern && storage != Variable.Storage.EXTERN_SHARED) {
            variable.makeDeclaredOnly();
            if (declaration.initialiser() instanceof Initialiser.None) {
                return;
            }
        }
        if (storage == Variable.Storage.SHARED || storage == Variable.Storage.EXTERN_SHARED) {
            shared(declaration, type, storage, span);
            return;
        }
        boolean member = scope.owner != null
                && !isConstexpr
                && !specifiers.has(Specifier.INLINE)
                && declaration.initialiser() instanceof Initialiser.None;
        if (initial == null && !member) {
            symbol.beingInitialised = true;
            initial = a.initialisers.initial(type, declaration.initialiser(), scope, where);
            symbol.beingInitialised = false;
        }
        initialise(symbol, initial, declaration, span);
    }

    private static boolean isUnnamedNamespace(Scope home) {
        for (Scope s = home; s != null; s = s.parent) {
            if (s.kind == Scope.Kind.NAMESPACE && s.name.isEmpty() && s.parent.kind != Scope.Kind.LIBRARY) {
                return true;
            }
        }
        return false;
    }

    void shared(Declaration.Variable declaration, Type type, Variable.Storage storage, SourceSpan span) {
        if (!(declaration.initialiser() instanceof Initialiser.None)) {
            a.error(declaration.initialiser().span(), "a __shared__ variable takes no initialiser");
        }
        if (storage == Variable.Storage.SHARED && type instanceof Array array && array.count() == Array.UNKNOWN) {
            a.error(span, "array '" + declaration.name() + "' needs a size, or extern before __shared__");
        }
    }

    static Variable.Storage storage(Specifiers specifiers, Type type) {
        if (specifiers.has(Specifier.SHARED)) {
            return specifiers.has(Specifier.EXTERN) ? Variable.Storage.EXTERN_SHARED : Variable.Storage.SHARED;
        }
        return specifiers.has(Specifier.CONSTANT) ? Variable.Storage.CONSTANT : Variable.Storage.GLOBAL;
    }

    /** Gives a variable of static storage its initial bytes. */
    void initialise(Symbol.VariableName symbol, Value initial, Declaration.Variable declaration, SourceSpan span) {
        Variable variable = symbol.variable;
        Type type = variable.type();
        if (initial == null) {
            if (declaration.specifiers().has(Specifier.CONSTEXPR)
                    || (type.isConst()
                            && symbol.variable.storage() == Variable.Storage.GLOBAL
                            && !declaration.specifiers().has(Specifier.DEVICE)
                            && declaration.initialiser() instanceof Initialiser.None
                            && !declaration.specifiers().has(Specifier.EXTERN)
                            && !declaration.specifiers().has(Specifier.STATIC))) {
                a.error(span, "constant '" + variable.name() + "' needs an initialiser");
                symbol.broken = true;
            }
            return;
        }
        if (Terms.isErroneous(initial)) {
            symbol.broken = true;
            return;
        }
        Memory.Cell object = a.evaluator.object(initial, type);
        if (object == null) {
            if (symbol.hostOnly) {
                return;
            }
            a.error(
                    Initialisers.span(declaration.initialiser()),
                    declaration.specifiers().has(Specifier.CONSTEXPR)
                            ? "the initialiser of constexpr '" + variable.name() + "' is not a constant"
                                    + a.evaluator.why()
                            : "'" + variable.name() + "' lives on the device, so its initialiser must be a constant"
                                    + a.evaluator.why());
            symbol.broken = true;
            return;
        }
        variable.initialise(a.evaluator.image(object, type));
        if (type.isConst() || declaration.specifiers().has(Specifier.CONSTEXPR)) {
            a.evaluator.remember(variable, object);
            variable.hold(a.evaluator.scalarOf(object, type, span));
        }
    }
}
