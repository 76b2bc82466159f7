package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.TemplateArgument;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.Term;
import java.util.List;

/** What may stand as an argument or callee: a term, or something that becomes one only in its context. */
sealed interface Operand {

    SourceSpan span();

    record Typed(Term term) implements Operand {
        @Override
        public SourceSpan span() {
            return term.span();
        }
    }

    /** <code>{1, 2}</code>. */
    record Braces(Expression.BraceList list, Scope scope) implements Operand {
        @Override
        public SourceSpan span() {
            return list.span();
        }
    }

    /**
     * The name of functions.
     *
     * @param explicit template arguments as written, or null
     * @param object the object of a member function, or null
     * @param byArguments true for an unqualified name, to which the arguments' namespaces add
     */
    record Overloaded(
            SourceSpan span,
            String name,
            List<FunctionSymbol> candidates,
            List<TemplateArgument> explicit,
            Scope scope,
            Place object,
            boolean byArguments)
            implements Operand {}
}
