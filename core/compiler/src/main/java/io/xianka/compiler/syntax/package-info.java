/**
 * The syntax tree of a CUDA C++ translation unit, and the parser that builds it.
 *
 * <p>Start at {@link io.xianka.compiler.syntax.TranslationUnit}. The families are sealed, so that a {@code switch}
 * without {@code default} folds each:
 *
 * <ul>
 *   <li>{@link io.xianka.compiler.syntax.Declaration}: namespaces, functions, variables, classes, enums, aliases,
 *       templates;
 *   <li>{@link io.xianka.compiler.syntax.Statement};
 *   <li>{@link io.xianka.compiler.syntax.Expression};
 *   <li>{@link io.xianka.compiler.syntax.TypeSyntax}: a type as written, already turned inside out: the declarator
 *       {@code float (*a)[4]} is Pointer(Array(float, 4)), so no reader of the tree meets a declarator;
 *   <li>{@link io.xianka.compiler.syntax.Name}: a possibly qualified name of
 *       {@link io.xianka.compiler.syntax.NamePart}s;
 *   <li>{@link io.xianka.compiler.syntax.TemplateParameter}, {@link io.xianka.compiler.syntax.TemplateArgument},
 *       {@link io.xianka.compiler.syntax.Initialiser}, {@link io.xianka.compiler.syntax.FunctionBody},
 *       {@link io.xianka.compiler.syntax.Condition}.
 * </ul>
 *
 * <p>What a reader of the tree may rely on:
 *
 * <ul>
 *   <li>Nodes are immutable records and hold no results of analysis, so that a tree of the device library is shared by
 *       all compilations. Tables that attach facts to nodes are keyed by identity.
 *   <li>Every node has a span. A component may be null only where its description says "or null"; lists never are.
 *   <li>{@code int a, *b;} becomes two declarations, and {@code struct S {...} s;} becomes the ClassDeclaration
 *       followed by the variable, whose type is a {@link io.xianka.compiler.syntax.TypeSyntax.Defined} that refers to
 *       that same ClassDeclaration object. A definition inside a type-id ({@code sizeof(struct {int x;})}) stands only
 *       in its Defined.
 *   <li>The parser keeps a scope of names known as types, templates or values, only to tell declarations from
 *       expressions and {@code a < b} from template arguments. It resolves nothing: an undeclared name, a wrong type, a
 *       duplicate are found by semantics. In a dependent context it follows C++: a dependent qualified name is a value
 *       unless {@code typename} stands before it.
 *   <li>Where text did not parse, the error is already reported and a {@code Malformed} stands in the tree; semantics
 *       stays silent about it and about the name that it may carry.
 *   <li>Nesting is bounded ({@code Parser.DEEPEST}), so that recursive readers do not overflow their stack.
 * </ul>
 */
package io.xianka.compiler.syntax;
