package io.xianka.ptx;

import java.util.List;
import java.util.Objects;

/** One element of a function's body. */
public sealed interface Statement
        permits Instruction,
                Variable,
                Statement.Label,
                Statement.Loc,
                Statement.Registers,
                Statement.Scope,
                Statement.Targets,
                Statement.Prototype,
                Pragma {

    /** A place to branch to, {@code $L__BB0_2:}. */
    record Label(String name, PtxLine line) implements Statement {
        public Label {
            Objects.requireNonNull(name);
            Objects.requireNonNull(line);
        }

        public Label(String name) {
            this(name, PtxLine.NONE);
        }
    }

    /**
     * From here to the next one, instructions come from this place of the source: {@code .loc 1 20 5}.
     *
     * @param file the number of a {@link PtxModule.SourceFile}
     * @param inlinedAt where the function that holds the place was inlined; null at top level
     */
    record Loc(int file, int line, int column, InlinedAt inlinedAt) implements Statement {
        public Loc(int file, int line, int column) {
            this(file, line, column, null);
        }
    }

    /**
     * The call that inlining replaced. It says nothing of an outer inlining: that call's own {@link Loc} does.
     *
     * @param functionLabel the label in section {@code .debug_str} where the inlined function's mangled name stands
     */
    record InlinedAt(String functionLabel, long functionOffsetBytes, int file, int line, int column) {
        public InlinedAt {
            Objects.requireNonNull(functionLabel);
        }
    }

    /**
     * Declared registers: one, or with a count {@code n} the {@code n} registers {@code name0 .. name(n-1)}, as in
     * {@code .reg .b32 %r<8>}.
     *
     * @param count -1 for a single register
     */
    record Registers(PtxType type, String name, int count) implements Statement {
        public static final int SINGLE = -1;

        public Registers {
            Objects.requireNonNull(type);
            Objects.requireNonNull(name);
        }

        public boolean isSingle() {
            return count == SINGLE;
        }
    }

    /** {@code { ... }}: what it declares is known only inside it. */
    record Scope(List<Statement> statements, PtxLine line) implements Statement {
        public Scope {
            statements = List.copyOf(statements);
            Objects.requireNonNull(line);
        }
    }

    /** {@code label: .branchtargets a, b;} of a {@code brx.idx}, or {@code .calltargets} of an indirect call. */
    record Targets(String label, boolean ofCalls, List<String> names, PtxLine line) implements Statement {
        public Targets {
            Objects.requireNonNull(label);
            names = List.copyOf(names);
            Objects.requireNonNull(line);
        }
    }

    /** {@code label: .callprototype (results) _ (parameters);}, the signature of an indirect call. */
    record Prototype(String label, List<Param> results, List<Param> parameters, boolean noReturn, PtxLine line)
            implements Statement {
        public Prototype {
            Objects.requireNonNull(label);
            results = List.copyOf(results);
            parameters = List.copyOf(parameters);
            Objects.requireNonNull(line);
        }
    }
}
