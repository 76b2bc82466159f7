package io.xianka.compiler.semantics;

import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a name stands for. */
sealed interface Symbol {

    /** A class, enumeration, alias or type parameter. */
    record TypeName(Type type) implements Symbol {}

    record NamespaceName(Scope scope) implements Symbol {}

    /** An enumerator or value parameter of a template. */
    record Constant(Value value) implements Symbol {}

    /** A variable or function parameter. */
    final class VariableName implements Symbol {
        final Variable variable;
        /** The function whose local it is, or null. */
        final FunctionContext owner;
        /** An error was reported for it: say no more. */
        boolean broken;
        /** True until its initialiser is analysed. */
        boolean beingInitialised;
        /** A variable of the host, which the device cannot reach. */
        boolean hostOnly;

        VariableName(Variable variable, FunctionContext owner) {
            this.variable = variable;
            this.owner = owner;
        }
    }

    /**
     * A name for a part of another object: a structured binding.
     *
     * @param owner the function whose local object it is
     */
    record PlaceName(String name, Place place, FunctionContext owner) implements Symbol {}

    /** Functions and function templates of one name. */
    final class Functions implements Symbol {
        final List<FunctionSymbol> all = new ArrayList<>(2);

        Functions() {}

        Functions(List<FunctionSymbol> functions) {
            all.addAll(functions);
        }

        void add(FunctionSymbol function) {
            if (!all.contains(function)) {
                all.add(function);
            }
        }
    }

    /**
     * A non-static data member.
     *
     * @param path the anonymous members to pass, then the field itself
     */
    record FieldName(ClassInfo owner, List<RecordType.Field> path) implements Symbol {}

    /** A class template. */
    final class ClassTemplate implements Symbol {
        final String name;
        final Scope scope;
        Declaration.Template primary;
        final List<Declaration.Template> partial = new ArrayList<>(0);
        /** Deduction guides, those with parameters of their own within a Template. */
        final List<Declaration> guides = new ArrayList<>(0);

        final Map<List<Object>, ClassInfo> instances = new HashMap<>();
        final Map<List<Object>, Declaration.ClassDeclaration> explicit = new HashMap<>(0);
        /** Members defined outside the class, by name. */
        final Map<String, List<Declaration.Template>> outsideMembers = new HashMap<>(0);

        ClassTemplate(String name, Scope scope, Declaration.Template primary) {
            this.name = name;
            this.scope = scope;
            this.primary = primary;
        }
    }

    /** The name of a class template's instance within itself: alone it is the type, with arguments the template. */
    record Injected(ClassInfo instance, ClassTemplate template) implements Symbol {}

    record AliasTemplate(Scope scope, Declaration.Template declaration) implements Symbol {}

    /** A variable template with its partial specialisations. */
    record VariableTemplate(
            Scope scope,
            Declaration.Template declaration,
            List<Declaration.Template> partial,
            Map<List<Object>, VariableName> instances)
            implements Symbol {}

    /** What a parameter pack stands for in one instance: types, constants or variables. */
    record Pack(List<Symbol> elements) implements Symbol {}

    /**
     * A name whose declaration is wrong.
     *
     * @param cause why, where that is an error only once device code uses the name; null when it is reported
     */
    record Broken(SourceSpan span, Diagnostic cause, String name) implements Symbol {
        Broken(SourceSpan span) {
            this(span, null, "");
        }
    }
}
