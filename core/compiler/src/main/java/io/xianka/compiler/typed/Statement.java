package io.xianka.compiler.typed;

import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/** A statement of a function's body. */
public sealed interface Statement {

    SourceSpan span();

    /** Statements in order, with the scope of the variables declared among them. */
    record Block(SourceSpan span, List<Statement> statements) implements Statement {
        public Block {
            statements = List.copyOf(statements);
        }
    }

    /**
     * A local variable comes into being. Shared and static variables are not declared: they stand in
     * {@link Program#variables()}.
     *
     * @param value what initialises it, of its unqualified type (or Reference type); null leaves it undefined
     */
    record Declare(SourceSpan span, Variable variable, Value value) implements Statement {}

    /** A member or element comes into being, in a constructor. */
    record Initialise(SourceSpan span, Place place, Value value) implements Statement {}

    /** A term for its effects. */
    record Evaluate(SourceSpan span, Term term) implements Statement {}

    /**
     * {@code if (condition) then else otherwise}.
     *
     * @param otherwise or null
     */
    record If(SourceSpan span, Value condition, Statement then, Statement otherwise) implements Statement {}

    /**
     * What {@code #pragma unroll} asks of a loop.
     *
     * @param factor copies of the body; 0 for no wish, 1 for never, {@link #EVERY} for all iterations
     */
    record Unroll(int factor) {
        public static final int EVERY = Integer.MAX_VALUE;
        public static final Unroll UNSPECIFIED = new Unroll(0);
        public static final Unroll FULLY = new Unroll(EVERY);
    }

    /**
     * {@code for (init; condition; step) body}; a while loop has no init and no step.
     *
     * @param init may be empty; its variables are in scope of the whole loop
     * @param condition or null for true
     * @param step or null
     */
    record For(SourceSpan span, List<Statement> init, Value condition, Term step, Statement body, Unroll unroll)
            implements Statement {
        public For {
            init = List.copyOf(init);
        }
    }

    /** {@code do body while (condition);}. */
    record DoWhile(SourceSpan span, Statement body, Value condition, Unroll unroll) implements Statement {}

    /** A point of a function to jump to. */
    final class Label {
        private final String name;

        public Label(String name) {
            this.name = name;
        }

        /** For people; not unique. */
        public String name() {
            return name;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Values that select a label, both ends included.
     *
     * @param low as a signed number, or as an unsigned one when the subject's type is unsigned
     */
    record Case(long low, long high, Label label) {}

    /**
     * {@code switch (subject) body}. The cases' labels are marks within the body.
     *
     * @param subject of an integer type at least as wide as int
     * @param otherwise label of {@code default:}, or null to leave
     */
    record Switch(SourceSpan span, Value subject, List<Case> cases, Label otherwise, Statement body)
            implements Statement {
        public Switch {
            cases = List.copyOf(cases);
        }
    }

    /** The place of a label. */
    record Mark(SourceSpan span, Label label) implements Statement {}

    /** {@code goto label;}. */
    record Jump(SourceSpan span, Label label) implements Statement {}

    /** Leaves the innermost loop or switch. */
    record Break(SourceSpan span) implements Statement {}

    /** Goes on with the innermost loop's step and condition. */
    record Continue(SourceSpan span) implements Statement {}

    /**
     * {@code return value;}.
     *
     * @param value or null; of the function's result type
     */
    record Return(SourceSpan span, Value value) implements Statement {}

    /** Control never comes here ({@code __builtin_unreachable}). */
    record Unreachable(SourceSpan span) implements Statement {}

    /**
     * An operand that asm writes.
     *
     * @param name symbolic name, or null
     * @param constraint its letter alone: h, r, l, q, f, d
     * @param readsToo true for {@code +}
     */
    record AsmOutput(SourceSpan span, String name, char constraint, boolean readsToo, Place place) {}

    /**
     * An operand that asm reads.
     *
     * @param name symbolic name, or null
     * @param constraint h, r, l, q, f, d; n: a constant, spelled into the text; C: the name of a string of constant data
     * @param tiedTo index of the output that a digit constraint names, or -1
     */
    record AsmInput(SourceSpan span, String name, char constraint, int tiedTo, Value value) {}

    /**
     * Inline PTX. In the text {@code %0} is the first output, inputs follow the outputs, {@code %%} is a percent sign.
     *
     * @param clobbersMemory true when it names "memory"
     */
    record Asm(
            SourceSpan span,
            boolean isVolatile,
            String text,
            List<AsmOutput> outputs,
            List<AsmInput> inputs,
            boolean clobbersMemory)
            implements Statement {
        public Asm {
            outputs = List.copyOf(outputs);
            inputs = List.copyOf(inputs);
        }
    }
}
