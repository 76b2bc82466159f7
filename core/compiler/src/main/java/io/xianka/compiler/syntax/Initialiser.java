package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/** How a variable, field or base gets its first value. */
public sealed interface Initialiser extends Node {

    /** Nothing is written. */
    record None(SourceSpan span) implements Initialiser {}

    /** {@code = value}; the value may be a BraceList. */
    record Equals(SourceSpan span, Expression value) implements Initialiser {}

    /** {@code (arguments)}. */
    record Parens(SourceSpan span, List<Expression> arguments) implements Initialiser {}

    /** <code>{...}</code> without an equals sign. */
    record Braces(SourceSpan span, Expression.BraceList list) implements Initialiser {}
}
