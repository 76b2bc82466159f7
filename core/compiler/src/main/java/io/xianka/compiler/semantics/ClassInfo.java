package io.xianka.compiler.semantics;

import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Initialiser;
import io.xianka.compiler.typed.RecordType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known of a class besides its layout. */
final class ClassInfo {
    final RecordType type;
    final Scope scope;
    final SourceSpan span;
    Declaration.ClassDeclaration definition;
    /** Of an instance of a template. */
    Symbol.ClassTemplate template;

    List<Symbol> arguments = List.of();

    final List<ClassInfo> bases = new ArrayList<>(0);
    final List<FunctionSymbol> constructors = new ArrayList<>(0);
    /** Bases whose constructors a using-declaration makes this class's own. */
    final List<ClassInfo> inheritsConstructorsOf = new ArrayList<>(0);

    /** Of fields that are not public. */
    final Map<String, Declaration.Access> fieldAccess = new HashMap<>(0);
    /** Names of the functions and classes that are friends. */
    final Set<String> friends = new HashSet<>(0);
    /** Of the member being declared. */
    Declaration.Access declaring = Declaration.Access.PUBLIC;

    final List<FunctionSymbol> conversions = new ArrayList<>(0);
    /** Initialisers of the fields, null where there is none; by field index. */
    final List<Initialiser> fieldInitialisers = new ArrayList<>(0);
    /** Declarations of the fields, null for anonymous members; by field index. */
    final List<SourceSpan> fieldSpans = new ArrayList<>(0);

    boolean beingCompleted;
    /** Its definition could not be read; the error is reported. */
    boolean broken;
    /** Why its definition is left out, or null. */
    Diagnostic leftOut;

    boolean hasUserConstructor;
    boolean hasFieldInitialisers;
    boolean hasPrivateFields;
    /** An operator= for an object of the same class. */
    boolean hasUserAssignment;

    boolean isClosure;
    FunctionSymbol copyConstructor;
    FunctionSymbol moveConstructor;
    /** As the user wrote it, unless it does nothing. */
    FunctionSymbol destructor;
    /** Member functions that nobody wrote, as far as they were needed. */
    final Map<FunctionSymbol.Implicit, FunctionSymbol> implicits = new EnumMap<>(FunctionSymbol.Implicit.class);
    /** Answers of {@link ImplicitMembers}, null until asked for. */
    Boolean copiedByCode;

    Boolean assignedByCode;
    Boolean destroyedByCode;
    FunctionSymbol implicitDefault;

    ClassInfo(RecordType type, Scope enclosing, String name, SourceSpan span) {
        this.type = type;
        this.scope = Scope.ofClass(enclosing, name, this);
        this.span = span;
    }

    /** The class's name without its template arguments: what its constructors are called. */
    String simpleName() {
        return template != null ? template.name : scope.name;
    }

    boolean hasUserCopy() {
        return copyConstructor != null || moveConstructor != null;
    }

    boolean isAggregate() {
        return !hasUserConstructor && !hasPrivateFields && !isClosure;
    }

    boolean derivesFrom(ClassInfo other) {
        for (ClassInfo base : bases) {
            if (base == other || base.derivesFrom(other)) {
                return true;
            }
        }
        return false;
    }
}
