package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/** What follows the head of a function. */
public sealed interface FunctionBody extends Node {

    /** A declaration only. */
    record None(SourceSpan span) implements FunctionBody {}

    /**
     * A definition.
     *
     * @param initialisers of a constructor, in the order written
     */
    record Block(SourceSpan span, List<MemberInitialiser> initialisers, Statement.Compound block)
            implements FunctionBody {}

    /** {@code = default}. */
    record Defaulted(SourceSpan span) implements FunctionBody {}

    /** {@code = delete}. */
    record Deleted(SourceSpan span) implements FunctionBody {}

    /** {@code = 0}. */
    record Pure(SourceSpan span) implements FunctionBody {}

    /**
     * The body of a host-only function that was left out, because it uses what a kernel compiler does not know. The span
     * covers the braces.
     */
    record SkippedHostCode(SourceSpan span) implements FunctionBody {}

    /**
     * {@code name(arguments)} or <code>name{arguments}</code> behind a constructor's colon.
     *
     * @param target a field, a base class or the class itself
     * @param value Parens or Braces
     * @param pack true when {@code ...} follows
     */
    record MemberInitialiser(SourceSpan span, Name target, Initialiser value, boolean pack) implements Node {}
}
