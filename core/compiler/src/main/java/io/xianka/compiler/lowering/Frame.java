package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Variable;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** One function being lowered in place: the outermost, or one inlined into its caller. */
final class Frame {
    final Frame caller;
    final Function function;
    final int depth;
    /** Where {@code return} goes. */
    final Block exit;
    /** What {@code return} writes, or null. */
    final Location result;
    /** True when the lines of this function are not the user's. */
    final boolean frozenPlace;

    /** What variables are: a {@link Node} for one that is never written again, else a {@link Location}. */
    final Map<Variable, Object> bindings = new IdentityHashMap<>();

    final Map<Statement.Label, Block> labels = new HashMap<>();

    /** Of the innermost loop or switch. */
    Block breakTarget;

    Block continueTarget;

    Frame(Frame caller, Function function, Block exit, Location result) {
        this.caller = caller;
        this.function = function;
        this.depth = caller == null ? 0 : caller.depth + 1;
        this.exit = exit;
        this.result = result;
        this.frozenPlace = caller != null && (caller.frozenPlace || function.isLibrary());
    }
}
