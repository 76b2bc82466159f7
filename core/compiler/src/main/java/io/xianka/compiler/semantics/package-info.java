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
 *   <li>Templates and Deduction: instances, and what a call tells about their arguments; an instance reads the template's syntax anew under its own bindings, so
 *       nothing here knows dependent types;
 *   <li>Memory and Evaluator: constant evaluation, an interpreter of the typed tree;
 *   <li>Mangler: names of symbols.
 * </ul>
 *
 * <p>An error never cascades: what went wrong has the type Erroneous or the symbol Broken, about which nothing more is
 * said. Nothing here knows PTX.
 */
package io.xianka.compiler.semantics;
