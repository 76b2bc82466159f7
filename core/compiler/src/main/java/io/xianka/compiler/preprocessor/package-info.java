/**
 * Directives and macros: a main file and all that it includes become one list of tokens.
 *
 * <p>Start at {@link io.xianka.compiler.preprocessor.Preprocessor}; {@code MacroExpander} holds the rules of expansion
 * (those of GCC and Clang where the standard leaves a choice), {@code DirectiveCondition} evaluates {@code #if}, and
 * {@link io.xianka.compiler.preprocessor.Headers} finds files. Our own {@code cuda_runtime.h} and its like are resources
 * in {@code io/xianka/compiler/include}; they come before {@code -I} folders, so that a toolkit's headers in the path do
 * not replace them.
 *
 * <p>{@code #line} changes {@code __LINE__} and {@code __FILE__} only: diagnostics and {@code .loc} always name the
 * place that really holds the text.
 */
package io.xianka.compiler.preprocessor;
