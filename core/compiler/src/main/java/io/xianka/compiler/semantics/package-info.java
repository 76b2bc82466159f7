/**
 * Names, types, overloads, templates, constants: from the syntax tree to the typed tree.
 *
 * <p>Open {@link io.xianka.compiler.semantics.Semantics} first, then Analysis, which holds the parts together:
 *
 * <ul>
 *   <li>Scope, Symbol, Lookup: what names stand for; Declarations, Variables, Classes, Functions put them there;
 *   <li>TypeReader, Types, Traits: types as written and what they mean;
 *   <li>Expressions, Operators, Calls, Casts, Initialisers, Lambdas, Builtins: expressions to terms, which Terms makes
 *       and folds; Statements: statements;
 *   <li>Conversions and Overloads: which function is meant and how its arguments get there;
 *   <li>Templates, Deduction, ClassDeduction: instances, and what a call or an initialiser tells about their arguments; an
 *       instance reads the template's syntax anew under its own bindings, so nothing here knows dependent types;
 *   <li>Lifetimes and ImplicitMembers: when objects end, and the copying, assigning and destroying that nobody wrote. A
 *       parameter passed by value ends with the function, and a local object that is returned is moved, not built in
 *       place: C++ leaves both open;
 *   <li>FunctionNames and MemberAccess: which names a declaration may have, and who may use a member;
 *   <li>Memory and Evaluator: constant evaluation, an interpreter of the typed tree;
 *   <li>Mangler: names of symbols, those of nvcc but for internal linkage and types that take an expression to spell.
 * </ul>
 *
 * <p>An error never cascades: what went wrong has the type Erroneous or the symbol Broken, about which nothing more is
 * said. Nothing here knows PTX.
 */
package io.xianka.compiler.semantics;
