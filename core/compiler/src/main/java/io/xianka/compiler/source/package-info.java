/**
 * Source text and what is said about it.
 *
 * <p>{@link io.xianka.compiler.source.SourceFile} is a text with a name, {@link io.xianka.compiler.source.SourceSpan} a
 * stretch of it (and, for tokens that a macro made, where the macro spells them), and
 * {@link io.xianka.compiler.source.Diagnostics} collects every error and warning of one compilation and renders them
 * with the line and a caret. Start at Diagnostics. Nothing here knows the language.
 */
package io.xianka.compiler.source;
