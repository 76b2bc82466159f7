/**
 * Characters to tokens. Start at {@link io.xianka.compiler.lexer.Lexer}. Macros and directives are the preprocessor's;
 * what a literal's spelling means ({@link io.xianka.compiler.lexer.NumberLiteral},
 * {@link io.xianka.compiler.lexer.TextLiteral}) is told here, because {@code #if} and the parser both ask.
 */
package io.xianka.compiler.lexer;
