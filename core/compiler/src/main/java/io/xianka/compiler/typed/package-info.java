/**
 * The typed tree: a program after all names are resolved, all templates instantiated, all conversions written out and
 * all constants folded. Semantics builds it, lowering reads it, and nothing in it needs to be looked up.
 *
 * <p>Start at {@link io.xianka.compiler.typed.Program}; then {@link io.xianka.compiler.typed.Function} and
 * {@link io.xianka.compiler.typed.Variable} (objects with an identity), {@link io.xianka.compiler.typed.Statement},
 * {@link io.xianka.compiler.typed.Value} and {@link io.xianka.compiler.typed.Place} (the two kinds of
 * {@link io.xianka.compiler.typed.Term}), and {@link io.xianka.compiler.typed.Type}.
 *
 * <p>What a reader of the tree may rely on:
 *
 * <ul>
 *   <li><b>Values and places.</b> A Place designates an object and a Value is computed; reading an object is always an
 *       explicit {@link io.xianka.compiler.typed.Value.Load}. The type of a value is never qualified; that of a place
 *       may be (const, volatile).
 *   <li><b>References.</b> A reference is a value of a {@link io.xianka.compiler.typed.Type.Reference} type, eight
 *       bytes like a pointer. {@link io.xianka.compiler.typed.Value.Refer} makes one of a place,
 *       {@link io.xianka.compiler.typed.Place.Referent} goes back. A variable, parameter, field or function result of
 *       reference type holds such a value: the name {@code r} of an {@code int &r} is
 *       {@code Referent(Load(OfVariable(r)))}.
 *   <li><b>Conversions.</b> Both operands of a Binary have the type in which it computes (shifts aside: the right
 *       operand has its own promoted type). A condition has type bool. Every argument has its parameter's type, and
 *       every stored value the unqualified type of its place.
 *   <li><b>Pointers.</b> Address spaces are not part of a type; they are found out by lowering from the variables.
 *   <li><b>Calls.</b> Member functions are functions whose first parameter is {@code this}, a pointer. Default arguments
 *       are filled in.
 *   <li><b>Lambdas</b> are records with a member function.
 * </ul>
 */
package io.xianka.compiler.typed;
