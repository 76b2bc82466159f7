package io.xianka.compiler.syntax;

import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/** A declaration, at namespace scope, in a class or in a block. */
public sealed interface Declaration extends Node {

    /**
     * {@code namespace a::b { ... }}.
     *
     * @param names outermost first; empty for an unnamed namespace
     * @param inline true for {@code inline namespace}
     */
    record Namespace(SourceSpan span, List<NamePart.Identifier> names, boolean inline, List<Declaration> declarations)
            implements Declaration {}

    /** {@code namespace cg = cooperative_groups;}. */
    record NamespaceAlias(SourceSpan span, NamePart.Identifier name, Name target) implements Declaration {}

    /** {@code using namespace std;}. */
    record UsingDirective(SourceSpan span, Name namespace) implements Declaration {}

    /**
     * {@code using Base::f;}.
     *
     * @param typename true behind {@code typename}
     * @param pack true when {@code ...} follows
     */
    record UsingDeclaration(SourceSpan span, Name name, boolean typename, boolean pack) implements Declaration {}

    /** {@code typedef type name;} or {@code using name = type;}. */
    record Alias(SourceSpan span, NamePart.Identifier name, TypeSyntax type) implements Declaration {}

    /**
     * An enum's definition or opaque declaration.
     *
     * @param name or null
     * @param scoped true for {@code enum class}
     * @param underlying or null
     * @param enumerators null when this is only a declaration
     */
    record EnumDeclaration(
            SourceSpan span,
            Specifiers specifiers,
            Name name,
            boolean scoped,
            TypeSyntax underlying,
            List<Enumerator> enumerators)
            implements Declaration {}

    /**
     * One value of an enum.
     *
     * @param value or null
     */
    record Enumerator(SourceSpan span, NamePart.Identifier name, Expression value) implements Node {}

    /**
     * A class's definition or forward declaration.
     *
     * @param specifiers alignment, attributes, {@code final}
     * @param tag STRUCT, CLASS or UNION
     * @param name null for an unnamed class; its last part is a TemplateId in a specialisation
     * @param members null when this is only a declaration
     */
    record ClassDeclaration(
            SourceSpan span,
            Specifiers specifiers,
            TypeSyntax.Tag tag,
            Name name,
            List<Base> bases,
            List<Member> members)
            implements Declaration {

        public boolean isDefinition() {
            return members != null;
        }
    }

    /** Who may name a member. */
    enum Access {
        PUBLIC,
        PROTECTED,
        PRIVATE
    }

    /** A base class. */
    record Base(SourceSpan span, Access access, boolean isVirtual, TypeSyntax type, boolean pack) implements Node {}

    /** A member of a class: a Field, a static Variable, a Function, a nested type, an alias, a using, a template. */
    record Member(SourceSpan span, Access access, Declaration declaration) implements Node {}

    /** An unnamed struct or union without a declarator: its members are members of the scope around it. */
    record AnonymousMembers(SourceSpan span, ClassDeclaration type) implements Declaration {}

    /**
     * A non-static data member.
     *
     * @param name null for an unnamed bit-field
     * @param bits width of a bit-field, or null
     */
    record Field(
            SourceSpan span,
            Specifiers specifiers,
            NamePart.Identifier name,
            TypeSyntax type,
            Expression bits,
            Initialiser initialiser)
            implements Declaration {}

    /** {@code friend class C;} or a befriended function. */
    record Friend(SourceSpan span, Declaration declaration) implements Declaration {}

    /** {@code friend T;}. */
    record FriendType(SourceSpan span, TypeSyntax type) implements Declaration {}

    /** What a function is, as seen from its name. */
    enum FunctionKind {
        ORDINARY,
        OPERATOR,
        CONVERSION,
        CONSTRUCTOR,
        DESTRUCTOR
    }

    /**
     * A function's declaration or definition.
     *
     * @param name qualified when defined outside its class or namespace
     * @param type its parameters, result and qualifiers
     */
    record Function(
            SourceSpan span,
            Specifiers specifiers,
            FunctionKind kind,
            Name name,
            TypeSyntax.Function type,
            FunctionBody body)
            implements Declaration {

        public boolean isDefinition() {
            return body instanceof FunctionBody.Block || body instanceof FunctionBody.SkippedHostCode;
        }
    }

    /** {@code Pair(T, U) -> Pair<T, U>;}. */
    record DeductionGuide(SourceSpan span, Specifiers specifiers, Name name, TypeSyntax.Function type)
            implements Declaration {}

    /** A variable, at any scope; a static data member when in a class. */
    record Variable(SourceSpan span, Specifiers specifiers, Name name, TypeSyntax type, Initialiser initialiser)
            implements Declaration {}

    /**
     * {@code auto [a, b] = pair;}.
     *
     * @param type auto, or a reference to auto
     */
    record StructuredBinding(
            SourceSpan span,
            Specifiers specifiers,
            TypeSyntax type,
            List<NamePart.Identifier> names,
            Initialiser initialiser)
            implements Declaration {}

    /**
     * {@code template <parameters> declaration}; without parameters, {@code template <>}, an explicit specialisation.
     *
     * @param declaration a Function, Variable, ClassDeclaration, Alias, Friend, DeductionGuide or again a Template (a
     *     member template defined outside its class template)
     */
    record Template(SourceSpan span, List<TemplateParameter> parameters, Declaration declaration)
            implements Declaration {}

    /**
     * {@code template struct S<int>;}.
     *
     * @param isExtern true when {@code extern} stands before it
     */
    record ExplicitInstantiation(SourceSpan span, boolean isExtern, Declaration declaration) implements Declaration {}

    /**
     * {@code extern "C"} before one declaration or a block of them.
     *
     * @param language {@code C} or {@code C++}
     * @param braced false for the form without braces, in which a variable without initialiser is only declared
     */
    record Linkage(SourceSpan span, String language, boolean braced, List<Declaration> declarations)
            implements Declaration {}

    /**
     * {@code static_assert(condition, "message");}.
     *
     * @param message or null
     */
    record StaticAssert(SourceSpan span, Expression condition, String message) implements Declaration {}

    /** An {@code asm} at namespace scope. */
    record Asm(SourceSpan span, String text) implements Declaration {}

    /** A lone semicolon, or an attribute declaration. */
    record Empty(SourceSpan span) implements Declaration {}

    /**
     * Text that did not parse.
     *
     * @param name what it would have declared, as far as that is known, or null
     * @param cause why, where that is no error because only the host needs the declaration; null when it is reported
     */
    record Malformed(SourceSpan span, NamePart.Identifier name, Diagnostic cause) implements Declaration {}
}
