package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/** A statement. */
public sealed interface Statement extends Node {

    /** <code>{ ... }</code>. */
    record Compound(SourceSpan span, List<Statement> statements) implements Statement {}

    /** {@code expression;}. */
    record Evaluate(SourceSpan span, Expression expression) implements Statement {}

    /** {@code ;}. */
    record Empty(SourceSpan span) implements Statement {}

    /** Declarations in a block; {@code int a, b;} is one statement with two declarations. */
    record Declare(SourceSpan span, List<Declaration> declarations) implements Statement {}

    /**
     * {@code if constexpr (init; condition) then else otherwise}.
     *
     * @param init a Declare, Evaluate or Empty, or null
     * @param otherwise or null
     */
    record If(
            SourceSpan span,
            boolean isConstexpr,
            Statement init,
            Condition condition,
            Statement then,
            Statement otherwise)
            implements Statement {}

    /**
     * {@code switch (init; condition) body}.
     *
     * @param init or null
     */
    record Switch(SourceSpan span, Statement init, Condition condition, Statement body) implements Statement {}

    /**
     * {@code case value: body}.
     *
     * @param upTo last value of the range {@code case value ... upTo:}, or null
     */
    record Case(SourceSpan span, Expression value, Expression upTo, Statement body) implements Statement {}

    /** {@code default: body}. */
    record Default(SourceSpan span, Statement body) implements Statement {}

    /**
     * {@code while (condition) body}.
     *
     * @param unroll what a pragma asks for, or null
     */
    record While(SourceSpan span, Unroll unroll, Condition condition, Statement body) implements Statement {}

    /**
     * {@code do body while (condition);}.
     *
     * @param unroll what a pragma asks for, or null
     */
    record DoWhile(SourceSpan span, Unroll unroll, Statement body, Expression condition) implements Statement {}

    /**
     * {@code for (init; condition; step) body}.
     *
     * @param unroll what a pragma asks for, or null
     * @param init a Declare, Evaluate or Empty
     * @param condition or null
     * @param step or null
     */
    record For(SourceSpan span, Unroll unroll, Statement init, Condition condition, Expression step, Statement body)
            implements Statement {}

    /**
     * {@code for (init; variable : range) body}.
     *
     * @param unroll what a pragma asks for, or null
     * @param init or null
     * @param variable a Variable without initialiser, or a StructuredBinding
     * @param range an expression, may be a BraceList
     */
    record RangeFor(
            SourceSpan span, Unroll unroll, Statement init, Declaration variable, Expression range, Statement body)
            implements Statement {}

    /**
     * {@code #pragma unroll} before a loop.
     *
     * @param factor or null for as far as possible; {@code #pragma nounroll} is a factor of 1
     */
    record Unroll(SourceSpan span, Expression factor) implements Node {}

    /** {@code break;}. */
    record Break(SourceSpan span) implements Statement {}

    /** {@code continue;}. */
    record Continue(SourceSpan span) implements Statement {}

    /**
     * {@code return value;}.
     *
     * @param value or null; may be a BraceList
     */
    record Return(SourceSpan span, Expression value) implements Statement {}

    /** {@code goto label;}. */
    record Goto(SourceSpan span, NamePart.Identifier label) implements Statement {}

    /** {@code label: body}. */
    record Labelled(SourceSpan span, NamePart.Identifier label, Statement body) implements Statement {}

    /**
     * {@code asm volatile ("text" : outputs : inputs : clobbers);}.
     *
     * @param text the adjacent literals joined; {@code %0} and {@code %%} are still as written
     * @param textSpan the literals
     * @param clobbers what the text destroys, such as {@code memory}
     */
    record Asm(
            SourceSpan span,
            boolean isVolatile,
            String text,
            SourceSpan textSpan,
            List<AsmOperand> outputs,
            List<AsmOperand> inputs,
            List<String> clobbers)
            implements Statement {}

    /**
     * {@code [name] "constraint" (expression)}.
     *
     * @param name the symbolic name, or null
     * @param constraint such as {@code =r}, {@code +f}, {@code l}, {@code n}
     */
    record AsmOperand(SourceSpan span, String name, String constraint, Expression expression) implements Node {}

    /** Text that did not parse; the error is reported. */
    record Malformed(SourceSpan span) implements Statement {}
}
