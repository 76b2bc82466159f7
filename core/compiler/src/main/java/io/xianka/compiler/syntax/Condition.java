package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;

/** What {@code if}, {@code switch}, {@code while} and {@code for} test. */
public sealed interface Condition extends Node {

    /** An expression. */
    record Test(SourceSpan span, Expression expression) implements Condition {}

    /** A variable declared in the condition; it is visible in the statement. */
    record Declared(SourceSpan span, Declaration.Variable variable) implements Condition {}
}
