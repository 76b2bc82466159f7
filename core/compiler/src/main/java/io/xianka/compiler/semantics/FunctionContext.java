package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is known while one function's body is analysed. */
final class FunctionContext {
    /** A label and where it was first named. */
    static final class LabelUse {
        final Statement.Label label;
        final SourceSpan firstUse;
        boolean defined;
        /** Where it is defined, and how many objects of that scope exist there. */
        Scope scope;

        int alive;

        LabelUse(Statement.Label label, SourceSpan firstUse) {
            this.label = label;
            this.firstUse = firstUse;
        }
    }

    /** What a lambda holds of the scope around it. */
    static final class Captures {
        final FunctionContext around;
        final Scope scope;
        final io.xianka.compiler.syntax.Expression.CaptureDefault byDefault;
        final RecordType closure;
        final List<RecordType.Field> fields = new ArrayList<>();
        final List<Value> values = new ArrayList<>();
        final Map<Object, Symbol> byName = new LinkedHashMap<>();
        long bytes;
        int alignment = 1;
        /** Closed once the closure is complete: a later use has to do with what was captured. */
        boolean closed;

        Captures(
                FunctionContext around,
                Scope scope,
                io.xianka.compiler.syntax.Expression.CaptureDefault byDefault,
                RecordType closure) {
            this.around = around;
            this.scope = scope;
            this.byDefault = byDefault;
            this.closure = closure;
        }

        RecordType.Field add(String name, Type type, Value value) {
            long offset = Types.roundUp(bytes, type.alignment());
            RecordType.Field field = new RecordType.Field(name, type, fields.size(), offset, 0, 0);
            fields.add(field);
            values.add(value);
            bytes = offset + type.bytes();
            alignment = Math.max(alignment, type.alignment());
            return field;
        }
    }

    final FunctionSymbol symbol;
    /** The result type, or null while {@code auto} is not deduced. */
    Type result;
    /** {@code auto &} and the like, in which the result is deduced; or null. */
    io.xianka.compiler.syntax.TypeSyntax resultSyntax;
    /** The variable {@code this}, or null. */
    Variable thisVariable;
    /** Of a lambda's call operator, else null. */
    Captures captures;

    final Map<String, LabelUse> labels = new HashMap<>(0);
    /** True once a return has fixed what {@code auto} is. */
    boolean deduced;

    int loops;
    int switches;
    /** What {@code break} and {@code continue} do not leave, innermost last. */
    final ArrayDeque<Scope> breaks = new ArrayDeque<>(2);

    final ArrayDeque<Scope> continues = new ArrayDeque<>(2);

    FunctionContext(FunctionSymbol symbol) {
        this.symbol = symbol;
    }

    /** The outermost scope of the function's body around a scope in it. */
    Scope outermost(Scope inner) {
        Scope scope = inner;
        while (scope.parent.kind == Scope.Kind.BLOCK && scope.parent.function == this) {
            scope = scope.parent;
        }
        return scope;
    }
}
