package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A function or function template as overload resolution sees it. */
final class FunctionSymbol {
    /** Member functions that nobody wrote. */
    enum Implicit {
        NO,
        DEFAULT_CONSTRUCTOR,
        INHERITED_CONSTRUCTOR,
        COPY_CONSTRUCTOR,
        MOVE_CONSTRUCTOR,
        COPY_ASSIGNMENT,
        MOVE_ASSIGNMENT,
        DESTRUCTOR
    }

    final String name;
    /** Where its declaration stands: a namespace, class, block, or the bindings of a template's instance. */
    final Scope scope;
    /** The class of which it is a member, or null. */
    final ClassInfo owner;
    /** Null for an implicit one. */
    final Declaration.Function declaration;
    /** Not null for a template. */
    final Declaration.Template template;

    /** The declaration with the body, and where it stands. */
    Declaration.Function definition;

    Scope definitionScope;
    /** Of a template defined after its declaration: the parameters that the definition names; else null. */
    Declaration.Template definitionTemplate;

    Implicit implicit = Implicit.NO;
    /** Of an inherited constructor: the base class's. */
    FunctionSymbol inherited;
    /** True for the call operator of a lambda. */
    boolean isLambda;
    /** The function in which a lambda stands, or null. */
    FunctionContext lambdaAround;

    FunctionContext.Captures captures;

    /** Null for a template; the result is null while {@code auto} is not deduced. */
    Type.Function type;
    /** Default arguments by parameter, null where there is none; and where they are read. */
    List<io.xianka.compiler.syntax.Expression> defaults = List.of();

    Scope defaultsScope;

    Declaration.Access access = Declaration.Access.PUBLIC;
    boolean isConstMember;
    boolean isStaticMember;
    boolean isLibrary;
    boolean externC;
    /** A member of a class template's instance with a definition of its own. */
    boolean isSpecialised;
    /** Constraint by a ref-qualifier, if any. */
    TypeSyntax.RefQualifier reference = TypeSyntax.RefQualifier.NONE;

    /** Of an instance: its template and what the template's parameters stand for. */
    FunctionSymbol instanceOf;

    List<Symbol> arguments = List.of();
    final Map<List<Object>, FunctionSymbol> instances = new HashMap<>(0);
    final Map<List<Object>, FunctionSymbol> explicit = new HashMap<>(0);

    Function function;
    SourceSpan firstUse;
    boolean bodyQueued;
    boolean bodyDone;
    boolean bodyInProgress;
    /** Functions and variables that its body uses, in order of first use. */
    final Set<Object> uses = new LinkedHashSet<>();

    FunctionSymbol(
            String name,
            Scope scope,
            ClassInfo owner,
            Declaration.Function declaration,
            Declaration.Template template) {
        this.name = name;
        this.scope = scope;
        this.owner = owner;
        this.declaration = declaration;
        this.template = template;
        if (declaration != null) {
            isStaticMember = owner != null && declaration.specifiers().has(Specifier.STATIC);
            isConstMember = owner != null && declaration.type().qualifiers().isConst();
            reference = declaration.type().reference();
            if (declaration.isDefinition()) {
                definition = declaration;
                definitionScope = scope;
            }
        }
    }

    /** True for one and the same node: trees are told apart by identity. */
    @SuppressWarnings("ReferenceEquality")
    static boolean same(Declaration.Function one, Declaration.Function other) {
        return one == other;
    }

    boolean isTemplate() {
        return template != null;
    }

    boolean hasThis() {
        return owner != null && !isStaticMember;
    }

    boolean isConstructor() {
        return switch (implicit) {
            case NO -> declaration != null && declaration.kind() == Declaration.FunctionKind.CONSTRUCTOR;
            case DEFAULT_CONSTRUCTOR, INHERITED_CONSTRUCTOR, COPY_CONSTRUCTOR, MOVE_CONSTRUCTOR -> true;
            case COPY_ASSIGNMENT, MOVE_ASSIGNMENT, DESTRUCTOR -> false;
        };
    }

    boolean isDestructor() {
        return implicit == Implicit.DESTRUCTOR
                || (declaration != null && declaration.kind() == Declaration.FunctionKind.DESTRUCTOR);
    }

    boolean has(Specifier word) {
        return (declaration != null && declaration.specifiers().has(word))
                || (definition != null && definition.specifiers().has(word));
    }

    boolean isDeleted() {
        return declaration != null && declaration.body() instanceof io.xianka.compiler.syntax.FunctionBody.Deleted;
    }

    boolean isConstexpr() {
        return has(Specifier.CONSTEXPR) || implicit != Implicit.NO || isLambda;
    }

    /** True for a function that only the host may call. */
    boolean isHostOnly() {
        if (declaration == null || isLibrary || isLambda) {
            return false;
        }
        return !has(Specifier.DEVICE) && !has(Specifier.GLOBAL) && !has(Specifier.CONSTEXPR);
    }

    SourceSpan span() {
        if (declaration != null) {
            return declaration.name().span();
        }
        return owner.span;
    }

    /** Parameters that every call must give. */
    int required() {
        int count = type.parameters().size();
        while (count > 0 && count <= defaults.size() && defaults.get(count - 1) != null) {
            count--;
        }
        return count;
    }

    /** {@code Rgb<float>::operator+}, {@code sum<int>}. */
    String display() {
        if (isLambda) {
            return "lambda";
        }
        StringBuilder out = new StringBuilder(owner != null ? owner.scope.prefix() : scope.prefix());
        out.append(name);
        if (!arguments.isEmpty()) {
            out.append(Templates.spell(arguments));
        }
        return out.toString();
    }

    /** As shown in a list of candidates. */
    String signature() {
        if (isTemplate()) {
            return "template " + oneLine(declaration.span().text());
        }
        if (isConstructor()) {
            String list = type.declare("");
            return owner.type.name() + list.substring(list.indexOf('('));
        }
        Type.Function shown =
                type.result() == null ? new Type.Function(Types.VOID, type.parameters(), type.variadic()) : type;
        String text = shown.declare(display());
        return (type.result() == null ? "auto" + text.substring(4) : text) + (isConstMember ? " const" : "");
    }

    private static String oneLine(String text) {
        int end = text.indexOf('{');
        return (end < 0 ? text : text.substring(0, end)).strip().replaceAll("\\s+", " ");
    }

    List<Variable> parametersOf() {
        return function == null ? new ArrayList<>() : function.parameters();
    }
}
